"""How does a report look in a terminal? Tables as wide as it is; plain aligned lines where it is none."""

import io
from collections.abc import Iterable, Iterator
from typing import Literal

from graders.printing import plain, table, wrapped
from graders.printing import width as cell_width
from graders.report.blocks import Block, Grid, Heading, Points

_RULE = {1: "=", 2: "-"}
# Longer words are broken.
_LONGEST = 30
# What stands between two columns.
_GAP = 3


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
    """The report for a terminal: no line is wider than it; a table that is goes on below, its first column again.

    Args:
        blocks: the report.
        width: of the terminal, in cells.
        coloured: whether it shows colours.
        unicode: whether it shows lines beyond ASCII.
    """
    for block in blocks:
        if not isinstance(block, Grid):
            yield from text_lines([block], width)
            continue
        for part in _parts(block, width):
            yield ""
            yield from _drawn(part, width, coloured=coloured, unicode=unicode)


def _drawn(block: Grid, width: int, *, coloured: bool, unicode: bool) -> list[str]:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    widths = _widths(block, width)
    made = Table(box=box.SIMPLE_HEAD if unicode else box.ASCII2, pad_edge=False, header_style="bold")
    for place, head in enumerate(block.head):
        side: Literal["left", "right"] = "right" if place in block.numbers else "left"
        made.add_column(Text(plain(head)), justify=side, overflow="fold", width=widths[place])
    for row in block.rows:
        made.add_row(*(Text(plain(cell)) for cell in row))  # as Text: what looks like markup stays what it is
    sheet = io.StringIO()
    system: Literal["standard"] | None = "standard" if coloured else None
    console = Console(file=sheet, width=width, force_terminal=coloured, color_system=system, highlight=False)
    console.print(Text(plain(block.title), style="bold"), made)
    return [line.rstrip() for line in sheet.getvalue().rstrip().splitlines()]


def _parts(block: Grid, width: int) -> Iterator[Grid]:
    """The table in as many parts as its longest words need."""
    least = [_least(block, place, width) + _GAP for place in range(len(block.head))]
    taken: list[int] = []
    for place in range(1, len(block.head)):
        if taken and least[0] + sum(least[one] for one in taken) + least[place] > width:
            yield _columns(block, taken)
            taken = []
        taken.append(place)
    yield _columns(block, taken)


def _widths(block: Grid, width: int) -> list[int]:
    """How wide each column is: as its longest word, and more while there is room for whole cells."""
    widths = [_least(block, place, width) for place in range(len(block.head))]
    whole = [max(map(cell_width, _cells(block, place))) for place in range(len(block.head))]
    for _ in range(width - sum(widths) - _GAP * len(widths)):
        lacking = [most - now for most, now in zip(whole, widths, strict=True)]
        if max(lacking) > 0:
            widths[lacking.index(max(lacking))] += 1
    return widths


def _cells(block: Grid, place: int) -> list[str]:
    return [plain(row[place]) for row in block.rows] + [plain(block.head[place])]


def _columns(block: Grid, places: list[int]) -> Grid:
    """The first column and those at the places."""
    kept = [0, *places]
    numbers = frozenset(new for new, old in enumerate(kept) if old in block.numbers)
    head = tuple(block.head[place] for place in kept)
    return Grid(block.title, head, tuple(tuple(row[place] for place in kept) for row in block.rows), numbers)


def _least(block: Grid, place: int, width: int) -> int:
    """Cells that the longest word of a column takes; the first column, which names the row, is not broken at all."""
    cells = _cells(block, place)
    words = cells if place == 0 else [word for cell in cells for word in cell.split(" ")]
    return min(_LONGEST, width // 2 - _GAP, max(map(cell_width, words)))


def _point(item: str, width: int) -> Iterator[str]:
    lines = wrapped(plain(item), width - 2)
    yield from (f"{'- ' if place == 0 else '  '}{line}" for place, line in enumerate(lines))
