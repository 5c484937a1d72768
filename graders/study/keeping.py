"""How are finished runs kept, so that a kill loses none of them? Each is appended at once, by one process."""

import contextlib
import gzip
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs

from graders.records import STUDY, TRACES, VERDICTS, Judgement
from graders.study.folder import TIMES, read_study
from graders.study.order import RunOrder
from graders.study.plan import Study
from graders.study.playing import Played
from graders.study.recovering import ASIDE, FILES, Done, recover
from inventory_env.codec import encode
from inventory_env.errors import InputError, shown
from inventory_env.store import GZ, locked, write

_LOCK = "lock"
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
    _files: dict[str, int]

    def keep(self, number: int, played: Played) -> None:
        """Append one finished run.

        Args:
            number: of the run.
            played: what came out.

        Raises:
            InputError: it cannot be written; what was finished before is whole.
        """
        for line in played.aside:
            self._append(ASIDE, line)
        self._append(TRACES, played.record)
        self._append(VERDICTS, encode(played.judgement))
        self._append(TIMES, played.time)
        self.done.marks[number] = 1
        self.done.count += 1

    def _append(self, name: str, line: bytes) -> None:
        if name not in self._files:
            self._files[name] = os.open(self.folder / name, _APPEND, 0o666)
        write(self._files[name], line + b"\n")


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
        with locked(folder / _LOCK, waits=False), _told(folder):
            begin(folder, study)
            _unpacked(folder)
            kept = Keeping(folder, recover(folder, order, told), {})
            try:
                yield kept
            finally:
                for file in kept._files.values():
                    os.close(file)


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
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)


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
                raw.flush()
                os.fsync(raw.fileno())
            half.replace(folder / f"{name}{GZ}")
            plain.unlink()


def _unpacked(folder: Path) -> None:
    """Let both files be plain or both packed, where a kill came between the two."""
    packed = [name for name in _PACKED if not (folder / name).exists() and (folder / f"{name}{GZ}").exists()]
    if packed and len(packed) < len(_PACKED) and any((folder / name).exists() for name in _PACKED):
        pack(folder)


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
