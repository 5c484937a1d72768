"""Are failures spread over all tasks, or gathered in a few? Tasks by how many of their trials succeeded."""

from collections.abc import Sequence

from graders.report.page.charts.chart import Chart, Spec, drawn, named, studied_first
from graders.report.page.charts.panels import panels
from graders.report.page.charts.rows import Spread
from graders.report.page.charts.style import ACCENT, MUTED, percent_axis


def spread(rows: Sequence[Spread]) -> Chart:
    """A histogram for each agent."""
    most = max((len(row.tasks) for row in rows), default=0)
    shown = [row for row in drawn(rows) if sum(row.tasks)]
    return Chart(
        name="spread",
        title="Tasks by successes out of their trials",
        reading=_reading(rows),
        spec=_spec(shown) if shown else None,
        head=("agent", "tasks", *(f"{count} successes" for count in range(most))),
        body=tuple(_words(row, most) for row in rows),
        left_out=len(rows) - len(drawn(rows)),
    )


def _reading(rows: Sequence[Spread]) -> str:
    one = next((row for row in studied_first(rows) if sum(row.tasks)), None)
    if one is None:
        return "No task has all its runs."
    between, total = sum(one.tasks[1:-1]), sum(one.tasks)
    told = f"{named(one.agent, one.role)} does {one.tasks[-1]} of {total} tasks always, {one.tasks[0]} never"
    rule = "Towers at the two ends are tasks that can or cannot be done; what lies between is luck"
    return f"{rule}: {told}, {between} sometimes."


def _words(row: Spread, most: int) -> tuple[str, ...]:
    counts = [str(count) for count in row.tasks] + ["-"] * (most - len(row.tasks))
    return (named(row.agent, row.role), str(sum(row.tasks)), *counts)


def _spec(rows: Sequence[Spread]) -> Spec:
    values = [
        {"panel": named(row.agent, row.role), "c": str(c), "share": tasks / sum(row.tasks), "told": tasks}
        for row in rows
        for c, tasks in enumerate(row.tasks)
    ]
    order = [str(c) for c in range(max(len(row.tasks) for row in rows))]
    x: Spec = {"field": "c", "type": "ordinal", "sort": order, "title": "successes", "axis": {"labelAngle": 0}}
    y: Spec = {"field": "share", "type": "quantitative", "scale": {"domain": [0, 1.15]}}
    y["axis"] = percent_axis(values=[0, 0.5, 1], title=None)
    bars: Spec = {"mark": {"type": "bar", "color": ACCENT}, "encoding": {"x": x, "y": y}}
    told: Spec = {
        "mark": {"type": "text", "dy": -6, "fontSize": 10, "color": MUTED},
        "encoding": {"x": x, "y": y, "text": {"field": "told"}},
    }
    few = len(order) <= 8  # more numbers beside each other could not be read
    return panels([bars, told] if few else [bars], values, rows)
