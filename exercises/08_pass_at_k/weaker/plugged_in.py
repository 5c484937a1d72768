"""Plugs c/n into a power, as if a run could be drawn twice."""

from fractions import Fraction

PREDICTED_BOTH, PREDICTED_ONE = Fraction(9, 25), Fraction(21, 25)


def pass_at_k(n, c, k):
    return None if k > n else 1 - (1 - Fraction(c, n)) ** k


def pass_hat_k(n, c, k):
    return None if k > n else Fraction(c, n) ** k


def at_least_one(p, k):
    return 1 - (1 - p) ** k


def all_of(p, k):
    return p**k
