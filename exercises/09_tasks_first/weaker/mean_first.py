"""Takes the mean of all runs first, and its power afterwards."""

from fractions import Fraction

PREDICTED_TWO_TASKS, PREDICTED_SHOP = Fraction(1, 4), Fraction(16, 25)


def gather(records):
    tasks = {}
    for task, _, right in sorted(records):
        tasks[task] = tasks.get(task, "") + str(int(right))
    return tasks


def share_of_runs(tasks):
    runs = "".join(tasks.values())
    return Fraction(runs.count("1"), len(runs)) if runs else None


def suite_pass_hat_k(tasks, k):
    share = share_of_runs(tasks)
    return None if share is None else share**k
