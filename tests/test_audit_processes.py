"""Does nothing outlive an audit that is spread over processes, and does nothing hold it up?"""

import contextlib
import itertools
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

import attrs
import pytest

from graders import crew
from graders.audit import auditing
from graders.audit.auditing import Order, audit
from graders.audit.commanded import Commanded
from graders.crew import Crew
from inventory_env.errors import InputError

DO_NOTHING = ("control:do-nothing",)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a process of an audit sets for itself alone is as before afterwards."""
    monkeypatch.setattr(auditing.gc, "freeze", lambda: None)
    monkeypatch.setattr(auditing.gc, "set_threshold", lambda young: None)
    monkeypatch.setattr(crew.os, "dup2", lambda *_: None)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@attrs.frozen
class Tools:
    """What processes of these tests prepare."""

    order: str

    def close(self) -> None:
        """Nothing stands behind them."""


def prepare(order: str) -> Tools:
    """Ready, unless asked to be wrong."""
    if order == "wrong":
        raise InputError("must be right", field="order")
    return Tools(order)


def double(tools: Tools, task: int) -> Any:
    """The work of these tests; some tasks are special."""
    match task:
        case -1:
            raise ValueError("minus one")
        case -2:
            os._exit(3)
        case -3:
            return lambda: None  # which no pipe takes
        case -4:
            os.write(1, b"from beyond Python\n")
    return tools.order * 2, task * 2


def run_here(tasks: list[Any], order: str = "a") -> list[Any]:
    """A process of a crew, without a process: what it reports, the last task being the end of the pipe."""
    ours, theirs = multiprocessing.Pipe()
    for task in tasks:
        ours.send(task)
    told: list[Any] = []

    class Ours:
        """Their end of the pipe."""

        def recv(self) -> Any:
            if len(told) > len(tasks):
                raise EOFError
            return theirs.recv()

        def send(self, what: Any) -> None:
            theirs.send(what)
            told.append(ours.recv())

    crew._member(Ours(), prepare, order)  # type: ignore[arg-type]  # an end of a pipe
    return told


def test_process_does_its_tasks_until_the_pipe_ends(here: None) -> None:
    """It reports that it is ready, then each result, what the work raised, and what cannot be sent in words."""
    ready, good, raised, odd = run_here([(double, 4), (double, -1), (double, -3)])
    assert ready == (True, None)
    assert good == (True, ("aa", 8))
    assert raised[0] is odd[0] is False
    assert (type(raised[1]), str(raised[1])) == (ValueError, "minus one")
    assert "<lambda>" in str(odd[1])


def test_process_that_cannot_prepare_says_why(here: None) -> None:
    """And takes no task."""
    ((good, error),) = run_here([], order="wrong")
    assert not good
    assert str(error) == "order must be right"


def test_process_ends_with_those_that_asked_it(here: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody reads a result any more it leaves without a word; no system need have masks of signals."""
    monkeypatch.delattr(signal, "pthread_sigmask")

    class Nobody:
        """An end of a pipe without the other one."""

        asked = itertools.count()

        def recv(self) -> Any:
            return double, 1

        def send(self, what: Any) -> None:
            if next(self.asked):
                raise BrokenPipeError

    crew._member(Nobody(), prepare, "a")  # type: ignore[arg-type]  # an end of a pipe


