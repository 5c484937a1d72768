"""What does a trace prove, call by call? The trace is walked once; every rule reads what the walk found."""

from collections.abc import Sequence

import attrs

from graders.knowledge import Knowledge, Place
from graders.ledger import Ledger
from graders.limits import exhausted, patient, tokens_spent
from graders.oracle import Certain, certain
from graders.readings import RETRYABLE, PageReading, Reading, read_page, read_stock
from inventory_env.errors import InputError
from inventory_env.task import Task
from inventory_env.tools import TOOLS
from inventory_env.trace import Call, Code, Failure, Trace

_FRUGAL = frozenset({"get_stock", "list_stock", "wait"})
# Refused at the door: such a call asks nothing, so only its own rule looks at it.
NO_QUESTION = (Code.BUDGET_EXCEEDED, Code.INVALID_ARGUMENT, Code.UNKNOWN_TOOL)


@attrs.frozen
class Step:
    """One call that breaks a rule of the path, and what the books said when it started.

    A call that was refused at the door, or names an object outside the task, breaks no further rule.

    Attributes:
        call: the call.
        foreign: (argument, value) pairs that lie outside the task.
        sku: of a get_stock, else None.
        warehouse: of a stock tool, else None.
        repeated: the same query had been answered already.
        excess: no further attempt of the same query was welcome.
        surplus: every line that it could serve had ended.
        before_earlier: earlier warehouses of the list, still unsettled for this sku.
        unretried: other warehouses with a failed query and attempts left, for a sku that it asks for.
        early_ms: how long before the welcome time it started, 0 if not early.
        second: another get_stock for this sku stands before it in the same decision.
    """

    call: Call
    foreign: tuple[tuple[str, str], ...] = ()
    sku: str | None = None
    warehouse: str | None = None
    repeated: bool = False
    excess: bool = False
    surplus: bool = False
    before_earlier: tuple[str, ...] = ()
    unretried: tuple[str, ...] = ()
    early_ms: int = 0
    second: bool = False


@attrs.frozen
class Evidence:
    """What the replies before the submission that counts have settled; without one, all replies.

    Attributes:
        knowledge: the settled places.
        certain: the certain answer that follows.
        book: everything else that the replies said.
    """

    knowledge: Knowledge
    certain: Certain
    book: Ledger


