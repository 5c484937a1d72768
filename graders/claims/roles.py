"""What does each number of a sentence count? The nearest word that says so decides."""

from collections.abc import Sequence

import attrs

from graders.claims.claim import Role
from graders.claims.goods import noun
from graders.claims.items import AND, AT, HARD, MARK, NOTHING, OR, PLUS, STOP, Item, Row
from graders.claims.signs import SKU, WAREHOUSE
from graders.claims.vocabulary import BEFORE, BEHIND, BIT, EITHER, ROLES

_UNIT, _OF, _ADJECTIVE, _NOT = BIT["unit"], BIT["of"], BIT["adjective"], BIT["not"]
_NONE, _ALL = BIT["none"], _ADJECTIVE | BIT["every"]
_DENIES = BIT["denies"]
_LIST = AND | OR | AT | STOP | MARK | _UNIT | _OF | BIT["share"]
# Words with a less certain meaning give way to others that stand near.
_VAGUE = frozenset({"holds", "enough", "share", "being", "certain"})
_SURE = frozenset({"confirmed", "certain"})
_NEAR, _FAR = 3.0, 8.0
_NEGATES = 4  # items


@attrs.frozen
class _Word:
    """A word that says what a number counts, as that number sees it.

    Attributes:
        distance: how far it is, in words.
        what: what it says.
        place: where it stands.
        exact: whether it is near and leaves no other reading.
        directed: whether its number must stand on this side.
        left: whether it stands before the number.
    """

    distance: float
    what: str
    place: int
    exact: bool
    directed: bool
    left: bool


def find_roles(row: Row) -> None:
    """Give every number that counts goods the role that a word near it or a list around it says."""
    taken = -1  # the word that the number before it took
    for place in row.numbers:
        taken = _role(row, place, taken)
    for before, place in zip(row.numbers, row.numbers[1:], strict=False):
        _inherit(row, before, place)


def complete_roles(row: Row) -> None:
    """Give the numbers that no word speaks of the role that follows from what stands around them."""
    for place in row.numbers:
        item = row.items[place]
        if item.open and not item.whole:
            _default(row, place, item)
    held = any([row.items[place].role is Role.RESERVED for place in row.numbers])
    for place in row.numbers:
        item = row.items[place]
        if item.open:  # the whole: what was wanted, or what lies there if the part is reserved
            item.role, item.sure = (Role.ON_HAND if held else Role.WANTED), False


def _role(row: Row, place: int, taken: int) -> int:
    """The nearest word that says what a number counts; the place of that word, or -1."""
    item = row.items[place]
    if not item.open:
        return -1
    found = [one for way in (BEHIND, BEFORE) if (one := _look(row, place, way)) and _fits(row, item, one)]
    if not found:
        return -1
    free = [one for one in found if one.place != taken]
    exact = [one for one in free if one.exact]
    best = min(exact or free or found, key=lambda one: (one.distance, not one.directed))
    item.role = Role.AVAILABLE if best.what == "enough" and best.place > place else ROLES[best.what]
    if item.role in (Role.AVAILABLE, Role.STOCK, Role.CONFIRMED):
        item.role = certainty(row, place) or item.role
    item.sure = best.distance <= _NEAR and best.place != taken and not _bounded(row, place)
    return best.place


def certainty(row: Row, place: int) -> Role | None:
    """Whether a word says that what is there is confirmed, or that it is not: "3 are available for certain"."""
    for way in (BEHIND, BEFORE):
        distance, at = 0.0, place + way
        while 0 <= at < len(row.items) and distance <= _FAR:
            item = row.items[at]
            if (
                item.does & (STOP if way == BEHIND else HARD | PLUS)
                or item.does & AND
                or (item.goods and not item.whole)
            ):
                break
            says = [what for what, side in item.says if side in (EITHER, -way)]
            if "unconfirmed" in says:
                return Role.UNCONFIRMED
            if not _SURE.isdisjoint(says):
                if way == BEFORE and row.items[place].denied and not _negated(row, at):
                    return Role.CONFIRMED  # "it is definitely not 10": the denial is certain
                return Role.UNCONFIRMED if _negated(row, at) or _not_all(row, place) else Role.CONFIRMED
            distance += 0.25 if item.does & ~STOP else 1.0
            at += way
    return None


