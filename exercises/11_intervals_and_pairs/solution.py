"""Between which rates does the truth lie, is one agent better than another, and which tasks did it lose?"""

from collections.abc import Mapping
from fractions import Fraction
from math import comb, hypot, sqrt

# For 95 %: a normal variable lies within -Z to Z with that chance.
Z = 1.959963984540054

PREDICTED_18_OF_20 = False
PREDICTED_100_TASKS = True


def wilson(c: int, n: int) -> tuple[float, float]:
    """Never leaves 0 to 1, and has a width even where all runs went the same way."""
    if n == 0:
        return 0.0, 1.0
    p, s = c / n, Z * Z / n
    half = Z * sqrt(p * (1 - p) / n + s / (4 * n))
    return (p + s / 2 - half) / (1 + s), (p + s / 2 + half) / (1 + s)


def newcombe(a: tuple[int, int], b: tuple[int, int]) -> tuple[float, float]:
    """Two groups of runs that have nothing in common."""
    if not (a[1] and b[1]):
        return -1.0, 1.0
    (low_a, high_a), (low_b, high_b) = wilson(*a), wilson(*b)
    p_a, p_b = a[0] / a[1], b[0] / b[1]
    d = p_b - p_a
    return d - hypot(p_b - low_b, high_a - p_a), d + hypot(high_b - p_b, p_a - low_a)


def pairs(a: Mapping[str, bool], b: Mapping[str, bool]) -> dict[str, list[str]]:
    """The ids, not only how many: somebody has to read the lost ones."""
    if set(a) != set(b):
        raise ValueError(f"on one side only: {sorted(set(a) ^ set(b))}")
    cells = {"both": (True, True), "gained": (False, True), "lost": (True, False), "neither": (False, False)}
    return {name: [task for task in sorted(a) if (a[task], b[task]) == cell] for name, cell in cells.items()}


def mcnemar(gained: int, lost: int) -> Fraction:
    """Only the tasks that changed are tossed."""
    n = gained + lost
    tail = Fraction(sum(comb(n, i) for i in range(min(gained, lost) + 1)), 2**n)
    return min(Fraction(1), 2 * tail)
