"""Where does a written report go? To a terminal as wide as it is, to a pipe in plain lines, or into a file."""

import contextlib
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from graders.printing import coloured, columns, say, say_json
from graders.printing import plain as legible
from graders.report.blocks import Block
from graders.report.markdown import markdown_text
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


def show(blocks: Sequence[Block], plain: dict[str, Any] | None, written: Iterable[Path | None]) -> None:
    """Print a report, and where else it stands now.

    Args:
        blocks: the report.
        plain: the same as JSON, where that is printed in its place.
        written: files that hold it now.
    """
    if plain is not None:
        say_json(plain)
        return
    for line in shown_lines(blocks):
        say(line)
    for path in written:
        if path is not None:
            say(f"written: {legible(str(path))}")


def write_markdown(path: Path | None, blocks: Sequence[Block]) -> None:
    """Write a report as Markdown, if that is asked for.

    Raises:
        InputError: it cannot be written.
    """
    if path is not None:
        with writing(path):
            write_text(path, markdown_text(blocks))


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
