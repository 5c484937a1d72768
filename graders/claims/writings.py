"""Where in a message do numbers and names stand? What is left of the text is its shape."""

import functools
import re
from collections.abc import Mapping

import attrs

from graders.claims.folding import Folded, fold
from graders.claims.numbers import Habits, Value, numeral, value

# What stands in a shape in the place of a writing.
WHOLE, FRACTION, OPEN, CODE, OTHER, WAREHOUSE, SKU, NAME = map(chr, range(0xE001, 0xE009))
NUMBERS = (WHOLE, FRACTION, OPEN, CODE)
_PRIVATE = re.compile("[\ue000-\ue00f]")
# Letters of alphabets; those of Chinese stand next to a number without being part of a name.
_L = "A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u052f\u1e00-\u1eff"
_CHUNK = rf"(?<![{_L}\d])[{_L}](?:[{_L}]|[-_](?=[{_L}\d])){{0,40}}+\d(?:[{_L}\d]|[-_](?=[{_L}\d])|\.(?=\d))*+"
_NUMBER = rf"(?<![{_L}\d])(?P<digits>\d++(?:[.,:'/](?=\d)\d++| \d{{3}}(?!\d))*+)(?P<tail>(?:[{_L}\d]|[-_](?=[{_L}\d]))*+)"
_STRANGE = "[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2079\u2150-\u2189\u2460-\u24ff\u2776-\u2793\u3007\u3220-\u3229]"
_HAN = r"[零〇一二两三四五六七八九十百千万亿]{2,}"
_CLOCK = re.compile(r"(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?")
_DATE = re.compile(r"\d{4}-\d\d?-\d\d?|\d\d?[./]\d\d?[./](?:\d{4}|\d\d)|\d{4}/\d\d?/\d\d?")
_LETTERS = re.compile(rf"-?[{_L}]+")
_PLACE = re.compile(r"(?:WH?|L)-?\d{1,4}", re.IGNORECASE)
_ARTICLE = re.compile(rf"SKU-?[{_L}\d-]+|[A-Z]{{2,}}-[A-Z]*\d+[A-Z]*-\d+", re.IGNORECASE)
# What a service answers instead of figures.
_CODES = frozenset((*range(400, 419), 422, 423, 425, 429, *range(500, 506)))
_MONEY = "$€£¥₽₫₩"
_LABEL = "#№"


@attrs.frozen(eq=False)
class Names:
    """The names that a message may hold.

    Attributes:
        known: the mark and the name of every name that looks like one, by its small letters.
        pattern: finds names and numbers.
        given: whether the task names any; else whatever looks like a warehouse is taken for one.
    """

    known: Mapping[str, tuple[str, str]]
    pattern: re.Pattern[str]
    given: bool


# (mark, start, end, number), the places in the folded text; a name has no number.
Mark = tuple[str, int, int, "Value | str"]


@attrs.frozen
class Scan:
    """A text with its numbers and names found.

    Attributes:
        shape: the text with one character in the place of each of them.
        marks: what they were, in order.
    """

    shape: str
    marks: tuple[Mark, ...]


@functools.lru_cache(maxsize=1024)
def names(warehouses: tuple[str, ...], skus: tuple[str, ...], *, han: bool = False) -> Names:
    """The names of a task.

    Args:
        warehouses: that it names.
        skus: that it names.
        han: whether numbers may be written in Chinese numerals.
    """
    known: dict[str, tuple[str, str]] = {}
    odd: list[str] = []
    for mark, given in ((SKU, skus), (WAREHOUSE, warehouses)):
        for name in given:
            written = fold(name).text
            known[written.lower()] = known[written] = (mark, name)
            if not re.fullmatch(_CHUNK, written) and not (written.isdecimal() and len(written) < 4):
                odd.append(written)
    return Names(known, _pattern(tuple(sorted(odd, key=lambda one: (-len(one), one))), han), bool(known))


@functools.lru_cache(maxsize=1024)
def _pattern(odd: tuple[str, ...], han: bool) -> re.Pattern[str]:
    parts = [f"(?P<number>{_NUMBER})", f"(?P<chunk>{_CHUNK})", f"(?P<strange>{_STRANGE})"]
    if odd:
        parts.insert(0, rf"(?P<odd>(?<![{_L}\d])(?:{'|'.join(map(re.escape, odd))})(?![{_L}\d]))")
    if han:
        parts.append(f"(?P<han>{_HAN})")
    return re.compile("|".join(parts))


