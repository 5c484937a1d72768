"""What do repeated runs of several tasks come to? Each task first, then the mean over tasks."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb

# Your predictions, before you run anything.
# An agent always succeeds at one task and never at another. Each task is run twice.
# What is the mean, over the two tasks, of the chance that both runs of the task succeed?
PREDICTED_TWO_TASKS = None  # Fraction(..., ...)
# Five cases of a shop, three runs each (1 is right): 111, 110, 111, 111, 100. What is pass^2 of the suite?
PREDICTED_SHOP = None  # Fraction(..., ...)


def pass_hat_k(n: int, c: int, k: int) -> Fraction | None:
    """From the exercise before, ready made: all of k runs drawn from n are right; None where k > n."""
    if k > n:
        return None
    return Fraction(comb(c, k), comb(n, k))


def gather(records: Sequence[tuple[str, int, bool]]) -> dict[str, str]:
    """Put records of single runs together, task by task.

    Args:
        records: (task, trial, right), in any order; trials are counted from 1.

    Returns:
        for each task its runs in the order of their trials, "1" for right and "0" for wrong: {"a": "110"}.

    Raises:
        ValueError: a task has two records of one trial. Counting both would let one run weigh twice.
    """
    raise NotImplementedError("gather is still to be written")


def share_of_runs(tasks: Mapping[str, str]) -> Fraction | None:
    """The share of right runs among all runs, whichever task they belong to; None without a run."""
    raise NotImplementedError("share_of_runs is still to be written")


def suite_pass_hat_k(tasks: Mapping[str, str], k: int) -> Fraction | None:
    """The mean over the tasks of each task's pass^k; every task counts the same.

    Args:
        tasks: as `gather` gives them.
        k: 1 or more.

    Returns:
        None where there is no task, or where any task has fewer than k runs: no task is dropped in silence.
    """
    raise NotImplementedError("suite_pass_hat_k is still to be written")
