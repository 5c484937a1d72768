"""What does a success cost, how slow are the slowest runs, and how much can so few runs say of either?"""

from collections.abc import Sequence
from fractions import Fraction

# Your predictions, before you run anything. Four runs: right with 1 call and 2 s, right with 2 calls and 4 s,
# wrong with 4 calls and 12 s, wrong with 5 calls and 20 s.
# How many calls does one success cost?
PREDICTED_COST = None  # Fraction(..., ...)
# What is the 95th percentile of the seconds 2, 4, 12, 20, if it must be one of the observed values?
PREDICTED_P95 = None
# None of 20 runs failed. How high may the failure rate still be, at 95 % confidence? One of "1 %", "5 %", "14 %".
PREDICTED_UPPER = None


def cost_per_success(runs: Sequence[tuple[bool, int]]) -> Fraction | None:
    """What all runs cost, divided by the number of successes.

    Args:
        runs: whether the run succeeded, and what it cost (calls, seconds, cents: any one unit).

    Returns:
        None where nothing succeeded: no price is known then.
    """
    raise NotImplementedError("cost_per_success is still to be written")


def quantile(values: Sequence[int], part: Fraction) -> int | None:
    """The least observed value that has at least `part` of all values at or below it ("inverted CDF").

    Args:
        values: in any order.
        part: between 0 and 1, both excluded; Fraction(19, 20) asks for the 95th percentile.

    Returns:
        one of the values; None where there is none.
    """
    raise NotImplementedError("quantile is still to be written")


def fewest_for_tail(part: Fraction, confidence: Fraction) -> int:
    """The least number of runs whose slowest one is, with that confidence, no faster than the true quantile.

    A single run lies below the true quantile with chance `part`. All n of them do with chance part ** n, and then even
    the slowest says too little. That chance must be at most 1 - confidence.

    Args:
        part: which quantile, between 0 and 1.
        confidence: between 0 and 1.
    """
    raise NotImplementedError("fewest_for_tail is still to be written")


def tail(values: Sequence[int], part: Fraction) -> str:
    """A quantile as a report should print it, with all that must stand beside it.

    Returns:
        "20 (n = 4, max 20, too few for a tail)", or without ", too few for a tail" where the number of values reaches
        fewest_for_tail(part, Fraction(19, 20)); "undefined (n = 0)" of no values.
    """
    raise NotImplementedError("tail is still to be written")


def upper_rate(n: int, confidence: float = 0.95) -> float:
    """The highest failure rate that fits to no failure in n runs.

    It is the rate at which n runs without a failure have a chance of just 1 - confidence. Of no runs it is 1.0.
    """
    raise NotImplementedError("upper_rate is still to be written")
