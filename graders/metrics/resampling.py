"""Which means would other draws of the same families give? The cluster bootstrap: exact for few, drawn for many."""

import math
import random
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from operator import mul

import attrs

from graders.metrics.checking import Number, share, whole
from graders.metrics.families import Family, distinct, flat, integers

# 92,378 multisets of 10 families; 20 families would have 7e10.
MOST_EXACT = 10
DRAWS = 10_000


@attrs.frozen
class Bootstrap:
    """A percentile interval over resampled families.

    Attributes:
        low, high: observed means: the least with at least (1 - confidence) / 2 of the resamples at or below it, and
            the least with at least (1 + confidence) / 2.
        deviation: the standard deviation of the resampled means.
        families: G.
        flat: all families have the same mean, so the interval is one point and says nothing: where that is 0 or 1,
            show the exact bound of so many families, `interval(families, families)`, instead.
        draws: how many resamples were drawn; None where all were enumerated.
        seed: that of the draws; None where all were enumerated.
    """

    low: Fraction
    high: Fraction
    deviation: float
    families: int
    flat: bool
    draws: int | None = None
    seed: int | None = None

    @property
    def method(self) -> str:
        """The method in words, for a report."""
        how = "every resample" if self.draws is None else f"{self.draws} resamples, seed {self.seed}"
        return f"cluster bootstrap of {self.families} families, percentiles of {how}"


def bootstrap(
    families: Sequence[Family], *, confidence: Number = 0.95, seed: int = 0, draws: int = DRAWS
) -> Bootstrap | None:
    """The percentile interval of the mean when families are drawn again, G of G with putting back.

    Each resample gives sum of totals by sum of weights. Up to 10 families all G^G ordered resamples are counted, each
    multiset once with its multinomial weight: no chance, no seed. Above, `draws` of them are drawn with
    `random.Random(seed)`: the same seed gives the same interval.

    Args:
        families: with different names; their order does not matter.
        confidence: between 0 and 1, both excluded.
        seed: used above 10 families only.
        draws: 1 or more; used above 10 families only.

    Returns:
        None (undefined) below two families.

    Raises:
        InputError: a family is there twice, or an option is outside its range.

    Source: Efron and Tibshirani 1993, "An Introduction to the Bootstrap", chapters 8 and 13.

    >>> found = bootstrap([Family("x", 1, 1), Family("y", 0, 1)])
    >>> str(found.low), str(found.high), found.method
    ('0', '1', 'cluster bootstrap of 2 families, percentiles of every resample')
    """
    distinct(families)
    outside = (1 - share(confidence, "confidence")) / 2
    whole(seed, "seed")
    whole(draws, "draws", least=1)
    if len(families) < 2:
        return None
    few = len(families) <= MOST_EXACT
    pairs = integers(families)
    ways = _all(pairs) if few else _some(pairs, random.Random(seed), draws)
    means = _means(ways)
    low, high = means.at(outside), means.at(1 - outside)
    drawn = (None, None) if few else (draws, seed)
    return Bootstrap(low, high, means.deviation(), len(families), flat(families), *drawn)


# How often a resample has this sum of totals and this sum of weights.
_Ways = dict[tuple[int, int], int]


def _all(pairs: Sequence[tuple[int, int]]) -> _Ways:
    """Every ordered resample, counted: one more family is drawn in each step."""
    kinds = Counter(pairs)
    ways: _Ways = {(0, 0): 1}
    for _ in pairs:
        longer: _Ways = defaultdict(int)
        for (total, weight), count in ways.items():
            for (more, heavier), alike in kinds.items():
                longer[total + more, weight + heavier] += count * alike
        ways = longer
    return ways


def _some(pairs: Sequence[tuple[int, int]], chance: random.Random, draws: int) -> _Ways:
    """So many resamples, drawn by `random()` alone: only its sequence is promised to stay from Python to Python."""
    number, draw = len(pairs), chance.random
    # Total and weight of a family in one number: one sum gives both, in half the time.
    base = number * max(weight for _, weight in pairs) + 1
    packed = [total * base + weight for total, weight in pairs]
    times = range(number)
    sums = Counter(sum([packed[int(draw() * number)] for _ in times]) for _ in range(draws))
    return {divmod(both, base): count for both, count in sums.items()}


@attrs.frozen
class _Means:
    """The different means in ascending order, each as total by weight, and how many resamples are at or below it."""

    parts: tuple[tuple[int, int], ...]
    reached: tuple[int, ...]

    def at(self, part: Fraction) -> Fraction:
        """The least mean with at least this part of the resamples at or below it."""
        return Fraction(*self.parts[bisect_left(self.reached, part * self.reached[-1])])

    def deviation(self) -> float:
        """Around the mean of the resamples, all of them counted."""
        shares = [(more - less) / self.reached[-1] for less, more in pairwise((0, *self.reached))]
        means = [total / weight for total, weight in self.parts]
        middle = math.fsum(map(mul, means, shares))
        return math.sqrt(math.fsum((mean - middle) ** 2 * one for mean, one in zip(means, shares, strict=True)))


def _means(ways: _Ways) -> _Means:
    """Merge the resamples that have the same mean.

    Two means with weights below 2^bits differ by more than 4^-bits: scaled by that, whole numbers tell them apart.
    """
    bits = max(weight.bit_length() for _, weight in ways)
    counts: dict[int, int] = defaultdict(int)
    parts: dict[int, tuple[int, int]] = {}
    for (total, weight), count in ways.items():
        scaled = (total << 2 * bits) // weight
        counts[scaled] += count
        parts[scaled] = (total, weight)
    order = sorted(parts)
    return _Means(tuple(parts[one] for one in order), tuple(accumulate(counts[one] for one in order)))
