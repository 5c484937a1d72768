"""How did the runs end, how many are open, and what do these hide?"""

from collections import Counter

from graders.metrics.bounds import Outcomes
from graders.report.agent_results import NOT_JUDGED, RIGHT, WRONG, Coverage, Ending
from graders.report.figure import Figure, estimate, known
from graders.report.runs import Runs
from graders.report.sharing import by_family, share
from graders.study.row import Row
from inventory_env.verdict import Mark, RunStatus

ENDINGS = (*(label.value for label in RIGHT), *(label.value for label in WRONG), NOT_JUDGED)
_OPEN = "if every open run (faulty, missing, uncertain) had"


def ending(row: Row) -> str:
    """The label of the run, or that it cannot be judged."""
    return row.label.value if row.judged else NOT_JUDGED


def endings(runs: Runs) -> tuple[Ending, ...]:
    """Every ending, the right ones first, each apart."""
    of = by_family(runs.rows)
    ended = [(ending(row), row) for row in runs.rows]
    right = frozenset(ENDINGS[: len(RIGHT)])
    told = []
    for name in ENDINGS:
        rows = [row for one, row in ended if one == name]
        count = known(len(rows), len(runs.rows), runs.evidence, method="runs with this label")
        successes = sum([row.succeeded for row in rows])
        succeeded = known(successes, len(rows), runs.evidence, method="successes among them")
        told.append(Ending(name, name in right, count, share(by_family(rows), of, runs.evidence), succeeded))
    return tuple(told)


def success(runs: Runs) -> Figure:
    """The success rate by the frozen rule for faulty runs; an uncertain run is no success."""
    hits = by_family([row for row in runs.counted if row.succeeded])
    return share(hits, by_family(runs.counted), runs.evidence, resampled=True)


def information(runs: Runs) -> Figure:
    """The rate of runs that found out everything, apart from success."""
    hits = by_family([row for row in runs.counted if row.judged and row.information_obtained])
    return share(hits, by_family(runs.counted), runs.evidence)


def coverage(runs: Runs) -> Coverage:
    """How much of what was planned is judged beyond doubt, and both bounds of the success rate."""
    found = _outcomes(runs)
    status = Counter([row.status for row in runs.rows])

    def count(number: int) -> Figure:
        return known(number, found.total, runs.evidence, method="runs of those planned")

    return Coverage(
        planned=count(found.total),
        missing=count(found.missing),
        faulty=count(found.faulty),
        crashed=count(status[RunStatus.AGENT_CRASH]),
        out_of_budget=count(status[RunStatus.OUT_OF_BUDGET]),
        uncertain=count(found.uncertain),
        reruns=count(sum([row.reruns for row in runs.rows])),
        coverage=known(found.coverage, found.total, runs.evidence, method="runs judged beyond doubt / runs planned"),
        least=estimate(found.low, found.total, runs.evidence, method=f"{_OPEN} failed"),
        most=estimate(found.high, found.total, runs.evidence, method=f"{_OPEN} succeeded"),
    )


def _outcomes(runs: Runs) -> Outcomes:
    judged = [row.success for row in runs.rows if row.judged]
    passed, doubtful = judged.count(Mark.PASS), judged.count(Mark.UNCERTAIN)
    return Outcomes(
        successes=passed,
        failures=len(judged) - passed - doubtful,
        faulty=len(runs.rows) - len(judged),
        missing=runs.planned - len(runs.rows),
        uncertain=doubtful,
    )
