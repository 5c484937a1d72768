"""With what do naive graders compare? With the run of the careful agent, taken for the one right run."""

import functools
from collections.abc import Callable
from typing import TypeVar

from baselines import careful
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.episode import play
from inventory_env.frozen_json import FrozenJson
from inventory_env.scenario import Scenario
from inventory_env.task import Split
from inventory_env.tools import TOOLS
from inventory_env.trace import Call, Trace

T = TypeVar("T")
# One reading of the report on a line.
Look = Callable[[LineAnswer], object]
_NOTHING = Answer(())
_BESIDE = frozenset(TOOLS) - {"get_stock", "list_stock"}


# Many graders ask for the same run in turn.
@functools.lru_cache(maxsize=64)
def gold(scenario: Scenario) -> Trace:
    """The run of the careful agent."""
    return play(careful, scenario)


def gold_answer(scenario: Scenario) -> Answer:
    """What the careful agent reports."""
    return answer_of(gold(scenario))


def answer_of(trace: Trace) -> Answer:
    """The answer that counts; one without lines and words where there is none."""
    counting = trace.counting
    return counting.answer or _NOTHING if counting else _NOTHING


def asked(trace: Trace) -> tuple[Call, ...]:
    """The calls for stock, and those of tools that do not exist, in order; all others may be made at any time."""
    return tuple([call for call in trace.calls if call.tool not in _BESIDE])


def queries(trace: Trace) -> tuple[tuple[str, FrozenJson], ...]:
    """What was asked: tool and arguments of each such call."""
    return tuple([(call.tool, call.arguments) for call in asked(trace)])


def by_line(answer: Answer, look: Callable[[LineAnswer], T]) -> dict[int, T]:
    """One reading of every line reported, by its number."""
    return {line.line: look(line) for line in answer.lines}


def status(line: LineAnswer) -> Status:
    """How the line ended."""
    return line.status


def plan(line: LineAnswer) -> frozenset[tuple[str, int]]:
    """The plan, in no order."""
    return frozenset(line.plan)


def total(line: LineAnswer) -> int:
    """The units planned."""
    return sum([share for _, share in line.plan])


def missing(line: LineAnswer) -> tuple[int | None, int | None, frozenset[int]]:
    """What is said of the rest: gap, confirmed, nearest packs."""
    return line.gap, line.confirmed, frozenset(line.nearest)


def quoted(line: LineAnswer) -> frozenset[tuple[str, int]]:
    """The figures that the line says were seen."""
    return frozenset([(warehouse, seen) for warehouse, seen in line.seen or () if isinstance(seen, int)])


def agrees(scenario: Scenario, trace: Trace, *looks: Look) -> bool:
    """Whether every line, looked at in these ways, is reported as the careful agent reports it."""
    told, right = answer_of(trace), gold_answer(scenario)
    return all([by_line(told, look) == by_line(right, look) for look in looks])


def same_outcome(scenario: Scenario, trace: Trace) -> bool:
    """Whether the fields say what the careful agent's say: a sound comparison, on which one slip is then built.

    Where any plan with the fewest sources is right, only its total and the number of its sources are compared.
    """
    look: Look = plan
    if scenario.task.sourcing.split is Split.FEWEST:
        look = _size
    same_order = answer_of(trace).shippable is gold_answer(scenario).shippable
    return same_order and agrees(scenario, trace, status, look, missing)


def _size(line: LineAnswer) -> tuple[int, int]:
    return total(line), len(line.plan)
