"""Are gains and losses named, and is chance told exactly?"""

import math
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graders.metrics.families import clustered, group, simple_error, t_interval
from graders.metrics.pairs import (
    Pairs,
    differences,
    fewest_discordant,
    mcnemar,
    paired,
    paired_difference,
)
from graders.metrics.resampling import bootstrap
from graders.metrics.tails import normal_reach
from graders.metrics.tallies import Tally
from inventory_env.errors import InputError

SMALL = st.integers(0, 12)


@given(st.dictionaries(st.sampled_from("abcdefghij"), st.tuples(st.booleans(), st.booleans())))
def test_every_task_stands_in_the_cell_of_its_two_outcomes(outcomes: dict[str, tuple[bool, bool]]) -> None:
    """Once, and sorted."""
    found = paired({task: a for task, (a, _) in outcomes.items()}, {task: b for task, (_, b) in outcomes.items()})
    cells = {(True, True): found.both, (False, True): found.gained, (True, False): found.lost}
    for pair, cell in {**cells, (False, False): found.neither}.items():
        assert list(cell) == sorted(task for task, outcome in outcomes.items() if outcome == pair)
    assert found.tasks == len(outcomes)


def _hundred() -> tuple[dict[str, bool], dict[str, bool]]:
    """60 both, 15 gained, 5 lost, 20 neither."""
    ids = [f"t{place:02}" for place in range(100)]
    first = {task: place < 60 or 75 <= place < 80 for place, task in enumerate(ids)}
    second = {task: place < 75 for place, task in enumerate(ids)}
    return first, second


def test_table_of_a_hundred_lists_the_five_lost() -> None:
    """65 % rise to 75 %; each of the lost tasks is named."""
    first, second = _hundred()
    found = paired(first, second)
    assert [len(cell) for cell in (found.both, found.gained, found.lost, found.neither)] == [60, 15, 5, 20]
    assert found.lost == ("t75", "t76", "t77", "t78", "t79")
    assert (sum(first.values()), sum(second.values())) == (65, 75)
    difference = paired_difference(15, 5, 100)
    assert difference is not None
    assert difference.difference == Fraction(1, 10)
    assert difference.error == pytest.approx(0.0438086, abs=6e-8)
    assert (difference.low, difference.high) == pytest.approx((0.0141368, 0.1858632), abs=6e-8)
    assert not difference.clipped
    assert not difference.flat


def test_no_task_is_an_empty_table() -> None:
    """Nothing paired, nothing lost."""
    assert paired({}, {}) == Pairs()
    assert Pairs().tasks == 0


@pytest.mark.parametrize(
    ("gained", "lost", "chance"),
    [(15, 5, Fraction(5425, 131072)), (6, 0, Fraction(1, 32)), (5, 0, Fraction(1, 16)), (0, 0, Fraction(1))],
)
def test_mcnemar_is_exact(gained: int, lost: int, chance: Fraction) -> None:
    """Two-sided, as a fraction."""
    assert mcnemar(gained, lost) == chance


@given(SMALL, SMALL)
def test_mcnemar_counts_the_outcomes_that_are_no_likelier(gained: int, lost: int) -> None:
    """A fair coin for each change: how often is the split at least as uneven? It is the same for both directions."""
    number = gained + lost
    uneven = [count for count in range(number + 1) if abs(2 * count - number) >= abs(gained - lost)]
    expected = Fraction(sum(math.comb(number, count) for count in uneven), 2**number)
    assert mcnemar(gained, lost) == mcnemar(lost, gained) == expected
    assert 0 < expected <= 1


@pytest.mark.parametrize("lost", [0, 1, 7, 40])
def test_one_more_gained_than_lost_is_chance(lost: int) -> None:
    """As even as an odd number can be."""
    assert mcnemar(lost + 1, lost) == mcnemar(lost, lost) == 1


@given(st.sampled_from([0.5, 0.1, 0.05, Fraction(1, 16), 0.01, 1e-6, 0.999]))
def test_fewest_changes_are_just_enough(alpha: float) -> None:
    """One less, all to one side, is not below alpha."""
    number = fewest_discordant(alpha)
    assert mcnemar(number, 0) < alpha
    assert mcnemar(number - 1, 0) >= alpha


def test_six_changes_to_one_side_are_needed_at_five_percent() -> None:
    """At 1/16 exactly five are not below."""
    assert fewest_discordant() == 6
    assert fewest_discordant(Fraction(1, 16)) == 6


