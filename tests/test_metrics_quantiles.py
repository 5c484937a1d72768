"""Is a quantile one that was observed, and is a tail claimed only where there are runs enough?"""

import math
from fractions import Fraction
from statistics import quantiles

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.metrics.quantiles import bounds_tail, exclusive, fewest_for_tail, linear, quantile
from inventory_env.errors import InputError

SECONDS = [12, 2, 20, 4]
VALUES = st.lists(st.integers(0, 30), min_size=1, max_size=25)
PARTS = st.sampled_from([0.01, 0.07, 0.25, 0.5, 0.9, 0.95, 0.99, Fraction(1, 3)])


def test_golden_values() -> None:
    """Of 2, 4, 12 and 20 the p95 is 20, which was observed; two other methods say 18.8 and 26."""
    found = quantile(SECONDS)
    assert found is not None
    assert (found.value, found.part, found.runs, found.maximum) == (20, Fraction(19, 20), 4, 20)
    assert (found.bounded, found.method) == (False, "inverted CDF")
    assert linear(SECONDS) == Fraction("18.8")
    assert exclusive(SECONDS) == 26


@given(VALUES, PARTS)
def test_quantile_is_the_least_value_with_enough_at_or_below(values: list[int], part: float) -> None:
    """Observed, in whatever order the values come."""
    found = quantile(values, part)
    wanted = Fraction(str(part)) * len(values)
    assert found is not None
    assert found.value == min(one for one in values if sum(other <= one for other in values) >= wanted)
    assert (found.runs, found.maximum) == (len(values), max(values))
    assert found == quantile(sorted(values), part)


def test_seven_of_a_hundred_is_the_seventh() -> None:
    """In floats 0.07 * 100 is a little more than 7."""
    found = quantile(range(1, 101), 0.07)
    assert found is not None
    assert found.value == 7


def test_of_nothing_there_is_no_quantile() -> None:
    """Undefined, not 0; and from one value no line can be drawn."""
    assert quantile([]) is linear([]) is exclusive([]) is exclusive([5]) is None
    assert linear([5]) == 5


def test_maximum_bounds_p95_from_59_runs_on() -> None:
    """And 59 values carry the flag."""
    assert fewest_for_tail() == 59
    assert not bounds_tail(0)
    assert not bounds_tail(58)
    assert bounds_tail(59)
    assert fewest_for_tail(part=0.99) == 299
    for runs in (58, 59):
        found = quantile(range(runs))
        assert found is not None
        assert found.bounded == (runs == 59)
    median = quantile(range(5), 0.5)
    assert median is not None
    assert median.bounded, "the largest of five is above the median in 31 of 32 cases"


@given(PARTS, st.sampled_from([0.05, 0.5, 0.75, 0.95, 0.999]), st.integers(0, 400))
def test_maximum_bounds_when_all_below_is_unlikely_enough(part: float, confidence: float, runs: int) -> None:
    """1 - part^n >= confidence, to the last digit."""
    enough = 1 - Fraction(str(part)) ** runs >= Fraction(str(confidence))
    assert bounds_tail(runs, part=part, confidence=confidence) == enough


def test_exact_edges_are_met() -> None:
    """1 - (9/10)^2 is .19 exactly, and (1/2)^2 leaves .75."""
    assert fewest_for_tail(part=0.9, confidence=0.19) == 2
    assert fewest_for_tail(part=0.5, confidence=0.75) == 2
    assert fewest_for_tail(part=0.01, confidence=0.05) == 1


@given(st.lists(st.integers(0, 30), min_size=2, max_size=25))
def test_python_gives_the_same_lines(values: list[int]) -> None:
    """Its two methods, at p5 to p95."""
    for other, ours in (("inclusive", linear), ("exclusive", exclusive)):
        expected = quantiles(values, n=20, method=other)  # type: ignore[arg-type]
        found = [ours(values, Fraction(place, 20)) for place in range(1, 20)]
        assert found == [pytest.approx(one) for one in expected]


def test_numpy_gives_the_same_quantiles() -> None:
    """Its methods inverted_cdf and linear; weibull is the exclusive one, cut off at the largest value."""
    numpy = pytest.importorskip("numpy", reason="numpy is a second opinion only")
    for values in (SECONDS, list(range(0, 200, 3)), [1, 1, 2, 9, 9]):
        for part in (0.1, 0.3, 0.5, 0.77, 0.95):
            found = quantile(values, part)
            assert found is not None
            assert found.value == numpy.quantile(values, part, method="inverted_cdf")
            assert float(linear(values, part) or 0) == pytest.approx(numpy.quantile(values, part, method="linear"))
            cut = min(max(float(exclusive(values, part) or 0), min(values)), max(values))
            assert cut == pytest.approx(numpy.quantile(values, part, method="weibull"))


def test_values_and_parts_that_cannot_be_are_refused() -> None:
    """Also of nothing."""
    for ask in (quantile, linear, exclusive):
        with pytest.raises(InputError, match="part must be between 0 and 1; got 95"):
            ask([], 95)
        with pytest.raises(InputError, match="values must be a finite number; got nan"):
            ask([1.0, math.nan])
    with pytest.raises(InputError, match="runs must be a whole number, 0 or more; got -1"):
        bounds_tail(-1)
