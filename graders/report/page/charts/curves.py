"""How does success change with more trials? At least one of k, all of k, and trial by trial: never in one picture."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

from graders.report.page.charts.chart import Chart, Spec, drawn, interval, named, percent, studied_first
from graders.report.page.charts.panels import panelled, panels, with_references
from graders.report.page.charts.rows import Curve, Share
from graders.report.page.charts.style import ACCENT, MUTED, percent_axis

_DASHED = "Dashed: ceiling; dotted: floor"


def pass_at_k(rows: Sequence[Curve]) -> Chart:
    """The chance that at least one of k trials succeeds."""
    told = "that at least one of {k} trials succeeds; to use it somebody must pick the right one"
    return _chart("pass-at-k", "pass@k: at least one of k trials succeeds", "k", told, rows)


def pass_hat_k(rows: Sequence[Curve]) -> Chart:
    """The chance that all of k trials succeed."""
    return _chart("pass-hat-k", "pass^k: all of k trials succeed", "k", "that all of {k} trials succeed", rows)


def by_trial(rows: Sequence[Curve]) -> Chart:
    """Success by trial index: what trials that are independent would leave level."""
    told = "of success in trial {k}; a slope would say that trials are not independent"
    return _chart("by-trial", "Success by trial index", "trial", told, rows)


def _chart(name: str, title: str, axis: str, told: str, rows: Sequence[Curve]) -> Chart:
    most = max((len(row.shares) for row in rows), default=0)
    shown = drawn(rows)
    return Chart(
        name=name,
        title=title,
        reading=_reading(told, rows),
        spec=_spec(shown, axis) if shown and most else None,
        head=("agent", *(f"{axis} = {k}" for k in range(1, most + 1)), "95 % interval of the last", "n of the last"),
        body=tuple(_words(row, most) for row in rows),
        left_out=len(rows) - len(shown),
    )


def _reading(told: str, rows: Sequence[Curve]) -> str:
    one = next((row for row in studied_first(rows) if row.shares), None)
    if one is None:
        return "Nothing was run."
    last = percent(one.shares[-1].value)
    return f"{_DASHED}. {named(one.agent, one.role)} has a share of {last} {told.format(k=len(one.shares))}."


def _words(row: Curve, most: int) -> tuple[str, ...]:
    shares = [percent(share.value) for share in row.shares] + [percent(None)] * (most - len(row.shares))
    last = row.shares[-1] if row.shares else Share(None, 0)
    return (named(row.agent, row.role), *shares, interval(last), str(last.n))


def _spec(rows: Sequence[Curve], axis: str) -> Spec:
    values = list(_values(rows))
    most = max(value["k"] for value in values)
    x: Spec = {
        "field": "k",
        "type": "quantitative",
        "scale": {"domain": [1, max(2, most)], "nice": False},
        "axis": {"title": axis, "format": "d", "grid": False, "values": _ticks(most)},
    }
    y: Spec = {"field": "share", "type": "quantitative", "scale": {"domain": [0, 1]}}
    y["axis"] = percent_axis(values=[0, 0.5, 1], title=None)
    band: Spec = {
        "transform": [{"filter": "datum.line == 'own' && isValid(datum.low)"}],
        "mark": {"type": "rule", "color": ACCENT, "opacity": 0.6, "strokeWidth": 2},
        "encoding": {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}},
    }
    lines = [_line(kind, dash, {"x": x, "y": y}) for kind, dash in (("floor", [1, 3]), ("ceiling", [5, 3]))]
    own = _line("own", [], {"x": x, "y": y})
    own["mark"] |= {"color": ACCENT, "strokeWidth": 2, "point": {"filled": True, "color": ACCENT, "size": 35}}
    return panels([*lines, band, own], values, panelled(rows))


def _ticks(most: int) -> list[int]:
    """Whole numbers from 1 to the last, at most six."""
    return [*range(1, most, -(-most // 5)), most]


def _line(kind: str, dash: Sequence[int], encoding: Spec) -> Spec:
    return {
        "transform": [{"filter": f"datum.line == '{kind}'"}],
        "mark": {"type": "line", "color": MUTED, "strokeWidth": 1.2, "strokeDash": list(dash)},
        "encoding": {**encoding, "detail": {"field": "agent"}},
    }


def _values(rows: Sequence[Curve]) -> Iterator[dict[str, Any]]:
    for row, panel, line in cast("Iterator[tuple[Curve, str, str]]", with_references(rows)):
        for k, share in enumerate(row.shares, 1):
            value = {"panel": panel, "line": line, "agent": row.agent, "k": k, "share": share.value}
            yield {**value, "low": share.low, "high": share.high}
