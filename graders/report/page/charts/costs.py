"""What did runs cost? Middle half, median, 95th percentile and the most of all runs, agent by agent."""

from collections.abc import Sequence

from graders.report.page.charts.chart import Chart, Spec, drawn, figure, named
from graders.report.page.charts.rows import Cost
from graders.report.page.charts.style import ACCENT, MUTED, SURFACE, whole

_WIDTH, _STEP = 440, 22


def costs(rows: Sequence[Cost], *, of: str, name: str) -> Chart:
    """A strip for each agent on a scale that keeps small and large costs apart.

    Args:
        rows: in their order.
        of: what was paid, such as `calls`.
        name: of the chart on its page.
    """
    shown = drawn(rows)
    return Chart(
        name=name,
        title=f"Cost of a run: {of}",
        reading=_reading(rows, of),
        spec=_spec(shown, of) if any(row.n for row in shown) else None,
        head=("agent", "runs", "least", "25 %", "median", "75 %", "95 %", "most"),
        body=tuple(_words(row) for row in rows),
        left_out=len(rows) - len(shown),
    )


def _reading(rows: Sequence[Cost], of: str) -> str:
    one = next((row for row in rows if row.n and not row.role), next((row for row in rows if row.n), None))
    if one is None:
        return "Nothing was run."
    who, most = named(one.agent, one.role), figure(one.most)
    told = f"half of the runs of {who} take {figure(one.median)} or less, the dearest {most}"
    return f"All runs count, failed ones too; quantiles are observed values. In {of}, {told}."


def _words(row: Cost) -> tuple[str, ...]:
    values = (row.low, row.quarter, row.median, row.three_quarters, row.p95, row.most)
    return (named(row.agent, row.role), str(row.n), *map(figure, values))


def _spec(rows: Sequence[Cost], of: str) -> Spec:
    values = [
        {
            "agent": named(row.agent, row.role),
            "low": row.low,
            "quarter": row.quarter,
            "median": row.median,
            "three": row.three_quarters,
            "p95": row.p95,
            "most": row.most,
            "told": figure(row.most),
        }
        for row in rows
        if row.n
    ]
    agents = [value["agent"] for value in values]
    y: Spec = {"field": "agent", "type": "nominal", "sort": agents, "title": None}
    y["axis"] = {"ticks": False, "domain": False, "grid": True}
    layers: list[Spec] = [
        {
            "mark": {"type": "rule", "color": MUTED, "strokeWidth": 1.5},
            "encoding": {"x": _x("low", of), "x2": {"field": "p95"}},
        },
        {
            "mark": {"type": "bar", "height": 10, "color": ACCENT},
            "encoding": {"x": _x("quarter", of), "x2": {"field": "three"}},
        },
        {
            "mark": {
                "type": "point",
                "shape": "circle",
                "filled": True,
                "size": 60,
                "color": SURFACE,
                "stroke": ACCENT,
                "strokeWidth": 2.5,
                "opacity": 1,
            },
            "encoding": {"x": _x("median", of)},
        },
        {"mark": {"type": "tick", "thickness": 2, "height": 10, "color": MUTED}, "encoding": {"x": _x("p95", of)}},
        {
            "mark": {"type": "point", "shape": "diamond", "filled": True, "size": 40, "color": MUTED, "opacity": 1},
            "encoding": {"x": _x("most", of)},
        },
        {
            "mark": {"type": "text", "align": "left", "dx": 8, "fontSize": 11, "color": MUTED},
            "encoding": {"x": _x("most", of), "text": {"field": "told"}},
        },
    ]
    body: Spec = {"width": _WIDTH, "height": {"step": _STEP}, "encoding": {"y": y}, "layer": layers}
    return whole(body, values=values)


def _x(field: str, of: str) -> Spec:
    axis = {
        "title": f"{of}: bar middle half, ring median, tick 95 %, diamond the most",
        "tickCount": 6,
        "labelOverlap": "greedy",
        "orient": "top",
    }
    return {"field": field, "type": "quantitative", "scale": {"type": "symlog", "constant": 1}, "axis": axis}
