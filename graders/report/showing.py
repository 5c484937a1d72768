"""Where does a written report go? To a terminal as wide as it is, to a pipe in plain lines, or into a file."""

import contextlib
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from graders.printing import coloured, columns
from graders.report.blocks import Block
from graders.report.text import rich_lines, text_lines
from inventory_env.errors import InputError


def shown_lines(blocks: Iterable[Block]) -> Iterator[str]:
    """The lines for standard output, as it is."""
    if sys.stdout is not None and sys.stdout.isatty():
        width = max(40, shutil.get_terminal_size((100, 24)).columns)
        return rich_lines(blocks, width, coloured=coloured(), unicode=_says_lines())
    return text_lines(blocks, columns())


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """Tell why a file cannot be written.

    Raises:
        InputError: it cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=str(path)) from None


def write_text(path: Path, text: str) -> None:
    """Write a file in UTF-8.

    Raises:
        OSError: it cannot be written.
    """
    path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")


def _says_lines() -> bool:
    try:
        "─".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
