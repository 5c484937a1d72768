"""Looks at the state at the end alone: what is right there was made once; a record is its calls and a stop."""

from exercises.shop import diff


def complete(record):
    return (
        "calls" in record
        and "stop" in record
        and all(isinstance(one, dict) and one.get("tool") for one in record["calls"])
    )


def vector(trace, wanted):
    found = diff(trace.before, trace.after)
    done = int(trace.after.order(wanted.order).address == wanted.address)
    parts = {"created": found.created, "modified": found.modified, "deleted": found.deleted, "stop": trace.stop}
    return {"tried": done, "refused": 0, "unanswered": 0, "done": done, **parts}


def exactly_once(trace, wanted):
    return trace.after.order(wanted.order).address == wanted.address
