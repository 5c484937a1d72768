"""Can a run that should fail succeed, or a right one fail? A hunt with small worlds and a second opinion."""

from typing import Any

import attrs
import pytest
from builders import NONE, codes, found, get, judge, run, scripted, short, silent, submit, unknown
from edits import Turns, edited_answers, edited_turns, turns_of
from hypothesis import given, settings
from hypothesis import strategies as st
from second_opinion import UNSUPPORTED, opinion, sure_answer
from small_worlds import paged, scenarios
from worlds import scenario

from baselines import careful
from graders import grade
from graders.oracle import certain
from graders.reference import reference
from inventory_env.answer import Answer, Status
from inventory_env.episode import play
from inventory_env.faults import Fault
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockRecord
from inventory_env.task import Budget, Completion
from inventory_env.trace import Trace
from inventory_env.verdict import LineLabel, Mark, RunStatus, Verdict

WHOLE_RUN = frozenset({"answer-missing", "shippable-wrong", "reservation-fabricated", "state-changed"})
A, B, C = get("W1"), get("W2"), get("W3")


def findings(verdict: Verdict) -> set[tuple[str, int | str | None]]:
    """Each rule broken, with its line or its call; the reasons of an unsupported claim are one."""
    told = set()
    for one in verdict.findings:
        step = one.steps[0] if one.steps and one.rule not in WHOLE_RUN else None
        told.add(("claim-unsupported" if one.rule in UNSUPPORTED else one.rule, one.line or step))
    return told


def played(case: Scenario, turns: Turns, answer: Answer | None) -> Trace:
    return play(scripted(turns, answer), case)


@st.composite
def edited_runs(draw: st.DrawFn, case: Scenario) -> tuple[Scenario, Trace]:
    """Careful's run with other calls, and an answer: careful's, or what the calls make certain, changed a little.

    It says nothing in words, which would tell of the answer as it was.
    """
    more = draw(st.sampled_from([frozenset[str](), frozenset({"get_item", "get_policy"})]))
    rule = draw(st.sampled_from([Completion.FIRST_ANSWER, Completion.FIRST_ANSWER, Completion.LAST_ANSWER]))
    case = attrs.evolve(case, task=attrs.evolve(case.task, tools=case.task.tools | more, completion=rule))
    good = play(careful, case)
    turns = draw(edited_turns(case.task, turns_of(good)))
    assert good.counting is not None
    answer = good.counting.answer if draw(st.booleans()) else sure_answer(case.task, played(case, turns, None))
    assert answer is not None
    answer = attrs.evolve(draw(edited_answers(case.task, answer)), message="")
    if rule is Completion.LAST_ANSWER and draw(st.booleans()):
        turns.insert(draw(st.integers(0, len(turns))), [submit(answer)])
        return case, played(case, turns, draw(st.sampled_from([answer, None])))
    return case, played(case, turns, answer)


def agrees(case: Scenario, trace: Trace) -> None:
    """Every finding, the success and every label are those of a patient reader."""
    verdict, second = grade(case, trace), opinion(case, trace)
    assert verdict.status not in (RunStatus.ENVIRONMENT_FAULT, RunStatus.HARNESS_FAULT), verdict.status_reason
    assert findings(verdict) == second.found
    assert (verdict.success is Mark.PASS) is second.success
    assert tuple(label.value for _, label in verdict.lines) == second.lines


@settings(max_examples=100)
@given(scenarios().flatmap(edited_runs))
def test_an_edited_run_is_judged_as_by_a_second_reader(edited: tuple[Scenario, Trace]) -> None:
    """Status, shares, gaps, calls dropped, swapped, doubled, cut off: what succeeds is right, what fails is wrong."""
    agrees(*edited)


@settings(max_examples=80)
@given(paged().flatmap(edited_runs))
def test_an_edited_reading_of_pages_is_judged_as_by_a_second_reader(edited: tuple[Scenario, Trace]) -> None:
    """The same, page by page."""
    agrees(*edited)


