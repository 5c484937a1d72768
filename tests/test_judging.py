"""Does whatever a foreign grader answers become a mark, or a clear error?"""

from typing import Any, NoReturn

import attrs
import pytest
from builders import f0, found, get, run

from graders import grade
from graders.judging import judge_of
from inventory_env.errors import InputError
from inventory_env.verdict import Mark

F0 = f0()
TRACE = run(F0, [get("WH-1"), get("WH-2")], found(("WH-2", 5)))


@pytest.mark.parametrize(
    ("answer", "mark"),
    [
        (True, Mark.PASS),
        (False, Mark.FAIL),
        (1, Mark.PASS),
        (1.0, Mark.PASS),
        (2.5, Mark.PASS),
        (0, Mark.FAIL),
        (0.99, Mark.FAIL),
        (-1, Mark.FAIL),
        (float("inf"), Mark.PASS),
        (None, Mark.UNCERTAIN),
        (float("nan"), Mark.UNCERTAIN),
        ("pass", Mark.PASS),
        ("fail", Mark.FAIL),
        ("uncertain", Mark.UNCERTAIN),
        ("not_applicable", Mark.NOT_APPLICABLE),
        (Mark.FAIL, Mark.FAIL),
    ],
)
def test_an_answer_becomes_the_mark_of_the_run(answer: Any, mark: Mark) -> None:
    """A truth value, a number that passes from 1 on, a mark by name; no number is uncertain, never 0."""
    verdict = judge_of(lambda scenario, trace: answer)(F0, TRACE)
    assert verdict.success is mark


def test_a_foreign_grader_leaves_every_rule_unjudged() -> None:
    """It said one thing about the run; labels and costs are still ours."""
    ours, verdict = grade(F0, TRACE), judge_of(lambda scenario, trace: True)(F0, TRACE)
    assert (verdict.findings, verdict.rules, verdict.axes, verdict.not_checked) == ((), (), (), ())
    assert (verdict.label, verdict.lines, verdict.costs) == (ours.label, ours.lines, ours.costs)


def test_a_whole_verdict_is_taken_as_it_is() -> None:
    """One that knows our records may fill them."""
    mine = attrs.evolve(grade(F0, TRACE), success=Mark.FAIL, policy="mine")
    assert judge_of(lambda scenario, trace: mine)(F0, TRACE) is mine


@pytest.mark.parametrize("answer", ["Pass", "passed", "", b"pass", [], {}, (True,), object(), 1j])
def test_any_other_answer_is_an_error(answer: Any) -> None:
    """Nothing passes by default, and nothing is guessed."""
    with pytest.raises(InputError, match="grader must answer a verdict, true or false, a number or a mark"):
        judge_of(lambda scenario, trace: answer)(F0, TRACE)


@pytest.mark.parametrize("error", [ValueError("two\nlines"), SystemExit(3), KeyError("x"), RecursionError()])
def test_a_grader_that_raises_is_an_error_in_one_line(error: BaseException) -> None:
    """Its kind, its words and the scenario."""

    def raising(scenario: object, trace: object) -> NoReturn:
        raise error

    with pytest.raises(InputError, match=type(error).__name__) as told:
        judge_of(raising)(F0, TRACE)
    assert "\n" not in str(told.value)
    assert F0.id in str(told.value)


def test_the_person_at_the_keyboard_stops_it() -> None:
    """Ctrl-C is no answer of a grader."""

    def stopped(scenario: object, trace: object) -> NoReturn:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judge_of(stopped)(F0, TRACE)
