"""What happened in a run, before anybody boils it down to one number?"""

from typing import Any

from exercises.shop import AuditRow, Change, Trace, change_of, diff


def complete(record: dict[str, Any]) -> bool:
    """Asks for kinds, not for truth: an empty list of calls is a record, None is not."""
    calls = record.get("calls")
    return (
        isinstance(calls, list)
        and all(isinstance(call, dict) and _whole(call) for call in calls)
        and all(isinstance(record.get(name), dict) and bool(record[name]) for name in ("before", "after"))
        and _text(record.get("stop"))
    )


def vector(trace: Trace, wanted: Change) -> dict[str, Any]:
    """Tries are counted in the calls, effects in the audit trail."""
    errors = [call.observation.error for call in trace.calls if change_of(call) == wanted]
    codes = [error.code for error in errors if error is not None]
    found = diff(trace.before, trace.after)
    return {
        "tried": len(errors),
        "refused": sum(code != "TIMEOUT" for code in codes),
        "unanswered": sum(code == "TIMEOUT" for code in codes),
        "done": sum(row.change == wanted for row in _new_rows(trace)),
        "created": found.created,
        "modified": found.modified,
        "deleted": found.deleted,
        "stop": trace.stop,
    }


def exactly_once(trace: Trace, wanted: Change) -> bool:
    """One new row, and it is the wanted one."""
    return [row.change for row in _new_rows(trace)] == [wanted]


def _new_rows(trace: Trace) -> list[AuditRow]:
    known = {row.id for row in trace.before.audit}
    return [row for row in trace.after.audit if row.id not in known]


def _whole(call: dict[str, Any]) -> bool:
    return _text(call.get("tool")) and isinstance(call.get("arguments"), dict) and _seen(call.get("observation"))


def _seen(observation: Any) -> bool:
    if not isinstance(observation, dict) or not isinstance(observation.get("ok"), bool):
        return False
    error = observation.get("error")
    return observation["ok"] or (isinstance(error, dict) and _text(error.get("code")))


def _text(value: Any) -> bool:
    return isinstance(value, str) and value != ""