def test_process_that_is_told_to_end_ends_its_command_first(
    folder: Path, here: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command may not be reading, and may have children of its own; Ctrl-C the first process deals with."""
    (folder / "mine.py").write_text("import json, os, sys\nfor _ in sys.stdin: print('{\"result\": true}', flush=True)")
    left: list[int] = []

    class Left(BaseException):
        """Instead of an end."""

    def leave(code: int) -> NoReturn:
        left.append(code)
        raise Left

    monkeypatch.setattr(crew, "leave", leave)
    order = Order(f"{sys.executable} -S mine.py", kinds=DO_NOTHING)
    parties: list[Any] = []

    class Asking:
        """An end of a pipe through which one task comes, then both signals."""

        def recv(self) -> Any:
            if parties:
                command: Any = parties[0].judge.grader
                assert isinstance(command, Commanded)
                assert command._life is not None
                os.kill(os.getpid(), signal.SIGINT)
                os.kill(os.getpid(), signal.SIGTERM)
            return lambda party, task: parties.append(party) or auditing._search(party, task), (range(1), 0, 1e99)

        def send(self, what: Any) -> None:
            assert what[0]

    with pytest.raises(Left):
        crew._member(Asking(), auditing._prepared, order)  # type: ignore[arg-type]  # an end of a pipe
    assert (left, parties[0].judge.grader._life) == ([1], None)


@pytest.fixture(scope="module")
def two() -> Iterator[Crew]:
    """Two processes."""
    with crew.crew(prepare, "a", 2, ended="must not end") as made:
        yield made


def test_results_come_in_order_and_tasks_need_no_end(two: Crew) -> None:
    """No more tasks are taken than are needed soon; what is left undone does not come up later."""
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for task in itertools.count():
            taken.append(task)
            yield task

    results = two.map(double, tasks())
    assert [next(results) for _ in range(50)] == [("aa", 2 * task) for task in range(50)]
    assert len(taken) <= 50 + 8
    assert list(two.map(double, [100, 101, 102])) == [("aa", 200), ("aa", 202), ("aa", 204)]
    assert list(two.map(double, [])) == []


def test_ctrl_c_waits_while_a_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not lost; a system without such masks does without."""
    waited: list[bool] = []

    def start() -> None:
        with crew._deaf():
            # To this thread: one of the test runner's would hear it at once.
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
            waited.append(signal.SIGINT in signal.sigpending())

    with pytest.raises(KeyboardInterrupt):
        start()
    assert waited == [True]
    monkeypatch.delattr(signal, "pthread_sigmask")
    with crew._deaf():
        assert signal.SIGINT not in signal.sigpending()


def test_what_the_work_raises_comes_through_in_its_place(two: Crew) -> None:
    """Results before it are not lost, and the processes go on."""
    results = two.map(double, [1, -1, 2])
    assert next(results) == ("aa", 2)
    with pytest.raises(ValueError, match="minus one"):
        next(results)
    assert list(two.map(double, [3])) == [("aa", 6)]


def test_work_writes_nothing_to_our_output(two: Crew, capfd: pytest.CaptureFixture[str]) -> None:
    """Not even past Python."""
    assert list(two.map(double, [-4])) == [("aa", -8)]
    assert capfd.readouterr().out == ""


def test_process_that_cannot_prepare_stops_the_crew() -> None:
    """Its error is ours."""
    with (
        pytest.raises(InputError, match="order must be right"),
        crew.crew(prepare, "wrong", 1, ended="must not end"),
    ):
        raise AssertionError


def test_process_that_ends_is_told_and_nothing_waits_for_it() -> None:
    """A grader may end the process that asks it."""
    with crew.crew(prepare, "a", 1, ended="must not end") as one:
        (process,) = one.members.values()
        with pytest.raises(InputError, match=r"grader must not end \(exit status 3\)"):
            list(one.map(double, [-2]))
        with pytest.raises(InputError, match="must not end"):
            list(one.map(double, [1]))
    assert process.exitcode is not None


def test_process_that_takes_no_task_is_told() -> None:
    """It may have ended while nobody waited for it."""

    class Gone:
        """An end of a pipe, and the process behind it that is no more."""

        exitcode = 5

        def send(self, what: Any) -> None:
            raise BrokenPipeError

        def join(self, timeout: float) -> None:
            """It has ended."""

    gone: Any = Gone()
    with pytest.raises(InputError, match=r"grader must not end \(exit status 5\)"):
        list(Crew({gone: gone}, "must not end").map(double, [1]))


def test_how_a_process_ended_is_told() -> None:
    """By its status, by a signal, or by us."""
    assert [crew._how(status) for status in (3, -9, None)] == ["exit status 3", "signal 9", "it was ended"]


def test_nothing_is_left_where_the_work_is_broken_off(two: Crew) -> None:
    """A process with a task of its own is ended with it."""
    with contextlib.suppress(KeyboardInterrupt), crew.crew(prepare, "a", 1, ended="") as one:
        (process,) = one.members.values()
        pipe: Connection = one.idle()[0]
        pipe.send((slowly, 600))
        one._doing[pipe] = 0
        raise KeyboardInterrupt
    assert process.exitcode == 1


def slowly(_tools: Tools, seconds: int) -> None:
    """Work that takes long: until the pipe's other end is gone, or we are told to end."""
    signal.sigtimedwait([signal.SIGUSR1], seconds)


def test_grader_that_interrupts_stops_the_audit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In whichever process."""
    monkeypatch.setattr(auditing, "WORTH_IT", 1)
    (folder / "stopping.py").write_text("def grader(scenario, trace): raise KeyboardInterrupt")
    for workers in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            audit(Order("stopping.py:grader", kinds=DO_NOTHING, examples=2), workers=workers)


def test_surroundings_are_put_back_after_an_audit(folder: Path) -> None:
    """What is written afterwards is written where the user meant; the flaw is told."""
    (folder / "moving.py").write_text("import os\ndef grader(scenario, trace): os.chdir('/')")
    found = audit(Order("moving.py:grader", kinds=DO_NOTHING, examples=1))
    assert Path.cwd() == folder
    assert [flaw.name for flaw in found.hunt.flaws] == ["SURROUNDINGS"]


def test_case_is_examined_before_it_is_changed(folder: Path) -> None:
    """A grader that always leaves the same behind changes nothing any more the second time."""
    text = "def grader(scenario, trace): object.__setattr__(trace, 'end_ms', 77)"
    (folder / "changing.py").write_text(text)
    found = audit(Order("changing.py:grader", kinds=DO_NOTHING, examples=1))
    assert [flaw.name for flaw in found.hunt.flaws] == ["CHANGES"]
