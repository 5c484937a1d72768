"""Which numbers do the texts hold, and how do they come about?"""

import importlib

from baselines.rule_based import careful
from exercises.warehouse import answer_of, answer_told
from inventory_env.episode import play

_checks = importlib.import_module("exercises.01_protocol.checks")
_rights = [answer_told(answer_of(play(careful, one))) == right.partition("; ")[2] for one, right, _ in _checks.WORLDS]
_planted = answer_told(answer_of(play(careful, _checks.PLANTED))) == _checks.PLANTED_KEY

NUMBERS = [
    ("6 of 6", f"{sum(_rights)} of {len(_rights)}"),
    ("6 of 7", f"{sum(_rights) + _planted} of {len(_rights) + 1}"),
]
