"""Does the world on paper do what the warehouse does, without looking at it?"""

from typing import Any

import attrs
import pytest
from builders import PAGES
from hypothesis import given, settings
from hypothesis import strategies as st
from small_worlds import paged, scenarios
from worlds import record, scenario

from graders.foresee import Query, foresee, honest_rows, planned_fault
from graders.readings import Kind, PageReading, Reading, read_page, read_stock
from inventory_env.faults import Fault, FaultKind, Malformation
from inventory_env.frozen_json import EMPTY, FrozenJson, snapshot
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock
from inventory_env.tools import READ_TOOLS
from inventory_env.trace import Call, Failure, Observation
from inventory_env.warehouse import Warehouse

KIND = FaultKind
WORLD = scenario({"W1": 2, "W2": {}, "W3": None, "W4": 9}, quantity=5, stocked={"inactive": frozenset({"W4"})})


def asked(tool: str, attempt: int = 1, start_ms: int = 0, **arguments: Any) -> Query:
    return Query(tool, FrozenJson(arguments), attempt, start_ms)


def stock(warehouse: str = "W1", sku: str = "A", attempt: int = 1, start_ms: int = 0) -> Query:
    return asked("get_stock", attempt, start_ms, sku=sku, warehouse=warehouse)


def planned(*faults: Fault, seed: int = 0) -> Scenario:
    return scenario({"W1": 2, "W2": 7}, *faults, quantity=5, world={"seed": seed}, max_age_s=30)


def replied(case: Scenario, query: Query) -> Call:
    """What the warehouse really does with the call."""
    world = Warehouse(case)
    for _ in range(query.attempt - 1):
        world.reply(query.tool, FrozenJson(query.arguments), 0)
    reply = world.reply(query.tool, FrozenJson(query.arguments), query.start_ms)
    failed = isinstance(reply.result, Failure)
    seen = Observation("c1", not failed, EMPTY if failed else snapshot(reply.result), reply.result if failed else None)  # type: ignore[arg-type]
    return Call("c1", query.tool, FrozenJson(query.arguments), 1, reply.attempt, query.start_ms, reply.arrived_ms, seen,
                reply.fault)  # fmt: skip


SKUS, PLACES = st.sampled_from("ABC"), st.sampled_from(["W1", "W2", "W3", "W4"])
queries = st.builds(
    lambda sku, warehouse, attempt, start_ms: stock(warehouse, sku, attempt, start_ms),
    SKUS, PLACES, st.integers(1, 4), st.sampled_from([0, 999, 1000, 5950]),
)  # fmt: skip
page_queries = st.builds(
    lambda warehouse, cursor, limit, attempt, start_ms: asked(
        "list_stock", attempt, start_ms, warehouse=warehouse, **cursor, **limit
    ),
    PLACES, st.sampled_from([{}, {}, {"cursor": "after:A"}, {"cursor": "after:B"}]),
    st.sampled_from([{}, {}, {"limit": 1}]), st.integers(1, 4), st.sampled_from([0, 999, 5950]),
)  # fmt: skip


@settings(max_examples=80)
@given(scenarios(), queries)
def test_a_foreseen_figure_is_the_one_that_comes(case: Scenario, query: Query) -> None:
    """Number, absence, failure, time and fault of any query agree with the real world's."""
    call, seen = replied(case, query), foresee(case, query)
    read = read_stock(case.task, call)
    assert isinstance(seen.reading, Reading)
    assert (seen.reading.kind, seen.arrived_ms, seen.reading.wait_s) == (read.kind, call.arrived_ms, read.wait_s)
    if read.kind is not Kind.MALFORMED:
        assert seen.reading.number == read.number
    assert planned_fault(case, query) == call.fault


@settings(max_examples=80)
@given(paged(), page_queries)
def test_a_foreseen_page_is_the_one_that_comes(case: Scenario, query: Query) -> None:
    """Rows, their figures, the next cursor, time and fault agree with the real world's."""
    call, seen = replied(case, query), foresee(case, query)
    assert planned_fault(case, query) == call.fault
    assert isinstance(seen.reading, PageReading)
    skus, first = honest_rows(case, query) or (), case.stock.table.shelf(query.arguments["warehouse"])
    before = sum(sku < skus[0] for sku in first) if skus else len(first)
    read = read_page(case.task, call, before)
    assert (seen.reading.kind, seen.arrived_ms, seen.reading.wait_s) == (read.kind, call.arrived_ms, read.wait_s)
    if read.kind is Kind.PAGE:
        assert seen.reading.next_cursor == read.next_cursor
        told = {sku: (row.kind, row.kind is Kind.NUMBER and row.number) for sku, row in seen.reading.rows.items()}
        assert told == {sku: (row.kind, row.kind is Kind.NUMBER and row.number) for sku, row in read.rows.items()}


