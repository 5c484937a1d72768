"""What does a sentence say of its numbers? From its shape alone, so that a shape is read once."""

from collections.abc import Callable, Iterator

import attrs

from graders.claims.claim import Role, Trait
from graders.claims.denials import denied_number, find_denials
from graders.claims.goods import find_numbers
from graders.claims.items import AT, HARD, NOTHING, SOFT, STOP, ZERO, Item, Row
from graders.claims.roles import certainty, complete_roles, find_roles
from graders.claims.signs import OPEN, SKU, WAREHOUSE
from graders.claims.vocabulary import BIT, ZEROS, Vocabulary
from graders.claims.whereabouts import article, find_places, place_before, place_behind

_NOT, _OR, _NO, _ADJECTIVE = BIT["not"], BIT["or"], BIT["no"], BIT["adjective"]
_BETWEEN = AT | SOFT | HARD | sum(BIT[what] for what in ("share", "unit", "place", "holds", "adjective", "every", "of"))
_TAIL = SOFT | sum(BIT[what] for what in ("at", "holds", "unit"))
_CHOSEN = (Role.AVAILABLE, Role.CONFIRMED, Role.STOCK, Role.SHARE, Role.UNCLEAR)
_NEAR = 6  # items


@attrs.frozen
class Slot:
    """One number of a sentence, its value left open where it is written in digits.

    Attributes:
        mark: which mark it is; -1 for words.
        start, end: where its words stand in the shape.
        number: the number that words name; for a mark what it is multiplied by; None where that is not sure.
        role: what it counts.
        sure: whether role and warehouse are beyond doubt.
        warehouse: the mark of the warehouse it is said of; -1 for none.
        sku: the mark of the article it is said of; -1 for none.
        scale: how many of the smallest unit one may be.
        line: whether it is the number of a line.
        denied: whether it says that it is not that number.
    """

    mark: int
    start: int
    end: int
    number: int | None
    role: Role
    sure: bool = True
    warehouse: int = -1
    sku: int = -1
    scale: int = 1
    line: bool = False
    denied: bool = False

    def moved(self, marks: int, places: int) -> "Slot":
        """The same number in a text that holds so many marks and characters before the sentence."""
        return attrs.evolve(
            self,
            mark=self.mark + marks if self.mark >= 0 else -1,
            start=self.start + places,
            end=self.end + places,
            warehouse=self.warehouse + marks if self.warehouse >= 0 else -1,
            sku=self.sku + marks if self.sku >= 0 else -1,
        )


@attrs.frozen
class Reading:
    """What a sentence of one shape says of its numbers.

    Attributes:
        slots: its numbers, in order.
        traits: what else its words say, each with the place where they begin, in order.
        alternatives: [start, end) of every choice between several answers.
        denied: the warehouses that it says it is not, each with its place and its mark, in order.
    """

    slots: tuple[Slot, ...]
    traits: tuple[tuple[int, Trait], ...]
    alternatives: tuple[tuple[int, int], ...]
    denied: tuple[tuple[int, int], ...] = ()


def read_sentence(words: Vocabulary, shape: str) -> Reading:
    """What each number of a sentence counts, and what else its words say.

    Args:
        words: of the language.
        shape: of the sentence, in small letters.
    """
    row = Row(words, shape)
    find_numbers(row)
    find_denials(row)
    find_roles(row)
    find_places(row)
    complete_roles(row)
    slots = [_slot(row.items[place]) for place in row.numbers]
    slots += [slot for place, item in enumerate(row.items) if item.does & (ZERO | _NO) for slot in _zeros(row, place)]
    return Reading(
        tuple(sorted(slots, key=lambda slot: slot.start)),
        tuple(_traits(words, shape)),
        tuple(_alternatives(row)),
        tuple([(item.start, item.index) for item in row.items if item.denied and item.mark == WAREHOUSE]),
    )


def _slot(item: Item) -> Slot:
    return Slot(
        mark=item.index,
        start=item.start,
        end=item.end,
        number=item.number,
        role=item.role or Role.UNCLEAR,
        sure=item.sure and item.mark != OPEN,
        warehouse=item.warehouse,
        sku=item.sku,
        scale=item.scale,
        line=item.line,
        denied=denied_number(item.role, denied=item.denied),
    )


