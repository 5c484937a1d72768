"""Which numbers do the texts hold, and how do they come about?"""

import importlib
from fractions import Fraction

from graders.metrics.costs import cost
from graders.metrics.quantiles import exclusive, fewest_for_tail, linear, quantile
from graders.metrics.rates import upper_bound

_checks = importlib.import_module(f"{__package__}.checks")
_CALLS = cost(_checks.CALLS)
_P95 = quantile(_checks.SECONDS)


def _short(rate: float) -> str:
    return f"{rate:.4f}".lstrip("0")


NUMBERS = [
    ("12/2 = 6", f"{_CALLS.total}/{_CALLS.successes} = {_CALLS.per_success}"),
    ("mean over all four is 3", f"mean over all four is {_CALLS.mean}"),
    ("1.5", str(float(_CALLS.mean_of_successes or 0))),
    ("is 20, the slowest run", f"is {_P95.value if _P95 else None}, the slowest run"),
    ("18.8", str(float(linear(_checks.SECONDS) or 0))),
    ("26.0", str(float(exclusive(_checks.SECONDS) or 0))),
    ("n = 59", f"n = {fewest_for_tail()}"),
    ("n = 299", f"n = {fewest_for_tail(part=Fraction(99, 100))}"),
    (".4507", _short(upper_bound(0, 5))),
    (".1391", _short(upper_bound(0, 20))),
    (".0495", _short(upper_bound(0, 59))),
]
