"""Which numbers do the texts hold, and how do they come about?"""

from exercises.shop import SHOP, diff, play
from exercises.shop.agents import right
from exercises.shop.cases import LOST

_trace = play(right, LOST)
_found = diff(_trace.before, _trace.after)

NUMBERS = [
    ("7 orders", f"{len(SHOP.orders)} orders"),
    ("4 fields and 1 new row", f"{len(_found.modified)} fields and {len(_found.created)} new row"),
]
