"""Are the bounds those of the textbook?"""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.metrics.rates import interval, upper_bound

UPPER_975 = [
    (17, 20, 0.967929),
    (18, 20, 0.987651),
    (0, 5, 0.521824),
    (5, 5, 1.0),
    (3, 5, 0.947255),
    (65, 100, 0.742706),
    (75, 100, 0.831220),
]


@pytest.mark.parametrize(("successes", "trials", "bound"), UPPER_975)
def test_two_sided_upper_bounds_agree_with_clopper_and_pearson(successes: int, trials: int, bound: float) -> None:
    """One side at 97.5 % is the upper end of the two-sided interval at 95 %."""
    assert upper_bound(successes, trials, confidence=0.975) == pytest.approx(bound, abs=6e-7)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (17, 20, 0.621073, 0.967929),
        (18, 20, 0.683017, 0.987651),
        (0, 5, 0.0, 0.521824),
        (5, 5, 0.478176, 1.0),
        (3, 5, 0.146633, 0.947255),
        (65, 100, 0.548151, 0.742706),
        (75, 100, 0.653448, 0.831220),
    ],
)
def test_intervals_agree_with_clopper_and_pearson(successes: int, trials: int, low: float, high: float) -> None:
    """Both ends at 95 %."""
    assert interval(successes, trials) == pytest.approx((low, high), abs=6e-7)


def test_interval_of_nothing_is_everything() -> None:
    """No trial says nothing."""
    assert interval(0, 0) == (0.0, 1.0)


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_interval_of_failures_mirrors_that_of_successes(counts: tuple[int, int]) -> None:
    """And both hold the rate."""
    successes, trials = counts
    low, high = interval(successes, trials)
    assert 0 <= low <= successes / trials <= high <= 1
    assert interval(trials - successes, trials) == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_interval_of_a_million_is_narrow_around_the_rate() -> None:
    """As the normal distribution has it there."""
    for successes in (1000, 500_000, 700_000, 999_000):
        rate = successes / 10**6
        error = 1.959964 * math.sqrt(rate * (1 - rate) / 10**6)
        low, high = interval(successes, 10**6)
        assert (low, high) == pytest.approx((rate - error, rate + error), abs=0.05 * error)
    assert interval(0, 10**6) == pytest.approx((0, -math.log(0.025) / 10**6), rel=1e-4)


@pytest.mark.parametrize(("trials", "bound"), [(5, 0.4507), (20, 0.1391), (59, 0.0495)])
def test_no_success_in_n_bounds_the_rate(trials: int, bound: float) -> None:
    """At 95 %, one-sided; below 5 % only from 59 on."""
    assert upper_bound(0, trials) == pytest.approx(bound, abs=6e-5)
    assert upper_bound(0, trials) == pytest.approx(1 - 0.05 ** (1 / trials), abs=1e-12)


def test_a_single_trial_bounds_little() -> None:
    """None of one: up to 95 %; one of one: nothing is bounded."""
    assert upper_bound(0, 1) == pytest.approx(0.95)
    assert upper_bound(1, 1) == 1.0


def test_many_trials_do_not_underflow() -> None:
    """Half of five thousand: each single chance is too small for a float, their sum is not."""
    assert upper_bound(0, 300_000) == pytest.approx(3 / 300_000, rel=0.01)
    assert 0.5 < upper_bound(2500, 5000) < 0.52


@given(
    st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from([0.9, 0.95, 0.99])
)
def test_at_the_bound_so_few_successes_are_just_unlikely(counts: tuple[int, int], confidence: float) -> None:
    """The chance of at most as many successes, summed another way, is what the confidence leaves over."""
    successes, trials = counts
    rate = upper_bound(successes, trials, confidence=confidence)
    assert successes / trials <= rate <= 1
    if successes < trials:
        chance = sum(math.comb(trials, k) * rate**k * (1 - rate) ** (trials - k) for k in range(successes + 1))
        assert chance == pytest.approx(1 - confidence, rel=1e-6)
        assert rate < upper_bound(successes + 1, trials, confidence=confidence)
