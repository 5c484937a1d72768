"""What does a world without faults reply? Compared with the rows themselves."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import scenario

from inventory_env.frozen_json import freeze
from inventory_env.replies import REPLIES
from inventory_env.scenario import Scenario
from inventory_env.strategies import arguments, scenarios
from inventory_env.task import Line, OnUnreachable, Retry, Sourcing, Split
from inventory_env.tools import READ_TOOLS
from inventory_env.trace import Code, Failure

WORLD = scenario(
    {"W2": 5, "W1": {"A": 12, "B": -3}, "W3": {"C": None}, "W4": 9},
    stocked={"inactive": frozenset({"W4"}), "skus": ("Z",)},
    world={"page_size": 2},
)


def reply(tool: str, world: Scenario = WORLD, /, as_of_s: int = 7, **given_ones: Any) -> Any:
    return REPLIES[tool](world, freeze(given_ones), as_of_s)


def code(tool: str, world: Scenario = WORLD, /, **given_ones: Any) -> Code:
    failure = reply(tool, world, **given_ones)
    assert isinstance(failure, Failure)
    assert failure.message
    assert not failure.retryable
    return failure.code


@settings(max_examples=40)
@given(scenarios(), st.data())
def test_figures_are_the_rows_of_the_stock(world: Scenario, data: st.DataObject) -> None:
    """Every figure shown is in the rows, in every tool that shows figures, and no row shows another's."""
    plain = {(row.warehouse, row.sku): row for row in world.stock.source.records}
    given_ones = data.draw(arguments("get_stock"))
    body = reply("get_stock", world, **given_ones)
    place = (given_ones["warehouse"], given_ones["sku"])
    if isinstance(body, Failure):
        assert place not in plain or body.code is Code.WAREHOUSE_INACTIVE
    else:
        _shows(body, plain[place])
        assert (body["warehouse"], body["sku"]) == place


@settings(max_examples=40)
@given(scenarios(), st.integers(1, 3), st.sampled_from(["W1", "W2", "W3", "W4"]))
def test_pages_hold_every_row_once_and_in_order(world: Scenario, limit: int, warehouse: str) -> None:
    """Following next_cursor to its end gives each row of the warehouse, and total says how many."""
    limit = min(limit, world.page_size)
    rows: list[Any] = []
    cursor: dict[str, str] = {}
    while True:
        page = reply("list_stock", world, warehouse=warehouse, limit=limit, **cursor)
        if isinstance(page, Failure):
            assert page.code is Code.WAREHOUSE_INACTIVE
            return
        rows += page["rows"]
        assert (page["warehouse"], page["limit"]) == (warehouse, limit)
        if page["next_cursor"] is None:
            break
        assert len(page["rows"]) == limit
        cursor = {"cursor": page["next_cursor"]}
    plain = {row.sku: row for row in world.stock.source.records if row.warehouse == warehouse}
    assert [row["sku"] for row in rows] == sorted(plain)
    assert page["total"] == len(plain)
    for row in rows:
        _shows(row, plain[row["sku"]])


@settings(max_examples=40)
@given(scenarios(), st.sampled_from(sorted(READ_TOOLS)), st.data())
def test_reply_is_the_same_and_the_callers_own(world: Scenario, tool: str, data: st.DataObject) -> None:
    """Asked twice, answered twice; what is done to one reply does not show in the next."""
    given_ones = data.draw(arguments(tool))
    one, two = reply(tool, world, **given_ones), reply(tool, world, **given_ones)
    assert one == two
    if not isinstance(one, Failure):
        _spoil_everything(one)
        assert reply(tool, world, **given_ones) == two


def test_get_stock_shows_all_figures_and_their_age() -> None:
    """The priced query: six figures and whose they are."""
    assert reply("get_stock", sku="A", warehouse="W1") == {
        "sku": "A",
        "warehouse": "W1",
        "on_hand": 12,
        "reserved": 0,
        "safety_stock": 0,
        "available": 12,
        "as_of_s": 7,
    }


def test_oversold_is_shown_as_it_is_and_counts_as_zero() -> None:
    """Negative on hand is a fact; nothing of it is available."""
    body = reply("get_stock", sku="B", warehouse="W1")
    assert (body["on_hand"], body["available"]) == (-3, 0)


def test_untracked_is_no_number() -> None:
    """No figure at all, rather than 0."""
    body = reply("get_stock", sku="C", warehouse="W3")
    assert body == {"sku": "C", "warehouse": "W3", "tracked": False, "on_hand": None, "as_of_s": 7}


