"""How do words reach a terminal, a pipe or a file without breaking, whatever they hold?"""

import contextlib
import json
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from inventory_env.errors import InputError

STDIN, STDOUT = "standard input", "standard output"
# An empty cell stands in the way of no column of numbers.
_NUMBER = re.compile(r"(-?[0-9]+(\.[0-9]+)?)?")
_COLOURS = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33"}
# What fills a line piece by piece: blanks, a wide character with the marks that may not begin a line, or a word.
_WIDE = (
    r"\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\U0001f300-\U0003fffd"
)
_CLOSING = r"\u3001\u3002\u3009\u300b\u300d\u300f\u3011\uff01\uff05\uff09\uff0c\uff1a\uff1b\uff1f"
_PIECE = re.compile(rf" +|[\ue000-\uefff]*[{_WIDE}][{_CLOSING}\uf000-\uf8ff]*|[^ {_WIDE}]+[{_CLOSING}]*")


class PipeClosed(Exception):
    """Whoever read our output has stopped reading."""


def say(text: str = "") -> None:
    """Write a line to standard output.

    Raises:
        PipeClosed: nobody reads it any more.
        InputError: it cannot be written.
    """
    if sys.stdout is not None:
        with _honest():
            sys.stdout.write(text + "\n")


def flush() -> None:
    """Have everything written that was said.

    Raises:
        PipeClosed: nobody reads it any more.
        InputError: it cannot be written.
    """
    if sys.stdout is not None:
        with _honest():
            sys.stdout.flush()


@contextlib.contextmanager
def _honest() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise PipeClosed from None
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", field=STDOUT) from None


def unsaid() -> None:
    """Send what is still unwritten nowhere; Python would complain about it when it leaves."""
    with contextlib.suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - a device
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def tell(text: str) -> None:
    """Write a line to standard error; what cannot be told there is lost."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(text + "\n")
            sys.stderr.flush()
    except OSError:
        return


def say_json(value: object) -> None:
    """Write a value as JSON in ASCII: it is the same text under every locale."""
    say(json.dumps(value, indent=2, allow_nan=False))


def plain(text: str) -> str:
    """The text on one line, with everything that could move a cursor or hide a word written out."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)


def short(text: str, most: int) -> str:
    """The text, cut to `most` characters with a mark where something is left out."""
    return text if len(text) <= most else text[: most - 3] + "..."


def width(text: str) -> int:
    """How many cells of a terminal the text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(one) else 1 + (unicodedata.east_asian_width(one) in "WF") for one in text)


def padded(text: str, cells: int, *, right: bool = False) -> str:
    """The text filled with blanks to that many cells."""
    blanks = " " * (cells - width(text))
    return blanks + text if right else text + blanks


def wrapped(text: str, cells: int) -> list[str]:
    """The text in lines of that many cells, broken at blanks and between wide characters; never within a word."""
    lines, line, taken = [], "", 0
    for piece in _PIECE.findall(text):
        more = width(piece)
        if line and taken + more > cells and piece[0] != " ":
            lines += [line.rstrip(" ")] if line.strip(" ") else []
            line, taken = "", 0
        line, taken = line + piece, taken + more
    return [*lines, line.rstrip(" ")] if line.strip(" ") else lines


def table(rows: Iterable[Sequence[object]], *, head: Sequence[str] = ()) -> list[str]:
    """Aligned lines, two blanks between cells: columns of numbers to the right, all others to the left."""
    body = [[plain(str(cell)) for cell in row] for row in rows]
    every = [list(head), *body] if head else body
    if not every:
        return []
    right = [all(_NUMBER.fullmatch(row[i]) for row in body) for i in range(len(every[0]))]
    cells = [max(width(row[i]) for row in every) for i in range(len(every[0]))]
    lines = ("  ".join(padded(row[i], cells[i], right=right[i]) for i in range(len(row))) for row in every)
    return [line.rstrip() for line in lines]


def columns() -> int:
    """How wide running text may be: the terminal, but no narrower than 60 and no wider than 120."""
    return min(120, max(60, shutil.get_terminal_size((100, 24)).columns))


def coloured() -> bool:
    """Whether standard output is a terminal that shows colours, and nobody objects."""
    terminal = sys.stdout is not None and sys.stdout.isatty()
    return terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def painted(text: str, colour: str, *, on: bool) -> str:
    """The text in that colour (bold, dim, red, green, yellow) where colours are on."""
    return f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m" if on and text else text


def underlined(text: str, colour: str) -> str:
    """The text underlined and in that colour (red, green, yellow)."""
    return f"\x1b[4;{_COLOURS[colour]}m{text}\x1b[0m" if text else text


def guillemets() -> tuple[str, str]:
    """What stands around words that matter where there are no colours, in signs that standard output can say."""
    try:
        "»«".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ">>", "<<"
    return "»", "«"
