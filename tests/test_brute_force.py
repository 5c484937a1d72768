"""Does trying everything give the answers that were worked out by hand, and do the laws hold?"""

import random
from collections.abc import Mapping

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.brute_force import best_plans, brute_truth
from graders.knowledge import Knowledge, LineTruth
from inventory_env.answer import Status
from inventory_env.errors import InputError
from inventory_env.task import Completeness, Line, OnUnreachable, Sourcing, Split, Task

FOUND, SHORTFALL, UNKNOWN, INVALID = Status.FOUND, Status.SHORTFALL, Status.UNKNOWN, Status.INVALID
SKIP, HOLD = OnUnreachable.SKIP_AND_DISCLOSE, OnUnreachable.HOLD
ANY = Sourcing(Split.ANY)
NONE = Sourcing(Split.NONE)
ORDER = Sourcing(Split.ANY, completeness=Completeness.ORDER)
SILENT = None  # asked until no attempt was left

moderate = settings(deadline=None, max_examples=150)


def order(*lines: tuple[str, int], sourcing: Sourcing = ANY, warehouses: int = 3, rule: OnUnreachable = SKIP) -> Task:
    """A task with lines 1, 2, ... over W1, W2, ..."""
    return Task(
        id="t1",
        prompt="",
        lines=tuple(Line(number, sku, quantity) for number, (sku, quantity) in enumerate(lines, 1)),
        priority=tuple(f"W{place}" for place in range(1, warehouses + 1)),
        sourcing=sourcing,
        tools=frozenset({"get_stock"}),
        on_unreachable=rule,
    )


def known(figures: Mapping[str, list[int | None]], missing: frozenset[str] = frozenset()) -> Knowledge:
    """What is known after W1, W2, ... gave these figures; None = silent, beyond the list = not asked yet."""
    places = {(f"W{i}", sku): units for sku, row in figures.items() for i, units in enumerate(row, 1)}
    return Knowledge(
        numbers={place: units for place, units in places.items() if units is not None},
        unreached=frozenset(place for place, units in places.items() if units is None),
        missing=missing,
    )


def only(task: Task, knowledge: Knowledge) -> LineTruth:
    """The truth of the only line."""
    (truth,) = brute_truth(task, knowledge)
    return truth


@attrs.frozen
class Worked:
    """One example worked by hand: `figures` of W1, W2, ..., and what must come out after `asked` of them."""

    id: str
    sourcing: Sourcing
    quantity: int
    figures: tuple[int | None, ...]
    asked: int
    status: Status
    plan: dict[str, int]
    gap: int | None


WORKED = (
    Worked("E01", NONE, 10, (12, 30, 50), 1, FOUND, {"W1": 10}, 0),
    Worked("E02", NONE, 10, (12 - 6, 14), 2, FOUND, {"W2": 10}, 0),
    Worked("E03", NONE, 10, (6, 7, 2), 3, SHORTFALL, {"W2": 7}, 3),
    Worked("E04", ANY, 10, (6, 7, 2), 2, FOUND, {"W1": 6, "W2": 4}, 0),
    Worked("E05", ANY, 10, (3, 4, 2), 3, SHORTFALL, {"W1": 3, "W2": 4, "W3": 2}, 1),
    Worked("E06", Sourcing(Split.PREFER_SINGLE), 10, (6, 7, 10), 3, FOUND, {"W3": 10}, 0),
    Worked("E07", Sourcing(Split.ANY, max_sources=2), 10, (3, 3, 7), 3, FOUND, {"W1": 3, "W3": 7}, 0),
    Worked("E08", Sourcing(Split.ANY, max_sources=2), 10, (6, 4, 0), 2, FOUND, {"W1": 6, "W2": 4}, 0),
    Worked("E09", Sourcing(Split.ANY, min_per_source=3), 10, (8, 5, 0), 2, FOUND, {"W1": 7, "W2": 3}, 0),
    Worked("E10", Sourcing(Split.ANY, min_per_source=3), 10, (9, 2, 2), 3, SHORTFALL, {"W1": 9}, 1),
    Worked("E11", Sourcing(Split.ANY, pack=12), 24, (8, 30), 2, FOUND, {"W2": 24}, 0),
    Worked("E12", Sourcing(Split.ANY, pack=12), 24, (20, 8), 2, SHORTFALL, {"W1": 12}, 12),
    Worked("E13", Sourcing(Split.ANY, pack=12), 30, (60,), 0, INVALID, {}, None),
    Worked("E14", Sourcing(Split.FEWEST), 10, (4, 5, 6, 9), 4, FOUND, {"W1": 4, "W3": 6}, 0),
    Worked("E17", Sourcing(Split.ANY, max_sources=2), 10, (2, 5, 5, 8), 4, FOUND, {"W1": 2, "W4": 8}, 0),
    Worked("E18", ANY, 10, (max(0, 5 - 8), 10), 2, FOUND, {"W2": 10}, 0),
    Worked("E19", ANY, 10, (12 - 5, 3), 2, FOUND, {"W1": 7, "W2": 3}, 0),
    Worked("E20", ANY, 4, (0, 0), 2, SHORTFALL, {}, 4),
    Worked("E22", NONE, 10, (SILENT, 20), 2, FOUND, {"W2": 10}, 0),
    Worked("E23", ANY, 10, (4, SILENT, 0), 3, UNKNOWN, {"W1": 4}, None),
    Worked("E24", ANY, 10, (12, SILENT), 1, FOUND, {"W1": 10}, 0),
    Worked("E25", NONE, 10, (12,), 1, FOUND, {"W1": 10}, 0),
)


