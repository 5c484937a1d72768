"""Does the recipe "property-test your own grader in ten lines" find a wrong grader, and pass a right one?"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
RECIPE = """# test_my_grader.py
from tempfile import gettempdir

from hypothesis import given, settings
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


@settings(max_examples=100, deadline=None, database=None, derandomize=True, report_multiple_bugs=False)
@given(scenarios(paged=False, most_lines=1, most_faults=1), st.sampled_from(ZOO))
def test_grader_tells_faulty_from_careful(scenario, faulty):
    right, wrong = play(careful, scenario), play(faulty.make(0), scenario)
    assert passes(scenario, right), shown(scenario, right)
    if faulty.applies(scenario, right, wrong):
        assert not passes(scenario, wrong), shown(scenario, wrong)
'''
GRADERS = {
    "right": """
from graders import grade

def passes(scenario, trace):
    return grade(scenario, trace).success == "pass"
""",
    "accepts what the stock holds": '''
def passes(scenario, trace):
    """Right if the stock really holds what the answer promises."""
    if trace.counting is None:
        return False
    for report in trace.counting.answer.lines:
        sku = scenario.task.line(report.line).sku
        for warehouse, units in report.plan:
            figures = scenario.stock.table.figures(warehouse, sku)
            if figures is None or (figures.available or 0) < units:
                return False
    return True
''',
    "refuses all but found": """
def passes(scenario, trace):
    return all(line.status == "found" for line in trace.counting.answer.lines)
""",
}


def run(folder: Path, grader: str, recipe: str = RECIPE, **environment: str) -> "subprocess.CompletedProcess[str]":
    """The recipe in a folder of the user's, beside a grader."""
    (folder / "my_grader.py").write_text(GRADERS[grader], encoding="utf-8")
    (folder / "test_my_grader.py").write_text(recipe, encoding="utf-8")
    told = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", "test_my_grader.py"]
    return subprocess.run(command, cwd=folder, env=told, capture_output=True, text=True, check=False)


def test_recipe_passes_a_right_grader_and_leaves_nothing_behind(tmp_path: Path) -> None:
    """Whether a CI runs it or not."""
    done = run(tmp_path, "right", CI="true")
    assert done.returncode == 0, done.stdout
    assert {path.name for path in tmp_path.iterdir()} == {"my_grader.py", "test_my_grader.py"}


def test_recipe_finds_the_smallest_case_that_a_naive_grader_accepts(tmp_path: Path) -> None:
    """One line, one warehouse, no fault; the specimen by its name; the run as a person reads it."""
    done = run(tmp_path, "accepts what the stock holds")
    print(done.stdout)
    assert done.returncode == 1


def test_recipe_finds_the_smallest_case_that_a_harsh_grader_refuses(tmp_path: Path) -> None:
    """An honest shortfall is no failure."""
    done = run(tmp_path, "refuses all but found")
    print(done.stdout)
    assert done.returncode == 1