def _negated(row: Row, at: int) -> bool:
    """Whether a negation stands right before a word, or little more than adverbs between."""
    for item in reversed(row.items[max(0, at - _NEGATES) : at]):
        if item.does & (STOP | AND) or item.counts:
            return False
        if item.does & _NOT:
            return True
    return False


def _not_all(row: Row, place: int) -> bool:
    """Whether a negation stands before the number itself: "not all 10", "none of the other 3"."""
    near = row.items[max(0, place - _NEGATES) : place]
    before = next((one for one in reversed(near) if not one.does & _ALL), NOTHING)
    return bool(before.does & (_NOT | _NONE))


def _fits(row: Row, item: Item, word: _Word) -> bool:
    """Whether a word may belong to that number: of the whole in "9 of the 10" only what touches it."""
    if not item.whole:
        return True
    if not word.exact or word.distance > 1:
        return False
    behind = row.items[word.place + 1 : word.place + 2]
    of_the_part = word.what in ("available", "confirmed") and any([one.counts for one in behind])  # "of 10 available 9"
    return word.left or (word.what in item.whole and not of_the_part)


def _look(row: Row, place: int, way: int) -> _Word | None:
    """The nearest word on one side that says what a number counts; a vague one only where no other is near."""
    items, distance, vague, at = row.items, 0.0, None, place + way
    while 0 <= at < len(items) and distance <= _FAR:
        item = items[at]
        does = item.does
        if does & STOP and (way == BEHIND or vague is not None or does & (HARD | PLUS)):
            break
        if way == BEHIND and (does & AND or (item.goods and not item.whole)):
            break
        if way == BEFORE and item.goods:
            break
        if item.says and (word := _word(row, at, way, distance)) is not None:
            if word.exact:
                return word
            vague = vague or word
        distance += 0.25 if does & ~STOP else 1.0
        at += way
    return vague


def _word(row: Row, at: int, way: int, distance: float) -> _Word | None:
    """What the word at a place says of a number on one side of it."""
    item = row.items[at]
    where = item.does & AT and at + 1 < len(row.items) and row.items[at + 1].mark == WAREHOUSE
    for what, side in item.says:
        # The number of a word that stands before it is behind that number, seen from there. Where a warehouse
        # follows, "on the shelf of" and the like say where, not what.
        if side in (EITHER, -way) and (what == "share" or not where):
            exact = what not in _VAGUE and distance <= _NEAR
            return _Word(distance, what, at, exact=exact, directed=side != EITHER, left=way == BEFORE)
    return None


def _bounded(row: Row, place: int) -> bool:
    """Whether the number is a bound ("at least 5"), not a count."""
    behind = next((item for item in row.items[place + 1 : place + 3] if not item.does & _UNIT), NOTHING)
    return row.before(place).bounds in (EITHER, BEHIND) or behind.bounds in (EITHER, BEFORE)


def _inherit(row: Row, before: int, place: int) -> None:
    """A number without a word of its own counts what the one before it counts, if only a list stands between."""
    first, item = row.items[before], row.items[place]
    if not item.open or item.whole or first.role is None:
        return
    if first.role is Role.OTHER and not item.denied:
        return
    between: Sequence[Item] = row.items[before + 1 : place]
    if all([one.does & _LIST for one in between]) or (item.denied and not first.line and _opposed(between)):
        item.role, item.sure = first.role, first.sure and not any([one.mark for one in between])


def _opposed(between: Sequence[Item]) -> bool:
    """Whether a denied number only corrects the one before it: "6 are missing, not 4"."""
    stops = [at for at, one in enumerate(between) if one.does & HARD]
    return len(stops) == 1 and all([one.does & (_DENIES | AND) for one in between[stops[0] + 1 :]])


def _default(row: Row, place: int, item: Item) -> None:
    if item.warehouse >= 0:
        item.role = Role.STOCK
    elif _named(row, place):  # "10 of A", and no word of what became of them
        item.role, item.sure = Role.WANTED, False
    elif item.mark or noun(row, place).does & _UNIT:
        item.role = Role.UNCLEAR
    else:  # "all three", "one or the other"
        item.role = Role.OTHER


def _named(row: Row, place: int) -> bool:
    """Whether the article that a number counts stands right behind it."""
    for item in row.items[place + 1 : place + 4]:
        if item.mark == SKU:
            return True
        if not item.does & (_UNIT | _OF | _ADJECTIVE):
            return False
    return False
