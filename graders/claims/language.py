"""What does a language look like to the reader of claims? One data file, turned into patterns once."""

import functools
import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any

import attrs

from graders.claims.claim import WRITES, Kind
from graders.claims.vocabulary import Vocabulary, read_vocabulary
from inventory_env.errors import InputError, choices, shown

SHIPPED = ("en", "ru", "vi", "zh")
# What a clause's shape holds in the place of a warehouse, another name, a number and quoted words.
WAREHOUSE, NAME, NUMBER, QUOTE = "W", "S", "#", "Q"
# Put in front of the deed that is judged, so that a cue can say that it must stand right before it; B for a bare stem.
DEED, BARE = "D", "B"
_MARKS = {
    "{w}": WAREHOUSE, "{s}": f"[{WAREHOUSE}{NAME}]", "{n}": NUMBER, "{q}": QUOTE, "{d}": f"[{DEED}{BARE}]", "{b}": BARE,
}  # fmt: skip
_NEVER = re.compile(r"(?!)")
_COMMA = r"[,\uff0c]"
# Every word of a text in an alphabet: letters, with apostrophes and hyphens inside.
WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")

CUES = (
    "idiom", "quoting", "asking", "condition", "offer", "future", "ability", "strong", "other_demand", "past", "state",
    "negation", "negation_after", "denial", "contrast", "risk", "safe", "wish", "yes", "carry", "quoted_after", "stray",
    "loose", "noes", "doubt", "mine", "fact", "tally", "opening", "presumed", "vague", "elided", "numeral",
    "far", "rest",
)  # fmt: skip
# What a cue that is not given is taken from.
_INSTEAD = {"opening": "condition", "vague": "loose"}
DONE, BASE, TIE, UNDONE = "done", "base", "tie", "undone"
FORMS = (DONE, TIE, UNDONE, BASE)
CLAIMS = tuple(kind for kind in Kind if kind not in WRITES)
# The first of these that fits is what a clause says beside deeds.
_ORDER = (Kind.NOT_KNOWN, Kind.INVALID, Kind.SHORTFALL, Kind.AVAILABILITY, Kind.REFUSED, Kind.LOOK_UP, Kind.REMARK)


@attrs.frozen(eq=False)
class Language:
    """One language, as patterns over the shape of a clause.

    Attributes:
        tag: such as `en`.
        spaced: whether its words stand apart.
        cues: by name, what says how a claim is meant; `CUES`.
        writes: (kind, form, pattern) of every deed; forms are `FORMS`.
        claims: (kind, pattern) of everything else that a clause may say, the first that fits first.
        split: finds where a sentence falls into clauses.
        lists: match the first warehouses of a list, with the words before them, and, behind a comma, the rest of it.
        abbreviations: finds, before a dot, a word that the dot belongs to.
        words: the words that claim nothing.
        longest: the length of the longest of them.
        near: whether its cues say how near to the deed they stand; a cue that stands farther off leaves the deed open.
        marked: whether cues mark every question, so that a sentence without them may tell, whatever ends it.
        strict: whether a clause that no pattern knows is not understood, though its words be known.
        letters: by code, the letters that are written in two ways, and the way that is read.
        native: finds what only a text in this language has; a text with it is read in it where it is declared.
        detect: finds words or letters that only this language of those shipped has.
        vocabulary: the words that say what its numbers count.
    """

    tag: str
    spaced: bool
    cues: Mapping[str, re.Pattern[str]]
    writes: tuple[tuple[Kind, str, re.Pattern[str]], ...]
    claims: tuple[tuple[Kind, re.Pattern[str]], ...]
    split: re.Pattern[str]
    lists: tuple[re.Pattern[str], re.Pattern[str]]
    abbreviations: re.Pattern[str]
    words: frozenset[str]
    longest: int
    near: bool
    marked: bool
    strict: bool
    native: re.Pattern[str]
    detect: re.Pattern[str]
    vocabulary: Vocabulary
    letters: Mapping[int, str] = attrs.field(factory=dict)


@functools.cache
def language(tag: str) -> Language:
    """The language with that tag.

    Raises:
        InputError: none that ships has it.
    """
    return read_language(_shipped(tag), f"{tag}.toml", tried=True)


