"""Which numbers and warehouses of a sentence does it deny: "it is not 10", "by no means from W1", "W1 is wrong"?"""

from collections.abc import Iterator
from itertools import chain

from graders.claims.claim import Role
from graders.claims.items import AT, SOFT, Row
from graders.claims.signs import SKU, WAREHOUSE
from graders.claims.vocabulary import BIT

_DENIES, _WRONG = BIT["denies"], BIT["wrong"]
# What may stand between a denial and what it denies: it must not be a deed, nor a bound ("no more than").
_BETWEEN = (
    AT | SOFT | sum(BIT[what] for what in ("within", "adjective", "every", "certain", "place", "of", "being", "share"))
)
_BEHIND = sum(BIT[what] for what in ("unit", "of", "place"))
_REACH = 8  # items
# A number that is not confirmed is denied nothing else; one that counts no goods may be anything.
_NEVER = (Role.OTHER, Role.UNCONFIRMED)


def find_denials(row: Row) -> None:
    """Mark the numbers, and the warehouses, that a word of denial stands right before or right behind."""
    for place, item in enumerate(row.items):
        if item.does & (_DENIES | _WRONG):
            for one in _denied(row, place, item.does):
                row.items[one].denied = True


def denied_number(role: Role | None, *, denied: bool) -> bool:
    """Whether a number that a denial touches is itself denied."""
    return denied and role not in _NEVER


def _denied(row: Row, place: int, does: int) -> list[int]:
    """What a word of denial denies: what stands right behind it, else right before it; a list as a whole."""
    behind = _targets(row, range(place + 1, len(row.items)), _BETWEEN) if does & _DENIES else iter(())
    before = _targets(row, range(place - 1, -1, -1), _BEHIND) if does & _WRONG else iter(())
    found = next(chain(behind, before), None)
    return [] if found is None else row.lists.get(found, [found])


def _targets(row: Row, places: range, between: int) -> Iterator[int]:
    """The first number or warehouse on a way, with nothing but such words before it."""
    for at in places[:_REACH]:
        item = row.items[at]
        if item.counts or item.mark == WAREHOUSE:
            yield at
        if item.mark != SKU and not item.does & between:
            return
