"""What does the reading of a message say, whatever the answer and the replies are? Found once for each message."""

import bisect
import functools
import re
from collections import defaultdict

import attrs

from graders.claims.claim import WRITES, Claim, Kind, Polarity, Quantity, Role, Trait, Understanding, WriteClaim
from graders.claims.language import SHIPPED
from graders.claims.reading import understand
from graders.facts import facts
from inventory_env.task import Task

Span = tuple[int, int]

# The messages of a study come back for every agent that says what another said.
_KEPT = 2048
_MEMORABLE = 2000  # characters
_SENTENCE_ENDS = re.compile(r"[.!?\u3002\uff01\uff1f\n](?:\s|$)|[\u3002\uff01\uff1f]")
# Numbers that say how much there is; others only say what is spoken of.
_THERE = frozenset({Role.AVAILABLE, Role.CONFIRMED, Role.STOCK})
_GOODS = _THERE | {Role.SHARE, Role.ON_HAND, Role.RESERVED, Role.UNCLEAR}
# In a clause that denies a deed they may belong to the deed.
_OF_A_DEED = frozenset({Role.RESERVED, Role.CONFIRMED, Role.UNCONFIRMED, Role.UNCLEAR})
_PLAIN = frozenset({Polarity.ASSERTED, Polarity.NEGATED, Polarity.OTHER_DEMAND})
_DONE = frozenset({Polarity.ASSERTED, Polarity.UNCERTAIN})
# What is said in these ways, or about these things, is no answer: a choice in it offers none.
_NO_ANSWER = frozenset({Polarity.NEGATED, Polarity.ASKED, Polarity.HYPOTHETICAL, Polarity.QUOTED})
_NO_OFFER = frozenset({Kind.NOT_KNOWN, Kind.SHORTFALL, Kind.INVALID, Kind.LOOK_UP})


@attrs.frozen(eq=False)
class Statement:
    """A claim that says how things are.

    Attributes:
        claim: the claim.
        numbers: its numbers that count something.
        goods: those of them that say how much there is.
        denied: whether it says that something is not so, or would be wrong to say.
        ends: whether it may say how a line ended.
        later: whether its sentence gives a number for a warehouse that it names.
        about: what it is about, by its numbers where they say it: nothing is there, nothing is missing.
    """

    claim: Claim
    numbers: tuple[Quantity, ...]
    goods: tuple[Quantity, ...]
    denied: bool
    ends: bool
    later: bool
    about: Kind


@attrs.frozen(eq=False)
class Words:
    """A message that was read.

    Attributes:
        understanding: clause by clause.
        deeds: the claims that tell a deed as done.
        answers_wish: whether it says that nothing was reserved, or that nothing can be.
        choices: [start, end) of every choice of answers that it offers.
        unclear: [start, end) of every clause that was not understood, and why.
        statements: the claims that say how things are; what stands in one sentence with a deed told as done, or in a
            choice of answers, is none: that is a matter of its own.
    """

    understanding: Understanding
    deeds: tuple[Claim, ...]
    answers_wish: bool
    choices: tuple[Span, ...]
    unclear: tuple[tuple[Span, str], ...]
    statements: tuple[Statement, ...]

    @property
    def open(self) -> bool:
        """Whether some clause was not understood, or tells a deed in a way that was not."""
        return bool(self.unclear) or self.understanding.write_claim is WriteClaim.UNCERTAIN


def words_of(task: Task, message: str) -> Words:
    """What a message says to a reader of the task, in the language of the task if that is a known one."""
    tag = task.language.partition("-")[0].lower()
    read = _read if len(message) <= _MEMORABLE else _read.__wrapped__
    return read(message, tag if tag in SHIPPED else None, task.priority, facts(task).skus)


@functools.lru_cache(maxsize=_KEPT)
def _read(message: str, language: str | None, warehouses: tuple[str, ...], skus: tuple[str, ...]) -> Words:
    return sorted_out(understand(message, language=language, warehouses=warehouses, skus=skus))


