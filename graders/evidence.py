"""What does a trace prove, call by call? The trace is walked once; every rule reads what the walk found."""

from collections.abc import Sequence

import attrs

from graders.knowledge import Knowledge
from graders.ledger import Ledger, Question
from graders.oracle import Certain, certain, ended
from graders.readings import FINAL, RETRYABLE, read_page, read_stock
from inventory_env.errors import InputError
from inventory_env.task import Budget, Task
from inventory_env.tools import TOOLS
from inventory_env.trace import Call, Code, Submission, Trace

STOCK_TOOLS = frozenset({"get_stock", "list_stock"})
# Refused at the door: such a call asks nothing, so only its own rule looks at it.
NO_QUESTION = (Code.BUDGET_EXCEEDED, Code.INVALID_ARGUMENT, Code.UNKNOWN_TOOL)
_NO_LIMIT = Budget()


@attrs.frozen
class Step:
    """One call, and what the books said when it started.

    Attributes:
        call: the call.
        foreign: (argument, value) pairs that lie outside the task.
        asks: whether it is a lawful question about stock: one of the stock tools, inside the task, not refused.
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
    asks: bool = False
    sku: str | None = None
    warehouse: str | None = None
    repeated: bool = False
    excess: bool = False
    surplus: bool = False
    before_earlier: tuple[str, ...] = ()
    unretried: tuple[str, ...] = ()
    early_ms: int = 0
    second: bool = False

    @property
    def lawful(self) -> bool:
        """Whether it breaks no rule of the path."""
        return not (
            self.foreign
            or self.repeated
            or self.excess
            or self.surplus
            or self.before_earlier
            or self.unretried
            or self.early_ms
            or self.second
            or _code(self.call) in (Code.INVALID_ARGUMENT, Code.UNKNOWN_TOOL)
        )


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
        steps: one per call, in order.
        evidence: what was known at the submission that counts.
        lawful: no call breaks a rule of the path.
        patient: no wait was longer than the next attempt needed.
        cut_short: some place has no number only because the budget ended.
        tokens_spent: the tokens of the budget were used up.
        frugal: nothing but stock tools and wait was called before that submission.
    """

    task: Task
    trace: Trace
    steps: tuple[Step, ...]
    evidence: Evidence
    lawful: bool
    patient: bool
    cut_short: bool
    tokens_spent: bool
    frugal: bool


def walk(task: Task, trace: Trace) -> Walk:
    """The facts of a trace, in order."""
    book = Ledger(task)
    submission = trace.counting
    until = len(trace.calls) if submission is None else submission.after_calls
    steps, evidence = [], None
    in_decision: set[tuple[int, str]] = set()
    for number, call in enumerate(trace.calls):
        if number == until:
            evidence = _evidence(task, trace, book, submission)
            book = book.copy()
        steps.append(_step(task, book, call, in_decision))
    before = trace.calls[:until]
    evidence = evidence or _evidence(task, trace, book, submission)
    return Walk(
        task=task,
        trace=trace,
        steps=tuple(steps),
        evidence=evidence,
        lawful=all(step.lawful for step in steps),
        patient=_patient(task, before),
        cut_short=_cut_short(task, trace, evidence, submission),
        tokens_spent=_spent_tokens(task, trace, submission),
        frugal=all(call.tool in STOCK_TOOLS or call.tool == "wait" for call in before),
    )


def _evidence(task: Task, trace: Trace, book: Ledger, submission: Submission | None) -> Evidence:
    at_ms = trace.end_ms if submission is None else submission.at_ms
    knowledge = book.knowledge(at_ms, exhausted=_exhausted(task, trace, submission))
    return Evidence(knowledge, certain(task, knowledge), book)


def _exhausted(task: Task, trace: Trace, submission: Submission | None) -> bool:
    """Whether no further call would have been accepted when the answer was submitted."""
    budget = task.budget
    if budget == _NO_LIMIT:
        return False
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


def _cut_short(task: Task, trace: Trace, evidence: Evidence, submission: Submission | None) -> bool:
    """Whether a place has no number although attempts were left, or was never asked, for lack of budget."""
    if task.budget == _NO_LIMIT:
        return False
    for place in evidence.knowledge.unreached:
        question = evidence.book.hinge(place)
        if question is None or (question.kind in RETRYABLE and question.attempts < task.retry.max_attempts):
            return True
    return False


def _code(call: Call) -> Code | None:
    return None if call.observation.error is None else call.observation.error.code


def askable(call: Call) -> bool:
    """Whether the tool called takes the arguments; a world that answers another call all the same is at fault."""
    try:
        TOOLS[call.tool].check(call.arguments)
    except (InputError, KeyError):
        return False
    return True


