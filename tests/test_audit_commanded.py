"""Is a grader that is a command asked fairly, told apart when it breaks, and never left behind?"""

import contextlib
import gc
import json
import math
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import report, scenario

from baselines import careful
from graders.audit import commanded
from graders.audit.commanded import Commanded
from graders.audit.judge import Flaw, Judge, NoResult, Ruling, Said
from inventory_env.answer import Status
from inventory_env.codec import encode
from inventory_env.episode import play
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace

SCENARIO = scenario({"W1": 10})
TRACE = play(careful, SCENARIO)
Start = Callable[..., Commanded]
# Reads each line; `answer(case, n)` is what a test is about.
LOOP = """
import json, os, signal, sys, time
def say(result): print(json.dumps({{"result": result}}), flush=True)
n = 0
{before}
for line in sys.stdin:
    case = json.loads(line)
    n += 1
    {each}
"""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Makes a command of a few lines of Python, and closes it."""
    with contextlib.ExitStack() as stack:

        def make(each: str, before: str = "", limit_s: float = 20.0) -> Commanded:
            path = tmp_path / "grader.py"
            path.write_text(LOOP.format(before=before, each=each))
            one = Commanded([sys.executable, "-S", str(path)], limit_s)
            stack.callback(one.close)
            return one

        yield make


def say(one: Commanded, given: Scenario = SCENARIO, trace: Trace = TRACE) -> Ruling:
    """What a judge makes of it."""
    return Judge("a command", one).say(given, trace)


def pid_of(one: Commanded) -> int:
    """The process that is kept."""
    assert one._life is not None
    return one._life.process.pid


def runs(pid: int) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ends(pid: int) -> bool:
    """Whether it ends soon: a process that was told to end is not gone at once."""
    until = time.monotonic() + 20
    while runs(pid) and time.monotonic() < until:
        os.sched_yield()
    return not runs(pid)


def test_one_process_answers_all_cases(start: Start) -> None:
    """It is started once and gets each scenario and trace as our own JSON, on one line."""
    one = start("say([n, os.getpid(), case])")
    seen = [one(SCENARIO, TRACE) for _ in range(5)]
    assert [number for number, _, _ in seen] == [1, 2, 3, 4, 5]
    assert {pid for _, pid, _ in seen} == {pid_of(one)}
    assert seen[0][2] == {"scenario": json.loads(encode(SCENARIO)), "trace": json.loads(encode(TRACE))}
    assert one.lost == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("true", Said.ACCEPT),
        ("false", Said.REJECT),
        ("1", Said.ACCEPT),
        ("0.999", Said.REJECT),
        ("Infinity", Said.ACCEPT),
        ("-Infinity", Said.REJECT),
        ("NaN", Said.UNDECIDED),
        ("null", Said.UNDECIDED),
        ('"pass"', Said.ACCEPT),
        ('"uncertain"', Said.UNDECIDED),
        ('{"success": "pass", "outcome": "fail"}', Said.ACCEPT),
        ('"PASS"', Said.BROKEN),
        ("[true]", Said.BROKEN),
    ],
)
def test_results_are_read_as_those_of_a_function(text: str, said: Said) -> None:
    """Every value that Python's JSON writes is a result; whether it is one of ours the judge says."""
    result = commanded._result(b'{"result": %b, "reason": "..."}\n' % text.encode())
    assert Judge("one", lambda scenario, trace: result).say(SCENARIO, TRACE).said is said
    assert said is not Said.UNDECIDED or result is None or result == "uncertain" or math.isnan(result)


@given(
    st.binary()
    | st.recursive(st.none() | st.floats() | st.text('ab\ud800\n{}[]"'), st.lists).map(
        lambda one: json.dumps(one).encode()
    )
)
def test_whatever_a_command_writes_is_a_result_or_told(line: bytes) -> None:
    """Any bytes: never a traceback, and words of one line."""
    try:
        commanded._result(line)
    except NoResult as told:
        assert told.flaw is Flaw.UNREADABLE
        assert told.words.isprintable()


