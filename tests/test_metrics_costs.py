"""Do all runs pay, the failed ones too?"""

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.metrics.costs import Cost, cost
from inventory_env.errors import InputError

RUNS = st.lists(st.tuples(st.booleans(), st.integers(0, 50)), max_size=12)


def test_golden_values() -> None:
    """Two cheap successes, two dear failures."""
    calls = cost([(True, 1), (True, 2), (False, 4), (False, 5)])
    seconds = cost([(True, 2), (True, 4), (False, 12), (False, 20)])
    assert Fraction(calls.successes, calls.runs) == Fraction(1, 2)
    assert (calls.mean, seconds.mean) == (3, Fraction("9.5"))
    assert (calls.mean_of_successes, seconds.mean_of_successes) == (Fraction("1.5"), 3)
    assert calls.per_success == 6


@given(RUNS)
def test_no_success_has_no_price_and_others_pay_for_the_failures(runs: list[tuple[bool, int]]) -> None:
    """What all runs cost is what the successes cost, times their number."""
    found = cost(runs)
    assert (found.runs, found.successes) == (len(runs), sum(succeeded for succeeded, _ in runs))
    assert (found.mean is None) == (not runs)
    if found.mean is not None:
        assert found.mean * len(runs) == found.total == sum(spent for _, spent in runs)
    if found.per_success is None or found.mean_of_successes is None:
        assert found.per_success is found.mean_of_successes is None
        assert found.successes == 0
        return
    assert found.per_success * found.successes == found.total
    assert found.mean_of_successes <= found.per_success
    assert found == cost(reversed(runs))


def test_seconds_may_have_parts() -> None:
    """They are added exactly."""
    assert cost([(True, 0.5), (False, 0.25)]) == Cost(2, 1, Fraction(3, 4), Fraction(1, 2))


@pytest.mark.parametrize(
    ("run", "words"),
    [
        ((1, 1), "runs must be True or False; got 1"),
        ((None, 1), "must be True or False"),
        ((True, -1), "must be 0 or more; got -1"),
        ((True, math.nan), "must be a finite number"),
        ((True, True), "must be a finite number"),
    ],
)
def test_runs_that_cannot_be_are_refused(run: tuple[Any, Any], words: str) -> None:
    """An undecided run is no failed one."""
    with pytest.raises(InputError, match=words):
        cost([(False, 1), run])
