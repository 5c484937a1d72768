"""What do repeated runs of several tasks come to? Each task first, then the mean over tasks."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb

PREDICTED_TWO_TASKS = Fraction(1, 2)
PREDICTED_SHOP = Fraction(2, 3)


def pass_hat_k(n: int, c: int, k: int) -> Fraction | None:
    """From the exercise before, ready made: all of k runs drawn from n are right; None where k > n."""
    if k > n:
        return None
    return Fraction(comb(c, k), comb(n, k))


def gather(records: Sequence[tuple[str, int, bool]]) -> dict[str, str]:
    """One record for each task and trial, or none at all."""
    trials: dict[str, dict[int, bool]] = {}
    for task, trial, right in records:
        if trial in trials.setdefault(task, {}):
            raise ValueError(f"task {task} has two records of trial {trial}")
        trials[task][trial] = right
    return {task: "".join(str(int(runs[trial])) for trial in sorted(runs)) for task, runs in trials.items()}


def share_of_runs(tasks: Mapping[str, str]) -> Fraction | None:
    """All runs in one heap: tells how often a run was right, and nothing about any task."""
    runs = "".join(tasks.values())
    return Fraction(runs.count("1"), len(runs)) if runs else None


def suite_pass_hat_k(tasks: Mapping[str, str], k: int) -> Fraction | None:
    """Each task first; the mean of these values is last."""
    values = [pass_hat_k(len(runs), runs.count("1"), k) for runs in tasks.values()]
    if not values or None in values:
        return None
    return sum(values, Fraction(0)) / len(values)
