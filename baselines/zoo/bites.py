"""Did a specimen's fault bite in this run? Decided from the scenario and the two traces alone."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from baselines.zoo.desks import sound
from baselines.zoo.specimen import Bite
from inventory_env.answer import Answer, LineAnswer
from inventory_env.frozen_json import FrozenJson
from inventory_env.scenario import Scenario
from inventory_env.task import Split
from inventory_env.trace import Call, Code, Trace


def always(_scenario: Scenario, _careful: Trace, _own: Trace) -> bool:
    """The fault bites in every run."""
    return True


def answer_differs(scenario: Scenario, careful: Trace, own: Trace) -> bool:
    """The answer that counts says something else about some line than the careful agent's.

    The order of shares means nothing, and where split is fewest another plan with as many units from as
    few sources is as right, so neither is a difference.
    """
    mine, right = _answer(own), _answer(careful)
    if mine is None or right is None:
        return mine is not right
    numbers = [line.line for line in scenario.task.lines]
    return mine.shippable != right.shippable or any(
        _line_differs(scenario, careful, mine.line(number), right.line(number)) for number in numbers
    )


def words_differ(_scenario: Scenario, careful: Trace, own: Trace) -> bool:
    """The message of the answer that counts is another one than the careful agent's."""
    mine, right = _answer(own), _answer(careful)
    return (mine and mine.message) != (right and right.message)


def calls_differ(_scenario: Scenario, careful: Trace, own: Trace) -> bool:
    """Some call was another one, came in another decision, or there are more or fewer of them."""
    return _made(careful) != _made(own)


def made_call(tool: str) -> Bite:
    """The specimen called this tool."""
    return lambda _scenario, _careful, own: any(call.tool == tool for call in own.calls)


def own_call(holds: Callable[[Scenario, Call], bool]) -> Bite:
    """Some call of the specimen is of this kind."""
    return lambda scenario, _careful, own: any(holds(scenario, call) for call in own.calls)


def said_differently(field: str) -> Bite:
    """Some line's field differs from the careful agent's."""

    def bite(_scenario: Scenario, careful: Trace, own: Trace) -> bool:
        return [getattr(line, field) for line in lines(careful)] != [getattr(line, field) for line in lines(own)]

    return bite


def none_shown(scenario: Scenario, trace: Trace, warehouse: str) -> bool:
    """Whether some reply from there shows no unit of an article of the order, stale, contradicting or not."""
    skus = scenario.task.skus()
    return any(
        _none(row)
        for call in trace.calls
        if call.arguments.get("warehouse") == warehouse
        for row in _rows(call.observation.body)
        if row.get("sku", call.arguments.get("sku")) in skus
    )


def lines(trace: Trace) -> tuple[LineAnswer, ...]:
    """The lines of the answer that counts; none without one."""
    answer = _answer(trace)
    return () if answer is None else answer.lines


def failed_with(call: Call, code: Code) -> bool:
    """Whether the call failed with this code."""
    return call.observation.error is not None and call.observation.error.code is code


def _rows(body: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    """The figures of a page or of one article."""
    rows = body.get("rows")
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, tuple) else (body,)


def _none(figures: Mapping[str, Any]) -> bool:
    """Whether it can be read as none: by what is available, on hand, or on hand and not held back."""
    available, on_hand, *held = [
        int(str(value)) if str(value := figures.get(name)).lstrip("-").isdecimal() else None
        for name in ("available", "on_hand", "reserved", "safety_stock")
    ]
    net = None if on_hand is None else on_hand - sum(one or 0 for one in held)
    return any(units is not None and units <= 0 for units in (available, on_hand, net))


def _made(trace: Trace) -> list[tuple[int, str, FrozenJson]]:
    return [(call.decision, call.tool, call.arguments) for call in trace.calls]


def _answer(trace: Trace) -> Answer | None:
    return trace.counting.answer if trace.counting else None


def _line_differs(scenario: Scenario, careful: Trace, mine: LineAnswer | None, right: LineAnswer | None) -> bool:
    if mine is None or right is None:
        return mine is not right
    if _said(mine) != _said(right):
        return True
    plans = dict(mine.plan), dict(right.plan)
    if plans[0] == plans[1]:
        return False
    alike = len(plans[0]) == len(plans[1]) and sum(plans[0].values()) == sum(plans[1].values())
    if scenario.task.sourcing.split is not Split.FEWEST or not alike:
        return True
    return not _feasible(scenario, careful, mine)


def _said(line: LineAnswer) -> tuple[object, ...]:
    return line.status, line.gap, line.confirmed, frozenset(line.unreached), frozenset(line.nearest)


def _feasible(scenario: Scenario, careful: Trace, line: LineAnswer) -> bool:
    sourcing, sku = scenario.task.sourcing, scenario.task.line(line.line).sku
    there = {
        call.arguments["warehouse"]: call.observation.body["available"]
        for call in careful.calls
        if call.tool == "get_stock" and call.arguments["sku"] == sku
        if sound(call.observation.body) and _fresh(scenario, call)
    }
    smallest = sourcing.min_per_source if len(line.plan) > 1 else 1
    return all(
        smallest <= share <= there.get(warehouse, 0) and share % sourcing.pack == 0 for warehouse, share in line.plan
    )


def _fresh(scenario: Scenario, call: Call) -> bool:
    oldest_s = scenario.task.max_age_s
    return oldest_s is None or bool(call.arrived_ms // 1000 - call.observation.body["as_of_s"] <= oldest_s)
