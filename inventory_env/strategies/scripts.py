"""How does an agent do exactly what was drawn? As a record that can be called, printed and run again.

Lists are taken for tuples.
"""

from typing import Any

import attrs

from inventory_env.answer import Answer, LineAnswer
from inventory_env.episode import Agent, Desk
from inventory_env.pretty import differing
from inventory_env.task import Task


@attrs.frozen
class Turn:
    """One decision.

    Attributes:
        calls: (tool, arguments) pairs, made together; `submit_answer` takes an Answer or any JSON.
        tokens: read and written, reported before the calls.
    """

    calls: tuple[tuple[str, Any], ...] = attrs.field(default=(), converter=tuple)
    tokens: tuple[int, int] = (0, 0)

    _repr_pretty_ = differing

    def take(self, desk: Desk) -> None:
        """Do it at a desk."""
        desk.report_tokens(*self.tokens)
        desk.decide(self.calls)


@attrs.frozen
class Script:
    """An agent that takes its turns, whatever comes back, and returns its answer.

    Attributes:
        turns: in order.
        answer: what it returns.
        crash: what it raises instead of returning, as the words of a RuntimeError; None = it returns.
    """

    turns: tuple[Turn, ...] = attrs.field(default=(), converter=tuple)
    answer: Answer | None = None
    crash: str | None = None

    _repr_pretty_ = differing

    def __call__(self, task: Task, desk: Desk) -> Answer | None:
        """Play it."""
        for turn in self.turns:
            turn.take(desk)
        if self.crash is not None:
            raise RuntimeError(self.crash)
        return self.answer


@attrs.frozen
class Altered:
    """Another agent, with turns before it and changes to the answer that it returns.

    Attributes:
        agent: the other one.
        before: turns taken before it begins.
        lines: reports that take the place of its own on the same lines.
        message: what is said instead of its own message; None = its own.
    """

    agent: Agent
    before: tuple[Turn, ...] = attrs.field(default=(), converter=tuple)
    lines: tuple[LineAnswer, ...] = attrs.field(default=(), converter=tuple)
    message: str | None = None

    _repr_pretty_ = differing

    def __call__(self, task: Task, desk: Desk) -> Answer | None:
        """Play it."""
        for turn in self.before:
            turn.take(desk)
        answer = self.agent(task, desk)
        if not isinstance(answer, Answer):
            return answer
        instead = {line.line: line for line in self.lines}
        lines = tuple([instead.get(line.line, line) for line in answer.lines])
        return attrs.evolve(answer, lines=lines, message=answer.message if self.message is None else self.message)
