"""Which specimens ask the wrong place, in the wrong order, too much or too little?"""

from collections.abc import Callable
from typing import Any

import attrs

from baselines.zoo.bending import by_line, each_sku_once, edited, given, relaxed, rewritten, silence, skipping, through
from baselines.zoo.bites import calls_differ, own_call
from baselines.zoo.desks import Ask, Notebook, Place, numbered
from baselines.zoo.specimen import CALLED_SILENT, UNBACKED, UNFOUNDED, WRONG_ANSWER, Specimen, steady
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.episode import Desk
from inventory_env.scenario import Scenario
from inventory_env.task import Split, Task
from inventory_env.trace import Call, Code, Observation

# Failures of a question about an article that exists.
_EXISTS = frozenset({Code.NOT_STOCKED_HERE, Code.WAREHOUSE_INACTIVE})
_AFTERWARDS = frozenset({"priority-broken", "retry-missing", "unreached-not-disclosed"})


def _single_stock(task: Task) -> bool:
    return "get_stock" in task.tools and len(task.priority) > 1


def _backwards(task: Task) -> Task:
    return attrs.evolve(task, priority=task.priority[::-1])


def _without_first(task: Task) -> Task:
    return attrs.evolve(task, priority=task.priority[1:])


def _first_only(task: Task) -> Task:
    return attrs.evolve(task, priority=task.priority[:1])


def _first_question_elsewhere(scenario: Scenario, call: Call) -> bool:
    return call.tool == "get_stock" and call.arguments["warehouse"] != scenario.task.priority[0]


def _started_elsewhere(scenario: Scenario, call: Call) -> bool:
    return call.call_id == "c1" and _first_question_elsewhere(scenario, call)


def _everywhere_else(notes: Notebook, desk: Desk, skus: set[str]) -> dict[Place, int]:
    """Ask, once each, every listed warehouse not asked yet for an article that exists; what all of them hold."""
    noted, found = notes.stock(), notes.available()
    existing = {sku for (_, sku), reply in noted.items() if reply.ok or (reply.error and reply.error.code in _EXISTS)}
    for sku in notes.task.skus():
        for warehouse in notes.task.priority:
            if sku in skus and sku in existing and (warehouse, sku) not in noted:
                reply = desk.call("get_stock", sku=sku, warehouse=warehouse)
                if numbered(reply):
                    found[warehouse, sku] = reply.body["available"]
    return found


def _asks_on(answer: Answer, notes: Notebook, desk: Desk) -> Answer:
    _everywhere_else(notes, desk, set(notes.task.skus()))
    return answer


def _from_one(prefer: Callable[[Task, dict[str, int]], str]) -> Callable[[Answer, Notebook, Desk], Answer]:
    """Ask everybody about what was found, then ship from the warehouse preferred among those that cover it."""

    def edit(answer: Answer, notes: Notebook, desk: Desk) -> Answer:
        found = {notes.task.line(line.line).sku for line in answer.lines if line.status is Status.FOUND}
        there = _everywhere_else(notes, desk, found)
        return rewritten(notes.task, answer, [moved(notes.task, line, there) for line in answer.lines])

    def moved(task: Task, line: LineAnswer, there: dict[Place, int]) -> LineAnswer:
        wish = task.line(line.line)
        covering = {
            warehouse: units for (warehouse, sku), units in there.items() if sku == wish.sku and units >= wish.quantity
        }
        if line.status is not Status.FOUND or not covering:
            return line
        return attrs.evolve(line, plan=((prefer(task, covering), wish.quantity),))

    return edit


def _split_forbidden(task: Task) -> bool:
    return task.sourcing.split is Split.NONE


def _lowest(task: Task, covering: dict[str, int]) -> str:
    return max(covering, key=task.priority.index)


def _fullest(task: Task, covering: dict[str, int]) -> str:
    return max(covering, key=lambda warehouse: (covering[warehouse], -task.priority.index(warehouse)))


def _all_at_once(task: Task) -> Ask:
    """The first question about an article goes to every warehouse in one decision."""
    waiting: dict[tuple[str, str], Observation] = {}
    begun: set[str] = set()

    def ask(desk: Desk, tool: str, arguments: dict[str, Any]) -> Observation:
        if tool == "get_stock" and arguments["sku"] not in begun:
            sku = arguments["sku"]
            begun.add(sku)
            replies = desk.decide([(tool, {"sku": sku, "warehouse": warehouse}) for warehouse in task.priority])
            missing = [reply for reply in replies if reply.error and reply.error.code is Code.SKU_NOT_FOUND]
            if missing:
                return missing[0]
            waiting.update({(place, sku): reply for place, reply in zip(task.priority, replies, strict=True)})
        kept = waiting.pop((arguments.get("warehouse", ""), arguments.get("sku", "")), None)
        return kept or desk.call(tool, **arguments)

    return ask