def sorted_out(understanding: Understanding) -> Words:
    """What the rules look at, from what a message says clause by clause."""
    claims = understanding.claims
    deeds = tuple([one for one in claims if one.kind in WRITES and one.polarity is Polarity.ASSERTED])
    sentences = _Sentences(understanding)
    choices = [
        span
        for span in understanding.alternatives
        if not any([_is_no_answer(claim) and _meet(claim, span) for claim in claims])
        and not any(
            [_denies_a_deed(claim) and sentences.number(claim.start) == sentences.number(span[0]) for claim in claims]
        )
    ]
    return Words(
        understanding=understanding,
        deeds=deeds,
        answers_wish=any([_answers_the_wish(claim) for claim in claims]),
        choices=tuple(choices),
        unclear=_unclear(understanding, deeds),
        statements=sentences.statements(),
    )


def _unclear(understanding: Understanding, deeds: tuple[Claim, ...]) -> tuple[tuple[Span, str], ...]:
    """The open clauses; one that tells a deed as done is plain enough."""
    told = {(one.start, one.end) for one in deeds}
    doubts = understanding.doubts or ("",) * len(understanding.unclear)
    spans = {span: why or "not understood" for span, why in zip(understanding.unclear, doubts, strict=True)}
    for claim in understanding.claims:
        if claim.polarity is Polarity.UNCERTAIN:
            spans.setdefault((claim.start, claim.end), f"cannot tell how {claim.why!r} is meant")
    return tuple([(span, why) for span, why in sorted(spans.items()) if span not in told])


def _answers_the_wish(claim: Claim) -> bool:
    if claim.polarity is Polarity.NEGATED and claim.kind is Kind.RESERVATION:
        return True
    refused = claim.kind is Kind.REFUSED or (claim.kind in WRITES and claim.polarity is Polarity.NEGATED)
    return refused and Trait.WISH in claim.traits


def _denies_a_deed(claim: Claim) -> bool:
    return claim.kind in WRITES and claim.polarity is Polarity.NEGATED


def _is_no_answer(claim: Claim) -> bool:
    return claim.polarity in _NO_ANSWER or claim.kind in _NO_OFFER


def _meet(claim: Claim, span: Span) -> bool:
    return claim.start < span[1] and span[0] < claim.end


def _beyond_places(claim: Claim) -> bool:
    """Whether it speaks of more than the warehouses that it names: "6 units are available (6 from W3)"."""
    told = _THERE | {Role.WANTED} if claim.traits & {Trait.THERE, Trait.LACKING} else _THERE
    return not claim.warehouses or any([one.role in told and not one.warehouse for one in claim.quantities])


def _about(claim: Claim, goods: tuple[Quantity, ...], *, ends: bool) -> Kind:
    """What a claim is about: its numbers may say it better than its words."""
    if claim.kind is Kind.NOT_KNOWN and Trait.NO_SUCH in claim.traits and Trait.UNSURE not in claim.traits:
        return Kind.INVALID  # "the article is unknown"
    if claim.kind is Kind.NOT_KNOWN and ends and Trait.LACKING in claim.traits and _of_units(claim):
        return Kind.NOT_KNOWN if Trait.UNSURE in claim.traits else Kind.SHORTFALL  # "10 units cannot be had"
    if claim.kind in (Kind.AVAILABILITY, Kind.SHORTFALL):
        missing = [one.value for one in claim.quantities if one.role is Role.MISSING]
        if 0 in missing:
            return Kind.AVAILABILITY
        if any(missing) or any([one.value == 0 and not one.warehouse for one in goods]):
            return Kind.SHORTFALL
        # Its own words say it more surely than the clause as a whole; "no warehouse covers it" lacks.
        counted = [one for one in goods if one.role is not Role.SHARE]
        if Trait.LACKING in claim.traits and (not counted or Trait.THERE not in claim.traits):
            return Kind.SHORTFALL
        if not counted and Trait.THERE in claim.traits:
            return Kind.AVAILABILITY
    return claim.kind


