"""Which numbers do the texts hold, and how do they come about?"""

import importlib

_studies = importlib.import_module(f"{__package__}.studies")
_FAULTY = _studies.outcomes(_studies.STUDIES["faulty"])
_RIGHT = _studies.right_figures(_studies.STUDIES["all right"])["success"]
_BOTH = _studies.right_figures(_studies.STUDIES["faulty"])

NUMBERS = [
    ("5/7", str(_FAULTY.rate)),
    ("coverage of 7/10", f"coverage of {_FAULTY.coverage}"),
    ("between .5 and .8", f"between {_BOTH['least']['value']:g} and {_BOTH['most']['value']:g}".replace("0.", ".")),
    ("50 %", f"{100 * _BOTH['least']['value']:.0f} %"),
    ("71 %", f"{100 * _BOTH['success']['value']:.0f} %"),
    ("3 of 10", f"{_FAULTY.faulty} of {_FAULTY.total}"),
    (".566", f"{_RIGHT['low']:.3f}".lstrip("0")),
]
