"""Where does a clause begin and end? Sentences first, then their parts; quoted words stand apart."""

import re
from collections.abc import Iterator

import attrs

from graders.claims.language import QUOTE, Language

# Beside a Chinese letter a narrow mark needs no blank to end a sentence.
_SENTENCE = re.compile(
    r"(?:[.!;…](?=[\s\"'.!?)]|\Z)|(?<=[\u3400-\u9fff])[.!;]|[.!;](?=[\u3400-\u9fff]))[.!?…\"')\s]*"
    r"|[?\u3002\uff01\uff1f\uff1b\n][.!?…\u3002\uff01\uff1f\"')\s]*"
)
_ASKS = re.compile(r"[?\uff1f]")
# An apostrophe between letters is no quotation mark, but words of Chinese stand close to one.
_QUOTED = re.compile(
    r"\"([^\"\n]{1,400})\"|(?<![^\W\u3400-\u9fff])(?<!')'([^'\"\n]{1,400}(?:'\w[^'\"\n]{0,400})?)'(?![^\W\u3400-\u9fff])"
)
_BLANK = " \n\"'"
_COMMAS = (",", "\uff0c")
# So few words before a colon are a heading, and say nothing without what follows; characters where there are no blanks.
_HEADING, _HEADING_UNSPACED = 3, 4
# Where words do not stand apart, only a blank between two words of another alphabet says something.
_IDLE_BLANK = re.compile(r"(?<![a-z]) | (?![a-z])")
_BEFORE, _AFTER = 80, 40


@attrs.frozen
class Clause:
    """One clause, ready to be judged.

    Attributes:
        start, end: [start, end) in the marked text.
        shape: its words; quoted words of others are one mark.
        first: whether it begins its sentence.
        asked: whether its sentence is a question.
        last: whether it ends its sentence.
        quote: whether it is quoted words that somebody else is said to have used.
    """

    start: int
    end: int
    shape: str
    first: bool
    asked: bool
    last: bool
    quote: bool = False


def clauses(text: str, language: Language) -> Iterator[Clause]:
    """The clauses of a marked text, in order.

    Args:
        text: marked, in small letters.
        language: the language that it is read in.
    """
    shown, quotes = _without_quotes(text, language) if "'" in text or '"' in text else (text, {})
    for start, end, asked in _sentences(shown, language):
        spans = list(_parts(shown, start, end, language))
        for place, (a, b) in enumerate(spans):
            yield Clause(a, b, _shape(shown[a:b], language), place == 0, asked, place == len(spans) - 1)
            for opened in range(a, b) if quotes else ():
                if opened in quotes:
                    closed = quotes[opened]
                    yield Clause(opened, closed, _shape(text[opened:closed], language), False, False, False, True)


def _shape(text: str, language: Language) -> str:
    plain = " ".join(text.split())
    return plain if language.spaced else _IDLE_BLANK.sub("", plain)


def _sentences(text: str, language: Language) -> Iterator[tuple[int, int, bool]]:
    at = 0
    for stop in _SENTENCE.finditer(text):
        if stop[0][0] == "." and language.abbreviations.search(text[max(at, stop.start() - 12) : stop.start()]):
            continue
        if text[at : stop.start()].strip(_BLANK):
            yield at, stop.start(), bool(_ASKS.search(stop[0]))
        at = stop.end()
    if text[at:].strip(_BLANK):
        yield at, len(text), False


def _parts(text: str, start: int, end: int, language: Language) -> Iterator[tuple[int, int]]:
    at = start
    for cut in (*language.split.finditer(text, start, end), None):
        stop = end if cut is None else cut.start()
        if cut is not None and cut[0].strip()[:1] in (":", "\uff1a") and _heading(text[at:stop], language):
            continue
        if cut is not None and _listed(text, at, cut, language):
            continue
        if text[at:stop].strip(_BLANK):
            yield at, stop
        at = end if cut is None else cut.end()


def _listed(text: str, start: int, cut: "re.Match[str]", language: Language) -> bool:
    """Whether a comma stands in a list of warehouses, of which nothing has been said yet."""
    first, rest = language.lists
    if cut[0].strip()[:1] not in _COMMAS or not rest.match(text, cut.end()):
        return False
    lead = first.fullmatch(text, start, cut.start())
    return lead is not None and not language.cues["negation"].search(lead[0])


def _heading(text: str, language: Language) -> bool:
    """Whether the words before a colon belong to what stands behind it."""
    return len(text.split()) <= _HEADING if language.spaced else len(text.strip()) <= _HEADING_UNSPACED


def _without_quotes(text: str, language: Language) -> tuple[str, dict[int, int]]:
    """The text with somebody else's words replaced by marks, and where those words begin and end.

    Quotation marks around the agent's own words mean nothing, and are only blanked.
    """
    quotes: dict[int, int] = {}
    parts, at = [], 0
    for found in _QUOTED.finditer(text):
        group = 1 if found[1] is not None else 2
        before = text[max(0, found.start() - _BEFORE) : found.start()]
        after = text[found.end() : found.end() + _AFTER].lstrip(" ,.!-")
        parts.append(text[at : found.start()])
        if language.cues["quoting"].search(before) or language.cues["quoted_after"].match(after):
            quotes[found.start(group)] = found.end(group)
            parts.append(f" {QUOTE}".ljust(len(found[0]), "\u00a0"))
        else:
            parts.append(f" {found[group]} ")
        at = found.end()
    return "".join((*parts, text[at:])), quotes
