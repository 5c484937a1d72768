"""Does a message say what the fields of its answer and the replies say? Clause by clause, line by line."""

import bisect
import re
from collections.abc import Sequence

import attrs

from graders.asserting import goods, judge_ending, judge_places
from graders.claims.claim import WRITES, Claim, Kind, Polarity, Role, Trait, Understanding
from graders.evidence import Walk
from graders.quoting import FITS, Against, Fit, Report, Said, judge_number
from graders.told import Told
from inventory_env.answer import Answer, Shippable

_SENTENCE_ENDS = re.compile(r"[.!?\u3002\uff01\uff1f\n](?:\s|$)|[\u3002\uff01\uff1f]")
# What is told of stock that others have or hold is told as a fact.
_TOLD = (Polarity.ASSERTED, Polarity.NEGATED, Polarity.OTHER_DEMAND)


@attrs.frozen
class Statement:
    """What a clause says that does not fit, or may not.

    Attributes:
        clause: [start, end) of it in the message.
        line: the number of the line that it is about, where it is about one.
        why: what it says and what is so.
    """

    clause: tuple[int, int]
    line: int | None
    why: str


@attrs.frozen
class Account:
    """What does not fit in a message.

    Attributes:
        contradicted: statements that the fields of the answer contradict.
        misreported: statements that the replies contradict.
        open: statements of which it cannot be said.
    """

    contradicted: tuple[Statement, ...] = ()
    misreported: tuple[Statement, ...] = ()
    open: tuple[Statement, ...] = ()


def account(walk: Walk, answer: Answer, words: Understanding) -> Account:
    """What a message says, held against its own fields and the replies.

    A claim that names an article or a line is held against that line; one that names none, against every line, and
    then it must fit at least one of them.
    """
    return _Accountant(walk, answer, words).account()


class _Accountant:
    """One message."""

    def __init__(self, walk: Walk, answer: Answer, words: Understanding) -> None:
        self.words = words
        self.answer = answer
        told = Told(walk)
        reports = {one.line: one for one in answer.lines}
        lines = walk.task.lines
        ordered = sum([line.quantity for line in lines])
        self.reports = [Report(line, reports[line.line], ordered, told) for line in lines if line.line in reports]
        # What is said of no line by name is said of articles that exist.
        missing = walk.evidence.knowledge.missing
        self.existing = [one for one in self.reports if one.line.sku not in missing] or self.reports
        self.sentences = _Sentences(words)
        self.found: dict[tuple[Against | None, int, int], Statement] = {}

    def account(self) -> Account:
        """The account."""
        for claim in self.words.claims if self.reports else ():
            if self._is_told(claim):
                self._claim(claim)
        groups: dict[Against | None, list[Statement]] = {Against.ANSWER: [], Against.REPLIES: [], None: []}
        for (against, _, _), statement in sorted(self.found.items(), key=lambda one: one[0][1:]):
            groups[against].append(statement)
        return Account(tuple(groups[Against.ANSWER]), tuple(groups[Against.REPLIES]), tuple(groups[None]))

    def _is_told(self, claim: Claim) -> bool:
        """Whether a claim says how things are; what stands beside a deed told as done is that rule's matter."""
        sentence = self.sentences.of(claim)
        if sentence.deed or any([start < claim.end and claim.start < end for start, end in self.words.alternatives]):
            return False
        if claim.kind in WRITES:
            return claim.polarity is Polarity.OTHER_DEMAND
        if claim.polarity is Polarity.HYPOTHETICAL:  # "whether", and "it would be wrong to say ...: 9 are"
            return claim.kind is Kind.NOT_KNOWN or sentence.denied
        return claim.polarity in _TOLD

    def _claim(self, claim: Claim) -> None:
        for quantity in claim.quantities:
            if quantity.role is not Role.OTHER:
                reports = self._reports(claim.lines, (quantity.sku,) if quantity.sku else claim.skus)
                self._enter(claim, reports, [judge_number(report, claim, quantity) for report in reports])
        if claim.kind in WRITES:
            return
        chosen = self._reports(claim.lines, claim.skus)
        if not self._of_a_deed(claim):
            self._enter(claim, chosen, [judge_ending(report, claim) for report in chosen], whole=True)
        if claim.warehouses:
            later = not self.sentences.of(claim).numbered.isdisjoint(claim.warehouses)
            for said in zip(*(judge_places(report, claim, later=later) for report in chosen), strict=True):
                self._enter(claim, chosen, said)

    def _of_a_deed(self, claim: Claim) -> bool:
        """Whether the words of a shortage may be those by which the same clause denies a deed."""
        return claim.kind is Kind.SHORTFALL and not goods(claim) and claim.start in self.sentences.deeds

    def _reports(self, lines: Sequence[int], skus: Sequence[str]) -> list[Report]:
        """The lines that a claim is about: those it numbers, else those of its articles, else all."""
        by_line = [one for one in self.reports if one.line.line in lines]
        among = [one for one in by_line or self.reports if one.line.sku in skus] or by_line
        return among or self.existing

    def _enter(self, claim: Claim, reports: Sequence[Report], said: Sequence[Said], *, whole: bool = False) -> None:
        """Keep the statement unless it fits one of the lines, or, where that is spoken of, the order as a whole."""
        best = max(said, key=lambda one: one.fit, default=FITS)
        if best.fit is Fit.FITS or (whole and len(reports) > 1 and self._fits_order(claim)):
            return
        against = None if best.fit is Fit.OPEN else best.against
        line = reports[0].line.line if len(reports) == 1 else None
        self.found.setdefault((against, claim.start, claim.end), Statement((claim.start, claim.end), line, best.why))

    def _fits_order(self, claim: Claim) -> bool:
        """Whether a claim that names no line says of the order what its field says."""
        shippable = self.answer.shippable
        if claim.lines or claim.skus or shippable is None:
            return False
        if claim.kind is Kind.AVAILABILITY:
            return shippable is Shippable.YES
        if claim.kind is Kind.NOT_KNOWN:
            return shippable is Shippable.UNKNOWN
        return shippable is not Shippable.YES


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
    """The sentences of a message."""

    def __init__(self, words: Understanding) -> None:
        self.ends = [found.end() for found in _SENTENCE_ENDS.finditer(words.text)]
        self.deeds = {claim.start for claim in words.claims if claim.kind in WRITES}
        self.sentences: dict[int, _Sentence] = {}
        for claim in words.claims:
            sentence = self.of(claim)
            done = (Polarity.ASSERTED, Polarity.UNCERTAIN)
            sentence.deed = sentence.deed or (claim.kind in WRITES and claim.polarity in done)
            sentence.denied = sentence.denied or Trait.DENIED in claim.traits
            sentence.numbered.update([one.warehouse for one in goods(claim) if one.warehouse])

    def of(self, claim: Claim) -> _Sentence:
        """The sentence in which a claim begins."""
        return self.sentences.setdefault(bisect.bisect_right(self.ends, claim.start), _Sentence())
