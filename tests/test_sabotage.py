"""A test bed that finds nothing proves nothing: faults are planted in copies of it, and `validate` must name them.

Each copy is played in a process of its own, on six to sixty scenarios.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sabotages import SABOTAGES, Sabotage

import graders
import inventory_env

PROGRAM = """
import sys
from graders.cli import status
from graders.validate import QUESTIONS
QUESTIONS.pop(sys.argv[1], None)
sys.exit(status(sys.argv[2:]))
"""
# Its processes cost more than all the rest, so it is asked where it has to find something.
DEAR = "determinism"
PACKAGES = ("inventory_env", "baselines", "graders")
ROOT = Path(inventory_env.__path__[0]).parent


def copied(folder: Path) -> Path:
    """The three packages in a folder of their own, with what Python has compiled of them, which saves a second."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package)
    return folder


def plant(folder: Path, sabotage: Sabotage) -> None:
    """Change the copy as the sabotage says; a place that is not there any more is an error."""
    file = folder / sabotage.file
    text = file.read_text(encoding="utf-8")
    found = text.count(sabotage.old)
    assert found == 1 or (sabotage.everywhere and found), f"{sabotage.file} has the place {found} times"
    text = text.replace(sabotage.old, sabotage.new)
    if "_LEAK" in sabotage.new or "_SEEN" in sabotage.new:
        # State of the whole process, which no run should share.
        name, value = ("_LEAK", "{}") if "_LEAK" in sabotage.new else ("_SEEN", "[]")
        head, _, tail = text.partition("\nfrom ")
        text = f"{head}\n{name} = {value}\nfrom {tail}"
    file.write_text(text, encoding="utf-8")


def validated(folder: Path, suite: str, scenarios: int, *, left_out: str = "") -> tuple[int, dict[str, object]]:
    """The exit code of `validate` in that copy, and what it found, by question: true, false or null.

    Args:
        left_out: a question that is not asked.
    """
    arguments = ["validate", "--suite", suite, "--limit", str(scenarios), "--json", "--out", os.devnull]
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, left_out, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        check=False,
    )
    assert run.returncode in (0, 1), run.stderr.decode()[-2000:]
    plain = json.loads(run.stdout)
    return run.returncode, {check["name"]: check["passed"] for check in plain["checks"]}


def test_an_untouched_copy_has_no_fault(tmp_path: Path) -> None:
    """A slice may be too small to show everything, but nothing in it is unsound."""
    _, found = validated(copied(tmp_path), "adventureworks", 60)
    assert False not in found.values()
    assert found["careful"] is found["controls"] is found["determinism"] is True


@pytest.mark.parametrize("sabotage", SABOTAGES, ids=[one.name for one in SABOTAGES])
def test_a_planted_fault_is_named(sabotage: Sabotage, tmp_path: Path) -> None:
    """`validate` leaves with 1, and the question that the fault concerns is answered with no."""
    plant(copied(tmp_path), sabotage)
    left_out = "" if sabotage.check == DEAR else DEAR
    code, found = validated(tmp_path, sabotage.suite, sabotage.scenarios, left_out=left_out)
    assert code == 1
    assert found[sabotage.check] is False, {name: passed for name, passed in found.items() if not passed}


def test_the_copies_are_what_runs() -> None:
    """The packages under test are the ones that get copied."""
    assert Path(graders.__path__[0]).parent == ROOT
