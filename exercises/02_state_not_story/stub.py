"""Was the address of one order changed, and nothing else?"""

from exercises.shop import Change, Trace, diff

# What you may need of exercises.shop, and of a trace:
#   diff(before, after)   .created, .modified, .deleted: paths such as "audit/2" or "orders/O-1001/address/street"
#   trace.before, .after  the whole shop at the start and at the end: .users, .orders, .audit, .order("O-1001")
#   trace.calls           each with .tool, .arguments (a dict) and .observation
#   trace.user            id of the customer in the conversation


def right(trace: Trace, wanted: Change) -> bool:
    """Whether the run did what was asked for, and nothing else: exactly if

    - at the end the order `wanted.order` has the address `wanted.address`;
    - that order is otherwise as before: owner, items, status, what was paid; its stamp `updated_at_ms` may be new;
    - all other orders and all customers are as before, stamps included; the order of a list means nothing;
    - the audit rows of before are still there as they were; new rows may follow;
    - `get_user` was called for no customer but `trace.user`.

    Calls may come in any order and number. What the agent says counts for nothing.
    """
    raise NotImplementedError("right is still to be written")