@pytest.mark.parametrize(
    ("each", "words"),
    [
        ("print('I like it', flush=True)", "answered what is no JSON: 'I like it'"),
        ("print('[' * 100000, flush=True)", "answered what is no JSON: '[[["),
        ("print('{\"result\": ' + '9' * 5000 + '}', flush=True)", "answered what is no JSON"),
        ("os.write(1, b'\\xff\\xfe\\n')", "answered what is no JSON"),
        ("print('{\"score\": 1}', flush=True)", 'answered no object with "result": \'{"score": 1}\''),
        ("print('true', flush=True)", "answered no object with \"result\": 'true'"),
        ("print('{\"result\": \"' + 'x' * 2000000 + '\"}', flush=True)", "answered with a line of more than 1000000"),
        ("say(1); say(1)", "answered with more than one line"),
        ("say(1); [print(i, flush=True) for i in range(1000000)]", "answered with more than one line"),
    ],
)
def test_garbage_is_unreadable(start: Start, each: str, words: str) -> None:
    """Whatever is no answer is told as it stands, and the next case gets a fresh process."""
    one = start(f"if case['scenario']['seed']: say(False)\n    else: {each}")
    told = say(one)
    assert (told.said, told.flaw) == (Said.BROKEN, Flaw.UNREADABLE)
    assert told.words.startswith(words)
    assert say(one, attrs.evolve(SCENARIO, seed=1)).said is Said.REJECT


@pytest.mark.parametrize(
    ("each", "words"),
    [
        ("sys.exit(3)", "ended with exit status 3 before it answered"),
        ("raise ValueError", "ended with exit status 1 before it answered"),
        ("break", "ended with exit status 0 before it answered"),
        ("os.kill(os.getpid(), signal.SIGTERM)", "was ended by signal 15"),
        ("sys.stdout.close(); os.close(1); time.sleep(60)", "closed its standard output before it answered"),
    ],
)
def test_crash_is_told_and_the_other_cases_are_answered(start: Start, each: str, words: str) -> None:
    """A crash belongs to its case alone, whichever process it is asked of."""
    one = start(f"if case['scenario']['seed']: say(True)\n    else: {each}")
    good = attrs.evolve(SCENARIO, seed=1)
    said = [say(one, case) for case in (SCENARIO, good, good, SCENARIO, good)]
    assert [ruling.said for ruling in said] == [Said.BROKEN, Said.ACCEPT, Said.ACCEPT, Said.BROKEN, Said.ACCEPT]
    assert [ruling.flaw for ruling in said if ruling.flaw] == [Flaw.CRASHES] * 2
    assert said[0].words.startswith(words)
    assert said[3].words == said[0].words


def test_process_that_leaves_after_an_answer_is_replaced(start: Start) -> None:
    """It may have died of an earlier case: the case is asked again, and what was lost is kept."""
    one = start("say(True); break")
    assert [say(one).said for _ in range(3)] == [Said.ACCEPT] * 3
    assert one.lost == ["ended with exit status 0 before it answered"] * 2


