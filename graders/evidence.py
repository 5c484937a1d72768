"""What does a trace prove, call by call? The trace is walked once; every rule reads what the walk found."""

from collections.abc import Sequence

import attrs

from graders.knowledge import Knowledge
from graders.ledger import Ledger
from graders.oracle import Certain, certain
from graders.readings import RETRYABLE, PageReading, Reading, read_page, read_stock
from inventory_env.errors import InputError
from inventory_env.task import Task
from inventory_env.tools import TOOLS
from inventory_env.trace import Call, Code, Failure, Submission, Trace

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


@attrs.frozen
class Walk:
    """One trace, walked.

    Attributes:
        task: what the agent was told.
        trace: what happened.
        submission: the one that counts, or None.
        readings: what each call's reply says about the stock; None where it was no lawful question about it.
        aside: the calls that are no lawful question about stock, in order.
        breaches: the calls that break a rule of the path, in order.
        asks: whether there is any lawful question about stock.
        asks_one: whether some lawful question is about a single sku.
        asks_again: whether some lawful question is another attempt.
        evidence: what was known at the submission that counts.
        patient: no wait was longer than the next attempt needed.
        cut_short: some place has no number only because the budget ended.
        tokens_spent: the tokens of the budget were used up.
        frugal: nothing but stock tools and wait was called before that submission.
    """

    task: Task
    trace: Trace
    submission: Submission | None
    readings: tuple[Reading | PageReading | None, ...]
    aside: tuple[Call, ...]
    breaches: tuple[Step, ...]
    asks: bool
    asks_one: bool
    asks_again: bool
    evidence: Evidence
    patient: bool
    cut_short: bool
    tokens_spent: bool
    frugal: bool

    @property
    def lawful(self) -> bool:
        """Whether no call breaks a rule of the path."""
        return not self.breaches


def walk(task: Task, trace: Trace) -> Walk:
    """The facts of a trace, in order."""
    submission = trace.counting
    until = len(trace.calls) if submission is None else submission.after_calls
    before, later = trace.calls[:until], trace.calls[until:]
    walker = _Walker(Ledger(task))
    readings = [walker.take(call) for call in before]
    limited, tools = not walker.book.facts.unlimited, {call.tool for call in before}
    evidence = _evidence(walker.book, trace, submission, exhausted=limited and _exhausted(task, trace, submission))
    if later:
        walker.book = walker.book.copy()
        readings += [walker.take(call) for call in later]
    aside = [call for call, reading in zip(trace.calls, readings, strict=True) if reading is None]
    return Walk(
        task=task,
        trace=trace,
        submission=submission,
        readings=tuple(readings),
        aside=tuple(aside),
        breaches=tuple(walker.breaches),
        asks=len(aside) < len(readings),
        asks_one=walker.asks_one,
        asks_again=walker.asks_again,
        evidence=evidence,
        patient="wait" not in tools or _patient(task, before),
        cut_short=limited and _cut_short(task, evidence),
        tokens_spent=limited and _spent_tokens(task, trace, submission),
        frugal=tools <= _FRUGAL,
    )


class _Walker:
    """Goes through the calls in order, judges each by the book, and enters its reply."""

    __slots__ = ("asks_again", "asks_one", "book", "breaches", "turns")

    def __init__(self, book: Ledger) -> None:
        self.book = book
        self.asks_one = self.asks_again = False
        self.breaches: list[Step] = []
        self.turns: set[tuple[int, str]] = set()  # (decision, sku) of every get_stock

    def take(self, call: Call) -> Reading | PageReading | None:
        """Judge a call; what its reply says, where it is a lawful question about stock."""
        error = call.observation.error
        if error is not None and error.code in NO_QUESTION:
            if error.code is not Code.BUDGET_EXCEEDED:
                self.breaches.append(Step(call))
            return None
        if call.tool == "get_stock" and len(call.arguments) == 2 and call.arguments.items() <= self.book.facts.named:
            return self._stock(call)
        return self._other(call, error)

    def _other(self, call: Call, error: Failure | None) -> Reading | PageReading | None:
        if not askable(call):
            return None
        if foreign := self._foreign(call):
            self.breaches.append(Step(call, foreign))
            return None
        if call.tool == "list_stock":
            return self._page(call)
        if error is not None and error.code is Code.SKU_NOT_FOUND and "sku" in call.arguments:
            self.book.missing.add(call.arguments["sku"])
        return None

    def _foreign(self, call: Call) -> tuple[tuple[str, str], ...]:
        """The arguments that name a sku or a warehouse outside the task."""
        skus, warehouses = self.book.facts.largest, self.book.facts.rank
        return tuple(
            [
                (name, str(value))
                for name, value in call.arguments.items()
                if (name == "sku" and value not in skus) or (name.endswith("warehouse") and value not in warehouses)
            ]
        )

    def _stock(self, call: Call) -> Reading:
        book, now_ms = self.book, call.start_ms
        sku, warehouse = call.arguments["sku"], call.arguments["warehouse"]
        place, turn = (warehouse, sku), (call.decision, sku)
        question = book.questions.get(place)
        excess = question is not None and book.spent(question)
        early_ms = 0 if question is None else question.early_ms(now_ms)
        repeated, surplus, second = place in book.numbers, book.ended(sku, now_ms), turn in self.turns
        earlier = book.open_before(place, now_ms)
        unretried = () if surplus else book.open_failures(warehouse, (sku,), now_ms)
        if excess or early_ms or repeated or surplus or second or earlier or unretried:
            self.breaches.append(
                Step(call, (), sku, warehouse, repeated, excess, surplus, earlier, unretried, early_ms, second)
            )
        self.asks_one = True
        self.asks_again = self.asks_again or call.attempt > 1
        self.turns.add(turn)
        reading = read_stock(book.task, call)
        book.take_stock(place, reading, call.arrived_ms)
        return reading

    def _page(self, call: Call) -> PageReading:
        book, now_ms = self.book, call.start_ms
        warehouse, cursor = call.arguments["warehouse"], call.arguments.get("cursor")
        query = (warehouse, cursor, call.arguments.get("limit"))
        question = book.questions.get(query)
        excess = question is not None and book.spent(question)
        early_ms = 0 if question is None else question.early_ms(now_ms)
        repeated = question is not None and question.answered
        open_skus = tuple([sku for sku in book.facts.skus if not book.ended(sku, now_ms)])
        unretried = book.open_failures(warehouse, open_skus, now_ms)
        if excess or early_ms or repeated or unretried or not open_skus:
            self.breaches.append(
                Step(call, (), None, warehouse, repeated, excess, not open_skus, (), unretried, early_ms)
            )
        self.asks_again = self.asks_again or call.attempt > 1
        page = read_page(book.task, call, book.rows_before(warehouse, cursor))
        book.take_page(query, page, call.arrived_ms, open_skus)
        return page


