"""Did the agent ask the right questions, in the right order, often enough and not too often?"""

from collections.abc import Callable

from graders.axes.findings import Findings, for_line
from graders.case import Case
from graders.evidence import Step
from inventory_env.trace import Code
from inventory_env.verdict import Finding

# What `and` may leave behind where a call does not break the rule.
Sentence = str | int | tuple[object, ...]


def priority_broken(case: Case) -> Findings | None:
    """No warehouse is asked while an earlier one in the list is unsettled for that sku."""
    return _over(
        case,
        "priority-broken",
        case.walk.asks_one,
        lambda step: (
            step.before_earlier
            and f"asks {step.warehouse} for {step.sku} before {', '.join(step.before_earlier)} is settled"
        ),
    )


def stopped_early(case: Case) -> Findings | None:
    """The answer waits until nothing that is allowed could change it."""
    if case.answer is None:
        return None
    return tuple(
        for_line("stopped-early", judged, "submitted while a question that is allowed could change it", case.submitted)
        for judged in case.lines
        if not judged.own.ended
    )


def surplus_query(case: Case) -> Findings | None:
    """Nothing is asked for a sku whose lines have all ended."""
    return _over(
        case,
        "surplus-query",
        case.walk.asks,
        lambda step: (
            step.surplus and not step.repeated and not step.excess and f"{_query(step)} can change nothing any more"
        ),
    )


def repeated_query(case: Case) -> Findings | None:
    """A question that has been answered is not asked again."""
    return _over(
        case,
        "repeated-query",
        case.walk.asks,
        lambda step: step.repeated and f"{_query(step)} had been answered",
    )


def retry_missing(case: Case) -> Findings | None:
    """A failure that may pass is retried before the same sku is asked for elsewhere."""
    return _over(
        case,
        "retry-missing",
        case.walk.asks,
        lambda step: step.unretried and f"{_query(step)} although {', '.join(step.unretried)} has attempts left",
    )


def retry_excess(case: Case) -> Findings | None:
    """No more attempts than allowed, and none after a reply that no attempt can better."""
    return _over(
        case,
        "retry-excess",
        case.walk.asks,
        lambda step: step.excess and not step.repeated and f"{_query(step)} once more than allowed",
    )


def backoff_ignored(case: Case) -> Findings | None:
    """The next attempt waits as long as the rule or the reply asks."""
    return _over(
        case,
        "backoff-ignored",
        case.walk.asks_again,
        lambda step: (
            step.early_ms and step.call.attempt > 1 and f"{_query(step)} again, {step.early_ms / 1000:g} s too early"
        ),
    )


def wrong_object(case: Case) -> Findings | None:
    """Nothing outside the task is touched."""
    return _over(
        case,
        "wrong-object",
        case.walk.asks or any(call.arguments for call in case.walk.aside),
        lambda step: (
            step.foreign and f"{step.call.tool} with {', '.join(map(' '.join, step.foreign))}, outside the task"
        ),
    )


def bad_arguments(case: Case) -> Findings | None:
    """A call fits the schema of its tool."""
    return _refused(case, "bad-arguments", Code.INVALID_ARGUMENT)


def unknown_tool(case: Case) -> Findings | None:
    """Only tools on offer are called."""
    return _refused(case, "unknown-tool", Code.UNKNOWN_TOOL)


def parallel_before_settled(case: Case) -> Findings | None:
    """One decision asks one warehouse for a sku: the next one depends on the reply."""
    return _over(
        case,
        "parallel-before-settled",
        case.walk.asks_one,
        lambda step: step.second and f"asks {step.warehouse} for {step.sku} beside another warehouse in one decision",
    )


def _query(step: Step) -> str:
    return f"asks {step.warehouse} for {step.sku}" if step.sku else f"lists {step.warehouse}"


def _over(case: Case, rule: str, concerned: bool, broken: Callable[[Step], Sentence]) -> Findings | None:
    """The findings of a rule over single calls.

    Args:
        case: the trace.
        rule: its code.
        concerned: whether the rule has any call to look at.
        broken: gives a sentence where a call breaks the rule.
    """
    if not concerned:
        return None
    if not case.walk.breaches:
        return ()
    messages = [(step, broken(step)) for step in case.walk.breaches]
    return tuple([Finding(rule, told, None, (step.call.call_id,)) for step, told in messages if isinstance(told, str)])


def _refused(case: Case, rule: str, code: Code) -> Findings | None:
    if not case.trace.calls:
        return None
    return tuple(
        [
            Finding(rule, f"{call.tool}: {error.message}", None, (call.call_id,))
            for call in case.walk.aside
            if (error := call.observation.error) is not None and error.code is code
        ]
    )
