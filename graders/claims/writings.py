"""Which numbers and names does a message hold, each with its value? What is left of the text is its shape."""

import bisect
import functools
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

import attrs

from graders.claims.folding import Folded, fold
from graders.claims.marking import Marked
from graders.claims.numbers import Habits, value
from graders.claims.signs import CODE, FRACTION, NAME, OPEN, OTHER, SKU, WAREHOUSE, WHOLE

_PRIVATE = re.compile("[\ue000-\ue00f]")
# Letters of alphabets; those of Chinese stand next to a number without being part of a name.
_L = "A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u052f\u1e00-\u1eff"
_CHUNK = rf"(?<![{_L}\d])[{_L}](?:[{_L}]|[-_](?=[{_L}\d])){{0,40}}+\d(?:[{_L}\d]|[-_](?=[{_L}\d])|\.(?=\d))*+"
_NUMBER = (
    rf"(?<![{_L}\d])(?P<digits>\d++(?:[.,:'/](?=\d)\d++| \d{{3}}(?!\d))*+)(?P<tail>(?:[{_L}\d]|[-_](?=[{_L}\d]))*+)"
)
_CLOCK = re.compile(r"(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?")
_DATE = re.compile(r"\d{4}-\d\d?-\d\d?|\d\d?[./]\d\d?[./](?:\d{4}|\d\d)|\d{4}/\d\d?/\d\d?")
_LETTERS = re.compile(rf"-?[{_L}]+")
_PLACE = re.compile(r"(?:WH?|L)-?\d{1,4}", re.IGNORECASE)
_ARTICLE = re.compile(rf"SKU-?[{_L}\d-]+|[A-Z]{{2,}}-[A-Z]*\d+[A-Z]*-\d+", re.IGNORECASE)
# What a service answers instead of figures.
_CODES = frozenset((*range(400, 419), 422, 423, 425, 429, *range(500, 506)))
_MONEY = "$€£¥₽₫₩"
_LABEL = "#№"
# Signs that make of a number something else, or of two numbers one.
_ODD = re.compile("[#№$€£¥₽₫₩%‰°\ue000-\ue00f]")
_SHORTEST = 4  # digits of a name of digits alone
_LONGEST = 15  # digits: of a number that needs no second look

Place = str | int | Decimal | None  # the name or number that a mark stands for


@attrs.frozen(eq=False)
class Known:
    """The names that a message may hold.

    Attributes:
        names: the mark and the name of each, by how it is written and by that in small letters.
        pattern: finds names and numbers.
        given: whether the task names any; else what looks like an article is taken for one.
    """

    names: Mapping[str, tuple[str, str]]
    pattern: re.Pattern[str]
    given: bool


@attrs.frozen
class Sheet:
    """A text with its numbers and names found.

    Attributes:
        shape: the text in small letters with one character in the place of each of them.
        starts, ends: [start, end) of each in the folded text.
        values: the number or the name that each stands for; None where it can be read in several ways.
        at: the place of each in the shape.
        marked: whether the places of the shape are those of the marked text.
    """

    shape: str
    starts: Sequence[int]
    ends: Sequence[int]
    values: Sequence[Place]
    at: Sequence[int]
    marked: bool = False

    def folded(self, place: int) -> int:
        """The place in the folded text of a place in the shape."""
        before = bisect.bisect_left(self.at, place)  # a mark at the place itself begins there
        return place if not before else self.ends[before - 1] + place - self.at[before - 1] - 1

    def place(self, folded: int) -> int:
        """The place in the shape of a place in the folded text."""
        before = bisect.bisect_left(self.starts, folded)
        return folded if not before else self.at[before - 1] + 1 + max(0, folded - self.ends[before - 1])


@functools.lru_cache(maxsize=1024)
def known(warehouses: tuple[str, ...], skus: tuple[str, ...]) -> Known:
    """The names of a task.

    Args:
        warehouses: that it names.
        skus: that it names.
    """
    names: dict[str, tuple[str, str]] = {}
    odd: list[str] = []
    for mark, given in ((SKU, skus), (WAREHOUSE, warehouses)):
        for name in given:
            written = fold(name).text
            if written.isdecimal() and len(written) < _SHORTEST:
                continue  # every such number would be taken for the name
            names[written.lower()] = names[written] = (mark, name)
            if not re.fullmatch(_CHUNK, written):
                odd.append(written)
    return Known(names, _pattern(tuple(sorted(odd, key=lambda one: (-len(one), one)))), bool(names))


@functools.lru_cache(maxsize=1024)
def _pattern(odd: tuple[str, ...]) -> re.Pattern[str]:
    parts = [f"(?P<number>{_NUMBER})", f"(?P<chunk>{_CHUNK})"]
    if odd:
        parts.insert(0, rf"(?P<odd>(?<![{_L}\d])(?:{'|'.join(map(re.escape, odd))})(?![{_L}\d]))")
    return re.compile("|".join(parts))


def sheet(marked: Marked, folded: Folded, original: str, names: Known, habits: Habits | None) -> Sheet:
    """The numbers and names of a message.

    Args:
        marked: the message with its marks, of which most say all that is needed.
        folded: the message.
        original: as it was written: a blank at which no line may break is one there.
        names: those that it may hold.
        habits: of the language that is declared, if it is the one in which the message is read.
    """
    plain = _plain(marked, folded.text, names)
    return _Scanner(folded, original, names, habits).sheet() if plain is None else plain


