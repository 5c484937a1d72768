"""Where do runs go wrong? Success by agent and slice, endings by kind of fault, as numbers on coloured fields."""

from collections.abc import Sequence
from typing import Any

from graders.report.page.charts.chart import Chart, Spec, drawn, interval, named, percent, reference
from graders.report.page.charts.rows import Cell, Count
from graders.report.page.charts.style import LINE, MUTED, whole

# Five colours that a reader can tell apart, and the colour of text that is legible on each.
_BINS = (0.2, 0.4, 0.6, 0.8)
_FIELDS = [f"var(--heat-{i})" for i in range(5)]
_WORDS = [f"var(--on-heat-{i})" for i in range(5)]
_CELL = 62


def slices(cells: Sequence[Cell], *, by: str = "slice") -> Chart:
    """Success of each agent in each slice, or by what else tasks are told apart; an empty field is hollow."""
    rows = _rows(cells)
    shown = {cell.row for cell in rows}
    values = [
        {"row": named(cell.row, cell.role), "column": cell.column, "share": cell.share.value, "told": _told(cell)}
        for cell in cells
        if cell.row in shown
    ]
    order = [named(cell.row, cell.role) for cell in rows]
    return Chart(
        name=f"by-{by.partition(',')[0]}",
        title=f"Success by {by}",
        reading=_weakest(cells),
        spec=_spec(values, order, "share of successes") if values else None,
        head=("agent", by, "success", "95 % interval", "runs"),
        body=tuple(_words(cell) for cell in cells),
        left_out=len({cell.row for cell in cells}) - len(shown),
    )


def faults(counts: Sequence[Count]) -> Chart:
    """Runs by kind of fault and ending: coloured by the share of the row, with the count printed."""
    totals: dict[str, int] = {}
    for one in counts:
        totals[one.row] = totals.get(one.row, 0) + one.runs
    shares = [one.runs / totals[one.row] if totals[one.row] else None for one in counts]
    each = list(zip(counts, shares, strict=True))
    values = [{"row": one.row, "column": one.column, "share": share, "told": str(one.runs)} for one, share in each]
    return Chart(
        name="faults",
        title="Kind of fault and ending",
        reading=_commonest(counts, totals),
        spec=_spec(values, list(totals), "share of the row") if values else None,
        head=("fault", "ending", "runs", "share of the row"),
        body=tuple((one.row, one.column, str(one.runs), percent(share)) for one, share in each),
    )


def _rows(cells: Sequence[Cell]) -> Sequence[Cell]:
    """One cell of each row that is drawn."""
    return drawn(list({cell.row: cell for cell in cells}.values()))


def _told(cell: Cell) -> str:
    return "none" if cell.share.value is None else f"{100 * cell.share.value:.0f} %"


def _words(cell: Cell) -> tuple[str, ...]:
    share = cell.share
    return (named(cell.row, cell.role), cell.column, percent(share.value), interval(share), str(share.n))


def _weakest(cells: Sequence[Cell]) -> str:
    rule = "Numbers are shares of successes; a hollow field has no run"
    found = [(cell.share.value, cell) for cell in cells if cell.share.value is not None and not reference(cell)]
    if not found:
        return f"{rule}."
    value, cell = min(found, key=lambda one: one[0])
    return f"{rule}; the weakest is {cell.row} in {cell.column}: {percent(value)} of {cell.share.n} runs."


def _commonest(counts: Sequence[Count], totals: dict[str, int]) -> str:
    rule = "Numbers are runs; colours their share of the row"
    most = max(counts, key=lambda one: one.runs, default=None)
    if most is None or not most.runs:
        return f"{rule}."
    return f"{rule}; {most.runs} of {totals[most.row]} runs in the row '{most.row}' end as {most.column}."


def _spec(values: Sequence[dict[str, Any]], rows: list[str], legend: str) -> Spec:
    columns = list(dict.fromkeys(value["column"] for value in values))
    y: Spec = {
        "field": "row",
        "type": "nominal",
        "sort": rows,
        "title": None,
        "axis": {"ticks": False, "domain": False},
    }
    x: Spec = {"field": "column", "type": "nominal", "sort": columns, "title": None}
    x["axis"] = {"ticks": False, "domain": False, "orient": "top", "labelAngle": -35, "labelAlign": "left"}
    known: list[Spec] = [{"filter": "isValid(datum.share)"}]
    colour: Spec = {"field": "share", "type": "quantitative", "scale": _scale(_FIELDS)}
    colour["legend"] = {"title": legend, "format": ".0%", "orient": "bottom", "direction": "horizontal"}
    words: Spec = {**colour, "scale": _scale(_WORDS), "legend": None}
    gone: Spec = {"type": "rect", "fill": "transparent", "stroke": LINE, "strokeDash": [3, 3]}
    layers: list[Spec] = [
        {"transform": [{"filter": "!isValid(datum.share)"}], "mark": gone},
        {"transform": known, "mark": {"type": "rect"}, "encoding": {"color": colour}},
        {
            "transform": known,
            "mark": {"type": "text", "fontSize": 12},
            "encoding": {"text": {"field": "told"}, "color": words},
        },
        {
            "transform": [{"filter": "!isValid(datum.share)"}],
            "mark": {"type": "text", "fontSize": 11, "color": MUTED},
            "encoding": {"text": {"field": "told"}},
        },
    ]
    size: Spec = {"width": {"step": _CELL}, "height": {"step": 26}}
    return whole(
        {**size, "encoding": {"x": x, "y": y}, "layer": layers, "resolve": {"scale": {"color": "independent"}}},
        values=values,
    )


def _scale(colours: Sequence[str]) -> Spec:
    return {"type": "threshold", "domain": list(_BINS), "range": list(colours)}
