"""Does the course lead a learner: from a folder to the end, with checks that say what to mend?"""

import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from exercises.course import commands, exercise, maintaining, progress
from exercises.course.checking import Case, Checked, Question, asked, judged, required
from exercises.course.exercise import exercises, find
from exercises.course.verifying import verify
from graders.cli import GROUP
from inventory_env.errors import InputError

ROOT = Path(exercise.__file__).parent.parent.parent
Said = Callable[..., tuple[int, str]]


@pytest.fixture
def learn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Said:
    """The command, typed in a learner's folder: its exit code and what it says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def typed(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(commands.app, list(words))
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.exit_code, done.output

    assert typed("init", "mine")[0] == 0
    monkeypatch.chdir(tmp_path / "mine")
    return typed


def write(name: str, source: str) -> Path:
    """Write the learner's file of an exercise, here."""
    one = find(name)
    path = Path(one.name) / one.file
    path.write_text(source, encoding="utf-8")
    return path


def solved(name: str) -> None:
    """Write its solution."""
    write(name, find(name).source("solution"))


@pytest.mark.parametrize("one", exercises(), ids=lambda one: one.name)
def test_every_exercise_keeps_its_promises(one: exercise.Exercise) -> None:
    """Stubs fail by their checks, solutions pass, no faulty case is redundant, texts say what is computed."""
    assert maintaining.check_one(one).faults == ()


def test_no_solution_lies_in_a_learner_s_folder() -> None:
    """What a learner gets holds nothing of what he has to find."""
    assert list(maintaining.given_away()) == []


def test_a_learner_walks_through_the_whole_course(learn: Said) -> None:
    """Each exercise in its order, verified and gone on from, to a clear end."""
    for place, one in enumerate(exercises()):
        code, said = learn()
        assert (code, f"You are at {one.name}" in said) == (0, True)
        solved(one.name)
        code, said = learn("verify")
        assert (code, f"{one.name}: passed" in said) == (0, True), said
        last = place == len(exercises()) - 1
        assert ("The course is done" in said) is last
        assert learn("next")[0] == 0
    assert "The course is done" in learn()[1]
    assert learn("verify", "--all")[0] == 0
    assert all(one["passed"] for one in json.loads(learn("list", "--json")[1])["exercises"])


def test_the_position_is_remembered(learn: Said) -> None:
    """Whoever checks an exercise is at it from then on; `next` goes to the next that is open, and round."""
    assert f"You are at {exercises()[0].name}" in learn()[1]
    learn("verify", "08")
    assert "You are at 08_pass_at_k" in learn()[1]
    solved("08")
    assert learn("verify")[0] == 0
    after = next(one for one in exercises() if one.name > "08_pass_at_k")
    assert "08_pass_at_k is done. Next:" in learn()[1]
    assert f"You are at {after.name}" in learn("next")[1]
    learn("verify", exercises()[-1].name)
    assert f"You are at {exercises()[0].name}" in learn("next")[1]


def test_a_wrong_attempt_is_told_what_to_mend(learn: Said) -> None:
    """The first wrong question, what the code said, why that is wrong, and what to type next."""
    weaker = find("08").folder / "weaker" / "plugged_in.py"
    write("08", weaker.read_text(encoding="utf-8"))
    code, said = learn("verify", "08")
    assert code == 1
    lines = [line.strip() for line in said.splitlines()]
    assert lines[0] == "08_pass_at_k: not yet"
    assert lines[1].startswith("questions answered wrongly: ")
    assert lines[2:6] == [
        "the first question answered wrongly:",
        "PREDICTED_BOTH",
        "your code said: 9/25",
        "That is a power of c/n: the same run could be drawn twice. The k runs are drawn without putting",
    ]
    assert lines[-2] == "try 1; change the file, then: inventory-env learn verify 08"
    assert lines[-1] == "stuck? inventory-env learn hint 08"