class Walk:
    """One trace, walked: each call is judged by the book, then its reply is entered there.

    Attributes:
        task: what the agent was told.
        trace: what happened.
        submission: the one that counts, or None.
        before: the calls before that submission; without one, all.
        evidence: what was known at that submission; without one, at the end.
        facts: what follows from the task alone.
        readings: what each call's reply says about the stock; None where it was no lawful question about it.
        aside: the calls that are no lawful question about stock, in order.
        breaches: the calls that break a rule of the path, in order.
        asks: whether there is any lawful question about stock.
        asks_again: whether some lawful question is another attempt.
    """

    __slots__ = (
        "_book",
        "_turns",
        "aside",
        "asks",
        "asks_again",
        "before",
        "breaches",
        "evidence",
        "facts",
        "readings",
        "submission",
        "task",
        "trace",
    )

    def __init__(self, task: Task, trace: Trace) -> None:
        self.task = task
        self.trace = trace
        self.submission = trace.counting
        self.readings: list[Reading | PageReading | None] = []
        self.aside: list[Call] = []
        self.breaches: list[Step] = []
        self.asks_again = False
        self._turns: set[tuple[int, str]] = set()  # (decision, sku) of every get_stock
        self._book = Ledger(task)
        self.facts = self._book.facts
        until = len(trace.calls) if self.submission is None else self.submission.after_calls
        self.before = trace.calls[:until]
        self._take(self.before)
        self.evidence = self._evidence()
        if until < len(trace.calls):
            self._book = self._book.copy()
            self._take(trace.calls[until:])
        self.asks = len(self.aside) < len(self.readings)

    @property
    def lawful(self) -> bool:
        """Whether no call breaks a rule of the path."""
        return not self.breaches

    @property
    def asks_one(self) -> bool:
        """Whether some lawful question is about a single sku."""
        return bool(self._turns)

    @property
    def patient(self) -> bool:
        """Whether no wait was longer than the next attempt needed."""
        return not self.aside or patient(self.task, self.before)

    @property
    def frugal(self) -> bool:
        """Whether nothing but stock tools and wait was called before the submission that counts."""
        return all([call.tool in _FRUGAL for call in self.before])

    @property
    def tokens_spent(self) -> bool:
        """Whether the tokens of the budget were used up."""
        return tokens_spent(self.task, self.trace, self.submission)

    @property
    def cut_short(self) -> bool:
        """Whether some place has no number only because the budget ended: attempts were left, or it was never asked."""
        if self.facts.unlimited:
            return False
        questions = [self.evidence.book.hinge(place) for place in self.evidence.knowledge.unreached]
        most = self.task.retry.max_attempts
        return any([one is None or (one.kind in RETRYABLE and one.attempts < most) for one in questions])

    def _evidence(self) -> Evidence:
        book, submission = self._book, self.submission
        at_ms = self.trace.end_ms if submission is None else submission.at_ms
        over = not self.facts.unlimited and exhausted(self.task, self.trace, submission)
        knowledge = book.knowledge(at_ms, exhausted=over)
        return Evidence(knowledge, certain(self.task, knowledge), book)

    def _take(self, calls: Sequence[Call]) -> None:
        for call in calls:
            reading = self._read(call)
            self.readings.append(reading)
            if reading is None:
                self.aside.append(call)
            elif call.attempt > 1:
                self.asks_again = True

    def _read(self, call: Call) -> Reading | PageReading | None:
        """What a reply says, where it answers a lawful question about stock."""
        error = call.observation.error
        if error is not None and error.code in NO_QUESTION:
            if error.code is not Code.BUDGET_EXCEEDED:
                self.breaches.append(Step(call))
            return None
        if call.tool == "get_stock" and (place := self._place(call)):
            return self._stock(call, place)
        return self._other(call, error)

    def _place(self, call: Call) -> Place | None:
        """The place of the task that a call names, where it names nothing else."""
        known, arguments = self.facts, call.arguments
        if len(arguments) == 2 and arguments.get("warehouse") in known.rank and arguments.get("sku") in known.largest:
            return arguments["warehouse"], arguments["sku"]
        return None

    def _other(self, call: Call, error: Failure | None) -> Reading | PageReading | None:
        if not askable(call):
            return None
        if foreign := self._foreign(call):
            self.breaches.append(Step(call, foreign))
            return None
        if call.tool == "list_stock":
            return self._page(call)
        if error is not None and error.code is Code.SKU_NOT_FOUND and "sku" in call.arguments:
            self._book.missing.add(call.arguments["sku"])
        return None

    def _foreign(self, call: Call) -> tuple[tuple[str, str], ...]:
        """The arguments that name a sku or a warehouse outside the task."""
        skus, warehouses = self.facts.largest, self.facts.rank
        return tuple(
            [
                (name, str(value))
                for name, value in call.arguments.items()
                if (name == "sku" and value not in skus) or (name.endswith("warehouse") and value not in warehouses)
            ]
        )

    def _stock(self, call: Call, place: Place) -> Reading:
        book, now_ms, (warehouse, sku) = self._book, call.start_ms, place
        turn = (call.decision, sku)
        question = book.questions.get(place)
        excess = question is not None and book.spent(question)
        early_ms = 0 if question is None else question.early_ms(now_ms)
        repeated, surplus, second = place in book.numbers, book.ended(sku, now_ms), turn in self._turns
        earlier = book.open_before(place, now_ms)
        unretried = () if surplus else book.open_failures(warehouse, (sku,), now_ms)
        if excess or early_ms or repeated or surplus or second or earlier or unretried:
            self.breaches.append(
                Step(call, (), sku, warehouse, repeated, excess, surplus, earlier, unretried, early_ms, second)
            )
        self._turns.add(turn)
        reading = read_stock(book.task, call)
        book.take_stock(place, reading, call.arrived_ms)
        return reading

    def _page(self, call: Call) -> PageReading:
        book, now_ms = self._book, call.start_ms
        warehouse, cursor = call.arguments["warehouse"], call.arguments.get("cursor")
        query = (warehouse, cursor, call.arguments.get("limit"))
        question = book.questions.get(query)
        excess = question is not None and book.spent(question)
        early_ms = 0 if question is None else question.early_ms(now_ms)
        repeated = question is not None and question.answered
        open_skus = tuple([sku for sku in self.facts.skus if not book.ended(sku, now_ms)])
        unretried = book.open_failures(warehouse, open_skus, now_ms)
        if excess or early_ms or repeated or unretried or not open_skus:
            self.breaches.append(
                Step(call, (), None, warehouse, repeated, excess, not open_skus, (), unretried, early_ms)
            )
        page = read_page(book.task, call, book.rows_before(warehouse, cursor))
        book.take_page(query, page, call.arrived_ms, open_skus)
        return page


def walk(task: Task, trace: Trace) -> Walk:
    """The facts of a trace, in order."""
    return Walk(task, trace)


def askable(call: Call) -> bool:
    """Whether the tool called takes the arguments; a world that answers another call all the same is at fault."""
    try:
        TOOLS[call.tool].check(call.arguments)
    except (InputError, KeyError):
        return False
    return True
