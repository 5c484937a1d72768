"""How does a careful person source an order? Line by line, warehouse by warehouse, until nothing can change."""

from baselines.notes import Notes, Sheet
from baselines.reading import Seen, read_failure, read_figures
from baselines.reporting import report
from inventory_env.answer import Answer, NotANumber
from inventory_env.episode import Desk
from inventory_env.task import Budget, Line, Task
from inventory_env.trace import Code, Observation

_UNLIMITED = Budget()


def careful(task: Task, desk: Desk) -> Answer:
    """The right answer, found the right way: the reference for every other agent."""
    inquiry = Inquiry(task, desk)
    for line in task.lines:
        inquiry.pursue(line)
    return report(inquiry.conclude())


class Inquiry:
    """The asking for one order: which question is next, whether it may be asked, and what the reply is worth."""

    __slots__ = ("desk", "limited", "notes", "spent", "task")

    def __init__(self, task: Task, desk: Desk) -> None:
        self.task = task
        self.desk = desk
        self.notes = Notes(task)
        self.spent = 0
        self.limited = task.budget != _UNLIMITED

    def pursue(self, line: Line) -> None:
        """Ask for one line until no reply could change its report, or the budget is used up."""
        notes = self.notes
        while self.affordable() and (warehouse := notes.next_question(line)) is not None:
            self.settle(notes.sheets[line.sku], warehouse)

    def settle(self, sheet: Sheet, warehouse: str) -> None:
        """Ask one warehouse until it has said what it has, or why not, or no attempt is left."""
        wait_s = 0
        for _ in range(self.task.retry.max_attempts):
            if not self.ready(wait_s):
                break
            reply = self.ask("get_stock", sku=sheet.sku, warehouse=warehouse)
            if reply.error is not None and reply.error.code is Code.SKU_NOT_FOUND:
                sheet.exists = False
                sheet.evidence.append(reply.call_id)
                return
            value = self.judge(reply, sheet.sku, warehouse)
            if value is not None:
                note(sheet, warehouse, value, reply.call_id)
                return
            wait_s = self.pause_s(reply)
        sheet.seen[warehouse] = NotANumber.NO_REPLY

    def judge(self, reply: Observation, sku: str, warehouse: str) -> Seen | None:
        """What a reply settles, or None when it is a failed attempt."""
        if reply.error is not None:
            return read_failure(reply.error)
        if reply.body.get("sku") != sku or reply.body.get("warehouse") != warehouse:
            return None
        return read_figures(reply.body, self.oldest_s())

    def ask(self, tool: str, **arguments: str) -> Observation:
        """Make one call, and count it."""
        self.spent += 1
        return self.desk.call(tool, **arguments)

    def pause_s(self, failed: Observation) -> int:
        """Seconds from a failed reply to the next attempt."""
        asked_for = failed.error.retry_after_s if failed.error is not None else None
        return max(self.task.retry.backoff_s, asked_for or 0)

    def ready(self, wait_s: int) -> bool:
        """Wait before an attempt, unless the budget would be over by then."""
        if not self.affordable(wait_s):
            return False
        if wait_s > 0:
            self.desk.call("wait", seconds=wait_s)
        return True

    def affordable(self, wait_s: int = 0) -> bool:
        """Whether the budget allows one more call after a wait."""
        if not self.limited:
            return True
        limit = self.task.budget
        return (
            (limit.calls is None or self.spent < limit.calls)
            and (limit.decisions is None or self.spent < limit.decisions)
            and (limit.seconds is None or self.desk.elapsed_ms + wait_s * 1000 < limit.seconds * 1000)
            and limit.tokens != 0  # it uses none, but at a limit of none every call is over it
        )

    def oldest_s(self) -> int | None:
        """The earliest second whose figures still count now, or None when any age does."""
        oldest = self.task.max_age_s
        return None if oldest is None else self.desk.elapsed_ms // 1000 - oldest

    def conclude(self) -> Notes:
        """The notes, closed: what was not asked for lack of budget will not be asked."""
        self.notes.exhausted = not self.affordable()
        return self.notes


def note(sheet: Sheet, warehouse: str, value: Seen, call_id: str) -> None:
    """Write down what a warehouse said; what it said before no longer counts."""
    sheet.seen[warehouse] = value
    if value is not NotANumber.NO_REPLY:
        sheet.evidence.append(call_id)
