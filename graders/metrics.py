"""What do counts say? Numbers in, numbers out; nothing here knows a trace."""

import math


def upper_bound(successes: int, trials: int, *, confidence: float = 0.95) -> float:
    """The one-sided exact upper bound of a rate (Clopper and Pearson 1934).

    Args:
        successes: 0 to `trials`.
        trials: 1 or more.
        confidence: between 0 and 1.

    >>> round(upper_bound(0, 20), 4)
    0.1391
    """
    if successes >= trials:
        return 1.0
    low, high = successes / trials, 1.0
    for _ in range(60):  # halves the interval below the precision of a float
        middle = (low + high) / 2
        if _at_most(successes, trials, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def _at_most(successes: int, trials: int, rate: float) -> float:
    """The chance of at most so many successes, summed in logarithms so that large numbers do not underflow."""
    logs = [
        math.lgamma(trials + 1)
        - math.lgamma(count + 1)
        - math.lgamma(trials - count + 1)
        + (count * math.log(rate) if count else 0)
        + (trials - count) * math.log1p(-rate)
        for count in range(successes + 1)
    ]
    top = max(logs)
    return math.exp(top) * math.fsum(math.exp(log - top) for log in logs)
