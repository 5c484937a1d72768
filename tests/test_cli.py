"""Does the command line do what its help says, and end every mistake in one line and the right exit code?"""

import importlib
import json
import os
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

import graders
import inventory_env
from baselines import CONTROLS, RIGHT, ZOO
from graders import cli, printing, progress
from graders.cli import COMMANDS, GROUP, TRACEBACK, app, status
from graders.printing import PipeClosed, say, tell
from graders.rules import RULES
from inventory_env import load_suite, suite_names
from inventory_env.errors import InputError

ROOT = str(Path(graders.__file__).parent.parent)
# Certifying and auditing are tried by their own tests; here their examples would take the time of all others. A floor
# needs other people's packages.
OTHERS = [name for name in COMMANDS if name not in ("validate", "audit", "floor")]


def module(name: str) -> Any:
    """The module of a command."""
    return importlib.import_module(f"graders.commands.{name}")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path


@pytest.fixture
def shell(capsys: Any) -> Callable[[str], tuple[int, str, str]]:
    """Runs one command line: exit code, standard output, standard error."""

    def run(line: str) -> tuple[int, str, str]:
        code = status(shlex.split(line))
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


def process(*arguments: str, cwd: Path, **rest: Any) -> "subprocess.CompletedProcess[str]":
    """The command line in a process of its own."""
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": ROOT, **rest.pop("env", {})}
    line = [sys.executable, "-m", "graders", *arguments]
    streams = rest or {"capture_output": True}
    return subprocess.run(line, cwd=cwd, env=env, text=True, timeout=60, check=False, **streams)


def test_every_example_of_every_help_runs(folder: Path, shell: Any) -> None:
    """What a help shows can be typed as it stands, one example after the other."""
    (folder / "messages.txt").write_text("W2 has 12 available; nothing is reserved.\n")
    (folder / "secret.txt").write_text("drawn by nobody but this test\n")
    for name in OTHERS:
        for example in module(name).EXAMPLES:
            assert example.startswith(f"inventory-env {name}")
            code, out, err = shell(example.removeprefix("inventory-env "))
            assert (code, err) == (0, ""), example
            assert out
            if "--json" in example:
                json.loads(out)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example_and_json(name: str) -> None:
    """The help of a command begins with a sentence, ends with examples, and offers JSON."""
    told = CliRunner().invoke(app([name]), [name, "--help"])
    assert told.exit_code == 0
    for example in module(name).EXAMPLES:
        assert example in re.sub(r"\s+", " ", told.output)
    assert "--json" in told.output
    assert re.match(r"[A-Z][^.]{10,60}\.$", module(name).command.__doc__.split("\n")[0])


def test_the_help_lists_every_command(shell: Any) -> None:
    """No arguments and --help tell the same; commands stand in their order."""
    code, out, _ = shell("")
    listed = [line.split()[0] for line in out.splitlines() if re.match(r"  [a-z]+  +[A-Z]", line)]
    assert (code, [name for name in listed if name in COMMANDS]) == (0, list(COMMANDS))
    assert shell("--help")[1] == out


def test_the_version_is_told(shell: Any) -> None:
    """The program's name and the version of the package."""
    assert re.fullmatch(r"inventory-env \S.*\n", shell("--version")[1])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nope", "No such command 'nope'"),
        ("suits", "Did you mean 'suites'"),
        ("--nope", "--nope"),
        ("suites --nope", "--nope"),
        ("suites more", "unexpected extra argument"),
        ("run --suite worked", "Missing option '--agent'"),
        ("run --agent careful --out x --trials 0", "'--trials'"),
        ("run --agent careful --out x --trials many", "'--trials'"),
        ("run --agent careful --out x --seed -1", "'--seed'"),
        ("run --agent nobody --out x", "must be the name of an agent; got 'nobody'"),
        ("run --agent careful --suite nope --out x", "must be a suite or a JSON-lines file; got 'nope'"),
        ("run --agent careful --agent careful --suite worked --out x", "agent must be one or more that differ"),
        ("lint", "Missing argument"),
        ("lint .", "must be a suite or a JSON-lines file; got '.'"),
        (f"lint {'x' * 5000}", "must be a suite or a JSON-lines file"),
        ("schema nope", "must be a noun; got 'nope'"),
        ("rules nope", "must be a rule; got 'nope'"),
        ("grade nope.jsonl --suite worked", "nope.jsonl: cannot be read: No such file or directory"),
        (f"grade {'x' * 5000} --suite worked", "cannot be read: File name too long"),
        ("replay nope.jsonl --suite worked", "nope.jsonl: cannot be read"),
        ("replay nope.jsonl", "--suite must be given"),
        ("show", "file must be given"),
        ("show nope.jsonl", "nope.jsonl: cannot be read"),
        ("show . E01", "traces.jsonl: cannot be read"),
        ("show --agent careful --suite worked", "--id must be given"),
        ("show --agent careful --suite worked --id E99", "did you mean"),
        ("show --agent careful --suite adventureworks --id E99", "the suite has"),
        ("show --agent careful --suite worked --index 30", "index must be below 30; got 30"),
        ("show --agent careful --suite worked --index -1", "'--index'"),
    ],
)
def test_wrong_use_is_one_line_and_2(folder: Path, shell: Any, line: str, said: str) -> None:
    """A mistake is told on standard error in one line, nothing is printed, nothing is written."""
    code, out, err = shell(line)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert err.startswith("error: ")
    assert not list(folder.iterdir())


