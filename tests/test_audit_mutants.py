"""Does the audit find every misconception about our own grader, and never our grader itself?"""

import runpy
import sys
from collections import Counter

import attrs
import pytest

from graders import grade
from graders.audit.case import Case, Means, Right
from graders.audit.catalogue import all_kinds
from graders.audit.draws import Seeded
from graders.audit.hunt import Wrong, wrong_of
from graders.audit.judge import Judge
from graders.audit.kinds import GOOD_KIND
from graders.audit.mutants import MUTANTS, Catches, Caught, Mutant, catch, unmutated
from graders.audit.mutants.report import NEVER_ALONE, expected, not_covered, survivors, told
from graders.rules import BY_CODE, CHECKED
from inventory_env.verdict import Axis, Mark

SEED, CASES = 0, 2000
OWN = Mutant("own", "", "Our own grader.", unmutated, tuple(Means))
# A write that is tried again has been tried: `write-attempted` fails all such runs.
UNSEEN = ("off:write-repeated", "turned:write-repeated")


@pytest.fixture(scope="module")
def caught() -> Catches:
    """The first case against each mutant, each case made once for all of them."""
    return catch((OWN, *MUTANTS), all_kinds(), SEED, range(CASES))


def case_of(number: int) -> Case:
    """A case of the search."""
    kinds = all_kinds()
    return kinds[number % len(kinds)].build(Seeded(SEED, number))


def test_every_mutant_is_caught(caught: Catches) -> None:
    """Each misconception is wrong in some case of the first rounds, but for those that no mark can show."""
    assert survivors(MUTANTS, caught) == UNSEEN


def test_the_grader_itself_is_never_caught(caught: Catches) -> None:
    """Whatever its result is taken to mean."""
    assert [one for one in caught if one[0] == OWN.name] == []


def test_each_rule_alone_decides_some_case(caught: Catches) -> None:
    """Without it the mark of its axis and, if it counts, the mark of the run would be wrong; but for those listed."""
    assert not_covered(MUTANTS, caught) == tuple(NEVER_ALONE)
    assert expected(MUTANTS, caught)


def test_a_rule_that_never_decides_success_decides_its_axis(caught: Catches) -> None:
    """Where the axis has a mark of its own that a result can mean."""
    for code in NEVER_ALONE:
        axis = BY_CODE[code].axis
        assert axis is Axis.SIDE_EFFECTS or (f"off:{code}", Means(axis.value)) in caught


@pytest.mark.parametrize("wrong", Wrong)
def test_mutants_are_wrong_in_every_way(caught: Catches, wrong: Wrong) -> None:
    """False accepts, false rejects and judged breakdowns are all found."""
    assert wrong in {one.wrong for one in caught.values()}


def test_what_is_caught_can_be_shown(caught: Catches) -> None:
    """The case of that number is of that kind, and the mutant is wrong about it in that way."""
    by_name = {one.name: one for one in MUTANTS}
    for (name, means), first in list(caught.items())[:: len(caught) // 12]:
        case = case_of(first.number)
        said = Judge(name, by_name[name].grader, means).say(case.scenario, case.trace).said
        assert (case.kind, wrong_of(case.right(means), said)) == (first.kind, first.wrong)


def test_the_unmutated_marks_are_those_of_the_grader() -> None:
    """Of every run that can be judged; of others none applies."""
    for number in range(len(all_kinds())):
        case = case_of(number)
        verdict, marks = grade(case.scenario, case.trace), unmutated(case.scenario, case.trace)
        assert marks["success"] is verdict.success
        axes = {axis.value: mark for axis, mark in verdict.axes}
        judged = verdict.success is not Mark.NOT_APPLICABLE
        assert {**axes, "success": verdict.success} == marks if judged else set(marks.values()) == {verdict.success}


def test_every_rule_has_its_mutants() -> None:
    """Switched off and turned at least, each name once, each about a rule or about none."""
    named = Counter(one.name for one in MUTANTS)
    assert set(named.values()) == {1}
    for rule in CHECKED:
        assert {f"off:{rule.code}", f"turned:{rule.code}"} <= named.keys()
    assert {one.rule for one in MUTANTS} - {""} <= BY_CODE.keys()
    assert all(one.about.endswith(".") and one.means for one in MUTANTS)


def test_the_search_ends_when_all_are_caught() -> None:
    """One that is wrong at once is asked no more: the numbers behind are not looked at."""
    (hasty,) = [one for one in MUTANTS if one.name == "turned:answer-missing"]
    numbers = iter(range(100))
    caught = catch((hasty,), (GOOD_KIND,), SEED, numbers)
    assert caught == {(hasty.name, means): Caught(0, "good", Wrong.REJECTS) for means in hasty.means}
    assert next(numbers) == 2


def test_the_report_names_what_escapes() -> None:
    """Without a single case nothing is caught and no rule covered."""
    lines = list(told(MUTANTS, {}, 0))
    assert lines[0] == f"{len(MUTANTS)} mutants of the grader, 0 caught within 0 cases"
    assert sum(line.startswith("not covered: ") for line in lines) == len(CHECKED)
    assert sum(line.startswith("not caught: ") for line in lines) == len(MUTANTS)
    assert not expected(MUTANTS, {})


def test_the_report_tells_where_each_is_caught(caught: Catches) -> None:
    """A row for every rule and every mutant, and the reason where a rule is not covered."""
    lines = list(told(MUTANTS, caught, CASES))
    first = caught["off:gap-wrong", Means.SUCCESS]
    (row,) = [line for line in lines if line.startswith("gap-wrong ")]
    assert f"case {first.number}, {first.kind}" in row
    assert [line.split(": ")[1:] for line in lines if line.startswith("not covered")] == [
        [*one] for one in NEVER_ALONE.items()
    ]


def test_the_command_prints_the_report(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its exit code is 1 where more escapes than must."""
    monkeypatch.setattr(sys, "argv", ["mutants", "--examples", "1", "--seed", "3"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("graders.audit.mutants", run_name="__main__")
    assert ended.value.code == 1
    assert capsys.readouterr().out.startswith(f"{len(MUTANTS)} mutants of the grader, ")


def test_a_run_of_a_broken_world_is_judged_by_no_axis() -> None:
    """Our verdict says what can be seen of such a run; read as any mark it decides nothing."""
    broken = [kind for kind in all_kinds() if kind.name == "breakdown:environment-fault"]
    case = broken[0].build(Seeded(SEED, 0))
    for means in Means:
        assert case.right(means) is Right.NEITHER
        assert Judge("ours", grade, means).say(case.scenario, case.trace).said == "undecided"


def test_a_mutant_never_changes_the_run() -> None:
    """All are asked about one and the same run."""
    case = case_of(0)
    before = attrs.evolve(case.trace)
    for mutant in MUTANTS:
        mutant.grader(case.scenario, case.trace)
    assert case.trace == before
