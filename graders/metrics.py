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
    """The chance of at most so many successes, at a rate that is no lower than theirs.

    From there down each chance is smaller than the one before, so the sum ends where nothing more is added.
    """
    odds = (1 - rate) / rate
    logs = math.lgamma(trials + 1) - math.lgamma(successes + 1) - math.lgamma(trials - successes + 1)
    chance = math.exp(logs + successes * math.log(rate) + (trials - successes) * math.log1p(-rate))
    whole = 0.0
    for count in range(successes, -1, -1):
        whole, before = whole + chance, whole
        if whole == before:
            break
        chance *= count / (trials - count + 1) * odds
    return whole
