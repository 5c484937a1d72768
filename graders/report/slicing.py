"""In which kinds of scenario does an agent do well, and what does it make of which fault?"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from graders.report.agent_results import FaultRow, SliceRow
from graders.report.endings import ENDINGS, ending
from graders.report.runs import Runs
from graders.report.sharing import by_family, share
from graders.study.card import Evidence
from graders.study.row import Row

RECOVERED = "a fault was delivered; success = recovered"
UNDISTURBED = "no fault was delivered"
# What is looked at, and to which group of it a run belongs.
_VIEWS: dict[str, Callable[[Row], str]] = {
    "slice": lambda row: row.place.slice,
    "lines": lambda row: "multi-line" if row.place.lines > 1 else "one line",
    "language": lambda row: row.place.language,
    "faults": lambda row: RECOVERED if row.figures.faults else UNDISTURBED,
}
NO_FAULT = "none"


def slices(runs: Runs) -> tuple[SliceRow, ...]:
    """The runs that count, grouped in four ways; in each of them a run is in one group."""
    told = []
    for kind, group_of in _VIEWS.items():
        groups: dict[str, list[Row]] = defaultdict(list)
        for row in runs.counted:
            groups[group_of(row)].append(row)
        told += [_row(name, kind, groups[name], runs.evidence) for name in sorted(groups)]
    return tuple(told)


def fault_rows(runs: Runs) -> tuple[FaultRow, ...]:
    """Kind of fault delivered x ending, over all runs."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in runs.rows:
        for kind in row.figures.faults or (NO_FAULT,):
            groups[kind].append(row)
    kinds = [NO_FAULT] * (NO_FAULT in groups) + sorted(kind for kind in groups if kind != NO_FAULT)
    return tuple(
        FaultRow(kind, len(groups[kind]), sum([row.succeeded for row in groups[kind]]), _ended(groups[kind]))
        for kind in kinds
    )


def _row(name: str, kind: str, rows: Sequence[Row], evidence: Evidence) -> SliceRow:
    of = by_family(rows)
    return SliceRow(
        name=name,
        kind=kind,
        tasks=len({row.place.task for row in rows}),
        runs=len(rows),
        success=share(by_family([row for row in rows if row.succeeded]), of, evidence),
        information=share(by_family([row for row in rows if row.judged and row.information_obtained]), of, evidence),
        endings=_ended(rows),
    )


def _ended(rows: Sequence[Row]) -> tuple[tuple[str, int], ...]:
    counts = Counter([ending(row) for row in rows])
    return tuple((name, counts[name]) for name in ENDINGS)
