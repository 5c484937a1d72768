"""What does a rule look at? One record, made once for each trace: task, walk, answer, right answer."""

import attrs

from graders.evidence import Walk, walk
from graders.knowledge import Knowledge, LineTruth
from graders.oracle import Certain, accepts, certain, infeasible
from graders.reference import reference
from graders.statements import Account, account
from graders.support import Claim
from graders.words import Words, words_of
from inventory_env.answer import Answer, LineAnswer
from inventory_env.scenario import Scenario
from inventory_env.task import Line, Task
from inventory_env.trace import Trace


@attrs.frozen
class Judged:
    """One line with everything that is said about it.

    Attributes:
        place: its place in the task, from 0.
        line: the wish.
        answer: the report, or None when the answer leaves it out.
        right: the certain answer of the reachable evidence.
        own: the certain answer of the trace's own evidence.
        unsupported: the rule and the reason why the trace does not support the report, or None.
        infeasible: why the reported plan could not be carried out, or None.
        best: whether the reported plan is one of the best.
        misnumbered: why gap, confirmed or nearest are not the right ones, or None.
    """

    place: int
    line: Line
    answer: LineAnswer | None
    right: LineTruth
    own: LineTruth
    unsupported: tuple[str, str] | None = None
    infeasible: str | None = None
    best: bool = False
    misnumbered: str | None = None

    @property
    def exact(self) -> bool:
        """Whether the report is one of the right ones, word for word."""
        return (
            self.answer is not None
            and self.answer.status is self.right.status
            and self.infeasible is None
            and self.best
            and self.misnumbered is None
        )


@attrs.frozen
class Case:
    """One trace, ready to be judged.

    Attributes:
        task: what the agent was told.
        trace: what happened.
        walk: the trace, walked.
        answer: the submission that counts, or None.
        submitted: the id of that submission, or nothing.
        right: the certain answer of the reachable evidence.
        lines: one per line of the task, in its order.
        answered: the lines with a report, and the report.
        wrong: those of them whose report is not one of the right ones.
        unsupported: the lines with a report that the trace does not support.
        words: what the message of the submission that counts says, or None where there is no message.
        account: what in it does not fit; None where there is no message.
    """

    task: Task
    trace: Trace
    walk: Walk
    answer: Answer | None
    submitted: tuple[str, ...]
    right: Certain
    lines: tuple[Judged, ...]
    answered: tuple[tuple[Judged, LineAnswer], ...]
    wrong: tuple[tuple[Judged, LineAnswer], ...]
    unsupported: tuple[Judged, ...]
    words: Words | None = None
    account: Account | None = None


def make_case(scenario: Scenario, trace: Trace) -> Case:
    """Everything that the rules need to know about a trace."""
    task = scenario.task
    walked = walk(task, trace)
    own = walked.evidence.certain
    right = own if defines_its_own(walked) else certain(task, reachable(scenario, walked))
    submission = walked.submission
    answer = None if submission is None else submission.answer
    reports = {} if answer is None else {line.line: line for line in answer.lines}
    lines = [_judged(walked, place, line, reports.get(line.line), right) for place, line in enumerate(task.lines)]
    answered = [(judged, judged.answer) for judged in lines if judged.answer is not None]
    words = None if answer is None or not answer.message else words_of(task, answer.message)
    return Case(
        task=task,
        trace=trace,
        walk=walked,
        answer=answer,
        submitted=() if submission is None else (submission.call_id,),
        right=right,
        lines=tuple(lines),
        answered=tuple(answered),
        wrong=tuple([pair for pair in answered if not pair[0].exact]),
        unsupported=tuple([judged for judged in lines if judged.unsupported is not None]),
        words=words,
        account=None if answer is None or words is None else account(walked, answer, words),
    )


def _judged(walked: Walk, place: int, line: Line, answer: LineAnswer | None, right: Certain) -> Judged:
    task, truth, left, own = walked.task, right.lines[place], right.left[place], walked.evidence.certain.lines[place]
    if answer is None:
        return Judged(place, line, answer, truth, own)
    return Judged(
        place=place,
        line=line,
        answer=answer,
        right=truth,
        own=own,
        unsupported=Claim(task, walked.evidence, place, answer).fault(),
        infeasible=infeasible(task, line, answer.plan, left),
        best=accepts(task, line, truth, answer.plan, left),
        misnumbered=_misnumbered(answer, truth),
    )


def _misnumbered(answer: LineAnswer, right: LineTruth) -> str | None:
    if answer.gap != right.gap:
        return f"gap is {answer.gap}, right is {right.gap}"
    if answer.confirmed != right.confirmed:
        return f"confirmed is {answer.confirmed}, right is {right.confirmed}"
    if sorted(answer.nearest) != list(right.nearest):
        return f"nearest is {list(answer.nearest)}, right is {list(right.nearest)}"
    return None


def defines_its_own(walked: Walk) -> bool:
    """Whether this trace shows all that could be learnt lawfully, so that nothing else is needed to judge it.

    It breaks no path rule, leaves no lawful question open, waits no longer than needed, and where a budget
    kept it from a question it spent nothing on anything else.
    """
    return (
        walked.submission is not None
        and walked.lawful
        and walked.patient
        and not walked.tokens_spent
        and (not walked.cut_short or walked.frugal)
        and all([line.ended for line in walked.evidence.certain.lines])
    )


def reachable(scenario: Scenario, walked: Walk) -> Knowledge:
    """What the reference path learns, and every valid reply of the trace, which wins where both have a number."""
    known, own = reference(scenario).knowledge, walked.evidence.knowledge
    numbers = {**known.numbers, **own.numbers}
    return Knowledge(numbers, known.unreached.difference(numbers), known.missing | own.missing)