ODD_FILES = {
    "empty": b"",
    "deep": b"[" * 200_000,
    "binary": bytes(range(128, 256)),
    "utf-16": '{"a": 1}\n'.encode("utf-16"),
    "list": b"[]\n",
    "cut": b'{"task": {"id": ',
    "escape": b'{"\x1b[31mred": 1}',
    "twice": b'{"task": 1, "task": 2}',
    "lines": b'{"one\\ntwo": 1}',
}


@pytest.mark.parametrize("name", ODD_FILES)
@pytest.mark.parametrize("line", ["lint x", "show x", "grade x --suite worked", "replay x --suite worked"])
def test_odd_files_are_one_line_and_2(folder: Path, shell: Any, name: str, line: str) -> None:
    """Whatever a file holds, it is named with what is wrong with it."""
    (folder / "x").write_bytes(ODD_FILES[name])
    code, out, err = shell(line)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("error: x")
    assert err.rstrip("\n").isprintable()


def test_a_huge_line_is_refused_before_it_is_read(folder: Path, shell: Any) -> None:
    """A file of a hundred million brackets is refused at once."""
    with (folder / "x").open("wb") as file:
        file.write(b"[")
        file.truncate(100_000_000)
    assert shell("lint x")[::2] == (2, "error: x:1: must be at most 16000000 bytes long\n")


def test_suites_are_counted(shell: Any) -> None:
    """Each shipped suite with its number of scenarios."""
    told = json.loads(shell("suites --json")[1])["suites"]
    assert tuple(one["name"] for one in told) == suite_names()
    worked = next(one for one in told if one["name"] == "worked")
    assert worked["scenarios"] == len(load_suite("worked"))
    assert all(one["about"] for one in told)
    assert re.search(r"^worked +30 ", shell("suites")[1], re.MULTILINE)


def test_agents_are_told_with_what_they_must_break(shell: Any) -> None:
    """Right agents, controls and the zoo; the zoo with its labels."""
    told = json.loads(shell("agents --json")[1])["agents"]
    assert [one["name"] for one in told] == [one.name for one in (*RIGHT, *CONTROLS, *ZOO)]
    assert {one["name"]: set(one["must"]) for one in told if one["kind"] == "zoo"} == {
        one.name: set(one.must) for one in ZOO
    }
    out = shell("agents")[1]
    assert all(one.name in out and one.about in out for one in (*RIGHT, *CONTROLS, *ZOO))


def test_rules_are_told_with_who_breaks_them(shell: Any) -> None:
    """The catalogue as a list; one rule with all that is known of it."""
    assert [one["code"] for one in json.loads(shell("rules --json")[1])["rules"]] == [rule.code for rule in RULES]
    for rule in RULES:
        assert rule.code in shell("rules")[1]
        out = shell(f"rules {rule.code}")[1]
        assert rule.meaning in out
        assert rule.example in out
        assert all(one.name in out for one in ZOO if rule.code in one.must)


def test_lint_names_each_fault_on_one_line_and_leaves_with_1(folder: Path, shell: Any) -> None:
    """A sound suite leaves with 0; a changed number is named with scenario, rule and value."""
    assert shell("lint worked")[:2] == (0, "30 scenarios, 0 faults\n")
    lines = (Path(inventory_env.__file__).parent / "suites" / "worked.jsonl").read_text().splitlines()
    (folder / "own.jsonl").write_text(lines[0].replace('"quantity":10', '"quantity":11') + "\n" + lines[1] + "\n")
    code, out, _ = shell("lint own.jsonl")
    assert code == 1
    assert all(line.startswith("own.jsonl: E01: ") for line in out.splitlines()[:-1])
    told = json.loads(shell("lint own.jsonl --json")[1])
    assert {fault["scenario"] for fault in told["faults"]} == {"E01"}
    assert f"2 scenarios, {len(told['faults'])} faults" in out


