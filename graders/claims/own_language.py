"""Is somebody's own language file what a language file should be? Every slip is named before a pattern is made."""

import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from graders.claims.language import FORMS, Language, read_language
from inventory_env.errors import InputError, choices, shown
from inventory_env.fields import Name, conform

# Where a table or a list may stand; what the names inside them mean, the readers of these tables say.
LISTS = ("abbreviations", "detect", "glue", "native", "split")
TABLES_OF_LISTS = ("claims", "cues", "parts")
TABLES_OF_TEXTS = ("endings", "letters", "words")
TABLES = ("figures", "numbers")
SWITCHES = ("spaced", "marked", "strict")
KEYS = ("language", *SWITCHES, "writes", *LISTS, *TABLES_OF_LISTS, *TABLES_OF_TEXTS, *TABLES)
# Gives an error for what does not fit.
Fits = Callable[[object, str], None]


def read_own_language(text: str, name: str) -> Language:
    """The language that a user's file describes.

    Args:
        text: the file.
        name: how messages call it.

    Raises:
        InputError: naming the file, the place in it, and the rule that it breaks.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"must be TOML; {error}", path=name) from None
    try:
        check(data)
    except InputError as error:
        raise error.at(name) from None
    return read_language(text, name)


def check(data: Mapping[str, Any]) -> None:
    """Make sure that each key of a language file is known and holds what it should.

    Raises:
        InputError: naming the place and the rule that it breaks.
    """
    conform(Name, "language")(data.get("language"))
    fits = {
        **dict.fromkeys(SWITCHES, _switch),
        **dict.fromkeys(LISTS, _texts),
        **dict.fromkeys(TABLES_OF_LISTS, _each(_texts)),
        **dict.fromkeys(TABLES_OF_TEXTS, _each(_text)),
        **dict.fromkeys(TABLES, _each(_anything)),
        "writes": _each(_forms),
    }
    for key, value in data.items():
        if key not in KEYS:
            raise InputError(f"is no key of a language file ({choices(key, KEYS)})", field=key)
        fits.get(key, _anything)(value, key)


def _each(one: Fits) -> Fits:
    """Fits a table, each value of which fits."""

    def table(value: object, place: str) -> None:
        if not isinstance(value, dict):
            raise InputError(f"must be a table; got {shown(value)}", field=place)
        for key, inner in value.items():
            one(inner, f"{place}.{key}")

    return table


def _forms(value: object, place: str) -> None:
    _each(_texts)(value, place)
    for form in value if isinstance(value, dict) else ():
        if form not in FORMS:
            raise InputError(f"is no form of a deed ({choices(form, FORMS)})", field=f"{place}.{form}")


def _texts(value: object, place: str) -> None:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise InputError(f"must be a list of texts; got {shown(value)}", field=place)


def _text(value: object, place: str) -> None:
    if not isinstance(value, str):
        raise InputError(f"must be a text; got {shown(value)}", field=place)


def _switch(value: object, place: str) -> None:
    if not isinstance(value, bool):
        raise InputError(f"must be true or false; got {shown(value)}", field=place)


def _anything(value: object, place: str) -> None:
    """The reader of this table says what is wrong with it."""
