"""Does the project's validator agree with the course on what may be published, as far as it can see?"""

import importlib
from types import ModuleType

import pytest

from exercises.course.checking import Case
from exercises.course.child import load
from exercises.course.exercise import find
from graders.report.checking import check_document
from graders.report.document import SECTIONS

CASES = importlib.import_module("exercises.14_report.cases")
STUDIES = importlib.import_module("exercises.14_report.studies")
FOLDER = find("14").folder
FOUND = CASES.cases({name: STUDIES.right_report(one) for name, one in STUDIES.STUDIES.items()})
# What no single figure shows: the validator of the project never meets it, because its reports are computed.
BETWEEN_FIGURES = {"no-interval", "no-width", "beyond-one", "free-of-charge", "rate-of-nothing"} | {
    "faulty-as-wrong",
    "faulty-runs-gone",
}


@pytest.mark.parametrize("case", FOUND, ids=lambda case: case.name)
def test_the_projects_validator_refuses_the_same_reports(case: Case) -> None:
    """Good reports pass it; of the faulty ones it refuses those that can be seen in their form."""
    flaws = check_document(case.given[0])
    assert bool(flaws) is (not case.good and case.name not in BETWEEN_FIGURES)


def test_a_case_is_told_in_few_lines() -> None:
    """A learner reads it in the terminal, without another file."""
    assert all(len(case.told.splitlines()) <= 15 for case in FOUND)


def test_the_course_has_the_sections_of_a_report() -> None:
    """In the same order."""
    assert stub().SECTIONS == SECTIONS


def stub() -> ModuleType:
    """The file that a learner begins with."""
    return load(FOLDER / "stub.py")
