"""Is each flaw of a grader found as that flaw, and does it leave everything else as it was?"""

import decimal
import itertools
import locale
import os
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import scenario

from baselines import careful
from graders import grade
from graders.audit.called import Called
from graders.audit.case import Case, Means
from graders.audit.catalogue import all_kinds
from graders.audit.commanded import Commanded
from graders.audit.draws import Seeded
from graders.audit.flaws import Found, examine
from graders.audit.judge import Flaw, Judge, Said
from graders.audit.kinds import good_case
from graders.audit.surroundings import kept
from inventory_env.answer import Answer
from inventory_env.codec import encode
from inventory_env.episode import Desk, play
from inventory_env.frozen_json import EMPTY
from inventory_env.scenario import Scenario
from inventory_env.task import Task
from inventory_env.trace import Trace

KINDS = all_kinds()


def asking(task: Task, desk: Desk) -> Answer | None:
    """Careful, after a call that is refused: its trace holds an empty body."""
    desk.call("get_stock", sku="A", warehouse="nowhere")
    return careful(task, desk)


SCENARIO = scenario({"W1": 4, "W2": 9})
CASE = good_case(SCENARIO, play(asking, SCENARIO))


def flaws(grader: Any, case: Case = CASE, **how: Any) -> tuple[Found, ...]:
    """What is found on one case."""
    return examine(Judge("one", Called(grader, limit_s=20)), case, **how)


@settings(max_examples=20)
@given(st.sampled_from(KINDS), st.integers(0, 999), st.sampled_from(Means))
def test_our_grader_has_none(kind: Any, number: int, means: Means) -> None:
    """Whatever the case and whatever it means."""
    assert examine(Judge("ours", Called(grade), means), kind.build(Seeded(0, number)), patience_s=60) == ()


@settings(max_examples=20)
@given(st.sampled_from(KINDS), st.integers(0, 999))
def test_asking_about_copies_is_asking_about_the_case(kind: Any, number: int) -> None:
    """Copies are equal."""
    case = kind.build(Seeded(0, number))
    seen: list[tuple[Scenario, Trace]] = []
    examine(Judge("one", lambda *given: seen.append(given)), case)
    assert seen == [(case.scenario, case.trace)] * 3


# One grader for each flaw -----------------------------------------------------------------------------------------


def test_crash() -> None:
    """Told once, however often it was asked."""

    def grader(given: Scenario, trace: Trace) -> bool:
        raise ValueError(f"at {id(trace)}, {next(number)}")

    number = itertools.count(1)
    (found,) = flaws(grader)
    assert found.flaw is Flaw.CRASHES
    assert found.words.startswith("raised ValueError: at ")
    assert ", 1 (test_audit_flaws.py, line " in found.words


def test_exit() -> None:
    """Leaving the program is a crash of the grader."""
    (found,) = flaws(lambda *given: sys.exit("no more"))
    assert found.flaw is Flaw.CRASHES
    assert found.words.startswith("raised SystemExit: no more (test_audit_flaws.py, line ")


def test_unreadable() -> None:
    """The words say what would have been read."""
    marks = "mark (pass, fail, uncertain, not_applicable)"
    expected = f"answered 'PASS', which is no verdict, truth value, number, {marks} or None"
    assert flaws(lambda *given: "PASS") == (Found(Flaw.UNREADABLE, expected),)


def test_slow() -> None:
    """Even the faster of two calls counts, as the first may have had much to import."""
    ticks = iter([0, 9, 10, 11.5, 20, 20])
    slow = Found(Flaw.SLOW, "took 1.5 s for one run, which is more than 1 s")
    assert flaws(lambda *given: True, clock=lambda: next(ticks)) == (slow,)
    ticks = iter([0, 9, 10, 11.0, 20, 29])
    assert flaws(lambda *given: True, clock=lambda: next(ticks)) == ()


def test_one_that_never_answers_is_asked_once() -> None:
    """Each question costs the whole limit."""
    asked: list[object] = []

    def grader(*given: object) -> None:
        asked.append(given)
        while True:
            pass

    found = examine(Judge("one", Called(grader, limit_s=0.05)), CASE)
    assert found == (Found(Flaw.SLOW, "did not answer within 0.05 s"),)
    assert len(asked) == 1


