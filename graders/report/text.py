"""How does a report look in a terminal? Tables as wide as it is; plain aligned lines where it is none."""

import io
from collections.abc import Iterable, Iterator

from graders.printing import plain, table, wrapped
from graders.printing import width as cell_width
from graders.report.blocks import Block, Grid, Heading, Points

_RULE = {1: "=", 2: "-"}
_LONGEST_NAME = 32


def text_lines(blocks: Iterable[Block], width: int) -> Iterator[str]:
    """The report in plain lines; tables are as wide as they are, running text is as wide as asked for."""
    for block in blocks:
        yield ""
        if isinstance(block, Heading):
            yield plain(block.text)
            if block.level in _RULE:
                yield _RULE[block.level] * len(plain(block.text))
        elif isinstance(block, Points):
            yield from (line for item in block.items for line in _point(item, width))
        elif isinstance(block, Grid):
            yield plain(block.title)
            yield from (f"  {line}" for line in table(block.rows, head=[plain(one) for one in block.head]))
        else:
            yield from wrapped(plain(block.text), width)


def rich_lines(blocks: Iterable[Block], width: int, *, coloured: bool, unicode: bool) -> Iterator[str]:
    """The report for a terminal: no line is wider than it, cells are folded.

    Args:
        blocks: the report.
        width: of the terminal, in cells.
        coloured: whether it shows colours.
        unicode: whether it shows lines beyond ASCII.
    """
    from rich.console import Console

    for block in blocks:
        if not isinstance(block, Grid):
            yield from text_lines([block], width)
            continue
        sheet = io.StringIO()
        console = Console(
            file=sheet,
            width=width,
            force_terminal=coloured,
            color_system="standard" if coloured else None,
            highlight=False,
        )
        console.print(_rich_table(block, unicode=unicode))
        yield ""
        yield from (line.rstrip() for line in sheet.getvalue().splitlines())


def _rich_table(block: Grid, *, unicode: bool) -> object:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(
        title=Text(plain(block.title), style="bold"),
        title_justify="left",
        box=box.SIMPLE_HEAD if unicode else box.ASCII2,
        pad_edge=False,
        header_style="bold",
    )
    for place, head in enumerate(block.head):
        right = place in block.numbers
        # The first column names the row: broken, it is hard to find.
        held = place == 0 and all(cell_width(plain(row[0])) <= _LONGEST_NAME for row in block.rows)
        made.add_column(Text(plain(head)), justify="right" if right else "left", overflow="fold", no_wrap=held)
    for row in block.rows:
        made.add_row(*(Text(plain(cell)) for cell in row))  # as Text: what looks like markup stays what it is
    return made


def _point(item: str, width: int) -> Iterator[str]:
    lines = wrapped(plain(item), max(10, width - 2))
    yield from (f"{'- ' if place == 0 else '  '}{line}" for place, line in enumerate(lines))