TROUBLE = {
    "def f(:\n": "line 1: invalid syntax",
    "import nothing_of_that_name\n": "cannot be loaded: ModuleNotFoundError",
    "raise SystemExit(0)\n": "cannot be loaded: SystemExit",
    "import os; os._exit(0)\n": "The check ended before it was done (exit status 0)",
    "while True: pass\n": "is there a loop without an end?",
    "\x00": "passing.py: source code string cannot contain null bytes",
}


@pytest.mark.parametrize("source", TROUBLE)
def test_a_file_that_cannot_be_checked_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    """Whatever a learner's file does, the answer is a sentence, and no process of it is left."""
    path = tmp_path / "passing.py"
    path.write_text(source, encoding="utf-8")
    one = find("08")
    quick = exercise.Exercise(one.name, one.title, one.file, one.minutes, 1 if "while" in source else 20)
    verified = verify(quick, path)
    assert verified.checked is None
    assert not verified.passed
    assert TROUBLE[source] in verified.trouble


def test_a_learner_s_file_hides_no_module(learn: Said) -> None:
    """Files named as modules of Python's, beside the learner's, change nothing."""
    solved("08")
    for name in ("numbers", "fractions", "json", "typing", "sitecustomize", "exercises"):
        (Path("08_pass_at_k") / f"{name}.py").write_text("raise RuntimeError('taken for a module')\n")
        Path(f"{name}.py").write_text("raise RuntimeError('taken for a module')\n")
    assert learn("verify", "08")[0] == 0


def test_what_the_code_prints_is_shown(learn: Said) -> None:
    """A learner who prints to see what happens sees it."""
    write("08", find("08").source("solution") + "\nfor n in range(30): print('seen', n)\n")
    code, said = learn("verify", "08")
    assert (code, "  | seen 29" in said, "seen 9\n" in said) == (0, True, False)
    assert json.loads(learn("verify", "08", "--json")[1])["results"][0]["printed"][-1] == "seen 29"


def test_nothing_that_a_check_started_goes_on(learn: Said, tmp_path: Path) -> None:
    """A process that the learner's code started ends with the check."""
    child = (
        "import subprocess, sys, pathlib\np = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
    )
    write(
        "08",
        child + f"pathlib.Path({str(tmp_path / 'pid')!r}).write_text(str(p.pid))\n" + find("08").source("solution"),
    )
    assert learn("verify", "08")[0] == 0
    pid = int((tmp_path / "pid").read_text())
    for _ in range(1000):  # until the system has cleared it away
        if not alive(pid):
            return
    pytest.fail("the process goes on")


def alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return "zombie" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_hints_grow_plainer_and_stay(learn: Said) -> None:
    """Three levels, the last again and again."""
    said = [learn("hint", "08")[1] for _ in range(4)]
    assert ["hint 1 of 3" in said[0], "hint 2 of 3" in said[1], "hint 3 of 3" in said[2]] == [True, True, True]
    assert said[3] == said[2]
    assert json.loads(learn("hint", "08", "--json")[1])["level"] == 3


def test_a_solution_opens_after_passing_or_giving_up(learn: Said) -> None:
    """Whoever opens it before is told how, and that is recorded; the end tells how many were done alone."""
    code, said = learn("solution", "08")
    assert (code, "--give-up" in said, "comb(" in said) == (1, True, False)
    code, said = learn("solution", "08", "--give-up")
    assert (code, "comb(" in said, "Why it matters" in said) == (0, True, True)
    state = progress.read_progress(Path.cwd()).of(find("08"))
    assert (state.gave_up, state.passed) == (True, False)
    solved("08")
    learn("verify", "08")
    assert "done, solution seen" in learn("list")[1]
    assert set(json.loads(learn("solution", "08", "--json")[1])) == {"name", "solution", "after"}


