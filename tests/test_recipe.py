"""Does the recipe "property-test your own grader" find a wrong grader, pass a right one, and show what it found?"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
RECIPE = """# test_my_grader.py
from tempfile import gettempdir

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir
from my_grader import passes

from baselines import ZOO, careful
from graders.records import Record
from graders.show import show
from inventory_env import play
from inventory_env.strategies import scenarios

set_hypothesis_home_dir(f"{gettempdir()}/hypothesis")  # else it leaves a folder here


def shown(scenario, trace):
    return "\\n".join(["", *show(Record("caught", 1, 0, trace), scenario)])


PLAIN = settings(deadline=None, database=None, derandomize=True, report_multiple_bugs=False)


@settings(PLAIN, max_examples=100, phases=[Phase.generate, Phase.shrink])
@given(scenarios(paged=False, most_lines=1, most_faults=1), st.sampled_from(ZOO))
def test_grader_tells_faulty_from_careful(scenario, faulty):
    right, wrong = play(careful, scenario), play(faulty.make(0), scenario)
    assert passes(scenario, right), shown(scenario, right)
    if faulty.applies(scenario, right, wrong):
        assert not passes(scenario, wrong), shown(scenario, wrong)
"""
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


def test_recipe_passes_a_right_grader_and_leaves_nothing_behind(tmp_path: Path) -> None:
    """Under CI too, where Hypothesis loads another profile."""
    done = run(tmp_path, OURS, CI="true")
    assert done.returncode == 0, done.stdout
    assert {path.name for path in tmp_path.iterdir()} == {"my_grader.py", "test_my_grader.py"}


def test_recipe_shows_the_smallest_run_that_a_naive_grader_accepts(tmp_path: Path) -> None:
    """One unit of one article, no fault; the faulty agent by its name; the run as a person reads it."""
    done = run(tmp_path, NAIVE)
    assert done.returncode == 1
    assert "line 1    1 x A" in done.stdout
    assert "faulty=find('" in done.stdout
    assert "RIGHT ANSWER, ON THE REFERENCE PATH" in done.stdout
    assert "hidden fault" not in done.stdout
    assert len(done.stdout.splitlines()) < 70
