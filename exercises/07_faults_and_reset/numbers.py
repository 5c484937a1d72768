"""Which numbers do the texts hold, and how do they come about?"""

from fractions import Fraction

_RIGHT, _WRONG, _FAULTS = 5, 2, 3
_ALL = _RIGHT + _WRONG + _FAULTS

NUMBERS = [
    ("5/10", f"{_RIGHT}/{_ALL}"),
    ("5/7", f"{_RIGHT}/{_ALL - _FAULTS}"),
    ("3 faults", f"{_FAULTS} faults"),
    ("8/10", f"{_RIGHT + _FAULTS}/{_ALL}"),
    ("71 %", f"{float(100 * Fraction(_RIGHT, _ALL - _FAULTS)):.0f} %"),
]
