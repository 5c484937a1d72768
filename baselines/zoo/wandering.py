"""Which specimens look beyond the task: at other warehouses, or other articles?"""

from typing import Any

import attrs

from baselines.zoo.bending import by_line, edited, relaxed, rewritten, through
from baselines.zoo.bites import own_call
from baselines.zoo.desks import Ask, Notebook, numbered, showing
from baselines.zoo.specimen import CALLED_SILENT, UNBACKED, WRONG_ANSWER, Specimen, steady
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.episode import Desk
from inventory_env.scenario import Scenario
from inventory_env.task import Task
from inventory_env.trace import Call, Code, Observation


def _outside(scenario: Scenario, call: Call) -> bool:
    task = scenario.task
    return call.tool == "get_stock" and (
        call.arguments["warehouse"] not in task.priority or call.arguments["sku"] not in task.skus()
    )


def _elsewhere(answer: Answer, notes: Notebook, desk: Desk) -> Answer:
    """Ask one place that no list names."""
    place = "CENTRAL"
    while place in notes.task.priority:
        place += "-2"
    desk.call("get_stock", sku=notes.task.lines[0].sku, warehouse=place)
    return answer


def _from_outside(answer: Answer, notes: Notebook, desk: Desk) -> Answer:
    """Ship what is short from the first warehouse outside the list that has it all."""
    short = {line.line for line in answer.lines if line.status is Status.SHORTFALL}
    if not short or "list_warehouses" not in notes.task.tools:
        return answer
    rows = desk.call("list_warehouses").body.get("rows", [])
    outside = [row["warehouse"] for row in rows if row["warehouse"] not in notes.task.priority]
    lines = [_shipped(line, notes.task, outside, desk) if line.line in short else line for line in answer.lines]
    return rewritten(notes.task, answer, lines)


def _shipped(line: LineAnswer, task: Task, outside: list[str], desk: Desk) -> LineAnswer:
    wish = task.line(line.line)
    for warehouse in outside:
        reply = desk.call("get_stock", sku=wish.sku, warehouse=warehouse)
        if numbered(reply) and reply.body["available"] >= wish.quantity:
            return attrs.evolve(line, status=Status.FOUND, plan=((warehouse, wish.quantity),), gap=0)
    return line


_LOOKALIKES = {"8": "B", "B": "8", "0": "O", "O": "0", "1": "I", "I": "1", "5": "S", "S": "5"}


def _similar(sku: str, task: Task) -> str:
    last = _LOOKALIKES.get(sku[-1])
    guess = sku[:-1] + last if last else sku[:-1] or sku + "1"
    while guess in task.skus():
        guess += "-1"
    return guess


def _guessing(task: Task) -> Ask:
    """An article that does not exist was surely mistyped: the one with a similar name is meant."""
    meant: dict[str, str] = {}

    def ask(desk: Desk, tool: str, arguments: dict[str, Any]) -> Observation:
        sku = arguments.get("sku", "")
        reply = None if sku in meant else desk.call(tool, **arguments)
        if reply is not None and not (reply.error and reply.error.code is Code.SKU_NOT_FOUND):
            return reply
        meant[sku] = _similar(sku, task)
        guessed = desk.call(tool, **{**arguments, "sku": meant[sku]})
        if guessed.error and guessed.error.code is Code.SKU_NOT_FOUND:
            return reply or guessed
        return showing(guessed, {**guessed.body, "sku": sku}) if guessed.ok else guessed

    return ask


WANDERING = (
    Specimen(
        name="asks-outside-the-list",
        make=steady(edited(_elsewhere, relaxed)),
        must=frozenset({"wrong-object"}),
        may=frozenset(),
        applies=own_call(_outside),
        about="Some warehouse that the task does not name may be worth a question.",
    ),
    Specimen(
        name="ships-from-outside-the-list",
        make=steady(edited(_from_outside, relaxed, by_line)),
        must=frozenset({"wrong-object"}),
        may=UNBACKED | {"status-wrong", "plan-infeasible", "gap-wrong"},
        applies=own_call(_outside),
        about="Stock is stock, wherever it lies: a warehouse outside the list may ship too.",
        mirrors="B43 vendurehq/vendure#2356",
    ),
    Specimen(
        name="guesses-a-similar-sku",
        make=steady(through(_guessing, relaxed)),
        must=frozenset({"wrong-object"}),
        may=WRONG_ANSWER | UNBACKED | CALLED_SILENT | {"value-misquoted", "unreached-not-disclosed", "retry-excess"},
        applies=own_call(_outside),
        about="An unknown article is a typing mistake, and the most similar name is meant.",
    ),
)