def test_reasons_for_no_figures_are_told_apart() -> None:
    """Not stocked here, closed, no such article, no such warehouse: four codes."""
    assert code("get_stock", sku="B", warehouse="W2") is Code.NOT_STOCKED_HERE
    assert code("get_stock", sku="Z", warehouse="W1") is Code.NOT_STOCKED_HERE
    assert code("get_stock", sku="A", warehouse="W4") is Code.WAREHOUSE_INACTIVE
    assert code("get_stock", sku="X", warehouse="W1") is Code.SKU_NOT_FOUND
    assert code("get_stock", sku="X", warehouse="W4") is Code.SKU_NOT_FOUND
    assert code("get_stock", sku="A", warehouse="W9") is Code.WAREHOUSE_NOT_FOUND
    assert code("list_stock", warehouse="W4") is Code.WAREHOUSE_INACTIVE
    assert code("list_stock", warehouse="W9") is Code.WAREHOUSE_NOT_FOUND
    assert code("get_item", sku="X") is Code.SKU_NOT_FOUND
    assert code("get_incoming", sku="X", warehouse="W1") is Code.SKU_NOT_FOUND
    assert code("get_incoming", sku="A", warehouse="W4") is Code.WAREHOUSE_INACTIVE
    assert code("get_incoming", sku="A", warehouse="W9") is Code.WAREHOUSE_NOT_FOUND


def test_page_arguments_are_those_that_a_page_carried() -> None:
    """A cursor of one's own making and a limit beyond the page are refused."""
    assert code("list_stock", warehouse="W1", cursor="2") is Code.INVALID_ARGUMENT
    assert code("list_stock", warehouse="W1", limit=3) is Code.INVALID_ARGUMENT
    assert code("list_warehouses", cursor="2") is Code.INVALID_ARGUMENT


def test_page_at_the_very_end_has_no_next() -> None:
    """A full last page says so, and a cursor behind the last row gives an empty page."""
    page = reply("list_stock", warehouse="W1", limit=2)
    assert ([row["sku"] for row in page["rows"]], page["total"], page["next_cursor"]) == (["A", "B"], 2, None)
    assert reply("list_stock", warehouse="W1", limit=1)["next_cursor"] == "after:A"
    assert reply("list_stock", warehouse="W1", cursor="after:B")["rows"] == []


def test_cursor_of_the_longest_name_can_be_used() -> None:
    """A sku may have 120 characters; the cursor that holds it is still an argument."""
    long = "S" * 120
    world = scenario({"W1": {long: 1, "T": 2}}, lines=[Line(1, "T", 1)], tools=["list_stock"], world={"page_size": 1})
    cursor = reply("list_stock", world, warehouse="W1")["next_cursor"]
    assert [row["sku"] for row in reply("list_stock", world, warehouse="W1", cursor=cursor)["rows"]] == ["T"]


def test_warehouses_come_in_pages_too() -> None:
    """All that exist, closed ones too, in order."""
    first = reply("list_warehouses")
    assert first == {"rows": [{"warehouse": "W1"}, {"warehouse": "W2"}], "total": 4, "next_cursor": "after:W2"}
    last = reply("list_warehouses", cursor="after:W2")
    assert last == {"rows": [{"warehouse": "W3"}, {"warehouse": "W4"}], "total": 4, "next_cursor": None}


def test_article_without_stock_exists() -> None:
    """Whether it exists is one question, whether there is any another."""
    assert reply("get_item", sku="Z") == {"sku": "Z", "name": "Z"}


def test_deliveries_are_told_and_are_not_available() -> None:
    """Expected units stand apart, with what is available of them: nothing."""
    from inventory_env.stock import Incoming

    world = scenario({"W1": 1}, stocked={"incoming": (Incoming("A", "W1", 40, "2031-05-01"),)})
    assert reply("get_incoming", world, sku="A", warehouse="W1") == {
        "sku": "A",
        "warehouse": "W1",
        "incoming": [{"quantity": 40, "eta": "2031-05-01"}],
        "available_now": 0,
    }
    assert reply("get_stock", world, sku="A", warehouse="W1")["available"] == 1


def test_policy_says_the_rules_of_the_task() -> None:
    """The same that the prompt says, as fields."""
    world = scenario(
        {"W2": 1, "W1": 1},
        sourcing=Sourcing(Split.FEWEST, max_sources=2),
        on_unreachable=OnUnreachable.HOLD,
        max_age_s=60,
        retry=Retry(backoff_s=2),
    )
    policy = reply("get_policy", world)
    assert policy["priority"] == ["W2", "W1"]
    assert (policy["on_unreachable"], policy["max_age_s"]) == ("hold", 60)
    assert policy["retry"] == {"backoff_s": 2, "max_attempts": 3, "timeout_s": 2}
    assert policy["sourcing"]["split"] == "fewest"
    assert policy["sourcing"]["max_sources"] == 2


@pytest.mark.parametrize("tool", sorted(READ_TOOLS))
def test_every_read_tool_has_a_reply(tool: str) -> None:
    """The catalogue and the table of replies name the same tools."""
    assert tool in REPLIES
    assert len(REPLIES) == len(READ_TOOLS)


def _shows(body: dict[str, Any], row: Any) -> None:
    assert body["as_of_s"] == 7
    assert body["on_hand"] == row.on_hand
    if row.on_hand is None:
        assert body["tracked"] is False
        assert not {"reserved", "safety_stock", "available"} & body.keys()
    else:
        assert (body["reserved"], body["safety_stock"]) == (row.reserved, row.safety_stock)
        assert body["available"] == max(0, row.on_hand - row.reserved - row.safety_stock)


def _spoil_everything(value: Any) -> None:
    for inner in list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else ():
        _spoil_everything(inner)
    if isinstance(value, dict | list):
        value.clear()
