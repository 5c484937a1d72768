"""Which words say what a number counts? The tables [numbers] and [figures] of a language file, as one pattern."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from graders.claims.claim import Role, Trait
from graders.claims.numbers import Habits
from graders.claims.writings import NAME, WHOLE
from inventory_env.errors import InputError, choices, shown

# What a word does to the numbers around it.
ROLES: Mapping[str, Role] = {
    "available": Role.AVAILABLE,
    "on_hand": Role.ON_HAND,
    "reserved": Role.RESERVED,
    "wanted": Role.WANTED,
    "missing": Role.MISSING,
    "share": Role.SHARE,
    "holds": Role.STOCK,
    "enough": Role.WANTED,
    "nearest": Role.NEAREST,
    "aside": Role.OTHER,
}
ZEROS: Mapping[str, Role] = {"none": Role.STOCK, "nothing_confirmed": Role.AVAILABLE, "no_gap": Role.MISSING}
# Nouns beside a number that make it no quantity of goods.
OTHER_NOUNS = ("time", "attempt", "place", "pack", "line", "page", "money", "month")
GRAMMAR = ("of", "among", "at", "and", "or", "not", "bound", "label", "ordinal", "adjective", "every", "skip")
FIGURES = (*ROLES, *ZEROS, *OTHER_NOUNS, *GRAMMAR)
COUNTED = ("unit", "scale", "measure", "word", "shy", "minus")
TRAITS = tuple(trait.value for trait in Trait)
NUMBERS = ("decimal", "group", "words", "shy", "units", "scales", "measures", "minus", "digits", "powers")
# Where the number of a phrase stands: "# short" before it, "has #" behind it, else on either side.
BEFORE, EITHER, BEHIND = -1, 0, 1
_PUNCTUATION = r"(?P<soft>[:\uff1a=]|\s-+\s|-{2,})|(?P<hard>[,;()\[\]\uff0c\uff1b\uff08\uff09\u3001]|\.{2,}|…)|(?P<plus>\+)"


@attrs.frozen
class Phrase:
    """What a word or some words in a row may do.

    Attributes:
        sides: for each thing that it does, on which side its number stands.
        number: the number that it names, or that it multiplies by.
    """

    sides: Mapping[str, int]
    number: int | None = None


@attrs.frozen(eq=False)
class Vocabulary:
    """The words of one language around numbers.

    Attributes:
        habits: how it writes numbers.
        spaced: whether its words stand apart.
        digits: the value of each numeral that is a letter; those of 10 and more are powers.
        phrases: in the order of the pattern's groups.
        first: the number of the group of the first phrase.
        pattern: finds marks, punctuation, phrases and single words.
        traits: for each of them, what shows that a clause says it besides.
    """

    habits: Habits
    spaced: bool
    digits: Mapping[str, int]
    phrases: tuple[Phrase, ...]
    first: int
    pattern: re.Pattern[str]
    traits: Mapping[Trait, re.Pattern[str]]


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

    def vocabulary(self) -> Vocabulary:
        """The record."""
        self._known(self.numbers, NUMBERS, "numbers")
        self._known(self.figures, (*FIGURES, *TRAITS), "figures")
        for key in FIGURES:
            for phrase in self._texts(self.figures.get(key, ()), f"figures.{key}"):
                self._enter(phrase, key)
        self._count()
        pattern, phrases, first = self._pattern()
        return Vocabulary(
            habits=Habits(str(self.numbers.get("decimal", ".")), str(self.numbers.get("group", ","))),
            spaced=self.spaced,
            digits={**self._values("digits"), **self._values("powers")},
            phrases=phrases,
            first=first,
            pattern=pattern,
            traits=dict(self._traits()),
        )

    def _count(self) -> None:
        """The words that are numbers, multiply numbers or are counted by them."""
        for key, what in (("words", "word"), ("scales", "scale"), ("measures", "measure")):
            for phrase, number in self._values(key).items():
                self.values[self._enter(phrase, what)] = number
        for key, what in (("shy", "shy"), ("units", "unit"), ("minus", "minus")):
            for phrase in self._texts(self.numbers.get(key, ()), f"numbers.{key}"):
                self._enter(phrase, what)

    def _enter(self, phrase: str, what: str) -> str:
        side = BEHIND if phrase.endswith("#") else BEFORE if phrase.startswith("#") else EITHER
        words = phrase.strip("# ")
        self.sides.setdefault(words, {})[what] = side
        return words

    def _pattern(self) -> tuple[re.Pattern[str], tuple[Phrase, ...], int]:
        """All phrases in one pattern, by their first character, the longer before the shorter."""
        order = sorted(self.sides, key=lambda words: (words[0], -len(words.rstrip("*")), words))
        starts: dict[str, list[str]] = {}
        for words in order:
            starts.setdefault(words[0], []).append(f"{self._written(words[1:])}()")
        parts = [f"{re.escape(start)}(?:{'|'.join(rest)})" for start, rest in starts.items()]
        found = self._bounded("|".join(parts)) if parts else "(?!)"
        marks = f"(?P<mark>[{WHOLE}-{NAME}])"
        word = r"[^\W\d_]+(?:'[^\W\d_]+)*" if self.spaced else r"[a-z]+|[^\W\d_]"
        pattern = re.compile(f"{marks}|{_PUNCTUATION}|{found}|{word}")
        phrases = [Phrase(self.sides[words], self.values.get(words)) for words in order]
        return pattern, tuple(phrases), pattern.groupindex["plus"] + 1

    def _traits(self) -> Iterable[tuple[Trait, re.Pattern[str]]]:
        for trait in Trait:
            words = self._texts(self.figures.get(trait, ()), f"figures.{trait}")
            longest = sorted(words, key=lambda one: (-len(one), one))
            if longest:
                yield trait, re.compile(self._bounded("|".join(map(self._written, longest))))

    def _bounded(self, alternatives: str) -> str:
        return rf"(?<!\w)(?:{alternatives})(?!\w)" if self.spaced else f"(?:{alternatives})"

    def _written(self, words: str) -> str:
        """A phrase as a pattern: * stands for any further letters, a blank for one or more."""
        return re.escape(words).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")

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
