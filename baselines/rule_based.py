"""How does a careful person source an order? Line by line, warehouse by warehouse, until nothing can change."""

from collections.abc import Sequence

from baselines.asking import Caller
from baselines.notes import Notes, Sheet
from baselines.pages import Lists
from baselines.reading import NO_REPLY, Seen, read_failure, read_figures
from baselines.reporting import report
from inventory_env.answer import Answer
from inventory_env.episode import Desk
from inventory_env.task import Line, Task
from inventory_env.trace import Code, Observation


def careful(task: Task, desk: Desk) -> Answer:
    """The right answer, found the right way: what every other agent is measured by."""
    inquiry = Inquiry(task, desk)
    inquiry.pursue_all(task.lines)
    return report(inquiry.conclude())


class Inquiry(Caller):
    """The asking for one order: which question comes next, and what its reply is worth.

    Attributes:
        notes: what is known so far.
        lists: the warehouses' lists, where single articles cannot be asked for; None where they can.
    """

    __slots__ = ("lists", "notes")

    def __init__(self, task: Task, desk: Desk) -> None:
        super().__init__(task, desk)
        self.notes = Notes(task)
        self.lists = None if "get_stock" in task.tools else Lists(self, self.notes)

    def pursue_all(self, lines: Sequence[Line]) -> None:
        """Ask for lines, one after the other, until none has a question left or the budget is used up."""
        for line in lines:
            self.pursue(line)
        # A page asked for again may have corrected a figure that an earlier line relied on.
        while self.lists is not None and self.affordable():
            again = [line for line in lines if self.notes.next_question(line) is not None]
            if not again:
                return
            self.pursue(again[0])

    def pursue(self, line: Line) -> None:
        """Ask for one line until no reply could change its report, or the budget is used up."""
        while self.affordable() and (warehouse := self.notes.next_question(line)) is not None:
            self.settle(self.notes.sheets[line.sku], warehouse)

    def settle(self, sheet: Sheet, warehouse: str) -> None:
        """Ask one warehouse for one article until it is settled there, or no attempt is left."""
        if self.lists is not None:
            self.lists.settle(sheet, warehouse)
            return
        self.insist(sheet, warehouse, self.task.retry.max_attempts)

    def insist(self, sheet: Sheet, warehouse: str, attempts: int, wait_s: int = 0) -> None:
        """Ask until a reply can be believed, at most so many times, the first time after a wait."""
        for _ in range(attempts):
            if not self.ready(wait_s):
                break
            reply = self.ask("get_stock", sku=sheet.sku, warehouse=warehouse)
            if self.believe(reply, sheet, warehouse):
                return
            wait_s = self.pause_s(reply)
        sheet.note(warehouse, NO_REPLY)

    def believe(self, reply: Observation, sheet: Sheet, warehouse: str) -> bool:
        """Note down what a reply settles; false when it settles nothing and another attempt may help."""
        if reply.error is not None and reply.error.code is Code.SKU_NOT_FOUND:
            sheet.miss(reply.call_id)
            return True
        value = self.judge(reply, sheet.sku, warehouse)
        if value is not None:
            sheet.note(warehouse, value, reply.call_id)
        return value is not None

    def judge(self, reply: Observation, sku: str, warehouse: str) -> Seen | None:
        """What a reply shows for an article at a warehouse, or None when it is a failed attempt."""
        if reply.error is not None:
            return read_failure(reply.error)
        body = reply.body
        if body.get("sku") != sku or body.get("warehouse") != warehouse:
            return None
        return read_figures(body, self.oldest_s())

    def conclude(self) -> Notes:
        """The notes, closed: what the budget left unasked stays unasked."""
        if not self.affordable():
            self.notes.exhaust()
        return self.notes
