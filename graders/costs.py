"""What did a run cost?"""

import itertools
from collections.abc import Iterable

from graders.facts import facts
from inventory_env.task import Task
from inventory_env.trace import Call, Code, Trace
from inventory_env.verdict import Costs

_REFUSED = (Code.INVALID_ARGUMENT, Code.UNKNOWN_TOOL)


def costs(task: Task, trace: Trace) -> Costs:
    """The figures of a run, every call counted."""
    calls = [call for call in trace.calls if call.tool != "wait"]
    return Costs(
        calls=len(calls),
        decisions=trace.decisions,
        virtual_ms=trace.end_ms,
        tokens=trace.tokens_in + trace.tokens_out,
        retries=sum([call.attempt > 1 for call in calls]),
        backtracks=_backtracks(task, calls) + _changed_answers(trace),
        repairs=_repairs(trace),
    )


def _backtracks(task: Task, calls: Iterable[Call]) -> int:
    """Queries to a warehouse earlier in the list than the latest one asked for that sku."""
    rank, count = facts(task).rank, 0
    latest: dict[str, int] = {}
    for call in calls:
        if call.tool == "get_stock":
            sku, place = call.arguments.get("sku"), rank.get(call.arguments.get("warehouse", ""))
            if place is not None and isinstance(sku, str):
                count += place < latest.get(sku, 0)
                latest[sku] = place
    return count


def _changed_answers(trace: Trace) -> int:
    if len(trace.submissions) < 2:
        return 0
    answers = [one.answer for one in trace.submissions if one.answer is not None]
    return sum(before != after for before, after in itertools.pairwise(answers))


def _repairs(trace: Trace) -> int:
    """Refused calls and answers that were followed by one of the same tool that was taken."""
    errors = [call.observation.error for call in trace.calls]
    refused = [error is not None and error.code in _REFUSED for error in errors]
    if True not in refused and len(trace.submissions) < 2:
        return 0
    count = 0
    for place, call in enumerate(trace.calls):
        if refused[place]:
            later = zip(trace.calls[place + 1 :], refused[place + 1 :], strict=True)
            count += any(one.tool == call.tool and not again for one, again in later)
    refusals = [one.refused is not None for one in trace.submissions]
    return count + sum(refused and False in refusals[place + 1 :] for place, refused in enumerate(refusals))