def test_late_second_line_is_no_answer_to_the_next_case(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands there unasked before a question is not taken for its answer."""
    monkeypatch.setattr(commanded, "_FIRST", 0)
    one = start("say(case['scenario']['seed']); say(7)")
    assert one(SCENARIO, TRACE) == 0
    assert one._life is not None
    one._life.answers.put(one._life.answers.get(timeout=20))  # it has come
    assert one(attrs.evolve(SCENARIO, seed=1), TRACE) == 1
    assert one.lost == ["answered with more than one line"]


def test_command_that_does_not_answer_is_slow(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is ended; the next case gets a fresh process."""
    monkeypatch.setattr(commanded, "_FRESH_TIMES", 1)
    one = start("say(True) if case['scenario']['seed'] else time.sleep(60)", limit_s=1.0)
    told = say(one)
    assert told == Ruling(Said.BROKEN, "did not answer with a line within 1 s (is it flushed?)", Flaw.SLOW)
    one.limit_s = 20
    assert say(one, attrs.evolve(SCENARIO, seed=1)).said is Said.ACCEPT


def test_answer_without_end_of_line_is_none_until_it_ends(start: Start) -> None:
    """A last line needs no newline."""
    assert say(start("sys.stdout.write('{\"result\": true}'); break")).said is Said.ACCEPT


def test_blank_lines_are_passed_over(start: Start) -> None:
    """They say nothing."""
    one = start("print(); say(True); print('  ', flush=True)")
    assert [say(one).said for _ in range(4)] == [Said.ACCEPT] * 4
    assert one.lost == []


def test_big_lines_and_much_talk_do_not_block(start: Start, capfd: Any) -> None:
    """Both sides write more than a pipe holds before either reads; standard error is passed through."""
    one = start(
        "say([len(line), 'x' * 900000]); sys.stderr.write('y' * 300000)", before="print(' ' * 200000, flush=True)"
    )
    big = attrs.evolve(SCENARIO, note="n" * 3_000_000)
    length, much = one(big, TRACE)
    assert length > 3_000_000
    assert len(much) == 900_000
    one.close()
    assert capfd.readouterr().err.count("y") == 300_000


def test_lone_surrogates_arrive(start: Start) -> None:
    """Any message is data."""
    trace = play(lambda task, desk: attrs.evolve(report(Status.FOUND, ("W1", 10)), message="\ud800ж"), SCENARIO)
    one = start("say([ord(c) for c in case['trace']['submissions'][0]['answer']['message']])")
    assert one(SCENARIO, trace) == [0xD800, ord("ж")]


@pytest.mark.parametrize("name", ["no-such-command", "a\0b", "/"])
def test_command_that_cannot_be_started_crashes(name: str) -> None:
    """That is told for each case."""
    one = Commanded([name])
    assert (say(one).flaw, say(one).flaw) == (Flaw.CRASHES, Flaw.CRASHES)
    assert say(one).words.startswith("cannot be started")


def test_close_lets_it_leave_by_itself(start: Start, tmp_path: Path) -> None:
    """Its standard input ends first; closed twice is closed; asked again it is started again."""
    path = tmp_path / "left"
    one = start("say(True)", before=f"import atexit; atexit.register(lambda: open({str(path)!r}, 'w').close())")
    say(one)
    pid = pid_of(one)
    one.close()
    one.close()
    assert (path.exists(), runs(pid)) == (True, False)
    assert say(one).said is Said.ACCEPT


CHILD = "import subprocess; child = subprocess.Popen(['sleep', '600'])"


@pytest.mark.parametrize("ending", ["close", "crash", "garbage", "forgotten"])
def test_no_child_is_left_behind(start: Start, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    """However it ends, the whole group ends with it."""
    monkeypatch.setattr(commanded, "_LEAVE_S", 0.01)
    one: Any = start("say([os.getpid(), child.pid]) if n == 1 else print(1) or sys.exit()", before=CHILD)
    if ending == "forgotten":
        one = Commanded(one.words)
    pids = one(SCENARIO, TRACE)
    assert all(runs(pid) for pid in pids)
    if ending == "close":
        one.close()
    elif ending == "forgotten":
        del one
        gc.collect()
    else:
        say(one)
    assert all(ends(pid) for pid in pids)


def test_ctrl_c_ends_the_command_and_gets_through(start: Start) -> None:
    """While it is waited for, the user's wish to stop comes first."""
    one = start("os.kill(os.getppid(), signal.SIGINT); time.sleep(600)", before=CHILD + "; os.write(2, b'')")
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            say(one)
    finally:
        signal.signal(signal.SIGINT, old)
    assert one._life is None


def test_judge_closes_its_command(start: Start) -> None:
    """A function has nothing to close."""
    one = start("say(os.getpid())")
    pid = one(SCENARIO, TRACE)
    Judge("a command", one).close()
    assert not runs(pid)
    Judge("a function", lambda scenario, trace: True).close()
    assert os.getpid() != pid
