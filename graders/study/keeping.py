"""How are finished runs kept, so that a kill loses none of them? Each is appended at once, by one process."""

import contextlib
import gzip
import os
import shutil
from collections.abc import Callable, Iterator
from io import BufferedWriter
from pathlib import Path
from typing import Any

import attrs

from graders.records import LOCK, STUDY, TRACES, VERDICTS, file_of
from graders.study.folder import TIMES, read_study
from graders.study.judgement import Judgement
from graders.study.order import RunOrder
from graders.study.plan import Study
from graders.study.playing import Played
from graders.study.recovering import ASIDE, FILES, Done, recover
from inventory_env.codec import encode
from inventory_env.errors import InputError, shown
from inventory_env.store import GZ, locked, numbered_lines, write

_PACKED = (TRACES, VERDICTS)
_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)


@attrs.define
class Keeping:
    """A study's folder, open for more runs.

    Attributes:
        folder: where it is.
        done: the runs that are finished.
    """

    folder: Path
    done: Done
    _files: dict[str, tuple[str, int]]

    def keep(self, number: int, played: Played) -> None:
        """Append one finished run.

        Args:
            number: of the run.
            played: what came out.

        Raises:
            InputError: a file is no longer where it was; what was finished before is whole.
            OSError: it cannot be written; likewise.
        """
        for line in played.aside:
            self._append(ASIDE, line)
        self._append(TRACES, played.record)
        self._append(VERDICTS, encode(played.judgement))
        self._append(TIMES, played.time)
        self.done.marks[number] = 1
        self.done.count += 1

    def settle(self) -> None:
        """Make sure that what is finished lies on the disk, under the names that readers know.

        Raises:
            InputError: a file is no longer where it was.
            OSError: it cannot be written.
        """
        for path, file in self._files.values():
            _refuse_moved(path, file)
            os.fsync(file)

    def _append(self, name: str, line: bytes) -> None:
        if name not in self._files:
            path = str(self.folder / name)
            self._files[name] = path, os.open(path, _APPEND, 0o666)
        path, file = self._files[name]
        if name == TRACES:
            _refuse_moved(path, file)
        write(file, line + b"\n")


@contextlib.contextmanager
def keeping(folder: Path, study: Study, order: RunOrder, told: Callable[[Judgement], None]) -> Iterator[Keeping]:
    """A folder to keep the runs of a study in: a new one, or one that holds some of them already.

    Args:
        folder: made where it is missing.
        study: what is to be run.
        order: its runs.
        told: gets the judgement on each run that is finished already.

    Raises:
        InputError: the folder is in use, cannot be written, is damaged, or holds another study.
    """
    with _told(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder / LOCK, waits=False), _told(folder):
            begin(folder, study)
            _unpack_unfinished(folder, len(order))
            kept = Keeping(folder, recover(folder, order, told), {})
            try:
                yield kept
            finally:
                for _, file in kept._files.values():
                    with contextlib.suppress(OSError):  # an agent may have closed it
                        os.close(file)


def _refuse_moved(path: str, file: int) -> None:
    """What is written into a file that was deleted, moved or replaced is lost to every reader."""
    try:
        if os.path.samestat(os.stat(path), os.fstat(file)):  # noqa: PTH116 - in every run: a path object takes longer
            return
    except FileNotFoundError:
        pass
    raise InputError("must stay where it is while the study is run; it was moved, replaced or deleted", path=path)


@contextlib.contextmanager
def _told(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        rule = f"cannot be written: {error.strerror}; what is finished is kept, and the same command goes on with it"
        raise InputError(rule, field="out", path=str(folder)) from None


def begin(folder: Path, study: Study) -> None:
    """Write down what is to be run, before the first run; or make sure that it is what was begun here.

    Raises:
        InputError: the folder holds another study, or runs that no study tells of.
    """
    path = folder / STUDY
    if path.exists():
        _refuse_other(read_study(folder), study, path)
        return
    for name in (*FILES, *(f"{one}{GZ}" for one in _PACKED)):
        if (folder / name).exists():
            raise InputError(f"must be a folder without a study; got one with {name}", field="out", path=str(folder))
    half = folder / f"{STUDY}.half"
    with half.open("wb") as file:
        file.write(encode(study) + b"\n")
        _finish(file, half, path)
    _sync_names(folder)


def _sync_names(folder: Path) -> None:
    """Let the names in a folder outlive a power loss, where the system can do that."""
    if hasattr(os, "O_DIRECTORY"):  # pragma: no branch
        file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def pack(folder: Path) -> None:
    """Compress the traces and verdicts of a study that is complete.

    Raises:
        OSError: it cannot be written.
    """
    for name in _PACKED:
        plain, half = folder / name, folder / f"{name}{GZ}.half"
        if plain.exists():
            # No name and no date inside: the same runs give the same bytes.
            with plain.open("rb") as source, half.open("wb") as raw:
                with gzip.GzipFile("", "wb", compresslevel=6, fileobj=raw, mtime=0) as packed:
                    shutil.copyfileobj(source, packed, 1 << 20)
                _finish(raw, half, folder / f"{name}{GZ}")
            plain.unlink()


def _unpack_unfinished(folder: Path, runs: int) -> None:
    """Unpack what is not complete: a plain file that is begun beside a packed one would hide its runs."""
    packed = [file_of(folder, name) for name in _PACKED if file_of(folder, name).suffix == GZ]
    if len(packed) == len(_PACKED) and all(sum(1 for _ in numbered_lines(path)) == runs for path in packed):
        return
    for path in packed:
        half = path.with_suffix(".half")
        with half.open("wb") as file:
            for _, line in numbered_lines(path):
                file.write(line + b"\n")
            _finish(file, half, path.with_suffix(""))
        path.unlink()


def _finish(file: BufferedWriter, half: Path, path: Path) -> None:
    """Give a whole file its name, once its bytes lie on the disk."""
    file.flush()
    os.fsync(file.fileno())
    half.replace(path)


def _refuse_other(stored: Study, asked: Study, path: Path) -> None:
    if names := stored.differing(asked):
        told = "; ".join(_change(name, getattr(stored, name), getattr(asked, name)) for name in names)
        raise InputError(f"must be run as it was begun, or into another folder: {told}", path=str(path))


def _change(name: str, was: Any, now: Any) -> str:
    """What differs, down to the parts of a record."""
    if name == "cards":
        was, now = ({card.name: card for card in cards} for cards in (was, now))
        if list(was) != list(now):
            return f"agents were {shown(', '.join(was))}, now {shown(', '.join(now))}"
        name, was, now = next((f"card of {one}", was[one], now[one]) for one in was if was[one] != now[one])
    if attrs.has(type(was)):
        parts = [one.name for one in attrs.fields(type(was)) if getattr(was, one.name) != getattr(now, one.name)]
        return "; ".join(_change(f"{name}: {part}", getattr(was, part), getattr(now, part)) for part in parts)
    return f"{name} was {shown(was)}, now {shown(now)}"
