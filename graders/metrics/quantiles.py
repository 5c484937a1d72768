"""How slow are the slowest? Observed quantiles, and whether so few runs can say anything of a tail."""

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

import attrs

from graders.metrics.checking import Number, exact, share, whole

METHOD = "inverted CDF"


@attrs.frozen
class Quantile:
    """A quantile of observed values, with what must stand beside it.

    Attributes:
        part: which, between 0 and 1: 19/20 is p95.
        value: an observed value.
        runs: n, how many values there were.
        maximum: the largest value.
        bounded: with 95 % confidence the true quantile is at most the maximum; False is "too few for a tail".
    """

    part: Fraction
    value: Fraction
    runs: int
    maximum: Fraction
    bounded: bool

    @property
    def method(self) -> str:
        """The method in words, for a report."""
        return METHOD


def quantile(values: Iterable[Number], part: Number = 0.95) -> Quantile | None:
    """The least observed value with at least that part of the values at or below it: place ceil(n * part) of n.

    Args:
        values: in any unit and order; finite.
        part: between 0 and 1, both excluded.

    Returns:
        None (undefined) without a value.

    Raises:
        InputError: a value is no finite number, or the part is outside.

    Source: Hyndman and Fan 1996, definition 1; numpy's method "inverted_cdf".

    >>> quantile([2, 4, 12, 20]).value
    Fraction(20, 1)
    """
    wanted, ordered = share(part, "part"), _ordered(values)
    if not ordered:
        return None
    value = ordered[math.ceil(wanted * len(ordered)) - 1]
    bounded = bounds_tail(len(ordered), part=part)
    return Quantile(wanted, Fraction(value), len(ordered), Fraction(ordered[-1]), bounded)


def bounds_tail(runs: int, *, part: Number = 0.95, confidence: Number = 0.95) -> bool:
    """Whether the maximum of n runs is, with that confidence, at least the true quantile: 1 - part^n >= confidence.

    Args:
        runs: n, 0 or more, independent.
        part: between 0 and 1, both excluded.
        confidence: between 0 and 1, both excluded.

    Raises:
        InputError: an argument is outside its range.

    Source: Wilks 1941, one-sided tolerance limits.

    >>> bounds_tail(58), bounds_tail(59)
    (False, True)
    """
    return whole(runs, "runs") >= fewest_for_tail(part=part, confidence=confidence)


def fewest_for_tail(*, part: Number = 0.95, confidence: Number = 0.95) -> int:
    """The least n at which `bounds_tail` holds; with fewer runs a report says "too few for a tail".

    Args, errors and source: as `bounds_tail`.

    >>> fewest_for_tail()
    59
    """
    below, left = share(part, "part"), 1 - share(confidence, "confidence")
    # Logarithms come near; exact powers decide at the edge.
    runs = max(1, math.floor(math.log(left) / math.log(below)) - 1)
    while below**runs > left:
        runs += 1
    return runs


def linear(values: Iterable[Number], part: Number = 0.95) -> Fraction | None:
    """Between the neighbours of place 1 + (n - 1) * part: numpy's and most spreadsheets' default, for comparison only.

    Args, returns and errors: as `quantile`. Source: Hyndman and Fan 1996, definition 7.

    >>> linear([2, 4, 12, 20])
    Fraction(94, 5)
    """
    ordered, wanted = _ordered(values), share(part, "part")
    return _between(ordered, 1 + (len(ordered) - 1) * wanted) if ordered else None


def exclusive(values: Iterable[Number], part: Number = 0.95) -> Fraction | None:
    """On the line through the neighbours of place (n + 1) * part, beyond the largest value if need be: the default of
    Python's `statistics.quantiles`, for comparison only: nobody observed such a value.

    Args and errors: as `quantile`. Source: Hyndman and Fan 1996, definition 6, prolonged at the ends.

    Returns:
        None (undefined) below two values.

    >>> exclusive([2, 4, 12, 20])
    Fraction(26, 1)
    """
    ordered, wanted = _ordered(values), share(part, "part")
    return _between(ordered, (len(ordered) + 1) * wanted) if len(ordered) > 1 else None


def _between(ordered: Sequence[int | Fraction], place: Fraction) -> Fraction:
    """The value at a place, counted from 1, on the line through the two values that are nearest."""
    left = min(max(math.floor(place), 1), max(len(ordered) - 1, 1))
    right = min(left + 1, len(ordered))
    return ordered[left - 1] + (place - left) * (ordered[right - 1] - ordered[left - 1])


def _ordered(values: Iterable[Number]) -> Sequence[int | Fraction]:
    """The values in ascending order; whole numbers stay what they are, which is ten times as fast."""
    numbers = list(values)
    whole_ones = [one for one in numbers if type(one) is int]
    return sorted(whole_ones) if len(whole_ones) == len(numbers) else sorted([exact(one, "values") for one in numbers])
