"""How does our warehouse look to the Berkeley leaderboard? A class: its methods are tools, its public fields state."""

from collections.abc import Callable, Mapping
from typing import Any

from graders.audit.foreign.targets import in_short
from inventory_env.answer import Answer
from inventory_env.codec import builtins, convert, encode
from inventory_env.frozen_json import thaw
from inventory_env.run import Recorder, Run, RunOver
from inventory_env.scenario import Scenario
from inventory_env.tools import TOOLS
from inventory_env.trace import Observation, Submission, Trace
from inventory_env.warehouse import Warehouse

MODULE = __name__
SUBMIT = "submit_answer"


class World:
    """One warehouse, as the checker opens it, calls it and looks at it; the tools are set below.

    Attributes:
        answer: what the answer accepted last comes to; empty before.
    """

    def __init__(self) -> None:
        self.answer = ""

    def _load_scenario(self, config: Mapping[str, Callable[[], Scenario]], long_context: bool = False) -> None:
        self._run = Run(config["scenario"]())
        self._run.open(Warehouse, Recorder)

    def _use(self, tool: str, arguments: dict[str, Any]) -> str:
        try:
            observation = self._run.decide(((tool, arguments),))[0]
        except RunOver:  # no Exception, which the checker would take for a reply
            return "the run is over"
        if tool == SUBMIT and observation.ok:
            self.answer = in_short(convert(arguments, Answer))
        return _reply(observation)


def _reply(observation: Observation) -> str:
    """A reply without the number of its call and without its time: neither further calls nor waiting change it."""
    body = {name: value for name, value in observation.body.items() if name != "as_of_s"}
    return encode(body if observation.error is None else observation.error).decode()


def _tool(name: str) -> Callable[..., str]:
    def use(self: World, **arguments: Any) -> str:
        return self._use(name, arguments)

    return use


for _name in TOOLS:
    setattr(World, _name, _tool(_name))


def written(trace: Trace) -> list[str]:
    """The calls and submissions of a run in their order, as the Python text that the checker evaluates."""
    texts: list[str] = []
    waiting = list(trace.submissions)
    for place, call in enumerate(trace.calls):
        while waiting and waiting[0].after_calls <= place:
            texts.append(_submission(waiting.pop(0)))
        texts.append(_call(call.tool, thaw(call.arguments)))
    return [*texts, *map(_submission, waiting)]


def _submission(one: Submission) -> str:
    return _call(SUBMIT, thaw(one.arguments) if one.answer is None else builtins(one.answer))


def _call(tool: str, arguments: dict[str, Any]) -> str:
    # Whatever else a run calls, the text must not: it is evaluated.
    return f"{tool}(**{arguments!r})" if tool in TOOLS else "unknown_tool()"
