"""Which runs end without a right answer that counts? Nothing handed in, nothing that counts, or another answer last."""

from typing import Any

import attrs

from graders.audit.case import Label
from graders.audit.draws import Draw, one_of
from graders.audit.edits.labels import UNSUPPORTED, answer_of, quiet
from graders.audit.edits.script import acted, turns_of
from graders.audit.edits.settings import first_counts, last_counts
from graders.audit.kinds import Kind, Made, kind_of
from inventory_env.answer import Answer
from inventory_env.episode import Desk, play
from inventory_env.scenario import Scenario
from inventory_env.task import Task
from inventory_env.trace import Trace

_MISSING = Label(frozenset({"answer-missing"}))
_WRONG_GAP = Label(frozenset({"gap-wrong"}), either=(UNSUPPORTED,))
_EMPTY_ORDER: dict[str, Any] = {"lines": []}
_REFUSED: tuple[Any, ...] = (
    {},
    None,
    [],
    "",
    "null",
    0,
    False,
    {"lines": None},
    {"lines": {}},
    {"lines": [{}]},
    {"lines": [None]},
    {"answer": None},
    {"message": "done"},
)


def submission_kinds() -> tuple[Kind, ...]:
    """Which answer counts, if any does."""
    return (
        kind_of("edit:no-submission", "The right calls, and no answer.", _none),
        kind_of("edit:empty-submission", "The right calls, and an answer that reports on no line.", _no_lines),
        kind_of("edit:refused-submission", "The right calls, and something that is no answer.", _refused),
        kind_of("edit:cut-off", "The run breaks off before the answer.", _cut_off),
        kind_of("edit:crash", "The agent raises before it answers.", _crash),
        kind_of("edit:corrected-too-late", "A wrong first answer is final.", _too_late, first_counts),
        kind_of("edit:second-thought", "A right answer is replaced by a wrong one.", _second_thought, last_counts),
    )


def _none(scenario: Scenario, good: Trace, _draw: Draw) -> Made:
    return acted(scenario, turns_of(good)), _MISSING, "No answer was handed in."


def _no_lines(scenario: Scenario, good: Trace, draw: Draw) -> Made:
    empty = one_of(draw, (_EMPTY_ORDER, quiet(scenario.task, Answer(()))))
    dropped = frozenset({"request-silently-dropped"} if scenario.task.asks_to_reserve else ())
    label = attrs.evolve(_MISSING, perhaps=dropped | {"shippable-wrong"})
    return acted(scenario, turns_of(good), empty), label, "No line has a report."


def _refused(scenario: Scenario, good: Trace, draw: Draw) -> Made:
    handed_in = one_of(draw, _REFUSED)
    return acted(scenario, turns_of(good), handed_in), _MISSING, "What was handed in is no answer, and was refused."


def _cut_off(scenario: Scenario, good: Trace, draw: Draw) -> Made:
    turns = turns_of(good)
    return acted(scenario, turns[: draw(0, len(turns))]), _MISSING, "The run broke off; no answer was handed in."


def _crash(scenario: Scenario, good: Trace, draw: Draw) -> Made:
    """After so many calls; nothing was submitted."""
    turns = turns_of(good)
    made = turns[: draw(0, len(turns))]

    def agent(_task: Task, desk: Desk) -> None:
        for turn in made:
            desk.decide(turn)
        raise RuntimeError("lost the thread")

    label = attrs.evolve(_MISSING, hopeless=True)
    return play(agent, scenario), label, "The agent crashed before it answered, which is its own failure."


def spoilt(scenario: Scenario, answer: Answer) -> Answer:
    """The answer with a number that is wrong on every line."""
    lines = tuple(attrs.evolve(line, gap=(line.gap or 0) + 1) for line in answer.lines)
    return quiet(scenario.task, attrs.evolve(answer, lines=lines))


def _too_late(scenario: Scenario, good: Trace, draw: Draw) -> Made:
    """The right one is handed in next, but is refused."""
    right = answer_of(good)
    answers = (spoilt(scenario, right), *[right] * draw(0, 1))
    return acted(scenario, turns_of(good), *answers), _WRONG_GAP, "The first answer counts, and it is wrong."


def _second_thought(scenario: Scenario, good: Trace, _draw: Draw) -> Made:
    right = answer_of(good)
    return acted(scenario, turns_of(good), right, spoilt(scenario, right)), _WRONG_GAP, "The last answer is wrong."
