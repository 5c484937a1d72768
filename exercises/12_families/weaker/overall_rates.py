"""Right numbers, but compares overall rates to ten points, and knows a copied task by its names only."""

from fractions import Fraction
from itertools import product
from math import ceil, sqrt

PREDICTED_ERROR, PREDICTED_MEMORISER = "larger", "0"


def clustered_error(families):
    if len(families) < 2:
        return None
    runs = "".join(families.values())
    mean = runs.count("1") / len(runs)
    return sqrt(sum((one.count("1") - mean * len(one)) ** 2 for one in families.values())) / len(runs)


def bootstrap(values):
    if len(values) < 2:
        return None
    means = sorted(sum(drawn) / len(values) for drawn in product(values, repeat=len(values)))
    return means[ceil(len(means) / 40) - 1], means[ceil(39 * len(means) / 40) - 1]


def holds_up(dev, test):
    if not dev or not test:
        return True
    gap = Fraction(sum(row.right for row in dev), len(dev)) - Fraction(sum(row.right for row in test), len(test))
    return gap <= Fraction(1, 10)


def apart(dev, test):
    seen = (
        {task.id for task in dev} | {task.prompt.lower() for task in dev} | {w for task in dev for w, _ in task.stock}
    )
    return not any(
        task.id in seen or task.prompt.lower() in seen or any(w in seen for w, _ in task.stock) for task in test
    )
