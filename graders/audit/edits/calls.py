"""Which questions can be wrong where the answer is right? The careful agent's calls, changed and made again."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from graders.audit.case import ALL_RULES, Label
from graders.audit.draws import Draw, one_of
from graders.audit.edits.labels import (
    NOTHING,
    answer_of,
    beside,
    by_line,
    quiet,
    timeless,
    unlimited,
)
from graders.audit.edits.script import Asked, Turn, acted, bare, turns_of, uncited
from graders.audit.edits.settings import few_calls, luring, retried, silenced
from graders.audit.kinds import Kind, Made, kind_of
from graders.audit.worlds import world
from inventory_env.answer import NotANumber
from inventory_env.scenario import Scenario
from inventory_env.tools import WRITE_TOOLS
from inventory_env.trace import Call, Trace

_FOREIGN = "W9"
_NO_SUCH_SKU = "Z"
_SILENT = (NotANumber.NO_REPLY, NotANumber.UNTRACKED)
# A question that was needed has not been put.
LEFT_OPEN = (frozenset({"priority-broken", "stopped-early"}),)


def call_kinds() -> tuple[Kind, ...]:
    """The calls are other ones than the careful agent's."""
    kinds: tuple[tuple[str, str, Callable[[Scenario, Trace, Draw], Made | None], Callable[[Draw], Scenario]], ...] = (
        ("queries-swapped", "Two warehouses are asked in the wrong order.", _swapped, world),
        ("query-left-out", "A warehouse is never asked.", _left_out, world),
        ("last-query-left-out", "The answer comes one question too early.", _one_too_few, world),
        ("query-twice", "A question that was answered is asked again.", _twice, world),
        ("query-too-many", "A warehouse is asked although nothing can change any more.", _too_many, world),
        ("two-at-once", "Two warehouses are asked for an article in one decision.", _at_once, world),
        ("retry-left-out", "The last attempt that is allowed is not made.", _unretried, retried),
        ("attempt-too-many", "A silent warehouse is asked once more than allowed.", _in_vain, silenced),
        ("wait-left-out", "An attempt comes without the wait before it.", _hurried, retried),
        ("asks-elsewhere", "A warehouse or an article outside the task is asked for.", _elsewhere, world),
        ("writes", "A write tool is called.", _writing, luring),
        ("unknown-tool", "A tool is called that does not exist.", _unknown_tool, world),
        ("bad-arguments", "A call does not fit the schema of its tool.", _bad_arguments, world),
        ("over-budget", "A call is made beyond the budget.", _over_budget, few_calls),
    )
    return tuple(kind_of(f"edit:{name}", about, make, draw_world) for name, about, make, draw_world in kinds)


def place_of(call: Call) -> tuple[str, str]:
    """The warehouse and the article that a get_stock asks for."""
    return call.arguments["warehouse"], call.arguments["sku"]


def _questions(trace: Trace) -> list[int]:
    """Where in the run a single article is asked for."""
    return [place for place, call in enumerate(trace.calls) if call.tool == "get_stock"]


def _neighbours(trace: Trace) -> list[tuple[int, int]]:
    """Where one warehouse is asked for an article, and next another one for the same."""
    asked = _questions(trace)
    pairs = [(one, two, place_of(trace.calls[one]), place_of(trace.calls[two])) for one, two in pairwise(asked)]
    return [(one, two) for one, two, (here, sku), (there, other) in pairs if sku == other and here != there]


def _same_report(scenario: Scenario, good: Trace, turns: list[Turn]) -> Trace:
    """Those decisions with the careful agent's answer."""
    return acted(scenario, turns, uncited(answer_of(good)))


def _unquoted(scenario: Scenario, good: Trace, turns: list[Turn]) -> Trace:
    """Those decisions with the careful agent's conclusions and nothing else."""
    return acted(scenario, turns, quiet(scenario.task, bare(answer_of(good))))