def test_a_reset_keeps_what_was_written(learn: Said) -> None:
    """The stub comes back, the old file stands beside it, as often as that is done."""
    path = write("08", "mine = 1\n")
    assert "kept: " in learn("reset", "08")[1]
    write("08", "mine = 2\n")
    learn("reset", "08")
    assert path.read_text(encoding="utf-8") == find("08").source("stub")
    assert [path.with_name(f"{path.name}.{n}.bak").read_text() for n in (1, 2)] == ["mine = 1\n", "mine = 2\n"]
    path.unlink()
    assert "the stub is back" in learn("reset", "08")[1]


def test_show_prints_what_to_read(learn: Said) -> None:
    """By name, number, or the one at hand."""
    assert learn("show", "8")[1] == learn("show", "08_pass_at_k")[1] == find("pass_at_k").text("README")
    assert learn("show")[1] == exercises()[0].text("README")
    assert json.loads(learn("show", "08", "--json")[1])["title"] == find("08").title


WRONG = {
    ("verify", "99"): "must be an exercise; got '99'",
    ("init", "."): "must be a new or an empty folder",
    ("list", "--dir", "/"): "must be a course's folder",
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_use_is_told(learn: Said, words: tuple[str, ...]) -> None:
    """One sentence, with what to do."""
    with pytest.raises(InputError, match="must be") as error:
        learn(*words)
    assert WRONG[words] in str(error.value)


def test_outside_of_a_course_the_way_in_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever types it anywhere learns how to begin."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="begin one with: inventory-env learn init DIR"):
        CliRunner().invoke(commands.app, [], catch_exceptions=False)


BAD = {
    b"": "must be JSON",
    b"{}": "must have the field",
    b'{"exercises":[],"position":"08_pass_at_k","version":2}': "version must be at most 1",
    b'{"exercises":[],"position":5,"version":1}': "position must be",
}


@pytest.mark.parametrize("data", BAD)
def test_a_damaged_state_is_told_and_kept(learn: Said, data: bytes) -> None:
    """Nothing is written over it."""
    Path(progress.FILE).write_bytes(data)
    with pytest.raises(InputError, match=r"course\.json") as error:
        learn("verify", "08")
    assert BAD[data] in str(error.value)
    assert Path(progress.FILE).read_bytes() == data


def test_a_state_of_exercises_that_are_gone_is_read(learn: Said) -> None:
    """A course that changed takes up what it still knows."""
    Path(progress.FILE).write_bytes(
        b'{"exercises":[{"gave_up":false,"hints":0,"name":"00_gone","passed":true,"tries":1}],'
        b'"position":"00_gone","version":1}'
    )
    assert f"You are at {exercises()[0].name}" in learn()[1]


def test_a_missing_file_is_told(learn: Said) -> None:
    """With the way to get it back."""
    (Path(find("08").name) / find("08").file).unlink()
    code, said = learn("verify", "--all")
    assert (code, "`learn reset 08` brings the stub back" in " ".join(said.split())) == (1, True)
    assert "15_read_one_trace: not yet" in said


def test_names_of_faulty_cases_are_told_from_the_third_try_on() -> None:
    """Before that a learner should think, not look them up; good cases are named at once."""
    from exercises.course.progress import Attempts
    from exercises.course.telling import verdict
    from exercises.course.verifying import Verified

    cases = [
        Case("good-one", True, "fine", (1,)),
        Case("sly", False, "a\nb", (2,), "look at b", 2),
        Case("slyer", False, "small", (3,), "look at it", 1),
    ]
    verified = Verified(find("08"), judged(lambda number: True, cases))
    early, late = (list(verdict(verified, Attempts("08_pass_at_k", tries=tries))) for tries in (2, 3))
    assert "  faulty cases that slipped through: 2 of 2" in early
    assert not any("slyer" in line for line in early)
    assert "    sly, slyer" in late
    assert late[late.index("the smallest faulty case that slips through:") + 1] == "  slyer"
    flagged = Verified(find("08"), judged(lambda number: False, cases))
    said = list(verdict(flagged, Attempts("08_pass_at_k", tries=1)))
    assert "    good-one" in said
    assert "the smallest good case that your code flags:" in said


def told_of(checked: Checked, tries: int = 1) -> list[str]:
    """What a learner reads of it."""
    from exercises.course.progress import Attempts
    from exercises.course.telling import verdict
    from exercises.course.verifying import Verified

    return list(verdict(Verified(find("08"), checked), Attempts("08_pass_at_k", tries=tries)))


def test_a_fault_of_each_function_is_told() -> None:
    """Whoever has written three functions hears of all three, as far as it is read at once."""
    long = "third(4)\n" + "\n".join(map(str, range(20)))
    checked = asked(
        sys,
        [
            Question("first(1)", lambda module: 1, 2),
            Question("first(2)", lambda module: 1, 2),
            Question("second of all", lambda module: 1, 2),
            Question(long, lambda module: 1, 2),
            Question("fourth(1)", lambda module: required(module, "fourth")(), 2),
            Question("fourth(2)", lambda module: required(module, "fourth")(), 2),
        ],
    )
    said = told_of(checked)
    assert [line for line in said if line.startswith("the first")] == [
        "the first wrong answer of first:",
        "the first wrong answer of second:",
    ]
    assert "    first(2)" not in said
    assert said[said.index("not right yet either: third") + 1] == "fourth must be a function of your file"
    assert said.count("fourth must be a function of your file") == 1
    assert len(said) <= 25


def test_lines_are_no_wider_than_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred columns, or what a narrow terminal has."""
    monkeypatch.setenv("COLUMNS", "70")
    cases = [Case(f"a-long-name-{number}", True, "word " * 60, (1,), "why " * 60) for number in range(11)]
    said = told_of(judged(lambda number: False, cases))
    assert max(map(len, said[:-2])) <= 70


def test_who_goes_on_is_told_what_stays_open(learn: Said) -> None:
    """An explicit next leaves no exercise behind in silence; all hints used, the solution is what is left."""
    first = exercises()[0]
    assert learn("next")[1].startswith(f"{first.name} stays open; to come back: inventory-env learn verify 01\n")
    for _ in range(3):
        learn("hint", "08")
    assert learn("verify", "08")[1].endswith("stuck? inventory-env learn solution 08 --give-up\n")
    code, said = learn("solution", "08", "--json")
    assert (code, json.loads(said)["passed"]) == (1, False)
    solved("08")
    learn("verify", "08")
    assert "stays open" not in learn("next")[1]


def test_an_answer_beside_the_choices_is_told_the_choices() -> None:
    """Else a learner who means the right one looks for a fault in the thought."""
    choice = [Question("Q", lambda module: "C1", "c1", among=("c1", "c2"))]
    assert asked(sys, choice).wrong[0].why == "Write one of these: 'c1', 'c2'."
    near = [Question("Q", lambda module: 0.36, Fraction(1, 2), ((Fraction(9, 25), "a power"),))]
    assert asked(sys, near).wrong[0].why == "a power"


CHEATS = {
    "import exercises.course.checking as c\nc._same = lambda *_: True": "changes exercises.course.checking._same",
    "import math\ndel math.comb\nraise KeyError": "changes math.comb",
    "import builtins\ndef pass_at_k(*_):\n    builtins.sum = len": "changes builtins.sum",
    "from importlib import import_module as f\nf('exercises.08_pass_at_k.solution')": "imports the solution",
}


@pytest.mark.parametrize("source", CHEATS)
def test_a_file_that_changes_its_judges_is_not_checked(learn: Said, source: str) -> None:
    """Mostly it is done without meaning to; what was changed is named."""
    write("08", find("08").source("solution") + source)
    if "def " in source:
        write("08", find("08").source("stub") + source)
    code, said = learn("verify", "08")
    assert (code, CHEATS[source] in said) == (1, True), said


def test_an_object_that_equals_everything_answers_nothing(learn: Said) -> None:
    """Answers are compared by what they are."""
    every = "class Any:\n    def __eq__(self, other):\n        return True\n"
    names = (
        "PREDICTED_BOTH = PREDICTED_ONE = Any()\npass_at_k = pass_hat_k = at_least_one = all_of = lambda *_: Any()\n"
    )
    write("08", every + names)
    assert "questions answered wrongly: 26 of 26" in learn("verify", "08")[1]


def test_a_loop_that_prints_fills_no_disk(learn: Said) -> None:
    """It is stopped like any other, and its last lines are told."""
    write("08", "while True:\n    print('x' * 10_000)\n")
    code, said = learn("verify", "08")
    assert (code, "File too large" in said, "(line 2 of your file)" in said) == (1, True, True)
    assert max(map(len, said.splitlines())) <= 104


def test_a_verdict_is_told_where_it_cannot_be_kept(learn: Said) -> None:
    """A folder that cannot be written does not hide what was found."""
    solved("08")
    Path(progress.FILE).with_suffix(".half").mkdir()
    done = CliRunner().invoke(commands.app, ["verify", "08"])
    assert "08_pass_at_k: passed" in done.output
    assert isinstance(done.exception, InputError)


def test_only_true_and_false_are_a_grader_s_answers() -> None:
    """1, "yes" and None neither accept nor reject; what raises is wrong both ways, with the line."""
    cases = [Case("a", True, "", ()), Case("b", False, "", ())]
    for answer in (1, 0, "yes", None):
        found = judged(lambda answer=answer: answer, cases)
        assert (len(found.flagged), len(found.missed)) == (1, 1)
        assert found.flagged[0].why == "A grader answers True or False."

    def raising() -> bool:
        raise ZeroDivisionError("by zero")

    assert judged(raising, cases).missed[0].why == "Your code raised ZeroDivisionError: by zero"
    assert not Checked().passed


def test_answers_are_compared_by_kind_and_value() -> None:
    """True is not 1, a float may be off by its last digits, an odd object is simply wrong."""

    class Odd:
        def __eq__(self, other: object) -> bool:
            raise RuntimeError

        __hash__ = None  # type: ignore[assignment]

    def right(said: Any, answer: Any) -> bool:
        return asked(sys, [Question("q", lambda module: said, answer)]).passed

    assert all((right(1, 1), right(0.1 + 0.2, 0.3), right(None, None), right(3, 3.0)))
    assert not any((right(True, 1), right(1, True), right(0.31, 0.3), right(Odd(), 1), right(None, 0)))
    told = asked(sys, [Question("q", lambda module: required(module, "no_such_name")(1), 1)]).wrong[0]
    assert (told.got, told.why) == ("(nothing yet)", "no_such_name must be a function of your file")


def test_the_command_is_hung_in_by_an_entry_point() -> None:
    """Nothing imports the course: the command line finds it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"][GROUP] == {"learn": "exercises.course.commands:app"}


@pytest.mark.skipif(
    shutil.which("inventory-env", path=str(Path(sys.executable).parent)) is None, reason="not installed"
)
def test_the_installed_command_works_and_leaves_with_codes_for_teachers(tmp_path: Path) -> None:
    """0 passed, 1 not yet, 2 wrong use, in a real shell."""
    command = str(Path(sys.executable).parent / "inventory-env")

    def typed(*words: str, where: Path = tmp_path) -> subprocess.CompletedProcess[str]:
        return subprocess.run([command, "learn", *words], cwd=where, capture_output=True, text=True, check=False)

    assert typed("init", "mine").returncode == 0
    mine = tmp_path / "mine"
    assert typed("verify", "08", where=mine).returncode == 1
    assert typed("verify", "99", where=mine).returncode == 2
    wrong = typed(where=tmp_path)
    assert (wrong.returncode, "Traceback" in wrong.stderr, wrong.stderr.count("\n")) == (2, False, 1)


def test_a_broken_meta_is_named(tmp_path: Path) -> None:
    """For whoever writes an exercise."""
    (tmp_path / "meta.toml").write_text("title = 'x'\n")
    with pytest.raises(InputError, match=r"meta\.toml: must tell title, file and minutes; KeyError"):
        exercise._read(tmp_path)
