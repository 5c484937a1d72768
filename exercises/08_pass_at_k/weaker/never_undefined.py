"""Gives a number even where there are fewer runs than k."""

from fractions import Fraction
from math import comb

PREDICTED_BOTH, PREDICTED_ONE = Fraction(3, 10), Fraction(9, 10)


def pass_at_k(n, c, k):
    return Fraction(1) if n - c < k else 1 - Fraction(comb(n - c, k), comb(n, k))


def pass_hat_k(n, c, k):
    return Fraction(0) if c < k else Fraction(comb(c, k), comb(n, k))


def at_least_one(p, k):
    return 1 - (1 - p) ** k


def all_of(p, k):
    return p**k
