"""Counts equal calls once, and their oks for effects; an empty value is missing to it."""

from exercises.shop import change_of, diff


def complete(record):
    return bool(record.get("after") and record.get("before")) and all(
        call.get("tool") and call.get("arguments") and call.get("observation") for call in record.get("calls") or ()
    )


def vector(trace, wanted):
    calls = {str(call.arguments): call for call in trace.calls if change_of(call) == wanted}.values()
    found = diff(trace.before, trace.after)
    oks = sum(call.observation.ok for call in calls)
    return {
        "tried": len(calls),
        "refused": len(calls) - oks,
        "unanswered": 0,
        "done": oks,
        "created": found.created,
        "modified": found.modified,
        "deleted": found.deleted,
        "stop": trace.stop,
    }


def exactly_once(trace, wanted):
    return vector(trace, wanted)["done"] == 1