@settings(max_examples=40)
@given(scenarios(), st.sampled_from(sorted(READ_TOOLS - {"list_stock", "get_stock"})), SKUS, PLACES, st.integers(1, 3))
def test_a_planned_fault_is_the_one_delivered(case: Scenario, tool: str, sku: str, place: str, attempt: int) -> None:
    """For the other tools, too."""
    arguments = {"get_item": {"sku": sku}, "get_incoming": {"sku": sku, "warehouse": place}}.get(tool, {})
    query = asked(tool, attempt, **arguments)
    offering = attrs.evolve(case, task=attrs.evolve(case.task, tools=frozenset({tool})))
    assert planned_fault(offering, query) == replied(offering, query).fault


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        (stock("W1"), Kind.NUMBER),
        (stock("W2"), Kind.ABSENT),
        (stock("W3"), Kind.UNTRACKED),
        (stock("W4"), Kind.INACTIVE),
        (stock("W1", "Z"), Kind.NO_SKU),
        (stock("W4", "Z"), Kind.NO_SKU),
        (stock("W9"), Kind.FATAL),
        (asked("list_stock", warehouse="W1"), Kind.PAGE),
        (asked("list_stock", warehouse="W2"), Kind.PAGE),
        (asked("list_stock", warehouse="W4"), Kind.INACTIVE),
        (asked("list_stock", warehouse="W9"), Kind.FATAL),
    ],
)
def test_a_calm_world_on_paper(query: Query, kind: Kind) -> None:
    """Without a fault each place answers for what it is."""
    assert foresee(WORLD, query).reading.kind is kind


@pytest.mark.parametrize(
    ("when", "struck"),
    [
        ({}, [1, 2, 3, 4]),
        ({"nth": 2}, [2]),
        ({"first": 2}, [1, 2]),
        ({"every": 2}, [2, 4]),
        ({"warehouse": "W1"}, [1, 2, 3, 4]),
        ({"warehouse": "W2"}, []),
        ({"sku": "B"}, []),
        ({"tool": "get_item"}, []),
    ],
)
def test_a_fault_strikes_the_attempts_it_names(when: dict[str, Any], struck: list[int]) -> None:
    """nth, first and every count per identical query."""
    case = planned(Fault(KIND.TIMEOUT, **when))
    assert [n for n in (1, 2, 3, 4) if planned_fault(case, stock(attempt=n)) is not None] == struck


@pytest.mark.parametrize(("start_ms", "strikes"), [(1999, False), (2000, True), (4999, True), (5000, False)])
def test_a_window_holds_the_start_of_the_call(start_ms: int, strikes: bool) -> None:
    """From 2 s on, before 5 s."""
    case = planned(Fault(KIND.TIMEOUT, from_s=2, to_s=5))
    assert (planned_fault(case, stock(start_ms=start_ms)) == 0) is strikes


def test_the_first_fault_that_can_act_does() -> None:
    """Stale needs figures, so on an unknown article the next fault of the plan acts."""
    stale, down = Fault(KIND.STALE, age_s=9), Fault(KIND.UNAVAILABLE)
    case = planned(stale, down)
    assert planned_fault(case, stock()) == 0
    assert planned_fault(case, stock(sku="Z")) == 1
    assert planned_fault(case, asked("get_item", sku="A")) == 1
    assert planned_fault(case, asked("get_policy")) == 1


