"""What does a success cost, how slow are the slowest runs, and how much can so few runs say of either?"""

import math
from collections.abc import Sequence
from fractions import Fraction

PREDICTED_COST = Fraction(6)
PREDICTED_P95 = 20
PREDICTED_UPPER = "14 %"


def cost_per_success(runs: Sequence[tuple[bool, int]]) -> Fraction | None:
    """Failed runs are paid for as well."""
    successes = sum(succeeded for succeeded, _ in runs)
    return Fraction(sum(cost for _, cost in runs), successes) if successes else None


def quantile(values: Sequence[int], part: Fraction) -> int | None:
    """Place ceil(n * part), counted from 1."""
    return sorted(values)[math.ceil(len(values) * part) - 1] if values else None


def fewest_for_tail(part: Fraction, confidence: Fraction) -> int:
    """Exact powers: at the edge a rounded logarithm may be off by one."""
    n = 1
    while part**n > 1 - confidence:
        n += 1
    return n


def tail(values: Sequence[int], part: Fraction) -> str:
    """Never the quantile alone."""
    if not values:
        return "undefined (n = 0)"
    few = ", too few for a tail" if len(values) < fewest_for_tail(part, Fraction(19, 20)) else ""
    return f"{quantile(values, part)} (n = {len(values)}, max {max(values)}{few})"


def upper_rate(n: int, confidence: float = 0.95) -> float:
    """(1 - p) ** n = 1 - confidence, solved for p."""
    return 1 - (1 - confidence) ** (1 / n) if n else 1.0