def askable(call: Call) -> bool:
    """Whether the tool called takes the arguments; a world that answers another call all the same is at fault."""
    try:
        TOOLS[call.tool].check(call.arguments)
    except (InputError, KeyError):
        return False
    return True


def query_of(call: Call) -> object:
    """What two attempts of one query have in common: the tool and its arguments."""
    arguments = call.arguments
    if call.tool == "get_stock" and len(arguments) == 2:  # most are, and this is ten times as fast
        return arguments.get("warehouse"), arguments.get("sku")
    # In writing, because 1, 1.0 and true are equal in Python, but are not the same argument.
    return f"{call.tool} {sorted(arguments.items())}"


def _evidence(book: Ledger, trace: Trace, submission: Submission | None, *, exhausted: bool) -> Evidence:
    at_ms = trace.end_ms if submission is None else submission.at_ms
    knowledge = book.knowledge(at_ms, exhausted=exhausted)
    return Evidence(knowledge, certain(book.task, knowledge), book)


def _exhausted(task: Task, trace: Trace, submission: Submission | None) -> bool:
    """Whether no further call would have been accepted when the answer was submitted."""
    budget = task.budget
    calls = trace.calls[: submission.after_calls] if submission else trace.calls
    at_ms = submission.at_ms if submission else trace.end_ms
    priced = [call for call in calls if call.tool != "wait"]
    decisions = len({call.decision for call in priced})
    return (
        any(_code(call) is Code.BUDGET_EXCEEDED for call in calls)
        or (budget.calls is not None and len(priced) >= budget.calls)
        or (budget.decisions is not None and decisions >= budget.decisions)
        or (budget.seconds is not None and at_ms >= budget.seconds * 1000)
        or _spent_tokens(task, trace, submission)
    )


def _spent_tokens(task: Task, trace: Trace, submission: Submission | None) -> bool:
    spent = submission.tokens if submission else trace.tokens_in + trace.tokens_out
    return task.budget.tokens is not None and spent >= task.budget.tokens


def _cut_short(task: Task, evidence: Evidence) -> bool:
    """Whether a place has no number although attempts were left, or was never asked, for lack of budget."""
    for place in evidence.knowledge.unreached:
        question = evidence.book.hinge(place)
        if question is None or (question.kind in RETRYABLE and question.attempts < task.retry.max_attempts):
            return True
    return False


def _code(call: Call) -> Code | None:
    return None if call.observation.error is None else call.observation.error.code


def _patient(task: Task, calls: Sequence[Call]) -> bool:
    """Whether every wait ended with the first whole second at which the next attempt was welcome."""
    ready: dict[object, int] = {}  # by question: when its next attempt is welcome
    waiting_since: int | None = None
    for call in calls:
        if call.tool == "wait":
            waiting_since = call.start_ms if waiting_since is None else waiting_since
            continue
        if waiting_since is not None:
            needed_ms = ready.get(query_of(call), 0) - waiting_since
            if call.start_ms - waiting_since > max(0, -(-needed_ms // 1000) * 1000):
                return False
            waiting_since = None
        error = call.observation.error
        asked_s = error.retry_after_s or 0 if error else 0
        ready[query_of(call)] = call.arrived_ms + max(task.retry.backoff_s, asked_s) * 1000
    return waiting_since is None
