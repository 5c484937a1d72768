"""What may an agent do while a study plays it? Whatever it does, each run is there once, and the command ends."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from studies import ended, facts, in_child, named

from baselines import careful
from graders import lingering
from graders.loading import Loaded, load_agent
from graders.records import TRACES, VERDICTS, read_records
from graders.study import playing
from graders.study.guarding import Guarded, kept_from_stdout, listening
from graders.study.judgement import Judgement
from graders.study.planning import Setting
from graders.study.running import run
from inventory_env import Desk, Task, load_suite
from inventory_env.errors import InputError
from inventory_env.store import read_lines
from inventory_env.verdict import RunStatus

MINE = """
import os, sys, threading, time
from baselines import careful

def forks(task, desk):
    os.fork()
    return careful(task, desk)

def prints(task, desk):
    print("one")
    os.write(1, b"two")
    os.system("echo three")
    return careful(task, desk)

def threads(task, desk):
    threading.Thread(target=time.sleep, args=(600,)).start()
    return careful(task, desk)

def leaves(task, desk):
    os._exit(0)

def interrupts(task, desk):
    raise KeyboardInterrupt

def moves(task, desk):
    os.chdir("/")
    return careful(task, desk)

def waits(task, desk):
    os.write(2, b"begun\\n")
    while True:
        time.sleep(600)
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a file of agents that misbehave."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    return tmp_path


