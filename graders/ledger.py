"""What have the replies so far settled, and which questions are still open? A plain book, filled call by call."""

import copy
from collections.abc import Iterable

import attrs

from graders.facts import facts
from graders.knowledge import Knowledge, Place
from graders.oracle import ended
from graders.readings import FINAL, RETRYABLE, SETTLED_NUMBER, Kind, PageReading, Reading
from inventory_env.answer import NotANumber
from inventory_env.fields import MAX_WHOLE
from inventory_env.task import OnUnreachable, Task

Query = tuple[str, str] | tuple[str, str | None, int | None]  # (warehouse, sku), or (warehouse, cursor, limit)

_SAID: dict[Kind, object] = {
    Kind.ABSENT: NotANumber.NOT_STOCKED,
    Kind.INACTIVE: NotANumber.INACTIVE,
    Kind.UNTRACKED: NotANumber.UNTRACKED,
    Kind.NO_SKU: NotANumber.NOT_STOCKED,
    Kind.FAILED: NotANumber.NO_REPLY,
    Kind.FATAL: NotANumber.NO_REPLY,
    Kind.MALFORMED: NotANumber.NO_REPLY,
    Kind.STALE: NotANumber.NO_REPLY,
}


@attrs.define
class Question:
    """One identical query and how it has fared.

    Attributes:
        attempts: calls made of it.
        kind: what its last reply was worth.
        ready_ms: virtual time from which another attempt is welcome.
        answered: whether a whole page came, or the word that there is none; a later failure takes nothing back.
    """

    attempts: int = 0
    kind: Kind = Kind.FAILED
    ready_ms: int = 0
    answered: bool = False

    def early_ms(self, now_ms: int) -> int:
        """How long before its welcome time an attempt at that time would start, 0 if not early."""
        return max(0, self.ready_ms - now_ms) if self.kind in RETRYABLE else 0


@attrs.define
class PageWalk:
    """How far the pages of one warehouse have been read, from the first one on.

    Attributes:
        starts: for each page that can be asked for, the rows on the pages before it; None = the first page.
        frontier: the first page that has not been read; None = the first of all.
        complete: whether every page has been read.
        half_read: whether some page came, whole or short.
        front: the question of the page that failed last, or None.
    """

    starts: dict[str | None, int] = attrs.field(factory=lambda: {None: 0})
    frontier: str | None = None
    complete: bool = False
    half_read: bool = False
    front: Question | None = None


