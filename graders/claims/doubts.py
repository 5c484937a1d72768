"""Is a clause understood? What in it could tell a deed in words that nobody knows."""

import re

from graders.claims.claim import WRITES, Polarity
from graders.claims.deeds import MOST_DEEDS
from graders.claims.language import NAME, NUMBER, QUOTE, WAREHOUSE, WORD, Language
from graders.claims.view import Meaning, Span, View, blanked

_LETTERS = re.compile(r"[^\W\d_WSQ]+")
_MARKS = frozenset((WAREHOUSE, NAME, NUMBER, QUOTE))
_SCRIPTS = (
    re.compile("[a-z\u00c0-\u024f\u1e00-\u1eff]"),
    re.compile("[\u0400-\u04ff]"),
    re.compile("[\u0370-\u03ff]"),
)
# A word that only grammar can explain away would be let pass in a longer heap of unknown words.
_STRANGERS = 2


class Doubts:
    """What speaks against having understood a clause."""

    def __init__(self, view: View, spans: list[Span]) -> None:
        self.view = view
        self.language = view.language
        self.cues = view.language.cues
        self.setting = view.setting
        self.plain = view.plain
        self.spans = spans  # of the deeds, which are explained

    def doubt(self, meanings: tuple[Meaning, ...]) -> str:
        """Why the clause is not understood, or ""."""
        for meaning in meanings:
            if meaning.polarity is Polarity.UNCERTAIN:
                return f"cannot tell how {meaning.why!r} is meant"
        if len(self.spans) == MOST_DEEDS:
            return "more deeds than a clause can tell of"
        if mixed := self._mixed():
            return f"letters of several alphabets in {mixed!r}"
        strangers = self._strangers()
        if not self.setting.quote and (found := self.cues["presumed"].search(self.plain)):
            return f"{found[0]!r} takes a deed for granted"
        if self.setting.denied and self.cues["elided"].search(self.plain):
            return "cannot tell whether it says where a denied deed was done"
        answering = self.setting.answering and not self.setting.asked
        fragment = answering and self.language.marked and not meanings and self.view.short
        if fragment and not self.cues["noes"].search(self.plain):
            return "cannot tell what it answers"
        if self.setting.denying and self.cues["noes"].match(self.plain):
            return "cannot tell whether it denies that anything was left undone"
        if self.setting.quote or self._only_asks() or self._tells_nothing_done():
            return ""
        told = any(meaning.kind in WRITES and meaning.polarity is not Polarity.QUOTED for meaning in meanings)
        if not told and (found := self.cues["doubt"].search(self.plain)):
            return f"cannot tell how {found[0]!r} is meant"
        if strangers and not meanings:
            return f"unknown words: {' '.join(strangers)}"
        if self.language.strict and not meanings:
            return "says nothing that is known"
        if strangers and not self.cues["condition"].search(self.plain) and self._risky(strangers):
            return f"unknown words: {' '.join(strangers)}"
        return ""

    def _only_asks(self) -> bool:
        """Whether it asks, and does not tell in the form of a question: "why hurry, when they wait for you?"."""
        if not self.setting.asked or not self.language.marked:
            return self.setting.asked
        return self.view.short or any(self.cues[cue].search(self.plain) for cue in ("asking", "offer", "condition"))

    def _tells_nothing_done(self) -> bool:
        return bool(self.cues["safe"].search(self.plain) or self.cues["condition"].match(self.plain))

    def _risky(self, strangers: list[str]) -> bool:
        """Whether an unknown word stands where a deed could stand."""
        rest = blanked(self.plain, self.spans)
        return any(
            any(stranger in found[0] for stranger in strangers) or len(strangers) > _STRANGERS
            for found in self.cues["risk"].finditer(rest)
        )

    def _strangers(self) -> list[str]:
        """Its words that this language does not list and that no deed explains."""
        rest = blanked(self.plain, self.spans)
        if self.language.spaced:
            return [word for word in WORD.findall(rest) if not self._known(word)]
        return [left for run in _LETTERS.findall(rest) for left in _left_over(run, self.language)]

    def _known(self, word: str) -> bool:
        words = self.language.words
        word = word.removesuffix("'s")
        return word in words or word in _MARKS or any(pattern.fullmatch(word) for _, pattern in self.language.claims)

    def _mixed(self) -> str:
        for found in _LETTERS.finditer(self.view.shape):
            word = found[0]
            if sum(bool(script.search(word)) for script in _SCRIPTS) > 1:
                return word
        return ""


def _left_over(run: str, language: Language) -> list[str]:
    """What stays unknown of words without blanks, cut so that as few characters as possible do."""
    unknown, back = [0], [0]
    for end in range(1, len(run) + 1):
        fewest, start = unknown[-1] + 1, end - 1
        for begin in range(max(0, end - language.longest), end):
            if unknown[begin] < fewest and run[begin:end] in language.words:
                fewest, start = unknown[begin], begin
        unknown.append(fewest)
        back.append(start)
    return _unknown_pieces(run, unknown, back)


def _unknown_pieces(run: str, unknown: list[int], back: list[int]) -> list[str]:
    left: list[tuple[int, int]] = []
    end = len(run)
    while end:
        start = back[end]
        if unknown[start] < unknown[end]:
            joins = bool(left) and left[-1][0] == end
            left[-1:] = [(start, left[-1][1])] if joins else [*left[-1:], (start, end)]
        end = start
    return [run[start:end] for start, end in reversed(left)]