def _plain(marked: Marked, text: str, names: Known) -> Sheet | None:
    """The sheet of a text in which every mark is a whole number or the name of a place or article; None for others."""
    if _ODD.search(text):
        return None
    shape = marked.text
    at: list[int] = []
    starts: list[int] = []
    ends: list[int] = []
    values: list[Place] = []
    one: Place
    kinds: list[str] = []
    last = 0
    for mark in marked.marks:
        start, end = mark.start, mark.end
        written = text[start:end]
        found = names.names.get(written)
        if found is not None:
            kind, one = found
        elif written.isdecimal():
            if end - start > _LONGEST or (number := int(written)) in _CODES:
                return None
            kind, one = WHOLE, number
        elif _PLACE.fullmatch(written):
            kind, one = WAREHOUSE, written
        else:
            return None
        kinds += (shape[last : mark.at], kind)
        last = mark.at + 1
        at.append(mark.at)
        starts.append(start)
        ends.append(end)
        values.append(one)
    return Sheet("".join((*kinds, shape[last:])), starts, ends, values, at, marked=True)


class _Scanner:
    """One text, from left to right."""

    def __init__(self, folded: Folded, original: str, names: Known, habits: Habits | None) -> None:
        self.folded = folded
        self.original = original
        self.names = names
        self.habits = habits
        text = folded.text
        self.text = text if text.isascii() else _PRIVATE.sub(" ", text)
        self.marks: list[tuple[str, int, int, Place]] = []

    def sheet(self) -> Sheet:
        """The shape and the marks."""
        text, marks = self.text, self.marks
        for found in self.names.pattern.finditer(text):
            if found.lastgroup == "number":
                self._number(found)
            elif found.lastgroup == "chunk":
                self._chunk(found[0], found.start())
            else:
                mark, name = self.names.names[found[0]]
                marks.append((mark, found.start(), found.end(), name))
        parts: list[str] = []
        places: list[int] = []
        at = longer = 0
        for mark, start, end, _ in marks:
            parts += (text[at:start].lower(), mark)
            places.append(start - longer)
            longer += end - start - 1
            at = end
        shape = "".join((*parts, text[at:].lower()))
        return Sheet(shape, [one[1] for one in marks], [one[2] for one in marks], [one[3] for one in marks], places)

    def _chunk(self, written: str, start: int) -> None:
        """A word with digits in it: a name, or names with a hyphen between them."""
        found = self._known(written)
        if found is not None:
            self.marks.append((found[0], start, start + len(written), found[1]))
            return
        head, _, tail = written.rpartition("-")
        first = self._known(head)
        if first is None:
            self.marks.append((self._unknown(written), start, start + len(written), written))
            return
        middle = start + len(head) + 1
        self.marks.append((first[0], start, middle - 1, first[1]))
        if tail.isdecimal():  # a dash, or less than nothing
            self.marks.append((OPEN, middle, middle + len(tail), None))
        else:
            self._chunk(tail, middle)

    def _known(self, written: str) -> tuple[str, str] | None:
        return self.names.names.get(written) or self.names.names.get(written.lower())

    def _unknown(self, written: str) -> str:
        if _PLACE.fullmatch(written):
            return WAREHOUSE
        return SKU if not self.names.given and _ARTICLE.fullmatch(written) else NAME

    def _number(self, found: "re.Match[str]") -> None:
        start, end = found.span("digits")
        digits, tail = found["digits"], found["tail"]
        if tail and not _LETTERS.fullmatch(tail):
            self.marks.append((OTHER if _DATE.fullmatch(found[0]) else OPEN, start, found.end(), None))
            return
        before = self.text[start - 1] if start else " "
        if self._counts_nothing(digits, before, end):
            self.marks.append((OTHER, start, end, None))
        else:
            self._quantity(digits, before, start, end)

    def _counts_nothing(self, digits: str, before: str, end: int) -> bool:
        if before in _MONEY or before in _LABEL or self.text[end : end + 2].strip()[:1] in ("%", "‰", "°"):
            return True
        return not digits.isdecimal() and bool(_CLOCK.fullmatch(digits) or _DATE.fullmatch(digits))

    def _quantity(self, digits: str, before: str, start: int, end: int) -> None:
        number = value(digits, self.habits, firm=" " in digits and self._firm(start, end))
        if before == "-":
            start -= 1
            number = None if number is None or self._after_name(start) else -number
        mark = OPEN if number is None else WHOLE if isinstance(number, int) else FRACTION
        if mark is WHOLE and number in _CODES:
            mark = CODE
        self.marks.append((mark, start, end, number))

    def _firm(self, start: int, end: int) -> bool:
        """Whether the original has blanks there at which no line may break."""
        places = [place for place in range(start, end) if self.text[place] == " "]
        return all(self.original[self.folded.origin(place)] != " " for place in places)

    def _after_name(self, start: int) -> bool:
        """Whether a dash stands between a name or number and this number: it may be no sign at all."""
        rest = self.text[max(0, start - 3) : start].rstrip()
        return bool(rest) and not rest[-1].isalpha() and rest[-1] not in "(:,;="