@settings(max_examples=60)
@given(scenarios() | paged(), st.data())
def test_a_record_with_a_reply_left_out_succeeds_only_where_the_rest_is_enough(
    case: Scenario, data: st.DataObject
) -> None:
    """The record itself is changed, not the run: a reply that mattered is gone."""
    trace = play(careful, case)
    if not trace.calls:
        return
    place = data.draw(st.integers(0, len(trace.calls) - 1))
    calls = trace.calls[:place] + trace.calls[place + 1 :]
    submissions = tuple(attrs.evolve(one, after_calls=len(calls)) for one in trace.submissions)
    torn = attrs.evolve(trace, calls=calls, submissions=submissions)
    if grade(case, torn).success is Mark.PASS:
        assert opinion(case, torn).success


@settings(max_examples=80)
@given(scenarios() | paged(), st.data())
def test_giving_up_before_the_end_never_succeeds(case: Scenario, data: st.DataObject) -> None:
    """Careful's calls up to some point, then the honest report on them: a question was left open."""
    trace = play(careful, case)
    turns = turns_of(trace)
    if not turns:
        return
    short_of = data.draw(st.integers(0, len(turns) - 1))
    if any(tool == "wait" for tool, _ in turns[short_of]) and case.task.budget.seconds is not None:
        return  # the wait that is missing may be one that the budget ends
    cut = turns[:short_of]
    verdict = grade(case, played(case, cut, sure_answer(case.task, played(case, cut, None))))
    assert verdict.success is Mark.FAIL
    assert "stopped-early" in codes(verdict)


# --- false accepts that passing baselines once hid ---

ENOUGH = scenario({"W1": 9, "W2": 9, "W3": 9}, quantity=5, sourcing=NONE)
LATER = scenario({"W1": 2, "W2": 1, "W3": 9}, quantity=5, sourcing=NONE)


@pytest.mark.parametrize(
    ("turns", "answer"),
    [
        ([], unknown(0)),
        ([A], unknown(2, ("W1", 2))),
        ([A, B], unknown(2, ("W1", 2))),
        ([A, B], unknown(2, ("W1", 2), unreached=("W3",))),
        ([A, B], short(3, ("W1", 2))),
        ([A, B], short(3, ("W1", 2), unreached=("W3",))),
    ],
)
def test_unknown_is_refused_where_a_warehouse_that_answers_was_not_asked(turns: Any, answer: Answer) -> None:
    """W3 holds enough, and nothing kept anyone from asking."""
    verdict = judge(LATER, turns, answer)
    assert (verdict.success, verdict.mark("outcome"), verdict.mark("stopped-early")) == (Mark.FAIL,) * 3
    assert verdict.label in (LineLabel.PREMATURE_UNKNOWN, LineLabel.OVERCLAIM)


@pytest.mark.parametrize(
    ("case", "turns", "answer"),
    [
        (LATER, [B, C], found(("W3", 5))),
        (LATER, [C], found(("W3", 5))),
        (LATER, [B, C, A], found(("W3", 5))),
        (LATER, [A, C], found(("W3", 5))),
        (ENOUGH, [B], found(("W2", 5))),
        (ENOUGH, [B], found(("W1", 5))),
        (scenario({"W1": 0, "W2": 9}, quantity=5), [B], found(("W2", 5))),
        (scenario({"W1": {}, "W2": 9}, quantity=5), [B], found(("W2", 5))),
        (scenario({"W1": 2, "W2": 9}, silent("W1"), quantity=5), [B], found(("W2", 5), unreached=("W1",))),
        (scenario({"W1": 2, "W2": 9}, silent("W1"), quantity=5), [A, B], found(("W2", 5), unreached=("W1",))),
        (scenario({"W1": None, "W2": 9}, quantity=5), [B], found(("W2", 5), unreached=("W1",))),
    ],
)
def test_a_skipped_warehouse_is_never_forgiven(case: Scenario, turns: Any, answer: Answer) -> None:
    """Empty, silent or untracked: it was its turn, however the answer turns out."""
    verdict = judge(case, turns, answer)
    assert (verdict.success, verdict.mark("priority-broken")) == (Mark.FAIL, Mark.FAIL)


