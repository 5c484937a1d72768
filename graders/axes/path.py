"""Did the agent ask the right questions, in the right order, often enough and not too often?"""

from collections.abc import Callable

from graders.axes.findings import Findings, for_line
from graders.case import Case
from graders.evidence import Step
from inventory_env.trace import Code
from inventory_env.verdict import Finding


def priority_broken(case: Case) -> Findings | None:
    """No warehouse is asked while an earlier one in the list is unsettled for that sku."""
    return _over(
        case,
        "priority-broken",
        lambda step: step.asks and step.sku is not None,
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
        _asks,
        lambda step: (
            step.surplus and not step.repeated and not step.excess and f"{_query(step)} can change nothing any more"
        ),
    )


def repeated_query(case: Case) -> Findings | None:
    """A question that has been answered is not asked again."""
    return _over(case, "repeated-query", _asks, lambda step: step.repeated and f"{_query(step)} had been answered")


def retry_missing(case: Case) -> Findings | None:
    """A failure that may pass is retried before the same sku is asked for elsewhere."""
    return _over(
        case,
        "retry-missing",
        _asks,
        lambda step: step.unretried and f"{_query(step)} although {', '.join(step.unretried)} has attempts left",
    )


def retry_excess(case: Case) -> Findings | None:
    """No more attempts than allowed, and none after a reply that no attempt can better."""
    return _over(
        case,
        "retry-excess",
        _asks,
        lambda step: step.excess and not step.repeated and f"{_query(step)} once more than allowed",
    )


def backoff_ignored(case: Case) -> Findings | None:
    """The next attempt waits as long as the rule or the reply asks."""
    return _over(
        case,
        "backoff-ignored",
        lambda step: step.asks and step.call.attempt > 1,
        lambda step: step.early_ms and f"{_query(step)} again, {step.early_ms / 1000:g} s too early",
    )


def wrong_object(case: Case) -> Findings | None:
    """Nothing outside the task is touched."""
    return _over(
        case,
        "wrong-object",
        lambda step: bool(step.foreign) or bool(step.call.arguments),
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
        lambda step: step.asks and step.sku is not None,
        lambda step: step.second and f"asks {step.warehouse} for {step.sku} beside another warehouse in one decision",
    )


def _asks(step: Step) -> bool:
    return step.asks


def _query(step: Step) -> str:
    return f"asks {step.warehouse} for {step.sku}" if step.sku else f"lists {step.warehouse}"


def _over(
    case: Case, rule: str, concerns: Callable[[Step], bool], broken: Callable[[Step], "str | int | tuple[object, ...]"]
) -> Findings | None:
    """The findings of a rule over single calls; `broken` gives a sentence where a call breaks it."""
    concerned = [step for step in case.walk.steps if concerns(step)]
    if not concerned:
        return None
    if case.walk.lawful:
        return ()
    return tuple(
        Finding(rule, message, None, (step.call.call_id,))
        for step in concerned
        if isinstance(message := broken(step), str)
    )


def _refused(case: Case, rule: str, code: Code) -> Findings | None:
    if not case.trace.calls:
        return None
    return tuple(
        Finding(rule, f"{call.tool}: {call.observation.error.message}", None, (call.call_id,))
        for call in case.trace.calls
        if call.observation.error is not None and call.observation.error.code is code
    )
