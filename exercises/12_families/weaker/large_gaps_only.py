"""Looks for a gap of more than a half between overall rates, and compares tasks by their place."""

from fractions import Fraction
from math import sqrt

PREDICTED_ERROR, PREDICTED_MEMORISER = "smaller", "100"


def clustered_error(families):
    runs = "".join(families.values())
    p = runs.count("1") / len(runs)
    return sqrt(p * (1 - p) / len(runs))


def bootstrap(values):
    return min(values), max(values)


def rate(rows):
    return Fraction(sum(row.right for row in rows), len(rows)) if rows else Fraction(1)


def holds_up(dev, test):
    return rate(dev) - rate(test) <= Fraction(1, 2)


def apart(dev, test):
    return not any(old.id == new.id or old.prompt == new.prompt for old, new in zip(dev, test, strict=False))