def command(mine: Path, agent: str, *options: str) -> "subprocess.Popen[bytes]":
    """The command as a shell starts it."""
    words = [sys.executable, "-m", "graders", "run", "--agent", f"mine.py:{agent}", "--suite", "worked", "--out", "out"]
    root = str(Path(playing.__file__).parents[2])
    return subprocess.Popen(
        [*words, *options],
        cwd=mine,
        env={**os.environ, "PYTHONPATH": root},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


@pytest.mark.parametrize(
    ("agent", "processes"),
    [("forks", "1"), ("forks", "2"), ("prints", "1"), ("threads", "1"), ("threads", "2"), ("moves", "1")],
)
def test_whatever_an_agent_does_each_run_is_there_once(mine: Path, agent: str, processes: str) -> None:
    """A copy of us does not go on, output is ours alone, no thread keeps us, the folder stays where it is."""
    told, said = (running := command(mine, agent, "--json", "--processes", processes)).communicate()
    assert running.returncode == 0, said
    assert json.loads(told)["agents"][0]["success"]["pass"] == 30
    assert len(list(read_records(mine / "out" / TRACES))) == 30
    assert b"Traceback" not in said


@pytest.mark.parametrize(("agent", "told"), [("leaves", "SystemExit: 0"), ("interrupts", "SystemExit: KeyboardInter")])
def test_an_agent_ends_its_run_alone(mine: Path, agent: str, told: str) -> None:
    """Ending the process, or an interrupt that nobody asked for, is a crash of the agent; the next run is played."""
    run([load_agent(f"mine.py:{agent}")], "worked", mine / "out")
    records = list(read_records(mine / "out" / TRACES))
    assert len(records) == 30
    assert all(one.trace.stop_reason.startswith(told) for one in records)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_process_outlives_a_command(mine: Path, number: signal.Signals) -> None:
    """However a command ends, those that play for it end too, and the folder is free: both ends of its pipes close."""
    running = command(mine, "waits", "--processes", "2")
    assert running.stderr is not None
    assert running.stderr.readline() == b"begun\n"
    os.kill(running.pid, number)
    running.communicate()  # every process that was started holds an end of the pipe until it is gone
    assert running.returncode == (130 if number == signal.SIGINT else -number)
    with pytest.raises(InputError, match="must be run as it was begun"):  # and not: must be free
        run([load_agent("careful")], "worked", mine / "out")


def test_a_ctrl_c_that_an_agent_swallows_is_heard(tmp_path: Path) -> None:
    """The run that it disturbed is not kept."""

    def deaf(task: Task, desk: Desk) -> Any:
        try:
            signal.raise_signal(signal.SIGINT)
        except BaseException:
            return careful(task, desk)

    with pytest.raises(KeyboardInterrupt):
        run([named("deaf", deaf)], "worked", tmp_path)
    assert not (tmp_path / TRACES).exists()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_only_the_main_thread_listens() -> None:
    """Elsewhere no signal arrives, and no handler may be set; one that is ignored stays so."""
    heard = []

    def listen() -> None:
        with listening() as interrupts:
            heard.append(interrupts.heard)

    thread = threading.Thread(target=listen)
    thread.start()
    thread.join()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    listen()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    signal.signal(signal.SIGINT, before)
    assert heard == [False, False]


def test_a_copy_ends_with_its_agent() -> None:
    """A child that leaves the guard, or asks to leave, does so for good, with a status of its own."""

    def copies() -> None:
        statuses = []
        for leaves in (False, True):
            with Guarded():
                child = os.fork()
                if child == 0 and leaves:
                    os._exit(7)
            statuses.append(ended(child))
        assert statuses == [0, 7]

    assert ended(in_child(copies)) == 0


def test_a_folder_that_is_gone_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where we were may have been deleted, before an agent plays or by it."""
    (tmp_path / "a").mkdir()
    monkeypatch.chdir(tmp_path / "a")
    with Guarded():
        os.chdir(tmp_path)
        (tmp_path / "a").rmdir()
    assert Path.cwd() == tmp_path
    (tmp_path / "b").mkdir()
    os.chdir(tmp_path / "b")
    (tmp_path / "b").rmdir()
    with Guarded():
        os.chdir(tmp_path)
    assert Path.cwd() == tmp_path


def test_standard_output_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent anywhere then."""

    def closed() -> None:
        os.close(1)
        with kept_from_stdout():
            pass
        sys.stdout = None  # type: ignore[assignment]
        os.dup2(2, 1)
        with kept_from_stdout():
            assert os.fstat(1) == os.fstat(2)

    assert ended(in_child(closed)) == 0


def test_a_record_that_no_reader_would_take_is_kept_in_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run counts, as a crash that says why; the study can be gone on with."""
    monkeypatch.setattr(playing, "MAX_LINE_BYTES", 3000)

    def wordy(task: Task, desk: Desk) -> None:
        desk.call("look", words="x" * 3000)

    agents = [named("wordy", wordy)]
    run(agents, "worked", tmp_path)
    first = next(iter(read_lines(tmp_path / VERDICTS, Judgement)))
    assert first.verdict.status is RunStatus.AGENT_CRASH
    assert "bytes of calls and submissions, more than the 3000" in first.verdict.status_reason
    before = facts(tmp_path)
    assert run(agents, "worked", tmp_path).before == 30
    assert facts(tmp_path) == before


def test_a_thread_lingers_until_it_ends() -> None:
    """One that Python waits for is named; a daemon is not."""
    stop = threading.Event()
    threads = [threading.Thread(target=stop.wait, name=f"{daemon}", daemon=daemon) for daemon in (True, False)]
    before = lingering.lingering()
    for one in threads:
        one.start()
    assert lingering.lingering() == (*before, "False")
    stop.set()
    for one in threads:
        one.join()
    assert lingering.lingering() == before


def test_threads_that_linger_are_left(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Python would wait for them; where there are none, it ends by itself."""
    left: list[int] = []
    monkeypatch.setattr(lingering, "leave", left.append)
    monkeypatch.setattr(lingering, "lingering", lambda: ())
    lingering.leave_without(3)
    assert left == []
    monkeypatch.setattr(lingering, "lingering", lambda: ("one",))
    monkeypatch.setattr(sys, "stderr", None)
    lingering.leave_without(3)
    assert left == [3]


def test_agents_that_change_while_they_are_run_are_refused(mine: Path) -> None:
    """A process that starts later must not play another agent than study.json says."""
    agent = load_agent("mine.py:moves")

    def edited(_study: object) -> None:
        (mine / "mine.py").write_text(MINE + "#")

    with pytest.raises(InputError, match="agents must not change while they are run"):
        run([agent], "worked", mine / "out", Setting(processes=2), begun=edited)


def test_a_suite_that_changes_while_it_is_run_is_refused(mine: Path) -> None:
    """Likewise for the scenarios."""
    from inventory_env.codec import encode

    suite = mine / "mine.jsonl"
    lines = [encode(one) + b"\n" for one in load_suite("worked")]
    suite.write_bytes(b"".join(lines))
    with pytest.raises(InputError, match="suite must not change while it is run"):
        run(
            [Loaded("careful", load_agent("careful").make)],
            str(suite),
            mine / "out",
            Setting(processes=2),
            begun=lambda _: suite.write_bytes(b"".join(lines[1:])) and None,
        )
