"""Are the intervals of a rate those of the textbook, of scipy and of statsmodels?"""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.metrics.rates import interval, newcombe, upper_bound, wilson
from graders.metrics.tails import normal_reach, t_reach
from graders.metrics.tallies import Tally
from inventory_env.errors import InputError

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


# Wilson and Newcombe ----------------------------------------------------------------------------------------------

WILSON = [
    (17, 20, 0.639581, 0.947631),
    (18, 20, 0.698966, 0.972134),
    (0, 5, 0.0, 0.434482),
    (5, 5, 0.565518, 1.0),
    (3, 5, 0.230724, 0.882379),
    (65, 100, 0.552544, 0.736358),
    (75, 100, 0.656955, 0.824548),
]
COUNTS = st.integers(1, 40).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
TALLIES = COUNTS.map(lambda pair: Tally(*pair))


@pytest.mark.parametrize(("successes", "trials", "low", "high"), WILSON)
def test_score_intervals_agree_with_wilson(successes: int, trials: int, low: float, high: float) -> None:
    """Both ends at 95 %."""
    assert wilson(successes, trials) == pytest.approx((low, high), abs=6e-7)


def test_score_interval_of_nothing_is_everything() -> None:
    """No trial says nothing."""
    assert wilson(0, 0) == (0.0, 1.0)


@given(COUNTS, st.sampled_from([0.8, 0.95, Fraction(99, 100)]))
def test_score_interval_ends_where_the_score_test_rejects(counts: tuple[int, int], confidence: float) -> None:
    """At an inner end the rate is z standard errors, those of the end, from the one observed."""
    successes, trials = counts
    low, high = wilson(successes, trials, confidence=confidence)
    assert 0 <= low <= successes / trials <= high <= 1
    assert (low == 0) == (successes == 0)
    assert (high == 1) == (successes == trials)
    for end in {low, high} - {0.0, 1.0}:
        away = abs(successes / trials - end) / math.sqrt(end * (1 - end) / trials)
        assert away == pytest.approx(normal_reach(confidence), rel=1e-6)


@pytest.mark.parametrize("trials", [1, 2, 5, 9, 20])
def test_exact_interval_covers_every_rate(trials: int) -> None:
    """Over all outcomes of so few trials, whatever the true rate, at least 95 % of the intervals hold it."""
    ends = [interval(successes, trials) for successes in range(trials + 1)]
    for step in range(1, 200):
        rate = step / 200
        covered = math.fsum(
            math.comb(trials, count) * rate**count * (1 - rate) ** (trials - count)
            for count, (low, high) in enumerate(ends)
            if low <= rate <= high
        )
        assert covered >= 0.95 - 1e-9, rate


def test_difference_of_18_and_17_of_20_agrees_with_newcombe() -> None:
    """Second minus first; it holds 0, so the one success more says nothing."""
    assert newcombe(Tally(17, 20), Tally(18, 20)) == pytest.approx((-0.173487, 0.272440), abs=6e-7)


@given(TALLIES, TALLIES)
def test_difference_turned_round_is_mirrored(first: Tally, second: Tally) -> None:
    """And it holds the difference seen, within -1 and 1."""
    low, high = newcombe(first, second)
    assert first.rate is not None
    assert second.rate is not None
    assert -1 <= low <= float(second.rate - first.rate) <= high <= 1
    assert newcombe(second, first) == pytest.approx((-high, -low), abs=1e-12)


def test_difference_with_nothing_can_be_any() -> None:
    """A side without a run says nothing."""
    assert newcombe(Tally(0, 0), Tally(3, 3)) == newcombe(Tally(3, 3), Tally(0, 0)) == (-1.0, 1.0)


# Refusals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("successes", "trials", "words"),
    [
        (-1, 5, "successes"),
        (6, 5, "at most the 5 trials"),
        (True, 5, "successes"),
        (1.0, 5, "got 1.0"),
        (0, -1, "trials"),
    ],
)
def test_counts_that_cannot_be_are_refused(successes: int, trials: int, words: str) -> None:
    """Everywhere alike."""
    for ask in (upper_bound, interval, wilson, Tally):
        with pytest.raises(InputError, match=words):
            ask(successes, trials)


@pytest.mark.parametrize("confidence", [0, 1, 1.5, -0.1, math.nan, math.inf, True, "0.95"])
def test_confidence_is_between_0_and_1(confidence: float) -> None:
    """Also where the trials are none."""
    for ask in (upper_bound, interval, wilson):
        with pytest.raises(InputError, match="confidence"):
            ask(0, 0, confidence=confidence)
    with pytest.raises(InputError, match="confidence"):
        t_reach(4, confidence)


def test_a_tally_without_a_trial_has_no_rate() -> None:
    """Undefined, not 0."""
    assert Tally(0, 0).rate is None
    assert Tally(1, 4).rate == Fraction(1, 4)


# The same from others -----------------------------------------------------------------------------------------------


def test_statsmodels_gives_the_same_intervals() -> None:
    """Wilson, Clopper and Pearson, Newcombe."""
    others = pytest.importorskip("statsmodels.stats.proportion", reason="statsmodels is a second opinion only")
    for successes, trials, _, _ in WILSON:
        score = others.proportion_confint(successes, trials, method="wilson")
        beta = others.proportion_confint(successes, trials, method="beta")
        assert wilson(successes, trials) == pytest.approx(score, abs=1e-9)
        assert interval(successes, trials) == pytest.approx(beta, abs=1e-9)
        found = others.confint_proportions_2indep(successes, trials, 17, 20, method="newcomb", compare="diff")
        assert newcombe(Tally(17, 20), Tally(successes, trials)) == pytest.approx(found, abs=1e-9)


def test_scipy_gives_the_same_intervals_and_bounds() -> None:
    """Exact and score; and the one-sided bound."""
    stats = pytest.importorskip("scipy.stats", reason="scipy is a second opinion only")
    for successes, trials, _, _ in WILSON:
        test = stats.binomtest(successes, trials)
        assert interval(successes, trials) == pytest.approx(tuple(test.proportion_ci(method="exact")), abs=1e-9)
        assert wilson(successes, trials) == pytest.approx(tuple(test.proportion_ci(method="wilson")), abs=1e-9)
        one_sided = stats.binomtest(successes, trials, alternative="less").proportion_ci(0.95, "exact").high
        assert upper_bound(successes, trials) == pytest.approx(one_sided, abs=1e-9)


def test_scipy_reaches_as_far_out() -> None:
    """Student's and the normal quantiles, for few and many degrees of freedom."""
    stats = pytest.importorskip("scipy.stats", reason="scipy is a second opinion only")
    for confidence in (0.5, 0.9, 0.95, 0.999):
        part = (1 + confidence) / 2
        assert normal_reach(confidence) == pytest.approx(stats.norm.ppf(part), rel=1e-12)
        for freedom in (1, 2, 3, 4, 5, 9, 10, 30, 99, 741, 5000):
            assert t_reach(freedom, confidence) == pytest.approx(stats.t.ppf(part, freedom), rel=1e-9)


@pytest.mark.parametrize(
    ("freedom", "reach"),
    [(1, 12.706205), (2, 4.302653), (4, 2.776445), (9, 2.262157), (99, 1.984217), (5000, 1.960439)],
)
def test_student_reaches_as_far_as_the_tables_say(freedom: int, reach: float) -> None:
    """At 95 %, two-sided."""
    assert t_reach(freedom) == pytest.approx(reach, abs=6e-7)


def test_student_needs_a_degree_of_freedom() -> None:
    """One family leaves none."""
    with pytest.raises(InputError, match="1 or more; got 0"):
        t_reach(0)
