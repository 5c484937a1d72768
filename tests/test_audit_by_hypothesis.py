"""Does Hypothesis search the same cases, find what is wrong, and leave nothing behind?"""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.configuration import storage_directory

from graders import grade
from graders.audit.auditing import Order
from graders.audit.by_hypothesis import PLAIN, audit_by_hypothesis, falsified, labelled_cases
from graders.audit.case import Case
from graders.audit.catalogue import all_kinds
from graders.audit.explain import page
from graders.audit.hunt import Wrong
from graders.audit.judge import Flaw, Judge
from graders.audit.kinds import GOOD_KIND, chosen
from graders.cli import status
from inventory_env.errors import InputError
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace


def stored_at() -> Path:
    """Where Hypothesis keeps what it keeps; older versions give the path itself."""
    place: Any = storage_directory(intent_to_write=False)
    return Path(getattr(place, "path", place))


def accepts(scenario: Scenario, trace: Trace) -> bool:
    """Content with whatever was answered."""
    return trace.counting is not None


@settings(PLAIN, max_examples=60)
@given(labelled_cases())
def test_our_grader_is_right_on_labelled_cases(case: Case) -> None:
    """The strategy, our own grader, and the page of a case for the message."""
    if case.should_pass is not None:
        assert (grade(case.scenario, case.trace).success == "pass") is case.should_pass, page(case)


def test_a_naive_grader_is_falsified_by_one_small_case() -> None:
    """One line of one article, few calls; the same seed gives the same case."""
    kinds = chosen(all_kinds(), ["zoo"])
    found = [falsified(Judge("accepts", accepts), kinds, Order("accepts", examples=300, seed=4)) for _ in range(2)]
    assert not found[0].sound
    (smallest,) = found[0].smallest
    assert smallest.wrong is Wrong.ACCEPTS
    assert len(smallest.case.scenario.task.lines) == 1
    assert len(smallest.case.trace.calls) <= 3
    assert smallest.case == found[1].smallest[0].case
    assert found[0].hunt.cases == found[1].hunt.cases <= 300


def test_a_right_grader_is_asked_as_often_as_wanted() -> None:
    """Each case is counted once, under its kind."""
    found = falsified(Judge("grade", grade), [GOOD_KIND], Order("grade", examples=25))
    assert found.sound
    assert not found.smallest
    assert found.hunt.cases >= 25
    assert set(found.hunt.tallies) == {"good"}


def test_a_crash_is_a_flaw_and_no_wrong_answer() -> None:
    """It is told as what it is."""

    def crashes(scenario: Scenario, trace: Trace) -> bool:
        raise LookupError("no idea")

    found = falsified(Judge("crashes", crashes), [GOOD_KIND], Order("crashes", examples=5))
    assert not found.sound
    assert not found.smallest
    assert set(found.hunt.flaws) == {Flaw.CRASHES}


def test_a_grader_that_changes_its_mind_is_unsteady() -> None:
    """Hypothesis cannot show the failure again; that is a flaw of the grader, with its one wrong answer."""
    answers = iter([False])
    found = falsified(
        Judge("once", lambda scenario, trace: next(answers, True)), [GOOD_KIND], Order("once", examples=5)
    )
    (outcome, words) = found.hunt.flaws[Flaw.UNSTEADY]
    assert (outcome.number, words) == (0, "answered False, and another time something else")
    assert [one.wrong for one in found.smallest] == [Wrong.REJECTS]


def test_nothing_is_left_in_the_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a database nor constants; and where others store theirs is as it was."""
    monkeypatch.chdir(tmp_path)
    before = stored_at()
    audit_by_hypothesis(Order("graders:grade", kinds=("good",), examples=5))
    assert not list(tmp_path.iterdir())
    assert stored_at() == before


def test_the_command_lets_hypothesis_search(capsys: pytest.CaptureFixture[str]) -> None:
    """With the same table; wrong names are told."""
    assert status(["audit", "graders:grade", "--hypothesis", "--kinds", "good", "--examples", "5"]) == 0
    assert "verdict: sound" in capsys.readouterr().out
    with pytest.raises(InputError, match="must be a kind of cases"):
        audit_by_hypothesis(Order("graders:grade", kinds=("goood",)))


def test_without_hypothesis_the_command_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line, no traceback."""
    monkeypatch.setitem(__import__("sys").modules, "graders.audit.by_hypothesis", None)
    assert status(["audit", "graders:grade", "--hypothesis"]) == 2
    assert "pip install 'inventory-env[audit]'" in capsys.readouterr().err


def test_a_case_prints_as_one_line_beside_its_page() -> None:
    """Hypothesis prints the case; the page tells the rest."""
    from hypothesis.vendor.pretty import pretty

    case = GOOD_KIND.build(lambda low, high: low)
    assert pretty(case) == "<good: This is how the careful agent does it.>"
    assert page(case).splitlines()[0] == "good"
    assert case.should_pass is True
