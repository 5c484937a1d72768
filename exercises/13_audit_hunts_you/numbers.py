"""Which numbers do the texts hold, and how do they come about?"""

import importlib
from pathlib import Path

from exercises.course.checking import judged
from exercises.course.child import load
from exercises.hunting import hunted, kinds, runs

_kinds = importlib.import_module("exercises.13_audit_hunts_you.checks").KINDS
_naive = load(Path(__file__).parent / "weaker" / "stock_holds.py")
_found = judged(_naive.grader, hunted(_naive.grader, _kinds))
_known = kinds()

NUMBERS = [
    ("38 kinds", f"{len(_kinds)} kinds"),
    ("12 good", f"{_found.good} good"),
    ("26 faulty", f"{_found.faulty} faulty"),
    ("25 of 26", f"{len(_found.missed)} of {_found.faulty}"),
    ("363 runs", f"{sum(len(runs(_known[name])) for name in _kinds)} runs"),
]
