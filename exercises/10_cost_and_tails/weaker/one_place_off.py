"""Pays for all, but takes the place that a cast to int gives, and never says that runs are too few."""

import math
from fractions import Fraction

PREDICTED_COST, PREDICTED_P95, PREDICTED_UPPER = Fraction(6), 20, "14 %"


def cost_per_success(runs):
    successes = sum(succeeded for succeeded, _ in runs)
    return Fraction(sum(cost for _, cost in runs), successes) if successes else None


def quantile(values, part):
    return sorted(values)[int(len(values) * part)] if values else None


def fewest_for_tail(part, confidence):
    return math.floor(math.log(1 - confidence) / math.log(part))


def tail(values, part):
    return f"{quantile(values, part)} (n = {len(values)}, max {max(values)})" if values else "undefined (n = 0)"


def upper_rate(n, confidence=0.95):
    return 1 - (1 - confidence) ** (1 / n) if n else 0.0
