"""Which deeds does a clause tell, and how is each meant? By the cues around it."""

import re
from collections.abc import Iterator

from graders.claims.claim import Kind, Polarity
from graders.claims.language import BARE, BASE, DEED, DONE, TIE, UNDONE
from graders.claims.view import Meaning, Span, View, blanked

# No clause of a person's tells of more deeds; what stands behind them need not be judged.
MOST_DEEDS = 20


class Deeds:
    """The deeds of one clause.

    Attributes:
        spans: [start, end) of those found so far.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.language = view.language
        self.cues = view.language.cues
        self.setting = view.setting
        self.plain = view.plain
        self.undenied = view.undenied
        self.conditional = view.conditional
        self.spans: list[Span] = []

    def meanings(self) -> Iterator[Meaning]:
        """The deeds; a bare stem counts only where nothing says that the deed was done."""
        taken = self.spans
        for form in (DONE, TIE, UNDONE, BASE):
            for kind, written, pattern in self.language.writes:
                if written != form or (form == BASE and taken):
                    continue
                for found in pattern.finditer(self.plain):
                    if len(taken) == MOST_DEEDS:
                        break
                    if not any(found.start() < end and start < found.end() for start, end in taken):
                        taken.append(found.span())
                        yield Meaning(kind, self._polarity(form, found), found[0])
        if self.setting.answering and not taken and self.cues["yes"].match(self.plain):
            yield Meaning(Kind.RESERVATION, Polarity.ASSERTED, self.view.shape)
        elif self.setting.answering and not taken and self.view.short and self.cues["noes"].search(self.plain):
            yield Meaning(Kind.RESERVATION, Polarity.NEGATED, self.view.shape)

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
        return Polarity.ASKED if open_question or self.view.short else Polarity.UNCERTAIN

    def _negations(self, form: str, found: "re.Match[str]") -> int:
        before, after = self._before(form, found), self.undenied[found.end() :].partition(", ")[0]
        own = self.undenied[found.start() : found.end()] if form != DONE else ""
        # A negation may look at those behind it: "nobody has not" denies once where a language says so.
        denied = [one for one in self.cues["negation"].finditer(before + own + after) if one.end() <= len(before)]
        count = len(denied) + (form == UNDONE)
        count += bool(self.cues["negation_after"].search(after)) + self.view.has("denial")
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
        before = self._marked(DEED, found, self._part(form, found), own, blanked(self.undenied, others, "-"))
        rest = blanked(before, [one.span() for one in self.cues["negation"].finditer(before)])
        return bool(self.cues["noes"].search(rest.partition(DEED)[0]))
