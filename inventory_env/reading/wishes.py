"""How do customers of one language ask? Its wishes as patterns, out of a data file."""

import functools
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from inventory_env.reading.numerals import Numerals

_FOLDER = Path(__file__).parent / "requests"
# What stands in a request's shape for a name; for a number that can be read in several ways; for what was read; and
# for the words that give a warehouse its rank.
NAME = re.compile("\ue000([0-9]+)\ue001")
ODD = "\ufffd"
DONE = "\x00"
RANKED = "\x01"
_GAP = "..."
_PART = re.compile(r"\{(\w+)\}")
_WORD = r"[^\s\d,.:;?\ue000\ue001\x00]+"

Patterns = tuple[re.Pattern[str], ...]


@attrs.frozen(eq=False)
class Wishes:
    """What customers of one language may ask for.

    Attributes:
        spaced: whether words stand apart.
        article: the name in capitals that is a word where a sentence starts, or "".
        thousands: what stands between thousands in a number.
        numerals: the numbers.
        seconds: how many a unit of time or a span of words has, by pattern.
        wishes: the patterns of each wish, in the order in which they are looked for.
        lines: the patterns of order lines and of halves of them.
        links: the patterns of what stands between two warehouses, by what it says of their order.
        ranks: the patterns of a warehouse's rank, by rank.
        places: the patterns that show that a name is a warehouse's.
        glued: finds a number with its unit written as one word.
        words: every word that a pattern or an idle phrase holds.
        idle: phrases that bind nobody, the longest first, by their first word.
        abbreviations: words behind which a stop ends no sentence.
        turns: words that may turn the sense of a sentence.
        follows_name: words that follow a name and no article.
    """

    spaced: bool
    article: str
    thousands: str
    numerals: Numerals
    seconds: Mapping[str, int]
    wishes: Mapping[str, Patterns]
    lines: Mapping[str, Patterns]
    links: Mapping[str, Patterns]
    ranks: Mapping[int, Patterns]
    places: Patterns
    glued: re.Pattern[str]
    words: frozenset[str]
    idle: Mapping[str, tuple[tuple[str, ...], ...]]
    abbreviations: frozenset[str]
    turns: frozenset[str]
    follows_name: frozenset[str]


@functools.cache
def wishes(language: str) -> Wishes:
    """The wishes of a language.

    Args:
        language: one of the phrasebooks' languages.
    """
    data = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    spaced: bool = data["spaced"]
    numerals = Numerals(data["numbers"], spaced=spaced)
    seconds = {written: int(value) for kind in ("time", "spans") for value, written in data[kind].items()}
    compiler = _Compiler(data, numerals)
    # A pattern that joins two warehouses is held to all that stands between them, not to words.
    links = {name: tuple(compiler.compiled(one, bounds="") for one in data["order"][name]) for name in _LINKS}
    idle = _idle(data["idle"], spaced=spaced)
    return Wishes(
        spaced=spaced,
        article=data["article"],
        thousands=data["thousands"],
        numerals=numerals,
        seconds=seconds,
        wishes={name: compiler.all(patterns) for name, patterns in data["wishes"].items()},
        lines={name: compiler.all(patterns) for name, patterns in data["lines"].items()},
        links=links,
        ranks={rank: compiler.all(data["order"][name]) for rank, name in _RANKS.items()},
        places=compiler.all(data["order"]["place"]),
        glued=re.compile(rf"([0-9]+)({data['units']}|{'|'.join(data['time'].values())})"),
        words=frozenset(_words(data)),
        idle=idle,
        abbreviations=frozenset(data["abbreviations"]),
        turns=frozenset(data["turns"]),
        follows_name=frozenset(data["follows_name"]),
    )


_LINKS = ("then", "after", "and")
# Whatever comes last comes after any number.
_RANKS = {1: "first", 2: "second", 3: "third", 999: "last"}


class _Compiler:
    """Turns what a data file writes into patterns."""

    def __init__(self, data: Mapping[str, Any], numerals: Numerals) -> None:
        self._spaced = data["spaced"]
        name = NAME.pattern.replace("(", "(?:")
        listed = "|".join(self._loose(one) for one in data["order"]["and"])
        units, spans = ("|".join(data[kind].values()) for kind in ("time", "spans"))
        self._parts = {"units": f"(?:{data['units']})", **data["parts"]}
        self._marks = {
            "n": f"(?P<n>{numerals.pattern})",
            "digits": "(?P<n>[0-9]+)",
            "d": f"(?:(?P<n>{numerals.pattern}) ?(?P<unit>{units})|(?P<span>{spans}))",
            "name": f"(?P<name>{name})",
            "sku": f"(?P<sku>{name})",
            "names": f"(?P<names>{name}(?:(?:{listed}){name})*)",
            "w": _WORD,
        }

    def all(self, patterns: list[str]) -> Patterns:
        """The patterns, each held to whole words where words stand apart."""
        return tuple(self.compiled(one, bounds=r"\w" if self._spaced else "") for one in patterns)

    def compiled(self, pattern: str, *, bounds: str) -> re.Pattern[str]:
        """One pattern.

        Args:
            pattern: as the data file writes it.
            bounds: what may stand neither before nor after it; nothing if empty.
        """
        while any(part in self._parts for part in _PART.findall(pattern)):
            pattern = _PART.sub(lambda part: self._parts.get(part[1], part[0]), pattern)
        pieces = self._loose(pattern).split(_GAP)
        gaps = (f"(?P<gap{number}>[^.;?]{{0,60}}?)" for number in range(1, len(pieces)))
        gapped = pieces[0] + "".join(gap + piece for gap, piece in zip(gaps, pieces[1:], strict=True))
        marked = _PART.sub(lambda mark: self._marks.get(mark[1], mark[0]), gapped)
        return re.compile(f"(?<!{bounds})(?:{marked})(?!{bounds})" if bounds else marked)

    def _loose(self, pattern: str) -> str:
        """A comma more or less makes no difference, but where words are free: those end with their clause."""
        return re.sub(r"(?<!,)(?<!,\?) (?!\{w\})", ",? ", pattern) if self._spaced else pattern


def _idle(phrases: list[str], *, spaced: bool) -> dict[str, tuple[tuple[str, ...], ...]]:
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrases:
        words = tuple(phrase.split() if spaced else phrase)
        by_first.setdefault(words[0], []).append(words)
    return {first: tuple(sorted(many, key=len, reverse=True)) for first, many in by_first.items()}


def _words(data: Any) -> Iterator[str]:
    """Every word in small letters anywhere in the data."""
    if isinstance(data, str):
        yield from re.findall(r"[^\W\d_]+", data)
    elif isinstance(data, list | dict):
        for inner in data.values() if isinstance(data, dict) else data:
            yield from _words(inner)
