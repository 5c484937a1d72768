"""What did runs cost? The least, the median, the 90th and 95th percentile and the most, agent by agent."""

from collections.abc import Sequence

from graders.report.page.charts.chart import Chart, Spec, drawn, figure, named, studied_first
from graders.report.page.charts.rows import Cost
from graders.report.page.charts.style import ACCENT, MUTED, TEXT, whole

_WIDTH, _STEP = 440, 22


def costs(rows: Sequence[Cost], *, of: str, name: str) -> Chart:
    """A strip for each agent on a scale that keeps small and large costs apart.

    Args:
        rows: in their order.
        of: what was paid, such as `calls`.
        name: of the chart on its page.
    """
    shown = [row for row in drawn(rows) if row.n]
    return Chart(
        name=name,
        title=f"Cost of a run: {of}",
        reading=_reading(rows, of),
        spec=_spec(shown, of) if shown else None,
        head=("agent", "runs", "least", "median", "90 %", "95 %", "most"),
        body=tuple(_words(row) for row in rows),
        left_out=len(rows) - len(drawn(rows)),
    )


def _reading(rows: Sequence[Cost], of: str) -> str:
    one = next((row for row in studied_first(rows) if row.n), None)
    if one is None:
        return "Nothing was run."
    who, most = named(one.agent, one.role), figure(one.most)
    told = f"half of the runs of {who} take {figure(one.median)} {of} or less, the dearest takes {most}"
    return f"All runs count, failed ones too, and quantiles are observed values: {told}."


def _words(row: Cost) -> tuple[str, ...]:
    values = (row.least, row.median, row.p90, row.p95, row.most)
    return (named(row.agent, row.role), str(row.n), *map(figure, values))


def _spec(rows: Sequence[Cost], of: str) -> Spec:
    names = ("least", "median", "p90", "p95", "most")
    values = [
        {"agent": named(row.agent, row.role), "told": figure(row.most), **{name: getattr(row, name) for name in names}}
        for row in rows
    ]
    y: Spec = {"field": "agent", "type": "nominal", "sort": [value["agent"] for value in values], "title": None}
    y["axis"] = {"ticks": False, "domain": False, "grid": True}
    layers = [
        _layer({"type": "rule", "color": MUTED, "strokeWidth": 1.5}, "median", of, until="p95"),
        _layer({"type": "bar", "height": 10, "color": ACCENT}, "least", of, until="median"),
        _layer({"type": "tick", "thickness": 2.5, "height": 16, "color": TEXT}, "median", of),
        _layer({"type": "tick", "thickness": 1.5, "height": 8, "color": MUTED}, "p90", of),
        _layer({"type": "tick", "thickness": 2, "height": 12, "color": MUTED}, "p95", of),
        _layer({"type": "point", "shape": "diamond", "filled": True, "size": 40, "color": MUTED}, "most", of),
        _layer({"type": "text", "align": "left", "dx": 8, "fontSize": 11, "color": MUTED}, "most", of),
    ]
    layers[-1]["encoding"]["text"] = {"field": "told"}
    body: Spec = {"width": _WIDTH, "height": {"step": _STEP}, "encoding": {"y": y}, "layer": layers}
    return whole(body, values=values)


def _layer(mark: Spec, field: str, of: str, *, until: str | None = None) -> Spec:
    title = f"{of}: bar from the least to the median, ticks 90 and 95 %, diamond the most"
    axis = {"title": title, "tickCount": 6, "labelOverlap": "greedy", "orient": "top"}
    x: Spec = {"field": field, "type": "quantitative", "scale": {"type": "symlog", "constant": 1}, "axis": axis}
    end: Spec = {} if until is None else {"x2": {"field": until}}
    return {"mark": {**mark, "opacity": 1}, "encoding": {"x": x, **end}}
