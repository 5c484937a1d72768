"""Do faulty, missing and uncertain runs widen the bounds, and never vanish?"""

import math
from fractions import Fraction
from itertools import product

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.metrics.bounds import Outcomes, full_marks, merged
from inventory_env.errors import InputError

OUTCOMES = st.builds(Outcomes, *[st.integers(0, 4)] * 5)


def facts(outcomes: Outcomes) -> tuple[Fraction | None, ...]:
    """Rate, coverage and both bounds."""
    return outcomes.rate, outcomes.coverage, outcomes.low, outcomes.high


def test_environment_faults_widen_the_bounds() -> None:
    """5 successes, 2 failures, 3 faults."""
    found = Outcomes(successes=5, failures=2, faulty=3)
    assert facts(found) == (Fraction(5, 7), Fraction(7, 10), Fraction(5, 10), Fraction(8, 10))


def test_two_right_and_three_crashes_are_no_hundred_percent() -> None:
    """Coverage and the lower bound say so."""
    found = Outcomes(successes=2, faulty=3)
    assert facts(found) == (1, Fraction(2, 5), Fraction(2, 5), 1)


def test_uncertain_marks_are_neither() -> None:
    """Pass, uncertain, fail."""
    found = Outcomes(successes=1, failures=1, uncertain=1)
    assert (found.low, found.high) == (Fraction(1, 3), Fraction(2, 3))
    assert (found.decided, found.total) == (2, 3)


@given(st.builds(Outcomes, *[st.integers(0, 2)] * 5))
def test_bounds_are_the_extremes_of_what_the_open_runs_could_be(outcomes: Outcomes) -> None:
    """Every way in which the undecided runs could have ended is tried; the rate of the decided lies between, too."""
    undecided = outcomes.total - outcomes.decided
    if not outcomes.total:
        assert facts(outcomes) == (None, None, None, None)
        return
    rates = [Fraction(outcomes.successes + sum(ends), outcomes.total) for ends in product((0, 1), repeat=undecided)]
    assert (outcomes.low, outcomes.high) == (min(rates), max(rates))
    assert outcomes.coverage == 1 - (max(rates) - min(rates))
    assert (outcomes.rate is None) == (outcomes.decided == 0)
    if outcomes.rate is not None:
        assert min(rates) <= outcomes.rate <= max(rates)


@given(st.lists(OUTCOMES, max_size=4))
def test_merging_adds_every_count(groups: list[Outcomes]) -> None:
    """In any order and grouping; bounds of the whole lie between those of the parts."""
    found = merged(groups)
    assert attrs.astuple(found) == tuple(sum(attrs.astuple(one)[place] for one in groups) for place in range(5))
    assert found == merged(reversed(groups)) == merged([merged(groups[:2]), merged(groups[2:])])
    lows = [one.low for one in groups if one.low is not None]
    if found.low is not None:
        assert min(lows) <= found.low <= max(lows)


def test_half_marks_are_no_success() -> None:
    """Two halves make no whole; nearly all is not all."""
    assert full_marks([0.5, 0.5]) == 0
    assert full_marks([1, 1.0, Fraction(1), 0, 0.999999]) == 3
    assert full_marks([]) == 0


@pytest.mark.parametrize("mark", [-0.1, 1.5, math.nan, True])
def test_marks_are_from_0_to_1(mark: float) -> None:
    """Anything else is no mark."""
    with pytest.raises(InputError, match="marks must be"):
        full_marks([1, mark])


@pytest.mark.parametrize("field", [one.name for one in attrs.fields(Outcomes)])
def test_counts_that_cannot_be_are_refused(field: str) -> None:
    """Each field is checked and named."""
    for value in (-1, True, 1.0):
        with pytest.raises(InputError, match=f"{field} must be a whole number, 0 or more"):
            Outcomes(**{field: value})  # type: ignore[arg-type]
