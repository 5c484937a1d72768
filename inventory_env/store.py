"""How do records live in files? JSON lines: one noun a line, every fault named with path and line."""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from inventory_env.codec import Hook, decode, encode
from inventory_env.errors import InputError

T = TypeVar("T")
# A scenario of 500 lines and 1,000 warehouses is below this; a longer line is another kind of file.
MAX_LINE_BYTES = 16_000_000
_BOM = b"\xef\xbb\xbf"


def read_lines(path: Path, kind: type[T], *, hook: Hook | None = None, name: str | None = None) -> Iterator[T]:
    """The nouns of a JSON-lines file, one after the other; blank lines are passed over.

    Args:
        path: the file; UTF-8, a BOM at its start is allowed.
        kind: the noun's class.
        hook: as for `codec.decode`.
        name: how messages call the file; its path by default.

    Raises:
        InputError: with path, line, field, rule and value got.
    """
    told = name or str(path)
    for number, text in numbered_lines(path, name=told):
        try:
            noun = decode(text, kind, hook=hook)
        except InputError as error:
            raise error.at(told, number) from None
        yield noun


def numbered_lines(path: Path, *, name: str | None = None) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not blank, without blanks around them, each with its number from 1.

    Args:
        path: the file; a BOM at its start is allowed.
        name: how messages call the file; its path by default.

    Raises:
        InputError: the file cannot be read, or a line is longer than MAX_LINE_BYTES.
    """
    told = name or str(path)
    try:
        with path.open("rb") as file:
            for number, line in enumerate(iter(partial(file.readline, MAX_LINE_BYTES + 1), b""), 1):
                line = line.removeprefix(_BOM) if number == 1 else line
                text = line.strip(b" \t\r\n")
                if len(text) > MAX_LINE_BYTES:
                    raise InputError(f"must be at most {MAX_LINE_BYTES} bytes long", path=told, line=number)
                if text:
                    yield number, text
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=told) from None


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
