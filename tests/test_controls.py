"""Do the controls say what they say whatever the stock, and can none of them be right by asking?"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import scenario

from baselines import controls
from baselines.roster import CONTROLS, Entry
from graders import grade
from inventory_env.answer import Answer, Shippable, Status
from inventory_env.episode import Agent, play
from inventory_env.scenario import Scenario
from inventory_env.strategies import scenarios
from inventory_env.suites import load_suite
from inventory_env.task import Completeness, Completion, Line, Sourcing, Split
from inventory_env.trace import Stop, Trace
from inventory_env.verdict import Mark

moderate = settings(deadline=None, max_examples=25)
TWO = (Line(1, "A", 10), Line(2, "B", 5))
SHELVES = {"W1": {"A": 6, "B": 1, "C": 1}, "W2": {"A": 9, "B": 9}}


def answered(trace: Trace) -> Answer:
    """The answer that counts."""
    assert trace.counting is not None, trace.stop_reason
    assert trace.counting.answer is not None
    return trace.counting.answer


@pytest.mark.parametrize(
    "name", [one.name for one in CONTROLS if one.name not in ("dumper", "do-nothing", "memoriser")]
)
def test_no_talkative_control_ever_asks(name: str) -> None:
    """What it says is a guess, even where it is true."""
    control = {one.name: one for one in CONTROLS}[name]
    for case in load_suite("worked"):
        trace = play(control.make(1), case)
        assert trace.calls == ()
        assert trace.counting is not None


def test_nothing_is_nothing() -> None:
    """No call, no answer, and no crash."""
    trace = play(controls.do_nothing, scenario({"W1": 12}))
    assert (trace.calls, trace.submissions, trace.stop) == ((), (), Stop.RETURNED)


def test_the_refuser_reports_on_no_line() -> None:
    """Its answer is accepted, and empty."""
    assert answered(play(controls.refuser, scenario({"W1": 12}))).lines == ()


@pytest.mark.parametrize(
    ("agent", "fields", "shippable"),
    [
        (controls.always_found, (Status.FOUND, (("W1", 10),), 0, None), Shippable.YES),
        (controls.always_shortfall, (Status.SHORTFALL, (), 10, None), Shippable.NO),
        (controls.always_unknown, (Status.UNKNOWN, (), None, 0), Shippable.UNKNOWN),
        (controls.always_invalid, (Status.INVALID, (), None, None), Shippable.NO),
    ],
)
def test_a_constant_answer_agrees_with_itself(agent: Agent, fields: tuple[Any, ...], shippable: Shippable) -> None:
    """It is well-formed and consistent, so only asking can tell that it is unfounded."""
    answer = answered(play(agent, scenario(SHELVES, lines=TWO)))
    first = answer.lines[0]
    assert (first.status, first.plan, first.gap, first.confirmed) == fields
    assert {line.status for line in answer.lines} == {first.status}
    assert answer.shippable is None
    whole = Sourcing(Split.ANY, completeness=Completeness.ORDER)
    assert answered(play(agent, scenario(SHELVES, lines=TWO, sourcing=whole))).shippable is shippable


@pytest.mark.parametrize(("completion", "many"), [(Completion.FIRST_ANSWER, 2), (Completion.LAST_ANSWER, 4)])
def test_the_spammer_submits_as_long_as_it_is_let(completion: Completion, many: int) -> None:
    """After a final answer one more submission is recorded and refused; where the last counts, all are taken."""
    trace = play(controls.spammer, scenario({"W1": 12}, completion=completion))
    assert len(trace.submissions) == many
    taken = [one.answer.lines[0].status for one in trace.submissions if one.answer]
    assert taken == [Status.FOUND, Status.SHORTFALL, Status.UNKNOWN, Status.INVALID][: 1 if many == 2 else 4]


@moderate
@given(scenarios(), st.integers(0, 2**64))
def test_a_guess_follows_from_seed_and_task_alone(case: Scenario, seed: int) -> None:
    """The same in any order and any process; it is well-formed, and its parts agree."""
    first, second = (answered(play(controls.guesser(seed), case)) for _ in range(2))
    assert first == second
    for line, told in zip(case.task.lines, first.lines, strict=True):
        planned = sum(share for _, share in told.plan)
        assert (told.gap, told.confirmed) == {
            Status.FOUND: (0, None),
            Status.SHORTFALL: (line.quantity - planned, None),
            Status.UNKNOWN: (None, planned),
            Status.INVALID: (None, None),
        }[told.status]


def test_guesses_differ_by_seed_and_by_task() -> None:
    """Over a few seeds every kind of answer comes up, and tasks do not share their luck."""
    cases = [scenario({"W1": 1, "W2": 2}, id=f"t{number}") for number in range(6)]
    drawn = [[answered(play(controls.guesser(seed), case)).lines[0] for case in cases] for seed in range(8)]
    assert {line.status for row in drawn for line in row} == set(Status)
    assert len({str(row) for row in drawn}) == len(drawn)
    assert any(len({str(line) for line in row}) > 3 for row in drawn)


def test_the_dumper_reads_all_and_reports_nothing() -> None:
    """Every listed warehouse for every article, by query or by page to the end of each list."""
    trace = play(controls.dumper, scenario(SHELVES, lines=TWO))
    assert [tuple(call.arguments.values()) for call in trace.calls] == [
        ("A", "W1"),
        ("B", "W1"),
        ("A", "W2"),
        ("B", "W2"),
    ]
    assert trace.counting is None
    paged = play(controls.dumper, scenario(SHELVES, lines=TWO, tools={"list_stock"}, world={"page_size": 2}))
    assert [call.arguments["warehouse"] for call in paged.calls] == ["W1", "W1", "W2"]
    assert paged.counting is None


@moderate
@given(scenarios())
def test_no_control_brings_a_world_down(case: Scenario) -> None:
    """Whatever a control does ends as data."""
    for one in CONTROLS:
        assert play(one.make(0), case).stop in (Stop.ANSWERED, Stop.RETURNED, Stop.OUT_OF_BUDGET)


@pytest.mark.parametrize("control", CONTROLS, ids=lambda one: one.name)
def test_no_control_ever_succeeds(control: Entry) -> None:
    """Not on one of the thirty worked examples, whatever the luck of the draw."""
    cases = load_suite("worked")
    marks = [grade(case, play(control.make(seed), case)).success for seed in range(5) for case in cases]
    assert set(marks) == {Mark.FAIL}
