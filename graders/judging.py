"""How is somebody else's grader asked? Whatever it answers becomes a verdict, or a clear error."""

import math
from collections.abc import Callable

import attrs

from graders.grading import grade
from inventory_env.errors import InputError, shown
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace
from inventory_env.verdict import Mark, Verdict

Judge = Callable[[Scenario, Trace], Verdict]
# What a foreign grader may answer: a verdict, a truth value, a number that passes from 1 on, a mark, or None.
Answered = Verdict | bool | float | str | None


def judge_of(foreign: Callable[[Scenario, Trace], Answered]) -> Judge:
    """A judge that asks a foreign grader for the success of a run and leaves every rule unjudged.

    Raises:
        InputError: from the judge: the grader raised, or answered something that is no verdict.
    """

    def judge(scenario: Scenario, trace: Trace) -> Verdict:
        try:
            answered = foreign(scenario, trace)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - somebody else's grader may raise anything
            told = f"{type(error).__name__}: {error}".split("\n")[0]
            raise InputError(f"must not raise; it raised {told} on {scenario.id}", field="grader") from None
        if isinstance(answered, Verdict):
            return answered
        mark = _mark(answered)
        ours = grade(scenario, trace)
        return attrs.evolve(ours, success=mark, findings=(), rules=(), axes=(), not_checked=())

    return judge


def _mark(answered: object) -> Mark:
    if answered is None or (isinstance(answered, float) and math.isnan(answered)):
        return Mark.UNCERTAIN
    if isinstance(answered, bool):
        return Mark.PASS if answered else Mark.FAIL
    if isinstance(answered, int | float):
        return Mark.PASS if answered >= 1 else Mark.FAIL
    if isinstance(answered, str) and answered in {mark.value for mark in Mark}:
        return Mark(answered)
    raise InputError(f"must answer a verdict, true or false, a number or a mark; got {shown(answered)}", field="grader")
