"""Are pass@k and pass^k exact, task by task and over tasks?"""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.metrics.passing import (
    Point,
    known_pass_at_k,
    known_pass_hat_k,
    mean_pass_at_k,
    mean_pass_hat_k,
    pass_at_curve,
    pass_at_k,
    pass_hat_curve,
    pass_hat_k,
)
from graders.metrics.tallies import Tally
from inventory_env.errors import InputError

COUNTS = st.integers(1, 8).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
TASKS = st.dictionaries(st.sampled_from("abcdef"), COUNTS.map(lambda pair: Tally(*pair)), min_size=1)
HALF = Fraction(1, 2)


@given(COUNTS, st.integers(1, 9))
def test_formulas_count_the_subsets(counts: tuple[int, int], k: int) -> None:
    """Every choice of k of the n runs is tried: in how many does one succeed, in how many do all?"""
    successes, trials = counts
    runs = [True] * successes + [False] * (trials - successes)
    chosen = list(combinations(runs, k))
    if not chosen:
        assert pass_at_k(successes, trials, k) is pass_hat_k(successes, trials, k) is None
        return
    assert pass_at_k(successes, trials, k) == Fraction(sum(map(any, chosen)), len(chosen))
    assert pass_hat_k(successes, trials, k) == Fraction(sum(map(all, chosen)), len(chosen))


@given(COUNTS)
def test_the_rate_lies_between_and_both_move_apart_with_k(counts: tuple[int, int]) -> None:
    """pass^k falls from the rate, pass@k rises from it; failures and successes are mirrored."""
    successes, trials = counts
    some = [pass_at_k(successes, trials, k) for k in range(1, trials + 1)]
    every = [pass_hat_k(successes, trials, k) for k in range(1, trials + 1)]
    assert some[0] == every[0] == Fraction(successes, trials)
    assert some == sorted(some, key=Fraction)  # type: ignore[arg-type]
    assert every == sorted(every, key=Fraction, reverse=True)  # type: ignore[arg-type]
    assert some == [1 - value for k in range(1, trials + 1) if (value := _of_failures(counts, k)) is not None]


def _of_failures(counts: tuple[int, int], k: int) -> Fraction | None:
    return pass_hat_k(counts[1] - counts[0], counts[1], k)


@pytest.mark.parametrize(
    ("trials", "successes", "k", "at", "hat"),
    [
        (5, 3, 2, Fraction(9, 10), Fraction(3, 10)),
        (5, 4, 3, Fraction(1), Fraction(2, 5)),
        (10, 1, 5, HALF, Fraction(0)),
        (3, 2, 3, Fraction(1), Fraction(0)),
    ],
)
def test_golden_values(trials: int, successes: int, k: int, at: Fraction, hat: Fraction) -> None:
    """Exact, as fractions."""
    assert pass_at_k(successes, trials, k) == at
    assert pass_hat_k(successes, trials, k) == hat


def test_known_rates_are_plain_powers() -> None:
    """p = 4/5, three runs."""
    assert known_pass_at_k(Fraction(4, 5), 3) == Fraction(124, 125)
    assert known_pass_hat_k(Fraction(4, 5), 3) == Fraction(64, 125)
    assert known_pass_at_k(1, 2) == known_pass_hat_k(1.0, 2) == 1


def _expected(estimate: Callable[[int], Fraction | None], trials: int, rate: Fraction) -> Fraction:
    """The mean of an estimate over all that so many runs can bring."""
    values = [(count, estimate(count)) for count in range(trials + 1)]
    return sum(
        (
            math.comb(trials, count) * rate**count * (1 - rate) ** (trials - count) * value
            for count, value in values
            if value is not None
        ),
        Fraction(0),
    )


def test_plugging_the_rate_into_a_power_is_too_high_on_average() -> None:
    """Five runs at 4/5: .58496 instead of .512; the formula gives .512 exactly."""
    assert _expected(lambda count: Fraction(count, 5) ** 3, 5, Fraction(4, 5)) == Fraction("0.58496")
    assert _expected(lambda count: pass_hat_k(count, 5, 3), 5, Fraction(4, 5)) == Fraction("0.512")


@given(st.integers(1, 7), st.fractions(0, 1, max_denominator=9), st.data())
def test_both_are_right_on_average(trials: int, rate: Fraction, data: st.DataObject) -> None:
    """Over all outcomes of n independent runs at a known rate."""
    k = data.draw(st.integers(1, trials))
    assert _expected(lambda count: pass_at_k(count, trials, k), trials, rate) == known_pass_at_k(rate, k)
    assert _expected(lambda count: pass_hat_k(count, trials, k), trials, rate) == known_pass_hat_k(rate, k)


