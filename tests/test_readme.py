"""Does the README still tell the truth? Its examples are run, its tables and its certificate compared."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from graders.cli import COMMANDS, GROUP
from inventory_env.suites import load_suite, suite_names

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
if not README.is_file():
    pytest.skip("no README beside the tests", allow_module_level=True)
TEXT = README.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
PROGRAM = [sys.executable, "-m", "graders"]
# Costs more than a test may: what it prints is compared in another way.
# The last two need an extra, and have tests of their own.
DEAR = ("inventory-env validate", "inventory-env floor", "inventory-env audit graders.audit.foreign")
# Commands that another package of this project hangs in.
HUNG_IN = {"learn"}
# Finds something wrong, so that it leaves with 1.
UNSOUND = "inventory-env audit naive.py"


def commands() -> Iterator[str]:
    """Every command line of the README that is cheap and finds no fault: those of its blocks, then of its table."""
    lines = [*lines_of_shell(), *re.findall(r"^\| `(inventory-env .*?)`", TEXT, re.MULTILINE)]
    hung_in = {entry.name for entry in entry_points(group=GROUP)}  # by packages that are installed
    left_out = (*DEAR, UNSOUND, *(f"inventory-env {name}" for name in HUNG_IN - hung_in))
    return (line for line in lines if line.startswith("inventory-env ") and not line.startswith(left_out))


def lines_of_shell() -> list[str]:
    """The lines of every block for a shell."""
    return [line for language, text in BLOCKS if language == "sh" for line in text.splitlines()]


def run(command: list[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}  # so that it need not be installed
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds each Python block under the name in its first line, and messages of the reader's own."""
    path = tmp_path_factory.mktemp("readme")
    for language, text in BLOCKS:
        if language == "python":
            (path / text.splitlines()[0].removeprefix("# ")).write_text(text, encoding="utf-8")
    (path / "messages.txt").write_text("W2 has 12 available; nothing is reserved.\n", encoding="utf-8")
    return path


def test_smallest_fooling_case_is_found_as_printed(folder: Path) -> None:
    """The naive grader is fooled by just this case, and the command says so with its exit code."""
    printed = next(text for language, text in BLOCKS if language == "text" and text.startswith("false accept"))
    line = next(line for line in lines_of_shell() if line.startswith(UNSOUND))
    done = run([*PROGRAM, *shlex.split(line)[1:]], folder)
    assert (done.returncode, done.stderr) == (1, "")
    assert printed in done.stdout


def test_a_test_is_written_that_fails_for_the_naive_grader(folder: Path) -> None:
    """As the README does it, with fewer cases."""
    line = next(line for line in lines_of_shell() if "--write-test" in line)
    done = run([*PROGRAM, *shlex.split(line)[1:], "--examples", "200", "--kinds", "edit"], folder)
    assert done.returncode == 1
    tried = run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_naive.py"], folder)
    assert tried.returncode == 1
    assert "right is reject" in tried.stdout


def test_words_are_read_as_printed(folder: Path) -> None:
    """Stock of others, a deed, a doubled denial, an offer, a riddle."""
    printed = next(text for language, text in BLOCKS if language == "text" and text.startswith("not_claimed"))
    done = run([sys.executable, "words.py"], folder)
    assert (done.stdout, done.stderr) == (printed, "")


def test_command_lines_work_in_their_order(folder: Path) -> None:
    """Each cheap one leaves with 0 and says nothing on standard error."""
    for line in commands():
        done = run([*PROGRAM, *shlex.split(line)[1:]], folder)
        assert (done.returncode, done.stderr) == (0, ""), line
        assert done.stdout, line


def test_example_agent_passes_as_often_as_told(folder: Path) -> None:
    """The figure in the text is the figure of a run."""
    told = re.search(r"passes (\d+) of the (\d+) worked examples", TEXT.replace("\n", " "))
    assert told is not None
    arguments = "run --agent first_enough.py:first_enough --suite worked --out counted --json"
    counts = json.loads(run([*PROGRAM, *arguments.split()], folder).stdout)["agents"][0]
    assert (counts["success"]["pass"], counts["runs"]) == (int(told[1]), int(told[2]))


def test_certificate_names_the_checks_that_are_made(folder: Path) -> None:
    """In their order and their words; how many scenarios and agents there are is counted."""
    done = run([*PROGRAM, *["validate", "--suite", "worked", "--limit", "2", "--json", "--out", "few.json"]], folder)
    made = [(check["name"], check["asks"]) for check in json.loads(done.stdout)["checks"]]
    assert re.findall(r"^  ok   (\S+) +(.*)$", TEXT, re.MULTILINE) == made
    from baselines import ZOO

    count = len(load_suite())
    assert f"certificate of adventureworks: {count} scenarios, {len(made)} checks" in TEXT
    assert f"{count} scenarios on real stock figures" in TEXT.replace("\n", " ")
    from graders.audit.specimens import SPECIMENS

    assert f"{len(ZOO)} labelled faulty ones" in TEXT
    assert f"puts {len(SPECIMENS)} naive graders" in TEXT


def test_naive_grader_is_found_out(folder: Path) -> None:
    """The grader of the example lets faulty agents pass, and the certificate says so."""
    done = run([*PROGRAM, *["validate", "--grader", "naive.py:naive", "--limit", "12", "--json"]], folder)
    failed = {check["name"] for check in json.loads(done.stdout)["checks"] if check["passed"] is False}
    assert done.returncode == 1
    assert {"controls", "zoo"} <= failed


def test_tables_name_every_command_and_suite() -> None:
    """Nothing is listed that does not exist, and nothing exists that is not listed."""
    listed = re.findall(r"^\| `inventory-env (\w+)", TEXT, re.MULTILINE)
    assert set(listed) == {*COMMANDS, *HUNG_IN}
    suites = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|", TEXT, re.MULTILINE))
    assert suites == {name: str(len(load_suite(name))) for name in suite_names()}


def test_links_lead_somewhere() -> None:
    """Every file that the README names is there."""
    for target in re.findall(r"\]\(([^)#:]+)\)", TEXT):
        assert (ROOT / target).is_file(), target


def test_checks_before_a_merge_end_with_the_test_command() -> None:
    """What the README tells a stranger to run is what is run before a merge."""
    assert "\n.venv/bin/python -m pytest\n" in TEXT
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").endswith('"$bin/python" -m pytest\n')


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_files_that_are_named_exist(name: str) -> None:
    """A guide that points at nothing is worse than none."""
    text = (ROOT / name).read_text(encoding="utf-8")
    for path in re.findall(r"`((?:inventory_env|baselines|graders|tests)/[\w/.]+)`", text):
        assert (ROOT / path).exists(), path


def test_snippets_of_the_guide_are_python() -> None:
    """They can be pasted: each is a module, or an entry of a tuple."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for snippet in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        compile(snippet, "CONTRIBUTING.md", "exec")
