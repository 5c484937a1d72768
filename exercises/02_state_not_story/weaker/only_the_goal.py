"""Looks at the one field that was asked for."""


def right(trace, wanted):
    return trace.after.order(wanted.order).address == wanted.address
