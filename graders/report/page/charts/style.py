"""How do all charts look? Colours are names that the page's style sheet fills in, by light, dark and print."""

from collections.abc import Mapping, Sequence
from typing import Any

from graders.report.page.charts.chart import Spec
from inventory_env.verdict import LineLabel

# Metrics that the drawing library knows, so that no label is cut off where it was measured narrower than it is.
FONT = "Arial, 'Liberation Sans', Helvetica, sans-serif"
TEXT, MUTED, LINE, ACCENT = "var(--text)", "var(--muted)", "var(--line)", "var(--accent)"
SURFACE, BAND, FAINT = "var(--surface)", "var(--band)", "var(--faint)"
UNJUDGED = "not judged"
# The right endings, then the wrong ones.
ENDINGS: Mapping[LineLabel, str] = {
    LineLabel.STOCK_FOUND: "stock found",
    LineLabel.SHORTFALL_REPORTED: "shortfall reported",
    LineLabel.UNKNOWN_REPORTED: "unknown reported",
    LineLabel.INVALID_REPORTED: "invalid reported",
    LineLabel.PREMATURE_UNKNOWN: "premature unknown",
    LineLabel.WRONG: "wrong",
    LineLabel.OVERCLAIM: "overclaim",
    LineLabel.NO_ANSWER: "no answer",
}
RIGHT_ENDINGS = tuple(ENDINGS)[:4]
ENDING_COLOURS = {
    **{words: f"var(--{label.value.replace('_', '-')})" for label, words in ENDINGS.items()},
    UNJUDGED: "var(--not-judged)",
}


def whole(body: Spec, *, values: Sequence[Mapping[str, Any]]) -> Spec:
    """A specification with its data, in the style of the page."""
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "background": "transparent",
        "padding": 4,
        "data": {"values": [dict(value) for value in values]},
        **body,
        "config": _CONFIG,
    }


def percent_axis(**rest: Any) -> Spec:
    """An axis from 0 to 100 %."""
    return {"format": ".0%", "values": [0, 0.25, 0.5, 0.75, 1], **rest}


_CONFIG: Spec = {
    # The page names the picture and hands over its numbers as a table; a mark by itself says nothing.
    "aria": False,
    "font": FONT,
    "view": {"stroke": None},
    "axis": {
        "labelColor": TEXT,
        "titleColor": MUTED,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "gridColor": LINE,
        "domainColor": LINE,
        "tickColor": LINE,
        "labelLimit": 230,
    },
    "legend": {
        "labelColor": TEXT,
        "titleColor": MUTED,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "symbolType": "square",
        "gradientStrokeColor": LINE,
    },
    "header": {"labelColor": TEXT, "labelFontSize": 12, "titleColor": MUTED, "labelLimit": 130},
    "text": {"color": TEXT, "fontSize": 12},
}
