"""Is what only the tester knows sound, and are answers and verdicts read by name?"""

from typing import Any

import pytest
from worlds import scenario

from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.errors import InputError
from inventory_env.scenario import Expected, ExpectedLine
from inventory_env.task import Retry
from inventory_env.verdict import Axis, Costs, LineLabel, Mark, RunStatus, Verdict


def test_scenario_has_the_id_of_its_task() -> None:
    """One case, one id."""
    assert scenario({"W1": 1}, id="t9").id == "t9"


def test_world_must_answer_before_its_own_timeout() -> None:
    """At the timeout it still does; later every call would fail."""
    assert scenario({"W1": 1}, world={"reply_ms": 1000}, retry=Retry(timeout_s=1)).reply_ms == 1000
    with pytest.raises(InputError, match="reply_ms must not exceed the timeout; got 1001"):
        scenario({"W1": 1}, world={"reply_ms": 1001}, retry=Retry(timeout_s=1))


def test_expected_answer_names_each_line_once() -> None:
    """Two answers to one question are none."""
    twice = (ExpectedLine(1, Status.FOUND), ExpectedLine(1, Status.UNKNOWN))
    with pytest.raises(InputError, match="lines must name each one once; got 1 twice"):
        Expected(twice)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("plan", (("W1", 1), ("W2", 1), ("W1", 2))),
        ("unreached", ("W1", "W1")),
        ("seen", (("W1", 1), ("W1", 1))),
    ],
)
def test_line_answer_names_each_warehouse_once(field: str, value: Any) -> None:
    """A plan with two shares from one warehouse could be read in two ways."""
    with pytest.raises(InputError, match=f"{field} must name each one once; got 'W1' twice"):
        LineAnswer(1, Status.FOUND, **{field: value})


def test_report_on_a_line_is_found_by_its_number() -> None:
    """None where the answer leaves the line out."""
    first = LineAnswer(1, Status.FOUND)
    answer = Answer((first, LineAnswer(3, Status.FOUND)))
    assert answer.line(1) is first
    assert answer.line(2) is None


def test_mark_is_found_by_the_name_of_its_rule_or_axis() -> None:
    """No other name has one."""
    nothing = Costs(0, 0, 0, 0, 0, 0, 0)
    verdict = Verdict(
        scenario="t1",
        status=RunStatus.VALID,
        success=Mark.FAIL,
        findings=(),
        rules=(("gap-wrong", Mark.FAIL),),
        axes=((Axis.PATH, Mark.PASS),),
        lines=((1, LineLabel.WRONG),),
        label=LineLabel.WRONG,
        information_obtained=False,
        costs=nothing,
        reference=nothing,
        not_checked=(),
        policy="default",
    )
    assert (verdict.mark("gap-wrong"), verdict.mark("path")) == (Mark.FAIL, Mark.PASS)
    with pytest.raises(KeyError):
        verdict.mark("no-such-rule")
