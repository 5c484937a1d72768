"""Between which rates does the truth lie, is one agent better than another, and which tasks did it lose?"""

from collections.abc import Mapping
from fractions import Fraction

# For 95 %: a normal variable lies within -Z to Z with that chance.
Z = 1.959963984540054

# Your predictions, before you run anything; True or False.
# A was right in 17 of 20 runs, B in 18 of 20 runs of other tasks. Can one say, at 95 %, that B is better?
PREDICTED_18_OF_20 = None
# Of 100 tasks, A and B both solve 60, B alone 15, A alone 5, none of them 20. Can one say, at 95 %, that they differ?
PREDICTED_100_TASKS = None


def wilson(c: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a rate after c successes of n, by Wilson; (0.0, 1.0) of no runs.

    With p = c/n and s = Z * Z / n, its ends are (p + s/2 -+ Z * sqrt(p * (1 - p) / n + s / (4 * n))) / (1 + s).
    """
    raise NotImplementedError("wilson is still to be written")


def newcombe(a: tuple[int, int], b: tuple[int, int]) -> tuple[float, float]:
    """The 95 % interval of B's rate minus A's, for runs of *different* tasks; (-1.0, 1.0) if one has no run.

    With d = pB - pA and the Wilson intervals (lA, uA) and (lB, uB), its ends are
    d - sqrt((pB - lB)**2 + (uA - pA)**2) and d + sqrt((uB - pB)**2 + (pA - lA)**2).

    Args:
        a, b: (successes, runs) of each agent.
    """
    raise NotImplementedError("newcombe is still to be written")


def pairs(a: Mapping[str, bool], b: Mapping[str, bool]) -> dict[str, list[str]]:
    """What became of each task that both agents did.

    Args:
        a, b: for each task whether the agent was right, by the task's id.

    Returns:
        the sorted ids under four keys: "both" were right, "gained" (B alone was), "lost" (A alone was), "neither".

    Raises:
        ValueError: a task is on one side only. Leaving it out would compare other suites than those that were run.
    """
    raise NotImplementedError("pairs is still to be written")


def mcnemar(gained: int, lost: int) -> Fraction:
    """The exact two-sided p of so many gained and lost tasks, if each change were a toss of a fair coin.

    With n = gained + lost, it is twice the chance that n tosses show min(gained, lost) heads or fewer; never above 1.
    Tasks that both or neither solved do not count: they tell nothing about a difference.
    """
    raise NotImplementedError("mcnemar is still to be written")