def test_unsteady() -> None:
    """Told apart from depending on keys, which it hides."""
    answers = itertools.cycle([True, False])
    expected = Found(Flaw.UNSTEADY, "answered True, and the second time answered False")
    assert flaws(lambda *given: next(answers)) == (expected,)


def test_rare_change_of_mind_is_not_laid_on_the_keys() -> None:
    """Where an answer differs with the keys turned round, it is asked once more as before."""
    answers = iter([True, True, False, False])
    expected = Found(Flaw.UNSTEADY, "answered True, and another time answered False")
    assert flaws(lambda *given: next(answers)) == (expected,)


def test_chance_goes_on_between_two_questions() -> None:
    """A grader that draws from Python's random numbers is unsteady; what it drew is put back."""
    state = random.getstate()
    assert [one.flaw for one in flaws(lambda *given: random.random())] == [Flaw.UNSTEADY, Flaw.SURROUNDINGS]
    assert random.getstate() == state


def test_reason_may_differ() -> None:
    """Only what is read of an answer must be the same."""
    number = itertools.count()
    assert flaws(lambda *given: {"success": True, "reason": next(number)}) == ()


@pytest.mark.parametrize("turn", [1, 2])
def test_crash_at_times_is_a_crash_and_unsteady(turn: int) -> None:
    """Both are told."""
    number = itertools.count(1)
    found = flaws(lambda *given: 1 / (next(number) != turn))
    assert [one.flaw for one in found] == [Flaw.CRASHES, Flaw.UNSTEADY]
    words = ["answered 1.0", "raised ZeroDivisionError: division by zero"][:: 2 * turn - 3]
    assert re.sub(r" \(test_audit_flaws.py, line \d+\)", "", found[1].words) == ", and the second time ".join(words)


def test_key_order() -> None:
    """What the first argument is called means nothing."""
    expected = Found(Flaw.KEY_ORDER, "answered True, and with all keys turned round answered False")
    assert flaws(lambda given, trace: next(iter(trace.calls[0].arguments)) == "sku") == (expected,)
    bodies = [list(call.observation.body) for call in CASE.trace.calls]
    assert flaws(lambda given, trace: [list(one.observation.body) for one in trace.calls] == bodies) != ()


def put(noun: Any, name: str, value: object) -> None:
    """Changes what is frozen."""
    object.__setattr__(noun, name, value)


def body_of(trace: Trace) -> Any:
    """The first body that says something."""
    return next(call.observation.body for call in trace.calls if call.observation.body)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda given, trace: put(trace, "calls", ()), "changed the trace"),
        (lambda given, trace: put(trace.submissions[0].answer, "message", "!"), "changed the trace"),
        (lambda given, trace: dict.pop(body_of(trace), "on_hand"), "changed the trace"),
        (lambda given, trace: dict.__setitem__(body_of(trace), "on_hand", {1}), "changed the trace"),
        (lambda given, trace: dict.__setitem__(trace.calls[0].observation.body, "x", 1), "changed the trace"),
        (lambda given, trace: put(given.task, "prompt", "Hm."), "changed the scenario"),
        (lambda given, trace: put(given.stock, "table", scenario({"W1": 5}).stock.table), "changed the scenario"),
        (lambda given, trace: put(given.stock, "table", None), "changed the scenario"),
        (lambda given, trace: [put(given, "note", "x"), put(trace, "end_ms", 1)], "changed the scenario and the trace"),
    ],
)
def test_changes(change: Any, what: str) -> None:
    """The case itself, and what is shared by all cases, stay as they were."""
    before = encode(CASE.scenario) + encode(CASE.trace)

    def grader(given: Scenario, trace: Trace) -> bool:
        change(given, trace)
        return True

    assert flaws(grader) == (Found(Flaw.CHANGES, what),)
    assert encode(CASE.scenario) + encode(CASE.trace) == before
    assert EMPTY == {}


