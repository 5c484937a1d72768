"""Does a message say what the fields of its answer and the replies say? Clause by clause, line by line."""

from collections.abc import Sequence

import attrs

from graders.asserting import judge_ending, judge_places
from graders.claims.claim import WRITES, Claim, Kind, Quantity, Role
from graders.denying import judge_denied, judge_denied_places
from graders.evidence import Walk
from graders.fitting import Against, Fit, Report, Said
from graders.quoting import is_so, judge_number
from graders.told import Told
from graders.words import Span, Statement, Words
from inventory_env.answer import Answer, Shippable


@attrs.frozen
class Misfit:
    """What a clause says that does not fit, or may not.

    Attributes:
        clause: [start, end) of it in the message.
        line: the number of the line that it is about, where it is about one.
        why: what it says and what is so.
    """

    clause: Span
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

    contradicted: tuple[Misfit, ...] = ()
    misreported: tuple[Misfit, ...] = ()
    open: tuple[Misfit, ...] = ()


_NOTHING = Account()


def account(walk: Walk, answer: Answer, words: Words) -> Account:
    """What a message says, held against its own fields and the replies.

    A claim that names an article or a line is held against that line; one that names none, against every line, and
    then it must fit at least one of them.
    """
    return _Accountant(walk, answer).account(words) if words.statements and answer.lines else _NOTHING


class _Accountant:
    """One message."""

    def __init__(self, walk: Walk, answer: Answer) -> None:
        self.answer = answer
        told = Told(walk)
        self.several = len(walk.task.lines) > 1
        lines = {line.line: line for line in walk.task.lines}
        ordered = sum([line.quantity for line in walk.task.lines])
        self.reports = [Report(lines[one.line], one, ordered, told) for one in answer.lines]
        # What is said of no line by name is said of articles that exist.
        missing = walk.evidence.knowledge.missing
        self.existing = self.reports
        if missing:
            self.existing = [one for one in self.reports if one.line.sku not in missing] or self.reports
        self.found: dict[tuple[Against | None, Span], Misfit] = {}

    def account(self, words: Words) -> Account:
        """The account."""
        for statement in words.statements:
            self._statement(statement)
        if not self.found:
            return _NOTHING
        groups: dict[Against | None, list[Misfit]] = {Against.ANSWER: [], Against.REPLIES: [], None: []}
        for (against, _), misfit in sorted(self.found.items(), key=lambda one: one[0][1]):
            groups[against].append(misfit)
        return Account(tuple(groups[Against.ANSWER]), tuple(groups[Against.REPLIES]), tuple(groups[None]))

    def _statement(self, statement: Statement) -> None:
        claim = statement.claim
        chosen = self._reports(claim.lines, claim.skus)
        for number in statement.numbers:
            sku = number.sku
            reports = chosen if not sku or sku in claim.skus else self._reports(claim.lines, (sku,))
            if number.denied:
                self._deny(claim, reports, [judge_denied(report, statement, number) for report in reports])
            elif not (any([is_so(report, number) for report in reports]) or _adds_up(reports, number)):
                self._enter(claim, reports, [judge_number(report, statement, number) for report in reports])
        if statement.ends:
            self._enter(claim, chosen, [judge_ending(report, statement) for report in chosen], whole=True)
        for denied in zip(*[judge_denied_places(report, statement) for report in chosen], strict=True):
            self._deny(claim, chosen, denied)
        if claim.warehouses and claim.kind not in WRITES:
            # A warehouse may have been silent about an article that does not exist.
            asked_for = self.reports if chosen is self.existing else chosen
            for said in zip(*[judge_places(report, statement) for report in asked_for], strict=True):
                self._enter(claim, asked_for, said)

    def _reports(self, lines: Sequence[int], skus: Sequence[str]) -> list[Report]:
        """The lines that a claim is about: those it numbers, else those of its articles, else all."""
        among = self.reports
        if len(among) == 1:
            return among
        by_line = [one for one in among if one.line.line in lines] if lines else []
        if skus:
            by_sku = [one for one in by_line or among if one.line.sku in skus]
            return by_sku or by_line or self.existing
        return by_line or self.existing

    def _deny(self, claim: Claim, reports: Sequence[Report], said: Sequence[Said]) -> None:
        """Keep a denial; what only one of several lines says may be denied of another."""
        worst = min(said, key=lambda one: one.fit)
        alike = all([one.fit is worst.fit for one in said])
        self._enter(claim, reports, said if alike else [attrs.evolve(worst, fit=Fit.OPEN)])

    def _enter(self, claim: Claim, reports: Sequence[Report], said: Sequence[Said], *, whole: bool = False) -> None:
        """Keep the statement unless it fits one of the lines, or, where that is spoken of, the order as a whole."""
        best = said[0] if len(said) == 1 else max(said, key=lambda one: one.fit)
        if best.fit is Fit.FITS or (whole and self.several and self._fits_order(claim)):
            return
        against, clause = None if best.fit is Fit.OPEN else best.against, (claim.start, claim.end)
        line = reports[0].line.line if len(reports) == 1 else None
        self.found.setdefault((against, clause), Misfit(clause, line, best.why))

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


def _adds_up(reports: Sequence[Report], number: Quantity) -> bool:
    """Whether it is what is confirmed of all the lines together that a claim is about."""
    confirmed = number.role is Role.CONFIRMED and not number.warehouse
    return confirmed and number.value == sum([report.total for report in reports])
