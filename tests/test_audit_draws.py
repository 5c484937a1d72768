"""Do the same choices make the same case, whoever makes them?"""

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from graders.audit.by_hypothesis import _drawing, labelled_cases
from graders.audit.catalogue import all_kinds
from graders.audit.draws import Draw, Replayed, Seeded, one_of
from graders.audit.kinds import GOOD_KIND, Kind

RANGES = st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 12)).map(lambda one: (one[0], one[0] + one[1])))


def drawn(draw: Draw, ranges: list[tuple[int, int]]) -> list[int]:
    """A number out of each range."""
    return [draw(low, high) for low, high in ranges]


@given(st.integers(), st.integers(0), RANGES)
def test_same_seed_and_number_make_the_same_choices(seed: int, number: int, ranges: list[tuple[int, int]]) -> None:
    """Each lies in its range, and is recorded as how far it is above the lowest."""
    draw = Seeded(seed, number)
    got = drawn(draw, ranges)
    assert got == drawn(Seeded(seed, number), ranges)
    assert all(low <= one <= high for one, (low, high) in zip(got, ranges, strict=True))
    assert draw.made == [one - low for one, (low, _) in zip(got, ranges, strict=True)]


def test_seeds_and_numbers_make_different_choices() -> None:
    """Seed 1, case 12 is not seed 11, case 2."""
    pairs = [(0, 0), (0, 1), (1, 0), (1, 12), (11, 2), (-1, 1)]
    assert len({tuple(drawn(Seeded(*pair), [(0, 10**9)] * 3)) for pair in pairs}) == len(pairs)


@given(st.integers(0, 99), RANGES)
def test_replayed_choices_are_those_made(seed: int, ranges: list[tuple[int, int]]) -> None:
    """And it is known how much room each had."""
    first = Seeded(seed, 0)
    got = drawn(first, ranges)
    second = Replayed(first.made)
    assert drawn(second, ranges) == got
    assert second.made == first.made
    assert second.room == [high - low for low, high in ranges]


def test_replayed_choices_are_cut_and_filled_up() -> None:
    """What is out of the range becomes the highest; what is missing the lowest; what is left over is not used."""
    draw = Replayed((9, 1))
    assert drawn(draw, [(1, 4), (0, 5), (7, 8)]) == [4, 1, 7]
    assert draw.made == [3, 1, 0]
    assert drawn(Replayed((1, 2, 3)), [(0, 9)]) == [1]


@pytest.mark.parametrize("kind", all_kinds(), ids=lambda one: one.name)
def test_every_kind_makes_the_same_case_again(kind: Kind) -> None:
    """From the same seed, and from the choices that it recorded."""
    for number in range(2):
        draw = Seeded(3, number)
        case = kind.build(draw)
        assert kind.build(Seeded(3, number)) == case
        assert kind.build(Replayed(draw.made)) == case


@given(st.data())
def test_hypothesis_stays_in_the_range(data: st.DataObject) -> None:
    """Both ends included."""
    low = data.draw(st.integers(-99, 99))
    high = low + data.draw(st.integers(0, 9))
    assert low <= _drawing(data.draw, [])(low, high) <= high


@pytest.mark.parametrize(("low", "high"), [(-7, 5), (3, 12), (0, 0), (-9, -2)])
def test_hypothesis_shrinks_to_the_lowest(low: int, high: int) -> None:
    """Not to 0, wherever the range lies; where something must be higher, to the lowest that is."""

    @st.composite
    def numbers(draw: st.DrawFn) -> tuple[int, int]:
        made: list[int] = []
        chooses = _drawing(draw, made)
        pair = chooses(low, high), chooses(low, high)
        assert made == [one - low for one in pair]
        return pair

    assert find(numbers(), lambda _: True) == (low, low)
    half = (high - low) // 2
    assert find(numbers(), lambda pair: pair[1] - low >= half) == (low, low + half)


def test_hypothesis_shrinks_to_the_simplest_good_case() -> None:
    """The careful agent in the simplest world."""
    few = settings(max_examples=5)
    assert find(labelled_cases(all_kinds()[:2]), lambda _: True, settings=few) == GOOD_KIND.build(Replayed(()))


def test_first_option_is_the_simplest() -> None:
    """One of several is drawn by its place."""
    assert [one_of(Replayed((place,)), "abc") for place in range(4)] == ["a", "b", "c", "c"]