# --- laws ---

sourcings = st.builds(
    Sourcing,
    split=st.sampled_from(Split),
    max_sources=st.none() | st.integers(1, 3),
    min_per_source=st.integers(1, 4),
    pack=st.integers(1, 3),
    completeness=st.sampled_from(Completeness),
)
single_lines = st.builds(
    lambda quantity, sourcing, rule: order(("A", quantity), sourcing=sourcing, rule=rule),
    st.integers(1, 9),
    sourcings,
    st.sampled_from(OnUnreachable),
)
figures_of_one = st.lists(st.none() | st.integers(0, 10), max_size=3)


@moderate
@given(sourcings, st.integers(1, 9), st.lists(st.integers(0, 10), min_size=1, max_size=4))
def test_a_best_plan_breaks_no_rule(sourcing: Sourcing, quantity: int, available: list[int]) -> None:
    """Every accepted plan keeps to stock, quantity, pack, smallest share and number of sources; all share one total."""
    best = best_plans(sourcing, quantity, available)
    assert best.canonical in best.accepted
    for plan in best.accepted:
        shares = [share for share in plan if share]
        assert sum(plan) == best.total <= quantity
        assert len(shares) <= (1 if sourcing.split is Split.NONE else sourcing.max_sources or len(available))
        for share in shares:
            assert share % sourcing.pack == 0
            assert share >= sourcing.min_per_source or share == quantity
        assert all(share <= units for share, units in zip(plan, available, strict=True))


@moderate
@given(sourcings, st.integers(1, 9), st.lists(st.integers(0, 10), min_size=1, max_size=4), st.randoms())
def test_the_order_of_warehouses_does_not_change_the_total(
    sourcing: Sourcing, quantity: int, available: list[int], chance: random.Random
) -> None:
    """Which warehouse comes first decides who ships, never how much can be shipped."""
    shuffled = list(available)
    chance.shuffle(shuffled)
    assert best_plans(sourcing, quantity, shuffled).total == best_plans(sourcing, quantity, available).total


@moderate
@given(sourcings, st.integers(1, 9), st.lists(st.integers(0, 10), min_size=1, max_size=4), st.data())
def test_more_stock_never_lessens_the_total(
    sourcing: Sourcing, quantity: int, available: list[int], data: st.DataObject
) -> None:
    """Whatever could be shipped can be shipped when one warehouse holds more."""
    richer = list(available)
    richer[data.draw(st.integers(0, len(available) - 1))] += data.draw(st.integers(1, 5))
    assert best_plans(sourcing, quantity, richer).total >= best_plans(sourcing, quantity, available).total


@moderate
@given(sourcings, st.integers(1, 9), st.lists(st.integers(0, 10), min_size=1, max_size=3))
def test_an_empty_warehouse_at_the_end_changes_no_plan(sourcing: Sourcing, quantity: int, available: list[int]) -> None:
    """A warehouse that holds nothing gives nothing."""
    best, longer = best_plans(sourcing, quantity, available), best_plans(sourcing, quantity, [*available, 0])
    assert longer.canonical == (*best.canonical, 0)
    assert longer.accepted == {(*plan, 0) for plan in best.accepted}


@moderate
@given(single_lines, figures_of_one, st.data())
def test_more_stock_never_worsens_the_status_of_a_line(task: Task, row: list[int | None], data: st.DataObject) -> None:
    """Found stays found, and a shortfall or an unknown rest can only turn into found.

    Under hold that is said only of lines without an unreached warehouse: there a richer warehouse may open
    a choice that the silent one could still win.
    """
    numbers = [place for place, units in enumerate(row) if units is not None]
    if not numbers or (None in row and task.on_unreachable is HOLD):
        return
    richer = list(row)
    richer[data.draw(st.sampled_from(numbers))] += data.draw(st.integers(1, 5))
    before, after = only(task, known({"A": row})), only(task, known({"A": richer}))
    assert after.status in (before.status, FOUND)
    assert after.total >= before.total