def _step(task: Task, book: Ledger, call: Call, in_decision: set[tuple[int, str]]) -> Step:
    if _code(call) in NO_QUESTION or not askable(call):
        return Step(call)
    foreign = _foreign(task, call)
    if foreign:
        return Step(call, foreign)
    if call.tool not in STOCK_TOOLS:
        if _code(call) is Code.SKU_NOT_FOUND and "sku" in call.arguments:
            book.missing.add(call.arguments["sku"])
        return Step(call)
    if call.tool == "get_stock":
        return _stock_step(task, book, call, in_decision)
    return _page_step(task, book, call)


def _foreign(task: Task, call: Call) -> tuple[tuple[str, str], ...]:
    skus = task.skus()
    return tuple(
        [
            (name, str(value))
            for name, value in call.arguments.items()
            if (name == "sku" and value not in skus) or (name.endswith("warehouse") and value not in task.priority)
        ]
    )


def _stock_step(task: Task, book: Ledger, call: Call, in_decision: set[tuple[int, str]]) -> Step:
    sku, warehouse = call.arguments["sku"], call.arguments["warehouse"]
    place, now_ms = (warehouse, sku), call.start_ms
    question = book.questions.get(place)
    over = _ended(task, book, now_ms, sku)
    repeated = place in book.numbers
    excess = question is not None and (question.attempts >= task.retry.max_attempts or question.kind in FINAL)
    rank = task.priority.index(warehouse)
    earlier = tuple(one for one in task.priority[:rank] if not book.settled((one, sku), now_ms))
    unretried = () if over else _unretried(task, book, warehouse, (sku,), now_ms)
    early_ms = _early_ms(question, now_ms)
    second = (call.decision, sku) in in_decision
    in_decision.add((call.decision, sku))
    book.take_stock(place, read_stock(task, call), call.arrived_ms)
    return Step(call, (), True, sku, warehouse, repeated, excess, over, earlier, unretried, early_ms, second)


def _page_step(task: Task, book: Ledger, call: Call) -> Step:
    warehouse, cursor = call.arguments["warehouse"], call.arguments.get("cursor")
    query, now_ms = (warehouse, cursor, call.arguments.get("limit")), call.start_ms
    question = book.questions.get(query)
    open_skus = tuple(sku for sku in task.skus() if not _ended(task, book, now_ms, sku))
    repeated = question is not None and question.answered
    excess = question is not None and (question.attempts >= task.retry.max_attempts or question.kind in FINAL)
    unretried = _unretried(task, book, warehouse, open_skus, now_ms)
    early_ms = _early_ms(question, now_ms)
    page = read_page(task, call, book.rows_before(warehouse, cursor))
    book.take_page(query, page, call.arrived_ms, open_skus)
    return Step(call, (), True, None, warehouse, repeated, excess, not open_skus, (), unretried, early_ms)


def _ended(task: Task, book: Ledger, now_ms: int, sku: str) -> bool:
    if book.surely_open(sku):
        return False
    return ended(task, book.knowledge(now_ms), sku)


def _unretried(task: Task, book: Ledger, asked: str, skus: tuple[str, ...], now_ms: int) -> tuple[str, ...]:
    """Other warehouses where a query for one of these skus failed, has attempts left, and is not settled."""
    found = []
    for warehouse in task.priority:
        for sku in skus:
            question = book.hinge((warehouse, sku))
            if warehouse != asked and question and not book.settled((warehouse, sku), now_ms):
                found.append(warehouse)
                break
    return tuple(found)


def _early_ms(question: Question | None, now_ms: int) -> int:
    if question is None or question.kind not in RETRYABLE:
        return 0
    return max(0, question.ready_ms - now_ms)


def _patient(task: Task, calls: Sequence[Call]) -> bool:
    """Whether every wait ended with the first whole second at which the next attempt was welcome."""
    if not any(call.tool == "wait" for call in calls):
        return True
    book_ready: dict[str, int] = {}
    waiting_since: int | None = None
    for call in calls:
        if call.tool == "wait":
            waiting_since = call.start_ms if waiting_since is None else waiting_since
            continue
        if waiting_since is not None:
            needed_ms = book_ready.get(_query(call), 0) - waiting_since
            if call.start_ms - waiting_since > max(0, -(-needed_ms // 1000) * 1000):
                return False
            waiting_since = None
        error = call.observation.error
        asked_s = error.retry_after_s or 0 if error else 0
        book_ready[_query(call)] = call.arrived_ms + max(task.retry.backoff_s, asked_s) * 1000
    return waiting_since is None


def _query(call: Call) -> str:
    return f"{call.tool} {sorted(call.arguments.items())}"
