"""Does a name lead to the grader that was meant, and is its answer read as it was meant?"""

import asyncio
import enum
import math
import signal
import sys
import threading
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import scenario

from baselines import careful, find
from graders import grade
from graders.audit.called import Called
from graders.audit.case import Means
from graders.audit.commanded import Commanded
from graders.audit.judge import Flaw, Judge, NoResult, Ruling, Said, told
from graders.audit.loading import load_judge
from inventory_env import play
from inventory_env.errors import InputError
from inventory_env.verdict import Axis, Mark

SCENARIO = scenario({"W1": 10})
TRACE = play(careful, SCENARIO)
LETTERS = 'apPs\ud800"\n\x1b'
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from([0.999, 10**400, -(10**400), "pass", "fail", "PASS", "", "uncertain"])
    | st.text(LETTERS),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*Means]) | st.text(LETTERS), inner),
    max_leaves=8,
)


def said(answer: Any, **how: Any) -> Ruling:
    """What a judge makes of an answer."""
    return Judge("one", lambda scenario, trace: answer, **how).say(SCENARIO, TRACE)


# How answers are read ---------------------------------------------------------------------------------------------


@given(VALUES, st.sampled_from(Means), st.floats(allow_nan=False))
def test_every_answer_is_read_or_told(answer: Any, means: Means, threshold: float) -> None:
    """Any JSON value: never a traceback, one line of words, and a flaw where and only where nothing was said."""
    ruling = said(answer, means=means, threshold=threshold)
    assert ruling.words
    assert ruling.words.isprintable()
    assert (ruling.flaw is Flaw.UNREADABLE) == (ruling.said is Said.BROKEN) == (ruling.result == "")
    assert ruling == said(answer, means=means, threshold=threshold)


@given(VALUES, st.sampled_from(Means))
def test_one_of_several_results_is_read_alone(answer: Any, means: Means) -> None:
    """What stands beside it changes nothing; a result within a result is none."""
    alone = said(answer, means=means)
    among = said({"reason": "because", means.value: answer, "": 5}, means=means)
    if isinstance(answer, dict):
        assert among.said is Said.BROKEN
    else:
        assert (among.said, among.result) == (alone.said, alone.result)


@given(st.integers() | st.floats(), st.floats(allow_nan=False))
def test_number_passes_from_the_threshold_on(number: float, threshold: float) -> None:
    """NaN is undecided, everything else is one or the other."""
    expected = Said.ACCEPT if number >= threshold else Said.REJECT
    assert said(number, threshold=threshold).said is (Said.UNDECIDED if number != number else expected)


class Scalar:
    """A number or truth value as array libraries answer it."""

    shape = ()

    def __init__(self, value: object) -> None:
        self.value = value

    def item(self) -> object:
        return self.value


