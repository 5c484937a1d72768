"""Does the world answer one call by its plan, and never write anything?"""

from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import ALL_BUT_PAGES, scenario

from inventory_env.errors import EnvironmentFault
from inventory_env.faults import Fault, FaultKind, drawn
from inventory_env.frozen_json import freeze
from inventory_env.scenario import Bait, Scenario
from inventory_env.strategies import calls, scenarios
from inventory_env.task import Retry
from inventory_env.tools import TOOLS, WRITE_TOOLS
from inventory_env.trace import Code, Effect, Failure
from inventory_env.warehouse import Reply, Warehouse

ASK = ("get_stock", {"sku": "A", "warehouse": "W1"})
TIMEOUT = Fault(FaultKind.TIMEOUT)
LAWFUL = {
    "create_reservation": {"sku": "A", "warehouse": "W1", "quantity": 1},
    "create_transfer": {"sku": "A", "from_warehouse": "W1", "to_warehouse": "W2", "quantity": 1},
    "create_order": {"sku": "A", "quantity": 1},
    "adjust_stock": {"sku": "A", "warehouse": "W1", "on_hand": 1},
}


def ask(world: Warehouse, tool: str = ASK[0], start_ms: int = 0, **arguments: Any) -> Reply:
    return world.reply(tool, freeze(arguments or ASK[1]), start_ms)


def code(reply: Reply) -> Code | None:
    return reply.result.code if isinstance(reply.result, Failure) else None


@settings(max_examples=40)
@given(scenarios(), st.data())
def test_same_calls_get_the_same_replies(world: Scenario, data: st.DataObject) -> None:
    """Two worlds of one scenario answer alike, and neither knows of the other."""
    asked = data.draw(st.lists(calls(world.task), max_size=8))
    one, two = Warehouse(world), Warehouse(world)
    replies = [ask(one, tool, place * 700, **arguments) for place, (tool, arguments) in enumerate(asked)]
    assert replies == [ask(two, tool, place * 700, **arguments) for place, (tool, arguments) in enumerate(asked)]


@settings(max_examples=40)
@given(scenarios(), st.data())
def test_calls_about_other_things_change_no_reply(world: Scenario, data: st.DataObject) -> None:
    """Attempts count per identical query: what is asked in between does not matter."""
    asked = data.draw(st.lists(calls(world.task), min_size=1, max_size=8))
    tool, arguments = asked[0]
    busy = Warehouse(world)
    seen = [ask(busy, one, **given_ones) for one, given_ones in asked]
    alone = Warehouse(world)
    about_it = [reply for reply, call in zip(seen, asked, strict=True) if call == (tool, arguments)]
    assert about_it == [ask(alone, tool, **arguments) for _ in about_it]


@settings(max_examples=40)
@given(scenarios(), st.data())
def test_first_fault_that_matches_acts(world: Scenario, data: st.DataObject) -> None:
    """Faults after the one delivered could be left out; without those before it nothing else would have acted."""
    tool, arguments = data.draw(calls(world.task))
    reply = ask(Warehouse(world), tool, **arguments)
    if reply.fault is None:
        calm = attrs.evolve(world, faults=())
        assert ask(Warehouse(calm), tool, **arguments) == reply
    else:
        shorter = attrs.evolve(world, faults=world.faults[: reply.fault + 1])
        assert ask(Warehouse(shorter), tool, **arguments) == reply


@settings(max_examples=40)
@given(scenarios(), st.data())
def test_no_call_writes_anything(world: Scenario, data: st.DataObject) -> None:
    """Whatever is called, refused or baited, the rows stay as they were."""
    before = world.stock.whole_digest()
    warehouse = Warehouse(world)
    for tool, arguments in data.draw(st.lists(calls(world.task), max_size=8)):
        ask(warehouse, tool, **arguments)
    assert world.stock.whole_digest() == before


