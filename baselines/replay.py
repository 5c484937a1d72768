"""How is a stored run made again? By an agent that repeats what the trace says was done."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from inventory_env.answer import Answer
from inventory_env.episode import Agent, Desk
from inventory_env.frozen_json import thaw
from inventory_env.task import Task
from inventory_env.trace import Call, Stop, Submission, Trace

# How the refusal of something that is no answer at all begins; the type's name follows.
_NO_ANSWER = "must be an answer; got a value of type "
_AS_STORED = {"str", "int", "float", "bool", "tuple"}
_MADE_ONE_MORE = frozenset({Stop.OUT_OF_BUDGET, Stop.CALL_CEILING})


def replay(trace: Trace) -> Agent:
    """An agent that makes the same calls, reports and submissions in the same decisions, and ends the same way.

    What the world or the machinery did wrong in the stored run is not repeated.

    Args:
        trace: the record to repeat; nothing in it needs to be sound.
    """

    def agent(task: Task, desk: Desk) -> Answer | None:
        tokens = _Tokens(trace, desk)
        try:
            _repeat(trace, desk, tokens)
        finally:
            tokens.report(trace.tokens_in + trace.tokens_out)
        _end(trace, desk)
        return None

    return agent


class _Tokens:
    """Reports tokens so that every sum that the trace shows comes out again."""

    def __init__(self, trace: Trace, desk: Desk) -> None:
        self._desk = desk
        self._left_in = trace.tokens_in
        self._reported = 0

    def report(self, total: int) -> None:
        """Report what is missing to that total, tokens read first: a trace tells the two apart at its end only."""
        missing = total - self._reported
        if missing > 0:
            tokens_in = min(missing, self._left_in)
            self._desk.report_tokens(tokens_in, missing - tokens_in)
            self._left_in -= tokens_in
            self._reported = total


def _repeat(trace: Trace, desk: Desk, tokens: _Tokens) -> None:
    turn = 0
    for decision, steps in _decisions(trace):
        if decision is None:
            for step in steps:
                tokens.report(step.tokens)
                desk.submit(_handed_over(step))
            continue
        for _ in range(turn + 1, decision):
            desk.decide([])  # a turn without a call leaves only a gap in the numbers
        turn = decision
        desk.decide(_made(steps, tokens))


def _decisions(trace: Trace) -> Iterator[tuple[int | None, Sequence[Call | Submission]]]:
    """The steps of each decision, and between decisions the submissions, under None."""
    steps = list(_in_order(trace))
    marked = [(_decision(steps, place), step) for place, step in enumerate(steps)]
    for decision, group in groupby(marked, key=lambda one: one[0]):
        yield decision, [step for _, step in group]


def _in_order(trace: Trace) -> Iterator[Call | Submission]:
    waiting = list(trace.submissions)
    for made, call in enumerate(trace.calls):
        while waiting and waiting[0].after_calls <= made:
            yield waiting.pop(0)
        yield call
    yield from waiting


def _decision(steps: Sequence[Call | Submission], place: int) -> int | None:
    """The decision that a step belongs to: a submission belongs to one if calls of it stand on both sides."""
    step = steps[place]
    if isinstance(step, Call):
        return step.decision
    before = next((one.decision for one in reversed(steps[:place]) if isinstance(one, Call)), None)
    after = next((one.decision for one in steps[place + 1 :] if isinstance(one, Call)), None)
    return before if before == after else None


def _made(steps: Sequence[Call | Submission], tokens: _Tokens) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for step in steps:
        tokens.report(step.tokens)
        if isinstance(step, Call):
            yield step.tool, thaw(step.arguments)
        else:
            yield "submit_answer", _handed_over(step)


def _handed_over(step: Call | Submission) -> Any:
    """Something that is taken, or refused with the same words, as what was submitted."""
    assert isinstance(step, Submission)
    if step.answer is not None:
        return step.answer
    plain = thaw(step.arguments)
    if step.refused is None or not step.refused.startswith(_NO_ANSWER):
        return plain
    kind, value = step.refused.removeprefix(_NO_ANSWER), plain.get("not_an_object")
    if kind in _AS_STORED or kind == "NoneType":
        return tuple(value) if kind == "tuple" else value
    return list(value) if kind == "list" else type(kind, (), {})()


def _end(trace: Trace, desk: Desk) -> None:
    if trace.stop in _MADE_ONE_MORE:
        desk.call("wait", seconds=0)  # the call that ended the run is not in its record
    if trace.stop is Stop.AGENT_CRASH:
        kind, _, message = trace.stop_reason.partition(": ")
        raise type(kind, (Exception,), {})(message)