class Trap:
    """An answer that raises when it is looked at."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __repr__(self) -> str:
        raise self.error


class Grade(enum.StrEnum):
    """Marks of somebody else."""

    PASS = "pass"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (True, Said.ACCEPT),
        (False, Said.REJECT),
        (1, Said.ACCEPT),
        (0, Said.REJECT),
        (0.999, Said.REJECT),
        (10**400, Said.ACCEPT),
        (math.inf, Said.ACCEPT),
        (-math.inf, Said.REJECT),
        (math.nan, Said.UNDECIDED),
        (Decimal(1), Said.ACCEPT),
        (Decimal("NaN"), Said.UNDECIDED),
        (Decimal("sNaN"), Said.BROKEN),
        (Fraction(1, 2), Said.REJECT),
        (1j, Said.BROKEN),
        (None, Said.UNDECIDED),
        (Mark.PASS, Said.ACCEPT),
        (Grade.PASS, Said.ACCEPT),
        ("fail", Said.REJECT),
        ("uncertain", Said.UNDECIDED),
        ("not_applicable", Said.UNDECIDED),
        ("PASS", Said.BROKEN),
        ("", Said.BROKEN),
        ({}, Said.BROKEN),
        ([], Said.BROKEN),
        ([True], Said.BROKEN),
        (object(), Said.BROKEN),
        ({"success": True}, Said.ACCEPT),
        ({"outcome": True}, Said.BROKEN),
        ({"success": {"success": True}}, Said.BROKEN),
        (Scalar(True), Said.ACCEPT),
        (Scalar(0.5), Said.REJECT),
        (Scalar(Scalar(None)), Said.UNDECIDED),
        (Trap(OSError()), Said.BROKEN),
        (Trap(RecursionError()), Said.BROKEN),
    ],
    ids=lambda one: type(one).__name__ if type(one) in (object, Scalar, Trap) else str(one),
)
def test_answers_mean_what_they_say(answer: Any, expected: Said) -> None:
    """Truth values, numbers, marks, None, and mappings of them; everything else is no result."""
    assert said(answer).said is expected


@pytest.mark.parametrize("means", Means)
def test_verdicts_are_read_by_what_they_mean(means: Means) -> None:
    """The success, or the mark of the axis; a verdict that has no such axis says nothing."""
    verdict = grade(SCENARIO, TRACE)
    axes = tuple((axis, Mark.FAIL if axis == means else mark) for axis, mark in verdict.axes)
    failed = attrs.evolve(verdict, axes=axes, success=Mark.FAIL if means is Means.SUCCESS else Mark.PASS)
    assert said(verdict, means=means).said in (Said.ACCEPT, Said.UNDECIDED)
    assert said(failed, means=means).said is Said.REJECT
    assert said({means.value: failed}, means=means).said is Said.REJECT
    bare = said(attrs.evolve(verdict, axes=()), means=means)
    assert (bare.said is Said.BROKEN) == (means is not Means.SUCCESS)
    assert means is Means.SUCCESS or f"which says nothing of {means} that can be read" in bare.words
    assert Axis("cost") not in {Axis(one.value) for one in Means if one is not Means.SUCCESS}


def test_verdict_is_told_with_its_broken_rules() -> None:
    """Each once."""
    trace = play(find("never-retries").make(1), SCENARIO)
    assert said(grade(SCENARIO, trace)).words == "pass, stock_found"
    trace = play(lambda task, desk: None, SCENARIO)
    assert said(grade(SCENARIO, trace)).words.startswith("fail, no_answer (answer-missing")


def test_sums_in_another_order_are_the_same_result() -> None:
    """The last digits of a float do not count; words show them all."""
    assert said(0.1 + 0.2).result == said(0.3).result != said(0.30001).result
    assert said(0.1 + 0.2).words == "0.30000000000000004"


# How graders fail -------------------------------------------------------------------------------------------------


class Silent(Exception):
    """An exception that raises when it is told."""

    def __str__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError("two\nlines"), "raised ValueError: two"),
        (ValueError("\x1b[31m red"), "raised ValueError: \\x1b[31m red"),
        (KeyError(), "raised KeyError"),
        (SystemExit(3), "raised SystemExit: 3"),
        (GeneratorExit(), "raised GeneratorExit"),
        (Silent(), "raised Silent"),
        (RecursionError("deep"), "raised RecursionError: deep"),
        (ValueError("x" * 9999), "raised ValueError: xxx"),
    ],
)
def test_whatever_a_grader_raises_is_a_crash(error: BaseException, words: str) -> None:
    """Told in one short line."""

    def grader(scenario: object, trace: object) -> None:
        raise error

    ruling = Judge("one", Called(grader)).say(SCENARIO, TRACE)
    assert (ruling.said, ruling.flaw) == (Said.BROKEN, Flaw.CRASHES)
    assert ruling.words.startswith(words)
    assert len(ruling.words) < 180
    assert told(error) in ruling.words


def test_ctrl_c_gets_through() -> None:
    """The user's and the grader's own cannot be told apart; the user wants to stop."""

    def grader(scenario: object, trace: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Judge("one", Called(grader)).say(SCENARIO, TRACE)


def test_what_a_grader_prints_is_no_output_of_ours(capsys: Any) -> None:
    """Standard output belongs to the command, so that --json stays JSON."""
    assert Judge("one", Called(lambda scenario, trace: print("hello"))).say(SCENARIO, TRACE).said is Said.UNDECIDED
    assert capsys.readouterr() == ("", "hello\n")


def forever(scenario: object, trace: object) -> bool:
    """Never returns."""
    while True:
        pass


def stubborn(scenario: object, trace: object) -> bool:
    """Catches everything once."""
    try:
        return forever(scenario, trace)
    except BaseException:
        return True


def disguising(scenario: object, trace: object) -> bool:
    """Raises something else instead."""
    try:
        return forever(scenario, trace)
    except BaseException:
        raise ValueError from None


async def sleeping(scenario: object, trace: object) -> bool:
    """Awaits what never comes."""
    await asyncio.Event().wait()
    return True


@pytest.mark.parametrize("grader", [forever, stubborn, disguising, sleeping])
def test_grader_that_never_returns_is_interrupted(grader: Any) -> None:
    """It is slow and said nothing, whatever it makes of the interrupt; the handler and timer are as before."""
    before = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)
    ruling = Judge("one", Called(grader, limit_s=0.05)).say(SCENARIO, TRACE)
    assert ruling == Ruling(Said.BROKEN, "did not answer within 0.05 s", Flaw.SLOW)
    assert (signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)) == before


def test_ctrl_c_gets_through_an_interrupt() -> None:
    """Even from a grader that is overdue."""

    def grader(scenario: object, trace: object) -> None:
        try:
            forever(scenario, trace)
        except BaseException:
            raise KeyboardInterrupt from None

    with pytest.raises(KeyboardInterrupt):
        Called(grader, limit_s=0.05)(SCENARIO, TRACE)


def test_other_threads_have_no_limit() -> None:
    """Only the main thread can be interrupted; elsewhere a grader is asked all the same."""
    seen: list[Ruling] = []
    judge = Judge("one", Called(grade, limit_s=0.000001))
    thread = threading.Thread(target=lambda: seen.append(judge.say(SCENARIO, TRACE)))
    thread.start()
    thread.join()
    assert seen[0].said is Said.ACCEPT


# Which grader is meant --------------------------------------------------------------------------------------------

MINE = """
import functools
def function(scenario, trace): return scenario.id == trace.scenario
def swapped(trace, scenario): return scenario.id == trace.scenario
def named(*, trace, scenario): return scenario.id == trace.scenario
def other_names(case, run): return case.id == run.scenario
def more(scenario, trace, strict=True): return scenario.id == trace.scenario
def anything(*args, **named): return function(*args, **named)
async def later(scenario, trace): return scenario.id == trace.scenario
async def later_named(*, scenario, trace): return scenario.id == trace.scenario
partial = functools.partial(more, strict=False)
class Made:
    def __init__(self): print("made")
    def __call__(self, scenario, trace): return scenario.id == trace.scenario
    def method(self, scenario, trace): return scenario.id == trace.scenario
    @staticmethod
    def static(scenario, trace): return scenario.id == trace.scenario
