"""Which numbers of a sentence count goods, not time, attempts or packs? And which is the whole of another?"""

from graders.claims.claim import Role
from graders.claims.items import FIGURE, HARD, MARK, NOTHING, STOP, Item, Row
from graders.claims.signs import CODE, NUMBERS, OTHER, SKU, WAREHOUSE
from graders.claims.vocabulary import BIT

_UNIT, _SCALE, _MEASURE, _ADJECTIVE = BIT["unit"], BIT["scale"], BIT["measure"], BIT["adjective"]
_WORD, _NTH, _SHY, _LINE, _ORDINAL = BIT["word"], BIT["nth"], BIT["shy"], BIT["line"], BIT["ordinal"]
_LABEL, _MONTH, _MISSING, _MINUS = BIT["label"], BIT["month"], BIT["missing"], BIT["minus"]
_HOLDS, _NONE, _PLACE = BIT["holds"], BIT["none"], BIT["place"]
_OF, _AMONG, _EVERY, _PACK = BIT["of"], BIT["among"], BIT["every"], BIT["pack"]
_OTHER = sum(BIT[what] for what in ("time", "attempt", "place", "pack", "line", "page", "money", "month"))
# Units of something else: "2 pieces of luggage" in a language where one word counts all things.
_ELSE = sum(BIT[what] for what in ("time", "attempt", "place", "pack"))
# What a word behind the whole in "of 30 on hand, 5 are reserved" may say of it; the part takes the rest.
_FIRST = ("on_hand", "wanted", "available", "reserved")
_SECOND = ("on_hand", "wanted")


def find_numbers(row: Row) -> None:
    """Fill in the numbers of a sentence; those that count no goods get the role OTHER."""
    items = row.items
    for place, item in enumerate(items):
        if item.mark in NUMBERS or item.mark == OTHER or item.does & FIGURE or _in_words(row, place):
            item.counts = item.mark != OTHER
            row.numbers.append(place)
    for place in row.numbers:
        _other(row, place)
    for before, place in zip(row.numbers, row.numbers[1:], strict=False):
        if items[place].open and _of_the_same(row, before, place):
            items[place].role = Role.OTHER
    for place in row.numbers:
        if items[place].open:
            _part_of(row, place)


def noun(row: Row, place: int) -> Item:
    """What a number counts: the word behind it, adjectives aside; where that is a unit of something else, that."""
    unit = NOTHING
    for item in row.items[place + 1 : place + 4]:
        if item.does & (STOP | MARK):
            break
        if item.does & _UNIT:
            unit = item
        elif not item.does & _ADJECTIVE:
            return item if unit is NOTHING or item.does & _ELSE else unit
    return unit


def _in_words(row: Row, place: int) -> bool:
    """Whether a word is meant as a number: some are only beside what they count."""
    item = row.items[place]
    if not item.does & (_WORD | _NTH):
        return False
    behind = row.items[place + 1].does if place + 1 < len(row.items) else 0
    second = row.items[place + 2].does if place + 2 < len(row.items) else 0
    if item.does & _NTH and behind & _LINE:
        return True
    if not item.does & _WORD:
        return False
    if place and row.items[place - 1].counts and _one_number(row, place):
        return False
    missing = (row.before(place).does | behind | second) & _MISSING
    return not item.does & _SHY or bool(missing or behind & (_UNIT | _SCALE | _OTHER))


def _one_number(row: Row, place: int) -> bool:
    """Whether two numbers in words side by side are one: twenty five; the value of any other pair is not sure."""
    before, item = row.items[place - 1], row.items[place]
    if before.mark or before.does & FIGURE or row.shape[before.end : item.start].strip(" -"):
        return False
    tens, ones = before.number, item.number
    fits = tens is not None and ones is not None and tens >= 20 and tens % 10 == 0 and 0 < ones < 10
    before.number = (tens or 0) + (ones or 0) if fits else None
    before.end = item.end
    return True


def _other(row: Row, place: int) -> None:
    item, behind, before = row.items[place], noun(row, place), row.before(place)
    if item.role is Role.OTHER:
        if before.does & _LINE:  # "Line 1:10" may be a time of day or two numbers
            item.role, item.counts, item.number = None, True, None
        return
    if before.does & _MINUS and item.number is not None:
        item.number = -item.number
    if behind.does & _SCALE and behind.number is not None and item.number is not None:
        item.number *= behind.number
        behind = noun(row, place + 1)
    if behind.does & _MEASURE:
        item.scale = behind.number or 1
    elif behind.does & _OTHER:
        item.role = Role.OTHER
        item.line = bool(behind.does & _LINE and (before.does & _ORDINAL or item.does & _NTH))
    elif before.does & _LINE and not behind.does & _UNIT:
        item.role, item.line = Role.OTHER, True
    elif _labelled(before, behind) or _packed(row, place) or (item.mark == CODE and _is_code(row, place, behind)):
        item.role = Role.OTHER


def _labelled(before: Item, behind: Item) -> bool:
    """Whether the word before it makes it a name or a place in a row: "order 12", "the second"."""
    return bool(before.does & _ORDINAL or (before.does & (_LABEL | _MONTH) and not behind.does & (_UNIT | _MEASURE)))


def _is_code(row: Row, place: int, behind: Item) -> bool:
    """Whether it is what a service answered instead of figures: "kept returning 429"."""
    named = any([one.mark in (WAREHOUSE, SKU) for one in row.items[:place]])
    return not behind.does & _UNIT and not named and bool(row.before(place).does & _HOLDS)


def _of_the_same(row: Row, before: int, place: int) -> bool:
    """Whether a number in words goes on counting places, with the unit that also counts goods: "三个仓库有两个"."""
    first, item = row.items[before], row.items[place]
    if item.mark or first.role is not Role.OTHER or not noun(row, before).does & _PLACE:
        return False
    units = [row.items[at + 1] for at in (before, place) if at + 1 < len(row.items)]
    return len(units) == 2 and all([one.does & _UNIT for one in units]) and len({row.text(one) for one in units}) == 1


def _packed(row: Row, place: int) -> bool:
    """Whether it is the size of a pack: "cartons of 12"."""
    for item in reversed(row.items[max(0, place - 2) : place]):
        if item.does & _PACK:
            return True
        if not item.does & (_OF | _EVERY):
            return False
    return False


def _part_of(row: Row, place: int) -> None:
    """The number behind "of" is the whole of which the one before is a part."""
    items, item, behind = row.items, row.items[place], place + 1
    while behind < len(items) and (items[behind].mark == SKU or items[behind].does & (_UNIT | _ADJECTIVE)):
        behind += 1
    joint = items[behind].does if behind < len(items) else 0
    if row.before(place).does & _NONE:  # "none of the 10"
        item.whole = _SECOND
    elif joint & _AMONG or (not item.whole and _after_of(row, place)):  # "of 10, 9": the whole comes first
        item.whole = _FIRST
    elif joint & _OF:
        for whole in items[behind + 1 : behind + 4]:
            if whole.open:
                whole.whole = _SECOND
                return
            if whole.does & (STOP | MARK):
                return


def _after_of(row: Row, place: int) -> bool:
    """Whether a segment begins with "of" and this number."""
    for at in range(place - 1, max(-1, place - 4), -1):
        item = row.items[at]
        if item.does & _OF:
            before = row.items[at - 1] if at else NOTHING
            return not before.does or bool(before.does & (STOP | HARD))
        if item.does & (STOP | MARK):
            return False
    return False
