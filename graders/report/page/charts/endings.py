"""How did the runs end, agent by agent? Right endings from the left, wrong ones after them, success below."""

from collections.abc import Iterator, Sequence
from typing import Any

from graders.report.page.charts.chart import Chart, Spec, drawn, interval, named, percent, studied_first
from graders.report.page.charts.rows import Endings
from graders.report.page.charts.style import (
    ENDING_COLOURS,
    ENDINGS,
    MUTED,
    TEXT,
    UNJUDGED,
    percent_axis,
    whole,
)

_WIDTH, _STEP = 460, 30


def endings(rows: Sequence[Endings]) -> Chart:
    """Stacked bars, one an agent, with the interval of success as a line below each."""
    shown = drawn(rows)
    return Chart(
        name="endings",
        title="How runs ended",
        reading=_reading(rows),
        spec=_spec(shown) if shown else None,
        head=("agent", "runs", "success", "95 % interval", *ENDINGS.values(), UNJUDGED),
        body=tuple(_words(row) for row in rows),
        left_out=len(rows) - len(shown),
    )


def _reading(rows: Sequence[Endings]) -> str:
    rule = "Cold colours are right endings, warm ones wrong; the dot is success, its line the 95 % interval"
    if not rows:
        return "No run."
    one = studied_first(rows)[0]
    told = f"{named(one.agent, one.role)} succeeds in {percent(one.success.value)}"
    return f"{rule}: {told} of {one.success.n} runs ({interval(one.success)})."


def _words(row: Endings) -> tuple[str, ...]:
    counts = dict(row.counts)
    by_label = (str(counts.get(label, 0)) for label in ENDINGS)
    share = row.success
    return (
        named(row.agent, row.role),
        str(share.n),
        percent(share.value),
        interval(share),
        *by_label,
        str(row.unjudged),
    )


def _spec(rows: Sequence[Endings]) -> Spec:
    values = [value for row in rows for value in _values(row)]
    agents = [named(row.agent, row.role) for row in rows]
    y: Spec = {
        "field": "agent",
        "type": "nominal",
        "sort": agents,
        "title": None,
        "axis": {"ticks": False, "domain": False},
    }
    bars: Spec = {
        "mark": {"type": "bar", "height": 12, "yOffset": -4},
        "encoding": {
            "x": {
                "field": "from",
                "type": "quantitative",
                "scale": {"domain": [0, 1]},
                "axis": percent_axis(title="share of runs", orient="top"),
            },
            "x2": {"field": "to"},
            "color": _colour(),
        },
        "transform": [{"filter": "datum.what == 'ending'"}],
    }
    layers = [bars, *_success(), _runs()]
    body: Spec = {"width": _WIDTH, "height": {"step": _STEP}, "encoding": {"y": y}, "layer": layers}
    return whole(body, values=values)


def _colour() -> Spec:
    return {
        "field": "ending",
        "type": "nominal",
        "scale": {"domain": list(ENDING_COLOURS), "range": list(ENDING_COLOURS.values())},
        "legend": {"title": None, "orient": "top", "columns": 5, "offset": 14},
    }


def _success() -> list[Spec]:
    only: list[Spec] = [{"filter": "datum.what == 'success'"}]
    rule: Spec = {
        "transform": only,
        "mark": {"type": "rule", "yOffset": 8, "color": TEXT, "strokeWidth": 2},
        "encoding": {"x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}},
    }
    dot: Spec = {
        "transform": only,
        "mark": {"type": "point", "yOffset": 8, "filled": True, "color": TEXT, "size": 45, "opacity": 1},
        "encoding": {"x": {"field": "value", "type": "quantitative"}},
    }
    return [rule, dot]


def _runs() -> Spec:
    return {
        "transform": [{"filter": "datum.what == 'success'"}],
        "mark": {"type": "text", "align": "left", "dx": 8, "fontSize": 11, "color": MUTED},
        "encoding": {"x": {"datum": 1, "type": "quantitative"}, "text": {"field": "n"}},
    }


def _values(row: Endings) -> Iterator[dict[str, Any]]:
    """The parts of one bar, and the success below it."""
    agent, counts = named(row.agent, row.role), dict(row.counts)
    parts = [*((words, counts.get(label, 0)) for label, words in ENDINGS.items()), (UNJUDGED, row.unjudged)]
    total, start = sum(count for _, count in parts), 0
    for words, count in parts:
        if count:
            yield {
                "what": "ending",
                "agent": agent,
                "ending": words,
                "from": start / total,
                "to": (start + count) / total,
            }
        start += count
    share = row.success
    if share.value is not None:
        ends = {"low": share.value if share.low is None else share.low}
        ends |= {"high": share.value if share.high is None else share.high}
        yield {"what": "success", "agent": agent, "value": share.value, **ends, "n": f"n = {share.n}"}
    else:
        yield {"what": "undefined", "agent": agent}
