"""What has a run learnt so far? A plain reading of its replies, apart from the grader's books."""

import itertools
from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from graders.brute_force import brute_truth
from graders.knowledge import Knowledge
from inventory_env.answer import NotANumber
from inventory_env.task import Task
from inventory_env.trace import Call, Code

Place = tuple[str, str]
AGAIN, NEVER, NO_SKU, PAGE = "again", "never", "no sku", "page"


@attrs.define
class Asked:
    """One question: how often it was asked, what came last, from when it may be asked again."""

    attempts: int = 0
    last: int | str = ""
    ready_ms: int = 0
    done: bool = False  # a page: it came whole, with nothing to be asked again


def heard(task: Task, call: Call) -> int | str:
    """What one reply says: units, nothing yet, nothing ever, or no such article."""
    error = call.observation.error
    if error is None:
        return figure(task, call.observation.body, call.arrived_ms)
    if error.code in (Code.NOT_STOCKED_HERE, Code.WAREHOUSE_INACTIVE):
        return 0
    if error.code is Code.SKU_NOT_FOUND:
        return NO_SKU
    return AGAIN if error.retryable else NEVER


def figure(task: Task, body: Mapping[str, Any], arrived_ms: int) -> int | str:
    """What figures that arrived at that time say."""
    if body.get("tracked") is False:
        return NEVER
    figures = [body.get(name) for name in ("on_hand", "reserved", "safety_stock", "available", "as_of_s")]
    if not all(type(one) is int for one in figures):
        return AGAIN
    on_hand, reserved, safety_stock, available, as_of_s = figures
    old = task.max_age_s is not None and arrived_ms // 1000 - as_of_s > task.max_age_s
    return AGAIN if old or available != max(0, on_hand - reserved - safety_stock) else available


def quotable(call: Call, says: int | str) -> list[object]:
    """How a report may quote a reply: a valid number as it is, a bad body by any figure that it shows."""
    error, body = call.observation.error, call.observation.body
    if error is None:
        if isinstance(says, int):
            return [says]
        return [NotANumber.UNTRACKED] if says == NEVER else shows(body)
    if error.code is Code.WAREHOUSE_INACTIVE:
        return [NotANumber.INACTIVE]
    absent = error.code in (Code.NOT_STOCKED_HERE, Code.SKU_NOT_FOUND)
    return [NotANumber.NOT_STOCKED if absent else NotANumber.NO_REPLY]


def shows(body: Mapping[str, Any]) -> list[object]:
    """The figures of a body that somebody who trusts it could read."""
    on_hand, available = (None if body.get(one) is None else int(body[one]) for one in ("on_hand", "available"))
    read = [available, on_hand, units(body)] if on_hand is not None else [available, 0]
    return [max(0, one) for one in read if one is not None]


def units(body: Mapping[str, Any]) -> int | None:
    """What is on hand, less what is held back."""
    if body.get("on_hand") is None:
        return None
    return max(0, int(body["on_hand"]) - (body.get("reserved") or 0) - (body.get("safety_stock") or 0))


