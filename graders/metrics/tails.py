"""How far out do 95 % reach? Quantiles of the normal and of Student's distribution."""

import functools
import math
from statistics import NormalDist

from graders.metrics.checking import Number, share, whole


def normal_reach(confidence: Number = 0.95) -> float:
    """The z for which a normal variable lies within -z to z with that confidence.

    Args:
        confidence: between 0 and 1, both excluded.

    >>> round(normal_reach(), 6)
    1.959964
    """
    return NormalDist().inv_cdf(float((1 + share(confidence, "confidence")) / 2))


@functools.lru_cache(maxsize=1000, typed=True)
def t_reach(freedom: int, confidence: Number = 0.95) -> float:
    """The t for which Student's variable lies within -t to t with that confidence.

    Args:
        freedom: degrees of freedom, 1 or more.
        confidence: between 0 and 1, both excluded.

    Source: the finite sums of Abramowitz and Stegun 26.7.3 and 26.7.4, solved by halving.

    >>> round(t_reach(4), 6)
    2.776445
    """
    whole(freedom, "freedom", least=1)
    wanted = float(share(confidence, "confidence"))
    low, high = 0.0, math.pi / 2
    for _ in range(64):  # halves the angle below the precision of a float
        middle = (low + high) / 2
        if _within(middle, freedom) < wanted:
            low = middle
        else:
            high = middle
    return math.sqrt(freedom) * math.tan(high)


def _within(angle: float, freedom: int) -> float:
    """The chance to lie within -t to t, for t = sqrt(freedom) * tan(angle)."""
    sine, square = math.sin(angle), math.cos(angle) ** 2
    odd = freedom % 2
    term = math.cos(angle) if odd else 1.0
    whole_sum = 0.0
    for step in range(freedom // 2):
        whole_sum, before = whole_sum + term, whole_sum
        if whole_sum == before:
            break  # the terms only get smaller
        term *= square * (2 * step + 1 + odd) / (2 * step + 2 + odd)
    return 2 / math.pi * (angle + sine * whole_sum) if odd else sine * whole_sum