def test_under_hold_more_stock_can_open_a_question() -> None:
    """With two sources at most, a first unit at W1 makes W1 and the silent W4 a plan that may be better."""
    task = order(("A", 10), sourcing=Sourcing(Split.ANY, max_sources=2), warehouses=4, rule=HOLD)
    assert only(task, known({"A": [0, 5, 5, SILENT]})).status is FOUND
    assert only(task, known({"A": [1, 5, 5, SILENT]})).status is UNKNOWN


@moderate
@given(single_lines, figures_of_one)
def test_an_empty_warehouse_at_the_end_changes_no_answer(task: Task, row: list[int | None]) -> None:
    """One more warehouse, asked and empty, leaves every part of the answer as it is."""
    longer = attrs.evolve(task, priority=(*task.priority, "W9"))
    knowledge = known({"A": row})
    wider = attrs.evolve(knowledge, numbers={**knowledge.numbers, ("W9", "A"): 0})
    assert only(longer, wider) == only(task, knowledge)


@moderate
@given(single_lines, figures_of_one)
def test_new_names_change_no_answer(task: Task, row: list[int | None]) -> None:
    """Names of warehouses and skus carry no meaning, however they would sort."""
    names = {"W1": "Z", "W2": "M", "W3": "B"}
    renamed = attrs.evolve(
        task,
        priority=tuple(names[old] for old in task.priority),
        lines=tuple(attrs.evolve(line, sku="ZZ") for line in task.lines),
    )
    knowledge = known({"A": row})
    moved = Knowledge(
        numbers={(names[place], "ZZ"): units for (place, _), units in knowledge.numbers.items()},
        unreached=frozenset((names[place], "ZZ") for place, _ in knowledge.unreached),
    )
    before = only(task, knowledge)
    assert only(renamed, moved) == attrs.evolve(before, plan=tuple((names[old], share) for old, share in before.plan))


@moderate
@given(single_lines, figures_of_one)
def test_what_an_unsettled_warehouse_holds_cannot_change_an_ended_line(task: Task, row: list[int | None]) -> None:
    """The stop rule ends a line only where every further figure would leave status and plan as they are."""
    truth = only(task, known({"A": row}))
    if not truth.ended or task.sourcing.completeness is Completeness.ORDER:
        return
    for units in range(12):
        later = only(task, known({"A": [*row, *[units] * (3 - len(row))]}))
        assert (later.status, later.plan, later.gap) == (truth.status, truth.plan, truth.gap)


# --- examples worked by hand ---


@pytest.mark.parametrize("worked", WORKED, ids=lambda worked: worked.id)
def test_worked_example(worked: Worked) -> None:
    """Asked one after the other, the line ends after the stated number of warehouses with the stated answer."""
    task = order(("A", worked.quantity), sourcing=worked.sourcing, warehouses=len(worked.figures))
    row = list(worked.figures)
    ended = [only(task, known({"A": row[:asked]})).ended for asked in range(len(row) + 1)]
    assert ended.index(True) == worked.asked
    truth = only(task, known({"A": row[: worked.asked]}))
    assert (truth.status, dict(truth.plan), truth.gap) == (worked.status, worked.plan, worked.gap)
    assert truth.confirmed == (sum(worked.plan.values()) if worked.status is UNKNOWN else None)


def test_a_quantity_between_two_packs_names_both() -> None:
    """E13: 30 of a pack of 12 lies between 24 and 36, and takes no stock."""
    truth = only(order(("A", 30), sourcing=Sourcing(Split.ANY, pack=12), warehouses=1), known({}))
    assert (truth.status, truth.nearest, truth.plan, truth.total, truth.ended) == (INVALID, (24, 36), (), 0, True)


def test_a_quantity_below_one_pack_names_one_pack() -> None:
    """The nearest multiples are above 0: nobody can order nothing."""
    assert only(order(("A", 5), sourcing=Sourcing(Split.ANY, pack=12)), known({})).nearest == (12,)


def test_fewest_accepts_every_pair_that_covers() -> None:
    """E14: every two-source plan of ten units within the stock is right; three shipments are not."""
    best = best_plans(Sourcing(Split.FEWEST), 10, (4, 5, 6, 9))
    assert best.canonical == (4, 0, 6, 0)
    assert {(0, 4, 6, 0), (0, 5, 5, 0), (1, 0, 0, 9), (0, 0, 6, 4)} <= best.accepted
    assert all(sum(plan) == 10 and sum(share > 0 for share in plan) == 2 for plan in best.accepted)