class Reader:
    """Reads a run from the start, call by call.

    Attributes:
        asked: every question by its arguments.
        rows: for a row that gave no number, the question of its page, or None where none ever will.
        chains: for each warehouse the cursors of the pages read from the first on, the unread one last.
        closed: warehouses whose pages have all been read.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.asked: dict[tuple[object, ...], Asked] = {}
        self.rows: dict[Place, Asked | None] = {}
        self.chains: dict[str, list[str | None]] = {}
        self.counts: dict[tuple[str, str | None], int] = {}
        self.closed: set[str] = set()
        self.numbers: dict[Place, int] = {}
        self.sought: set[Place] = set()
        self.answered: set[Place] = set()
        self.missing: set[str] = set()
        self.said: dict[Place, set[object]] = {}

    def again(self, one: Asked, now_ms: int, *, in_time: bool = True) -> bool:
        """Whether a question that failed may be asked again."""
        seconds = self.task.budget.seconds
        if one.last != AGAIN or one.attempts >= self.task.retry.max_attempts:
            return False
        return not in_time or seconds is None or max(now_ms, one.ready_ms) < seconds * 1000

    def hinge(self, place: Place) -> Asked | None:
        """The question that would settle the place, if it was asked."""
        if place in self.asked:
            return self.asked[place]
        if place in self.rows:
            return self.rows[place] or Asked(last=NEVER)
        frontier = self.chains.get(place[0], [None])[-1]
        at_frontier = [
            one for query, one in self.asked.items() if query[:2] == (place[0], frontier) and len(query) == 3
        ]
        failed = [one for one in at_frontier if one.last in (AGAIN, NEVER)]
        return failed[-1] if failed else None

    def settled(self, place: Place, now_ms: int, *, in_time: bool = True) -> bool:
        if place in self.numbers or place[1] in self.missing:
            return True
        one = self.hinge(place)
        return one is not None and not self.again(one, now_ms, in_time=in_time)

    def knowledge(self, now_ms: int, *, over: bool = False, in_time: bool = True) -> Knowledge:
        """What is known; once the budget is over, everything else is out of reach."""
        places = list(itertools.product(self.task.priority, self.task.skus()))
        silent = [
            place
            for place in places
            if place not in self.numbers and (over or self.settled(place, now_ms, in_time=in_time))
        ]
        return Knowledge(dict(self.numbers), frozenset(silent), frozenset(self.missing))

    def open(self, sku: str, now_ms: int) -> bool:
        """Whether any line of that sku has not ended."""
        truths = brute_truth(self.task, self.knowledge(now_ms))
        return any(not one.ended for line, one in zip(self.task.lines, truths, strict=True) if line.sku == sku)

    def note(self, query: tuple[object, ...], call: Call, says: int | str) -> Asked:
        """Count one attempt."""
        # The question asked last stands last: of two that could settle the same page it is the one that counts.
        one, error = self.asked.pop(query, Asked()), call.observation.error
        self.asked[query] = one
        wait_s = max(self.task.retry.backoff_s, (error.retry_after_s or 0) if error else 0)
        one.attempts, one.last, one.ready_ms = one.attempts + 1, says, call.arrived_ms + 1000 * wait_s
        return one

    def learn(self, place: Place, says: int | str, *said: object) -> None:
        """Keep what was said about a place, and how a report may quote it."""
        self.said.setdefault(place, set()).update(said)
        if isinstance(says, int):
            self.numbers[place] = says
        elif says == NO_SKU:
            self.missing.add(place[1])
        if isinstance(says, int) or says == NO_SKU:
            self.answered.add(place)

    def read(self, call: Call) -> None:
        """Take in the reply of a question about one sku."""
        place, says = (call.arguments["warehouse"], call.arguments["sku"]), heard(self.task, call)
        self.sought.add(place)
        self.note(place, call, says)
        self.learn(place, says, *quotable(call, says))

    def turn(self, call: Call, wanted: Iterable[str]) -> None:
        """Take in one page, asked for on behalf of these skus."""
        warehouse, cursor, body = call.arguments["warehouse"], call.arguments.get("cursor"), call.observation.body
        query = (warehouse, cursor, call.arguments.get("limit"))
        self.sought.update((warehouse, sku) for sku in wanted)
        if call.observation.error:
            says = heard(self.task, call)
            self.note(query, call, says)
            if isinstance(says, int):
                self.closed.add(warehouse)
                for sku in self.task.skus():
                    self.learn((warehouse, sku), 0, NotANumber.INACTIVE)
        elif self._cut(warehouse, cursor, body):
            self.note(query, call, AGAIN)
            for row in body["rows"]:
                says = figure(self.task, row, call.arrived_ms)
                if isinstance(says, int) or row.get("available") == units(row):
                    self.said.setdefault((warehouse, row["sku"]), set()).add(row.get("available"))
        else:
            self._leaf(warehouse, cursor, body, self.note(query, call, PAGE), call.arrived_ms)
        one = self.asked[query]
        one.done = one.done or one.last == PAGE or isinstance(one.last, int)
        if warehouse in self.closed:
            for place in ((warehouse, sku) for sku in self.task.skus()):
                if place not in self.rows and place not in self.numbers:
                    self.learn(place, 0, NotANumber.NOT_STOCKED)

    def _cut(self, warehouse: str, cursor: str | None, body: Mapping[str, Any]) -> bool:
        """Whether rows are missing."""
        rows = body["rows"]
        if body["next_cursor"] is not None:
            return len(rows) < body["limit"]
        before = 0 if cursor is None else self.counts.get((warehouse, cursor))
        return before is not None and before + len(rows) < body["total"]

    def _leaf(self, warehouse: str, cursor: str | None, body: Mapping[str, Any], one: Asked, arrived_ms: int) -> None:
        for row in body["rows"]:
            place, says = (warehouse, row["sku"]), figure(self.task, row, arrived_ms)
            if row["sku"] not in self.task.skus():
                continue
            shown = [NotANumber.UNTRACKED] if says == NEVER else shows(row)
            self.learn(place, says, *([says] if isinstance(says, int) else shown))
            if says == AGAIN:
                one.last = AGAIN
            if not isinstance(says, int):
                self.rows[place] = one if says == AGAIN else None
        chain, beyond = self.chains.setdefault(warehouse, [None]), body["next_cursor"]
        before = 0 if cursor is None else self.counts.get((warehouse, cursor))
        if before is not None and beyond is not None:
            self.counts[warehouse, beyond] = before + len(body["rows"])
        if before is not None and beyond is None:
            self.closed.add(warehouse)
        elif cursor == chain[-1]:
            chain.append(beyond)
