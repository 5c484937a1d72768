"""Which tasks did the second agent gain, which did it lose, and is that more than chance?"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction

import attrs

from graders.metrics.families import group, t_interval
from graders.metrics.pairs import Pairs, differences, mcnemar, paired, paired_difference
from graders.metrics.tallies import Tally
from graders.report.compared import PairedSlice, PairedTable
from graders.report.figure import Figure, estimate
from graders.report.runs import Runs
from graders.study.card import Evidence
from graders.study.row import Place, Row
from inventory_env.verdict import Mark

RULE = "A task counts as a success when every one of its runs is a success, and as none when one of them failed."
_MCNEMAR = "exact two-sided McNemar test of gained and lost; takes tasks as independent"
_TABLE = "share of tasks, second minus first, paired z interval; takes tasks as independent"
_RATES = "success rate per task over its runs, second minus first, mean over tasks"
# How tasks are grouped; a place is the same for both agents.
_VIEWS: dict[str, Callable[[Place], str]] = {
    "slice": lambda place: place.slice,
    "lines": lambda place: "multi-line" if place.lines > 1 else "one line",
    "language": lambda place: place.language,
    "faults": lambda place: "faults are planned" if place.faults else "no faults are planned",
}


@attrs.frozen
class Paired:
    """Two agents on the same tasks.

    Attributes:
        places: of every task that either was run on.
        table: ids of the tasks whose success is told on both sides.
        open: ids of the others.
        changes: by task, the difference of the success rates; only where both sides have runs that count.
        evidence: of the second; that of the first stands on its card.
    """

    places: dict[str, Place]
    table: Pairs
    open: tuple[str, ...]
    changes: dict[str, Fraction]
    evidence: Evidence


def pair(first: Runs, second: Runs) -> Paired:
    """Put two agents side by side, task by task."""
    places = {row.place.task: row.place for row in (*first.rows, *second.rows)}
    ones, others = _successes(first, places), _successes(second, places)
    told = {task: (one, others[task]) for task, one in ones.items()}
    first_told = {task: one for task, (one, other) in told.items() if one is not None and other is not None}
    second_told = {task: other for task, (one, other) in told.items() if one is not None and other is not None}
    rates = differences(_tallies(first, places), _tallies(second, places))
    return Paired(
        places,
        paired(first_told, second_told),
        tuple(sorted(set(told) - set(first_told))),
        {task: change for task, change in rates.items() if change is not None},
        second.evidence,
    )


def table_of(found: Paired) -> PairedTable:
    """How many tasks are in each cell."""
    return _within(found, frozenset(found.places))


def chance(found: Paired) -> Figure:
    """The p of so many gained and lost, if a change either way were equally likely."""
    gained, lost = len(found.table.gained), len(found.table.lost)
    note = "no task changed" if gained + lost == 0 else f"{gained} gained, {lost} lost"
    return estimate(mcnemar(gained, lost), found.table.tasks, found.evidence, method=_MCNEMAR, note=note)


def table_difference(found: Paired) -> Figure:
    """The difference of the shares of successful tasks."""
    gained, lost, tasks = len(found.table.gained), len(found.table.lost), found.table.tasks
    inside = paired_difference(gained, lost, tasks)
    if inside is None:
        return estimate(None, tasks, found.evidence, method=_TABLE, note="fewer than two tasks")
    if inside.flat:
        note = "all tasks changed alike: no interval"
        return estimate(inside.difference, tasks, found.evidence, method=_TABLE, note=note)
    note = f"standard error {inside.error:.7f}"
    low, high = inside.low, inside.high
    return estimate(inside.difference, tasks, found.evidence, low=low, high=high, method=_TABLE, note=note)


def rate_difference(found: Paired, tasks: Collection[str] | None = None) -> Figure:
    """The difference of the success rates over runs, clustered by family.

    Args:
        found: the two.
        tasks: only these; None: all.
    """
    changes = {task: change for task, change in found.changes.items() if tasks is None or task in tasks}
    if not changes:
        return estimate(None, 0, found.evidence, method=_RATES, note="no task with runs that count on both sides")
    value = sum(changes.values(), Fraction(0)) / len(changes)
    families = group(changes, {task: found.places[task].family for task in changes})
    inside = t_interval(families, within=(-1, 1))
    method = f"{_RATES}; clustered by {len(families)} families, t with {len(families) - 1} df"
    if inside is None or inside.flat:
        note = "one family: no interval" if inside is None else "all families changed alike: no interval"
        return estimate(value, len(changes), found.evidence, method=method, note=note)
    method += ", clipped to [-1, 1]" if inside.clipped else ""
    return estimate(value, len(changes), found.evidence, low=inside.low, high=inside.high, method=method)


def paired_slices(found: Paired) -> Iterator[PairedSlice]:
    """The same for each kind of task, grouped in four ways."""
    for kind, group_of in _VIEWS.items():
        groups: dict[str, set[str]] = {}
        for task, place in found.places.items():
            groups.setdefault(group_of(place), set()).add(task)
        for name in sorted(groups):
            yield PairedSlice(name, kind, _within(found, groups[name]), rate_difference(found, groups[name]))


def _within(found: Paired, tasks: Collection[str]) -> PairedTable:
    cells = (found.table.both, found.table.gained, found.table.lost, found.table.neither, found.open)
    return PairedTable(*(sum([task in tasks for task in cell]) for cell in cells))


def _successes(runs: Runs, tasks: Collection[str]) -> dict[str, bool | None]:
    """Whether every run of a task succeeded; None where a run that is missing, faulty or uncertain would decide it."""
    rows: dict[str, list[Row]] = {task: [] for task in tasks}
    for row in runs.counted:
        rows[row.place.task].append(row)
    return {task: _success(found, runs.trials) for task, found in rows.items()}


def _success(rows: Sequence[Row], trials: int) -> bool | None:
    if any(row.success is not Mark.UNCERTAIN and not row.succeeded for row in rows):
        return False
    return True if len(rows) == trials and all(row.succeeded for row in rows) else None


def _tallies(runs: Runs, places: Mapping[str, Place]) -> dict[str, Tally]:
    counts = {task: [0, 0] for task in places}
    for row in runs.counted:
        counts[row.place.task][0] += row.succeeded
        counts[row.place.task][1] += 1
    return {task: Tally(successes, trials) for task, (successes, trials) in counts.items()}
