"""How does a figure stand in a table? Its value in words, its interval and number below, how it is known beside."""

from collections.abc import Callable, Iterable, Sequence
from urllib.parse import urlencode

from graders.printing import plain
from graders.report.agent_results import Role
from graders.report.figure import Figure
from graders.report.page.charts.chart import figure as number_words
from graders.report.page.charts.chart import percent
from graders.report.page.parts import Cell, Column, Line, Table

# How a value is said: as a share, or as a number.
Say = Callable[[float | None], str]
_LONG_FRACTION = 9


def share_cell(one: Figure, link: str = "") -> Cell:
    """A figure that is a share of 1."""
    return _cell(one, percent, link)


def number_cell(one: Figure, link: str = "") -> Cell:
    """A figure that is a count or a cost."""
    return _cell(one, number_words, link)


def figure_table(
    title: str,
    heads: Sequence[str],
    rows: Iterable[tuple[str, Role, str, Sequence[tuple[Figure, Cell]]]],
    *,
    note: str = "",
    folded: bool = False,
) -> Table:
    """A table of figures, a row an agent; a column says how its figures are known where all are known alike.

    Args:
        title: what it shows.
        heads: of the columns, without the agent's and that of the kind of evidence.
        rows: (agent, role, kind of evidence, figures with their cells).
        note: a sentence below it.
        folded: whether a reader has to open it.
    """
    told = list(rows)
    columns = [_column(head, [figures[i][0] for _, _, _, figures in told]) for i, head in enumerate(heads)]
    lines = tuple(
        Line(
            (
                agent_cell(agent, role),
                Cell(evidence),
                *(_tagged(one, column) for one, column in zip(figures, columns, strict=True)),
            ),
            role is not Role.STUDIED,
        )
        for agent, role, evidence, figures in told
    )
    return Table(title, (Column("agent"), Column("evidence"), *columns), lines, note, folded)


def agent_cell(agent: str, role: Role) -> Cell:
    """An agent as the name of a row, with a way to its runs."""
    return Cell(agent, small="" if role is Role.STUDIED else role.value, link=runs_link(agent=agent))


def runs_link(**filters: str) -> str:
    """The address at which the page shows those runs."""
    return f"#{urlencode({name: plain(value) for name, value in filters.items()})}"


def run_link(agent: str, task: str, trial: int) -> str:
    """The address at which the page shows that run."""
    return runs_link(run=f"{plain(agent)}/{plain(task)}/{trial}")


def _cell(one: Figure, say: Say, link: str) -> Cell:
    small = [f"{say(one.low)} to {say(one.high)}"] if one.low is not None and one.high is not None else []
    if one.note:
        small.append(one.note)
    elif say is percent or one.value is None:
        small += [one.exact] if one.exact and "/" in one.exact and len(one.exact) <= _LONG_FRACTION else []
        small.append(f"n = {one.n:,}")
    return Cell(say(one.value), small="; ".join(small), link=link, number=True)


def _column(head: str, figures: Sequence[Figure]) -> Column:
    tags = {one.status.value for one in figures}
    methods = list(dict.fromkeys(one.method for one in figures if one.method))
    return Column(head, tags.pop() if len(tags) == 1 else "", " / ".join(methods))


def _tagged(pair: tuple[Figure, Cell], column: Column) -> Cell:
    one, cell = pair
    if column.tag:
        return cell
    return Cell(cell.words, cell.small, cell.link, cell.number, one.status.value)
