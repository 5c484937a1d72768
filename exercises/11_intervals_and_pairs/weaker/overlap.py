"""Takes the outermost ends for the difference, the wrong direction for the pairs, and doubles beyond 1."""

from fractions import Fraction
from math import comb, sqrt

PREDICTED_18_OF_20, PREDICTED_100_TASKS = False, True
Z = 1.959963984540054


def wilson(c, n):
    if n == 0:
        return 0.0, 1.0
    p, s = c / n, Z * Z / n
    half = Z * sqrt(p * (1 - p) / n + s / (4 * n))
    return (p + s / 2 - half) / (1 + s), (p + s / 2 + half) / (1 + s)


def newcombe(a, b):
    (la, ua), (lb, ub) = wilson(*a), wilson(*b)
    return lb - ua, ub - la


def pairs(a, b):
    if set(a) != set(b):
        raise ValueError("other tasks")
    cells = {"both": [], "gained": [], "lost": [], "neither": []}
    for task in sorted(a):
        cells["both" if a[task] and b[task] else "gained" if a[task] else "lost" if b[task] else "neither"].append(task)
    return cells


def mcnemar(gained, lost):
    n = gained + lost
    return Fraction(2 * sum(comb(n, i) for i in range(min(gained, lost) + 1)), 2**n)
