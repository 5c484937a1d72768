"""Of what is a written report built? Headings, sentences, lists and tables; terminal and Markdown set them alike."""

import re
from collections.abc import Callable, Iterable, Sequence

import attrs

from graders.report.figure import Figure, Status


@attrs.frozen
class Heading:
    """A title; level 1 is the report's own."""

    text: str
    level: int = 2


@attrs.frozen
class Sentence:
    """Running text."""

    text: str


@attrs.frozen
class Points:
    """A list, one or more."""

    items: tuple[str, ...]


@attrs.frozen
class Grid:
    """A table.

    Attributes:
        title: what it shows.
        head: of its columns.
        rows: of as many cells each.
        numbers: places of the columns that stand to the right.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()


Block = Heading | Sentence | Points | Grid
# How a column writes a figure.
Writer = Callable[[Figure], str]
UNDEFINED = "undefined"
# Counts beside figures, and counts of counts; an empty cell stands in nobody's way.
_COUNT = re.compile(r"[0-9]*(/[0-9]+)?")


@attrs.frozen
class Column:
    """A column of words or of figures.

    Attributes:
        head: its title, to which figures add whether they are known or estimated.
        cells: from the top.
        write: how a figure is written.
    """

    head: str
    cells: tuple[str | Figure, ...]
    write: Writer


def percent(figure: Figure) -> str:
    """A rate in percent, with the ends of its interval where it has them."""
    if figure.value is None:
        return UNDEFINED
    ends = "" if figure.low is None or figure.high is None else f" ({_hundredth(figure.low)}-{_hundredth(figure.high)})"
    return f"{_hundredth(figure.value)} %{ends}"


def whole_percent(figure: Figure) -> str:
    """The same without a digit after the point, for narrow columns."""
    if figure.value is None:
        return UNDEFINED
    ends = "" if figure.low is None or figure.high is None else f" ({_whole(figure.low)}-{_whole(figure.high)})"
    return f"{_whole(figure.value)} %{ends}"


def number(figure: Figure) -> str:
    """A number of four digits, or a whole one with all of them, and the ends of its interval."""
    if figure.value is None:
        return UNDEFINED
    ends = "" if figure.low is None or figure.high is None else f" ({_short(figure.low)} to {_short(figure.high)})"
    return _short(figure.value) + ends


def fraction(figure: Figure) -> str:
    """A number with its exact writing where it has one."""
    if figure.value is None or figure.exact is None or figure.exact.isdigit():
        return number(figure)
    return f"{number(figure)} = {figure.exact}" if len(figure.exact) < 12 else number(figure)


def told(figure: Figure, write: Writer = number) -> str:
    """A figure outside a table: with how it is known, over how many, and its note."""
    note = f"; {figure.note}" if figure.note else ""
    return f"{write(figure)} ({figure.status}, n = {figure.n}{note})"


def column(head: str, cells: Iterable[str | Figure], write: Writer = number) -> Column:
    """A column from the top."""
    return Column(head, tuple(cells), write)


def grid(title: str, columns: Sequence[Column]) -> Grid:
    """A table of columns; it says once how its numbers are known: in the title, in a head, or else in each cell."""
    kinds = [_statuses(one) for one in columns]
    every = set().union(*kinds)
    heads, written = [], []
    for one, own in zip(columns, kinds, strict=True):
        heads.append(f"{one.head}, {next(iter(own))}" if len(every) > 1 and len(own) == 1 else one.head)
        written.append([_cell(cell, one.write, tell=len(own) > 1) for cell in one.cells])
    named = f"{title} ({next(iter(every))})" if len(every) == 1 else title
    numbers = frozenset(place for place, own in enumerate(kinds) if own)
    return Grid(named, tuple(heads), tuple(zip(*written, strict=True)), numbers)


def _statuses(one: Column) -> set[Status]:
    """How the numbers of a column are known; plain counts always are."""
    if one.cells and all(isinstance(cell, str) and _COUNT.fullmatch(cell) for cell in one.cells):
        return {Status.KNOWN}
    return {cell.status for cell in one.cells if isinstance(cell, Figure)}


def _cell(cell: str | Figure, write: Writer, *, tell: bool) -> str:
    if isinstance(cell, str):
        return cell
    return f"{write(cell)} {_SHORT[cell.status]}" if tell else write(cell)


_SHORT = {Status.KNOWN: "known", Status.ESTIMATE: "estimate"}


def _hundredth(rate: float) -> str:
    """In percent, to one digit after the point; what is not 0 or 100 is not written so."""
    written = f"{100 * rate:.1f}".removesuffix(".0")
    return {"0": "<0.1", "100": ">99.9"}.get(written, written) if 0 < rate < 1 else written


def _whole(rate: float) -> str:
    written = f"{100 * rate:.0f}"
    return {"0": "<1", "100": ">99"}.get(written, written) if 0 < rate < 1 else written


def _short(value: float) -> str:
    if float(value).is_integer() and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.4g}" if abs(value) < 10_000 else f"{value:.0f}"