def test_run_grade_show_and_replay_go_together(folder: Path, shell: Any) -> None:
    """What run writes the others read, from the folder, without being told the suite again."""
    code, out, _ = shell("run --agent careful --agent retries-forever --suite worked --out o")
    assert code == 0
    assert "60 runs in o" in out
    code, told, _ = shell("grade o --json")
    tallies = {one["agent"]: one for one in json.loads(told)["agents"]}
    assert tallies["careful"]["success"]["pass"] == 30
    assert len(json.loads(told)["verdicts"]) == 60
    out = shell("grade o")[1]
    assert out.startswith("agent ")
    assert re.search(r"^E\d\d retries-forever, trial 1: fail, .*: retry-excess: ", out, re.MULTILINE)
    assert shell("replay o")[1] == "60 of 60 runs reproduced, every byte\n"
    listed = shell("show o")[1]
    assert listed.splitlines()[-1] == "60 runs (10 more): pick one by its id, --agent or --index"
    assert len(json.loads(shell("show o --json")[1])["runs"]) == 60
    assert "VERDICT" in shell("show o E22 --agent careful")[1]
    assert shell("show o/traces.jsonl --index 0")[1].startswith("E01: ")
    one = json.loads(shell("show o --index 0 --json")[1])
    assert (one["run"]["trace"]["scenario"], one["scenario"]["task"]["id"], one["verdict"]["success"]) == (
        "E01",
        "E01",
        "pass",
    )
    wrong = {
        "show o E99": "holds no run with id E99",
        "show o E01 --agent careful --suite public": "must be of the suite",
        "run --agent careful --suite worked --out o": "must be run as it was begun",
    }
    for line, said in wrong.items():
        code, out, err = shell(line)
        assert (code, out) == (2, "")
        assert said in err


def test_a_long_list_of_broken_runs_is_cut(folder: Path, shell: Any) -> None:
    """The counts tell all; of the runs the first are named."""
    shell("run --agent do-nothing --suite worked --out o")
    lines = shell("grade o")[1].splitlines()
    assert sum(" do-nothing, trial 1: fail, no_answer: answer-missing: " in line for line in lines) == 20
    assert lines[-1] == "(10 more runs that broke a rule)"


GRADERS = """
def passes(scenario, trace): print("noise"); return True
def raises(scenario, trace): raise ValueError("bad\\nday")
def leaves(scenario, trace): raise SystemExit(0)
"""


def test_other_graders_are_asked_too(folder: Path, shell: Any) -> None:
    """A user's grader counts; what it prints is no output, what it raises is its own mistake."""
    (folder / "mine.py").write_text(GRADERS)
    shell("run --agent do-nothing --suite worked --out o")
    code, out, err = shell("grade o --grader mine.py:passes --json")
    assert (code, json.loads(out)["agents"][0]["success"]["pass"], err) == (0, 30, "noise\n" * 30)
    for name in ("raises", "leaves"):
        code, out, err = shell(f"grade o --grader mine.py:{name}")
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("error: o/traces.jsonl: grader must not raise")


def test_json_of_a_run_is_only_json(folder: Path, shell: Any) -> None:
    """An agent that prints does not get between a program and its JSON."""
    (folder / "mine.py").write_text("print('imported')\ndef agent(task, desk): print('played')\n")
    code, out, err = shell("run --agent mine.py:agent --suite worked --out o --json")
    told = json.loads(out)
    assert (code, told["agents"][0]["runs"], told["study"]["scenarios"], told["out"]) == (0, 30, 30, "o")
    assert err == "imported\n" + "played\n" * 30


def command_that(monkeypatch: pytest.MonkeyPatch, act: Callable[[], Any]) -> None:
    """Lets the command `suites` do something else."""
    monkeypatch.setattr(module("suites"), "command", act)


def test_our_own_fault_is_3_and_one_line(monkeypatch: pytest.MonkeyPatch, shell: Any) -> None:
    """What nobody foresaw is told as our own fault, with the way to the traceback."""

    def act() -> None:
        raise KeyError("a\nb\x1b")

    command_that(monkeypatch, act)
    code, out, err = shell("suites")
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert err.startswith("fault of inventory-env itself: KeyError: ")
    assert f"set {TRACEBACK}=1 for the traceback" in err
    monkeypatch.setenv(TRACEBACK, "1")
    code, _, err = shell("suites")
    assert code == 3
    assert "Traceback (most recent call last)" in err


