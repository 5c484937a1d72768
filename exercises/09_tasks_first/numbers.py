"""Which numbers do the texts hold, and how do they come about?"""

import importlib
from fractions import Fraction

from graders.metrics.passing import pass_hat_k

_checks = importlib.import_module(f"{__package__}.checks")
_SHOP, _TWO = _checks.SHOP, {"a": "111", "b": "000"}
_RUNS = "".join(_SHOP.values())

NUMBERS = [
    ("12/15", f"{_RUNS.count('1')}/{len(_RUNS)}"),
    ("3/5", str(_checks.suite(_SHOP, 3))),
    ("2/3", str(_checks.suite(_SHOP, 2))),
    ("1/3", str(pass_hat_k(2, 3, 2))),
    ("16/25", str(_checks.heap(_SHOP) ** 2)),
    ("22/35", str(pass_hat_k(12, 15, 2))),
    ("1/2", str(_checks.suite(_TWO, 2))),
    ("1/4", str(Fraction(1, 2) ** 2)),
    ("1/8", str(Fraction(1, 2) ** 3)),
    ("10/11", str(_checks.heap({"a": "1" * 10, "b": "0"}))),
]
