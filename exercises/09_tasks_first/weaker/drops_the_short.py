"""Everything right, but tasks with too few runs are left out, and an empty suite has 0."""

from fractions import Fraction
from math import comb

PREDICTED_TWO_TASKS, PREDICTED_SHOP = Fraction(1, 2), Fraction(2, 3)


def gather(records):
    tasks = {}
    for task, trial, right in records:
        if trial in tasks.setdefault(task, {}):
            raise ValueError("twice")
        tasks[task][trial] = right
    return {task: "".join(str(int(runs[trial])) for trial in sorted(runs)) for task, runs in tasks.items()}


def share_of_runs(tasks):
    runs = "".join(tasks.values())
    return Fraction(runs.count("1"), len(runs)) if runs else None


def suite_pass_hat_k(tasks, k):
    values = [Fraction(comb(runs.count("1"), k), comb(len(runs), k)) for runs in tasks.values() if len(runs) >= k]
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)
