"""What does one clause mean? Cue by cue, from its shape alone, so that a shape is decided once."""

import functools
import re
from collections.abc import Iterator

import attrs

from graders.claims.claim import WRITES, Kind, Polarity
from graders.claims.language import BARE, BASE, DEED, DONE, NAME, NUMBER, QUOTE, TIE, UNDONE, WAREHOUSE, WORD, Language

_LETTERS = re.compile(r"[^\W\d_WSQ]+")
_MARKS = frozenset((WAREHOUSE, NAME, NUMBER, QUOTE))
_SCRIPTS = (
    re.compile("[a-z\u00c0-\u024f\u1e00-\u1eff]"),
    re.compile("[\u0400-\u04ff]"),
    re.compile("[\u0370-\u03ff]"),
)
# A word that only grammar can explain away would be let pass in a longer heap of unknown words.
_STRANGERS = 2
# Clauses differ in names and numbers more than in words, and names and numbers are marks here.
_KEPT = 4096
# A question of so few words asks, whatever its order.
_SHORT = 3
_SHORT_UNSPACED = 8
# No clause of a person's tells of more deeds; what stands behind them need not be judged.
_MOST_DEEDS = 20


@attrs.frozen
class Setting:
    """What the neighbours of a clause make of it.

    Attributes:
        conditional: a condition was opened in its sentence before it.
        asked: its sentence is a question.
        last: it ends its sentence.
        quote: it is quoted words of somebody else.
        answering: the question before it asked whether something was done.
        denied: the clause before it, of the same sentence, says that something was not done.
        stated: a clause before it, of the same sentence, says what lies in a warehouse.
        left: a clause of the same sentence says what is left.
        disowned: it is quoted in a clause that says that it is not true.
        denying: the question before it asked whether something was left undone.
    """

    conditional: bool = False
    asked: bool = False
    last: bool = True
    quote: bool = False
    answering: bool = False
    denied: bool = False
    stated: bool = False
    denying: bool = False
    left: bool = False
    disowned: bool = False


@attrs.frozen
class Meaning:
    """One thing that a clause says.

    Attributes:
        kind: what it is about.
        polarity: how it is meant.
        why: the words that decided.
    """

    kind: Kind
    polarity: Polarity
    why: str


@attrs.frozen
class Decided:
    """What a shape says.

    Attributes:
        meanings: in the order in which they were found.
        unclear: why it was not understood, or "".
        opens: whether it opens a condition for the clauses after it.
        denies: whether it denies what the clauses after it say.
        breaks: whether it ends a condition that was opened before it.
        states: whether it says what lies in a warehouse, reserved or not.
        undone: whether it speaks of something that was left undone.
    """

    meanings: tuple[Meaning, ...]
    unclear: str
    opens: bool = False
    breaks: bool = False
    states: bool = False
    undone: bool = False


@functools.lru_cache(maxsize=_KEPT)
def decide(language: Language, shape: str, setting: Setting) -> Decided:
    """What a clause of that shape says in that setting."""
    return _Reader(language, shape, setting).decided()


