"""Compares orders, but forgives every stamp and every audit row, and looks at no call."""

import attrs


def right(trace, wanted):
    for before in trace.before.orders:
        after = trace.after.order(before.id)
        if after is None:
            return False
        address = wanted.address if before.id == wanted.order else before.address
        if attrs.evolve(before, address=address, updated_at_ms=0) != attrs.evolve(after, updated_at_ms=0):
            return False
    return True
