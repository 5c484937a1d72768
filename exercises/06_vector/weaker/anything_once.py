"""Wants one write, whichever it is, or none that is known of; a record needs a start only."""

from exercises.shop import change_of, diff


def complete(record):
    return isinstance(record.get("before"), dict) and isinstance(record.get("stop", ""), str)


def vector(trace, wanted):
    calls = [call for call in trace.calls if change_of(call) is not None]
    found = diff(trace.before, trace.after)
    rows = len(trace.after.audit)
    parts = {"created": found.created, "modified": found.modified, "deleted": found.deleted, "stop": trace.stop}
    return {"tried": len(calls), "refused": 0, "unanswered": 0, "done": rows, **parts}


def exactly_once(trace, wanted):
    return len(trace.after.audit) - len(trace.before.audit) <= 1
