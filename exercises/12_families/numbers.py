"""Which numbers do the texts hold, and how do they come about?"""

import importlib

from graders.metrics.families import t_interval

_checks = importlib.import_module(f"{__package__}.checks")
_cases = importlib.import_module(f"{__package__}.cases")
_ENDS = _checks.interval(_checks.shares(_checks.FIVE))
_T = t_interval(_checks._families(_checks.FIVE))
_DEV = [dev for dev, _ in _cases.MEMORISER.values()]
_TEST = [test for _, test in _cases.MEMORISER.values()]


def _short(number: float) -> str:
    return f"{number:.3f}".lstrip("0")


NUMBERS = [
    (".112", _short(_checks.alone(_checks.FIVE))),
    (".134", _short(_checks.error(_checks.FIVE))),
    (".115", _short(_checks.alone(_checks.FOUR_TASKS))),
    (".250", _short(_checks.error(_checks.FOUR_TASKS))),
    (".289", _short(_checks.corrected(_checks.FOUR_TASKS))),
    ("3125", str(_checks.draws())),
    ("7/20 to 17/20", " to ".join(map(str, _ENDS))),
    (".184 to 1", f"{_short(_T.low)} to {_T.high:g}" if _T else ""),
    ("27 of 27", f"{sum(right for right, _ in _DEV)} of {sum(runs for _, runs in _DEV)}"),
    ("none of 25", f"{sum(right for right, _ in _TEST) or 'none'} of {sum(runs for _, runs in _TEST)}"),
]