class Later:
    async def __call__(self, scenario, trace): return scenario.id == trace.scenario
made = Made()

class Needs:
    def __init__(self, model: str): pass
    def __call__(self, scenario, trace): pass
class Stops:
    def __init__(self): raise KeyboardInterrupt
class Bare: pass
def one(trace): pass
def three(task: "a long annotation", answer, context): pass
number = 5
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working directory with graders, and nothing left of what was imported from it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    (tmp_path / "my graders.py").write_text(MINE)
    (tmp_path / "judges_for_test.py").write_text(MINE)
    (tmp_path / "script.py").write_text("import sys\nfor line in sys.stdin: print('{\"result\": true}', flush=True)")
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


GOOD = ["function", "swapped", "named", "other_names", "more", "anything", "later", "later_named", "partial"]
GOOD += ["Made", "made", "made.method", "Made.static", "Later"]


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.parametrize("place", ["judges_for_test", "judges_for_test.py", "my graders.py"])
def test_functions_objects_and_classes_are_graders(folder: Path, capsys: Any, place: str, name: str) -> None:
    """Async or not, by place or by name, in whatever order the names tell; a path may have blanks."""
    judge = load_judge(f"{place}:{name}", means=Means.OUTCOME, threshold=0.5)
    assert judge.say(SCENARIO, TRACE) == Ruling(Said.ACCEPT, "True", result="True")
    assert (judge.name, judge.means, judge.threshold) == (f"{place}:{name}", Means.OUTCOME, 0.5)
    assert capsys.readouterr().out == ""
    judge.close()