def _of_units(claim: Claim) -> bool:
    """Whether it names units that no warehouse is said to hold."""
    return any([one.role in (Role.AVAILABLE, Role.WANTED) and not one.warehouse for one in claim.quantities])


@attrs.define
class _Sentence:
    """What the claims of one sentence say together.

    Attributes:
        deed: whether one tells a deed as done.
        denied: whether one says what would be wrong to say.
        numbered: the warehouses that one gives a number for.
    """

    deed: bool = False
    denied: bool = False
    numbered: set[str] = attrs.field(factory=set)


class _Sentences:
    """The claims of a message, sentence by sentence."""

    def __init__(self, understanding: Understanding) -> None:
        self.understanding = understanding
        self.ends = [found.end() for found in _SENTENCE_ENDS.finditer(understanding.text)]
        self.deeds = {claim.start for claim in understanding.claims if claim.kind in WRITES}
        self.denied_deeds = {one.start for one in understanding.claims if _denies_a_deed(one)}
        sentences: defaultdict[int, _Sentence] = defaultdict(_Sentence)
        self.claims = [(claim, sentences[self.number(claim.start)]) for claim in understanding.claims]
        for claim, sentence in self.claims:
            sentence.deed = sentence.deed or (claim.kind in WRITES and claim.polarity in _DONE)
            sentence.denied = sentence.denied or Trait.DENIED in claim.traits
            sentence.numbered.update([one.warehouse for one in claim.quantities if one.warehouse])

    def statements(self) -> tuple[Statement, ...]:
        """The claims that say how things are."""
        return tuple([self._statement(*one) for one in self.claims if self._is_told(*one)])

    def number(self, place: int) -> int:
        """Which sentence a place is in."""
        return bisect.bisect_right(self.ends, place)

    def _is_told(self, claim: Claim, sentence: _Sentence) -> bool:
        if sentence.deed or any([_meet(claim, span) for span in self.understanding.alternatives]):
            return False
        if claim.kind in WRITES:  # what is told of the deeds of others is told as a fact
            return claim.polarity is Polarity.OTHER_DEMAND
        if claim.polarity is Polarity.HYPOTHETICAL:  # "whether", and "it would be wrong to say ...: 9 are"
            return claim.kind is Kind.NOT_KNOWN or sentence.denied
        return claim.polarity in _PLAIN

    def _counts(self, claim: Claim, number: Quantity) -> bool:
        """Whether a number says how things are: not where a deed is denied, nor a zero that would be wrong to say."""
        if number.role is Role.OTHER or (number.value == 0 and not number.sure):
            return False
        if number.denied and claim.start in self.deeds:  # the deed is denied, not the number
            return False
        return number.role not in _OF_A_DEED or claim.start not in self.denied_deeds

    def _statement(self, claim: Claim, sentence: _Sentence) -> Statement:
        numbers = tuple([one for one in claim.quantities if self._counts(claim, one)])
        goods = tuple([one for one in numbers if one.role in _GOODS])
        # The words of a shortage may be those by which the same clause denies a deed.
        denies_deed = claim.kind is Kind.SHORTFALL and not goods and claim.start in self.deeds
        of_a_line = claim.kind not in WRITES and claim.polarity is not Polarity.OTHER_DEMAND and _beyond_places(claim)
        ends = of_a_line and not denies_deed
        return Statement(
            claim=claim,
            numbers=numbers,
            goods=goods,
            denied=claim.polarity is Polarity.NEGATED or Trait.DENIED in claim.traits,
            ends=ends,
            later=not sentence.numbered.isdisjoint(claim.warehouses),
            about=_about(claim, goods, ends=ends),
        )