# Over tasks -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [1, 2, 3])
def test_tasks_come_before_the_mean(k: int) -> None:
    """One task always, one never: half the tasks hold for every k, not a half to the power of k."""
    tasks = {"always": Tally(3, 3), "never": Tally(0, 3)}
    assert mean_pass_hat_k(tasks, k) == mean_pass_at_k(tasks, k) == HALF


@given(TASKS, st.integers(1, 9), st.data())
def test_mean_is_the_mean_of_the_tasks_or_undefined(tasks: dict[str, Tally], k: int, data: st.DataObject) -> None:
    """A task with fewer than k trials is never left out; a whole weight is as many copies of the task."""
    weights = {task: data.draw(st.integers(1, 3)) for task in tasks}
    values = [pass_hat_k(one.successes, one.trials, k) for task, one in tasks.items() for _ in range(weights[task])]
    known = [value for value in values if value is not None]
    expected = sum(known, Fraction(0)) / len(values) if len(known) == len(values) else None
    assert mean_pass_hat_k(tasks, k, weights) == expected
    assert mean_pass_hat_k(tasks, k, {task: Fraction(weight, 7) for task, weight in weights.items()}) == expected


@given(TASKS)
def test_curves_are_the_means_up_to_the_most_trials(tasks: dict[str, Tally]) -> None:
    """Where the value is undefined, the tasks at fault are named, and only there."""
    for curve, mean in ((pass_at_curve, mean_pass_at_k), (pass_hat_curve, mean_pass_hat_k)):
        points = curve(tasks)
        assert [point.k for point in points] == list(range(1, max(one.trials for one in tasks.values()) + 1))
        for point in points:
            assert point.value == mean(tasks, point.k)
            assert point.short == tuple(sorted(task for task, one in tasks.items() if one.trials < point.k))
            assert (point.value is None) == bool(point.short)


def test_unequal_trials_end_the_curve_and_say_why() -> None:
    """Three runs of one task, one of the other."""
    assert pass_hat_curve({"a": Tally(2, 3), "b": Tally(1, 1)}, {"a": 3, "b": 1}) == (
        Point(1, Fraction(3, 4)),
        Point(2, None, ("b",)),
        Point(3, None, ("b",)),
    )


def test_of_no_task_nothing_is_known() -> None:
    """And a task that never ran leaves the first point out of reach."""
    assert mean_pass_at_k({}, 1) is None
    assert pass_at_curve({}) == pass_at_curve({"a": Tally(0, 0)}) == ()
    assert pass_at_curve({"a": Tally(0, 0), "b": Tally(1, 1)}) == (Point(1, None, ("a",)),)


# Refusals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ask", [pass_at_k, pass_hat_k])
def test_counts_that_cannot_be_are_refused(ask: Callable[[int, int, int], Fraction | None]) -> None:
    """More successes than trials, no run at all drawn."""
    with pytest.raises(InputError, match="at most the 2 trials; got 3"):
        ask(3, 2, 1)
    with pytest.raises(InputError, match="k must be a whole number, 1 or more; got 0"):
        ask(1, 2, 0)


@pytest.mark.parametrize("ask", [mean_pass_at_k, mean_pass_hat_k])
def test_k_is_checked_without_a_task_too(ask: Callable[[dict[str, Tally], int], Fraction | None]) -> None:
    """A mistake stays one when there is nothing to count."""
    with pytest.raises(InputError, match="k must be"):
        ask({}, 0)


@pytest.mark.parametrize("rate", [-1, 1.5, math.nan, True])
def test_known_rate_is_from_0_to_1(rate: float) -> None:
    """Anything else is no chance."""
    for ask in (known_pass_at_k, known_pass_hat_k):
        with pytest.raises(InputError, match="rate must be"):
            ask(rate, 1)


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ({"a": 1}, "must name every task and no other; differs in .'b'"),
        ({"a": 1, "b": 1, "c": 1}, "differs in .'c'"),
        ({"a": 1, "b": 0}, r"weights\[b\] must be an int or a Fraction above 0; got 0"),
        ({"a": 1, "b": -HALF}, r"weights\[b\]"),
        ({"a": 1, "b": 0.5}, "got 0.5"),
        ({"a": 1, "b": True}, "got True"),
    ],
)
def test_weights_are_declared_exactly(weights: dict[str, int | Fraction], words: str) -> None:
    """One for each task, above 0, no float."""
    for ask in (pass_at_curve, pass_hat_curve):
        with pytest.raises(InputError, match=words):
            ask({"a": Tally(1, 1), "b": Tally(1, 1)}, weights)
