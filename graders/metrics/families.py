"""How sure is a mean whose tasks come in families? Errors and intervals that count families, not runs."""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import attrs

from graders.metrics.checking import Number, exact, share, weighed
from graders.metrics.tails import t_reach
from inventory_env.errors import InputError, shown


def _total(value: Number) -> Fraction:
    return exact(value, "total")


def _weight(value: Number) -> Fraction:
    if (weight := exact(value, "weight")) > 0:
        return weight
    raise InputError(f"must be above 0; got {shown(value)}", field="weight")


@attrs.frozen
class Family:
    """What the tasks of one family add up to; the mean over families is the ratio of the sums.

    Attributes:
        name: unlike that of any other family.
        total: the sum of weight times value.
        weight: the sum of the weights, above 0.

    Raises:
        InputError: a sum is no finite number, or the weight is not above 0.
    """

    name: str
    total: Fraction = attrs.field(converter=_total)
    weight: Fraction = attrs.field(converter=_weight)


@attrs.frozen
class Clustered:
    """A mean and its standard errors over families.

    Attributes:
        mean: sum of totals by sum of weights; None without a family.
        families: G.
        error: the clustered standard error; None (undefined, not 0) below two families.
        corrected: the same times sqrt(G / (G - 1)), which the t interval uses; None below two families.
    """

    mean: Fraction | None
    families: int
    error: float | None
    corrected: float | None


@attrs.frozen
class FamilyInterval:
    """An interval for a mean over families.

    Attributes:
        low, high: its ends, inside the range of the values.
        clipped: an end left the range of the values and was set to its edge.
        flat: all families have the same mean, so the interval is one point and says nothing: where that is 0 or 1,
            show the exact bound of so many families, `interval(families, families)`, instead.
        families: G; the degrees of freedom are G - 1.
    """

    low: float
    high: float
    clipped: bool
    flat: bool
    families: int


def group(
    values: Mapping[str, Number | None],
    family_of: Mapping[str, str],
    weights: Mapping[str, int | Fraction] | None = None,
) -> tuple[Family, ...]:
    """The families of the tasks, sorted by name.

    Args:
        values: one for each task, by its id: a rate, a difference, a pass^k, seconds.
        family_of: the family of each of these tasks; it may know more tasks.
        weights: above 0, one for each task, e.g. its trials where each run shall count the same; None: 1 each.

    Raises:
        InputError: a value is None (undefined: decide what to do with that task before) or no number, a task has no
            family, or the weights do not fit.

    >>> [(one.name, str(one.total)) for one in group({"a": 1, "b": 0, "c": 1}, {"a": "x", "b": "x", "c": "y"})]
    [('x', '1'), ('y', '1')]
    """
    shares = weighed(values, weights)
    sums: dict[str, tuple[Fraction, Fraction]] = {}
    for task, value in values.items():
        if value is None:
            raise InputError("must be defined for every task; got None", field=f"values[{task}]")
        if task not in family_of:
            raise InputError("must name the family of every task; got none", field=f"family_of[{task}]")
        total, weight = sums.get(family_of[task], (Fraction(0), Fraction(0)))
        added = shares[task] * exact(value, f"values[{task}]")
        sums[family_of[task]] = (total + added, weight + shares[task])
    return tuple(Family(name, *sums[name]) for name in sorted(sums))


def clustered(families: Sequence[Family]) -> Clustered:
    """The mean over families with its clustered standard error.

    With T the total and W the weight of each family, and m = sum T / sum W, the error is
    sqrt(sum (T - m W)^2) / sum W; with weights of 1 and families that are tasks or runs in groups, that is Miller's.

    Args:
        families: with different names.

    Raises:
        InputError: a family is there twice.

    Source: Miller 2024, "Adding Error Bars to Evals".

    >>> clustered([Family("x", 1, 1), Family("y", 0, 1)]).mean
    Fraction(1, 2)
    """
    distinct(families)
    number = len(families)
    if not number:
        return Clustered(None, 0, None, None)
    pairs = integers(families)
    total, weight = (sum(part) for part in zip(*pairs, strict=True))
    mean = Fraction(total, weight)
    if number == 1:
        return Clustered(mean, 1, None, None)
    # The error is the same in every unit, so whole numbers tell it, exactly and ten times as fast.
    square = Fraction(sum((one * weight - total * heavy) ** 2 for one, heavy in pairs), weight**4)
    return Clustered(mean, number, math.sqrt(square), math.sqrt(square * number / (number - 1)))


def t_interval(
    families: Sequence[Family], *, confidence: Number = 0.95, within: tuple[Number, Number] = (0, 1)
) -> FamilyInterval | None:
    """mean +- t * corrected error, with G - 1 degrees of freedom, clipped to the range of the values.

    Args:
        families: with different names.
        confidence: between 0 and 1, both excluded.
        within: the least and the largest value possible: (0, 1) for rates, (-1, 1) for differences of rates.

    Returns:
        None (undefined) below two families.

    Raises:
        InputError: a family is there twice, the confidence is no share, or the mean lies outside `within`.
    """
    share(confidence, "confidence")
    found = clustered(families)
    if found.mean is None or found.corrected is None:
        return None
    least, largest = exact(within[0], "within"), exact(within[1], "within")
    if not least <= found.mean <= largest:
        raise InputError(f"must hold the mean {found.mean}; got {shown(within)}", field="within")
    reach = t_reach(found.families - 1, confidence) * found.corrected
    low, high = float(found.mean) - reach, float(found.mean) + reach
    return FamilyInterval(
        max(low, float(least)), min(high, float(largest)), low < least or high > largest, flat(families), found.families
    )


def simple_error(values: Iterable[Number]) -> float | None:
    """The standard error of a mean as if the values were independent: to show what ignoring families hides.

    sqrt(sum (x - m)^2 / (n - 1) / n).

    Returns:
        None (undefined) below two values.

    Raises:
        InputError: a value is no finite number.

    >>> simple_error([0, 1])
    0.5
    """
    numbers = [exact(value, "values") for value in values]
    if len(numbers) < 2:
        return None
    mean = sum(numbers, Fraction(0)) / len(numbers)
    square = sum(((one - mean) ** 2 for one in numbers), Fraction(0))
    return math.sqrt(square / (len(numbers) - 1) / len(numbers))


def flat(families: Sequence[Family]) -> bool:
    """Whether all families have the same mean: nothing was seen of how families differ."""
    return len({one.total / one.weight for one in families}) <= 1


def distinct(families: Sequence[Family]) -> None:
    """Refuse a family that is there twice."""
    names = [one.name for one in families]
    if len(set(names)) < len(names):
        raise InputError(f"must have different names; got {shown(names)}", field="families")


def integers(families: Iterable[Family]) -> list[tuple[int, int]]:
    """Totals and weights, all multiplied by one number that makes them whole, in an order that no name decides."""
    parts = [part for one in families for part in (one.total, one.weight)]
    factor = math.lcm(*(part.denominator for part in parts))
    numbers = [part.numerator * (factor // part.denominator) for part in parts]
    return sorted(zip(numbers[::2], numbers[1::2], strict=True))
