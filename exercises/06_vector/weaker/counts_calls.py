"""Takes a call for an effect; asks of a record that its keys are there."""

from exercises.shop import change_of, diff


def complete(record):
    return all(name in record for name in ("calls", "before", "after", "stop")) and all(
        name in call for call in record["calls"] for name in ("arguments", "observation") if isinstance(call, dict)
    )


def vector(trace, wanted):
    calls = [call for call in trace.calls if change_of(call) == wanted]
    failed = sum(not call.observation.ok for call in calls)
    found = diff(trace.before, trace.after)
    return {
        "tried": len(calls),
        "refused": failed,
        "unanswered": failed,
        "done": len(calls),
        "created": found.created,
        "modified": found.modified,
        "deleted": found.deleted,
        "stop": trace.stop,
    }


def exactly_once(trace, wanted):
    return vector(trace, wanted)["tried"] == 1
