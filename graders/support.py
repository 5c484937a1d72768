"""Does a trace support what its answer says? If not, the first reason that fits."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest

import attrs

from graders.evidence import Evidence
from graders.knowledge import Knowledge, LineTruth, Place
from graders.oracle import Certain, accepts, certain
from graders.readings import Kind
from inventory_env.answer import LineAnswer, NotANumber, Status
from inventory_env.task import Task

# What a trusting reader takes each place to hold, most likely first.
Beliefs = Mapping[Place, tuple[int, ...]]


@attrs.frozen
class Claim:
    """The report on one line, beside what the replies before it have settled.

    Attributes:
        task: what the agent was told.
        evidence: what the replies have settled.
        place: the line's place in the task, from 0.
        answer: the report.
    """

    task: Task
    evidence: Evidence
    place: int
    answer: LineAnswer

    def fault(self) -> tuple[str, str] | None:
        """The first rule of its kind that the report breaks, and why; None where the replies make it certain."""
        if misquoted := self._misquoted():
            return "value-misquoted", misquoted
        return None if self._holds(self.evidence.certain) else self._unsupported()

    def _misquoted(self) -> str | None:
        book, sku = self.evidence.book, self.task.lines[self.place].sku
        for warehouse in self.answer.unreached:
            if book.answered((warehouse, sku)):
                return f"calls {warehouse} unreached, which has answered"
        for warehouse, seen in self.answer.seen or ():
            said = book.said((warehouse, sku))
            if book.answered((warehouse, sku)) if seen is NotANumber.NO_REPLY else seen not in said:
                replied = ", ".join(sorted({str(one) for one in said})) or "nothing"
                return f"quotes {seen} from {warehouse}, which said {replied}"
        return None

    def _holds(self, known: Certain) -> bool:
        """Whether exactly this report is certain for somebody who knows that."""
        right, answer = known.lines[self.place], self.answer
        return (
            answer.status is right.status
            and (right.plan_certain or right.status is not Status.FOUND)
            and answer.gap == right.gap
            and answer.confirmed == right.confirmed
            and accepts(self.task, self.task.lines[self.place], right, answer.plan, known.left[self.place])
        )

    def _unsupported(self) -> tuple[str, str]:
        book = self.evidence.book
        stale, malformed = book.believable(Kind.STALE), book.believable(Kind.MALFORMED)
        if stale and self._believing(stale):
            return "stale-used", f"holds only with figures that {_names(stale)} gave too old"
        if malformed and (self._believing(malformed) or self._believing({**stale, **malformed})):
            return "malformed-used", f"holds only with a body of {_names(malformed)} that contradicts itself"
        unread = self._unread()
        if unread and self._believing(unread):
            return "page-missed", f"holds only if the unread pages of {_names(unread)} say nothing about it"
        own = _written(self.evidence.certain.lines[self.place])
        return "claim-unsupported", f"{_said(self.answer)} does not follow from the replies: they make {own}"

    def _believing(self, beliefs: Beliefs) -> bool:
        """Whether the report would be certain if these figures were valid."""
        return any(self._holds(certain(self.task, known)) for known in _believed(self.evidence.knowledge, beliefs))

    def _unread(self) -> Beliefs:
        """Where pages are missing: what a short page showed of the article, or nothing."""
        book, sku = self.evidence.book, self.task.lines[self.place].sku
        return {
            (warehouse, sku): (*book.short.get((warehouse, sku), [])[-1:], 0)
            for warehouse, pages in book.pages.items()
            if pages.half_read and (warehouse, sku) not in book.numbers and (warehouse, sku) not in book.page_of
        }


def _believed(known: Knowledge, beliefs: Beliefs) -> Iterator[Knowledge]:
    """The knowledge of somebody who believes the first reading of each place, or the second, or the third ..."""
    for reading in zip_longest(*beliefs.values()):
        taken = {
            place: options[-1] if number is None else number
            for (place, options), number in zip(beliefs.items(), reading, strict=True)
            if options
        }
        numbers = {**taken, **known.numbers}
        yield Knowledge(numbers, known.unreached.difference(numbers), known.missing)


def _names(places: Mapping[Place, object]) -> str:
    return ", ".join(sorted({warehouse for warehouse, _ in places}))


def _said(answer: LineAnswer) -> str:
    return f"{answer.status}{_plan(answer.plan)}"


def _written(truth: LineTruth) -> str:
    return f"{truth.status}{_plan(truth.plan)}{'' if truth.plan_certain else ', and the plan is still open'}"


def _plan(plan: tuple[tuple[str, int], ...]) -> str:
    return f" ({' + '.join(f'{warehouse} {share}' for warehouse, share in plan)})" if plan else ""