@pytest.mark.parametrize("error", [KeyboardInterrupt, typer.Abort])
def test_ctrl_c_is_130(monkeypatch: pytest.MonkeyPatch, shell: Any, error: type[BaseException]) -> None:
    """An interrupt is no error and has no traceback."""

    def act() -> None:
        raise error

    command_that(monkeypatch, act)
    assert shell("suites") == (130, "", "interrupted\n")


def test_exit_codes_of_commands_are_passed_on(monkeypatch: pytest.MonkeyPatch, shell: Any) -> None:
    """A command's number is the exit code; whoever leaves by itself is believed if it says a number."""

    def leaves(code: Any) -> Callable[[], None]:
        def act() -> None:
            raise SystemExit(code)

        return act

    for act, code in ((lambda: 1, 1), (lambda: None, 0), (leaves(2), 2), (leaves("words"), 3)):
        command_that(monkeypatch, act)
        assert shell("suites")[0] == code


def test_a_pipe_that_is_closed_ends_quietly(monkeypatch: pytest.MonkeyPatch, shell: Any) -> None:
    """Whoever reads our output may stop: nothing is said about it."""

    def act() -> None:
        raise PipeClosed

    command_that(monkeypatch, act)
    assert shell("suites") == (141, "", "")


class Broken:
    """A stream that cannot be written."""

    encoding = "utf-8"

    def __init__(self, error: OSError) -> None:
        self.error = error

    def write(self, text: str) -> int:
        raise self.error

    flush = write

    def fileno(self) -> int:
        raise self.error


def test_output_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is bad input, a closed pipe is a closed pipe, and no stream at all is silence."""
    monkeypatch.setattr(sys, "stdout", Broken(OSError(28, "No space left on device")))
    with pytest.raises(InputError, match="standard output cannot be written: No space left on device"):
        say("a")
    assert status(["suites"]) == 2
    monkeypatch.setattr(sys, "stdout", Broken(BrokenPipeError()))
    with pytest.raises(PipeClosed):
        say("a")
    assert status(["suites"]) == 141
    monkeypatch.setattr(sys, "stderr", Broken(OSError(28, "No space left on device")))
    tell("a")
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    say("a")
    tell("a")
    printing.flush()
    assert list(progress.watched([1, 2], 2, "")) == [1, 2]
    assert not printing.coloured()


def foreign(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    """Lets other packages hang commands here."""
    found = [EntryPoint(name, value, GROUP) for name, value in values.items()]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: found if group == GROUP else [])


def greet(name: Annotated[str, typer.Argument()] = "you") -> int:
    """Greet somebody."""
    say(f"hello {name}")
    return 1


lesson = typer.Typer(help="Learn.")
lesson.command("verify")(greet)
lesson.command("list")(greet)


def test_other_packages_hang_commands_here(monkeypatch: pytest.MonkeyPatch, shell: Any) -> None:
    """A function or a typer app, under a name of its own; a name that is taken stays ours."""
    foreign(monkeypatch, greet="test_cli:greet", learn="test_cli:lesson", suites="test_cli:greet")
    assert shell("greet Ann")[:2] == (1, "hello Ann\n")
    assert shell("learn verify Ann")[:2] == (1, "hello Ann\n")
    assert "worked" in shell("suites")[1]
    out = shell("--help")[1]
    assert "Greet somebody." in out
    assert "Learn." in out


def test_a_broken_command_of_another_package_breaks_nothing_else(monkeypatch: pytest.MonkeyPatch, shell: Any) -> None:
    """Asked for, it is told in one line; the help and every other command go on."""
    foreign(monkeypatch, greet="test_cli:greet", broken="no_such_module_at_all:x")
    code, out, err = shell("broken")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "command broken cannot be loaded from no_such_module_at_all:x; ModuleNotFoundError" in err
    assert shell("greet")[:2] == (1, "hello you\n")
    assert re.search(r"broken +\(cannot be loaded", shell("--help")[1])


def test_every_public_name_is_there() -> None:
    """The packages hand on what they say, sorted, and nothing is missing or made up."""
    for package in (inventory_env, graders):
        assert list(package.__all__) == sorted(package.__all__)
        assert set().union(*package._HOMES.values()) == set(package.__all__) <= set(dir(package))
        for name in package.__all__:
            assert getattr(package, name) is not None
        with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
            package.nonsense


LIGHT = """
import json
import sys
from graders.cli import status
status({arguments!r})
print(json.dumps(sorted({{"rich", "hypothesis", "numpy", "msgspec", "graders.grading"}} & set(sys.modules))))
"""


@pytest.mark.parametrize(
    ("arguments", "most"),
    [(["suites"], set()), (["--version"], set()), (["rules"], {"graders.grading", "msgspec"})],
)
def test_commands_import_only_what_they_need(tmp_path: Path, arguments: list[str], most: set[str]) -> None:
    """Starting is cheap: listing the suites needs neither judges nor codec, and nothing needs rich."""
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": ROOT}
    line = [sys.executable, "-c", LIGHT.format(arguments=arguments)]
    out = subprocess.run(line, cwd=tmp_path, env=env, text=True, capture_output=True, check=True).stdout
    assert set(json.loads(out.splitlines()[-1])) <= most


SHADOWS = ("json", "typing", "re", "os", "enum", "attrs", "attr", "msgspec", "typer", "inspect", "pathlib", "rich")


def test_files_in_the_working_directory_break_nothing(tmp_path: Path) -> None:
    """A json.py of the user stands behind the library's, under `python -m graders` too."""
    for name in SHADOWS:
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('shadowed')")
    told = process("show", "--agent", "careful", "--suite", "worked", "--id", "E01", cwd=tmp_path)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("E01: ")


