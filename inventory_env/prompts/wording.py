"""Which sentences tell a task? One data file a language, with a table for each manner."""

import enum
import functools
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs

from inventory_env.errors import InputError, choices, shown

_FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))
_SLOT = re.compile(r"\{(\w+)((?:;[^;{}]+)*)\}")


class Manner(enum.StrEnum):
    """How does the prompt speak?"""

    PLANNER = "planner"  # a note with headings
    POLITE = "polite"  # a letter
    TERSE = "terse"  # a line a rule, no more words than needed


@attrs.frozen(eq=False)
class Wording:
    """The sentences of one language in one manner.

    Attributes:
        gap: what stands between two sentences.
        list_gap: what stands between two things that are listed.
        sentences: by name, with slots for values.
        form: which of the forms of a noun goes with a number, counted from 0.
    """

    gap: str
    list_gap: str
    sentences: Mapping[str, str]
    form: Callable[[int], int]

    def tell(self, name: str, **values: int | str) -> str:
        """The sentence of that name, its slots filled.

        Args:
            name: of the sentence.
            values: what goes into its slots; a number brings its noun along.
        """
        return _SLOT.sub(lambda slot: self._filled(slot, values), self.sentences[name])

    def where_there(self, name: str) -> tuple[str, ...]:
        """The sentence of that name, if this manner has one: headings and greetings are not for all."""
        return (self.sentences[name],) if name in self.sentences else ()

    def _filled(self, slot: "re.Match[str]", values: Mapping[str, int | str]) -> str:
        value, forms = values[slot[1]], slot[2].split(";")[1:]
        if not forms or isinstance(value, str):
            return str(value)
        return f"{value} {forms[self.form(value)]}"


@functools.cache
def wording(language: str, manner: Manner) -> Wording:
    """The sentences of a language in one manner.

    Raises:
        InputError: there is no data file for that language.
    """
    if language not in LANGUAGES:
        raise InputError(
            f"must be a known language; got {shown(language)} ({choices(language, LANGUAGES)})", field="language"
        )
    data = _data(language)
    return Wording(data["gap"], data["list_gap"], MappingProxyType(data[manner]), _PLURALS[data["plural"]])


@functools.cache
def _data(language: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


def _one_few_many(number: int) -> int:
    """Source: Unicode CLDR, plural rules of Russian (and of Ukrainian, Belarusian), whole numbers."""
    if number % 10 == 1 and number % 100 != 11:
        return 0
    return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2


_PLURALS: Mapping[str, Callable[[int], int]] = {
    "one-form": lambda number: 0,
    "one-other": lambda number: 0 if number == 1 else 1,
    "one-few-many": _one_few_many,
}