class Ledger:
    """The book of one run, for the grader's eyes only.

    Attributes:
        task: what the agent was told.
        facts: what follows from the task alone.
        numbers: available units of each settled place.
        missing: skus that do not exist.
        questions: how each identical query has fared.
        pages: how far each warehouse's pages have been read.
        replies: all readings of each place, in order.
        short: the figures of each place on pages that were not whole, in order.
        page_of: the cursor of the page on which a place was seen.
        calm: whether nothing has failed so far, and no pages were asked for.
        failures: the kinds of replies without a number that came for some place.
    """

    __slots__ = (
        "_end_ms",
        "_hinges",
        "_listed",
        "_settled",
        "_units",
        "calm",
        "facts",
        "failures",
        "missing",
        "numbers",
        "page_of",
        "pages",
        "questions",
        "replies",
        "short",
        "task",
    )

    def __init__(self, task: Task) -> None:
        self.task = task
        self.facts = facts(task)
        self.numbers: dict[Place, int] = {}
        self.missing: set[str] = set()
        self.questions: dict[Query, Question] = {}
        self.pages: dict[str, PageWalk] = {}
        self.replies: dict[Place, list[Reading]] = {}
        self.short: dict[Place, list[int]] = {}
        self.page_of: dict[Place, str | None] = {}
        self.calm = True
        self.failures: set[Kind] = set()
        self._hinges: dict[Place, Question] = {}
        self._listed: set[Place] = set()
        # By sku and warehouse: the units known so far, 0 where a reply came without a number.
        self._units: dict[str, dict[str, int]] = {sku: {} for sku in self.facts.skus}
        # It shares the numbers with the book: as long as nothing has failed, it is all that is known.
        self._settled = Knowledge(self.numbers, frozenset(), self.missing)
        seconds = task.budget.seconds
        self._end_ms = None if seconds is None else seconds * 1000

    def copy(self) -> "Ledger":
        """A book that goes on from here while this one stays as it is."""
        return copy.deepcopy(self, {id(self.task): self.task, id(self.facts): self.facts})

    def take_stock(self, place: Place, reading: Reading, arrived_ms: int) -> None:
        """Enter a reply to get_stock."""
        self._enter(place, reading, self._attempt(place, reading, arrived_ms))

    def take_page(
        self, query: tuple[str, str | None, int | None], page: PageReading, arrived_ms: int, open_skus: tuple[str, ...]
    ) -> None:
        """Enter a reply to list_stock.

        Args:
            open_skus: the skus whose lines had not ended when the page was asked for: it was asked for them.
        """
        warehouse, cursor, _ = query
        question = self._attempt(query, page, arrived_ms)
        self._listed.update([(warehouse, sku) for sku in open_skus])
        self.calm = False
        walk = self.pages.setdefault(warehouse, PageWalk())
        if page.kind is Kind.INACTIVE:
            walk.complete = question.answered = True
            for sku in self.facts.skus:
                self._enter((warehouse, sku), Reading(Kind.INACTIVE, 0), question)
        elif page.kind is not Kind.PAGE:
            if cursor == walk.frontier:  # a page read before settles nothing beyond its own rows
                walk.front = question
            walk.half_read = walk.half_read or page.kind is Kind.SHORT
            for sku, row in page.rows.items():
                if row.number is not None:
                    self.short.setdefault((warehouse, sku), []).append(row.number)
        else:
            self._turn(warehouse, cursor, page, question)

    def rows_before(self, warehouse: str, cursor: str | None) -> int:
        """Rows on the pages before this one; so many that no page looks short where that is not known."""
        walk = self.pages.get(warehouse)
        if walk is None:
            return 0 if cursor is None else MAX_WHOLE
        return walk.starts.get(cursor, MAX_WHOLE)

    def spent(self, question: Question) -> bool:
        """Whether no further attempt of a query is welcome."""
        return question.attempts >= self.task.retry.max_attempts or question.kind in FINAL

    def may_retry(self, question: Question, now_ms: int) -> bool:
        """Whether another attempt is allowed, and would start before the budget ends."""
        return (
            question.kind in RETRYABLE
            and question.attempts < self.task.retry.max_attempts
            and (self._end_ms is None or max(now_ms, question.ready_ms) < self._end_ms)
        )

    def hinge(self, place: Place) -> Question | None:
        """The question whose reply would settle that place, if it was asked already."""
        question = self._hinges.get(place)
        if question is None and place[0] in self.pages:
            question = self.pages[place[0]].front
        return question

    def settled(self, place: Place, now_ms: int) -> bool:
        """Whether nothing more can be learnt about that place."""
        if place in self.numbers or place[1] in self.missing:
            return True
        question = self.hinge(place)
        return question is not None and not self.may_retry(question, now_ms)

    def open_before(self, place: Place, now_ms: int) -> tuple[str, ...]:
        """The warehouses earlier in the list that are not settled for that sku."""
        warehouse, sku = place
        found = []
        for one in self.task.priority:
            if one == warehouse:
                break
            if (one, sku) not in self.numbers and not self.settled((one, sku), now_ms):
                found.append(one)
        return tuple(found)

    def open_failures(self, asked: str, skus: tuple[str, ...], now_ms: int) -> tuple[str, ...]:
        """Other warehouses where a query for one of these skus failed, has attempts left, and is not settled."""
        if self.calm:
            return ()
        failed = {warehouse for warehouse, _ in self._hinges}.union(self.pages)
        failed.discard(asked)
        if not failed:
            return ()
        return tuple(
            [
                warehouse
                for warehouse in self.task.priority
                if warehouse in failed and any([self._open_failure((warehouse, sku), now_ms) for sku in skus])
            ]
        )

    def _open_failure(self, place: Place, now_ms: int) -> bool:
        return self.hinge(place) is not None and not self.settled(place, now_ms)

    def ended(self, sku: str, now_ms: int) -> bool:
        """Whether the stop rule has ended every line of that sku."""
        return not self.surely_open(sku) and ended(self.task, self.knowledge(now_ms), sku)

    def asked(self, place: Place) -> bool:
        """Whether that place was asked for."""
        return place in self.questions or place in self._listed

    def answered(self, place: Place) -> bool:
        """Whether that place gave a number, an absence, or the word that the sku does not exist."""
        return place in self.numbers or Kind.NO_SKU in [reading.kind for reading in self.replies.get(place, ())]

    def silent(self, sku: str) -> list[str]:
        """The listed warehouses asked for a sku that gave nothing which settles it."""
        return [
            warehouse
            for warehouse in self.task.priority
            if (place := (warehouse, sku)) not in self.numbers and self.asked(place) and not self.answered(place)
        ]

    def said(self, place: Place) -> list[object]:
        """Everything that the replies said about a place: a figure, or what came instead."""
        said: list[object] = [*self.short.get(place, ())]
        for reading in self.replies.get(place, ()):
            said += (_SAID.get(reading.kind, reading.number), *reading.believed)
        return said

    def believable(self, kind: Kind) -> dict[Place, tuple[int, ...]]:
        """What a trusting reader could take from the last reply of a kind, stale or malformed, of each place."""
        return {
            place: reading.believed
            for place, readings in self.replies.items()
            for reading in readings
            if reading.kind is kind
        }

    def knowledge(self, now_ms: int, *, exhausted: bool = False) -> Knowledge:
        """What is known at that time; with the budget exhausted, whatever has no number is unreached.

        The numbers are shared with the book: copy them to keep them.
        """
        if self.calm and not exhausted:
            return self._settled
        places: Iterable[Place] = self._hinges
        if exhausted or self.pages or self.missing:  # then a place may be unreached that was never asked for
            places = [(warehouse, sku) for sku in self.facts.skus for warehouse in self.task.priority]
        unreached = [
            place for place in places if place not in self.numbers and (exhausted or self.settled(place, now_ms))
        ]
        return Knowledge(self.numbers, frozenset(unreached), self.missing)

    def surely_open(self, sku: str) -> bool:
        """Whether some line of a sku is open for sure: a cheap look that spares the oracle most questions.

        A line that known units do not cover is open while a warehouse was never asked, unless hold closes it.
        """
        units = self._units[sku]
        if len(units) == len(self.task.priority) or sum(units.values()) >= self.facts.largest[sku]:
            return False
        held = self._hinges and self.task.on_unreachable is OnUnreachable.HOLD
        return not (held or self.pages or sku in self.missing)

    def _attempt(self, query: Query, reading: Reading | PageReading, arrived_ms: int) -> Question:
        question = self.questions.get(query)
        if question is None:
            question = self.questions[query] = Question()
        backoff_s = self.task.retry.backoff_s
        question.attempts += 1
        question.kind = reading.kind
        question.ready_ms = arrived_ms + (backoff_s if backoff_s > reading.wait_s else reading.wait_s) * 1000
        return question

    def _enter(self, place: Place, reading: Reading, question: Question) -> None:
        warehouse, sku = place
        self.replies.setdefault(place, []).append(reading)
        if reading.kind in SETTLED_NUMBER:
            self.numbers[place] = self._units[sku][warehouse] = reading.number or 0
            return
        self._units[sku].setdefault(warehouse, 0)
        self._hinges[place] = question
        self.failures.add(reading.kind)
        self.calm = False
        if reading.kind is Kind.NO_SKU:
            self.missing.add(sku)

    def _turn(self, warehouse: str, cursor: str | None, page: PageReading, question: Question) -> None:
        """Enter a whole page; it counts towards the total only where it follows the pages read before."""
        walk = self.pages[warehouse]
        for sku in self.facts.skus:
            reading = page.rows.get(sku)
            if reading is None:
                continue
            self.page_of[warehouse, sku] = cursor
            if reading.kind in RETRYABLE:
                # Another attempt at this very page may give the row: the question is not answered yet, and
                # what becomes of it decides about the row.
                question.kind = reading.kind
                self._enter((warehouse, sku), reading, question)
            else:
                self._enter((warehouse, sku), reading, Question(question.attempts, reading.kind, question.ready_ms))
        question.answered = question.answered or question.kind is Kind.PAGE
        before = walk.starts.get(cursor)
        if before is not None and page.next_cursor is not None:
            walk.starts[page.next_cursor] = before + page.size
        elif before is not None:
            walk.complete = True
        if cursor == walk.frontier:
            walk.frontier = page.next_cursor or walk.frontier
            walk.front = self._lost(warehouse, walk.frontier)
        walk.half_read = True
        if walk.complete:
            for sku in self.facts.skus:
                if (warehouse, sku) not in self.numbers and (warehouse, sku) not in self._hinges:
                    self._enter((warehouse, sku), Reading(Kind.ABSENT, 0), question)

    def _lost(self, warehouse: str, cursor: str | None) -> Question | None:
        """The question for that page that failed last: with a guessed cursor it may have come before its turn."""
        failed = [one for query, one in self.questions.items() if query[:2] == (warehouse, cursor) and not one.answered]
        return failed[-1] if failed else None
