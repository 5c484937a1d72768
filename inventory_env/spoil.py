"""What does a fault make of a reply? One small function per kind of fault."""

from collections.abc import Callable
from typing import Any

import attrs

from inventory_env.faults import Fault, FaultKind, Malformation
from inventory_env.replies import Result
from inventory_env.scenario import Scenario
from inventory_env.trace import Code, Failure


@attrs.frozen
class Spoiled:
    """A reply after a fault has acted.

    Attributes:
        result: the body or the failure that arrives.
        after_ms: virtual milliseconds from the call to its arrival.
    """

    result: Result
    after_ms: int


def concerns(fault: Fault, result: Result) -> bool:
    """Whether a fault of this kind can act on such a reply."""
    if fault.kind in (FaultKind.STALE, FaultKind.MALFORMED):
        return not isinstance(result, Failure) and bool(_figures(result))
    if fault.kind is FaultKind.PARTIAL_PAGE:
        return not isinstance(result, Failure) and bool(result.get("rows"))
    if fault.kind is FaultKind.INJECTED_TEXT:
        return not isinstance(result, Failure)
    return True


def spoil(scenario: Scenario, fault: Fault, tool: str, result: Result, start_ms: int) -> Spoiled:
    """What arrives instead of `result` when the fault acts on a call that starts at `start_ms`."""
    timeout_ms = scenario.task.retry.timeout_s * 1000
    if fault.kind in (FaultKind.TIMEOUT, FaultKind.LOST_RESPONSE):
        return Spoiled(_no_reply(timeout_ms), timeout_ms)
    if fault.kind is FaultKind.SLOW:
        return _late(scenario, fault.latency_ms or 0, result, start_ms, timeout_ms)
    if fault.kind is FaultKind.RATE_LIMITED:
        wait_s = fault.retry_after_s
        limited = Failure(Code.RATE_LIMITED, f"too many calls; retry after {wait_s} s", True, retry_after_s=wait_s)
        return Spoiled(limited, scenario.reply_ms)
    if fault.kind is FaultKind.UNAVAILABLE:
        later = "" if fault.retryable else " and will stay so"
        return Spoiled(Failure(Code.UNAVAILABLE, f"the service is down{later}", fault.retryable), scenario.reply_ms)
    assert not isinstance(result, Failure)  # concerns() said so
    return Spoiled(_BODIES[fault.kind](fault, tool, result), scenario.reply_ms)


def _no_reply(timeout_ms: int) -> Failure:
    return Failure(Code.TIMEOUT, f"no reply within {timeout_ms // 1000} s", retryable=True)


def _late(scenario: Scenario, latency_ms: int, result: Result, start_ms: int, timeout_ms: int) -> Spoiled:
    if latency_ms > timeout_ms:
        return Spoiled(_no_reply(timeout_ms), timeout_ms)
    if not isinstance(result, Failure):
        for row in result.get("rows", [result]):
            if "as_of_s" in row:
                row["as_of_s"] = (start_ms + latency_ms) // 1000
    return Spoiled(result, latency_ms)


def _stale(fault: Fault, tool: str, body: dict[str, Any]) -> dict[str, Any]:
    for row in _figures(body):
        row["as_of_s"] -= fault.age_s or 0
        _show_instead(fault, row)
        row["available"] = max(0, row["on_hand"] - row["reserved"] - row["safety_stock"])
    return body


def _malformed(fault: Fault, tool: str, body: dict[str, Any]) -> dict[str, Any]:
    for row in _figures(body):
        _show_instead(fault, row)
        derived = max(0, row["on_hand"] - row["reserved"] - row["safety_stock"])
        row["available"] = derived
        if fault.malformation is Malformation.NULL:
            row["on_hand"] = None
        elif fault.malformation is Malformation.MISSING_FIELD:
            del row["reserved"]
        elif fault.malformation is Malformation.WRONG_TYPE:
            row["on_hand"] = str(row["on_hand"])
        else:
            row["available"] = derived + 1 if fault.available in (None, derived) else fault.available
    return body


def _partial_page(fault: Fault, tool: str, body: dict[str, Any]) -> dict[str, Any]:
    body["rows"] = body["rows"][: len(body["rows"]) // 2]
    return body


def _injected_text(fault: Fault, tool: str, body: dict[str, Any]) -> dict[str, Any]:
    body["name" if tool == "get_item" else "note"] = fault.text
    return body


_BODIES: dict[FaultKind, Callable[[Fault, str, dict[str, Any]], dict[str, Any]]] = {
    FaultKind.STALE: _stale,
    FaultKind.MALFORMED: _malformed,
    FaultKind.PARTIAL_PAGE: _partial_page,
    FaultKind.INJECTED_TEXT: _injected_text,
}


def _figures(body: dict[str, Any]) -> list[dict[str, Any]]:
    """The parts of a body that carry figures: itself, or its rows."""
    rows = body.get("rows", [body])
    return [row for row in rows if row.get("on_hand") is not None]


def _show_instead(fault: Fault, row: dict[str, Any]) -> None:
    if fault.on_hand is not None:
        row["on_hand"] = fault.on_hand
    if fault.reserved is not None:
        row["reserved"] = fault.reserved