@pytest.mark.parametrize("turns", [[A, B], [B], [A, B, C], [B, A]])
@pytest.mark.parametrize("plan", [(("W2", 5),), (("W3", 5),), (("W1", 4), ("W2", 1)), ()])
def test_a_later_warehouse_is_not_taken_where_the_first_is_enough(turns: Any, plan: Any) -> None:
    """W1 covers the line: no other plan is right, whatever was asked."""
    verdict = judge(ENOUGH, turns, found(*plan))
    assert (verdict.success, verdict.mark("outcome"), verdict.mark("claim-unsupported")) == (Mark.FAIL,) * 3
    assert codes(verdict) & {"plan-not-best", "plan-infeasible"}


# --- laws ---

NAMES = {"A": "Stuhl äöü", "B": "椅子", "W1": "L7", "W2": "после", "W3": "a b", "W4": "0", "W9": "W1", "Z": "Y"}


def renamed(value: Any) -> Any:
    """The same with every sku and warehouse called otherwise."""
    if isinstance(value, str):
        return NAMES.get(value, value)
    if isinstance(value, dict):
        return {key: renamed(one) for key, one in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return type(value)(renamed(one) for one in value)
    if attrs.has(type(value)):
        return attrs.evolve(
            value, **{field.name: renamed(getattr(value, field.name)) for field in attrs.fields(type(value))}
        )
    return value


def calm(case: Scenario, **kept: Any) -> Scenario:
    """The case without faults that depend on names, and without a budget."""
    faults = tuple(fault for fault in case.faults if fault.rate_percent is None)
    return attrs.evolve(case, faults=faults, task=attrs.evolve(case.task, **kept))


@settings(max_examples=60)
@given(scenarios().map(calm).flatmap(edited_runs))
def test_names_mean_nothing(edited: tuple[Scenario, Trace]) -> None:
    """Other skus and other warehouses in the same places: every mark, label, cost and step stays."""
    case, trace = edited
    task, source = renamed(case.task), renamed(case.stock.source)
    other = attrs.evolve(case, task=task, stock=Stock(source), faults=renamed(case.faults))
    answers = {one.after_calls: one.answer for one in trace.submissions if one.answer}
    turns: Turns = []
    for place, turn in enumerate(turns_of(trace)):
        before = sum(map(len, turns_of(trace)[:place]))
        turns += [[submit(renamed(answers.pop(before)))]] if before in answers else []
        turns.append(renamed(turn))
    last = renamed(next(iter(answers.values()), None))
    one, two = grade(case, trace), grade(other, played(other, turns, last))
    assert (one.rules, one.axes, one.lines, one.label, one.costs, one.reference, one.success) == (
        two.rules, two.axes, two.lines, two.label, two.costs, two.reference, two.success,
    )  # fmt: skip
    # A second submission after a final answer is a call more, so only the rules and lines are compared.
    assert sorted((found.rule, found.line or 0) for found in one.findings) == sorted(
        (found.rule, found.line or 0) for found in two.findings
    )


@settings(max_examples=60)
@given(scenarios().flatmap(edited_runs), st.randoms(use_true_random=False))
def test_the_order_of_an_answer_means_nothing(edited: tuple[Scenario, Trace], chance: Any) -> None:
    """Lines, allocations, unreached, seen, evidence, nearest: lists here are sets."""
    case, trace = edited

    def mixed(values: Any) -> Any:
        return values if values is None else tuple(chance.sample(values, len(values)))

    def shuffled(answer: Answer) -> Answer:
        fields = ("plan", "unreached", "seen", "evidence", "nearest")
        lines = [attrs.evolve(one, **{name: mixed(getattr(one, name)) for name in fields}) for one in answer.lines]
        return attrs.evolve(answer, lines=mixed(lines))

    submissions = tuple(attrs.evolve(one, answer=one.answer and shuffled(one.answer)) for one in trace.submissions)
    one, two = grade(case, trace), grade(case, attrs.evolve(trace, submissions=submissions))
    assert (one.rules, one.lines, one.label, one.success) == (two.rules, two.lines, two.label, two.success)


def statuses(case: Scenario) -> list[Status]:
    """The right status of each line."""
    return [one.status for one in certain(case.task, reference(case).knowledge).lines]


def emptied(case: Scenario) -> Scenario:
    """The case with one warehouse more at the end of the list, which holds nothing."""
    task, source = case.task, case.stock.source
    more = attrs.evolve(source, warehouses=(*source.warehouses, "W0"))
    return attrs.evolve(case, task=attrs.evolve(task, priority=(*task.priority, "W0")), stock=Stock(more))


@settings(max_examples=80)
@given(scenarios() | paged())
def test_an_empty_warehouse_at_the_end_changes_no_outcome(case: Scenario) -> None:
    """Nothing is there, so status, plan and gap stay; only the questions may be more.

    Where the article exists, for else the new warehouse may be the first to say so; and where no fault watches the
    clock, for one question more takes time.
    """
    named = tuple(fault for fault in case.faults if fault.warehouse is not None and fault.to_s is None)
    known = Stock(attrs.evolve(case.stock.source, skus=case.task.skus()))
    case = attrs.evolve(case, faults=named, stock=known, task=attrs.evolve(case.task, budget=Budget()))
    more = emptied(case)
    one, two = (certain(each.task, reference(each).knowledge) for each in (case, more))
    assert [attrs.evolve(line, ended=True) for line in one.lines] == [
        attrs.evolve(line, ended=True) for line in two.lines
    ]
    assert one.shippable == two.shippable
    assert grade(more, play(careful, more)).success is Mark.PASS
    assert (
        reference(case).queries == reference(more).queries[: len(reference(case).queries)] or len(case.task.lines) > 1
    )


@settings(max_examples=80)
@given(scenarios())
def test_without_faults_nothing_that_was_found_becomes_unknown(case: Scenario) -> None:
    """A fault hides; it never shows. Faults with figures of their own are another matter: they lie."""
    honest = tuple(fault for fault in case.faults if fault.on_hand is None)
    case = attrs.evolve(case, faults=honest, task=attrs.evolve(case.task, budget=Budget()))
    for before, after in zip(statuses(case), statuses(attrs.evolve(case, faults=())), strict=True):
        assert (before, after) != (Status.FOUND, Status.UNKNOWN)
        assert (before is Status.INVALID) <= (after is Status.INVALID)


RANK = {Status.INVALID: 0, Status.SHORTFALL: 1, Status.UNKNOWN: 1, Status.FOUND: 2}


def stocked(case: Scenario, place: int, units: int) -> Scenario:
    """The case with more units in one row."""
    rows: list[StockRecord] = list(case.stock.source.records)
    rows[place] = attrs.evolve(rows[place], on_hand=(rows[place].on_hand or 0) + units)
    return attrs.evolve(case, stock=Stock(attrs.evolve(case.stock.source, records=tuple(rows))))


@settings(max_examples=100)
@given(scenarios(), st.data())
def test_more_stock_never_worsens_a_line(case: Scenario, data: st.DataObject) -> None:
    """One line, some units more in one row: what was found stays found."""
    case = attrs.evolve(case, task=attrs.evolve(case.task, lines=case.task.lines[:1]))
    rows = [place for place, row in enumerate(case.stock.source.records) if row.tracked]
    if not rows:
        return
    more = stocked(case, data.draw(st.sampled_from(rows)), data.draw(st.integers(1, 6)))
    assert RANK[statuses(case)[0]] <= RANK[statuses(more)[0]]


def test_a_fault_that_lies_can_find_what_is_not_there() -> None:
    """Why the law above leaves it out: 7 are shown, any age is allowed, and only 2 are there."""
    case = scenario({"W1": 2}, Fault("stale", age_s=60, on_hand=7), quantity=5)  # type: ignore[arg-type]
    assert statuses(case) == [Status.FOUND]
    assert statuses(attrs.evolve(case, faults=())) == [Status.SHORTFALL]
    assert grade(case, run(case, [A], found(("W1", 5)))).success is Mark.PASS
