"""How does an error table look? Rows of counts as JSON values, told as aligned lines."""

from collections.abc import Iterable
from typing import Any

from graders.metrics.rates import interval
from graders.printing import table

_HEAD = (
    "kind",
    "cases",
    "false accepts",
    "95 %",
    "false rejects",
    "95 %",
    "undecided",
    "no result",
    "broken runs judged",
)
# So many columns are there whatever they say.
_ALWAYS = 6
ALL = "all"


def lines_of(rows: Iterable[dict[str, Any]]) -> list[str]:
    """Rows of the error table as aligned lines, under their head; a column at the end that says nothing is left out."""
    cells = [_row(row) for row in rows]
    kept = [place for place in range(len(_HEAD)) if place < _ALWAYS or any(one[place] not in (0, "-") for one in cells)]
    return table([[one[place] for place in kept] for one in cells], head=[_HEAD[place] for place in kept])


def rate_json(count: int, of: int) -> dict[str, Any]:
    """How many answers of how many were wrong, with the exact interval of that rate at 95 %, to six digits."""
    return {"wrong": count, "of": of, "interval_95": [float(f"{end:.6g}") for end in interval(count, of)]}


def rate_words(rate: dict[str, Any]) -> str:
    """The same in words."""
    count, range_ = _rate(rate)
    return f"{count} ({range_})" if range_ else "none tried"


def _row(row: dict[str, Any]) -> tuple[object, ...]:
    judged, _ = _rate(row["broken_runs_judged"])
    errors = (*_rate(row["false_accepts"]), *_rate(row["false_rejects"]))
    return row["kind"], row["cases"], *errors, row["undecided"], row["no_result"], judged


def _rate(rate: dict[str, Any]) -> tuple[str, str]:
    """How many of how many, and between which rates that is."""
    if not rate["of"]:
        return "-", ""
    low, high = rate["interval_95"]
    return f"{rate['wrong']} of {rate['of']}", f"{_percent(low)}-{_percent(high)} %"


def _percent(rate: float) -> str:
    """Two digits that count, never 0 where the rate is above it."""
    return f"{100 * rate:.2g}" if rate < 0.1 else f"{100 * rate:.0f}"
