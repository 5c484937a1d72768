"""What do the runs of one agent come to? All its tables, from its rows alone."""

from collections.abc import Sequence

from graders.metrics import upper_bound
from graders.report import costing, repeating, slicing
from graders.report.agent_results import AgentResults, Profile
from graders.report.endings import coverage, endings, information, success
from graders.report.figure import Figure, estimate
from graders.report.runs import Runs
from graders.study.row import Row

_STATE_CHANGED = "state-changed"


def counted(runs: Runs, *, profiles: bool = True) -> AgentResults:
    """Everything that is counted for one agent.

    Args:
        runs: all of them.
        profiles: whether the tasks are told one by one.
    """
    rate = success(runs)
    families = len({row.place.family for row in runs.counted})
    return AgentResults(
        agent=runs.agent,
        role=runs.role,
        runs=len(runs.rows),
        tasks=len(runs.tasks),
        families=families,
        success=rate,
        one_sided=_one_sided(runs, rate, families),
        endings=endings(runs),
        information=information(runs),
        coverage=coverage(runs),
        trials=repeating.repeated(runs),
        slices=slicing.slices(runs),
        costs=costing.costs(runs),
        timeouts=costing.timeouts(runs),
        faults=slicing.fault_rows(runs),
        grading_ms=costing.grading_ms(runs.rows, runs.evidence),
        profiles=tuple(profile(task, rows) for task, rows in runs.tasks.items()) if profiles else (),
    )


def profile(task: str, rows: Sequence[Row]) -> Profile:
    """What one agent did on one task.

    Args:
        task: its id.
        rows: one or more runs of it.
    """
    judged = [row for row in rows if row.judged]
    changed = any(_STATE_CHANGED in row.broken for row in rows)
    return Profile(
        task=task,
        slice=rows[0].place.slice,
        successes=sum([row.succeeded for row in judged]),
        judged=len(judged),
        runs=len(rows),
        violations=tuple(sorted({code for row in judged for code in row.broken})),
        created=0,
        modified=int(changed),
        deleted=0,
        tokens=sum([row.costs.tokens for row in rows]),
        calls=sum([row.costs.calls for row in rows]),
        retries=sum([row.costs.retries for row in rows]),
        backtracks=sum([row.costs.backtracks for row in rows]),
        paths=len({row.figures.path for row in rows}),
    )


def _one_sided(runs: Runs, rate: Figure, families: int) -> Figure | None:
    if rate.value not in (0, 1):
        return None
    bound = upper_bound(0, families)
    value = bound if rate.value == 0 else 1 - bound
    side = "at most" if rate.value == 0 else "at least"
    method = f"one-sided exact bound at 95 % over {families} families, each counted once"
    return estimate(value, families, runs.evidence, method=method, note=f"{side}, with 95 % confidence")
