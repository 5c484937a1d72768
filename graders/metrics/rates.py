"""Between which rates does the truth lie, after so many successes of so many? Never Wald: it fails near 0 and 1."""

import math

from graders.metrics.checking import Number, counts, share
from graders.metrics.tails import normal_reach
from graders.metrics.tallies import Tally


def upper_bound(successes: int, trials: int, *, confidence: Number = 0.95) -> float:
    """The one-sided exact upper bound of a rate (Clopper and Pearson 1934).

    The rate p at which so few successes have a chance of 1 - confidence: sum of C(n, i) p^i (1 - p)^(n - i), i to c.

    Args:
        successes: 0 to `trials`.
        trials: 0 or more; of none, the bound is 1.
        confidence: between 0 and 1, both excluded.

    Raises:
        InputError: the counts or the confidence cannot be.

    >>> round(upper_bound(0, 20), 4)
    0.1391
    """
    counts(successes, trials)
    leaves = float(1 - share(confidence, "confidence"))
    if successes == trials:
        return 1.0
    low, high = successes / trials, 1.0
    for _ in range(60):  # halves the interval below the precision of a float
        middle = (low + high) / 2
        if _at_most(successes, trials, middle) > leaves:
            low = middle
        else:
            high = middle
    return high


def interval(successes: int, trials: int, *, confidence: Number = 0.95) -> tuple[float, float]:
    """The two-sided exact interval of a rate (Clopper and Pearson 1934); (0, 1) of no trials.

    Args:
        successes: 0 to `trials`.
        trials: 0 or more.
        confidence: between 0 and 1, both excluded.

    Raises:
        InputError: the counts or the confidence cannot be.

    >>> [round(end, 4) for end in interval(0, 5)]
    [0.0, 0.5218]
    """
    counts(successes, trials)
    one_side = (1 + share(confidence, "confidence")) / 2
    if trials == 0:
        return 0.0, 1.0
    low = 1 - upper_bound(trials - successes, trials, confidence=one_side)
    return low, upper_bound(successes, trials, confidence=one_side)


def wilson(successes: int, trials: int, *, confidence: Number = 0.95) -> tuple[float, float]:
    """The two-sided score interval of a rate (Wilson 1927); (0, 1) of no trials.

    (p + z^2/2n +- z sqrt(p (1 - p) / n + z^2/4n^2)) / (1 + z^2/n). It covers the confidence on average over the rates;
    `interval` covers it at every rate.

    Args and errors: as `interval`.

    >>> [round(end, 4) for end in wilson(0, 5)]
    [0.0, 0.4345]
    """
    counts(successes, trials)
    z = normal_reach(confidence)
    if trials == 0:
        return 0.0, 1.0
    rate, square = successes / trials, z * z / trials
    middle = rate + square / 2
    half = z * math.sqrt(rate * (1 - rate) / trials + square / 4 / trials)
    low, high = (middle - half) / (1 + square), (middle + half) / (1 + square)
    # At the edges the ends are exact, whatever the last digit of a float says.
    return low if successes else 0.0, high if successes < trials else 1.0


def newcombe(first: Tally, second: Tally, *, confidence: Number = 0.95) -> tuple[float, float]:
    """The interval of second rate minus first rate, for two groups of runs that are not paired.

    With the Wilson intervals (l, u) of each rate p: d - sqrt((p2 - l2)^2 + (u1 - p1)^2) to
    d + sqrt((u2 - p2)^2 + (p1 - l1)^2). For runs of the same tasks use pairs instead.

    Source: Newcombe 1998, "Interval estimation for the difference between independent proportions", method 10.

    Args:
        first, second: without trials on either side the interval is (-1, 1).
        confidence: between 0 and 1, both excluded.

    Raises:
        InputError: the confidence cannot be.

    >>> [round(end, 4) for end in newcombe(Tally(17, 20), Tally(18, 20))]
    [-0.1735, 0.2724]
    """
    low_1, high_1 = wilson(first.successes, first.trials, confidence=confidence)
    low_2, high_2 = wilson(second.successes, second.trials, confidence=confidence)
    if first.rate is None or second.rate is None:
        return -1.0, 1.0
    rate_1, rate_2 = float(first.rate), float(second.rate)
    below = math.hypot(rate_2 - low_2, high_1 - rate_1)
    above = math.hypot(high_2 - rate_2, rate_1 - low_1)
    return rate_2 - rate_1 - below, rate_2 - rate_1 + above


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
