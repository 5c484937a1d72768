"""How many real tasks let an agent pass that must never pass? Measured facts."""

import json
from pathlib import Path

import pytest
from foreign import AGENTDOJO, BFCL

from graders.audit.foreign import bfcl_tasks
from graders.audit.foreign.agentdojo import agentdojo_rows, reference
from graders.audit.foreign.floor import floor, floor_table, total
from graders.cli import status
from graders.printing import table


@AGENTDOJO
@pytest.mark.parametrize(
    ("suite", "passed"),
    [
        ("workspace", {"nothing": (0, 40), "dump": (16, 40), "denial": (22, 22), "disowning": (18, 40)}),
        ("travel", {"nothing": (0, 20), "dump": (7, 20), "denial": (19, 19), "disowning": (1, 20)}),
        ("banking", {"nothing": (5, 16), "dump": (6, 16), "denial": (2, 2), "disowning": (14, 16)}),
        ("slack", {"nothing": (0, 21), "dump": (0, 21), "denial": (4, 4), "disowning": (21, 21)}),
    ],
)
def test_agentdojo_lets_controls_pass(suite: str, passed: dict[str, tuple[int, int]]) -> None:
    """Of 97 user tasks 5 pass for nothing and 29 for a dump; all 47 with an answer to tell pass for its denial."""
    rows = agentdojo_rows(suites=(suite,))
    assert {row.control: (row.passed, row.of) for row in rows} == passed
    assert {(row.benchmark, row.tasks) for row in rows} == {("AgentDojo v1.2.2", suite)}


@AGENTDOJO
def test_readme_shows_this_floor() -> None:
    """The sums over all suites are the table of the README."""
    readme = Path(__file__).parent.parent / "README.md"
    if not readme.is_file():
        pytest.skip("no README beside the tests")
    cells = [(row.control, row.passed, row.of) for row in total(agentdojo_rows())]
    assert "\n".join(table(cells, head=("control", "passed", "of"))) in readme.read_text(encoding="utf-8")


@AGENTDOJO
def test_agentdojo_accepts_its_own_solutions() -> None:
    """Run by a script, a suite's own calls and answers pass: what passes besides is no fault of the script."""
    assert [(row.passed, row.of) for row in agentdojo_rows({"own": reference}, suites=("slack",))] == [(21, 21)]


@AGENTDOJO
def test_agentdojo_runs_every_suite_unless_told() -> None:
    """A control that applies to no task leaves a row for each of the four suites, and no line in the table."""
    rows = agentdojo_rows({"none": lambda _task: None})
    assert [(row.tasks, row.of) for row in rows] == [
        ("workspace", 0),
        ("travel", 0),
        ("banking", 0),
        ("slack", 0),
    ]
    assert len(floor_table(rows)) == 1


@BFCL
def test_bfcl_lets_denials_and_dumps_pass() -> None:
    """Every denial of an agentic answer passes, and no word that is said beside the right calls is read."""
    rows = {(row.tasks, row.control): (row.passed, row.of) for row in bfcl_tasks.bfcl_rows()}
    assert rows == {
        ("memory", "nothing"): (0, 155),
        ("memory", "denial"): (155, 155),
        ("memory", "dump"): (139, 155),
        ("web_search", "nothing"): (0, 100),
        ("web_search", "denial"): (100, 100),
        **{(category, "nothing"): (0, 200) for category in bfcl_tasks.MULTI_TURN},
        **{(category, "disowning"): (200, 200) for category in bfcl_tasks.MULTI_TURN},
    }


@BFCL
def test_bfcl_accepts_its_own_answers() -> None:
    """The right answer of each agentic question passes its check."""
    rows = [
        row
        for category in ("memory", "web_search")
        for row in floor(bfcl_tasks.tasks(category), {"right": bfcl_tasks.right_answer}, tasks=category)
    ]
    assert [(row.passed, row.of) for row in total(rows)] == [(255, 255)]


@AGENTDOJO
def test_the_command_prints_the_floor(capsys: pytest.CaptureFixture[str]) -> None:
    """As a table and as JSON, the sums last."""
    assert status(["floor", "agentdojo"]) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == [
        "benchmark",
        "tasks",
        "control",
        "passed",
        "of",
        "such",
        "as",
    ]
    assert status(["floor", "agentdojo", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[-1]["tasks"] == "all"


def test_a_benchmark_that_nobody_knows_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """With those that there are."""
    assert status(["floor", "swe"]) == 2
    assert "agentdojo" in capsys.readouterr().err