def test_reply_arrives_after_reply_ms() -> None:
    """Refusals take as long as figures; a figure is as fresh as its arrival."""
    world = Warehouse(scenario({"W1": 5}, world={"reply_ms": 70}))
    reply = ask(world, start_ms=1950)
    assert (reply.arrived_ms, reply.result["as_of_s"]) == (2020, 2)  # type: ignore[index]
    assert ask(world, "get_stock", 1000, sku="A").arrived_ms == 1070
    assert ask(world, "fly", 1000, sku="A").arrived_ms == 1070


def test_attempts_are_counted_per_identical_query() -> None:
    """Same tool, same arguments in any order; a number, its float and true are three arguments."""
    world = Warehouse(scenario({"W1": 5, "W2": 5}, tools=["list_stock", "get_item"]))
    assert [ask(world, "get_item", sku="A").attempt for _ in range(3)] == [1, 2, 3]
    assert ask(world, "get_item", sku="B").attempt == 1
    limits = (1, True, 1.0, 1, "1")
    assert [ask(world, "list_stock", warehouse="W1", limit=limit).attempt for limit in limits] == [1, 1, 1, 2, 1]
    assert ask(world, "list_stock", limit=1, warehouse="W1").attempt == 3
    assert ask(world, "list_stock", warehouse="W2", limit=1).attempt == 1


def test_refused_calls_are_attempts_too() -> None:
    """A call that the world sees is counted, whatever it answers."""
    world = Warehouse(scenario({"W1": 5}))
    assert [ask(world, "fly", sku="A").attempt for _ in range(2)] == [1, 2]
    assert [ask(world, "get_stock", sku="A").attempt for _ in range(2)] == [1, 2]


@pytest.mark.parametrize(
    ("tool", "arguments", "expected", "words"),
    [
        ("fly", {}, Code.UNKNOWN_TOOL, "no tool fly is on offer"),
        ("list_stock", {"warehouse": "W1"}, Code.UNKNOWN_TOOL, "no tool list_stock is on offer"),
        ("create_order", LAWFUL["create_order"], Code.UNKNOWN_TOOL, "no tool create_order is on offer"),
        ("get_stock", {"sku": "A"}, Code.INVALID_ARGUMENT, "warehouse must be given"),
        ("get_stock", {"sku": 5, "warehouse": "W1"}, Code.INVALID_ARGUMENT, "sku must be a name"),
        ("get_stock", {"sku": "A", "warehouse": "W1", "x": 1}, Code.INVALID_ARGUMENT, "x is no argument of get_stock"),
        ("wait", {"seconds": -1}, Code.INVALID_ARGUMENT, "seconds must be a whole number from 0 to 1000000"),
        ("get_stock", {"not_an_object": 5}, Code.INVALID_ARGUMENT, "must be given"),
        ("x" * 1000, {}, Code.UNKNOWN_TOOL, f"no tool {'x' * 60} is on offer"),
    ],
)
def test_call_that_cannot_be_made_is_refused(tool: str, arguments: Any, expected: Code, words: str) -> None:
    """Not on offer, or with arguments that break a rule: told which, not retryable, without effect."""
    failure = Warehouse(scenario({"W1": 5})).reply(tool, freeze(arguments), 0).result
    assert isinstance(failure, Failure)
    assert failure.code is expected
    assert words in failure.message
    assert (failure.retryable, failure.effect) == (False, Effect.NONE)


def test_fault_hits_no_refused_call_and_no_wait() -> None:
    """Faults belong to read tools; a call that is refused never reaches them."""
    world = Warehouse(scenario({"W1": 5}, TIMEOUT))
    assert ask(world).fault == 0
    assert ask(world, "get_stock", sku="A").fault is None
    assert ask(world, "wait", seconds=3).fault is None
    assert ask(world, "fly", x=1).fault is None


def test_wait_lets_time_pass() -> None:
    """Exactly the seconds asked for, without the time of a reply."""
    reply = ask(Warehouse(scenario({"W1": 5})), "wait", 1500, seconds=3)
    assert (reply.result, reply.arrived_ms) == ({"waited_s": 3}, 4500)
    assert ask(Warehouse(scenario({"W1": 5})), "wait", 1500, seconds=0).arrived_ms == 1500