class _Reader:
    """One shape, cue by cue."""

    def __init__(self, language: Language, shape: str, setting: Setting) -> None:
        self.language = language
        self.cues = language.cues
        self.shape = shape
        self.setting = setting
        self.plain = self._blanked(shape, [found.span() for found in self.cues["idiom"].finditer(shape)])
        if language.spaced and language.near:
            self.plain = " ".join(self.cues["numeral"].sub(NUMBER, self.plain).split())
        # "It would be wrong to say that ..." denies; it sets no condition.
        self.undenied = self._blanked(self.plain, [one.span() for one in self.cues["denial"].finditer(self.plain)])
        self.broken = bool(self.cues["contrast"].match(self.plain))
        inherited = setting.conditional and not (self.broken and language.near)
        self.conditional = inherited or bool(self.cues["condition"].search(self.undenied))
        self.spans: list[tuple[int, int]] = []

    def decided(self) -> Decided:
        """The decision."""
        writes = list(self._writes())
        others = list(self._others())
        meanings = tuple(dict.fromkeys([*writes, *others]))
        return Decided(
            meanings=meanings,
            unclear=self._unclear(meanings),
            opens=bool(self.cues["opening"].search(self.plain)),
            breaks=self.broken,
            states=bool(self.cues["state"].search(self.plain)),
            undone=any(form == UNDONE and pattern.search(self.plain) for _, form, pattern in self.language.writes),
        )

    def _writes(self) -> Iterator[Meaning]:
        """The deeds; a bare stem counts only where nothing says that the deed was done."""
        taken = self.spans
        for form in (DONE, TIE, UNDONE, BASE):
            for kind, written, pattern in self.language.writes:
                if written != form or (form == BASE and taken):
                    continue
                for found in pattern.finditer(self.plain):
                    if len(taken) == _MOST_DEEDS:
                        break
                    if not any(found.start() < end and start < found.end() for start, end in taken):
                        taken.append(found.span())
                        yield Meaning(kind, self._polarity(form, found), found[0])
        if self.setting.answering and not taken and self.cues["yes"].match(self.plain):
            yield Meaning(Kind.RESERVATION, Polarity.ASSERTED, self.shape)
        elif self.setting.answering and not taken and self._short() and self.cues["noes"].search(self.plain):
            yield Meaning(Kind.RESERVATION, Polarity.NEGATED, self.shape)

    def _polarity(self, form: str, found: "re.Match[str]") -> Polarity:
        strong = form != BASE and self._strong(found)
        if self.setting.quote:
            disowned = self.setting.disowned and not self._negations(form, found)
            return Polarity.UNCERTAIN if (strong or form == TIE) and not disowned else Polarity.QUOTED
        negations = self._negations(form, found)
        if (self.setting.stated or self.setting.left) and self.cues["tally"].fullmatch(self.plain.strip()):
            sure = self.setting.stated and self.setting.left
            return Polarity.OTHER_DEMAND if sure else Polarity.UNCERTAIN
        if not strong and form not in (TIE, UNDONE) and not negations and self._others_demand(found):
            return Polarity.OTHER_DEMAND
        if polarity := self._unreal(form, found, strong, negations):
            return polarity
        return self._parity(form, found, negations)

    def _strong(self, found: "re.Match[str]") -> bool:
        """Whether somebody says of himself that he did it."""
        return any(
            one.start() <= found.start() < one.end() or found.start() <= one.start() < found.end()
            for one in self.cues["strong"].finditer(self.plain)
        )

    def _others_demand(self, found: "re.Match[str]") -> bool:
        around = self._marked(DEED, found, 0, len(self.plain), self.plain)
        theirs = self.cues["other_demand"].search(around) or self.cues["past"].search(around)
        return bool(theirs and not self.cues["mine"].search(around))

    def _before(self, form: str, found: "re.Match[str]") -> str:
        """What stands before the deed, and the deed itself where its pattern may hold words that turn it over."""
        own = found.end() if form == DONE else found.start()
        return self._marked(BARE if form == BASE else DEED, found, self._part(form, found), own, self.undenied)

    def _marked(self, mark: str, found: "re.Match[str]", start: int, end: int, text: str) -> str:
        """A part of the clause, with a mark where the deed begins if cues ask for it."""
        if not self.language.near:
            return text[start:end]
        return f"{text[start : found.start()]}{mark} {text[found.start() : end]}"

    def _unreal(self, form: str, found: "re.Match[str]", strong: bool, negations: int) -> Polarity | None:
        """How a deed is meant that is not told as done."""
        # A pattern of a deed may hold the words that say it is none yet: "10 can be reserved".
        before = self._before(form, found)
        around = self._marked(DEED, found, self._part(form, found), len(self.plain), self.plain)
        if self.setting.asked and (self.setting.last or self.cues["asking"].match(self.plain)):
            return self._asked(form, found, strong)
        if strong:
            open_ = self.conditional and not negations and not self._told_as_fact(form, found)
            return Polarity.UNCERTAIN if open_ else None
        if form == UNDONE and negations > 1:
            return None
        if self.cues["offer"].search(around) and not negations:
            return Polarity.OFFERED
        if self.conditional:
            told = negations % 2 == 0 and self._told_as_fact(form, found)
            return Polarity.UNCERTAIN if told else Polarity.HYPOTHETICAL
        if self.cues["future"].search(before):
            # "They will be waiting for you" is said of what is done already.
            soon = Polarity.UNCERTAIN if form == TIE and self.language.marked else Polarity.FUTURE
            return Polarity.NEGATED if negations else soon
        if self.cues["ability"].search(before) and (form != TIE or self.language.near):
            # "You may come and fetch them" tells that they wait.
            possible = Polarity.UNCERTAIN if form == TIE else Polarity.HYPOTHETICAL
            return Polarity.NEGATED if negations % 2 else possible
        if form == BASE and not negations and self._near(found, "wish"):
            return Polarity.QUOTED
        return None

    def _near(self, found: "re.Match[str]", cue: str) -> bool:
        """Whether a cue stands in the clause of a bare stem, which may say where."""
        around = self._marked(BARE, found, 0, len(self.plain), self.plain)
        return bool(self.cues[cue].search(self.plain) or self.cues[cue].search(around))

    def _told_as_fact(self, form: str, found: "re.Match[str]") -> bool:
        """Whether a deed behind a condition may be done all the same: "if you look there, 10 are already booked"."""
        opened = self.cues["condition"].search(self.undenied[: found.start()])
        return form != BASE and not opened and bool(self.cues["fact"].search(self._before(form, found)))

    def _asked(self, form: str, found: "re.Match[str]", strong: bool) -> Polarity:
        """How a deed in a question is meant; a question may well take it for done."""
        if self.cues["offer"].search(self.plain):
            return Polarity.OFFERED
        if self.language.near and self.cues["ability"].search(self._before(form, found)):
            return Polarity.HYPOTHETICAL
        if strong and self.language.near:  # "why hurry, when I have put them aside?"
            return Polarity.UNCERTAIN
        open_question = form == BASE or self.conditional or self.cues["asking"].search(self.plain)
        return Polarity.ASKED if open_question or self._short() else Polarity.UNCERTAIN

    def _short(self) -> bool:
        if self.language.spaced:
            return len(self.plain.split()) <= _SHORT
        return len("".join(self.plain.split())) <= _SHORT_UNSPACED

    def _negations(self, form: str, found: "re.Match[str]") -> int:
        before, after = self._before(form, found), self.undenied[found.end() :].partition(", ")[0]
        own = self.undenied[found.start() : found.end()] if form != DONE else ""
        # A negation may look at those behind it: "nobody has not" denies once where a language says so.
        denied = [one for one in self.cues["negation"].finditer(before + own + after) if one.end() <= len(before)]
        count = len(denied) + (form == UNDONE)
        count += bool(self.cues["negation_after"].search(after)) + bool(self.cues["denial"].search(self.plain))
        return 1 if not count and self._carried() else count

    def _part(self, form: str, found: "re.Match[str]") -> int:
        """Where its part of the clause begins: behind a comma, which opens words that depend on those before it."""
        if form == BASE:
            return 0
        return max(self.plain.rfind(mark, 0, found.start()) for mark in (", ", ": ")) + 1

    def _carried(self) -> bool:
        """Whether it goes on with the list of what was not done: "nothing was ordered, shipped or moved"."""
        if not self.setting.denied or not self.cues["carry"].search(self.plain):
            return False
        return any(pattern.match(self.plain) for _, _, pattern in self.language.writes)

    def _parity(self, form: str, found: "re.Match[str]", negations: int) -> Polarity:
        """Told as done or as not done: by the number of negations."""
        if negations == 0 and form == BASE:
            return Polarity.HYPOTHETICAL if self._near(found, "vague") else Polarity.UNCERTAIN
        if negations == 0:
            return Polarity.UNCERTAIN if self._stray_negation(found) else Polarity.ASSERTED
        if negations == 1:
            return Polarity.UNCERTAIN if form != BASE and self._further_negation(form, found) else Polarity.NEGATED
        twice = negations == 2 and form != BASE
        turned = form == UNDONE or self.cues["denial"].search(self.plain)
        return Polarity.ASSERTED if twice and turned else Polarity.UNCERTAIN

    def _stray_negation(self, found: "re.Match[str]") -> bool:
        """A negation that may or may not belong to the deed, as one in the words that it depends on."""
        upper = self.plain[: self._part(DONE, found)]
        if self.cues["stray"].search(self.plain) or self.cues["negation"].search(upper):
            return True
        before = self.undenied[: found.start()]
        return bool(self.cues["loose"].search(before) or self.cues["far"].search(before))

    def _further_negation(self, form: str, found: "re.Match[str]") -> bool:
        """A negation before the deed besides its own and those of other deeds, as in the words that it depends on."""
        if self.cues["negation"].search(self.undenied[: self.undenied.rfind(", ", 0, found.start()) + 1]):
            return True
        others = [span for span in self.spans if span != found.span()]
        own = found.end() if form == DONE else found.start()
        before = self._marked(DEED, found, self._part(form, found), own, self._blanked(self.undenied, others, "-"))
        rest = self._blanked(before, [one.span() for one in self.cues["negation"].finditer(before)])
        return bool(self.cues["noes"].search(rest.partition(DEED)[0]))

    def _others(self) -> Iterator[Meaning]:
        """What it says beside deeds: the first kind that fits."""
        for kind, pattern in self.language.claims:
            if found := pattern.search(self.shape):
                yield Meaning(kind, self._mood(), found[0])
                return

    def _mood(self) -> Polarity:
        if self.setting.quote:
            return Polarity.QUOTED
        if self.setting.asked:
            return Polarity.ASKED
        return Polarity.HYPOTHETICAL if self.conditional else Polarity.ASSERTED

    def _unclear(self, meanings: tuple[Meaning, ...]) -> str:
        """Why the clause is not understood, or ""."""
        for meaning in meanings:
            if meaning.polarity is Polarity.UNCERTAIN:
                return f"cannot tell how {meaning.why!r} is meant"
        if len(self.spans) == _MOST_DEEDS:
            return "more deeds than a clause can tell of"
        if mixed := self._mixed():
            return f"letters of several alphabets in {mixed!r}"
        strangers = self._strangers()
        if not self.setting.quote and (found := self.cues["presumed"].search(self.plain)):
            return f"{found[0]!r} takes a deed for granted"
        if self.setting.denied and self.cues["elided"].search(self.plain):
            return "cannot tell whether it says where a denied deed was done"
        answering = self.setting.answering and not self.setting.asked
        fragment = answering and self.language.marked and not meanings and self._short()
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
        return self._short() or any(self.cues[cue].search(self.plain) for cue in ("asking", "offer", "condition"))

    def _tells_nothing_done(self) -> bool:
        return bool(self.cues["safe"].search(self.plain) or self.cues["condition"].match(self.plain))

    def _risky(self, strangers: list[str]) -> bool:
        """Whether an unknown word stands where a deed could stand."""
        rest = self._blanked(self.plain, self.spans)
        return any(
            any(stranger in found[0] for stranger in strangers) or len(strangers) > _STRANGERS
            for found in self.cues["risk"].finditer(rest)
        )

    def _strangers(self) -> list[str]:
        """Its words that this language does not list and that no deed explains."""
        rest = self._blanked(self.plain, self.spans)
        if self.language.spaced:
            return [word for word in WORD.findall(rest) if not self._known(word)]
        return [left for run in _LETTERS.findall(rest) for left in _left_over(run, self.language)]

    def _known(self, word: str) -> bool:
        words = self.language.words
        word = word.removesuffix("'s")
        return word in words or word in _MARKS or any(pattern.fullmatch(word) for _, pattern in self.language.claims)

    def _mixed(self) -> str:
        for found in _LETTERS.finditer(self.shape):
            word = found[0]
            if sum(bool(script.search(word)) for script in _SCRIPTS) > 1:
                return word
        return ""

    @staticmethod
    def _blanked(text: str, spans: list[tuple[int, int]], blank: str = " ") -> str:
        for start, end in spans:
            text = text[:start] + blank * (end - start) + text[end:]
        return text


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
