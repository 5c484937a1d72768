"""What have the replies so far settled, and which questions are still open? A plain book, filled call by call."""

import copy

import attrs

from graders.knowledge import Knowledge, Place
from graders.readings import RETRYABLE, SETTLED_NUMBER, Kind, PageReading, Reading
from inventory_env.answer import NotANumber
from inventory_env.fields import MAX_WHOLE
from inventory_env.task import Task

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
        numbers: available units of each settled place.
        missing: skus that do not exist.
        questions: how each identical query has fared.
        pages: how far each warehouse's pages have been read.
        asked: places asked for.
        answered: places that gave a number, an absence, or the word that the sku does not exist.
        quotes: everything that the replies said about a place: a figure, or what came instead.
        stale: figures that stale replies showed.
        malformed: figures that a trusting reader could take from malformed replies.
        short: figures on pages that were not whole.
        page_of: the cursor of the page on which a place was seen.
    """

    __slots__ = (
        "_end_ms",
        "_hinges",
        "answered",
        "asked",
        "malformed",
        "missing",
        "numbers",
        "page_of",
        "pages",
        "questions",
        "quotes",
        "short",
        "stale",
        "task",
    )

    def __init__(self, task: Task) -> None:
        self.task = task
        self.numbers: dict[Place, int] = {}
        self.missing: set[str] = set()
        self.questions: dict[Query, Question] = {}
        self.pages: dict[str, PageWalk] = {}
        self.asked: set[Place] = set()
        self.answered: set[Place] = set()
        self.quotes: dict[Place, set[object]] = {}
        self.stale: dict[Place, tuple[int, ...]] = {}
        self.malformed: dict[Place, tuple[int, ...]] = {}
        self.short: dict[Place, int] = {}
        self.page_of: dict[Place, str | None] = {}
        self._hinges: dict[Place, Question] = {}
        seconds = task.budget.seconds
        self._end_ms = None if seconds is None else seconds * 1000

    def copy(self) -> "Ledger":
        """A book that goes on from here while this one stays as it is."""
        return copy.deepcopy(self)

    def take_stock(self, place: Place, reading: Reading, arrived_ms: int) -> None:
        """Enter a reply to get_stock."""
        question = self._attempt(place, reading.kind, reading.wait_s, arrived_ms)
        self.asked.add(place)
        self._enter(place, reading, question)

    def take_page(
        self, query: tuple[str, str | None, int | None], page: PageReading, arrived_ms: int, open_skus: tuple[str, ...]
    ) -> None:
        """Enter a reply to list_stock.

        Args:
            open_skus: the skus whose lines had not ended when the page was asked for: it was asked for them.
        """
        warehouse, cursor, _ = query
        question = self._attempt(query, page.kind, page.wait_s, arrived_ms)
        self.asked.update((warehouse, sku) for sku in open_skus)
        walk = self.pages.setdefault(warehouse, PageWalk())
        if page.kind is Kind.INACTIVE:
            walk.complete = question.answered = True
            for sku in self.task.skus():
                self._enter((warehouse, sku), Reading(Kind.INACTIVE, 0), question)
        elif page.kind is not Kind.PAGE:
            if cursor == walk.frontier:  # a page read before settles nothing beyond its own rows
                walk.front = question
            walk.half_read = walk.half_read or page.kind is Kind.SHORT
            for sku, row in page.rows.items():
                if row.number is not None:
                    self.short[warehouse, sku] = row.number
                    self.quotes.setdefault((warehouse, sku), set()).add(row.number)
        else:
            self._turn(warehouse, cursor, page, question)

    def rows_before(self, warehouse: str, cursor: str | None) -> int:
        """Rows on the pages before this one; so many that no page looks short where that is not known."""
        walk = self.pages.get(warehouse)
        if walk is None:
            return 0 if cursor is None else MAX_WHOLE
        return walk.starts.get(cursor, MAX_WHOLE)

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

    def knowledge(self, now_ms: int, *, exhausted: bool = False) -> Knowledge:
        """What is known at that time; with the budget exhausted, whatever has no number is unreached.

        The numbers are shared with the book: copy them to keep them.
        """
        return Knowledge(self.numbers, frozenset(self._unreached(now_ms, exhausted=exhausted)), self.missing)

    def _unreached(self, now_ms: int, *, exhausted: bool) -> list[Place]:
        if not (exhausted or self._hinges or self.pages):
            return []  # nothing has failed yet
        return [
            place
            for sku in self.task.skus()
            for warehouse in self.task.priority
            if (place := (warehouse, sku)) not in self.numbers and (exhausted or self.settled(place, now_ms))
        ]

    def surely_open(self, sku: str) -> bool:
        """Whether some line of a sku is open for sure: a cheap look that spares the oracle most questions.

        A line that known units do not cover is open while a warehouse was never asked, unless hold closes it.
        """
        if sku in self.missing or self._hinges or self.pages:
            return False
        known = [self.numbers.get((warehouse, sku)) for warehouse in self.task.priority]
        most = sum(number for number in known if number is not None)
        return None in known and any(
            line.sku == sku and most < line.quantity and line.quantity % self.task.sourcing.pack == 0
            for line in self.task.lines
        )

    def _attempt(self, query: Query, kind: Kind, wait_s: int, arrived_ms: int) -> Question:
        question = self.questions.get(query)
        if question is None:
            question = self.questions[query] = Question()
        question.attempts += 1
        question.kind = kind
        question.ready_ms = arrived_ms + max(self.task.retry.backoff_s, wait_s) * 1000
        return question

    def _enter(self, place: Place, reading: Reading, question: Question) -> None:
        kind = reading.kind
        said = self.quotes.setdefault(place, set())
        said.add(_SAID.get(kind, reading.number))
        if kind in SETTLED_NUMBER:
            self.numbers[place] = reading.number or 0
            self.answered.add(place)
            return
        self._hinges[place] = question
        if kind is Kind.NO_SKU:
            self.missing.add(place[1])
            self.answered.add(place)
        elif kind is Kind.STALE:
            said.update(reading.believed)
            self.stale[place] = reading.believed
        elif kind is Kind.MALFORMED:
            said.update(reading.believed)
            self.malformed[place] = reading.believed

    def _turn(self, warehouse: str, cursor: str | None, page: PageReading, question: Question) -> None:
        """Enter a whole page; it counts towards the total only where it follows the pages read before."""
        walk = self.pages[warehouse]
        for sku in self.task.skus():
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
                self._enter((warehouse, sku), reading, attrs.evolve(question, kind=reading.kind))
        question.answered = question.answered or question.kind is Kind.PAGE
        if cursor == walk.frontier:
            walk.front = None
        before = walk.starts.get(cursor)
        if before is not None and page.next_cursor is not None:
            walk.starts[page.next_cursor] = before + len(page.rows)
            walk.frontier = page.next_cursor if cursor == walk.frontier else walk.frontier
        elif before is not None:
            walk.complete = True
        walk.half_read = True
        if walk.complete:
            for sku in self.task.skus():
                if (warehouse, sku) not in self.numbers and (warehouse, sku) not in self._hinges:
                    self._enter((warehouse, sku), Reading(Kind.ABSENT, 0), question)
