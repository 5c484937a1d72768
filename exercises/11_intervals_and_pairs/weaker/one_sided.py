"""Right intervals, but the test looks to one side, and tasks without a partner are left out."""

from fractions import Fraction
from math import comb, hypot, sqrt

PREDICTED_18_OF_20, PREDICTED_100_TASKS = False, True
Z = 1.959963984540054


def wilson(c, n):
    if n == 0:
        return 0.0, 1.0
    p, s = c / n, Z * Z / n
    half = Z * sqrt(p * (1 - p) / n + s / (4 * n))
    return (p + s / 2 - half) / (1 + s), (p + s / 2 + half) / (1 + s)


def newcombe(a, b):
    if not (a[1] and b[1]):
        return -1.0, 1.0
    (la, ua), (lb, ub) = wilson(*a), wilson(*b)
    p, q = a[0] / a[1], b[0] / b[1]
    return q - p - hypot(q - lb, ua - p), q - p + hypot(ub - q, p - la)


def pairs(a, b):
    cells = {"both": [], "gained": [], "lost": [], "neither": []}
    for task in sorted(set(a) & set(b)):
        cells["both" if a[task] and b[task] else "lost" if a[task] else "gained" if b[task] else "neither"].append(task)
    return cells


def mcnemar(gained, lost):
    n = gained + lost
    return Fraction(sum(comb(n, i) for i in range(min(gained, lost) + 1)), 2**n)
