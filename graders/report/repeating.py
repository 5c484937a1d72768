"""What do several runs of one task say that one run does not?"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from graders.metrics.passing import Point, Weights, pass_at_curve, pass_hat_curve
from graders.metrics.tallies import Tally
from graders.report.agent_results import Bin, OfK, Trials
from graders.report.figure import Figure, estimate, known
from graders.report.runs import Runs
from graders.report.sharing import by_family, share
from graders.study.row import Row

SELECTOR = (
    "pass@k counts a task as done if any of k runs is right. It is worth that only with a selector that can tell the "
    "right run without knowing the answer, such as a grader that sees replies alone; none was run here."
)
INDEPENDENCE = (
    "Both curves take the runs of a task as independent draws under the same conditions. Success by trial index shows "
    "whether later runs differ from earlier ones."
)
_BEYOND = "no task has so many runs that count"
_Curve = Callable[[Mapping[str, Tally], Weights], tuple[Point, ...]]


def repeated(runs: Runs) -> Trials:
    """Everything that needs more than one run of a task."""
    tallies = _tallies(runs)
    alike = Counter(tallies)
    every = [frozenset([row.figures.path for row in rows]) for rows in runs.tasks.values()]
    paths = [len(one) for one in every]
    sizes = [len(rows) for rows in runs.tasks.values()]
    mean = Fraction(sum(paths), len(paths)) if paths else None
    return Trials(
        at_least_one=_curve(runs, pass_at_curve, alike, "pass@k: 1 - C(n-c,k)/C(n,k)"),
        selector=SELECTOR,
        every=_curve(runs, pass_hat_curve, alike, "pass^k: C(c,k)/C(n,k)"),
        independence=INDEPENDENCE,
        by_trial=tuple(OfK(trial, _of_trial(runs, trial)) for trial in range(1, runs.trials + 1)),
        spread=_bins((tally.successes, tally.trials) for tally in tallies),
        paths=known(mean, len(paths), runs.evidence, method="distinct paths per task, mean over tasks"),
        path_bins=_bins(zip(paths, sizes, strict=True)),
    )


def _tallies(runs: Runs) -> list[Tally]:
    """Of each task its successes in the runs that count; a task of which nothing is there has none."""
    grouped: dict[str, list[Row]] = {task: [] for task in runs.tasks}
    for row in runs.counted:
        grouped[row.place.task].append(row)
    found = [Tally(sum([row.succeeded for row in rows]), len(rows)) for rows in grouped.values()]
    return found + [Tally(0, 0)] * (runs.planned_tasks - len(found))


def _curve(runs: Runs, curve: _Curve, alike: Counter[Tally], method: str) -> tuple[OfK, ...]:
    """The curve over tasks of equal weight; tasks with equal counts are put together, as one of their weight."""
    weights = {str(place): number for place, number in enumerate(alike.values())}
    points = curve({str(place): tally for place, tally in enumerate(alike)}, weights)
    tasks, words = alike.total(), f"{method} per task, then the mean over tasks of equal weight"
    told = []
    for point in points:
        short = sum(weights[place] for place in point.short)
        note = f"{short} tasks have fewer than {point.k} runs that count" if short else ""
        told.append(OfK(point.k, estimate(point.value, tasks, runs.evidence, method=words, note=note)))
    beyond = range(len(told) + 1, runs.trials + 1)
    told += [OfK(k, estimate(None, tasks, runs.evidence, method=words, note=_BEYOND)) for k in beyond]
    return tuple(told)


def _of_trial(runs: Runs, trial: int) -> Figure:
    rows = [row for row in runs.counted if row.trial == trial]
    return share(by_family([row for row in rows if row.succeeded]), by_family(rows), runs.evidence)


def _bins(pairs: Iterable[tuple[int, int]]) -> tuple[Bin, ...]:
    return tuple(Bin(c, n, tasks) for (n, c), tasks in sorted(Counter((n, c) for c, n in pairs).items()))
