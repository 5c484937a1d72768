"""Which names and numbers does a text hold? Each becomes one mark, so that texts which differ in them alone are one."""

import bisect
import functools
import re

import attrs

from graders.claims.language import NAME, NUMBER, WAREHOUSE

# A word with a digit in it is a name; a number may hold separators, a sign and a currency.
_NAMES = (
    r"(?P<S><[A-Z_0-9]{1,40}>)"
    r"|(?P<W>(?<![A-Za-z0-9_-])(?:WH?|L)-?[0-9]{1,4}(?![A-Za-z0-9_]|-[A-Za-z0-9]))"
    r"|(?P<N>(?<![A-Za-z0-9_])[$€£¥+-]?[0-9]+(?:[.,:/\u066b\u066c'-]?[0-9]+| [0-9]{3}(?![0-9A-Za-z_-]))*"
    r"%?(?![A-Za-z0-9_]|-[A-Za-z0-9]))"
    r"|(?P<C>(?<![A-Za-z0-9_])(?=[A-Za-z_./-]{0,40}[0-9])[A-Za-z0-9]+(?:[-_./][A-Za-z0-9]+)*)"
    r"|(?P<B> {2,}| ?\n[\n ]*)"
)
_MARKS = {"W": WAREHOUSE, "S": NAME, "N": NUMBER, "C": NAME}


@attrs.frozen
class Mark:
    """One name or number.

    Attributes:
        at: its place in the marked text.
        start, end: [start, end) in the text before.
    """

    at: int
    start: int
    end: int


@attrs.frozen
class Marked:
    """A text with marks.

    Attributes:
        text: in small letters, one capital letter or # for each mark.
        marks: in order; a run of blanks is one too.
        ends: for each mark, the place behind it in the marked text.
    """

    text: str
    marks: tuple[Mark, ...]
    ends: tuple[int, ...]

    def origin(self, place: int) -> int:
        """The place in the text before that a place in the marked text comes from."""
        before = bisect.bisect_right(self.ends, place)
        if not before:
            return place
        mark = self.marks[before - 1]
        return mark.end + place - mark.at - 1


@attrs.frozen
class Naming:
    """How names and numbers are found.

    Attributes:
        pattern: finds them; its groups say what they look like.
        warehouses, skus: those that the task names, whatever they look like.
    """

    pattern: "re.Pattern[str]"
    warehouses: frozenset[str]
    skus: frozenset[str]

    def mark(self, kind: str, written: str) -> str:
        """The mark of what was found."""
        if written in self.warehouses:
            return WAREHOUSE
        if written in self.skus:
            return NAME
        return _MARKS.get(kind) or ("\n" if "\n" in written else " ")


def mark(text: str, naming: Naming) -> Marked:
    """The text in small letters with a mark for each name, number and run of blanks.

    Args:
        text: folded.
        naming: from `names`.
    """
    parts: list[str] = []
    marks: list[Mark] = []
    length = at = 0
    for found in naming.pattern.finditer(text):
        start, end = found.span()
        plain = text[at:start].lower()
        parts += (plain, naming.mark(found.lastgroup or "", found[0]))
        length += len(plain)
        marks.append(Mark(length, start, end))
        length += 1
        at = end
    parts.append(text[at:].lower())
    return Marked("".join(parts), tuple(marks), tuple([one.at + 1 for one in marks]))


_LOOKS = re.compile(_NAMES)
# Letters with marks belong to words too ("B" is no name in "Bạn"); Chinese stands beside names without a blank.
_LETTER = r"A-Za-z0-9_\u00c0-\u024f\u1e00-\u1eff\u0400-\u04ff"


@functools.lru_cache(maxsize=1024)
def names(warehouses: frozenset[str], skus: frozenset[str]) -> Naming:
    """Finds names and numbers, also those of the task that look like words."""
    wordy = sorted((name for name in warehouses | skus if not _looks_like_a_name(name)), key=lambda name: -len(name))
    if not wordy:
        return Naming(_LOOKS, warehouses, skus)
    given = "|".join(map(re.escape, wordy))
    return Naming(re.compile(rf"(?<![{_LETTER}])(?P<G>{given})(?![{_LETTER}])|{_NAMES}"), warehouses, skus)


def _looks_like_a_name(name: str) -> bool:
    found = _LOOKS.fullmatch(name)
    return found is not None and found.lastgroup in ("W", "C")