@given(SMALL, SMALL, SMALL)
@example(1, 0, 0)
@example(0, 0, 2)
def test_paired_error_is_that_of_the_differences(gained: int, lost: int, same: int) -> None:
    """Of -1, 0 and 1, one for each task; the interval lies around the difference, within -1 and 1."""
    values = [1] * gained + [-1] * lost + [0] * same
    found = paired_difference(gained, lost, len(values))
    error = simple_error(values)
    if found is None or error is None:
        assert found is error is None
        assert len(values) < 2
        return
    assert found.difference == Fraction(sum(values), len(values))
    assert found.error == pytest.approx(error)
    reach = normal_reach() * error
    open_ends = float(found.difference) - reach, float(found.difference) + reach
    assert (found.low, found.high) == pytest.approx((max(-1.0, open_ends[0]), min(1.0, open_ends[1])))
    assert found.clipped == (open_ends[0] < -1 or open_ends[1] > 1)
    assert found.flat == (len(set(values)) == 1)


# Several trials, families ------------------------------------------------------------------------------------------


def test_differences_are_averaged_over_the_trials_of_a_task() -> None:
    """Each side by its own number of trials; without a trial undefined."""
    first = {"b": Tally(1, 2), "a": Tally(0, 3), "c": Tally(0, 0)}
    second = {"a": Tally(1, 4), "b": Tally(1, 4), "c": Tally(1, 1)}
    assert list(differences(first, second).items()) == [("a", Fraction(1, 4)), ("b", Fraction(-1, 4)), ("c", None)]
    assert differences(second, first)["c"] is None


def test_clustered_comparison_by_hand() -> None:
    """Families x: +1/2 and +1/2; y: 0 and 0. Mean 1/4; T - mW: 1/2 and -1/2, so the error is sqrt(1/2) / 4."""
    first = {task: Tally(1, 2) for task in "abcd"}
    second = {"a": Tally(2, 2), "b": Tally(2, 2), "c": Tally(1, 2), "d": Tally(2, 4)}
    families = group(differences(first, second), {"a": "x", "b": "x", "c": "y", "d": "y"})
    found = clustered(families)
    assert found.mean == Fraction(1, 4)
    assert found.error == pytest.approx(math.sqrt(0.5) / 4)
    assert found.corrected == pytest.approx(0.25)
    wide = t_interval(families, within=(-1, 1))
    assert wide is not None
    assert (wide.low, wide.high, wide.clipped) == (-1.0, 1.0, True)
    again = bootstrap(families)
    assert again is not None
    assert (again.low, again.high) == (0, Fraction(1, 2))


@given(SMALL, SMALL, SMALL)
def test_families_of_one_task_give_the_paired_error(gained: int, lost: int, same: int) -> None:
    """With the correction G / (G - 1) the clustered error of single tasks is the paired one."""
    outcomes = [(0, 1)] * gained + [(1, 0)] * lost + [(1, 1)] * same
    first = {f"t{place}": Tally(a, 1) for place, (a, _) in enumerate(outcomes)}
    second = {f"t{place}": Tally(b, 1) for place, (_, b) in enumerate(outcomes)}
    found = paired_difference(gained, lost, len(outcomes))
    families = clustered(group(differences(first, second), {task: task for task in first}))
    assert families.corrected == (pytest.approx(found.error) if found else None)


# Refusals and second opinions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("ask", [paired, differences])
def test_tasks_of_one_side_only_are_refused(ask: Callable[[dict[str, object], dict[str, object]], object]) -> None:
    """Nothing is dropped in silence."""
    with pytest.raises(InputError, match=r"tasks must be the same on both sides; on one only: \['b', 'c'\]"):
        ask({"a": True, "b": True}, {"a": True, "c": False})


@pytest.mark.parametrize("outcome", [1, None, "pass"])
def test_outcome_is_true_or_false(outcome: bool) -> None:
    """An undecided run is not a failure."""
    with pytest.raises(InputError, match="outcome of a must be two of True and False"):
        paired({"a": True}, {"a": outcome})


def test_counts_that_cannot_be_are_refused() -> None:
    """Below 0, more changes than tasks, an alpha that is no chance."""
    with pytest.raises(InputError, match="lost must be a whole number, 0 or more; got -1"):
        mcnemar(1, -1)
    with pytest.raises(InputError, match="tasks must be at least gained and lost, 5; got 4"):
        paired_difference(3, 2, 4)
    with pytest.raises(InputError, match="alpha must be between 0 and 1; got 0"):
        fewest_discordant(0)
    with pytest.raises(InputError, match="confidence"):
        paired_difference(0, 0, 0, confidence=1)


def test_statsmodels_and_scipy_give_the_same_chance() -> None:
    """McNemar's test, and the binomial one that it is."""
    tables = pytest.importorskip("statsmodels.stats.contingency_tables", reason="statsmodels is a second opinion only")
    stats = pytest.importorskip("scipy.stats", reason="scipy is a second opinion only")
    for gained, lost in ((15, 5), (6, 0), (5, 0), (4, 3), (3, 3), (1, 9)):
        chance = float(mcnemar(gained, lost))
        assert chance == pytest.approx(tables.mcnemar([[60, lost], [gained, 20]], exact=True).pvalue)
        assert chance == pytest.approx(stats.binomtest(gained, gained + lost, 0.5).pvalue)
