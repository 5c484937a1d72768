"""What belongs to a chart? A picture, one sentence that reads it, and the same numbers as a table."""

from collections.abc import Sequence
from typing import Any, TypeVar

import attrs

from graders.report.agent_results import Role
from graders.report.page.charts.rows import Share

T = TypeVar("T")
# A Vega-Lite specification is plain JSON.
Spec = dict[str, Any]
# More rows than this are no picture any more; the table has them all.
MOST = 30
UNDEFINED = "undefined"


@attrs.frozen
class Chart:
    """A chart as a page shows it.

    Attributes:
        name: short, unique on the page, letters and hyphens.
        title: what is shown.
        reading: one sentence that says how to read it, with a figure from it.
        spec: the picture as a Vega-Lite specification; None where there is nothing to draw.
        head: the columns of the table.
        body: its rows, all of them, as words.
        left_out: how many rows the picture leaves to the table.
    """

    name: str
    title: str
    reading: str
    spec: Spec | None
    head: tuple[str, ...]
    body: tuple[tuple[str, ...], ...]
    left_out: int = 0


def drawn(rows: Sequence[T]) -> Sequence[T]:
    """The rows that the picture holds: floor and ceiling always, then the first of the others, in their order."""
    if len(rows) <= MOST:
        return rows
    room, kept = MOST - sum(reference(row) for row in rows), []
    for row in rows:
        if reference(row) or room > 0:
            kept.append(row)
            room -= not reference(row)
    return kept


def studied_first(rows: Sequence[T]) -> list[T]:
    """The rows with those of agents that are studied first: of them a sentence speaks."""
    return sorted(rows, key=reference)


def reference(row: object) -> bool:
    """Whether a row is there to compare with: floor or ceiling."""
    return getattr(row, "role", Role.STUDIED) is not Role.STUDIED


def named(agent: str, role: Role) -> str:
    """An agent as a label: whoever is floor or ceiling says so."""
    return agent if role is Role.STUDIED else f"{agent} ({role})"


def percent(value: float | None) -> str:
    """A share in words: one decimal, never rounded to 0 or 100 where it is neither."""
    if value is None:
        return UNDEFINED
    told = f"{100 * value:.1f}".removesuffix(".0")
    if told in ("0", "100") and value not in (0, 1):
        return "under 0.1 %" if told == "0" else "over 99.9 %"
    return f"{told} %"


def interval(share: Share) -> str:
    """The interval of a share in words."""
    if share.low is None or share.high is None:
        return UNDEFINED
    return f"{percent(share.low)} to {percent(share.high)}"


def figure(value: float | None) -> str:
    """A number in words: whole ones without a point, three decimals at most, never 0 where it is not."""
    if value is None:
        return UNDEFINED
    told = f"{value:,.3f}".rstrip("0").rstrip(".")
    return "under 0.001" if told in ("0", "-0") and value else told
