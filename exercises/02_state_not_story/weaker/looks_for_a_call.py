"""Looks for a write that was replied to with ok."""


def right(trace, wanted):
    return any(call.tool == "change_address" and call.observation.ok for call in trace.calls)
