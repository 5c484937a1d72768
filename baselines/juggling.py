"""How can several articles be asked for at a time? Each in its own order, none waiting for another."""

import attrs

from baselines.asking import seconds_until
from baselines.notes import Sheet
from baselines.reading import NO_REPLY
from baselines.rule_based import Inquiry
from inventory_env.episode import Desk
from inventory_env.task import Task


class Together(Inquiry):
    """Opens with one decision: the first question of every article."""

    __slots__ = ()

    def open_together(self) -> None:
        """Ask the first warehouse for every article at once, then repeat what failed, one after the other."""
        notes = self.notes
        questions = [(sheet, place) for sheet in notes.sheets.values() if (place := notes.question(sheet)) is not None]
        replies = self.desk.decide(
            [("get_stock", {"sku": sheet.sku, "warehouse": warehouse}) for sheet, warehouse in questions]
        )
        arrived_ms = self.desk.elapsed_ms
        for (sheet, warehouse), reply in zip(questions, replies, strict=True):
            if not self.believe(reply, sheet, warehouse):
                wait_s = seconds_until(arrived_ms + self.pause_s(reply) * 1000, self.desk.elapsed_ms)
                self.insist(sheet, warehouse, self.task.retry.max_attempts - 1, wait_s)


@attrs.define
class Turn:
    """A question that failed and may be asked again.

    Attributes:
        warehouse: whom it is asked.
        attempts: how often it was asked.
        ready_ms: virtual time from which the next attempt is welcome.
    """

    warehouse: str
    attempts: int = 0
    ready_ms: int = 0


class Juggler(Inquiry):
    """Keeps one question per article in the air, and asks whichever may be asked first."""

    __slots__ = ("_turns",)

    def __init__(self, task: Task, desk: Desk) -> None:
        super().__init__(task, desk)
        self._turns: dict[str, Turn] = {}

    def juggle(self) -> None:
        """Ask until no article has a question left, or the budget is used up."""
        while self.affordable() and (waiting := self._waiting()):
            now_ms = self.desk.elapsed_ms
            sheet, turn = next((one for one in waiting if one[1].ready_ms <= now_ms), None) or min(
                waiting, key=lambda one: one[1].ready_ms
            )
            self._take(sheet, turn)

    def _waiting(self) -> list[tuple[Sheet, Turn]]:
        waiting = []
        for sheet in self.notes.sheets.values():
            warehouse = self.notes.question(sheet)
            if warehouse is not None:
                turn = self._turns.get(sheet.sku)
                if turn is None or turn.warehouse != warehouse:
                    turn = self._turns[sheet.sku] = Turn(warehouse)
                waiting.append((sheet, turn))
        return waiting

    def _take(self, sheet: Sheet, turn: Turn) -> None:
        if not self.ready(seconds_until(turn.ready_ms, self.desk.elapsed_ms)):
            sheet.note(turn.warehouse, NO_REPLY)
            return
        reply = self.ask("get_stock", sku=sheet.sku, warehouse=turn.warehouse)
        turn.attempts += 1
        if self.believe(reply, sheet, turn.warehouse):
            sheet.asked.discard(turn.warehouse)
            return
        sheet.asked.add(turn.warehouse)  # the budget may end before its next turn
        turn.ready_ms = self.desk.elapsed_ms + self.pause_s(reply) * 1000
        if turn.attempts == self.task.retry.max_attempts:
            sheet.note(turn.warehouse, NO_REPLY)