def test_ours_is_found_by_its_name() -> None:
    """The package's own grader is one among others."""
    judge = load_judge("graders:grade", limit_s=3)
    assert judge.grader == Called(grade, 3)
    assert judge.say(SCENARIO, TRACE).said is Said.ACCEPT


def test_built_in_is_left_to_its_run() -> None:
    """It tells nothing of what it takes."""
    assert load_judge("builtins:max").say(SCENARIO, TRACE).flaw is Flaw.CRASHES


@pytest.mark.parametrize("line", ["{} script.py", "!{} script.py", "! {} 'script.py' --strict a:b", "{} 'script.py'\t"])
def test_blanks_or_a_mark_make_a_command(folder: Path, line: str) -> None:
    """Split as a shell would; run without one."""
    judge = load_judge(line.format(sys.executable), limit_s=20)
    assert isinstance(judge.grader, Commanded)
    try:
        assert judge.say(SCENARIO, TRACE).said is Said.ACCEPT
    finally:
        judge.close()


def test_command_without_blanks_needs_the_mark(folder: Path) -> None:
    """Else it is taken for a name."""
    judge = load_judge(f"!{sys.executable}", limit_s=7)
    assert isinstance(judge.grader, Commanded)
    assert (judge.grader.words, judge.grader.limit_s) == ([sys.executable], 7)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "judges_for_test:one",
            "must be a function of (scenario, trace); got 'judges_for_test:one', which takes (trace)",
        ),
        ("judges_for_test:three", "which takes (task, answer, context)"),
        ("judges_for_test:Made.method", "which takes (self, scenario, trace)"),
        ("judges_for_test:number", "which is of type int and cannot be called"),
        ("judges_for_test:Bare", "which is of type Bare and cannot be called"),
        ("judges_for_test:Needs", "a class that cannot be made without arguments: TypeError"),
        ("judges_for_test:nope", "must be in its module"),
        ("no_such_module:nope", "must name a module that can be found"),
        (
            "grade",
            "must be module:name, file.py:name, or a command line (one without blanks begins with !); got 'grade'",
        ),
        ("./script.py", "must be module:name, file.py:name, or a command line"),
        ("a:b:c", "must be module:name, file.py:name, or a command line"),
        ("", "must be module:name, file.py:name, or a command line"),
        ("!", "must be module:name, file.py:name, or a command line"),
        (" ", "must be module:name, file.py:name, or a command line"),
        ("python 'script.py", "No closing quotation"),
        ("no-such-command --strict", "must be a command that can be found; got 'no-such-command'"),
        ("no graders.py:function", "must be a command that can be found; got 'no'"),
    ],
)
def test_wrong_names_are_told(folder: Path, name: str, words: str) -> None:
    """The message names the rule and what was got."""
    with pytest.raises(InputError) as error:
        load_judge(name)
    assert words in str(error.value)
    assert error.value.field == "grader"
    assert "\n" not in str(error.value)


def test_ctrl_c_while_making_a_grader_is_one(folder: Path) -> None:
    """It is the user's wish."""
    with pytest.raises(KeyboardInterrupt):
        load_judge("judges_for_test:Stops")


def test_threshold_is_a_number() -> None:
    """Nothing reaches NaN."""
    with pytest.raises(InputError, match="threshold must be a finite number; got nan"):
        load_judge("graders:grade", threshold=math.nan)


def test_reason_of_no_result_is_its_text() -> None:
    """Whoever catches it sees why."""
    assert str(NoResult(Flaw.SLOW, "took its time")) == "took its time"
