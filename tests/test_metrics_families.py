"""Do errors and intervals count families, not runs?"""

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.metrics.checking import Number
from graders.metrics.families import Clustered, Family, clustered, group, simple_error, t_interval
from graders.metrics.rates import interval
from inventory_env.errors import InputError

# Five families of four runs each.
RUNS = {"A": "1111", "B": "1011", "C": "0001", "D": "1101", "E": "0010"}
VALUES = {f"{name}{place}": int(run) for name, runs in RUNS.items() for place, run in enumerate(runs)}
FAMILY_OF = {task: task[0] for task in VALUES}
NUMBERS = st.one_of(st.integers(0, 1), st.fractions(0, 1, max_denominator=6))
LABELLED = st.lists(st.tuples(st.sampled_from("ABCDE"), NUMBERS, st.integers(1, 4)), max_size=12)


def five() -> tuple[Family, ...]:
    """The five families of the golden values."""
    return group(VALUES, FAMILY_OF)


def test_five_families_of_four_runs() -> None:
    """The error that ignores families is too small."""
    found = clustered(five())
    assert (found.mean, found.families) == (Fraction(3, 5), 5)
    assert simple_error(VALUES.values()) == pytest.approx(0.1123903, abs=6e-8)
    assert found.error == pytest.approx(0.1341641, abs=6e-8)
    assert found.corrected == pytest.approx(0.15, abs=1e-12)


def test_t_interval_of_five_families_is_clipped_and_says_so() -> None:
    """With four degrees of freedom it reaches beyond 1."""
    found = t_interval(five())
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(0.6 - 2.776445 * 0.15, abs=1e-6), 1.0)
    assert (found.clipped, found.flat, found.families) == (True, False, 5)
    wider = t_interval(five(), within=(-1, 2))
    assert wider is not None
    assert (wider.high, wider.clipped) == (pytest.approx(0.6 + 2.776445 * 0.15, abs=1e-6), False)
    narrow = t_interval(five(), confidence=0.5)
    assert narrow is not None
    assert not narrow.clipped


def test_interval_that_leaves_the_range_below_is_clipped_too() -> None:
    """The failures of the same five."""
    found = t_interval(group({task: 1 - value for task, value in VALUES.items()}, FAMILY_OF))
    assert found is not None
    assert (found.low, found.clipped) == (0.0, True)
    assert found.high == pytest.approx(0.4 + 2.776445 * 0.15, abs=1e-6)


def test_repeating_a_task_does_not_make_it_many() -> None:
    """4 tasks x 5 runs, all or nothing: the error is .289, not .115."""
    runs = {f"{task}{run}": int(task in "ab") for task in "abcd" for run in range(5)}
    found = clustered(group(runs, {run: run[0] for run in runs}))
    assert found.mean == Fraction(1, 2)
    assert found.corrected == pytest.approx(0.289, abs=5e-4)
    assert found.error == pytest.approx(0.25)
    assert simple_error(runs.values()) == pytest.approx(0.115, abs=5e-4)


def test_one_family_has_no_error_and_none_no_mean() -> None:
    """Undefined is not 0."""
    one = group({"a": 1, "b": 0}, {"a": "x", "b": "x"})
    assert clustered(one) == Clustered(Fraction(1, 2), 1, None, None)
    assert t_interval(one) is None
    assert group({}, {}) == ()
    assert clustered(()) == Clustered(None, 0, None, None)
    assert t_interval(()) is None
    assert simple_error([1]) is simple_error([]) is None


def test_families_that_agree_say_so() -> None:
    """Three families, all right: the interval is a point, and the exact one for three families is not."""
    found = t_interval([Family(name, Fraction(2), Fraction(2)) for name in "abc"])
    assert found is not None
    assert (found.low, found.high, found.flat, found.clipped) == (1.0, 1.0, True, False)
    assert interval(3, 3)[0] < 0.3


@given(LABELLED)
def test_clustered_error_is_that_of_the_double_sum(labelled: list[tuple[str, Number, int]]) -> None:
    """Miller's form: the squares of all runs and the products of all pairs within a family, by n squared."""
    runs = [(family, value) for family, value, copies in labelled for _ in range(copies)]
    values = {str(place): value for place, (_, value) in enumerate(runs)}
    family_of = {str(place): family for place, (family, _) in enumerate(runs)}
    found = clustered(group(values, family_of))
    number = len({family for family, _ in runs})
    assert found.families == number
    if number < 2:
        assert found.error is found.corrected is None
        return
    mean = Fraction(sum(Fraction(value) for _, value in runs), len(runs))
    products = sum((x - mean) * (y - mean) for a, x in runs for b, y in runs if a == b)
    assert found.mean == mean
    assert found.error == pytest.approx(math.sqrt(products) / len(runs))
    assert found.corrected == pytest.approx(math.sqrt(products * Fraction(number, number - 1)) / len(runs))


