"""Which agents must never pass? Those that say one thing whatever the stock, and those that say nothing."""

import hashlib
from collections.abc import Callable

from baselines.notes import Notes
from baselines.wording import MANNERS, in_words, language_of
from inventory_env.answer import Answer, LineAnswer, Shippable, Status
from inventory_env.episode import Agent, Desk
from inventory_env.task import Completeness, Line, Task

LineTeller = Callable[[Task, Line], LineAnswer]
_SHIPS = {Status.FOUND: Shippable.YES, Status.UNKNOWN: Shippable.UNKNOWN}


def do_nothing(_task: Task, _desk: Desk) -> None:
    """Neither asks nor answers."""


def refuser(task: Task, _desk: Desk) -> Answer:
    """Declines, politely, and reports on no line."""
    return Answer((), MANNERS[language_of(task)].refusal)


def always_unknown(task: Task, _desk: Desk) -> Answer:
    """Calls every line unknown without asking."""
    return _same_for_all(task, _unknown)


def always_shortfall(task: Task, _desk: Desk) -> Answer:
    """Calls every line short by all of it without asking."""
    return _same_for_all(task, _short)


def always_found(task: Task, _desk: Desk) -> Answer:
    """Calls every line found at the first warehouse without asking."""
    return _same_for_all(task, _found)


def always_invalid(task: Task, _desk: Desk) -> Answer:
    """Calls every line invalid without asking."""
    return _same_for_all(task, _invalid)


def spammer(task: Task, desk: Desk) -> None:
    """Submits every answer that it can think of, so that one may be right."""
    for teller in (_found, _short, _unknown, _invalid):
        desk.submit(_same_for_all(task, teller))


def guesser(seed: int) -> Agent:
    """An agent that draws each line's answer from a hash of the seed, the task and the line, and never asks."""

    def agent(task: Task, _desk: Desk) -> Answer:
        return _same_for_all(task, lambda task, line: _drawn(seed, task, line))

    return agent


def dumper(task: Task, desk: Desk) -> None:
    """Reads everything that there is to read and reports nothing."""
    for warehouse in task.priority:
        if "get_stock" not in task.tools:
            _read_list(desk, warehouse)
            continue
        for sku in task.skus():
            desk.call("get_stock", sku=sku, warehouse=warehouse)


def _read_list(desk: Desk, warehouse: str) -> None:
    page = desk.call("list_stock", warehouse=warehouse)
    while (cursor := page.body.get("next_cursor")) is not None:
        page = desk.call("list_stock", warehouse=warehouse, cursor=cursor)


def _same_for_all(task: Task, teller: LineTeller) -> Answer:
    lines = tuple([teller(task, line) for line in task.lines])
    shippable = None
    if task.sourcing.completeness is Completeness.ORDER:
        shippable = _SHIPS.get(lines[0].status, Shippable.NO)
    return Answer(lines, in_words(Notes(task), lines, shippable), shippable)


def _found(task: Task, line: Line) -> LineAnswer:
    return LineAnswer(line=line.line, status=Status.FOUND, plan=((task.priority[0], line.quantity),), gap=0)


def _short(_task: Task, line: Line) -> LineAnswer:
    return LineAnswer(line=line.line, status=Status.SHORTFALL, gap=line.quantity)


def _unknown(_task: Task, line: Line) -> LineAnswer:
    return LineAnswer(line=line.line, status=Status.UNKNOWN, confirmed=0)


def _invalid(_task: Task, line: Line) -> LineAnswer:
    return LineAnswer(line=line.line, status=Status.INVALID)


def _drawn(seed: int, task: Task, line: Line) -> LineAnswer:
    message = repr((task.id, line.line)).encode("utf-8")
    digest = hashlib.blake2b(message, key=str(seed).encode("ascii"), digest_size=16).digest()
    kind, first, part = (int.from_bytes(digest[i : i + 4], "big") for i in (0, 4, 8))
    units = part % line.quantity  # 0 included, the whole line not
    warehouse = task.priority[first % len(task.priority)]
    plan = ((warehouse, units),) if units else ()
    if kind % 4 == 0:
        return LineAnswer(line=line.line, status=Status.FOUND, plan=((warehouse, line.quantity),), gap=0)
    if kind % 4 == 1:
        return LineAnswer(line=line.line, status=Status.SHORTFALL, plan=plan, gap=line.quantity - units)
    if kind % 4 == 2:
        return LineAnswer(line=line.line, status=Status.UNKNOWN, plan=plan, confirmed=units)
    return _invalid(task, line)