def _zeros(row: Row, place: int) -> Iterator[Slot]:
    """Words that say that nothing is there, or that nothing is missing: a zero for each warehouse they name."""
    item = row.items[place]
    if row.before(place).does & _NOT or _unconfirmed(row, place):
        return
    role = next((role for what, role in ZEROS.items() if item.does & BIT[what]), Role.STOCK)
    found = place_behind(row, place)
    found = place_before(row, place) if found is None else found
    if (
        role is Role.STOCK and found is None and certainty(row, place) is Role.CONFIRMED
    ):  # "none of the 10 is confirmed"
        role = Role.CONFIRMED
    if not item.does & ZERO and (found is None or not _of_article(row, place)):
        return  # "W1 has no A" is a zero, "there is no A" says more, "W1 has no reply" something else
    denied = _denied(row, place, within=STOP if role is Role.CONFIRMED else 0)
    named = [row.items[one].index for one in row.lists[found]] if found is not None and role is Role.STOCK else [-1]
    for warehouse in named:
        yield Slot(-1, item.start, item.end, 0, role, not denied, warehouse, article(row, place))


def _unconfirmed(row: Row, place: int) -> bool:
    """Whether it denies of a number behind it that it is confirmed: "none of the other 3 is confirmed"."""
    behind = next((one for one in row.items[place + 1 : place + _NEAR] if not one.does & _ADJECTIVE), NOTHING)
    return behind.role is Role.UNCONFIRMED


def _denied(row: Row, place: int, within: int) -> bool:
    """Whether a negation stands near before a place, with none of the given signs between."""
    for item in reversed(row.items[max(0, place - _NEAR) : place]):
        if item.does & (_NOT | within):
            return bool(item.does & _NOT)
    return False


def _of_article(row: Row, place: int) -> bool:
    return place + 1 < len(row.items) and row.items[place + 1].mark == SKU


def _traits(words: Vocabulary, shape: str) -> Iterator[tuple[int, Trait]]:
    for found in words.traits.finditer(shape):
        for trait in words.shown[(found.lastindex or 1) - 1]:
            yield found.start(), trait


def _alternatives(row: Row) -> Iterator[tuple[int, int]]:
    """Choices between warehouses or between numbers: "W1, W2 or W3", "10 or 12"."""
    for place, item in enumerate(row.items):
        if item.does & _OR:
            for kind in (_is_warehouse, _is_quantity):
                first, last = _beside(row, place, -1, kind), _beside(row, place, 1, kind)
                if first is not None and last is not None:
                    yield row.items[_head(row, first)].start, row.items[_tail(row, last)].end
                    break


def _head(row: Row, place: int) -> int:
    """The first of several answers, whose last two stand around the "or": "W1: 5, W2: 5 or W3: 5"."""
    at = place
    while at > 1 and row.items[at - 1].does & HARD:
        before = _beside(row, at - 1, -1, _is_warehouse if row.items[place].mark == WAREHOUSE else _is_quantity)
        if before is None:
            break
        at = before
    return at


def _tail(row: Row, place: int) -> int:
    """The number that belongs to the last of several answers: "W1: 5 or W2: 5"."""
    for at in range(place + 1, min(len(row.items), place + 4)):
        if row.items[at].counts:
            return at
        if not row.items[at].does & _TAIL:
            break
    return place


def _beside(row: Row, place: int, way: int, kind: Callable[[Item], bool]) -> int | None:
    """The nearest item of a kind on one side of an "or", with nothing but a list between."""
    at = place + way
    while 0 <= at < len(row.items) and abs(at - place) < _NEAR:
        item = row.items[at]
        if kind(item):
            return at
        if not (item.counts or item.does & _BETWEEN):
            return None
        at += way
    return None


def _is_warehouse(item: Item) -> bool:
    return item.mark == WAREHOUSE


def _is_quantity(item: Item) -> bool:
    return item.counts and bool(item.mark) and item.role in _CHOSEN
