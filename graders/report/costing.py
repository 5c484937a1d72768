"""What did the runs cost? All of them pay, the failed ones too."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import attrs

from graders.metrics.costs import Cost
from graders.metrics.quantiles import METHOD, bounds_tail, quantile
from graders.report.agent_results import CostRow
from graders.report.figure import Figure, known
from graders.report.runs import Runs
from graders.study.card import Evidence
from graders.study.row import Row
from inventory_env.verdict import Costs

TOO_FEW = "too few for a tail"
AMORTISED = "all runs by the number of successes: amortised, not the expected cost until success"
_BINS = 20


@attrs.frozen
class _Unit:
    """What is paid in.

    Attributes:
        name: of the cost.
        unit: of the figures.
        by: how many of what is counted make one of them.
        of: what a run cost, whole; None where nobody kept it.
        reference: what the reference path costs; None where it has no such figure.
    """

    name: str
    unit: str
    by: int
    of: Callable[[Row], int | None]
    reference: Callable[[Costs], int] | None = None


_UNITS = (
    _Unit("calls", "calls", 1, lambda row: row.costs.calls, lambda costs: costs.calls),
    _Unit("decisions", "decisions", 1, lambda row: row.costs.decisions, lambda costs: costs.decisions),
    _Unit("parallel_calls", "calls", 1, lambda row: row.figures.parallel_calls),
    _Unit("virtual_s", "s", 1000, lambda row: row.costs.virtual_ms, lambda costs: costs.virtual_ms),
    _Unit("wall_s", "s", 1_000_000, lambda row: row.play_us),
    _Unit("tokens_in", "tokens", 1, lambda row: row.figures.tokens_in),
    _Unit("tokens_out", "tokens", 1, lambda row: row.figures.tokens_out),
    _Unit("repairs", "repairs", 1, lambda row: row.costs.repairs, lambda costs: costs.repairs),
    _Unit("retries", "retries", 1, lambda row: row.costs.retries, lambda costs: costs.retries),
    _Unit("backtracks", "backtracks", 1, lambda row: row.costs.backtracks, lambda costs: costs.backtracks),
)


def costs(runs: Runs) -> tuple[CostRow, ...]:
    """Every cost, over all runs."""
    return tuple(_row(unit, runs) for unit in _UNITS)


def timeouts(runs: Runs) -> Figure:
    """The share of the calls that got no reply in time."""
    calls = sum([row.costs.calls for row in runs.rows])
    late = sum([row.figures.timeouts for row in runs.rows])
    return known(Fraction(late, calls) if calls else None, calls, runs.evidence, method="timeouts / calls")


def wall_s(rows: Sequence[Row], evidence: Evidence) -> Figure:
    """Wall seconds of playing; undefined where nobody kept them."""
    return _kept([row.play_us for row in rows], evidence, 1_000_000, method="wall seconds of playing, sum over runs")


def grading_ms(rows: Sequence[Row], evidence: Evidence) -> Figure:
    """Wall milliseconds of grading, per run; undefined where nobody kept them."""
    kept = [row.grade_us for row in rows if row.grade_us is not None]
    total = _kept([row.grade_us for row in rows], evidence, 1000, method="wall milliseconds of grading per run")
    return attrs.evolve(total, value=None if total.value is None else total.value / len(kept))


def _kept(values: Sequence[int | None], evidence: Evidence, by: int, *, method: str) -> Figure:
    kept = [value for value in values if value is not None]
    if not kept:
        return known(None, 0, evidence, method=method, note="not kept")
    return known(sum(kept) / by, len(kept), evidence, method=method)


def _row(unit: _Unit, runs: Runs) -> CostRow:
    paid = [(value, row) for row in runs.rows if (value := unit.of(row)) is not None]
    values = [value for value, _ in paid]
    successes = [value for value, row in paid if row.succeeded]
    sums = Cost(len(values), len(successes), Fraction(sum(values), unit.by), Fraction(sum(successes), unit.by))
    note = "" if values else "not kept"

    def figure(value: Fraction | None, method: str, remark: str = "") -> Figure:
        return known(value, len(values), runs.evidence, method=method, note=remark or note)

    def at(percent: int) -> Figure:
        found = quantile(values, Fraction(percent, 100))
        tail = TOO_FEW if percent > 50 and not bounds_tail(len(values)) else ""
        return figure(found.value / unit.by if found else None, f"p{percent}, {METHOD}", tail)

    return CostRow(
        name=unit.name,
        unit=unit.unit,
        total=figure(sums.total if values else None, "sum over all runs"),
        mean=figure(sums.mean, "mean over all runs"),
        per_success=figure(sums.per_success, AMORTISED, "" if sums.successes else "no success"),
        to_reference=_ratio(unit, runs, sum(values)),
        p50=at(50),
        p90=at(90),
        p95=at(95),
        most=figure(Fraction(max(values), unit.by) if values else None, "largest observed"),
        histogram=_histogram(values, unit.by),
    )


def _ratio(unit: _Unit, runs: Runs, total: int) -> Figure:
    method = "sum over all runs / sum over their reference paths"
    if unit.reference is None:
        note = "the reference path has no such figure"
        return known(None, len(runs.rows), runs.evidence, method=method, note=note)
    reference = sum([unit.reference(row.reference) for row in runs.rows])
    note = "" if reference else "the reference paths cost 0"
    value = Fraction(total, reference) if reference else None
    return known(value, len(runs.rows), runs.evidence, method=method, note=note)


def _histogram(values: Sequence[int], by: int) -> tuple[tuple[float, float, int], ...]:
    """Bins of equal width; in whole numbers, so that no value falls between two."""
    if not values:
        return ()
    least, most = min(values), max(values)
    width = max(1, -(-(most - least + 1) // _BINS))
    counts = [0] * (-(-(most - least + 1) // width))
    for value in values:
        counts[(value - least) // width] += 1
    starts = (least + place * width for place in range(len(counts)))
    return tuple((start / by, (start + width) / by, count) for start, count in zip(starts, counts, strict=True))
