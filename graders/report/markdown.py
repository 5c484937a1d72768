"""How is a report written in Markdown? As GitHub and pandoc read it, whatever names hold."""

import re
from collections.abc import Iterable, Iterator

from graders.printing import plain
from graders.report.blocks import Block, Grid, Heading, Points

# What begins emphasis, code, links, HTML, tables or escapes anywhere in a line.
_SIGNS = re.compile(r"([\\`*_\[\]<>|~&$@#])")
# What makes something else of a line where it stands first: a list, a number of one, a rule.
_FIRST = re.compile(r"^(\d*)([-+=.)])")


def markdown_text(blocks: Iterable[Block]) -> str:
    """The report as one Markdown text."""
    return "\n".join(_lines(blocks)).strip("\n") + "\n"


def _lines(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        yield ""
        if isinstance(block, Heading):
            yield f"{'#' * block.level} {_safe(block.text)}"
        elif isinstance(block, Points):
            yield from (f"- {_first(item)}" for item in block.items)
        elif isinstance(block, Grid):
            yield from _table(block)
        else:
            yield _first(block.text)


def _table(block: Grid) -> Iterator[str]:
    yield f"**{_safe(block.title)}**"
    yield ""
    yield _row(block.head)
    yield _row(["--:" if place in block.numbers else ":--" for place in range(len(block.head))], safe=True)
    yield from map(_row, block.rows)


def _row(cells: Iterable[str], *, safe: bool = False) -> str:
    return f"| {' | '.join(cell if safe else _safe(cell) for cell in cells)} |"


def _safe(text: str) -> str:
    return _SIGNS.sub(r"\\\1", plain(text))


def _first(text: str) -> str:
    return _FIRST.sub(r"\1\\\2", _safe(text))
