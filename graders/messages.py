"""How do messages come in, one a line, and how does what they say go out again?"""

import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import attrs

from graders.claims.claim import Understanding
from graders.highlight import highlighted
from graders.printing import STDIN, padded, plain
from graders.show import Page
from graders.understood import claim_lines, spans, to_json, write_claim_words
from inventory_env.errors import InputError, shown
from inventory_env.store import MAX_LINE_BYTES

# The longest of the words for what a message presents as done.
_CELLS = 11


@attrs.frozen
class Message:
    """One line of the input.

    Attributes:
        number: of the line, from 1.
        text: all that stands between two line feeds, a carriage return included.
    """

    number: int
    text: str


def read_messages(file: Path | None) -> Iterator[Message]:
    """The messages of a file, or of standard input: UTF-8 under every locale, and nothing but a line feed ends one.

    A last line without a line feed is a message too, and an empty line is an empty one.

    Raises:
        InputError: it cannot be read, or a line is no UTF-8 or too long, with line and byte.
    """
    name = STDIN if file is None else str(file)
    try:
        with _opened(file) as source:
            # At most one byte more than a line may have: a file of another kind is refused before it fills the memory.
            lines = iter(lambda: source.readline(MAX_LINE_BYTES + 2), b"")
            for number, line in enumerate(lines, 1):
                yield Message(number, _decoded(line.removesuffix(b"\n"), name, number))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", path=name) from None


def json_line(understood: Understanding) -> str:
    """One JSON object on one line, in ASCII: every control character and every other line end is an escape."""
    return json.dumps(to_json(understood), allow_nan=False).replace("\x7f", "\\u007f")


def told(message: Message, understood: Understanding, page: Page) -> Iterator[str]:
    """A message for a person: its clauses marked and numbered, and below what each of them says."""
    said = write_claim_words(understood, colours=page.colours, cells=_CELLS)
    yield f"{padded(str(message.number), 4)}  {said}  read as {plain(understood.language)}"
    cells = max(20, page.columns - 8)
    for lines in highlighted(message.text, spans(understood), cells=cells, colours=page.colours, marks=page.marks):
        yield from (f"      {' ' if i else '|'} {line}".rstrip() for i, line in enumerate(lines))
    yield from (f"      {line}" for line in claim_lines(understood, colours=page.colours, numbered=True))


@contextlib.contextmanager
def _opened(file: Path | None) -> Iterator[IO[bytes]]:
    if file is not None:
        with file.open("rb") as source:
            yield source
    elif sys.stdin is None:
        raise InputError("cannot be read: it is closed", field=STDIN)
    else:
        yield sys.stdin.buffer


def _decoded(line: bytes, name: str, number: int) -> str:
    if len(line) > MAX_LINE_BYTES:
        raise InputError(f"must be at most {MAX_LINE_BYTES} bytes long", path=name, line=number)
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        got = shown(line[error.start : error.start + 1])
        raise InputError(f"must be UTF-8; byte {error.start + 1} is {got}", path=name, line=number) from None
