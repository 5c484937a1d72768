"""Does a message say what the fields of its answer and the replies say? Clause by clause, line by line."""

import re
from collections.abc import Sequence

import attrs

from graders.asserting import goods, judge_ending, judge_places
from graders.claims.claim import WRITES, Claim, Kind, Polarity, Role, Understanding
from graders.evidence import Walk
from graders.quoting import FITS, Against, Fit, Report, Said, judge_number
from graders.told import Told
from inventory_env.answer import Answer, Shippable

_SENTENCE_ENDS = re.compile(r"[.!?\u3002\uff01\uff1f\n](?:\s|$)|[\u3002\uff01\uff1f]")
_NEIGHBOURS = 8  # clauses
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
        self.deeds = {(one.start, one.end) for one in words.claims if one.kind in WRITES}
        self.found: dict[tuple[Against | None, int, int], Statement] = {}

    def account(self) -> Account:
        """The account."""
        if self.reports:
            for place, claim in enumerate(self.words.claims):
                if claim.polarity in _TOLD:
                    self._claim(place, claim)
        groups: dict[Against | None, list[Statement]] = {Against.ANSWER: [], Against.REPLIES: [], None: []}
        for (against, _, _), statement in sorted(self.found.items(), key=lambda one: one[0][1:]):
            groups[against].append(statement)
        return Account(tuple(groups[Against.ANSWER]), tuple(groups[Against.REPLIES]), tuple(groups[None]))

    def _claim(self, place: int, claim: Claim) -> None:
        if claim.kind in WRITES and claim.polarity is not Polarity.OTHER_DEMAND:
            return
        chosen = self._reports(claim.lines, claim.skus)
        for quantity in claim.quantities:
            if quantity.role is not Role.OTHER and not self._offered(quantity.start):
                reports = self._reports(claim.lines, (quantity.sku,) if quantity.sku else claim.skus)
                self._enter(claim, reports, [judge_number(report, claim, quantity) for report in reports])
        if claim.kind in WRITES:
            return
        if not self._of_a_deed(claim):
            self._enter(claim, chosen, [judge_ending(report, claim) for report in chosen], whole=True)
        if claim.warehouses:
            later = claim.kind is Kind.NOT_KNOWN and self._answered_later(place)
            for said in zip(*(judge_places(report, claim, later=later) for report in chosen), strict=True):
                self._enter(claim, chosen, said)

    def _of_a_deed(self, claim: Claim) -> bool:
        """Whether the words of a shortage may be those by which the same clause denies a deed."""
        if claim.kind is not Kind.SHORTFALL or goods(claim):
            return False
        return (claim.start, claim.end) in self.deeds

    def _reports(self, lines: Sequence[int], skus: Sequence[str]) -> list[Report]:
        """The lines that a claim is about: those it numbers, else those of its articles, else all."""
        by_line = [one for one in self.reports if one.line.line in lines]
        among = by_line or self.reports
        return [one for one in among if one.line.sku in skus] or among

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

    def _offered(self, place: int) -> bool:
        """Whether a number stands in a choice of several answers, which is a fault of its own."""
        return any([start <= place < end for start, end in self.words.alternatives])

    def _answered_later(self, place: int) -> bool:
        """Whether another clause of the same sentence gives a number for a warehouse that the claim names."""
        claims = self.words.claims
        for way in (1, -1):
            last = claims[place]
            for other in claims[place + way :: way][:_NEIGHBOURS]:
                between = self.words.text[min(last.end, other.end) : max(last.start, other.start)]
                if _SENTENCE_ENDS.search(between):
                    break
                if any([one.warehouse in claims[place].warehouses for one in goods(other)]):
                    return True
                last = other
        return False
