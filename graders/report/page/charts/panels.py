"""How do many agents stay apart in one picture? One small panel each, with floor and ceiling drawn in all."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from graders.report.agent_results import Role
from graders.report.page.charts.chart import Spec, named, reference
from graders.report.page.charts.style import whole

_COLUMNS, _WIDTH, _HEIGHT = 4, 140, 80


class Row(Protocol):
    """What has a panel."""

    @property
    def agent(self) -> str:
        """Its name."""

    @property
    def role(self) -> Role:
        """Why it stands here."""


def panels(layers: Sequence[Spec], values: Sequence[Mapping[str, Any]], rows: Sequence[Row]) -> Spec:
    """Layers that are drawn once for each row, four beside each other.

    Args:
        layers: what a panel holds.
        values: the data; `panel` is the label of its row.
        rows: in the order of the panels.
    """
    order = [named(row.agent, row.role) for row in rows]
    facet: Spec = {"field": "panel", "type": "nominal", "sort": order, "title": None}
    body: Spec = {
        "facet": {**facet, "header": {"labelAnchor": "start", "labelPadding": 4}},
        "columns": _COLUMNS,
        "spacing": {"row": 18, "column": 22},
        "spec": {"width": _WIDTH, "height": _HEIGHT, "layer": list(layers)},
    }
    return whole(body, values=values)


def panelled(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows with a panel of their own: floor and ceiling stand in all others, unless they are alone."""
    return [row for row in rows if not reference(row)] or rows


def with_references(rows: Sequence[Row]) -> Iterator[tuple[Row, str, str]]:
    """(row, panel, kind) of every line to draw: each row in its own panel, floor and ceiling in all others too."""
    for panel in panelled(rows):
        label = named(panel.agent, panel.role)
        yield panel, label, "own"
        yield from ((row, label, str(row.role)) for row in rows if reference(row) and row is not panel)
