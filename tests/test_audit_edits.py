"""Are the labels of edited runs right, and does every edit bite?"""

import functools
import itertools
from collections.abc import Callable, Iterator

import attrs
import pytest

from baselines import careful
from graders import grade
from graders.audit.case import GOOD, Case, Label, Means, Right
from graders.audit.draws import Draw, Replayed, Seeded
from graders.audit.edits import edit_kinds
from graders.audit.edits.labels import UNSUPPORTED, WRONG, WRONG_PLAN, Plan, answer_of, same_plan
from graders.audit.edits.script import acted, turns_of
from graders.audit.edits.settings import free_choice, retasked, scattered
from graders.audit.edits.words import other_ending
from graders.audit.kinds import GOOD_NAME, Kind
from graders.audit.worlds import world
from graders.oracle import accepts, certain
from graders.reference import reference
from graders.rules import BY_CODE
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.episode import play
from inventory_env.faults import Fault, FaultKind
from inventory_env.scenario import Scenario
from inventory_env.task import OnUnreachable, Sourcing, Split
from inventory_env.verdict import Axis, Mark, RunStatus

KINDS = edit_kinds()
EACH = 40
# What a kind must do in so many of a hundred cases, so that a search meets it often.
OFTEN = 15  # of a hundred cases
NOT_JUDGED = (RunStatus.ENVIRONMENT_FAULT, RunStatus.HARNESS_FAULT)
SAYS = {Mark.PASS: Right.ACCEPT, Mark.FAIL: Right.REJECT}
OUTCOME = frozenset(code for code, rule in BY_CODE.items() if rule.axis is Axis.OUTCOME)
# Lies that our grader does not read: it leaves these runs open, which is as far as it may go.
UNREAD = "edit:lie-in-another-language"
named = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


@functools.cache
def cases(kind: Kind) -> tuple[Case, ...]:
    """Cases of a kind, the simplest first."""
    return (kind.build(Replayed(())), *[kind.build(Seeded(3, number)) for number in range(EACH)])


def applies(case: Case) -> bool:
    """Whether the edit was made."""
    return case.kind != GOOD_NAME


def said(case: Case, means: Means) -> Right:
    """What our own grader says."""
    verdict = grade(case.scenario, case.trace)
    if verdict.status in NOT_JUDGED:
        return Right.NEITHER
    mark = verdict.success if means is Means.SUCCESS else verdict.mark(means.value)
    # An axis with nothing to look at holds nothing against a run.
    return SAYS.get(Mark.PASS if mark is Mark.NOT_APPLICABLE else mark, Right.NEITHER)


def right_by_oracle(scenario: Scenario, answer: Answer) -> bool:
    """Whether an answer is one of the right ones, as the oracle works them out from the reference path."""
    task = scenario.task
    known = certain(task, reference(scenario).knowledge)
    told = [answer.line(line.line) for line in task.lines]
    return answer.shippable is known.shippable and all(
        one is not None
        and (one.status, one.gap, one.confirmed) == (right.status, right.gap, right.confirmed)
        and sorted(one.nearest) == list(right.nearest)
        and accepts(task, line, right, one.plan, left)
        for line, one, right, left in zip(task.lines, told, known.lines, known.left, strict=True)
    )


def held(draw: Draw) -> Scenario:
    """A world in which a silent warehouse holds up a plan of as few sources as possible."""
    scenario = scattered(draw)
    silence = Fault(FaultKind.TIMEOUT, warehouse=scenario.task.priority[draw(0, 2)])
    sourcing = Sourcing(Split.FEWEST)
    other = attrs.evolve(scenario, faults=(silence,))
    return retasked(other, sourcing=sourcing, on_unreachable=OnUnreachable.HOLD, tools=frozenset({"get_stock"}))


def near(plan: Plan, places: tuple[str, ...]) -> Iterator[Plan]:
    """All plans whose shares differ by a unit at most."""
    for steps in itertools.product((-1, 0, 1), repeat=len(places)):
        shares = [(place, dict(plan).get(place, 0) + step) for place, step in zip(places, steps, strict=True)]
        yield tuple((place, share) for place, share in shares if share > 0)


@pytest.mark.parametrize("draw_world", [free_choice, held, scattered, world])
def test_the_oracle_agrees_which_plans_are_as_right(draw_world: Callable[[Draw], Scenario]) -> None:
    """The labels tell it from what the careful agent saw; our grader's oracle takes no part in them."""
    for number in range(25):
        scenario = draw_world(Seeded(9, number))
        task, known = scenario.task, certain(scenario.task, reference(scenario).knowledge)
        for one, line, right, left in zip(
            answer_of(play(careful, scenario)).lines, task.lines, known.lines, known.left, strict=True
        ):
            for plan in near(one.plan, task.priority):
                assert same_plan(task, one, plan) is accepts(task, line, right, plan, left)


