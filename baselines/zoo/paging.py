"""Which specimens leave a list half read?"""

from collections.abc import Callable
from typing import Any

import attrs

from baselines.rule_based import careful
from baselines.zoo.bending import When, by_line, unlimited
from baselines.zoo.bites import calls_differ
from baselines.zoo.desks import Ask, Window, showing, sound
from baselines.zoo.specimen import UNFOUNDED, WRONG_CONCLUSION, Specimen, steady
from inventory_env.answer import Answer, LineAnswer, NotANumber
from inventory_env.episode import Agent, Desk
from inventory_env.task import Task
from inventory_env.trace import Observation


def _first_page(_task: Task, torn: list[str]) -> Ask:
    """The first page of a list is the whole of it; where it is not, the warehouse is kept in mind."""

    def ask(desk: Desk, tool: str, arguments: dict[str, Any]) -> Observation:
        reply = desk.call(tool, **arguments)
        if tool != "list_stock" or not _goes_on(reply):
            return reply
        torn.append(arguments["warehouse"])
        return showing(reply, {**reply.body, "total": len(reply.body["rows"]), "next_cursor": None})

    return ask


def _last_first_page(task: Task, torn: list[str]) -> Ask:
    """The same, but only in the last list, and only where all others have told what they hold."""
    leafing, lists = _first_page(task, torn), _Lists(task.lines[0].sku)

    def ask(desk: Desk, tool: str, arguments: dict[str, Any]) -> Observation:
        warehouse = arguments.get("warehouse")
        if warehouse == task.priority[-1] and not lists.odd and lists.told.issuperset(task.priority[:-1]):
            return leafing(desk, tool, arguments)
        reply = desk.call(tool, **arguments)
        if tool == "list_stock" and reply.ok:
            lists.note(arguments, reply.body)
        return reply

    return ask


class _Lists:
    """Which lists have told what they hold of one article.

    Attributes:
        told: the warehouses whose list has shown it, or was read to its end.
        odd: whether a figure contradicted itself, or there was none.
    """

    def __init__(self, sku: str) -> None:
        self.told: set[str] = set()
        self.odd = False
        self._sku = sku
        self._rows: dict[str, dict[str | None, int]] = {}

    def note(self, arguments: dict[str, Any], body: dict[str, Any]) -> None:
        warehouse, rows = arguments["warehouse"], body["rows"]
        shown = [row for row in rows if row["sku"] == self._sku]
        read = self._rows.setdefault(warehouse, {})
        read[arguments.get("cursor")] = len(rows)
        if shown or sum(read.values()) == body["total"]:
            self.told.add(warehouse)
        self.odd = self.odd or not all(sound(row) for row in shown)


def _goes_on(reply: Observation) -> bool:
    """Whether a reply is a full page with another one after it."""
    rows = reply.body.get("rows")
    return isinstance(rows, list) and len(rows) == reply.body.get("limit") and reply.body.get("next_cursor") is not None


def _leafing(glass: Callable[[Task, list[str]], Ask], *when: When) -> Agent:
    """The careful agent that takes the first page of a list for the whole."""

    def agent(task: Task, desk: Desk) -> Answer:
        if not all(holds(task) for holds in (by_line, unlimited, *when)):
            return careful(task, desk)
        torn: list[str] = []
        answer = careful(task, Window(desk, glass(task, torn)))
        return attrs.evolve(answer, lines=tuple(_unquoted(line, torn) for line in answer.lines))

    return agent


def _one_sku(task: Task) -> bool:
    return len(task.skus()) == 1 and task.max_age_s is None


def _several_lists(task: Task) -> bool:
    return len(task.priority) > 1


def _unquoted(line: LineAnswer, torn: list[str]) -> LineAnswer:
    """The line without a quotation of what an unread page would have said."""
    seen = [one for one in line.seen or () if one[0] not in torn or one[1] is not NotANumber.NOT_STOCKED]
    return attrs.evolve(line, seen=tuple(seen))


PAGING = (
    Specimen(
        name="reads-page-one-only",
        make=steady(_leafing(_last_first_page, _one_sku)),
        must=frozenset({"stopped-early", "page-missed"}),
        may=WRONG_CONCLUSION | {"unreached-not-disclosed"},
        applies=calls_differ,
        about="In the last warehouse of the list the first page will do.",
    ),
    Specimen(
        name="leaves-lists-half-read",
        make=steady(_leafing(_first_page, _several_lists)),
        must=frozenset({"stopped-early"}),
        may=WRONG_CONCLUSION | UNFOUNDED | {"unreached-not-disclosed"},
        applies=calls_differ,
        about="Rather than turn a page, look at the first page of the next warehouse.",
    ),
)
