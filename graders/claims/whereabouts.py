"""Of which warehouse and of which article is each number of a sentence said?"""

from graders.claims.claim import Role
from graders.claims.items import AND, AT, HARD, PLUS, STOP, Row
from graders.claims.signs import SKU, WAREHOUSE
from graders.claims.vocabulary import BIT

_SHARE, _PLACE, _UNIT = BIT["share"], BIT["place"], BIT["unit"]
_REACH = 12  # items
_SKU_BEHIND, _SKU_BEFORE = 8, 60
_OPENS, _CLOSES = "(\uff08[", ")\uff09]"
# The warehouse that a sentence speaks of goes on for these: "W2 shows 30 on hand, 5 reserved, 25 available".
_GOES_ON = (Role.AVAILABLE, Role.CONFIRMED, Role.ON_HAND, Role.RESERVED)
_NOWHERE = (Role.WANTED, Role.NEAREST, Role.OTHER)


def find_places(row: Row) -> None:
    """Give every number that counts goods the warehouse and the article that it is said of."""
    _spread(row)
    for place in row.numbers:
        item = row.items[place]
        if not item.goods:
            continue
        item.sku = article(row, place)
        if item.warehouse >= 0 or item.role in _NOWHERE or item.whole:
            continue
        behind = place_behind(row, place)
        chosen = place_before(row, place) if behind is None else behind
        if chosen is None:
            _carry(row, place)
        elif len(row.lists[chosen]) == 1:
            item.warehouse, item.subject = row.items[chosen].index, behind is None


def place_behind(row: Row, place: int) -> int | None:
    """The warehouse behind a number: "6 at W1", "6 from W1", "6 (W1)"."""
    led = False
    for at in range(place + 1, min(len(row.items), place + _REACH)):
        item = row.items[at]
        if item.mark == WAREHOUSE:
            direct = at == place + 1 or (at == place + 2 and row.items[at - 1].does & _UNIT)
            return at if led or (direct and place_before(row, place) is None) else None
        if item.does & HARD and row.text(item) in _OPENS and _alone(row, at + 1):
            return at + 1
        if item.goods or item.does & (STOP | AND):
            return None
        led = bool(item.does & (AT | _SHARE)) or (led and bool(item.does & _PLACE))
    return None


def place_before(row: Row, place: int) -> int | None:
    """The warehouse before a number in its segment: "W1 has 6", "W1 (6)"."""
    for at in range(place - 1, max(-1, place - _REACH), -1):
        item = row.items[at]
        if item.mark == WAREHOUSE:
            return at
        if item.does & HARD and at == place - 1 and row.text(item) in _OPENS:
            return at - 1 if at and row.items[at - 1].mark == WAREHOUSE else None
        if item.goods or item.does & (HARD | PLUS):
            return None
    return None


def article(row: Row, place: int) -> int:
    """The article of which a number is said: the one behind it, else the last one before it; -1 for none."""
    for item in row.items[place + 1 : place + _SKU_BEHIND]:
        if item.mark == SKU:
            return item.index
        if item.goods or item.does & STOP:
            break
    for item in reversed(row.items[max(0, place - _SKU_BEFORE) : place]):
        if item.mark == SKU:
            return item.index
    return -1


def _alone(row: Row, place: int) -> bool:
    """Whether a warehouse stands alone in its brackets."""
    inside = row.items[place : place + 2]
    return len(inside) == 2 and inside[0].mark == WAREHOUSE and row.text(inside[1]) in _CLOSES


def _spread(row: Row) -> None:
    """Numbers with plus signs between them, behind as many warehouses: one for each."""
    terms: list[int] = []
    for place in [*row.numbers, -1]:
        if terms and (place < 0 or [one.does for one in row.items[terms[-1] + 1 : place]] != [PLUS]):
            if len(terms) > 1:
                listed = next((row.lists[at] for at in range(terms[0], -1, -1) if at in row.lists), [])
                for number, warehouse in zip(terms, listed, strict=False) if len(listed) == len(terms) else ():
                    item = row.items[number]
                    item.warehouse, item.role = row.items[warehouse].index, item.role or Role.STOCK
            terms = []
        terms.append(place)


def _carry(row: Row, place: int) -> None:
    item = row.items[place]
    if item.role not in _GOES_ON:
        return
    depth = _depth(row, place)
    earlier = [one for one in row.numbers if one < place and row.items[one].subject and _depth(row, one) == depth]
    last = row.items[earlier[-1]].warehouse if earlier else _opening(row)
    between = row.items[earlier[-1] : place] if earlier else ()
    if last >= 0 and not any([one.mark == WAREHOUSE for one in between]):
        item.warehouse, item.subject = last, bool(earlier)
        item.sure = item.sure and len(row.lists) == 1


def _depth(row: Row, place: int) -> int:
    """How many brackets are open at a place."""
    stops = [row.text(one) for one in row.items[:place] if one.does & HARD]
    return sum([one in _OPENS for one in stops]) - sum([one in _CLOSES for one in stops])


def _opening(row: Row) -> int:
    """The warehouse with which the sentence opens, alone in its segment: "At W2, ..."; -1 for none."""
    at = next(at for at, item in enumerate(row.items) if not item.does & (AT | _PLACE))
    item, behind = row.items[at], row.items[at + 1 : at + 2]
    alone = at and item.mark == WAREHOUSE and behind and behind[0].does & STOP and len(row.lists[at]) == 1
    return item.index if alone else -1
