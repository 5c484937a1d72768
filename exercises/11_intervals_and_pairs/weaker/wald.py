"""Wald intervals, and an unpaired test of two rates."""

from math import erfc, sqrt

PREDICTED_18_OF_20, PREDICTED_100_TASKS = True, False
Z = 1.959963984540054


def wilson(c, n):
    p = c / n
    half = Z * sqrt(p * (1 - p) / n)
    return max(0.0, p - half), min(1.0, p + half)


def newcombe(a, b):
    p, q = a[0] / a[1], b[0] / b[1]
    half = Z * sqrt(p * (1 - p) / a[1] + q * (1 - q) / b[1])
    return q - p - half, q - p + half


def pairs(a, b):
    return {
        "both": sorted(task for task in a if a[task] and b.get(task)),
        "gained": sorted(task for task in a if not a[task] and b.get(task)),
        "lost": sorted(task for task in a if not b.get(task)),
        "neither": sorted(task for task in a if not a[task] and not b.get(task)),
    }


def mcnemar(gained, lost):
    p, q = (60 + lost) / 100, (60 + gained) / 100
    pooled = (p + q) / 2
    return erfc(abs(q - p) / sqrt(2 * pooled * (1 - pooled) / 100) / sqrt(2))