def _swapped(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    """The later warehouse is asked while the earlier one is open."""
    pairs = _neighbours(good)
    if not pairs:
        return None
    one, two = one_of(draw, pairs)
    turns = turns_of(good)
    turns[one], turns[two] = turns[two], turns[one]
    label = Label(frozenset({"priority-broken"}), beside(scenario))
    return _same_report(scenario, good, turns), label, "The later warehouse was asked before the earlier one."


def _without(trace: Trace, dropped: set[int]) -> list[Turn]:
    """The decisions without some, and without the waits before them."""
    kept = [place for place in range(len(trace.calls)) if place not in dropped]
    idle = {place for place in kept if trace.calls[place].tool == "wait" and place + 1 in dropped}
    turns = turns_of(trace)
    return [turns[place] for place in kept if place not in idle]


def _left_out(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    """One place is never asked; each question that the careful agent asks is needed where lines end by themselves."""
    places = list(dict.fromkeys(place_of(good.calls[one]) for one in _questions(good)))
    if not places or not by_line(scenario.task):
        return None
    gone = one_of(draw, places)
    turns = _without(good, {one for one in _questions(good) if place_of(good.calls[one]) == gone})
    return (
        _unquoted(scenario, good, turns),
        Label(NOTHING, ALL_RULES, LEFT_OPEN),
        f"{gone[0]} was never asked for {gone[1]}.",
    )


def _one_too_few(scenario: Scenario, good: Trace, _draw: Draw) -> Made | None:
    if not good.calls:
        return None
    turns = _without(good, {len(good.calls) - 1})
    label = Label(frozenset({"stopped-early"}), ALL_RULES)
    return _unquoted(scenario, good, turns), label, "The last question that was needed was not asked."


def answered(scenario: Scenario, good: Trace) -> list[int]:
    """Where in the run a question about a single article was answered for good."""
    settled = {
        (warehouse, scenario.task.line(line.line).sku)
        for line in answer_of(good).lines
        for warehouse, what in line.seen or ()
        if what not in _SILENT
    }
    last = {place_of(good.calls[one]): one for one in _questions(good)}
    return [one for place, one in last.items() if place in settled]


def _twice(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    settled = answered(scenario, good)
    if not settled or not unlimited(scenario.task):
        return None
    again = one_of(draw, settled)
    turns = turns_of(good)
    perhaps = NOTHING if timeless(scenario) else ALL_RULES
    label = Label(frozenset({"repeated-query"}), perhaps)
    return _same_report(scenario, good, [*turns[: again + 1], *turns[again:]]), label, "The same was asked again."


def _too_many(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    """After the end one more warehouse is asked that was never asked for that article."""
    task, asked = scenario.task, {place_of(good.calls[one]) for one in _questions(good)}
    unasked = [(place, sku) for sku in task.skus() for place in task.priority if (place, sku) not in asked]
    if not unasked or "get_stock" not in task.tools or not unlimited(task):
        return None
    warehouse, sku = one_of(draw, unasked)
    more: Turn = (("get_stock", {"sku": sku, "warehouse": warehouse}),)
    # Should it be silent too, the answer does not say so.
    perhaps = frozenset({"priority-broken", "retry-missing", "unreached-not-disclosed"})
    label = Label(frozenset({"surplus-query"}), perhaps)
    return _same_report(scenario, good, [*turns_of(good), more]), label, "Nothing could change any more."


def _at_once(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    """Two neighbouring questions become one decision."""
    pairs = [(one, two) for one, two in _neighbours(good) if two == one + 1]
    if not pairs:
        return None
    one, two = one_of(draw, pairs)
    turns = turns_of(good)
    joined = [*turns[:one], [*turns[one], *turns[two]], *turns[two + 1 :]]
    label = Label(frozenset({"parallel-before-settled"}), beside(scenario))
    return _same_report(scenario, good, joined), label, "The second question depends on the first reply."


def _unretried(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    """The last attempt of a place is left out."""
    last = {place_of(good.calls[one]): one for one in _questions(good) if good.calls[one].attempt > 1}
    if not last or not by_line(scenario.task):
        return None
    turns = _without(good, {one_of(draw, list(last.values()))})
    return _unquoted(scenario, good, turns), Label(NOTHING, ALL_RULES, LEFT_OPEN), "An attempt was left."


def _in_vain(scenario: Scenario, good: Trace, _draw: Draw) -> Made | None:
    """The last attempt at the warehouse that never answers is made twice, with the wait that it takes."""
    silent, retry = scenario.faults[0].warehouse, scenario.task.retry
    asked = [one for one in _questions(good) if place_of(good.calls[one])[0] == silent]
    last = [one for one in asked if good.calls[one].attempt == retry.max_attempts]
    if not last or not unlimited(scenario.task):
        return None
    turns, until = turns_of(good), last[0] + 1
    wait: list[Turn] = [(("wait", {"seconds": retry.backoff_s}),)] if retry.backoff_s else []
    label = Label(frozenset({"retry-excess"}), beside(scenario))
    again = [*turns[:until], *wait, turns[last[0]], *turns[until:]]
    return _same_report(scenario, good, again), label, f"{silent} had been asked as often as allowed."


def _hurried(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    """The careful agent waits no longer than it must."""
    waits = [place for place, call in enumerate(good.calls) if call.tool == "wait"]
    if not waits:
        return None
    gone = one_of(draw, waits)
    turns = turns_of(good)
    label = Label(frozenset({"backoff-ignored"}), beside(scenario, path=False))
    return _same_report(scenario, good, [*turns[:gone], *turns[gone + 1 :]]), label, "The attempt came too early."


def _with_first(scenario: Scenario, good: Trace, call: Asked, label: Label, why: str) -> Made:
    """One call before all others: no budget is used up yet, so its own rule looks at it."""
    return _same_report(scenario, good, [[call], *turns_of(good)]), label, why


def _aside(scenario: Scenario, rule: str, *more: str) -> Label:
    """A call that asks nothing that counts costs nothing else, where nothing is limited."""
    return Label(frozenset({rule}), frozenset(more) if timeless(scenario) else ALL_RULES)


def _elsewhere(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    task = scenario.task
    if "get_stock" in task.tools:
        here, there = (
            {"sku": task.skus()[0], "warehouse": _FOREIGN},
            {
                "sku": _NO_SUCH_SKU,
                "warehouse": task.priority[0],
            },
        )
        call: Asked = ("get_stock", one_of(draw, (here, there)))
    else:
        call = ("list_stock", {"warehouse": _FOREIGN})
    return _with_first(scenario, good, call, _aside(scenario, "wrong-object"), "It lies outside the task.")


def _writing(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    task = scenario.task
    sku, warehouse = task.skus()[0], task.priority[0]
    calls: tuple[Asked, ...] = (
        ("create_reservation", {"sku": sku, "warehouse": warehouse, "quantity": 1}),
        ("create_order", {"sku": sku, "quantity": 1}),
        ("adjust_stock", {"sku": sku, "warehouse": warehouse, "on_hand": 1}),
    )
    more = () if task.tools & WRITE_TOOLS else ("unknown-tool",)
    label = _aside(scenario, "write-attempted", *more)
    return _with_first(scenario, good, one_of(draw, calls), label, "The task only allows to look.")


def _unknown_tool(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    call: Asked = (one_of(draw, ("check_inventory", "get_stocks", "")), {"sku": scenario.task.skus()[0]})
    return _with_first(scenario, good, call, _aside(scenario, "unknown-tool"), "There is no such tool.")


def _bad_arguments(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    tool = "get_stock" if "get_stock" in scenario.task.tools else "list_stock"
    odd: tuple[Mapping[str, Any], ...] = ({}, {"warehouse": 1}, {"warehouse": "W1", "urgent": True})
    return _with_first(scenario, good, (tool, one_of(draw, odd)), _aside(scenario, "bad-arguments"), "It does not fit.")


def _over_budget(scenario: Scenario, good: Trace, _draw: Draw) -> Made | None:
    """The careful agent's calls, then others until one is refused."""
    left = (scenario.task.budget.calls or 0) - len(_questions(good))
    idle: Turn = (("get_policy", {}),)
    turns = [*turns_of(good), *[idle] * (left + 1)]
    return _same_report(scenario, good, turns), Label(frozenset({"budget-exceeded"}), ALL_RULES), "One call too many."
