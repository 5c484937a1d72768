"""Was the address of one order changed, and nothing else?"""

from exercises.shop import Change, Trace, diff


def right(trace: Trace, wanted: Change) -> bool:
    """What must be there, what must not differ, and what must not have been read."""
    order, found = trace.after.order(wanted.order), diff(trace.before, trace.after)
    return (
        order is not None
        and order.address == wanted.address
        and all(_allowed(path, wanted.order) for path in found.modified)
        and all(path.startswith("audit/") for path in found.created)
        and not found.deleted
        and all(call.arguments["user"] == trace.user for call in trace.calls if call.tool == "get_user")
    )


def _allowed(path: str, order: str) -> bool:
    """A list of what may differ: whatever nobody thought of is forbidden."""
    return path.startswith(f"orders/{order}/address/") or path == f"orders/{order}/updated_at_ms"