def test_change_of_what_is_shared_does_not_last() -> None:
    """Every body without fields is one object; the next case gets it as it was."""

    def grader(given: Scenario, trace: Trace) -> None:
        dict.__setitem__(trace.calls[0].observation.body, "x", 1)
        assert EMPTY == {"x": 1}

    assert Judge("one", Called(grader)).say(CASE.scenario, CASE.trace).said is Said.UNDECIDED
    assert EMPTY == {}


def test_grader_that_changes_and_raises_does_both() -> None:
    """One flaw hides no other."""

    def grader(given: Scenario, trace: Trace) -> bool:
        put(trace, "calls", ())
        os.chdir("/")
        raise ValueError

    assert [one.flaw for one in flaws(grader)] == [Flaw.CRASHES, Flaw.CHANGES, Flaw.SURROUNDINGS]


def leave(folder: Path) -> None:
    """Goes to a folder that is gone then."""
    folder.mkdir()
    os.chdir(folder)
    folder.rmdir()


def speak(_folder: Path) -> None:
    """Sets another locale."""
    plain = locale.setlocale(locale.LC_ALL) == "C"
    locale.setlocale(locale.LC_ALL, "C.UTF-8" if plain else "C")


AROUND = [
    (lambda folder: os.chdir("/"), "changed the working directory"),
    (leave, "changed the working directory"),
    (lambda folder: random.seed(1), "changed the state of random"),
    (lambda folder: random.shuffle([1, 2]), "changed the state of random"),
    (speak, "changed the locale"),
    (lambda folder: decimal.getcontext().__setattr__("prec", 3), "changed the context of decimal"),
    (lambda folder: decimal.getcontext().traps.__setitem__(decimal.Inexact, True), "changed the context of decimal"),
    (lambda folder: os.chdir("/") or random.seed(1), "changed the working directory, the state of random"),
]


def around() -> tuple[object, ...]:
    """All that a grader might change."""
    return Path.cwd(), random.getstate(), locale.setlocale(locale.LC_ALL), repr(decimal.getcontext())


@pytest.mark.parametrize(("change", "what"), AROUND)
def test_surroundings_are_told_and_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Any, what: str
) -> None:
    """Directory, random numbers, locale, decimals."""
    monkeypatch.chdir(tmp_path)
    before = around()
    found = flaws(lambda *given: change(tmp_path / "other"))
    assert found == (Found(Flaw.SURROUNDINGS, what),)
    assert around() == before


def test_sums_of_decimals_change_nothing() -> None:
    """Their flags are no setting; numbers of one's own generator are nobody else's."""
    assert flaws(lambda *given: [decimal.Decimal(1) / 3, random.Random(1).random()] and 1) == ()


def test_folder_that_is_gone_before_stays_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing to go back to."""
    monkeypatch.chdir(tmp_path)
    leave(tmp_path / "gone")
    with kept() as changed:
        pass
    assert changed == []
    with kept() as changed:
        os.chdir(tmp_path)
    assert changed == ["the working directory"]


def test_surroundings_are_put_back_when_the_user_stops() -> None:
    """Ctrl-C is no reason to leave somebody else's state behind."""
    before = around()

    def grader(*given: object) -> None:
        random.seed(1)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        flaws(grader)
    assert around() == before


# Commands ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def once(tmp_path: Path) -> Iterator[Judge]:
    """A command that leaves after its first answer."""
    path = tmp_path / "once.py"
    path.write_text("import sys\nsys.stdin.readline()\nprint('{\"result\": true}')")
    one = Commanded([sys.executable, "-S", str(path)], 20.0)
    yield Judge("once", one)
    one.close()


def test_command_that_leaves_between_cases_crashes(once: Judge) -> None:
    """It answers every case, from a process of its own each; that is told."""
    expected = Found(Flaw.CRASHES, "ended with exit status 0 before it answered, after an earlier answer")
    assert examine(once, CASE, patience_s=60) == (expected,)
    assert once.say(CASE.scenario, CASE.trace).said is Said.ACCEPT
