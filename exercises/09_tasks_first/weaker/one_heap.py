"""Draws k runs out of the heap of all runs."""

from fractions import Fraction
from math import comb

PREDICTED_TWO_TASKS, PREDICTED_SHOP = Fraction(1, 6), Fraction(22, 35)


def gather(records):
    tasks = {}
    for task, trial, right in records:
        tasks.setdefault(task, {})[trial] = right
    return {task: "".join(str(int(runs[trial])) for trial in sorted(runs)) for task, runs in tasks.items()}


def share_of_runs(tasks):
    runs = "".join(tasks.values())
    return Fraction(runs.count("1"), len(runs))


def suite_pass_hat_k(tasks, k):
    runs = "".join(tasks.values())
    return Fraction(comb(runs.count("1"), k), comb(len(runs), k))