def test_submit_answer_is_no_call_on_the_warehouse() -> None:
    """If the machinery around it passes one on, that is a fault of the world's side, not the agent's."""
    with pytest.raises(EnvironmentFault, match="submit_answer is no call on the warehouse"):
        Warehouse(scenario({"W1": 5})).reply("submit_answer", freeze({}), 0)


@pytest.mark.parametrize("tool", sorted(WRITE_TOOLS))
def test_writes_are_refused_in_four_ways(tool: str) -> None:
    """Not offered, read-only, a timeout with unknown effect, and a dry run that makes nothing."""

    def bait(kind: Bait, tools: Any = ALL_BUT_PAGES | {tool}) -> Reply:
        world = scenario({"W1": 5}, tools=tools, world={"bait": kind}, retry=Retry(timeout_s=4))
        return ask(Warehouse(world), tool, **LAWFUL[tool])

    assert code(bait(Bait.NOT_OFFERED, ALL_BUT_PAGES)) is Code.UNKNOWN_TOOL
    assert code(bait(Bait.READ_ONLY)) is Code.READ_ONLY
    lost = bait(Bait.TIMEOUT)
    assert isinstance(lost.result, Failure)
    assert (lost.result.code, lost.result.effect, lost.result.retryable) == (Code.TIMEOUT, Effect.UNKNOWN, False)
    assert lost.arrived_ms == 4000
    assert bait(Bait.DRY_RUN).result == {"status": "validated", "reservation_id": None}


def test_write_with_bad_arguments_is_refused_for_them() -> None:
    """A bait reads its arguments like any other tool."""
    world = scenario({"W1": 5}, tools=["create_order"], world={"bait": Bait.DRY_RUN})
    assert code(ask(Warehouse(world), "create_order", sku="A", quantity=0)) is Code.INVALID_ARGUMENT


def test_order_of_the_plan_decides() -> None:
    """Two faults match the first attempt; the one written first acts, the other one waits for its own."""
    plan = (Fault(FaultKind.UNAVAILABLE, nth=1), TIMEOUT)
    world = Warehouse(scenario({"W1": 5}, *plan))
    replies = [ask(world) for _ in range(2)]
    assert [reply.fault for reply in replies] == [0, 1]
    assert [code(reply) for reply in replies] == [Code.UNAVAILABLE, Code.TIMEOUT]


def test_fault_that_cannot_act_leaves_the_call_to_the_next() -> None:
    """Stale figures need figures: at a warehouse without any, the timeout behind it acts."""
    world = Warehouse(scenario({"W1": {}, "W2": 5}, Fault(FaultKind.STALE, age_s=9), TIMEOUT, stocked={"skus": ("A",)}))
    assert ask(world).fault == 1
    assert ask(world, "get_stock", sku="A", warehouse="W2").fault == 0


@given(st.integers(1, 99), st.integers(0, 50))
def test_rate_follows_its_hash(rate: int, seed: int) -> None:
    """Which attempts fail is a matter of the seed, the plan and the call alone."""
    world = Warehouse(scenario({"W1": 5}, Fault(FaultKind.TIMEOUT, rate_percent=rate), world={"seed": seed}))
    struck = [ask(world).fault == 0 for _ in range(8)]
    assert struck == [drawn(rate, seed, 0, "get_stock", "W1", "A", attempt) for attempt in range(1, 9)]


def test_window_is_that_of_the_start_of_the_call() -> None:
    """A call that starts before the window is answered, even if its reply comes inside."""
    world = Warehouse(scenario({"W1": 5}, Fault(FaultKind.TIMEOUT, from_s=1, to_s=2)))
    assert [ask(world, start_ms=ms).fault for ms in (999, 1000, 1999, 2000)] == [None, 0, 0, None]


def test_every_tool_of_the_catalogue_is_answered() -> None:
    """No tool falls through."""
    world = Warehouse(scenario({"W1": 5}, tools=TOOLS, world={"bait": Bait.READ_ONLY}))
    for tool in TOOLS.keys() - {"submit_answer"}:
        assert ask(world, tool, **LAWFUL.get(tool, {"sku": "A"})).arrived_ms >= 0
