"""How is a run made again with other calls? By an agent that makes exactly these, so that every reply is real."""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from inventory_env.answer import Answer
from inventory_env.episode import Desk, play
from inventory_env.frozen_json import thaw
from inventory_env.scenario import Scenario
from inventory_env.task import Task
from inventory_env.trace import Call, Trace

# One call: the tool and its arguments.
Asked = tuple[str, Mapping[str, Any]]
# The calls of one decision.
Turn = Sequence[Asked]


def turn_of(call: Call) -> Turn:
    """The decision to make that call."""
    return ((call.tool, thaw(call.arguments)),)


def turns_of(trace: Trace) -> list[Turn]:
    """The decisions of the careful agent, which makes one call in each."""
    return [turn_of(call) for call in trace.calls]


def acted(scenario: Scenario, turns: Sequence[Turn], *answers: Any) -> Trace:
    """The run of an agent that makes these decisions, then hands in these answers, whatever they are."""

    def agent(_task: Task, desk: Desk) -> None:
        for turn in turns:
            desk.decide(turn)
        for answer in answers:
            desk.submit(answer)

    return play(agent, scenario)


def uncited(answer: Answer) -> Answer:
    """The answer without the ids of calls, which are other ones in another run."""
    return attrs.evolve(answer, lines=tuple(attrs.evolve(line, evidence=None) for line in answer.lines))


def bare(answer: Answer) -> Answer:
    """The answer with neither figures nor citations."""
    return attrs.evolve(answer, lines=tuple(attrs.evolve(line, seen=None, evidence=None) for line in answer.lines))