def test_every_kind_has_a_name_of_its_own() -> None:
    """Group and name; three groups."""
    names = [kind.name for kind in KINDS]
    assert len(set(names)) == len(names) >= 60
    assert {name.partition(":")[0] for name in names} == {"edit", "breakdown", "keep"}
    assert sum(name.startswith("breakdown:") for name in names) >= 6
    assert all(kind.about.endswith(".") for kind in KINDS)


@named
def test_the_label_is_what_our_grader_says(kind: Kind) -> None:
    """Of every mark, wherever the way in which the case was made tells what is right."""
    for case in cases(kind):
        for means in Means:
            right = case.right(means)
            open_ = case.kind == UNREAD and right is Right.REJECT and said(case, means) is Right.NEITHER
            assert right is Right.UNLABELLED or said(case, means) is right or open_, (means, case.why)


@named
def test_no_rule_is_broken_that_the_label_does_not_name(kind: Kind) -> None:
    """What is certain to be broken is, and nothing is but what may be."""
    for case in cases(kind):
        label = case.label
        if label.judgeable:
            broken = {one.rule for one in grade(case.scenario, case.trace).findings}
            assert label.broken <= broken or (case.kind == UNREAD and broken == {"text-unclassified"})
            assert broken <= label.broken.union(label.perhaps, *label.either)
            assert all(group & broken for group in label.either)


@named
def test_each_kind_applies_often(kind: Kind) -> None:
    """A fault that is met in few cases is found late; where a small sample falls short, a large one decides."""
    if 100 * sum(applies(case) for case in cases(kind)) < OFTEN * (EACH + 1):
        many = 10 * EACH
        assert 100 * sum(applies(kind.build(Seeded(1, number))) for number in range(many)) >= OFTEN * many


@named
def test_a_faulty_case_differs_from_its_good_twin(kind: Kind) -> None:
    """What is labelled otherwise is another run than the careful agent's, or one of another world."""
    for case in cases(kind):
        if case.label != GOOD:
            assert case.trace != play(careful, case.scenario)


@named
def test_what_does_not_apply_is_a_good_case(kind: Kind) -> None:
    """No draw is turned down, and what keeps a run right is never labelled otherwise."""
    for case in cases(kind):
        assert case.kind in (kind.name, GOOD_NAME)
        if kind.name.startswith("keep:") or not applies(case):
            assert case.label == GOOD
        if kind.name.startswith("breakdown:") and applies(case):
            assert not case.label.judgeable


@named
def test_the_same_choices_make_the_same_case(kind: Kind) -> None:
    """A case is nothing but its choices."""
    draw = Seeded(3, 1)
    assert kind.build(Replayed(tuple(draw.made))) == kind.build(Replayed(()))
    again = kind.build(draw)
    assert again == kind.build(Replayed(tuple(draw.made))) == kind.build(Seeded(3, 1))


@named
def test_the_oracle_agrees_about_the_answer(kind: Kind) -> None:
    """An answer whose outcome is labelled right is right, one that is labelled wrong is wrong: without our grader."""
    for case in cases(kind):
        answer, outcome = answer_of(case.trace), case.right(Means.OUTCOME)
        if outcome in (Right.ACCEPT, Right.REJECT):
            assert right_by_oracle(case.scenario, answer) is (outcome is Right.ACCEPT), case.why


def test_a_group_of_which_one_is_broken_rejects_only_as_a_whole() -> None:
    """Where some of the group does not count, nothing is certain."""
    case = KINDS[0].build(Replayed(()))
    either = attrs.evolve(case, label=Label(either=(WRONG_PLAN, UNSUPPORTED)))
    assert {means: either.right(means) for means in Means} == {
        Means.SUCCESS: Right.REJECT,
        Means.OUTCOME: Right.REJECT,
        Means.EVIDENCE: Right.REJECT,
        Means.PATH: Right.ACCEPT,
        Means.HONESTY: Right.ACCEPT,
    }
    mixed = attrs.evolve(case, label=Label(either=(frozenset({"repeated-query", "status-wrong"}),)))
    assert {mixed.right(Means.SUCCESS), mixed.right(Means.PATH), mixed.right(Means.OUTCOME)} == {Right.UNLABELLED}
    assert WRONG <= OUTCOME


def test_a_run_made_again_without_a_change_is_the_same() -> None:
    """Calls, times, replies and answer: whatever an edit leaves alone stays."""
    for number in range(EACH):
        scenario = world(Seeded(4, number))
        good = play(careful, scenario)
        assert acted(scenario, turns_of(good), answer_of(good)) == good


@pytest.mark.parametrize(
    ("line", "true"),
    [
        (LineAnswer(1, Status.UNKNOWN, (("W1", 1),), confirmed=1), Status.FOUND),
        (LineAnswer(1, Status.INVALID, nearest=(3,)), Status.SHORTFALL),
    ],
)
def test_no_ending_is_told_that_is_also_true(line: LineAnswer, true: Status) -> None:
    """Units of which only the source is open are available; what cannot be had is not there."""
    task = world(Replayed(())).task
    told = {other_ending(task, line, Replayed((place,))).status for place in range(4)}
    assert told == set(Status) - {line.status, true}
