"""Did time or the budget decide what a run could learn?"""

from collections.abc import Sequence

from inventory_env.task import Task
from inventory_env.trace import Call, Code, Submission, Trace


def exhausted(task: Task, trace: Trace, submission: Submission | None) -> bool:
    """Whether no further call would have been accepted when the answer was submitted."""
    budget = task.budget
    calls = trace.calls[: submission.after_calls] if submission else trace.calls
    at_ms = submission.at_ms if submission else trace.end_ms
    errors = [call.observation.error for call in calls]
    priced = [call for call in calls if call.tool != "wait"]
    return (
        any(one is not None and one.code is Code.BUDGET_EXCEEDED for one in errors)
        or (budget.calls is not None and len(priced) >= budget.calls)
        or (budget.decisions is not None and len({call.decision for call in priced}) >= budget.decisions)
        or (budget.seconds is not None and at_ms >= budget.seconds * 1000)
        or tokens_spent(task, trace, submission)
    )


def tokens_spent(task: Task, trace: Trace, submission: Submission | None) -> bool:
    """Whether the tokens of the budget were used up when the answer was submitted."""
    spent = submission.tokens if submission else trace.tokens_in + trace.tokens_out
    return task.budget.tokens is not None and spent >= task.budget.tokens


def patient(task: Task, calls: Sequence[Call]) -> bool:
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


def query_of(call: Call) -> object:
    """What two attempts of one query have in common: the tool and its arguments."""
    arguments = call.arguments
    if call.tool == "get_stock" and len(arguments) == 2:  # most are, and this is ten times as fast
        return arguments.get("warehouse"), arguments.get("sku")
    # In writing, because 1, 1.0 and true are equal in Python, but are not the same argument.
    return f"{call.tool} {sorted(arguments.items())}"
