"""What does a section of a page hold? Words, facts, tables, charts; templates only lay them out."""

import attrs

from graders.report.page.charts.chart import Chart


@attrs.frozen
class Cell:
    """One field of a table, one fact, or one big number.

    Attributes:
        words: what stands there.
        small: what stands below it, such as an interval.
        link: an address within the page, "#...", or empty.
        number: whether it is a number, and stands to the right.
        tag: how it is known, or a mark; empty where the column says it.
    """

    words: str
    small: str = ""
    link: str = ""
    number: bool = False
    tag: str = ""


@attrs.frozen
class Column:
    """The head of a column.

    Attributes:
        title: what stands below.
        tag: how all its figures are known; empty where it holds none, or of both kinds.
        method: how they were made; empty where no figure says.
    """

    title: str
    tag: str = ""
    method: str = ""


@attrs.frozen
class Line:
    """One row of a table.

    Attributes:
        cells: the first one names the row.
        reference: whether it is there to compare with: floor or ceiling.
    """

    cells: tuple[Cell, ...]
    reference: bool = False


@attrs.frozen
class Table:
    """A table.

    Attributes:
        title: what it shows.
        columns: its heads.
        lines: its rows.
        note: a sentence below it, or empty.
        folded: whether a reader has to open it.
    """

    title: str
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    note: str = ""
    folded: bool = False
    kind: str = attrs.field(default="table", init=False)


@attrs.frozen
class Words:
    """A paragraph.

    Attributes:
        words: of it.
        tone: `key` for what all else rests on, `notice` for what must not be overlooked, or empty.
    """

    words: str
    tone: str = ""
    kind: str = attrs.field(default="words", init=False)


@attrs.frozen
class Listed:
    """Sentences, one below the other.

    Attributes:
        title: what they are, or empty.
        sentences: in order.
        folded: whether a reader has to open it.
    """

    title: str
    sentences: tuple[str, ...]
    folded: bool = False
    kind: str = attrs.field(default="listed", init=False)


@attrs.frozen
class Links:
    """Ways to runs, beside each other.

    Attributes:
        title: what they are.
        cells: the ways.
    """

    title: str
    cells: tuple[Cell, ...]
    kind: str = attrs.field(default="links", init=False)


@attrs.frozen
class Facts:
    """Names with what belongs to them."""

    rows: tuple[tuple[str, Cell], ...]
    kind: str = attrs.field(default="facts", init=False)


@attrs.frozen
class Tiles:
    """Big numbers beside each other, each under its name."""

    rows: tuple[tuple[str, Cell], ...]
    kind: str = attrs.field(default="tiles", init=False)


@attrs.frozen
class Picture:
    """A chart with the paragraph that belongs to it.

    Attributes:
        chart: the chart.
        note: a sentence below it, or empty.
    """

    chart: Chart
    note: str = ""
    kind: str = attrs.field(default="picture", init=False)


Part = Table | Words | Listed | Links | Facts | Tiles | Picture


@attrs.frozen
class Section:
    """A part of a page that the table of contents names.

    Attributes:
        name: of its address.
        title: what it tells.
        parts: in order.
    """

    name: str
    title: str
    parts: tuple[Part, ...]
