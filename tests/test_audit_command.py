"""Does `inventory-env audit` say what it found, end every mistake in one line, and leave nothing behind?"""

import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import graders
from graders.audit import auditing
from graders.cli import status
from graders.commands import audit as command

ROOT = str(Path(graders.__file__).parent.parent)
GRADERS = """
import os, sys
def accepts(scenario, trace): return True
def undecided(scenario, trace): return None
def crashes(scenario, trace): raise ValueError("bad\\nday")
def half(scenario, trace): return 0.5
def exact(scenario, trace):
    import graders
    return graders.grade(scenario, trace)
def prints(scenario, trace):
    print("noise")
    return None
counts = []
def counting(scenario, trace):
    counts.append(1)
    return len(counts) % 2 == 0
"""
# Answers every line, and says so in a file; what it started outlives it where nobody ends it.
COMMAND = """
import json, os, subprocess, sys
child = subprocess.Popen(["sleep", "600"])
with open("pids", "a") as file: print(os.getpid(), child.pid, file=file)
for line in sys.stdin:
    json.loads(line)["scenario"]
    print(json.dumps({"result": True}), flush=True)
"""
# The command line, over two processes however many cores there are.
OVER_TWO = (
    "import sys; from graders.commands import audit; from graders import cli; audit._cores = lambda: 2; cli.main()"
)
FEW = "--kinds control:do-nothing,control:refuser,right:terse"
Shell = Callable[[str], tuple[int, str, str]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with graders in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "mine.py").write_text(GRADERS)
    (tmp_path / "command.py").write_text(COMMAND)
    return tmp_path


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    """Runs one command line: exit code, standard output, standard error."""

    def run(line: str) -> tuple[int, str, str]:
        code = status(["audit", *shlex.split(line)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


def started(line: str, folder: Path, **env: str) -> "subprocess.Popen[str]":
    """The command line in a process of its own, head of a group as in a shell."""
    return subprocess.Popen(
        [sys.executable, "-m", "graders", "audit", *shlex.split(line)],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": ROOT, **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def runs(pid: int) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def waits_for(holds: Callable[[], bool]) -> bool:
    """Whether it comes true before long."""
    until = time.monotonic() + 60
    while not holds() and time.monotonic() < until:
        os.sched_yield()
    return holds()


def test_sound_grader_is_0(shell: Shell) -> None:
    """A table with every group of the kinds, and the verdict."""
    code, out, err = shell(f"mine.py:exact {FEW} --examples 12")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("audit of mine.py:exact as success: 12 cases, seed 0, ")
    assert lines[-1] == "verdict: sound"
    assert [line.split()[0] for line in lines[2:-2]] == ["kind", "right", "control", "all"]


def test_wrong_grader_is_1(shell: Shell) -> None:
    """The table, then as many counterexamples as were asked for, and how to see the others."""
    code, out, err = shell(f"mine.py:accepts {FEW} --examples 12 --show 1")
    assert (code, err) == (1, "")
    assert "verdict: unsound: wrong in 2 of 3 kinds\n\nfalse accept: mine.py:accepts on control:do-nothing\n" in out
    assert out.endswith("\n\n(1 more smallest cases: --show 2 or --json tells them)\n")
    code, out, _ = shell(f"mine.py:accepts {FEW} --examples 12 --show 0")
    assert out.endswith("kinds\n\n(2 more smallest cases: --show 2 or --json tells them)\n")
    assert shell(f"mine.py:accepts {FEW} --examples 12 --show 2")[1].count("right is  reject\n") == 2


def test_every_kind_has_a_row_where_that_is_wished(shell: Shell) -> None:
    """Also those without an error."""
    assert "right:terse" not in shell(f"mine.py:accepts {FEW} --examples 6")[1]
    assert "right:terse" in shell(f"mine.py:accepts {FEW} --examples 6 --all")[1]


def test_undecided_grader_is_sound_and_counted(shell: Shell) -> None:
    """None of everything: no fault, and nobody can take it for one that was right."""
    code, out, _ = shell(f"mine.py:undecided {FEW} --examples 12")
    assert code == 0
    assert out.splitlines()[-3].split()[0] == "all"
    facts = json.loads(shell(f"mine.py:undecided {FEW} --examples 12 --json")[1])
    assert (facts["sound"], facts["all"]["undecided"], facts["all"]["cases"]) == (True, 12, 12)


def test_grader_that_always_crashes_is_told_as_that(shell: Shell) -> None:
    """It is wrong in no case, it has no result; it is given up after a few."""
    code, out, err = shell("mine.py:crashes --write-test test_it.py")
    assert code == 1
    assert out.splitlines()[0].endswith(", ended as no case had a result")
    assert "! it crashes: first at case 0 (good); it raised ValueError: bad" in out
    assert err == "no answer was wrong, so test_it.py was not written\n"
    assert not Path("test_it.py").exists()


def test_json_is_only_json_and_holds_all_facts(shell: Shell) -> None:
    """Whatever the grader prints; the counterexamples are all in it, as our own JSON."""
    code, out, err = shell(f"mine.py:prints {FEW} --examples 3 --json")
    assert (code, json.loads(out)["all"]["undecided"]) == (0, 3)
    assert set(err.splitlines()) == {"noise"}
    code, out, _ = shell(f"mine.py:accepts {FEW} --examples 12 --json --show 0")
    facts = json.loads(out)
    assert (code, facts["sound"], facts["means"], facts["threshold"]) == (1, False, "success", 1.0)
    assert [kind["kind"] for kind in facts["kinds"]] == ["right:terse", "control:do-nothing", "control:refuser"]
    first = facts["smallest"][0]
    assert (first["kind"], first["wrong"], first["choices"]) == ("control:do-nothing", "false accept", [])
    assert first["scenario"]["task"]["lines"] == [{"line": 1, "sku": "A", "quantity": 1}]
    assert first["trace"]["stop"] == "returned"


def test_threshold_and_means_are_heeded(shell: Shell) -> None:
    """Half a point passes from a half on; another mark has other labels."""
    assert "control:refuser" not in shell(f"mine.py:half {FEW} --examples 9 --show 0")[1]
    assert "control:refuser" in shell(f"mine.py:half {FEW} --examples 9 --show 0 --threshold 0.5")[1]
    out = shell(f"mine.py:accepts {FEW} --examples 9 --means path")[1]
    assert out.startswith("audit of mine.py:accepts as path: ")
    assert json.loads(shell(f"mine.py:accepts {FEW} --examples 9 --means path --json")[1])["sound"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Missing argument 'GRADER'"),
        ("mine.py:accepts more", "unexpected extra argument"),
        ("nope.py:grader", "nope.py: grader cannot be read: No such file or directory"),
        ("mine.py:nope", "grader must be in its module; got 'mine.py:nope' (known: accepts"),
        ("broken.py:grader", "which raised SyntaxError: "),
        ("no_such_module:grader", "grader must name a module that can be found; got 'no_such_module'"),
        ("grader", "grader must be module:name, file.py:name, or a command line"),
        ("'no-such-command --x'", "grader must be a command that can be found; got 'no-such-command'"),
        ("mine.py:GRADERS", "must be in its module"),
        ("mine.py:accepts --means all", "--means must be one of success, outcome, evidence, path, honesty; got 'all'"),
        ("mine.py:accepts --threshold nan", "threshold must be a finite number; got nan"),
        ("mine.py:accepts --threshold inf", "threshold must be a finite number; got inf"),
        ("mine.py:accepts --threshold much", "'--threshold'"),
        ("mine.py:accepts --kinds zo", "(did you mean zoo? known: breakdown, control, edit, good, keep, right, zoo)"),
        ("mine.py:accepts --kinds zoo:asks-twic", "did you mean zoo:asks-twice?"),
        ("mine.py:accepts --examples 0", "'--examples'"),
        ("mine.py:accepts --examples many", "'--examples'"),
        ("mine.py:accepts --seconds 0", "--seconds must be above 0; got 0"),
        ("mine.py:accepts --seconds -1", "--seconds must be above 0; got -1"),
        ("mine.py:accepts --seconds nan", "--seconds must be above 0; got nan"),
        ("mine.py:accepts --seed -1", "'--seed'"),
        ("mine.py:accepts --show -1", "'--show'"),
        ("mine.py:accepts --write-test mine.py", "mine.py: --write-test must name a new file; this one exists"),
        ("mine.py:accepts --write-test none/t.py", "none/t.py: --write-test must lie in a folder that exists"),
        ("mine.py:accepts --hypothesis --seconds 5", "--seconds has no meaning beside --hypothesis"),
        ("mine.py:accepts --bad bad.jsonl", "--bad must come with --traces"),
        ("mine.py:accepts --traces good.jsonl --all", "--all has no meaning beside --traces"),
    ],
)
def test_wrong_use_is_2_and_one_line(folder: Path, shell: Shell, line: str, said: str) -> None:
    """It names what is wrong, what was got, and what there is to choose from; nothing is searched."""
    (folder / "broken.py").write_text("def grader(:\n")
    code, out, err = shell(line)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_file_is_written_only_where_an_answer_was_wrong(shell: Shell) -> None:
    """And named on standard error, so that the output stays what it is."""
    code, _, err = shell(f"mine.py:accepts {FEW} --examples 6 --write-test test_it.py --json")
    assert (code, err) == (1, "written to test_it.py\n")
    assert Path("test_it.py").read_text().count("false accept") == 2
    code, _, err = shell(f"mine.py:exact {FEW} --examples 6 --write-test test_other.py")
    assert (code, err) == (0, "no answer was wrong, so test_other.py was not written\n")


def test_time_ends_a_search_of_any_size(shell: Shell) -> None:
    """What is told then is what was tried."""
    code, out, _ = shell(f"mine.py:exact {FEW} --examples 1000000000000000 --seconds 0.2 --json")
    facts = json.loads(out)
    assert (code, facts["sound"], facts["stopped_by_time"]) == (0, True, True)
    assert facts["cases"] >= 1


def test_command_is_asked_like_a_function(folder: Path, shell: Shell) -> None:
    """And nothing of it is left, not even what it started."""
    code, out, err = shell(f"'{sys.executable} -S command.py' {FEW} --examples 6 --json")
    facts = json.loads(out)
    assert (code, err, facts["all"]["false_accepts"]["wrong"]) == (1, "", 4)
    pids = [int(pid) for pid in (folder / "pids").read_text().split()]
    assert len(pids) == 2
    assert waits_for(lambda: not any(map(runs, pids)))  # what was killed is gone a moment later


def test_command_that_always_ends_is_given_up(folder: Path, shell: Shell) -> None:
    """It is told how it ended."""
    code, out, _ = shell("'sh -c \"exit 7\"'")
    assert code == 1
    assert "! it crashes: first at case 0 (good); it ended with exit status 7 before it answered" in out
    assert f" {auditing.GIVE_UP} cases, " in out


def test_grader_that_keeps_a_count_is_unsteady(shell: Shell) -> None:
    """What it says hangs on what it was asked before."""
    code, out, _ = shell(f"mine.py:counting {FEW} --examples 6 --show 0")
    assert code == 1
    assert "! it answers differently when asked twice: first at case 0 " in out


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes, however few cases there are."""
    monkeypatch.setattr(auditing, "WORTH_IT", 1)
    monkeypatch.setattr(command, "_cores", lambda: 2)


def test_state_at_the_top_of_a_file_is_each_process_s_own(folder: Path, processes: None, shell: Shell) -> None:
    """Each loads the file for itself; what a file does while it is loaded is no output of ours."""
    (folder / "loud.py").write_text("print('loading')\nseen = []\ndef grader(s, t):\n  seen.append(1)\n  return None\n")
    code, out, err = shell(f"loud.py:grader {FEW} --examples 30 --json")
    assert (code, json.loads(out)["cases"]) == (0, 30)
    assert "loading" in err


def test_edited_file_is_read_anew(folder: Path) -> None:
    """By the next run, however soon: a file of the same size and second is another one."""
    found = []
    for answer in ("True", "None"):
        (folder / "mine.py").write_text(f"def grader(scenario, trace): return {answer}\n")
        os.utime(folder / "mine.py", (10**9, 10**9))
        with started(f"mine.py:grader {FEW} --examples 3 --json", folder) as process:
            out, err = process.communicate(timeout=60)
        assert err == ""
        found.append(json.loads(out)["sound"])
    assert found == [False, True]
    assert not (folder / "__pycache__").exists()


def test_every_locale_is_served(folder: Path) -> None:
    """Letters that the terminal cannot say are written out; names of files may hold any."""
    (folder / "größe 仓.py").write_text(GRADERS, encoding="utf-8")
    line = "'größe 仓.py:accepts' --kinds right:typographer,control:refuser --examples 8"
    with started(line, folder, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0") as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (1, "")
    assert out.isascii()
    assert "verdict: unsound" in out


def test_closed_pipe_ends_quietly(folder: Path) -> None:
    """Whoever reads may stop after the first line."""
    with started(f"mine.py:accepts {FEW} --examples 30 --show 9 --json", folder) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert (process.stderr.read(), process.wait(timeout=60)) == ("", 141)


def hearing() -> None:
    """Ctrl-C is heard in a new process, also where these tests run in the background, deaf to it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextlib.contextmanager
def ending(process: "subprocess.Popen[str]") -> Iterator[None]:
    """Whatever a test finds, nothing of the process is left afterwards."""
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


@pytest.fixture
def group(folder: Path) -> "Iterator[subprocess.Popen[str]]":
    """An audit over two processes that asks a command, in the middle of its search."""
    line = [sys.executable, "-c", OVER_TWO, "audit", f"{sys.executable} -S command.py", "--examples", "1000000"]
    process = subprocess.Popen(
        line,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": ROOT},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hearing,
    )
    with process, ending(process):
        # Both processes ask a command of their own.
        assert waits_for(lambda: (folder / "pids").is_file() and len((folder / "pids").read_text().split()) >= 4)
        yield process


def test_ctrl_c_leaves_nothing_behind(folder: Path, group: "subprocess.Popen[str]") -> None:
    """One word, no traceback; processes, commands and what those started are gone."""
    os.killpg(group.pid, signal.SIGINT)
    out, err = group.communicate(timeout=60)
    assert (group.returncode, out, err) == (130, "", "interrupted\n")
    pids = [int(pid) for pid in (folder / "pids").read_text().split()]
    assert waits_for(lambda: not any(map(runs, pids)))
    assert waits_for(lambda: not any(map(runs, members(group.pid))))


def test_ctrl_c_at_the_start_is_as_quiet(folder: Path) -> None:
    """While processes are being started, too: none of them says a word."""
    line = [sys.executable, "-c", OVER_TWO, "audit", "mine.py:undecided", "--examples", "1000000"]
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": ROOT}
    pipe = subprocess.PIPE
    streams: Any = {"stdout": pipe, "stderr": pipe, "text": True, "preexec_fn": hearing}
    with subprocess.Popen(line, env=env, start_new_session=True, **streams) as process, ending(process):
        assert waits_for(lambda: len(members(process.pid)) > 2)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "interrupted\n")
    assert waits_for(lambda: not any(map(runs, members(process.pid))))


def members(group: int) -> list[int]:
    """The processes of a group."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.getpgid(int(entry.name)) == group:
                found.append(int(entry.name))
        except ProcessLookupError:
            continue
    return found


def test_example_of_the_help_runs_as_it_stands(folder: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over fewer cases: a grader, its test, a command."""
    monkeypatch.setattr(sys, "path", [*sys.path, ROOT])
    (folder / "naive.py").write_text("def naive(scenario, trace): return True\n")
    (folder / "my_grader.py").write_text(COMMAND)
    codes = []
    for example in command.EXAMPLES[:3]:
        line = example.removeprefix("inventory-env audit ").replace("python3", sys.executable)
        code, out, _ = shell(f"{line} --examples 150")
        codes.append(code)
        assert out
    assert codes == [0, 1, 1]
    assert Path("test_naive.py").is_file()


def test_progress_names_the_latest_kind_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bar's words change as kinds fail."""
    said: list[str] = []

    def watched(items: Any, total: int, about: Callable[[], str]) -> Any:
        for item in items:
            yield item
            said.append(about())

    monkeypatch.setattr("graders.progress.watched", watched)
    assert status(["audit", "mine.py:accepts", *FEW.split(), "--examples", "3", "--json"]) == 1
    assert said[0] == "1 of 3 cases, wrong in 0 kinds"
    assert said[-1].endswith("wrong in 2 kinds, the latest control:refuser")


def test_cores_are_those_that_we_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """One where the system does not tell."""
    assert command._cores() == len(os.sched_getaffinity(0))
    monkeypatch.delattr(os, "sched_getaffinity")
    assert command._cores() == 1
