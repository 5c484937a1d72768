"""Is the best plan best? Held against trying every plan, and then one example per rule."""

import itertools
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baselines.sourcing import best_plan
from inventory_env.task import Sourcing, Split

thorough = settings(deadline=None, max_examples=150)
stocks = st.lists(st.integers(0, 9), min_size=1, max_size=5)


@st.composite
def sourcings(draw: st.DrawFn) -> Sourcing:
    """Any rule for one line; shrinks to one source without further limits."""
    return Sourcing(
        split=draw(st.sampled_from(Split)),
        max_sources=draw(st.none() | st.integers(1, 4)),
        min_per_source=draw(st.integers(1, 5)),
        pack=draw(st.integers(1, 3)),
    )


def allowed(sourcing: Sourcing, quantity: int, stock: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every plan that breaks no rule, each tried out."""
    most = 1 if sourcing.split is Split.NONE else sourcing.max_sources or len(stock)
    for shares in itertools.product(*(range(min(units, quantity) + 1) for units in stock)):
        used = [share for share in shares if share]
        if (
            sum(used) <= quantity
            and len(used) <= most
            and all(
                share % sourcing.pack == 0 and (share >= sourcing.min_per_source or share == quantity) for share in used
            )
        ):
            yield shares


def wishes(sourcing: Sourcing, quantity: int, shares: tuple[int, ...]) -> tuple[object, ...]:
    """What makes one plan better than another, the greatest wish first."""
    sources = sum(share > 0 for share in shares)
    few = {Split.FEWEST: -sources, Split.PREFER_SINGLE: sources == 1 and sum(shares) == quantity}
    return (sum(shares), few.get(sourcing.split, 0), shares)


@thorough
@given(sourcings(), st.integers(1, 4), stocks)
def test_the_best_plan_is_the_best_of_all_plans(sourcing: Sourcing, packs: int, stock: list[int]) -> None:
    """Largest total, then the split's own wish, then most from the earlier warehouse: nothing tried is better."""
    quantity = packs * sourcing.pack
    best = max(allowed(sourcing, quantity, stock), key=lambda shares: wishes(sourcing, quantity, shares))
    assert tuple(best_plan(sourcing, quantity, stock)) == best


@thorough
@given(sourcings(), st.integers(1, 4), stocks, st.integers(0, 4))
def test_an_empty_warehouse_changes_nothing(sourcing: Sourcing, packs: int, stock: list[int], place: int) -> None:
    """A warehouse without stock gives nothing and moves nothing."""
    place = min(place, len(stock))
    shares = best_plan(sourcing, packs * sourcing.pack, stock)
    with_empty = best_plan(sourcing, packs * sourcing.pack, [*stock[:place], 0, *stock[place:]])
    assert with_empty == [*shares[:place], 0, *shares[place:]]


@thorough
@given(sourcings(), st.integers(1, 4), stocks, st.integers(1, 10**12))
def test_units_may_be_of_any_size(sourcing: Sourcing, packs: int, stock: list[int], scale: int) -> None:
    """With every quantity a thousand times larger the plan is a thousand times larger."""
    larger = Sourcing(sourcing.split, sourcing.max_sources, sourcing.min_per_source * scale, sourcing.pack * scale)
    scaled = best_plan(larger, packs * sourcing.pack * scale, [units * scale for units in stock])
    assert scaled == [share * scale for share in best_plan(sourcing, packs * sourcing.pack, stock)]


ANY, NONE, SINGLE, FEWEST = Split.ANY, Split.NONE, Split.PREFER_SINGLE, Split.FEWEST


@pytest.mark.parametrize(
    ("sourcing", "quantity", "stock", "shares"),
    [
        pytest.param(Sourcing(NONE), 10, [6, 12, 50], [0, 10, 0], id="the first that covers, not the fullest"),
        pytest.param(Sourcing(NONE), 10, [6, 7, 7], [0, 7, 0], id="none covers: the fullest, on a tie the earlier"),
        pytest.param(Sourcing(ANY), 5, [2, 4, 5], [2, 3, 0], id="each gives all it has until enough"),
        pytest.param(Sourcing(SINGLE), 10, [6, 7, 10], [0, 0, 10], id="one that covers is preferred"),
        pytest.param(Sourcing(SINGLE), 10, [6, 7, 2], [6, 4, 0], id="none covers: filled in order"),
        pytest.param(Sourcing(FEWEST), 10, [4, 5, 6, 9], [4, 0, 6, 0], id="two can do it, the earliest two that can"),
        pytest.param(Sourcing(ANY, max_sources=2), 10, [3, 3, 7], [3, 0, 7], id="greedy would use up its sources"),
        pytest.param(Sourcing(ANY, min_per_source=3), 10, [8, 5], [7, 3], id="a smaller first share for the second"),
        pytest.param(Sourcing(ANY, min_per_source=3), 10, [9, 2, 2], [9, 0, 0], id="too little left to be a share"),
        pytest.param(Sourcing(ANY, min_per_source=5), 3, [2, 3], [0, 3], id="the whole line may be below the minimum"),
        pytest.param(Sourcing(ANY, min_per_source=5), 3, [2, 2], [0, 0], id="a part of it may not"),
        pytest.param(Sourcing(ANY, pack=12), 24, [8, 30], [0, 24], id="less than one pack is nothing"),
        pytest.param(Sourcing(ANY, pack=12), 24, [20, 8], [12, 0], id="broken packs stay"),
        pytest.param(Sourcing(ANY, pack=4, min_per_source=5), 12, [7, 8, 4], [0, 8, 0], id="a minimum of two packs"),
    ],
)
def test_each_rule_by_example(sourcing: Sourcing, quantity: int, stock: list[int], shares: list[int]) -> None:
    """One small case for each wish and each limit."""
    assert best_plan(sourcing, quantity, stock) == shares


def test_dozens_of_warehouses_and_large_quantities() -> None:
    """Two hundred warehouses and a billion units are planned at once, not tried out."""
    stock = [(7919 * place) % 10_007_000 for place in range(1, 201)]
    sourcing = Sourcing(FEWEST, max_sources=150, min_per_source=50_000, pack=12)
    quantity = 100_000_008
    shares = best_plan(sourcing, quantity, stock)
    used = [share for share in shares if share]
    assert sum(used) == quantity
    assert all(share % 12 == 0 and share >= 50_000 for share in used)
    fullest = sorted((units // 12 * 12 for units in stock), reverse=True)
    assert sum(fullest[: len(used) - 1]) < quantity <= sum(fullest[: len(used)])