POSIX = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize("env", [{"PYTHONIOENCODING": "ascii"}, POSIX])
def test_odd_locales_print_escapes(tmp_path: Path, env: dict[str, str]) -> None:
    """What the terminal cannot say is written out; nothing crashes, and JSON stays JSON."""
    (tmp_path / "mine.py").write_text("def agent(task, desk): raise ValueError('\\u4e2d\\u00e9')", encoding="utf-8")
    line = ("show", "--agent", "mine.py:agent", "--suite", "worked", "--id", "E01")
    told = process(*line, cwd=tmp_path, env=env)
    assert (told.returncode, told.stderr) == (0, "")
    assert r"ValueError: \u4e2d\xe9" in told.stdout
    told = process(*line, "--json", cwd=tmp_path, env=env)
    assert json.loads(told.stdout)["run"]["trace"]["stop_reason"] == "ValueError: \u4e2d\u00e9"


def test_a_closed_pipe_and_a_full_disk_in_a_real_process(tmp_path: Path) -> None:
    """No traceback, no complaint of the interpreter when it leaves."""
    reader, writer = os.pipe()
    os.close(reader)
    told = process("schema", "scenario", cwd=tmp_path, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (told.returncode, told.stderr) == (141, "")
    if Path("/dev/full").exists():
        with Path("/dev/full").open("w") as full:
            told = process("suites", cwd=tmp_path, stdout=full, stderr=subprocess.PIPE)
        said = "error: standard output cannot be written: No space left on device\n"
        assert (told.returncode, told.stderr) == (2, said)


def test_script_and_module_are_the_same(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """`python -m graders` runs what the script runs, with the working directory searched last."""
    monkeypatch.setattr(sys, "argv", ["graders", "suites"])
    monkeypatch.setattr(sys, "path", ["first", "second", *sys.path])
    with pytest.raises(SystemExit) as left:
        runpy.run_module("graders", run_name="__main__")
    assert left.value.code == 0
    assert (sys.path[0], sys.path[-1]) == ("second", "first")
    assert "worked" in capsys.readouterr().out
    assert importlib.import_module("graders.__main__").main is cli.main


def test_main_leaves_with_the_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """The shell sees the status of the command line that it gave."""
    monkeypatch.setattr(sys, "argv", ["inventory-env", "nope"])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 2
    assert "No such command" in capsys.readouterr().err


class Terminal:
    """A standard error that is a terminal."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        """Nothing is kept back."""


@pytest.mark.parametrize("installed", [True, False])
def test_long_work_has_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch, installed: bool) -> None:
    """Every item comes once and in order, with a bar, without one, and where rich is missing."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert list(progress.watched(range(5), 5, "playing")) == list(range(5))
    assert terminal.text == ""
    monkeypatch.setattr(progress, "PATIENCE_S", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    if not installed:
        monkeypatch.setitem(sys.modules, "rich.console", None)
    assert list(progress.watched(range(5), 5, "playing")) == list(range(5))
    assert ("playing" in terminal.text) is installed


def test_colours_need_a_terminal_and_nobody_who_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR and a dumb terminal are respected."""
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert printing.coloured()
    monkeypatch.setenv("TERM", "dumb")
    assert not printing.coloured()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not printing.coloured()
