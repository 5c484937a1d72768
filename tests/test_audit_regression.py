"""Does a counterexample become a test that fails now and passes once the grader is mended?"""

import ast
import os
import subprocess
import sys
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graders
from graders.audit.auditing import Audit, Order, audit
from graders.audit.case import Means
from graders.audit.catalogue import all_kinds
from graders.audit.draws import Replayed, Seeded
from graders.audit.hunt import Hunt, Wrong
from graders.audit.judge import Ruling, Said
from graders.audit.kinds import GOOD_KIND
from graders.audit.regression import check_new, regression_text, ruling_on, write_test
from graders.audit.shrink import Smallest
from inventory_env.codec import encode
from inventory_env.errors import InputError

ROOT = str(Path(graders.__file__).parent.parent)
WRONG = "def grader(scenario, trace): return True"
MENDED = "import graders\ndef grader(scenario, trace): return graders.grade(scenario, trace)"
CASE = GOOD_KIND.build(Replayed(()))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path


def audit_of(grader: str, *found: Smallest, means: Means = Means.SUCCESS, threshold: float = 1.0) -> Audit:
    """An audit that found these."""
    return Audit(Order(grader, means, threshold), Hunt({}), found or (one(),))


def one(wrong: Wrong = Wrong.REJECTS) -> Smallest:
    """The simplest good case, judged wrongly."""
    return Smallest(CASE, Ruling(Said.REJECT, "False"), wrong, (), 1, True)


def run_pytest(folder: Path, name: str) -> "subprocess.CompletedProcess[str]":
    """Run a test file as a user does."""
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": ROOT, "PYTHONDONTWRITEBYTECODE": "1"}
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", name]
    return subprocess.run(line, cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False)


def test_written_test_fails_until_the_grader_is_mended(folder: Path) -> None:
    """One test for each failing kind; a file of the same size and second is read anew."""
    path = folder / "mine.py"
    path.write_text(WRONG.ljust(len(MENDED)))
    found = audit(Order("mine.py:grader", kinds=("control:refuser", "breakdown:environment-fault"), examples=6))
    write_test(regression_text(found), Path("test_mine.py"))
    before = run_pytest(folder, "test_mine.py")
    assert before.returncode == 1, before.stdout + before.stderr
    assert "2 failed" in before.stdout
    assert "on control:refuser, false accept it said True; right is reject" in before.stdout
    path.write_text(MENDED)
    after = run_pytest(folder, "test_mine.py")
    assert after.returncode == 0, after.stdout + after.stderr
    assert "2 passed" in after.stdout


def test_grader_that_crashes_in_the_test_fails_it(folder: Path) -> None:
    """It has not said what is right, and neither left it open."""
    (folder / "mine.py").write_text("def grader(scenario, trace): raise ValueError('no')")
    ruling = ruling_on("mine.py:grader", encode(CASE.scenario).decode(), encode(CASE.trace).decode())
    assert (ruling.said, ruling.words) == (Said.BROKEN, "raised ValueError: no (mine.py, line 1)")


@pytest.mark.parametrize("kind", all_kinds()[::7], ids=lambda kind: kind.name)
def test_case_is_read_back_as_it_was(kind: object) -> None:
    """From the text in the file: the same ruling of the same run."""
    assert hasattr(kind, "build")
    case = kind.build(Seeded(2, 0))
    (entry,) = cases_in(regression_text(audit_of("graders:grade", attrs.evolve(one(), case=case))))
    judged = ruling_on("graders:grade", entry[2], entry[3])
    assert judged.words == ruling_on("graders:grade", encode(case.scenario).decode(), encode(case.trace).decode()).words
    assert entry[0] == f"{case.kind}, false reject"
    assert entry[1] == "accept"


def cases_in(text: str) -> list[tuple[str, str, str, str]]:
    """The cases of a test file."""
    (told,) = [one.value for one in ast.parse(text).body if isinstance(one, ast.Assign)]
    return list(ast.literal_eval(told))


@pytest.mark.parametrize(
    ("wrong", "should"), [(Wrong.ACCEPTS, "reject"), (Wrong.REJECTS, "accept"), (Wrong.JUDGES, "undecided")]
)
def test_file_says_what_is_right(wrong: Wrong, should: str) -> None:
    """In the grader's own terms."""
    assert [case[1] for case in cases_in(regression_text(audit_of("graders:grade", one(wrong))))] == [should]


@given(st.text(max_size=30), st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(Means))
def test_any_name_makes_a_valid_file(name: str, threshold: float, means: Means) -> None:
    """Quotes, backslashes, braces, other scripts, half a surrogate: it stays text, and is written in UTF-8."""
    text = regression_text(audit_of(name, means=means, threshold=threshold))
    calls = [one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.Call)]
    (call,) = [one for one in calls if isinstance(one.func, ast.Name) and one.func.id == "ruling_on"]
    given_name = call.args[0]
    assert isinstance(given_name, ast.Constant)
    assert given_name.value == name
    text.encode()
    compile(text, "test_it.py", "exec")


@pytest.mark.parametrize("threshold", ["-1e-300", "1e300", "0.1", "-0.0"])
def test_any_threshold_is_read_back(threshold: str) -> None:
    """As the same number."""
    text = regression_text(audit_of("graders:grade", threshold=float(threshold)))
    (keyword,) = [
        word
        for one in ast.walk(ast.parse(text))
        if isinstance(one, ast.Call)
        for word in one.keywords
        if word.arg == "threshold"
    ]
    assert ast.literal_eval(keyword.value) == float(threshold)


def test_odd_paths_are_found_again(folder: Path) -> None:
    """A folder with quotes, blanks and other scripts."""
    odd = folder / 'it\'s "quite" 奇'
    odd.mkdir()
    (odd / "mine.py").write_text(WRONG)
    name = f"{odd}/mine.py:grader"
    found = audit(Order(name, kinds=("control:refuser",), examples=1))
    write_test(regression_text(found), folder / "test_odd.py")
    ran = run_pytest(folder, "test_odd.py")
    assert "1 failed" in ran.stdout, ran.stdout + ran.stderr


def test_file_that_exists_is_refused(folder: Path) -> None:
    """It stays as it is; a link that leads nowhere counts as one."""
    path = folder / "test_it.py"
    path.write_text("mine")
    for ask in (lambda: write_test(regression_text(audit_of("graders:grade")), path), lambda: check_new(path)):
        with pytest.raises(InputError, match=r"test_it\.py: --write-test must name a new file; this one exists"):
            ask()
    assert path.read_text() == "mine"
    (folder / "link.py").symlink_to(folder / "nowhere.py")
    with pytest.raises(InputError, match="this one exists"):
        check_new(folder / "link.py")


def test_folder_that_is_not_there_is_refused(folder: Path) -> None:
    """Before the search; and where it goes away during the search, after it."""
    path = folder / "none" / "test_it.py"
    with pytest.raises(InputError, match="--write-test must lie in a folder that exists"):
        check_new(path)
    with pytest.raises(InputError, match="--write-test cannot be written: No such file or directory"):
        write_test(regression_text(audit_of("graders:grade")), path)
    check_new(folder / "test_it.py")
