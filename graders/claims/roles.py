"""What does each number of a sentence count, and where? From its shape alone, so that a shape is decided once."""

import re
from collections.abc import Iterator, Mapping

import attrs

from graders.claims.claim import Role, Trait
from graders.claims.vocabulary import BEFORE, BEHIND, EITHER, OTHER_NOUNS, ROLES, ZEROS, Phrase, Vocabulary
from graders.claims.writings import CODE, NUMBERS, OPEN, OTHER, SKU, WAREHOUSE

_NOTHING: Mapping[str, int] = {}
# Words with a less certain meaning give way to others that stand near.
_VAGUE = frozenset({"holds", "enough", "share"})
_NEAR, _FAR = 3.0, 8.0
_LISTED = 16  # more sources than any plan has


@attrs.frozen
class Slot:
    """One number of a sentence, its value left open where it is written in digits.

    Attributes:
        mark: which mark of the sentence it is; -1 for words.
        start, end: where its words stand in the shape; for a mark only the start counts.
        number: the number that words name; for a mark what it is multiplied by.
        role: what it counts.
        sure: whether role and warehouse are beyond doubt.
        warehouse: the mark of the warehouse it is said of; -1 for none.
        sku: the mark of the article it is said of; -1 for none.
        scale: how many of the smallest unit one may be.
        line: whether it is the number of a line.
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


@attrs.frozen
class Reading:
    """What a sentence of one shape says of its numbers.

    Attributes:
        slots: its numbers, in order.
        traits: what else its words say, each with the place where they begin.
        alternatives: [start, end) of every choice between several answers.
    """

    slots: tuple[Slot, ...]
    traits: tuple[tuple[Trait, int], ...]
    alternatives: tuple[tuple[int, int], ...]


@attrs.define(eq=False)
class _Item:
    """A mark, a word, a phrase or punctuation."""

    start: int
    end: int
    sides: Mapping[str, int] = _NOTHING
    mark: str = ""
    index: int = -1
    number: int | None = None
    stop: str = ""  # soft, hard or plus, where it is punctuation
    # Of a number:
    counts: bool = False
    role: Role | None = None
    sure: bool = True
    scale: int = 1
    line: bool = False
    warehouse: int = -1
    sku: int = -1
    subject: bool = False  # its warehouse stands before it
    total: bool = False  # "of 30": the whole of which another number is a part


def read_sentence(words: Vocabulary, shape: str) -> Reading:
    """What each number of a sentence counts, and what else its words say.

    Args:
        words: of the language.
        shape: of the sentence, in small letters.
    """
    return _Sentence(words, shape).reading()


class _Sentence:
    """One sentence, from its words to its numbers."""

    def __init__(self, words: Vocabulary, shape: str) -> None:
        self.words = words
        self.shape = shape
        self.items = list(self._items())
        self.groups = self._groups()

    def reading(self) -> Reading:
        """Every number with its role, warehouse and article."""
        numbers = list(self._numbers())
        for place in numbers:
            self._other(place)
        for place in numbers:
            self._part_of(place)
        for place in numbers:
            self._role(place)
        self._inherit(numbers)
        self._warehouses(numbers)
        for place in numbers:
            self._default(place)
        self._totals(numbers)
        traits = [
            (trait, found.start()) for trait, pattern in self.words.traits.items() for found in pattern.finditer(self.shape)
        ]
        slots = [*(self._slot(self.items[place]) for place in numbers), *self._zeros()]
        return Reading(
            tuple(sorted(slots, key=lambda slot: slot.start)), tuple(traits), tuple(self._alternatives(numbers))
        )

    # Items

    def _items(self) -> Iterator[_Item]:
        words, index = self.words, 0
        for found in words.pattern.finditer(self.shape):
            start, end = found.span()
            group = found.lastindex or 0
            if group >= words.first:
                phrase: Phrase = words.phrases[group - words.first]
                yield _Item(start, end, phrase.sides, number=phrase.number)
            elif group == 1:
                yield _Item(start, end, mark=found[0], index=index)
                index += 1
            else:
                yield _Item(start, end, stop=found.lastgroup or "")

    def _groups(self) -> dict[int, list[int]]:
        """For the place of every warehouse, the places of those that are listed with it: "W1, W2 and W3"."""
        groups: dict[int, list[int]] = {}
        last: list[int] = []
        for place, item in enumerate(self.items):
            if item.mark == WAREHOUSE:
                joined = last and all(self._joins(one) for one in self.items[last[-1] + 1 : place])
                last = [*last, place] if joined and place - last[-1] <= 3 else [place]
                for one in last if len(last) <= _LISTED else ():
                    groups[one] = last
        return groups

    def _joins(self, item: _Item) -> bool:
        return item.stop == "hard" or bool(item.sides.keys() & {"and", "or", "at"})

    # Numbers that count no goods

    def _numbers(self) -> Iterator[int]:
        """The places of all numbers, in digits or words."""
        for place, item in enumerate(self.items):
            if item.mark in NUMBERS or item.mark == OTHER:
                item.counts, item.number = item.mark in NUMBERS, 1
                item.role = Role.OTHER if item.mark == OTHER else None
                yield place
            elif "word" in item.sides or "shy" in item.sides:
                if self._is_number(place):
                    item.counts = True
                    yield place

    def _is_number(self, place: int) -> bool:
        """Whether a word is meant as a number: some are only beside what they count."""
        item = self.items[place]
        if "word" not in item.sides or item.number is None:
            return False
        if place and self.items[place - 1].counts:
            return self._joined_words(place)
        return "shy" not in item.sides or any(
            one.sides.keys() & {"unit", "scale", *OTHER_NOUNS} for one in self.items[place + 1 : place + 2]
        )

    def _joined_words(self, place: int) -> bool:
        """Two numbers in words side by side are one: twenty five; no other pair is a number that is sure."""
        before, item = self.items[place - 1], self.items[place]
        if before.mark or before.number is None or item.number is None or self._gap(place):
            return "shy" not in item.sides
        tens = before.number >= 20 and before.number % 10 == 0 and 0 < item.number < 10
        before.number = before.number + item.number if tens else None
        before.end = item.end
        return False

    def _gap(self, place: int) -> bool:
        return bool(self.shape[self.items[place - 1].end : self.items[place].start].strip(" -"))

    def _other(self, place: int) -> None:
        """Time, attempts, packs, line numbers, money: whatever is no quantity of the article."""
        item = self.items[place]
        behind = self._noun(place)
        before = self._before(place)
        if item.role is Role.OTHER:
            if "line" in before.sides:  # "Line 1:10" may be a time of day or two numbers
                item.role, item.counts, item.number = None, True, None
            return
        if "scale" in behind.sides and behind.number is not None and item.number is not None:
            item.number *= behind.number
            behind = self._noun(place + 1)
        if "measure" in behind.sides and behind.number is not None:
            item.scale = behind.number
            return
        if any(noun in behind.sides for noun in OTHER_NOUNS):
            item.role = Role.OTHER
            item.line = "line" in behind.sides and "ordinal" in before.sides
        elif "line" in before.sides and "unit" not in behind.sides:
            item.role, item.line = Role.OTHER, True
        elif before.sides.keys() & {"label", "ordinal", "month"} and not behind.sides.keys() & {"unit", "measure"}:
            item.role = Role.OTHER
        elif self._packed(place) or (item.mark == CODE and "unit" not in behind.sides):
            item.role = Role.OTHER

    def _noun(self, place: int) -> _Item:
        """What the number counts: the word behind it, adjectives aside; units of something else are that."""
        last = _Item(0, 0)
        for item in self.items[place + 1 : place + 4]:
            if item.stop or item.mark:
                return last
            if "adjective" in item.sides:
                continue
            if "unit" in item.sides:
                last = item
                continue
            return item if not last.sides or item.sides.keys() & {"place", "attempt", "pack", "time"} else last
        return last

    def _before(self, place: int) -> _Item:
        """The word directly before the number."""
        if place and not self.items[place - 1].stop:
            return self.items[place - 1]
        return _Item(0, 0)

    def _packed(self, place: int) -> bool:
        """Whether it is the size of a pack: "cartons of 12"."""
        for item in self.items[max(0, place - 2) : place][::-1]:
            if "pack" in item.sides:
                return True
            if not item.sides.keys() & {"of", "every"}:
                return False
        return False

    # "9 of the 10"

    def _part_of(self, place: int) -> None:
        """The number behind "of" is the whole of which the one before is a part."""
        items, item = self.items, self.items[place]
        if not self._open(item):
            return
        behind = place + 1
        while behind < len(items) and items[behind].sides.keys() & {"unit", "adjective"}:
            behind += 1
        if behind < len(items) and "among" in items[behind].sides:  # "of 10, 9" where the whole comes first
            item.total = True
        elif behind < len(items) and "of" in items[behind].sides:
            for whole in items[behind + 1 : behind + 4]:
                if self._open(whole):
                    whole.total = True
                    return
                if whole.mark or whole.stop:
                    return
        elif "of" in self._before(place).sides and self._starts(place - 1):
            item.total = True

    def _open(self, item: _Item) -> bool:
        return item.counts and item.role is None

    def _starts(self, place: int) -> bool:
        """Whether a segment begins there."""
        return place == 0 or bool(self.items[place - 1].stop) or not self.items[place - 1].sides

    # Roles

    def _role(self, place: int) -> None:
        """The nearest word that says what the number counts."""
        item = self.items[place]
        if not self._open(item):
            return
        left, right = self._look(place, BEFORE), self._look(place, BEHIND)
        best = self._better(left, right)
        if best is None:
            return
        distance, what, side = best
        item.role = ROLES[what]
        if what == "enough" and side == BEHIND:
            item.role = Role.AVAILABLE
        item.sure = distance <= _NEAR and not self._bounded(place)

    def _better(
        self, left: tuple[float, str, int] | None, right: tuple[float, str, int] | None
    ) -> tuple[float, str, int] | None:
        found = [one for one in (right, left) if one is not None]
        if len(found) < 2:
            return found[0] if found else None
        exact = [one for one in found if one[1] not in _VAGUE and one[0] <= _NEAR]
        return min(exact or found, key=lambda one: one[0])

    def _look(self, place: int, way: int) -> tuple[float, str, int] | None:
        """The first word on one side that says what the number counts, and how far it is; None where there is none."""
        distance = 0.0
        at = place + way
        while 0 <= at < len(self.items) and distance <= _FAR:
            item = self.items[at]
            if item.stop == "hard" or item.stop == "plus" or (item.stop and way == BEHIND):
                return None
            if item.counts and not (way == BEHIND and item.total):
                return None
            if way == BEHIND and "and" in item.sides:
                return None
            for what, side in item.sides.items():
                # The number of a word that stands before it is behind that number, seen from there.
                if what in ROLES and side in (EITHER, -way):
                    return distance, what, way
            distance += 0.25 if item.sides or item.mark else 1.0
            at += way
        return None

    def _bounded(self, place: int) -> bool:
        """Whether the number is a bound ("at least 5"), not a count."""
        before, behind = self._before(place), self._noun_or_next(place)
        return before.sides.get("bound", BEFORE) != BEFORE or behind.sides.get("bound", BEHIND) != BEHIND

    def _noun_or_next(self, place: int) -> _Item:
        for item in self.items[place + 1 : place + 3]:
            if "unit" not in item.sides:
                return item
        return _Item(0, 0)

    def _inherit(self, numbers: list[int]) -> None:
        """A number without a word of its own counts what the one before it counts, if only a list stands between."""
        for before, place in zip(numbers, numbers[1:], strict=False):
            item, first = self.items[place], self.items[before]
            if not self._open(item) or first.role in (None, Role.OTHER):
                continue
            between = self.items[before + 1 : place]
            if all(one.mark or one.stop or one.sides.keys() & {"and", "or", "at", "unit", "share", "of"} for one in between):
                item.role, item.sure = first.role, False

    # Warehouses and articles

    def _warehouses(self, numbers: list[int]) -> None:
        self._spread(numbers)
        for place in numbers:
            item = self.items[place]
            if item.role is Role.OTHER or not item.counts or item.warehouse >= 0:
                continue
            item.sku = self._sku(place)
            if item.role in (Role.WANTED, Role.NEAREST) or item.total:
                continue
            behind, before = self._place_behind(place), self._place_before(place)
            chosen = before if behind is None else behind
            if chosen is not None:
                group = self.groups.get(chosen, [])
                item.warehouse = self.items[chosen].index if len(group) == 1 else -1
                item.subject = behind is None
            else:
                self._carry(numbers, place)

    def _spread(self, numbers: list[int]) -> None:
        """Numbers with plus signs between them, behind as many warehouses: one for each."""
        row: list[int] = []
        for place in [*numbers, -1]:
            if row and (place < 0 or [one.stop for one in self.items[row[-1] + 1 : place]] != ["plus"]):
                group = next((self.groups[at] for at in range(row[0], -1, -1) if at in self.groups), [])
                if len(row) > 1 and len(group) == len(row):
                    for number, warehouse in zip(row, group, strict=True):
                        item = self.items[number]
                        item.warehouse, item.role = self.items[warehouse].index, item.role or Role.STOCK
                row = []
            row.append(place)

    def _place_behind(self, place: int) -> int | None:
        """The warehouse behind a number: "6 at W1", "6 from W1"."""
        led = False
        for at in range(place + 1, min(len(self.items), place + 12)):
            item = self.items[at]
            if item.mark == WAREHOUSE:
                direct = at == place + 1 or (at == place + 2 and "unit" in self.items[at - 1].sides)
                return at if led or (direct and self._place_before(place) is None) else None
            if item.counts or item.stop or "and" in item.sides:
                return None
            led = "at" in item.sides or "share" in item.sides or (led and bool(item.sides.keys() & {"place", "at"}))
        return None

    def _place_before(self, place: int) -> int | None:
        """The warehouse before a number in its segment: "W1 has 6"."""
        for at in range(place - 1, max(-1, place - 12), -1):
            item = self.items[at]
            if item.mark == WAREHOUSE:
                return at
            if item.counts or item.stop in ("hard", "plus"):
                return None
        return None

    def _carry(self, numbers: list[int], place: int) -> None:
        """The warehouse that the sentence speaks of goes on: "W2 shows 30 on hand, 5 reserved, 25 available"."""
        item = self.items[place]
        if item.role in (None, Role.MISSING, Role.SHARE):
            return
        opened = self._opened(place)
        earlier = [one for one in numbers if one < place and self.items[one].subject and self._opened(one) == opened]
        last = self.items[earlier[-1]].warehouse if earlier else self._opening()
        if last >= 0:
            only = len({one.index for one in self.items if one.mark == WAREHOUSE}) == 1
            item.warehouse, item.subject, item.sure = last, bool(earlier), item.sure and only

    def _opened(self, place: int) -> int:
        """How many brackets are open at a place."""
        stops = [self.shape[one.start : one.end] for one in self.items[:place] if one.stop == "hard"]
        return sum(one in "(\uff08[" for one in stops) - sum(one in ")\uff09]" for one in stops)

    def _opening(self) -> int:
        """The warehouse with which the sentence opens, alone in its segment: "At W2, ..."."""
        for at, item in enumerate(self.items[:4]):
            if item.mark == WAREHOUSE:
                behind = self.items[at + 1 : at + 2]
                return item.index if behind and behind[0].stop and len(self.groups.get(at, ())) == 1 else -1
            if "at" not in item.sides and "place" not in item.sides:
                return -1
        return -1

    def _sku(self, place: int) -> int:
        """The article of which a number is said: behind it, else the last one before it."""
        for item in self.items[place + 1 : place + 8]:
            if item.mark == SKU:
                return item.index
            if item.counts or item.stop:
                break
        for item in self.items[max(0, place - 60) : place][::-1]:
            if item.mark == SKU:
                return item.index
        return -1

    # What is left

    def _default(self, place: int) -> None:
        item = self.items[place]
        if not self._open(item) or item.total:
            return
        if item.warehouse >= 0:
            item.role = Role.STOCK
        elif item.mark or "unit" in self._noun(place).sides:
            item.role = Role.UNCLEAR
        else:  # "all three", "one or the other"
            item.role = Role.OTHER

    def _totals(self, numbers: list[int]) -> None:
        """The whole of a part: what was wanted, or what lies there if the part is reserved."""
        held = any(self.items[place].role is Role.RESERVED for place in numbers)
        for place in numbers:
            item = self.items[place]
            if item.total and item.role in (None, Role.AVAILABLE, Role.STOCK, Role.UNCLEAR, Role.RESERVED):
                item.role, item.sure = (Role.ON_HAND, False) if held else (Role.WANTED, False)

    def _slot(self, item: _Item) -> Slot:
        role = item.role or Role.UNCLEAR
        sure = item.sure and item.mark != OPEN
        return Slot(
            item.index, item.start, item.end, item.number, role, sure, item.warehouse, item.sku, item.scale, item.line
        )

    def _zeros(self) -> Iterator[Slot]:
        """Words that say that nothing is there, or that nothing is missing."""
        for place, item in enumerate(self.items):
            role = next((role for what, role in ZEROS.items() if what in item.sides), None)
            if role is None or "not" in self._before(place).sides:
                continue
            found = self._place_behind(place)
            if found is None:
                found = self._place_before(place)
            warehouses = [self.items[one].index for one in self.groups.get(found, [])] if found is not None else [-1]
            sku = self._sku(place)
            for warehouse in (warehouses if role is Role.STOCK else [-1]):
                yield Slot(-1, item.start, item.end, 0, role, True, warehouse, sku)

    def _alternatives(self, numbers: list[int]) -> Iterator[tuple[int, int]]:
        """Choices between warehouses or between numbers: "W1, W2 or W3", "10 or 12"."""
        for place, item in enumerate(self.items):
            if "or" not in item.sides:
                continue
            for kind in (self._is_warehouse, self._is_quantity):
                first = self._beside(place, BEFORE, kind)
                last = self._beside(place, BEHIND, kind)
                if first is not None and last is not None and self._differ(first, last):
                    yield self.items[first].start, self.items[last].end
                    break

    def _beside(self, place: int, way: int, kind: "object") -> int | None:
        at = place + way
        while 0 <= at < len(self.items) and abs(at - place) <= 5:
            item = self.items[at]
            if kind(item):  # type: ignore[operator]
                return at
            if not (item.counts or item.stop in ("soft", "hard") or item.sides.keys() & {"at", "share", "unit", "place"}):
                return None
            at += way
        return None

    def _differ(self, first: int, last: int) -> bool:
        return self.items[first].mark != "" and self.items[last].mark != "" and first != last

    @staticmethod
    def _is_warehouse(item: _Item) -> bool:
        return item.mark == WAREHOUSE

    @staticmethod
    def _is_quantity(item: _Item) -> bool:
        return item.counts and item.role in (Role.AVAILABLE, Role.STOCK, Role.SHARE, Role.UNCLEAR)