def scan(text: Folded, original: str, known: Names, habits: Habits | None, digits: Mapping[str, int]) -> Scan:
    """The numbers and names of a text.

    Args:
        text: the message, folded.
        original: as it was written: a blank at which no line may break is one there.
        known: the names that it may hold.
        habits: of the declared language.
        digits: the value of each numeral that is a letter.
    """
    return _Scanner(text, original, known, habits, digits).scan()


class _Scanner:
    """One text, from left to right."""

    def __init__(
        self, folded: Folded, original: str, known: Names, habits: Habits | None, digits: Mapping[str, int]
    ) -> None:
        self.folded = folded
        self.original = original
        self.known = known
        self.habits = habits
        self.numerals = {sign: number for sign, number in digits.items() if number < 10}
        self.powers = {sign: number for sign, number in digits.items() if number >= 10}
        text = folded.text
        self.text = text if text.isascii() else _PRIVATE.sub(" ", text)
        self.marks: list[Mark] = []

    def scan(self) -> Scan:
        """The shape and the marks."""
        text, marks = self.text, self.marks
        for found in self.known.pattern.finditer(text):
            group = found.lastgroup
            if group == "number":
                self._number(found)
            elif group == "chunk":
                self._chunk(found[0], found.start())
            elif group == "odd":
                mark, name = self.known.known[found[0]]
                marks.append((mark, found.start(), found.end(), name))
            elif group == "han":
                number = numeral(found[0], self.numerals, self.powers)
                if number is not None or found[0][0] in self.numerals:
                    marks.append((OPEN if number is None else WHOLE, found.start(), found.end(), number))
            else:
                marks.append((OPEN, found.start(), found.end(), None))
        parts, at = [], 0
        for mark, start, end, _ in marks:
            parts += (text[at:start], mark)
            at = end
        return Scan("".join((*parts, text[at:])), tuple(marks))

    def _chunk(self, written: str, start: int) -> None:
        """A word with digits in it: a name, or names with a hyphen between them."""
        known = self.known.known.get(written) or self.known.known.get(written.lower())
        if known is not None:
            self.marks.append((known[0], start, start + len(written), known[1]))
            return
        head, _, tail = written.rpartition("-")
        first = self.known.known.get(head.lower())
        if first is None:
            self.marks.append((self._unknown(written), start, start + len(written), written))
            return
        middle = start + len(head) + 1
        self.marks.append((first[0], start, middle - 1, first[1]))
        if tail.isdecimal():  # a dash, or less than nothing
            self.marks.append((OPEN, middle, middle + len(tail), None))
        else:
            self._chunk(tail, middle)

    def _unknown(self, written: str) -> str:
        if _PLACE.fullmatch(written):
            return WAREHOUSE
        return SKU if not self.known.given and _ARTICLE.fullmatch(written) else NAME

    def _number(self, found: "re.Match[str]") -> None:
        start, end = found.span("digits")
        digits, tail = found["digits"], found["tail"]
        if tail and not _LETTERS.fullmatch(tail):
            written = found[0]
            self.marks.append((OTHER if _DATE.fullmatch(written) else OPEN, start, found.end(), None))
            return
        before = self.text[start - 1] if start else " "
        name = self.known.known.get(digits) if len(digits) > 3 else None
        if name is not None and not tail:
            self.marks.append((name[0], start, end, name[1]))
        elif self._counts_nothing(digits, before, end):
            self.marks.append((OTHER, start, end, None))
        else:
            self._quantity(digits, before, start, end)

    def _counts_nothing(self, digits: str, before: str, end: int) -> bool:
        if before in _MONEY or before in _LABEL or self.text[end : end + 1] in ("%", "‰", "°"):
            return True
        if self.text[end : end + 2] == " %":
            return True
        return not digits.isdecimal() and bool(_CLOCK.fullmatch(digits) or _DATE.fullmatch(digits))

    def _quantity(self, digits: str, before: str, start: int, end: int) -> None:
        number = value(digits, self.habits, firm=" " in digits and self._firm(start, end))
        if before == "-":
            start -= 1
            number = None if number is None or self._after_name(start) else -number
        mark = OPEN if number is None else WHOLE if type(number) is int else FRACTION
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
        return not rest[-1:].isalpha() and bool(rest) and rest[-1] not in "(:,;=" if start else False