def test_any_split_accepts_one_plan() -> None:
    """E09: 6 + 4 and 5 + 5 are feasible too, but the earlier warehouse gives the most."""
    assert best_plans(Sourcing(Split.ANY, min_per_source=3), 10, (8, 5, 0)).accepted == {(7, 3, 0)}


def test_a_share_below_the_minimum_is_allowed_when_it_is_the_whole_line() -> None:
    """Two units in one share are no crumb when two were ordered."""
    assert best_plans(Sourcing(Split.ANY, min_per_source=3), 2, (1, 5)).canonical == (0, 2)


def test_without_a_single_source_prefer_single_splits_like_any() -> None:
    """The wish for one source counts only where one covers all."""
    assert best_plans(Sourcing(Split.PREFER_SINGLE), 10, (4, 9)).canonical == (4, 6)


def test_ship_complete_empties_the_plan_of_a_found_line() -> None:
    """E15: line 2 is short, so nothing ships; line 1 is still found, line 2 still lacks 2."""
    first, second = brute_truth(order(("A", 5), ("B", 8), sourcing=ORDER, warehouses=2), known({"A": [5], "B": [6, 0]}))
    assert (first.status, first.plan, first.total, first.gap) == (FOUND, (), 5, 0)
    assert (second.status, second.plan, second.total, second.gap) == (SHORTFALL, (), 6, 2)


def test_ship_complete_needs_no_certain_plan_once_a_line_is_lost() -> None:
    """W3 could still make line 2 one shipment, but line 1 does not exist: a certain status is enough."""
    single = Sourcing(Split.PREFER_SINGLE, completeness=Completeness.ORDER)
    task = order(("X", 1), ("A", 10), sourcing=single)
    half = {"A": [5, 5]}
    assert [truth.ended for truth in brute_truth(task, known(half))] == [False, False]
    assert [truth.ended for truth in brute_truth(task, known(half, frozenset({"X"})))] == [True, True]


def test_two_lines_of_one_sku_share_its_stock() -> None:
    """E16: of ten units the first line takes six, so four are left for the second."""
    first, second = brute_truth(order(("A", 6), ("A", 6), warehouses=1), known({"A": [10]}))
    assert (first.status, first.plan) == (FOUND, (("W1", 6),))
    assert (second.status, second.plan, second.gap) == (SHORTFALL, (("W1", 4),), 2)


def test_an_invalid_line_takes_no_stock() -> None:
    """A line that is no multiple of the pack leaves everything to the next."""
    _, second = brute_truth(order(("A", 5), ("A", 6), sourcing=Sourcing(Split.ANY, pack=3)), known({"A": [6]}))
    assert (second.status, second.plan) == (FOUND, (("W1", 6),))


def test_an_unknown_sku_is_no_shortfall() -> None:
    """E21: what does not exist is not short; the gap has no meaning."""
    truth = only(order(("A", 4), warehouses=1), known({}, frozenset({"A"})))
    assert (truth.status, truth.gap, truth.confirmed, truth.nearest, truth.ended) == (INVALID, None, None, (), True)


def test_hold_closes_at_the_first_silent_warehouse() -> None:
    """E22 under hold: W1 is silent, so the line is unknown and W2 is not asked."""
    task = order(("A", 10), sourcing=NONE, warehouses=2, rule=HOLD)
    truth = only(task, known({"A": [SILENT]}))
    assert (truth.status, truth.plan, truth.confirmed, truth.ended) == (UNKNOWN, (), 0, True)
    assert only(task, known({"A": [SILENT, 20]})) == truth


def test_hold_can_leave_a_fully_confirmed_line_unknown() -> None:
    """W1 and W2 cover the line, but the silent W3 might have shipped it alone: the plan is what is open."""
    task = order(("A", 10), sourcing=Sourcing(Split.PREFER_SINGLE), rule=HOLD)
    truth = only(task, known({"A": [5, 5, SILENT]}))
    assert (truth.status, truth.confirmed, truth.gap, truth.ended) == (UNKNOWN, 10, None, True)


def test_hold_is_not_closed_while_an_earlier_warehouse_is_unsettled() -> None:
    """W2 was silent, but W1 may still cover the line."""
    task = order(("A", 10), warehouses=2, rule=HOLD)
    knowledge = Knowledge(numbers={}, unreached=frozenset({("W2", "A")}))
    assert not only(task, knowledge).ended


def test_a_world_too_large_to_try_is_refused() -> None:
    """Trying everything must say that it cannot, instead of never coming back."""
    with pytest.raises(InputError, match="at most 2000000 share vectors"):
        best_plans(ANY, 10**15, (10**15, 10**15))
