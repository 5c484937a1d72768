"""Is the memorising agent of the course the one that there is, and do the course's splits hold what they say?"""

import importlib

from baselines.memorising import memoriser
from exercises.course.child import load
from exercises.course.exercise import find
from graders.grading import grade
from inventory_env import play
from inventory_env.splits import SplitKind, dev_split, make
from inventory_env.verdict import Mark

CASES = importlib.import_module("exercises.12_families.cases")
SALT = "the salt of the course"


def test_the_memoriser_of_the_course_is_the_one_that_plays() -> None:
    """Its counts by family, on the dev split and on a test split of the same size, come of playing."""
    dev = dev_split().scenarios
    splits = (dev, make(SplitKind.TEST, len(dev), SALT).scenarios)
    for family, counts in CASES.MEMORISER.items():
        for split, told in zip(splits, counts, strict=True):
            runs = [grade(one, play(memoriser, one)) for one in split if one.family == family]
            assert (sum(run.success is Mark.PASS for run in runs), len(runs)) == told


def test_a_study_is_told_as_it_is_given() -> None:
    """The rows of a case add up to the counts of its table."""
    for case, (_, _, counts, _) in zip(CASES.studies(), CASES.STUDIES, strict=True):
        for side, rows in enumerate(case.given):
            for family, both in counts.items():
                runs = [row.right for row in rows if row.family == family]
                assert (sum(runs), len(runs)) == (both[side] or (0, 0))
        assert len(case.told.splitlines()) <= 15


def test_a_task_of_the_test_split_that_is_dev_under_other_names_shares_no_word_that_names_something() -> None:
    """The case of other names can be found by its figures alone."""
    case = next(one for one in CASES.splits() if one.name == "other-names")
    dev, test = case.given
    copy = test[-1]
    assert copy.id not in {one.id for one in dev}
    assert not {name for name, _ in copy.stock} & {name for one in dev for name, _ in one.stock}
    assert any([n for _, n in one.stock] == [n for _, n in copy.stock] for one in dev)


def test_the_stub_describes_what_it_is_asked_with() -> None:
    """Rows and tasks of the hidden cases have the fields of the learner's own file."""
    stub = load(find("12").folder / "stub.py")
    assert (stub.Row._fields, stub.Task._fields) == (CASES.Row._fields, CASES.Task._fields)