@pytest.mark.parametrize(
    ("fault", "query", "acts"),
    [
        (Fault(KIND.INJECTED_TEXT, text="x"), stock(), True),
        (Fault(KIND.INJECTED_TEXT, text="x"), stock(sku="Z"), False),
        (Fault(KIND.INJECTED_TEXT, text="x"), stock("W9"), False),
        (Fault(KIND.INJECTED_TEXT, text="x"), asked("get_policy"), True),
        (Fault(KIND.PARTIAL_PAGE), stock(), False),
        (Fault(KIND.PARTIAL_PAGE), asked("list_stock", warehouse="W1"), True),
        (Fault(KIND.PARTIAL_PAGE), asked("list_stock", warehouse="W1", cursor="after:A"), False),
        (Fault(KIND.PARTIAL_PAGE), asked("list_warehouses"), True),
        (Fault(KIND.PARTIAL_PAGE), asked("list_warehouses", cursor="after:W1"), True),
        (Fault(KIND.PARTIAL_PAGE), asked("list_warehouses", cursor="after:W2"), False),
        (Fault(KIND.MALFORMED, malformation=Malformation.NULL), asked("list_stock", warehouse="W1"), True),
        (Fault(KIND.MALFORMED, malformation=Malformation.NULL), asked("list_stock", warehouse="W9"), False),
        (Fault(KIND.STALE, age_s=1), asked("get_incoming", sku="A", warehouse="W1"), False),
        (Fault(KIND.TIMEOUT), asked("get_item", sku="Z"), True),
    ],
)
def test_a_fault_acts_only_where_it_has_something_to_act_on(fault: Fault, query: Query, acts: bool) -> None:
    """Figures to age or spoil, rows to lose, a body to write into."""
    assert (planned_fault(planned(fault), query) == 0) is acts


def test_an_untracked_article_has_no_figures_to_spoil() -> None:
    """Nor has a page of untracked articles."""
    for fault in (Fault(KIND.STALE, age_s=9), Fault(KIND.MALFORMED, malformation=Malformation.NULL)):
        case = scenario({"W1": None}, fault)
        assert planned_fault(case, stock()) is None
        assert planned_fault(case, asked("list_stock", warehouse="W1")) is None


def test_a_rate_is_drawn_for_each_call_by_its_own_key() -> None:
    """About so many of a hundred; by seed, place in the plan, tool, warehouse, sku and attempt; never by time."""
    case = planned(Fault(KIND.TIMEOUT, rate_percent=30))
    drawn = [planned_fault(case, stock(attempt=n)) == 0 for n in range(1, 401)]
    assert 90 < sum(drawn) < 150
    assert drawn == [planned_fault(case, stock(attempt=n, start_ms=n)) == 0 for n in range(1, 401)]
    others: list[tuple[Scenario, Any]] = [
        (planned(Fault(KIND.TIMEOUT, rate_percent=30), seed=1), stock),
        (case, lambda attempt: stock("W2", attempt=attempt)),
        (case, lambda attempt: stock(sku="B", attempt=attempt)),
        (case, lambda attempt: asked("get_incoming", attempt, sku="A", warehouse="W1")),
    ]
    for other, query in others:
        assert [planned_fault(other, query(attempt=n)) == 0 for n in range(1, 401)] != drawn
    later = planned(Fault(KIND.UNAVAILABLE, nth=999), Fault(KIND.TIMEOUT, rate_percent=30))
    assert [planned_fault(later, stock(attempt=n)) == 1 for n in range(1, 401)] != drawn
    always = planned(Fault(KIND.TIMEOUT, rate_percent=100))
    assert all(planned_fault(always, stock(attempt=n)) == 0 for n in range(1, 401))


def test_a_stale_figure_shows_what_the_fault_says() -> None:
    """Old figures instead of the true ones; safety stock stays."""
    source = Stock.of(record("A", "W1", 20, 5, 3))
    case = scenario({"W1": 0}, Fault(KIND.STALE, age_s=31, on_hand=9, reserved=2), max_age_s=30)
    case = Scenario(task=case.task, stock=source, faults=case.faults)
    assert foresee(case, stock()).reading == Reading(Kind.STALE, 4)
    calm = Scenario(task=case.task, stock=source, faults=(Fault(KIND.STALE, age_s=30),))
    assert foresee(calm, stock()).reading == Reading(Kind.NUMBER, 12)


def test_rows_of_a_page_start_after_the_cursor() -> None:
    """In order of the skus, as many as the page or the call allows; none where there is no page."""
    case = scenario({"W1": {"A": 1, "B": 1, "C": 1}, "W2": {}}, tools=PAGES, world={"page_size": 2},
                    stocked={"inactive": frozenset({"W2"})})  # fmt: skip
    rows = [honest_rows(case, asked("list_stock", warehouse="W1", **more)) for more in (
        {}, {"limit": 1}, {"cursor": "after:A"}, {"cursor": "after:B"}, {"cursor": "after:C"}, {"cursor": "after:AA"},
    )]  # fmt: skip
    assert rows == [("A", "B"), ("A",), ("B", "C"), ("C",), (), ("B", "C")]
    assert honest_rows(case, asked("list_stock", warehouse="W2")) is None
    assert honest_rows(case, asked("list_stock", warehouse="W9")) is None
