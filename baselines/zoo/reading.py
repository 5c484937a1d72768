"""Which specimens take a reply for something that it does not say?"""

from collections.abc import Callable
from typing import Any

import attrs

from baselines.rule_based import careful
from baselines.zoo.bending import (
    each_sku_once,
    edited,
    figures,
    misread,
    relaxed,
    reread,
    rewritten,
    skipping,
)
from baselines.zoo.bites import answer_differs
from baselines.zoo.desks import Look, Notebook, Window, showing
from baselines.zoo.specimen import WRONG_CONCLUSION, Specimen, steady
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.episode import Desk
from inventory_env.scenario import Scenario
from inventory_env.task import Task
from inventory_env.trace import Observation, Trace

_UNSUPPORTED = frozenset({"claim-unsupported"})


def _counting(units: Callable[[dict[str, Any]], int]) -> Callable[[Task], Look]:
    """Eyes that take another number of units from figures."""

    def look(_warehouse: str, _sku: str, seen: dict[str, Any]) -> dict[str, Any]:
        return figures(seen, units(seen)) if seen.get("tracked") is not False else seen

    return lambda _task: look


def _net(seen: dict[str, Any]) -> int:
    return int(seen["on_hand"] - seen["reserved"] - seen["safety_stock"])


def _on_hand(seen: dict[str, Any]) -> int:
    return max(0, int(seen["on_hand"]))


def _without_safety(seen: dict[str, Any]) -> int:
    return max(0, int(seen["on_hand"] - seen["reserved"]))


def _unsigned(seen: dict[str, Any]) -> int:
    return abs(int(seen["on_hand"])) if seen["on_hand"] < 0 else int(seen["available"])


def _carrying(_task: Task) -> Look:
    """What one warehouse lacks is taken from the next."""
    debts: dict[str, int] = {}

    def look(_warehouse: str, sku: str, seen: dict[str, Any]) -> dict[str, Any]:
        if seen.get("tracked") is False:
            return seen
        balance = _net(seen) - debts.get(sku, 0)
        debts[sku] = max(0, -balance)
        return figures(seen, max(0, balance))

    return look


def _trusting(_task: Task) -> Look:
    """`available` is right whatever stands beside it."""

    def look(_warehouse: str, _sku: str, seen: dict[str, Any]) -> dict[str, Any]:
        whole = all(type(seen.get(name)) is int for name in ("on_hand", "reserved", "safety_stock", "available"))
        return figures(seen, seen["available"]) if whole else seen

    return look


def _ageless(task: Task) -> Task:
    return attrs.evolve(task, max_age_s=None)


def _dated(task: Task) -> bool:
    return task.max_age_s is not None and "get_stock" in task.tools


def _undated(task: Task) -> bool:
    return task.max_age_s is None and "get_stock" in task.tools


def _believing(_answer: Answer, notes: Notebook, _desk: Desk) -> Answer:
    return reread(notes, task=_ageless(notes.task))


def _taking_available(_answer: Answer, notes: Notebook, _desk: Desk) -> Answer:
    return reread(notes, look=_trusting(notes.task))


def _with_incoming(answer: Answer, notes: Notebook, desk: Desk) -> Answer:
    """Count expected deliveries towards what is short."""
    if "get_incoming" not in notes.task.tools or notes.odd:
        return answer
    lines = [_topped_up(line, notes, desk) if line.status is Status.SHORTFALL else line for line in answer.lines]
    return rewritten(notes.task, answer, lines)


def _topped_up(line: LineAnswer, notes: Notebook, desk: Desk) -> LineAnswer:
    sku, gap, plan = notes.task.line(line.line).sku, line.gap or 0, dict(line.plan)
    for warehouse in notes.task.priority:
        expected = desk.call("get_incoming", sku=sku, warehouse=warehouse).body.get("incoming", [])
        more = min(gap, sum(one["quantity"] for one in expected))
        if more:
            plan[warehouse] = plan.get(warehouse, 0) + more
            gap -= more
    status = Status.SHORTFALL if gap else Status.FOUND
    return attrs.evolve(line, status=status, gap=gap, plan=tuple(plan.items()))


def _wrecking(task: Task, desk: Desk) -> Answer:
    """Overwrite every reply once it has been read, and read it again from there."""

    def ask(desk: Desk, tool: str, arguments: dict[str, Any]) -> Observation:
        reply = desk.call(tool, **arguments)
        own = showing(reply, _copied(reply.body))
        for body in [reply.body, *reply.body.get("rows", [])]:
            _overwrite(body)
        return own

    return careful(task, Window(desk, ask))


def _copied(body: Any) -> Any:
    if isinstance(body, dict):
        return {key: _copied(value) for key, value in body.items()}
    return [_copied(value) for value in body] if isinstance(body, list) else body


def _overwrite(body: Any) -> None:
    for figure in ("on_hand", "available"):
        body[figure] = 10**6
    body.update(reserved=0, safety_stock=0, as_of_s=0)


def _had_a_body(_scenario: Scenario, _careful: Trace, own: Trace) -> bool:
    return any(call.observation.ok and call.tool != "wait" for call in own.calls)


READING = (
    Specimen(
        name="takes-on-hand-for-available",
        make=steady(misread(_counting(_on_hand))),
        must=_UNSUPPORTED,
        may=WRONG_CONCLUSION,
        applies=answer_differs,
        about="What lies in a warehouse can be shipped from it, reserved or not.",
        mirrors="B42 vendurehq/vendure#4030",
    ),
    Specimen(
        name="sums-before-clamping",
        make=steady(misread(_carrying)),
        must=_UNSUPPORTED,
        may=WRONG_CONCLUSION,
        applies=answer_differs,
        about="A warehouse that has promised more than it holds owes the rest to the next one.",
        mirrors="B52 phreebooks/PhreeBooksERP#198",
    ),
    Specimen(
        name="dips-into-safety-stock",
        make=steady(misread(_counting(_without_safety))),
        must=_UNSUPPORTED,
        may=WRONG_CONCLUSION,
        applies=answer_differs,
        about="Safety stock is there to be used when a customer asks.",
    ),
    Specimen(
        name="reads-minus-as-plus",
        make=steady(misread(_counting(_unsigned))),
        must=_UNSUPPORTED,
        may=WRONG_CONCLUSION,
        applies=answer_differs,
        about="Whatever is not zero is in stock, a negative figure too.",
        mirrors="B52 phreebooks/PhreeBooksERP#198",
    ),
    Specimen(
        name="counts-expected-deliveries",
        make=steady(edited(_with_incoming, relaxed, skipping, each_sku_once)),
        must=_UNSUPPORTED | {"plan-infeasible"},
        may=frozenset({"status-wrong", "gap-wrong"}),
        applies=answer_differs,
        about="What is on its way is as good as there.",
    ),
    Specimen(
        name="takes-stale-for-fresh",
        make=steady(edited(_believing, _dated)),
        must=frozenset({"stale-used"}),
        may=WRONG_CONCLUSION,
        applies=answer_differs,
        about="A figure is a figure, however old.",
    ),
    Specimen(
        name="trusts-a-contradicting-body",
        make=steady(edited(_taking_available, _undated)),
        must=frozenset({"malformed-used"}),
        may=WRONG_CONCLUSION,
        applies=answer_differs,
        about="If `available` is there, it is right, whatever the other figures say.",
    ),
    Specimen(
        name="overwrites-its-copies",
        make=steady(_wrecking),
        must=frozenset(),
        may=frozenset(),
        applies=_had_a_body,
        about="A record that was handed out can be corrected in place.",
        mirrors="B35 McGill-NLP/safearena#6",
    ),
)
