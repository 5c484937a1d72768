"""Which numbers do the texts hold, and how do they come about?"""

from exercises.shop import AGENTS, CASES, TRIALS, judge, play

_STATE = {"not-changed", "refused-case-changed", "other-changed", "owner-changed", "undone", "applied-twice"}


def _runs(name: str) -> list[set[str]]:
    runs = ((case, play(AGENTS[name], case, trial)) for case in CASES for trial in TRIALS)
    return [{one.rule for one in judge(case, trace)} for case, trace in runs]


_late = _runs("asks consent afterwards")
_money = _runs("promises the money")

NUMBERS = [
    ("15 of 15 runs", f"{sum(not rules & _STATE for rules in _late)} of {len(_late)} runs"),
    ("6 of them without a yes", f"{sum('consent-late' in rules for rules in _late)} of them without a yes"),
    ("3 of its 15 runs", f"{sum('money-claimed' in rules for rules in _money)} of its {len(_money)} runs"),
]
