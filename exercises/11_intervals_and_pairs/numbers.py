"""Which numbers do the texts hold, and how do they come about?"""

import importlib

from graders.metrics.pairs import fewest_discordant, mcnemar, paired, paired_difference
from graders.metrics.rates import newcombe, wilson
from graders.metrics.tallies import Tally

_checks = importlib.import_module(f"{__package__}.checks")
_CELLS = paired(*_checks.hundred())
_SEEN = (_CELLS.both, _CELLS.gained, _CELLS.lost, _CELLS.neither)
_APART = paired_difference(len(_CELLS.gained), len(_CELLS.lost), _CELLS.tasks)


def _ends(pair: tuple[float, float]) -> str:
    return " to ".join(f"{end:.3f}".replace("0.", ".", 1) for end in pair)


NUMBERS = [
    (".640 to .948", _ends(wilson(17, 20))),
    (".699 to .972", _ends(wilson(18, 20))),
    ("-.173 to .272", _ends(newcombe(Tally(17, 20), Tally(18, 20)))),
    (".566 to 1.000", _ends(wilson(5, 5))),
    ("60/15/5/20", "/".join(str(len(cell)) for cell in _SEEN)),
    ("t011, t029, t047, t068 and t090", f"{', '.join(_CELLS.lost[:-1])} and {_CELLS.lost[-1]}"),
    ("5425/131072", str(mcnemar(15, 5))),
    (".041", f"{float(mcnemar(15, 5)):.3f}".lstrip("0")),
    (".123", f"{_checks._unpaired(65, 75, 100):.3f}".lstrip("0")),
    (".014 to .186", _ends((_APART.low, _APART.high)) if _APART else ""),
    ("six changes", {6: "six changes"}.get(fewest_discordant(), "another number")),
]