@functools.cache
def signs(tag: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """By what a language is known, `native` and `detect`: all others need not be made for that.

    Raises:
        InputError: none that ships has this tag.
    """
    data = tomllib.loads(_shipped(tag))
    return _Maker({key: data.get(key, ()) for key in ("native", "detect", "spaced")}, f"{tag}.toml", tried=True).signs()


@functools.cache
def _shipped(tag: str) -> str:
    if tag not in SHIPPED:
        raise InputError(f"must be a known language; got {shown(tag)} ({choices(tag, SHIPPED)})", field="language")
    return (resources.files("graders.claims") / "languages" / f"{tag}.toml").read_text(encoding="utf-8")


def read_language(text: str, name: str, *, tried: bool = False) -> Language:
    """The language that a data file describes.

    Args:
        text: the file.
        name: how messages call it.
        tried: whether every pattern is known to be one; trying them costs as much as making them.

    Raises:
        InputError: naming the table and the rule that it breaks.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"must be TOML; {error}", path=name) from None
    return _Maker(data, name, tried=tried).language()


class _Maker:
    """Turns the tables of one file into patterns."""

    def __init__(self, data: Mapping[str, Any], name: str, *, tried: bool) -> None:
        self.data = data
        self.name = name
        self.tried = tried
        self.spaced = bool(data.get("spaced", True))
        self.letters = dict(self._letters())
        self.parts: dict[str, str] = {}
        for key, value in self._table("parts").items():  # in order: a part may use those before it
            self.parts[key] = self._alternatives(value, f"parts.{key}")

    def language(self) -> Language:
        """The record."""
        cues = self._table("cues")
        if strange := sorted(set(cues) - set(CUES)):
            raise self._error(f"cues.{strange[0]}", f"must be a known cue ({choices(strange[0], CUES)})")
        words = self._words()
        native, detect = self.signs()
        return Language(
            tag=self._text("language"),
            spaced=self.spaced,
            cues={cue: self._pattern(self._cue(cues, cue), f"cues.{cue}") for cue in CUES},
            writes=tuple(self._writes()),
            claims=tuple(self._claims()),
            split=self._split(self.data.get("split", ()), self.data.get("glue", ())),
            lists=self._lists(self._table("figures")),
            abbreviations=self._abbreviations(self.data.get("abbreviations", ())),
            words=frozenset(words),
            longest=max(map(len, words), default=0),
            near=bool(cues.get("loose")),
            marked=bool(self.data.get("marked", cues.get("loose"))),
            strict=bool(self.data.get("strict", False)),
            native=native,
            detect=detect,
            letters=self.letters,
            vocabulary=read_vocabulary(
                self._table("numbers"), self._table("figures"), spaced=self.spaced, path=self.name
            ),
        )

    def _letters(self) -> Iterable[tuple[int, str]]:
        """Every letter that is read as another; an entry may hold several, each read as the one in its place."""
        for key, value in self._table("letters").items():
            if not isinstance(value, str) or len(value) != len(key):
                raise self._error(f"letters.{key}", "must have a letter for each")
            for written, read in zip(key, value, strict=True):
                yield ord(written.lower()), read.lower()
                yield ord(written.upper()), read.upper()

    def signs(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """By what the language is known."""
        native = self._alternatives(self.data.get("native", ()), "native")
        return re.compile(native or _NEVER.pattern), self._pattern(self.data.get("detect", ()), "detect")

    @staticmethod
    def _cue(cues: Mapping[str, Any], cue: str) -> Any:
        return cues.get(cue, cues.get(_INSTEAD.get(cue, cue), ()))

    def _writes(self) -> Iterable[tuple[Kind, str, re.Pattern[str]]]:
        for kind, forms in self._table("writes").items():
            if kind not in WRITES:
                raise self._error(f"writes.{kind}", f"must be a deed ({choices(kind, sorted(WRITES))})")
            for form in FORMS:
                if patterns := forms.get(form):
                    yield Kind(kind), form, self._pattern(patterns, f"writes.{kind}.{form}")

    def _claims(self) -> Iterable[tuple[Kind, re.Pattern[str]]]:
        claims = self._table("claims")
        for kind in claims:
            if kind not in CLAIMS:
                raise self._error(f"claims.{kind}", f"must be a claim ({choices(kind, CLAIMS)})")
        return [(kind, self._pattern(claims[kind], f"claims.{kind}")) for kind in _ORDER if kind in claims]

    def _words(self) -> set[str]:
        words: set[str] = set()
        for text in self.data.get("words", {}).values():
            for word in text.lower().translate(self.letters).split():
                words.update(self._inflected(word))
        return words

    def _inflected(self, word: str) -> Iterable[str]:
        """Every form of "stem~paradigm": the paradigm's endings stand in the table [endings]; "-" is none."""
        stem, inflects, paradigm = word.partition("~")
        if not inflects:
            return (word,)
        endings = self._table("endings")
        if paradigm not in endings:
            raise self._error(f"endings.{paradigm}", f"must be there for {shown(word)}")
        return [stem + ending.strip("-") for ending in endings[paradigm].translate(self.letters).split()]

    def _split(self, patterns: Iterable[str], glue: Iterable[str]) -> re.Pattern[str]:
        opened = self._alternatives(patterns, "split") if patterns else "(?!)"
        end = r"(?!\w)" if self.spaced else ""
        glued = rf"(?!(?:{self._alternatives(glue, 'glue')}){end})" if glue else ""
        start = rf"[ \n](?=(?:{opened})(?!\w))" if self.spaced else f"(?={opened})"
        return re.compile(rf" ?{_COMMA}(?: {glued}|(?! ){glued})| ?[:\uff1a] ?| -+ {glued}|-{{2,}}|{start}")

    def _lists(self, figures: Mapping[str, Any]) -> tuple[re.Pattern[str], re.Pattern[str]]:
        places, ands = (self._words_of(figures, key) for key in ("place", "and"))
        if not places or not ands:
            return _NEVER, _NEVER
        more = rf"{WAREHOUSE}(?:{_COMMA} ?{WAREHOUSE})*"
        first = rf"\s*(?:(?:[^\W\d_]+ ){{0,2}}(?:{places}) )?{more}\s*"
        rest = rf" ?(?:{more},? ?)?(?:{ands}) ?(?:(?:{places}) )?{WAREHOUSE}(?!\w)"
        return re.compile(first), re.compile(rest)

    @staticmethod
    def _words_of(figures: Mapping[str, Any], key: str) -> str:
        return "|".join([re.escape(word).replace(r"\*", r"\w*") for word in figures.get(key, ())])

    def _abbreviations(self, words: Iterable[str]) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})$", re.IGNORECASE) if words else _NEVER

    def _pattern(self, patterns: Iterable[str], place: str) -> re.Pattern[str]:
        if not patterns:
            return _NEVER
        return re.compile(self._bounded(self._alternatives(patterns, place)))

    def _bounded(self, alternatives: str) -> str:
        return rf"(?<!\w)(?:{alternatives})(?!\w)" if self.spaced else f"(?:{alternatives})"

    def _alternatives(self, patterns: Iterable[str], place: str) -> str:
        written = "|".join(self._filled(pattern, place) for pattern in patterns)
        if not self.tried:
            try:
                re.compile(written)
            except re.error as error:
                raise self._error(place, f"must be regular expressions; {error}") from None
        return written

    def _filled(self, pattern: object, place: str) -> str:
        if not isinstance(pattern, str):
            raise self._error(place, f"must be texts; got {shown(pattern)}")
        for mark, written in _MARKS.items():
            pattern = pattern.replace(mark, written)
        for part in re.findall(r"\{([a-z_]+)\}", pattern):
            if part not in self.parts:
                raise self._error(place, f"must use parts that stand before it; got {{{part}}}")
            pattern = pattern.replace(f"{{{part}}}", f"(?:{self.parts[part]})")
        return pattern.translate(self.letters)

    def _table(self, key: str) -> Mapping[str, Any]:
        found = self.data.get(key, {})
        if not isinstance(found, dict):
            raise self._error(key, f"must be a table; got {shown(found)}")
        return found

    def _text(self, key: str) -> str:
        found = self.data.get(key)
        if not isinstance(found, str):
            raise self._error(key, f"must be a text; got {shown(found)}")
        return found

    def _error(self, place: str, rule: str) -> InputError:
        return InputError(rule, path=self.name, field=place)
