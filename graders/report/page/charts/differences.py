"""Where did one agent gain on another? A line for each kind of task, from the low to the high end of its interval."""

from collections.abc import Sequence

import attrs

from graders.printing import plain
from graders.report.page.charts.chart import UNDEFINED, Chart, Spec
from graders.report.page.charts.style import ACCENT, LINE, MUTED, TEXT, whole

_WIDTH, _STEP = 420, 24


@attrs.frozen
class Difference:
    """One difference of two shares.

    Attributes:
        name: of the kind of task.
        tasks: how many.
        value: -1 to 1, second minus first, or None.
        low, high: its interval, or None.
    """

    name: str = attrs.field(converter=plain)
    tasks: int
    value: float | None
    low: float | None = None
    high: float | None = None


def differences(rows: Sequence[Difference]) -> Chart:
    """A dot and a line for each row, right of zero where the second is better."""
    known = [row for row in rows if row.value is not None]
    return Chart(
        name="differences",
        title="Difference in success by kind of task",
        reading=_reading(known),
        spec=_spec(known) if known else None,
        head=("kind of task", "tasks", "difference", "95 % interval"),
        body=tuple(_words(row) for row in rows),
    )


def points(value: float | None) -> str:
    """A difference of shares in percentage points, with its sign."""
    return UNDEFINED if value is None else f"{100 * value:+.1f} points"


def _reading(known: Sequence[Difference]) -> str:
    rule = "Right of the line the second agent is better, left of it the first"
    if not known:
        return f"{rule}; nothing can be compared."
    one = min(known, key=lambda row: row.value or 0)
    return f"{rule}; least is gained in {one.name}: {points(one.value)} over {one.tasks} tasks."


def _words(row: Difference) -> tuple[str, ...]:
    ends = UNDEFINED if row.low is None else f"{points(row.low)} to {points(row.high)}"
    return (row.name, str(row.tasks), points(row.value), ends)


def _spec(rows: Sequence[Difference]) -> Spec:
    values = [
        {"name": row.name, "value": row.value, "low": row.low, "high": row.high, "n": f"n = {row.tasks}"}
        for row in rows
    ]
    y: Spec = {"field": "name", "type": "nominal", "sort": [row.name for row in rows], "title": None}
    y["axis"] = {"ticks": False, "domain": False, "labelLimit": 300}
    layers: list[Spec] = [
        {
            "transform": [{"filter": "isValid(datum.low)"}],
            "mark": {"type": "rule", "color": TEXT, "strokeWidth": 2},
            "encoding": {"x": _x("low"), "x2": {"field": "high"}},
        },
        {
            "mark": {"type": "point", "filled": True, "color": ACCENT, "size": 60, "opacity": 1},
            "encoding": {"x": _x("value")},
        },
        {
            "mark": {"type": "text", "align": "left", "dx": 8, "fontSize": 11, "color": MUTED},
            "encoding": {"x": {"datum": 1}, "text": {"field": "n"}},
        },
    ]
    body: Spec = {"width": _WIDTH, "height": {"step": _STEP}, "encoding": {"y": y}, "layer": layers}
    return whole(body, values=values)


def _x(field: str) -> Spec:
    axis: Spec = {"format": "+.0%", "values": [-1, -0.5, 0, 0.5, 1], "title": "second minus first"}
    axis |= {"gridColor": {"condition": {"test": "datum.value === 0", "value": TEXT}, "value": LINE}}
    return {"field": field, "type": "quantitative", "scale": {"domain": [-1, 1]}, "axis": axis}
