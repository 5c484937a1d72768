"""What do several runs of one task say that one run does not?"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from graders.metrics.families import Family
from graders.metrics.passing import Point, Weights, pass_at_curve, pass_at_k, pass_hat_curve, pass_hat_k
from graders.metrics.tallies import Tally
from graders.report.agent_results import Bin, OfK, Trials
from graders.report.figure import Figure, estimate, known
from graders.report.runs import Runs
from graders.report.sharing import by_family, ends, share
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
_Passing = Callable[[int, int, int], Fraction | None]
_Curve = Callable[[Mapping[str, Tally], Weights], tuple[Point, ...]]


def repeated(runs: Runs) -> Trials:
    """Everything that needs more than one run of a task."""
    tallies = _tallies(runs)
    every = [frozenset([row.figures.path for row in rows]) for rows in runs.tasks.values()]
    paths = [len(one) for one in every]
    sizes = [len(rows) for rows in runs.tasks.values()]
    mean = Fraction(sum(paths), len(paths)) if paths else None
    return Trials(
        at_least_one=_curve(runs, tallies, pass_at_curve, pass_at_k, "pass@k: 1 - C(n-c,k)/C(n,k)"),
        selector=SELECTOR,
        every=_curve(runs, tallies, pass_hat_curve, pass_hat_k, "pass^k: C(c,k)/C(n,k)"),
        independence=INDEPENDENCE,
        by_trial=tuple(OfK(trial, _of_trial(runs, trial)) for trial in range(1, runs.trials + 1)),
        spread=_bins((tally.successes, tally.trials) for tally in tallies.values()),
        paths=known(mean, len(paths), runs.evidence, method="distinct paths per task, mean over tasks"),
        path_bins=_bins(zip(paths, sizes, strict=True)),
    )


def _tallies(runs: Runs) -> dict[str, Tally]:
    """Of each task its successes in the runs that count; a task of which nothing is there has none."""
    grouped: dict[str, list[Row]] = {task: [] for task in runs.tasks}
    for row in runs.counted:
        grouped[row.place.task].append(row)
    found = {task: Tally(sum([row.succeeded for row in rows]), len(rows)) for task, rows in grouped.items()}
    # No task has such a name: a name does not begin with a blank.
    return found | {f" missing {place}": Tally(0, 0) for place in range(runs.planned_tasks - len(found))}


def _curve(runs: Runs, tallies: Mapping[str, Tally], curve: _Curve, passing: _Passing, method: str) -> tuple[OfK, ...]:
    """The curve over tasks of equal weight; tasks with equal counts are put together, as one of their weight."""
    alike = Counter(tallies.values())
    weights = {str(place): number for place, number in enumerate(alike.values())}
    words = f"{method} per task, then the mean over tasks of equal weight"
    families, told = _alike(runs, tallies), []
    for point in curve({str(place): tally for place, tally in enumerate(alike)}, weights):
        if point.value is None:
            short = sum(weights[place] for place in point.short)
            note = f"{short} tasks have fewer than {point.k} runs that count"
            figure = estimate(None, len(tallies), runs.evidence, method=words, note=note)
        else:
            low, high, how, note = ends([_family(name, one, passing, point.k) for name, one in families.items()])
            method_words = f"{words}; {how}"
            figure = estimate(
                point.value, len(tallies), runs.evidence, low=low, high=high, method=method_words, note=note
            )
        told.append(OfK(point.k, figure))
    beyond = range(len(told) + 1, runs.trials + 1)
    told += [OfK(k, estimate(None, len(tallies), runs.evidence, method=words, note=_BEYOND)) for k in beyond]
    return tuple(told)


def _alike(runs: Runs, tallies: Mapping[str, Tally]) -> dict[str, Counter[Tally]]:
    """By family, how many of its tasks have equal counts."""
    found: dict[str, Counter[Tally]] = {}
    for task, rows in runs.tasks.items():
        found.setdefault(rows[0].place.family, Counter())[tallies[task]] += 1
    return found


def _family(name: str, alike: Counter[Tally], passing: _Passing, k: int) -> Family:
    """What the tasks of a family add up to; every one of them has k runs."""
    values = [(passing(tally.successes, tally.trials, k) or Fraction(0), tasks) for tally, tasks in alike.items()]
    return Family(name, sum((value * tasks for value, tasks in values), Fraction(0)), Fraction(alike.total()))


def _of_trial(runs: Runs, trial: int) -> Figure:
    rows = [row for row in runs.counted if row.trial == trial]
    return share(by_family([row for row in rows if row.succeeded]), by_family(rows), runs.evidence)


def _bins(pairs: Iterable[tuple[int, int]]) -> tuple[Bin, ...]:
    return tuple(Bin(c, n, tasks) for (n, c), tasks in sorted(Counter((n, c) for c, n in pairs).items()))