def _twice(_task: Task) -> Ask:
    """A number is believed once it has come twice."""

    def ask(desk: Desk, tool: str, arguments: dict[str, Any]) -> Observation:
        reply = desk.call(tool, **arguments)
        if tool != "get_stock" or not numbered(reply):
            return reply
        again = desk.call(tool, **arguments)
        return again if numbered(again) else reply

    return ask


def _covered(task: Task) -> Ask:
    """Nobody else is asked about an article once enough units of it have been seen."""
    wanted = {line.sku: line.quantity for line in task.lines}
    most = task.sourcing.max_sources
    seen: dict[str, list[int]] = {sku: [] for sku in wanted}

    def ask(desk: Desk, tool: str, arguments: dict[str, Any]) -> Observation:
        sku = arguments.get("sku", "")
        if tool == "get_stock" and sum(sorted(seen[sku], reverse=True)[:most]) >= wanted[sku]:
            return silence("enough has been seen")
        reply = desk.call(tool, **arguments)
        if tool == "get_stock" and numbered(reply):
            seen[sku].append(reply.body["available"])
        return reply

    return ask


def _plain_shares(task: Task) -> bool:
    rules = task.sourcing
    return rules.split is not Split.NONE and rules.min_per_source == rules.pack == 1


ASKING = (
    Specimen(
        name="asks-backwards",
        make=steady(given(_backwards, _single_stock)),
        must=frozenset({"priority-broken"}),
        may=WRONG_ANSWER | UNFOUNDED | {"stopped-early", "surplus-query"},
        applies=own_call(_started_elsewhere),
        about="The list is a set of places to ask, so its order is free.",
        mirrors="B25 sierra-research/tau2-bench#514",
    ),
    Specimen(
        name="skips-the-first",
        make=steady(given(_without_first, _single_stock)),
        must=frozenset({"priority-broken"}),
        may=WRONG_ANSWER | UNFOUNDED | {"stopped-early", "surplus-query"},
        applies=own_call(_started_elsewhere),
        about="The first warehouse is always empty, so asking it is a waste.",
        mirrors="B03 sierra-research/tau2-bench#298",
    ),
    Specimen(
        name="asks-one-and-gives-up",
        make=steady(given(_first_only, relaxed, by_line)),
        must=frozenset({"stopped-early"}),
        may=WRONG_ANSWER | UNBACKED,
        applies=calls_differ,
        about="What the first warehouse does not have, nobody has.",
    ),
    Specimen(
        name="stops-when-covered",
        make=steady(through(_covered, relaxed, skipping, _plain_shares, each_sku_once)),
        must=frozenset({"stopped-early"}),
        may=WRONG_ANSWER | UNBACKED | CALLED_SILENT,
        applies=calls_differ,
        about="Once enough units have been seen the plan cannot get better.",
    ),
    Specimen(
        name="over-queries",
        make=steady(edited(_asks_on, relaxed)),
        must=frozenset({"surplus-query"}),
        may=_AFTERWARDS,
        applies=calls_differ,
        about="More figures are always better, even when the answer is certain.",
    ),
    Specimen(
        name="takes-a-lower-warehouse",
        make=steady(edited(_from_one(_lowest), relaxed, by_line, each_sku_once, _split_forbidden)),
        must=frozenset({"surplus-query"}),
        may=_AFTERWARDS | UNBACKED | {"plan-not-best"},
        applies=calls_differ,
        about="Any warehouse that covers the line will do, so the first ones are spared.",
    ),
    Specimen(
        name="takes-the-fullest",
        make=steady(edited(_from_one(_fullest), relaxed, by_line, each_sku_once, _split_forbidden)),
        must=frozenset({"surplus-query"}),
        may=_AFTERWARDS | UNBACKED | {"plan-not-best"},
        applies=calls_differ,
        about="The best source is the one that holds most.",
    ),
    Specimen(
        name="asks-everybody-at-once",
        make=steady(through(_all_at_once, relaxed, _single_stock)),
        must=frozenset({"parallel-before-settled"}),
        may=_AFTERWARDS | WRONG_ANSWER | {"surplus-query", "retry-excess"},
        applies=calls_differ,
        about="Asking all warehouses in one go is quicker and changes nothing.",
    ),
    Specimen(
        name="asks-twice",
        make=steady(through(_twice, relaxed)),
        must=frozenset({"repeated-query"}),
        may=WRONG_ANSWER,
        applies=calls_differ,
        about="A figure counts only once it has been confirmed by asking again.",
    ),
)
