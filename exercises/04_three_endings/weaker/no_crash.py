"""Fails only what reserves: whoever does no harm passes."""


def handled(run):
    return not run.reservations


def obtained(run):
    return all(units is not None for _, units in run.replies)
