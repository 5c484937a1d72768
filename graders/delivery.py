"""Did the fault plan act as planned? Matched = delivered = observed, call by call, or the world is at fault."""

from collections.abc import Sequence

from graders.evidence import NO_QUESTION, askable
from graders.foresee import honest_rows, planned_fault
from graders.limits import query_of
from graders.readings import Kind, PageReading, Reading, read_figures
from inventory_env.faults import Fault, FaultKind
from inventory_env.scenario import Scenario
from inventory_env.tools import READ_TOOLS
from inventory_env.trace import Call, Code, Trace

_FAULT_CODES = (Code.TIMEOUT, Code.RATE_LIMITED, Code.UNAVAILABLE)
_HONEST = (Kind.NUMBER, Kind.UNTRACKED)


def difference(
    scenario: Scenario, trace: Trace, readings: Sequence[Reading | PageReading | None] | None = None
) -> str | None:
    """The first call in which plan, delivery and observation differ, in a sentence, or None.

    Args:
        scenario: the case that was played.
        trace: the record of the run.
        readings: for each call what its reply says, or None where it was no lawful question about stock; they
            spare a second reading.
    """
    attempts: dict[object, int] = {}
    for call, reading in zip(trace.calls, readings or [None] * len(trace.calls), strict=True):
        if reading is None and _unread(call):
            continue
        query = query_of(call)
        attempts[query] = attempt = attempts.get(query, 0) + 1
        found = _differs(scenario, call, reading, attempt)
        if found:
            return f"{call.call_id}: {found}"
    return None


def _unread(call: Call) -> bool:
    """Whether a call never reached a read tool: it is none, or the budget was used up."""
    error = call.observation.error
    return call.tool not in READ_TOOLS or (error is not None and error.code is Code.BUDGET_EXCEEDED)


def _wrongly_refused(scenario: Scenario, call: Call, code: Code) -> bool:
    """Whether a call on offer that fits its schema was refused; which cursors and limits fit, only the world knows."""
    paged = "cursor" in call.arguments or "limit" in call.arguments
    return call.tool in scenario.task.tools and askable(call) and not (paged and code is Code.INVALID_ARGUMENT)


def _listed(scenario: Scenario, call: Call) -> bool:
    return call.arguments.get("warehouse") in scenario.task.priority


def _differs(scenario: Scenario, call: Call, reading: Reading | PageReading | None, attempt: int) -> str | None:
    error = call.observation.error
    if reading is None:
        # A refused call is an attempt too: a page with a lost cursor may be refused once and time out next.
        if error is not None and error.code in NO_QUESTION:
            wrongly = _wrongly_refused(scenario, call, error.code)
            return f"{call.tool} was refused as {error.code}, although it is on offer and fits" if wrongly else None
        if not askable(call):
            return f"it was answered, although {call.tool} takes no such arguments"
    if error is not None and error.code is Code.WAREHOUSE_NOT_FOUND and _listed(scenario, call):
        return f"the listed warehouse {call.arguments['warehouse']} was not found"
    if call.attempt != attempt:
        return f"recorded as attempt {call.attempt}, it is attempt {attempt}"
    planned = planned_fault(scenario, call) if scenario.faults else None
    if planned != call.fault:
        return f"the plan says {_name(scenario, planned)}, delivered was {_name(scenario, call.fault)}"
    if planned is None:
        return None if _honest(scenario, call, reading) else "no fault was planned, yet the reply looks like one"
    fault = scenario.faults[planned]
    return None if _shows(scenario, fault, call) else f"{_name(scenario, planned)} does not show in the reply"


def _name(scenario: Scenario, index: int | None) -> str:
    if index is None:
        return "no fault"
    kind = scenario.faults[index].kind if index < len(scenario.faults) else "not in the plan"
    return f"fault {index} ({kind})"


def _honest(scenario: Scenario, call: Call, reading: Reading | PageReading | None) -> bool:
    """Whether a reply shows no sign of a fault: in time, no failure of the service, fresh and whole figures."""
    error, body = call.observation.error, call.observation.body
    if call.arrived_ms - call.start_ms != scenario.reply_ms:
        return False
    if error is not None:
        return error.code not in _FAULT_CODES
    if "note" in body or (call.tool == "get_item" and body.get("name") != body.get("sku")):
        return False
    if reading is not None and reading.kind in _HONEST:
        return bool(body.get("as_of_s") == call.arrived_ms // 1000)
    if call.tool == "list_stock" and not _whole_page(scenario, call):
        return False
    return all([_fresh(scenario, row, call) for row in _rows(call)])


def _fresh(scenario: Scenario, row: object, call: Call) -> bool:
    if not isinstance(row, dict) or row.get("as_of_s") != call.arrived_ms // 1000:
        return False
    return read_figures(scenario.task, row, call.arrived_ms).kind in _HONEST


def _whole_page(scenario: Scenario, call: Call) -> bool:
    rows = call.observation.body.get("rows")
    return isinstance(rows, tuple) and len(rows) == len(honest_rows(scenario, call) or ())


def _rows(call: Call) -> tuple[object, ...]:
    """The parts of a stock reply that carry figures."""
    if call.tool == "get_stock":
        return (call.observation.body,)
    if call.tool == "list_stock":
        return tuple(call.observation.body.get("rows") or ())
    return ()


def _counted_on_arrival(call: Call) -> bool:
    arrived_s = call.arrived_ms // 1000
    return all(isinstance(row, dict) and row.get("as_of_s") == arrived_s for row in _rows(call))


def _shows(scenario: Scenario, fault: Fault, call: Call) -> bool:
    """Whether the reply looks as this fault must make it look."""
    error, body, after_ms = call.observation.error, call.observation.body, call.arrived_ms - call.start_ms
    timeout_ms = scenario.task.retry.timeout_s * 1000
    silent = error is not None and error.code is Code.TIMEOUT and after_ms == timeout_ms
    match fault.kind:
        case FaultKind.TIMEOUT | FaultKind.LOST_RESPONSE:
            return silent
        case FaultKind.SLOW:
            late_ms = fault.latency_ms or 0
            if late_ms > timeout_ms:
                return silent
            # Late figures are still fresh ones: they are counted when they arrive.
            return after_ms == late_ms and (error is not None or _counted_on_arrival(call))
        case FaultKind.RATE_LIMITED:
            if error is None or error.code is not Code.RATE_LIMITED:
                return False
            return error.retry_after_s == fault.retry_after_s
        case FaultKind.UNAVAILABLE:
            return error is not None and error.code is Code.UNAVAILABLE and error.retryable == fault.retryable
        case FaultKind.INJECTED_TEXT:
            return fault.text in (body.get("note"), body.get("name"))
        case FaultKind.PARTIAL_PAGE:
            rows = body.get("rows")
            return isinstance(rows, tuple) and (
                call.tool == "list_warehouses" or len(rows) < len(honest_rows(scenario, call) or ())
            )
        case FaultKind.STALE:
            shown = call.arrived_ms // 1000 - (fault.age_s or 0)
            return any(isinstance(row, dict) and row.get("as_of_s") == shown for row in _rows(call))
    readings = [read_figures(scenario.task, row, call.arrived_ms) for row in _rows(call) if isinstance(row, dict)]
    return any(one.kind is Kind.MALFORMED for one in readings)
