"""How likely is it that one of k runs succeeds, and that all of k do?"""

from fractions import Fraction
from math import comb

PREDICTED_BOTH = Fraction(3, 10)
PREDICTED_ONE = Fraction(9, 10)


def pass_at_k(n: int, c: int, k: int) -> Fraction | None:
    """One minus the chance that all k come from the n - c wrong runs."""
    return None if k > n else 1 - Fraction(comb(n - c, k), comb(n, k))


def pass_hat_k(n: int, c: int, k: int) -> Fraction | None:
    """All k come from the c right runs: drawn without putting back, so no power of c/n."""
    return None if k > n else Fraction(comb(c, k), comb(n, k))


def at_least_one(p: Fraction, k: int) -> Fraction:
    """Not all k are wrong."""
    return 1 - (1 - p) ** k


def all_of(p: Fraction, k: int) -> Fraction:
    """Here a power is right: p is known, not estimated from the same runs."""
    return p**k
