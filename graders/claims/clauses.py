"""Where does a clause begin and end? Sentences first, then their parts; quoted words stand apart."""

import re
from collections.abc import Iterator

import attrs

from graders.claims.language import NAME, NUMBER, QUOTE, WAREHOUSE, Language

# A dot or comma inside a number or a name ends nothing.
_SENTENCE = re.compile(r"[.!?;…](?![^\s\"'.!?)])[.!?…\"')\s]*|[\u3002\uff01\uff1f\uff1b?!\n][\u3002\uff01\uff1f?!\"'\s]*")
_ASKS = re.compile(r"[?\uff1f]")
_QUOTED = re.compile(r"\"([^\"\n]{1,400})\"|(?<![^\W\u3400-\u9fff])(?<!')'([^'\"\n]{1,400}(?:'\w[^'\"\n]{0,400})?)'(?![^\W\u3400-\u9fff])")
_MARKED = re.compile(
    r"(?P<s><[A-Z_]+>)"
    r"|(?P<w>(?<![A-Za-z0-9_-])(?:WH?|L)-?[0-9]{1,4}(?![A-Za-z0-9_]|-[A-Za-z0-9]))"
    r"|(?P<n>"
    r"(?<![A-Za-z0-9_])[$€£¥+-]?[0-9]+(?:[.,:/\u066b\u066c' -]?[0-9]+)*%?(?![A-Za-z0-9_]|-[A-Za-z0-9]))"
    r"|(?P<c>(?<![A-Za-z0-9_])(?=[A-Za-z0-9_./-]*[0-9])[A-Za-z0-9]+(?:[-_./][A-Za-z0-9]+)*)"
)
_MARK = {"w": WAREHOUSE, "s": NAME, "n": NUMBER, "c": NAME}
# Stands before a mark; no folded text holds it.
_MARKER = "\ue000"
# A longer piece is no clause of a person's; nobody needs to understand it.
LONGEST = 600
# So few words before a colon are a heading, and say nothing without what follows.
_HEADING = 3


@attrs.frozen
class Clause:
    """One clause, ready to be judged.

    Attributes:
        start, end: [start, end) in the folded text.
        shape: its words in small letters, with one mark for each name, number and piece of quoted words.
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


def clauses(text: str, names: re.Pattern[str] | None, language: Language) -> Iterator[Clause]:
    """The clauses of a folded text, in order.

    Args:
        text: the folded text.
        names: finds the warehouses (group `w`) and articles (group `s`) that the task names; None for none.
        language: the language that it is read in.
    """
    at = 0
    shown, quotes = _without_quotes(text, language) if "'" in text or '"' in text else (text, {})
    for start, end, asked in _sentences(shown, language):
        yield from _parts(text, shown, start, end, asked, names, language, quotes)
        at = end
    assert at <= len(text)


def _sentences(text: str, language: Language) -> Iterator[tuple[int, int, bool]]:
    at = 0
    for stop in _SENTENCE.finditer(text):
        if stop[0][0] == "." and language.abbreviations.search(text[max(0, stop.start() - 8) : stop.start()]):
            continue
        if text[at : stop.start()].strip(" \n\"'"):
            yield at, stop.start(), bool(_ASKS.search(stop[0]))
        at = stop.end()
    if text[at:].strip(" \n\"'"):
        yield at, len(text), False


def _parts(
    text: str,
    shown: str,
    start: int,
    end: int,
    asked: bool,
    names: re.Pattern[str] | None,
    language: Language,
    quotes: dict[int, int],
) -> Iterator[Clause]:
    cuts = [(start, start)]
    for cut in language.split.finditer(shown, start, end):
        if cut[0].strip()[:1] not in (":", "\uff1a") or not _heading(shown[cuts[-1][1] : cut.start()], language):
            cuts.append(cut.span())
    cuts.append((end, end))
    spans = [(left[1], right[0]) for left, right in zip(cuts, cuts[1:], strict=False)]
    spans = [(a, b) for a, b in spans if shown[a:b].strip(" \n\"'")]
    for place, (a, b) in enumerate(spans):
        b_shown = b
        for opened, closed in quotes.items():
            if a <= opened < b < closed:
                b = closed + 1
        yield Clause(a, b, shape(shown[a:b_shown], names), place == 0, asked, place == len(spans) - 1)
        for opened in range(a, b):
            if opened in quotes:
                closed = quotes[opened]
                yield Clause(opened, closed, shape(text[opened:closed], names), False, False, False, True)


def _heading(text: str, language: Language) -> bool:
    """Whether the words before a colon belong to what stands behind it."""
    return len(text.split()) <= _HEADING if language.spaced else len(text) <= _HEADING


def shape(text: str, names: re.Pattern[str] | None) -> str:
    """The text in small letters, names, numbers and blanks in one writing."""
    if names is not None:
        text = names.sub(lambda found: f"{_MARKER}{WAREHOUSE if found.lastgroup == 'w' else NAME}", text)
    marked = _MARKED.sub(lambda found: _MARKER + _MARK[found.lastgroup or "n"], text)
    small = "".join(
        [part[:1] + part[1:].lower() if place else part.lower() for place, part in enumerate(marked.split(_MARKER))]
    )
    return " ".join(small.split())


def _without_quotes(text: str, language: Language) -> tuple[str, dict[int, int]]:
    """The text with somebody else's words replaced by marks, and where those words begin and end.

    Quotation marks around the agent's own words mean nothing, and are only blanked.
    """
    quotes: dict[int, int] = {}
    parts, at = [], 0
    for found in _QUOTED.finditer(text):
        group = 1 if found[1] is not None else 2
        before, after = text[max(0, found.start() - 80) : found.start()], text[found.end() : found.end() + 40]
        parts.append(text[at : found.start()])
        if language.cues["quoting"].search(before.lower()) or language.cues["quoted_after"].match(after.lower().lstrip(" ,.!-")):
            quotes[found.start(group)] = found.end(group)
            parts.append(f"{_MARKER}{QUOTE}".ljust(len(found[0])))
        else:
            parts.append(f" {found[group]} ")
        at = found.end()
    return "".join((*parts, text[at:])), quotes
