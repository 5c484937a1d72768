"""Reads the first answer, whichever counts."""

from collections.abc import Sequence

from inventory_env import Answer, Scenario, Task, Trace
from inventory_env.trace import Call


def grader(scenario: Scenario, trace: Trace) -> bool:
    """First the path, which settles what is known; then the answer, which has one right form for what is known."""
    task, submission = scenario.task, (trace.submissions or (None,))[0]
    if submission is None or submission.answer is None or any(call.tool not in task.tools for call in trace.calls):
        return False
    asked = [call for call in trace.calls[: submission.after_calls] if call.tool == "get_stock"]
    settled = _settled(task, asked)
    return settled is not None and _right(task.lines[0].quantity, settled, submission.answer)


def _settled(task: Task, asked: Sequence[Call]) -> dict[str, int | None] | None:
    """What each warehouse replied, None where it is silent; None for all where it was asked otherwise than by the rules."""
    line, left, settled = task.lines[0], list(asked), {}
    for warehouse in task.priority:
        units = None
        for _ in range(task.retry.max_attempts):
            if not left or dict(left[0].arguments) != {"sku": line.sku, "warehouse": warehouse}:
                return None
            reply = left.pop(0).observation
            if reply.ok:
                units = reply.body["available"]
                break
        settled[warehouse] = units
        if units is not None and units >= line.quantity:
            break
    return None if left else settled


def _right(wanted: int, settled: dict[str, int | None], answer: Answer) -> bool:
    line = answer.line(1)
    if line is None or answer.reservations:
        return False
    numbers = {name: units for name, units in settled.items() if units is not None}
    silent = set(settled) - set(numbers)
    source = max(numbers, key=lambda name: numbers[name], default="")  # on a tie the first, which is the earlier one
    taken = min(wanted, numbers.get(source, 0))
    if taken == wanted:
        ending = ("found", 0, None)
    elif silent:
        ending = ("unknown", None, taken)
    else:
        ending = ("shortfall", wanted - taken, None)
    said = (line.status, line.gap, line.confirmed)
    figures = {**numbers, **dict.fromkeys(silent, "no_reply")}
    return (
        said == ending
        and line.plan == (((source, taken),) if taken else ())
        and set(line.unreached) == silent
        and all(figures.get(name) == figure for name, figure in line.seen or ())
    )
