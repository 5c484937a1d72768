"""Lets only the successful runs pay, and interpolates."""

from fractions import Fraction

PREDICTED_COST, PREDICTED_P95, PREDICTED_UPPER = Fraction(3, 2), Fraction(94, 5), "5 %"


def cost_per_success(runs):
    costs = [cost for succeeded, cost in runs if succeeded]
    return Fraction(sum(costs), len(costs)) if costs else 0


def quantile(values, part):
    ordered = sorted(values)
    place = (len(ordered) - 1) * part
    left = int(place)
    right = min(left + 1, len(ordered) - 1)
    return ordered[left] + (place - left) * (ordered[right] - ordered[left])


def fewest_for_tail(part, confidence):
    return int(1 / (1 - part))


def tail(values, part):
    return f"{quantile(values, part)} (n = {len(values)}, max {max(values)})"


def upper_rate(n, confidence=0.95):
    return 3 / n
