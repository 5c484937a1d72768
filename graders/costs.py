"""What did a run cost?"""

import itertools

from inventory_env.task import Task
from inventory_env.trace import Call, Trace
from inventory_env.verdict import Costs


def costs(task: Task, trace: Trace) -> Costs:
    """The figures of a run, every call counted."""
    priced = [call for call in trace.calls if call.tool != "wait"]
    return Costs(
        calls=len(priced),
        decisions=trace.decisions,
        virtual_ms=trace.end_ms,
        tokens=trace.tokens_in + trace.tokens_out,
        retries=sum(call.attempt > 1 for call in priced),
        backtracks=_backtracks(task, priced) + _changed_answers(trace),
        repairs=_repairs(trace),
    )


def _backtracks(task: Task, calls: list[Call]) -> int:
    """Queries to a warehouse earlier in the list than the latest one asked for that sku."""
    rank = {warehouse: place for place, warehouse in enumerate(task.priority)}
    latest: dict[object, int] = {}
    count = 0
    for call in calls:
        warehouse, sku = call.arguments.get("warehouse"), call.arguments.get("sku")
        if call.tool == "get_stock" and isinstance(sku, str) and isinstance(warehouse, str) and warehouse in rank:
            count += rank[warehouse] < latest.get(sku, 0)
            latest[sku] = rank[warehouse]
    return count


def _changed_answers(trace: Trace) -> int:
    answers = [one.answer for one in trace.submissions if one.answer is not None]
    return sum(before != after for before, after in itertools.pairwise(answers))


def _repairs(trace: Trace) -> int:
    """Refused calls and answers that were followed by one of the same tool that was taken."""
    if all(call.observation.ok for call in trace.calls) and len(trace.submissions) < 2:
        return 0
    events: list[tuple[str, bool]] = []
    for call in trace.calls:
        error = call.observation.error
        events.append((call.tool, error is not None and error.code in ("INVALID_ARGUMENT", "UNKNOWN_TOOL")))
    count = sum(
        refused and any(tool == later and not again for later, again in events[place + 1 :])
        for place, (tool, refused) in enumerate(events)
        if refused
    )
    refusals = [one.refused is not None for one in trace.submissions]
    return count + sum(refused and False in refusals[place + 1 :] for place, refused in enumerate(refusals))
