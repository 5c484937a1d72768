"""Right about costs and quantiles, but takes no failure for no risk."""

import math
from fractions import Fraction

PREDICTED_COST, PREDICTED_P95, PREDICTED_UPPER = Fraction(6), 20, "1 %"


def cost_per_success(runs):
    successes = sum(succeeded for succeeded, _ in runs)
    return Fraction(sum(cost for _, cost in runs), successes) if successes else None


def quantile(values, part):
    return sorted(values)[math.ceil(len(values) * part) - 1] if values else None


def fewest_for_tail(part, confidence):
    n = 1
    while part**n > 1 - confidence:
        n += 1
    return n


def tail(values, part):
    if not values:
        return "undefined (n = 0)"
    few = ", too few for a tail" if len(values) < 59 else ""
    return f"{quantile(values, part)} (n = {len(values)}, max {max(values)}{few})"


def upper_rate(n, confidence=0.95):
    return 0.0
