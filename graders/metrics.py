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


def interval(successes: int, trials: int, *, confidence: float = 0.95) -> tuple[float, float]:
    """The two-sided exact interval of a rate (Clopper and Pearson 1934); (0, 1) of no trials.

    Args:
        successes: 0 to `trials`.
        trials: 0 or more.
        confidence: between 0 and 1.

    >>> [round(end, 4) for end in interval(0, 5)]
    [0.0, 0.5218]
    """
    if trials == 0:
        return 0.0, 1.0
    one_side = 1 - (1 - confidence) / 2
    low = 1 - upper_bound(trials - successes, trials, confidence=one_side)
    return low, upper_bound(successes, trials, confidence=one_side)


def _at_most(successes: int, trials: int, rate: float) -> float:
    """The chance of at most so many successes, from the shorter side."""
    if 2 * successes > trials:
        return 1 - _chance(range(successes + 1, trials + 1), trials, rate)
    return _chance(range(successes + 1), trials, rate)


def _chance(counts: range, trials: int, rate: float) -> float:
    """The chance that the successes are one of these counts, in logarithms so that large numbers do not underflow."""
    logs = [
        math.lgamma(trials + 1)
        - math.lgamma(count + 1)
        - math.lgamma(trials - count + 1)
        + (count * math.log(rate) if count else 0)
        + ((trials - count) * math.log1p(-rate) if count < trials else 0)
        for count in counts
    ]
    top = max(logs)
    return math.exp(top) * math.fsum(math.exp(log - top) for log in logs)
