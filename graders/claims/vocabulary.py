"""Which words say what a number counts? The tables [numbers] and [figures] of a language file, as patterns."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from graders.claims.claim import Role, Trait
from graders.claims.numbers import Habits
from graders.claims.signs import ALL, NAME, WAREHOUSE
from inventory_env.errors import InputError, choices, shown

# What a word says of the numbers around it.
ROLES: Mapping[str, Role] = {
    "available": Role.AVAILABLE,
    "confirmed": Role.CONFIRMED,
    "certain": Role.CONFIRMED,
    "unconfirmed": Role.UNCONFIRMED,
    "on_hand": Role.ON_HAND,
    "reserved": Role.RESERVED,
    "wanted": Role.WANTED,
    "missing": Role.MISSING,
    "share": Role.SHARE,
    "holds": Role.STOCK,
    "enough": Role.WANTED,
    "nearest": Role.NEAREST,
    "being": Role.AVAILABLE,
    "aside": Role.OTHER,
}
# Words that are numbers: nothing is there, nothing is sure, nothing is missing.
ZEROS: Mapping[str, Role] = {"none": Role.STOCK, "nothing_confirmed": Role.CONFIRMED, "no_gap": Role.MISSING}
_GRAMMAR = (
    "of", "among", "at", "and", "or", "not", "no", "denies", "within", "wrong", "bound", "label", "ordinal",
    "adjective", "every", "skip",
    "time", "attempt", "place", "pack", "line", "page", "money", "month",
)  # fmt: skip
_COUNTED = ("unit", "scale", "measure", "word", "nth", "shy", "minus", "figure", "soft", "hard", "plus", "mark")
FIGURES = (*ROLES, *ZEROS, *_GRAMMAR)
NUMBERS = ("decimal", "group", "words", "nth", "shy", "units", "scales", "measures", "minus", "digits", "powers")
# One bit for each thing that a word may do, so that many can be asked for at once.
BIT: Mapping[str, int] = {what: 1 << place for place, what in enumerate((*FIGURES, *_COUNTED))}
# Where the number of a phrase stands: "# short" before it, "has #" behind it, else on either side.
BEFORE, EITHER, BEHIND = -1, 0, 1
# Fractions and numbers in circles: no reader of digits can be sure of them.
_STRANGE = "[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2079\u2150-\u2189\u2460-\u24ff\u2776-\u2793\u3220-\u3229]"
_SOFT = r"[:\uff1a=]|\s-+\s|-{2,}"
_HARD = r"[,;()\[\]\uff0c\uff1b\uff08\uff09\u3001]|\.{2,}|\u2026"


@attrs.frozen
class Phrase:
    """What a word or some words in a row may do.

    Attributes:
        does: the bits of all that.
        says: (what, side) of everything that it may say of a number, and on which side that number stands.
        bounds: the side on which it makes a number a bound, or None.
        number: the number that it names, or that it multiplies by.
    """

    does: int
    says: tuple[tuple[str, int], ...]
    bounds: int | None = None
    number: int | None = None


@attrs.frozen(eq=False)
class Vocabulary:
    """The words of one language around numbers.

    Attributes:
        habits: how it writes numbers.
        dotted: finds, before a dot, a unit that the dot belongs to.
        digits, powers: the value of each numeral that is a letter, below 10 and from 10 on.
        phrases: in the order of the pattern's groups.
        first: the number of the group of the first phrase.
        pattern: finds marks, punctuation, phrases and single words.
        traits: finds what shows that a clause says something besides; its groups are numbered from 1.
        shown: for each of those groups, what it shows.
    """

    habits: Habits
    dotted: re.Pattern[str]
    digits: Mapping[str, int]
    powers: Mapping[str, int]
    phrases: tuple[Phrase, ...]
    first: int
    pattern: re.Pattern[str]
    traits: re.Pattern[str]
    shown: tuple[tuple[Trait, ...], ...]


def read_vocabulary(numbers: Mapping[str, Any], figures: Mapping[str, Any], *, spaced: bool, path: str) -> Vocabulary:
    """The words that the tables [numbers] and [figures] of a language file list.

    Args:
        numbers: the first table.
        figures: the second.
        spaced: whether the words of the language stand apart.
        path: how messages call the file.

    Raises:
        InputError: naming the key and the rule that it breaks.
    """
    return _Maker(numbers, figures, spaced=spaced, path=path).vocabulary()


class _Maker:
    """Turns the two tables into one record."""

    def __init__(self, numbers: Mapping[str, Any], figures: Mapping[str, Any], *, spaced: bool, path: str) -> None:
        self.numbers = numbers
        self.figures = figures
        self.spaced = spaced
        self.path = path
        self.sides: dict[str, dict[str, int]] = {}
        self.values: dict[str, int] = {}
        self.dotted: list[str] = []

    def vocabulary(self) -> Vocabulary:
        """The record."""
        self._known(self.numbers, NUMBERS, "numbers")
        self._known(self.figures, (*FIGURES, *(trait.value for trait in Trait)), "figures")
        for key in FIGURES:
            for phrase in self._texts(self.figures.get(key, ()), f"figures.{key}"):
                self._enter(phrase, key)
        self._count()
        pattern, phrases = self._pattern()
        traits, shown_by = self._traits()
        return Vocabulary(
            habits=Habits(str(self.numbers.get("decimal", ".")), str(self.numbers.get("group", ","))),
            dotted=re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, self.dotted)) or '(?!)'})$"),
            digits=self._values("digits"),
            powers=self._values("powers"),
            phrases=phrases,
            first=pattern.groupindex["plus"] + 1,
            pattern=pattern,
            traits=traits,
            shown=shown_by,
        )

    def _count(self) -> None:
        """The words that are numbers, multiply numbers or are counted by them."""
        for key, what in (("words", "word"), ("nth", "nth"), ("scales", "scale"), ("measures", "measure")):
            for phrase, number in self._values(key).items():
                self.values[self._enter(phrase, what)] = number
        for key, what in (("shy", "shy"), ("units", "unit"), ("minus", "minus")):
            for phrase in self._texts(self.numbers.get(key, ()), f"numbers.{key}"):
                self._enter(phrase.rstrip("."), what)
                if phrase.endswith("."):
                    self.dotted.append(phrase.rstrip("."))

    def _enter(self, phrase: str, what: str) -> str:
        if "@" in phrase:
            raise self._error(
                what, f"must name no names (@), only what is heard beside numbers may; got {shown(phrase)}"
            )
        side = BEHIND if phrase.endswith("#") else BEFORE if phrase.startswith("#") else EITHER
        words = phrase.strip("# ")
        sides = self.sides.setdefault(words, {})
        sides[what] = side if sides.get(what, side) == side else EITHER
        return words

    def _phrase(self, words: str) -> Phrase:
        sides = self.sides[words]
        return Phrase(
            does=sum(BIT[what] for what in sides),
            says=tuple((what, side) for what, side in sides.items() if what in ROLES),
            bounds=sides.get("bound"),
            number=self.values.get(words),
        )

    def _pattern(self) -> tuple[re.Pattern[str], tuple[Phrase, ...]]:
        """Marks, numerals, punctuation, then all phrases, then any word."""
        marks = f"(?P<mark>[{ALL}])|(?P<strange>{_STRANGE})"
        if numerals := "".join([*self._values("digits"), *self._values("powers")]):
            marks += f"|(?P<numeral>[{numerals}]{{2,}})"
        stops = rf"(?P<soft>{_SOFT})|(?P<hard>{_HARD})|(?P<plus>\+)"
        found, order = self._alternatives(self.sides)
        word = r"[^\W\d_]+(?:'[^\W\d_]+)*" if self.spaced else r"[a-z]+|[^\W\d_]"
        return re.compile(f"{marks}|{stops}|{found}|{word}"), tuple(map(self._phrase, order))

    def _traits(self) -> tuple[re.Pattern[str], tuple[tuple[Trait, ...], ...]]:
        shows: dict[str, tuple[Trait, ...]] = {}
        for trait in Trait:
            for words in self._texts(self.figures.get(trait, ()), f"figures.{trait}"):
                shows[words] = (*shows.get(words, ()), trait)
        found, order = self._alternatives(shows)
        return re.compile(found), tuple(shows[words] for words in order)

    def _alternatives(self, phrases: Iterable[str]) -> tuple[str, list[str]]:
        """A pattern with a group for each phrase, by their first character, the longer before the shorter."""
        order = sorted(phrases, key=lambda words: (words[0], -len(words.rstrip("*")), words))
        starts: dict[str, list[str]] = {}
        for words in order:
            starts.setdefault(words[0], []).append(f"{self._written(words[1:])}()")
        parts = "|".join([f"{self._written(start)}(?:{'|'.join(rest)})" for start, rest in starts.items()]) or "(?!)"
        return rf"(?<!\w)(?:{parts})(?!\w)" if self.spaced else f"(?:{parts})", order

    def _written(self, words: str) -> str:
        """A phrase as a pattern: * stands for any further letters, @ for a name, a blank for one or more."""
        return re.escape(words).replace(r"\*", r"\w*").replace(r"\ ", r"\s+").replace("@", f"[{WAREHOUSE}-{NAME}]")

    def _values(self, key: str) -> dict[str, int]:
        found = self.numbers.get(key, {})
        if not isinstance(found, dict) or not all(type(one) is int for one in found.values()):
            raise self._error(f"numbers.{key}", f"must be a table of whole numbers; got {shown(found)}")
        return found

    def _texts(self, found: Any, place: str) -> Iterable[str]:
        if not isinstance(found, list | tuple) or not all(isinstance(one, str) and one.strip("# *") for one in found):
            raise self._error(place, f"must be a list of words; got {shown(found)}")
        return found

    def _known(self, table: Mapping[str, Any], keys: tuple[str, ...], name: str) -> None:
        for key in table:
            if key not in keys:
                raise self._error(f"{name}.{key}", f"must be a known key ({choices(key, keys)})")

    def _error(self, place: str, rule: str) -> InputError:
        return InputError(rule, path=self.path, field=place)
