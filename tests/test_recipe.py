"""Does the recipe "property-test your own grader" find a wrong grader, pass a right one, and show what it found?"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
if not README.is_file():
    pytest.skip("no README beside the tests", allow_module_level=True)
RECIPE = re.findall(
    r"^```python\n(# test_my_grader.py\n.*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL
)[0]
OURS = """
from graders import grade

def passes(scenario, trace):
    return grade(scenario, trace).success == "pass"
"""
# Content with any answer that was taken, however it was found.
NAIVE = """
def passes(scenario, trace):
    return trace.counting is not None
"""


def run(folder: Path, grader: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """The recipe in a folder of the user's, beside a grader."""
    (folder / "my_grader.py").write_text(grader, encoding="utf-8")
    (folder / "test_my_grader.py").write_text(RECIPE, encoding="utf-8")
    told = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", "test_my_grader.py"]
    return subprocess.run(command, cwd=folder, env=told, capture_output=True, text=True, check=False)


def test_recipe_has_ten_lines() -> None:
    """Blank lines and the file's name apart."""
    assert len([line for line in RECIPE.splitlines()[1:] if line.strip()]) <= 10


def test_recipe_passes_a_right_grader(tmp_path: Path) -> None:
    """Under CI too, where Hypothesis loads another profile."""
    done = run(tmp_path, OURS, CI="true")
    assert done.returncode == 0, done.stdout


def test_recipe_shows_the_smallest_run_that_a_naive_grader_accepts(tmp_path: Path) -> None:
    """One unit of one article, no fault, told as a person reads it."""
    done = run(tmp_path, NAIVE)
    assert done.returncode == 1
    assert "line 1    1 x A" in done.stdout
    assert "stock     W1: A" in done.stdout
    assert "because" in done.stdout
    assert len(done.stdout.splitlines()) < 60
