"""In which other words can a right answer be told? Agents that write unlike `careful` and say the same."""

import re
from collections.abc import Mapping
from typing import Any

import attrs

from baselines.notes import Notes
from baselines.reporting import report
from baselines.rule_based import Inquiry, careful
from baselines.wording import BOOKS, MANNERS, ROUNDABOUT, each_line, language_of, whole_order
from inventory_env.answer import Answer, LineAnswer
from inventory_env.episode import Desk
from inventory_env.task import Task
from inventory_env.trace import Observation

_FULL_WIDTH = {ord("0") + digit: 0xFF10 + digit for digit in range(10)}
_NO_BREAK = "\u00a0"


def polite(task: Task, desk: Desk) -> Answer:
    """Thanks for the request, answers it, and offers to do more, which is not yet to do it."""
    answer, tag = careful(task, desk), language_of(task)
    said = [MANNERS[tag].opening, answer.message, MANNERS[tag].offer]
    return attrs.evolve(answer, message=BOOKS[tag].gap.join(said))


def quotes_the_wish(task: Task, desk: Desk) -> Answer:
    """Repeats in the customer's words what was asked for, a reservation too, and answers it."""
    answer, tag = careful(task, desk), language_of(task)
    book, manners = BOOKS[tag], MANNERS[tag]
    message = answer.message
    if task.asks_to_reserve:
        message = f"{message.removesuffix(book.not_reserved)}{manners.kept_wish(task.lines)}"
    return attrs.evolve(answer, message=f"{manners.wish(task.lines)}{book.gap}{message}")


def says_it_backwards(task: Task, desk: Desk) -> Answer:
    """Says of a found line that nothing is missing, of a short one that it would be wrong to call it found."""
    inquiry = Inquiry(task, desk)
    inquiry.pursue_all(task.lines)
    notes = inquiry.conclude()
    answer, book = report(notes), ROUNDABOUT[language_of(task)]
    told = each_line(task, answer.lines, book) + whole_order(notes, answer.lines, answer.shippable, book)
    return attrs.evolve(answer, message=book.gap.join(told))


def shows_the_shelves(task: Task, desk: Desk) -> Answer:
    """Adds the figures of every warehouse that it believed, what is reserved for others among them."""
    inquiry = _Recording(task, desk)
    inquiry.pursue_all(task.lines)
    notes = inquiry.conclude()
    answer, book = report(notes), BOOKS[language_of(task)]
    told = []
    for said, line in zip(each_line(task, answer.lines, book), answer.lines, strict=True):
        told += [said, *_shelves(notes, line, inquiry.bodies)]
    told += whole_order(notes, answer.lines, answer.shippable, book)
    return attrs.evolve(answer, message=book.gap.join(told))


def typographer(task: Task, desk: Desk) -> Answer:
    """Writes full-width digits and spaces that do not break, and puts articles between quotation marks."""
    answer = careful(task, desk)
    skus, (opened, closed) = set(task.skus()), MANNERS[language_of(task)].quotes
    names = sorted([*skus, *task.priority], key=len, reverse=True)
    parts = re.split(rf"(?<!\w)({'|'.join(map(re.escape, names))})(?!\w)", answer.message)
    # Every second part is a name; names are never rewritten.
    for place, part in enumerate(parts):
        if place % 2 == 0:
            parts[place] = re.sub(r"(?<=\d) (?=\w)|(?<=\w) (?=\d)", _NO_BREAK, part).translate(_FULL_WIDTH)
        elif part in skus:
            parts[place] = f"{opened}{part}{closed}"
    return attrs.evolve(answer, message="".join(parts))


class _Recording(Inquiry):
    """Keeps the last figures that came for each article and warehouse."""

    __slots__ = ("bodies",)

    def __init__(self, task: Task, desk: Desk) -> None:
        super().__init__(task, desk)
        self.bodies: dict[tuple[str, str], Mapping[str, Any]] = {}

    def ask(self, tool: str, **arguments: str) -> Observation:
        """Make one call, and keep its figures."""
        reply = super().ask(tool, **arguments)
        if tool == "get_stock" and reply.ok:
            self.bodies[arguments["sku"], arguments["warehouse"]] = reply.body
        return reply


def _shelves(notes: Notes, line: LineAnswer, bodies: Mapping[tuple[str, str], Mapping[str, Any]]) -> list[str]:
    """What each warehouse showed for the article of a line, on the first line of that article."""
    task = notes.task
    sku = task.line(line.line).sku
    if next(one.line for one in task.lines if one.sku == sku) != line.line:
        return []
    shelf = MANNERS[language_of(task)].shelf
    figures = ("on_hand", "reserved", "safety_stock", "available")
    return [
        shelf(warehouse, *[body[figure] for figure in figures])
        for warehouse, value in line.seen or ()
        if type(value) is int and (body := bodies.get((sku, warehouse))) is not None
    ]