@given(LABELLED)
def test_weight_is_as_many_copies(labelled: list[tuple[str, Number, int]]) -> None:
    """A task of weight 3 counts as three tasks of the same value; the order of the tasks does not count."""
    weighted = {f"{place:02}": one for place, one in enumerate(labelled)}
    copied = {f"{place}-{copy}": one for place, one in weighted.items() for copy in range(one[2])}
    first = group(
        {task: one[1] for task, one in weighted.items()},
        {task: one[0] for task, one in weighted.items()} | {"unused": "Z"},
        {task: one[2] for task, one in weighted.items()},
    )
    second = group(
        {task: one[1] for task, one in reversed(copied.items())}, {task: one[0] for task, one in copied.items()}
    )
    assert first == second
    assert [one.name for one in first] == sorted({family for family, _, _ in labelled})


@given(LABELLED.filter(lambda rows: len({family for family, _, _ in rows}) > 1), st.sampled_from([0.5, 0.95, 0.999]))
def test_interval_holds_the_mean_within_the_range(rows: list[tuple[str, Number, int]], confidence: float) -> None:
    """And the flag says when an end was moved to the edge."""
    families = group(
        {str(place): value for place, (_, value, _) in enumerate(rows)},
        {str(place): family for place, (family, _, _) in enumerate(rows)},
    )
    found = t_interval(families, confidence=confidence)
    mean = clustered(families).mean
    assert found is not None
    assert mean is not None
    assert 0 <= found.low <= mean + 1e-12
    assert mean - 1e-12 <= found.high <= 1
    assert found.clipped <= (found.low == 0 or found.high == 1)
    assert found.flat == (len({one.total / one.weight for one in families}) == 1)


# Refusals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"a": None}, r"values\[a\] must be defined for every task; got None"),
        ({"b": 1}, r"family_of\[b\] must name the family of every task"),
        ({"a": math.nan}, r"values\[a\] must be a finite number; got nan"),
        ({"a": True}, r"values\[a\] must be a finite number; got True"),
    ],
)
def test_values_without_number_or_family_are_refused(values: dict[str, Any], words: str) -> None:
    """No task is dropped in silence."""
    with pytest.raises(InputError, match=words):
        group(values, {"a": "x"})


def test_families_that_cannot_be_are_refused() -> None:
    """Without weight, twice, or with a mean outside the range."""
    with pytest.raises(InputError, match="weight must be above 0; got 0"):
        Family("x", 0, 0)
    with pytest.raises(InputError, match="total must be a finite number; got inf"):
        Family("x", math.inf, 1)
    assert Family("x", 0.5, 1) == Family("x", Fraction(1, 2), 1.0)
    twice = [Family("x", Fraction(1), Fraction(1))] * 2
    with pytest.raises(InputError, match="families must have different names"):
        clustered(twice)
    outside = [Family("x", Fraction(3), Fraction(1)), Family("y", Fraction(0), Fraction(1))]
    with pytest.raises(InputError, match="within must hold the mean 3/2"):
        t_interval(outside)
    with pytest.raises(InputError, match="confidence"):
        t_interval([], confidence=95)
    with pytest.raises(InputError, match="values must be a finite number"):
        simple_error([math.inf])


# A second opinion ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("runs", [RUNS, {"A": "11", "B": "1011", "C": "000", "D": "1", "E": "00101"}])
def test_statsmodels_gives_the_same_errors(runs: dict[str, str]) -> None:
    """The mean is a regression on a constant; its covariance clusters by family, of unequal size too."""
    models = pytest.importorskip("statsmodels.regression.linear_model", reason="statsmodels is a second opinion only")
    values = {f"{name}{place}": int(run) for name, text in runs.items() for place, run in enumerate(text)}
    numbers = list(values.values())
    fit = models.OLS(numbers, [1.0] * len(numbers))
    found = clustered(group(values, {task: task[0] for task in values}))
    groups = [ord(task[0]) for task in values]
    for correct, error in ((False, found.error), (True, found.corrected)):
        other = fit.fit(cov_type="cluster", cov_kwds={"groups": groups, "use_correction": correct}, use_t=True)
        assert other.params[0] == pytest.approx(float(found.mean or 0))
        assert other.bse[0] == pytest.approx(error)
    assert fit.fit().bse[0] == pytest.approx(simple_error(numbers))
    low, high = other.conf_int()[0]
    ours = t_interval(group(values, {task: task[0] for task in values}), within=(-9, 9))
    assert ours is not None
    assert (ours.low, ours.high) == pytest.approx((low, high))
