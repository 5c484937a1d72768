"""How do records live in files? JSON lines: one noun a line, every fault named with path and line.

A file that several processes append to is locked for each write. What a killed write left at its end goes
before the next line is written.
"""

import contextlib
import gzip
import io
import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from inventory_env.codec import Hook, decode, encode, parse
from inventory_env.errors import InputError

if sys.platform != "win32":  # pragma: no branch
    import fcntl

T = TypeVar("T")
# A scenario of 500 lines and 1,000 warehouses is below this; a longer line is another kind of file.
MAX_LINE_BYTES = 16_000_000
# What the name of a compressed file ends with.
GZ = ".gz"
_BOM = b"\xef\xbb\xbf"
_PIECE = 1 << 16
# Where line feeds would be written in another way.
_AS_IT_IS = getattr(os, "O_BINARY", 0)


def read_lines(
    path: Path, kind: type[T], *, hook: Hook | None = None, name: str | None = None, growing: bool = False
) -> Iterator[T]:
    """The nouns of a JSON-lines file, one after the other; blank lines are passed over.

    Args:
        path: the file; UTF-8, a BOM at its start is allowed.
        kind: the noun's class.
        hook: as for `codec.decode`.
        name: how messages call the file; its path by default.
        growing: as for `numbered_lines`.

    Raises:
        InputError: with path, line, field, rule and value got.
    """
    told = name or str(path)
    for number, text in numbered_lines(path, name=told, growing=growing):
        yield decoded(text, kind, told, number, hook=hook)


def decoded(text: bytes, kind: type[T], path: Path | str, line: int, *, hook: Hook | None = None) -> T:
    """The noun of one line of a file.

    Raises:
        InputError: with path, line, field, rule and value got.
    """
    try:
        return decode(text, kind, hook=hook)
    except InputError as error:
        raise error.at(str(path), line) from None


def numbered_lines(path: Path, *, name: str | None = None, growing: bool = False) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not blank, without blanks around them, each with its number from 1.

    Args:
        path: the file; a BOM at its start is allowed.
        name: how messages call the file; its path by default.
        growing: whether lines are still appended to it, so that the beginning of one may stand at its end: it is
            passed over.

    Raises:
        InputError: the file cannot be read, or a line is longer than MAX_LINE_BYTES.
    """
    told = name or str(path)
    try:
        with opened(path) as file:
            for number, line in enumerate(iter(partial(file.readline, MAX_LINE_BYTES + 1), b""), 1):
                line = line.removeprefix(_BOM) if number == 1 else line
                text = line.strip(b" \t\r\n")
                if len(text) > MAX_LINE_BYTES:
                    raise InputError(f"must be at most {MAX_LINE_BYTES} bytes long", path=told, line=number)
                if growing and not line.endswith(b"\n") and not whole(text):
                    return
                if text:
                    yield number, text
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"cannot be read: {getattr(error, 'strerror', None) or error}", path=told) from None


def opened(path: Path) -> gzip.GzipFile | io.BufferedReader:
    """A file to read from, unpacked where its name says that it is compressed."""
    return gzip.open(path) if path.suffix == GZ else path.open("rb")


def write_lines(path: Path, nouns: Iterable[object]) -> int:
    """Write nouns as JSON lines, one after the other, and return how many.

    Raises:
        InputError: the file cannot be written.
    """
    count = 0
    try:
        with path.open("wb") as file:
            for noun in nouns:
                file.write(encode(noun) + b"\n")
                count += 1
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=str(path)) from None
    return count


def append_line(path: Path, line: bytes) -> None:
    """Write one more line, whole and at once; what a cut-off write left at the end goes first.

    Args:
        path: the file; it begins here where there is none.
        line: one JSON object, without a line feed.

    Raises:
        InputError: the file cannot be written.
    """
    with locked(path) as file:
        mend(file)
        write(file, line + b"\n")
        os.fsync(file)


@contextlib.contextmanager
def locked(path: Path, *, waits: bool = True) -> Iterator[int]:
    """The descriptor of a file, open to read and to append, for one process at a time; it begins where there is none.

    Args:
        path: the file.
        waits: whether a process that comes second waits for its turn, or is refused.

    Raises:
        InputError: the file cannot be opened, is in use, or what is done inside fails for its sake.
    """
    try:
        file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | _AS_IT_IS, 0o666)
        try:
            if sys.platform != "win32":  # pragma: no branch
                fcntl.flock(file, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
            yield file
        finally:
            if sys.platform != "win32":  # pragma: no branch
                fcntl.flock(file, fcntl.LOCK_UN)  # a copy of this process that somebody forked must not hold it on
            os.close(file)
    except BlockingIOError:
        raise InputError("must be free; another process is writing here", path=str(path)) from None
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=str(path)) from None


def mend(file: int) -> int:
    """Let a locked file end with a whole line: end an object that lacks only its line feed, drop the beginning of one.

    Returns:
        How many bytes were dropped.
    """
    size = os.fstat(file).st_size
    start = _last_line(file, size)
    if start == size:
        return 0
    if size - start <= MAX_LINE_BYTES and whole(_piece(file, start, size - start)):
        write(file, b"\n")
        return 0
    os.ftruncate(file, start)
    return size - start


def _last_line(file: int, size: int) -> int:
    """Where the bytes after the last line feed begin."""
    while size:
        start = max(0, size - _PIECE)
        place = _piece(file, start, size - start).rfind(b"\n")
        if place >= 0:
            return start + place + 1
        size = start
    return 0


def _piece(file: int, start: int, length: int) -> bytes:
    os.lseek(file, start, os.SEEK_SET)
    return os.read(file, length)


def whole(line: bytes) -> bool:
    """Whether a line without its end is a whole JSON object: of bytes that a kill cut off none is."""
    try:
        return isinstance(parse(line.strip()), dict)
    except InputError:
        return False


def write(file: int, data: bytes) -> None:
    """Write all of the bytes at the end of a locked file."""
    while data:
        data = data[os.write(file, data) :]
