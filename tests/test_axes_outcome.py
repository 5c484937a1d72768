"""Is the answer held to what could be learnt, field by field?"""

from typing import Any

import pytest
from builders import (
    ANY,
    NONE,
    Turn,
    codes,
    found,
    get,
    invalid,
    judge,
    line,
    said,
    short,
    silent,
    steps,
    submit,
    unknown,
    wait,
)
from worlds import scenario

from graders import grade
from inventory_env.answer import Answer, Shippable, Status
from inventory_env.episode import Desk, play
from inventory_env.faults import Fault, FaultKind
from inventory_env.scenario import Scenario
from inventory_env.task import Budget, Completeness, Completion, Line, OnUnreachable, Retry, Sourcing, Split, Task
from inventory_env.verdict import LineLabel, Mark, Verdict

A, B, C = get("W1"), get("W2"), get("W3")
HOLD = OnUnreachable.HOLD
SHIP = Sourcing(Split.ANY, completeness=Completeness.ORDER)
UNSUPPORTED = "claim-unsupported"


def world(first: Any = 2, second: Any = 7, third: Any = 9, *faults: Fault, **rest: Any) -> Scenario:
    """5 wanted of A; the figures of three warehouses."""
    return scenario({"W1": first, "W2": second, "W3": third}, *faults, **{"quantity": 5, **rest})


def outcome(verdict: Verdict) -> set[str]:
    """The rules broken, without the one that says the replies do not prove it."""
    return codes(verdict) - {UNSUPPORTED}


FOUND = world()
SHORT = world(2, 1, 0)
UNKNOWN = world(2, 1, 0, silent("W2"))
ALL: list[Turn] = [A, B, C]
ASKED_ALL: list[Turn] = [A, B, B, B, C]


# --- answer-missing ---


@pytest.mark.parametrize("answer", [None, {"lines": "all found"}, {"lines": [{"line": 2, "status": "found"}]}])
def test_an_answer_that_nobody_could_take_is_none(answer: Any) -> None:
    """Nothing submitted, or only what was refused."""
    verdict = judge(FOUND, [A, B], answer)
    assert (codes(verdict), verdict.label, steps(verdict, "answer-missing")) == (
        {"answer-missing"},
        LineLabel.NO_ANSWER,
        [],
    )


def test_a_line_left_out_is_missing() -> None:
    """The other line is judged as ever."""
    case = world({"A": 5, "B": 5}, lines=[Line(1, "A", 5), Line(2, "B", 5)])
    verdict = judge(case, [A, get("W1", "B")], said(line(Status.FOUND, ("W1", 5), number=2)))
    assert codes(verdict) == {"answer-missing"}
    assert [(one.line, one.steps) for one in verdict.findings] == [(1, ("c3",))]
    assert verdict.lines == ((1, LineLabel.NO_ANSWER), (2, LineLabel.STOCK_FOUND))


def test_without_an_answer_nothing_else_is_judged() -> None:
    """A rule with nothing to look at has no mark."""
    verdict = judge(world(sourcing=SHIP), [A, B])
    rules = ("status-wrong", "premature-unknown", "plan-infeasible", "plan-not-best", "gap-wrong", "shippable-wrong")
    assert {verdict.mark(rule) for rule in (*rules, "invalid-line-missed")} == {Mark.NOT_APPLICABLE}
    assert verdict.mark("answer-missing") is Mark.FAIL


# --- status ---


@pytest.mark.parametrize(
    ("case", "turns", "answer", "broken"),
    [
        (FOUND, [A, B], found(("W1", 2), ("W2", 3)), set()),
        (FOUND, [A, B], short(0, ("W1", 2), ("W2", 3)), {"status-wrong"}),
        (FOUND, [A, B], unknown(5, ("W1", 2), ("W2", 3)), {"premature-unknown"}),
        (FOUND, [A, B], invalid(), {"status-wrong", "plan-not-best"}),
        (SHORT, ALL, short(2, ("W1", 2), ("W2", 1)), set()),
        (SHORT, ALL, found(("W1", 2), ("W2", 1)), {"status-wrong"}),
        (SHORT, ALL, unknown(3, ("W1", 2), ("W2", 1)), {"premature-unknown"}),
        (SHORT, ALL, invalid(), {"status-wrong", "plan-not-best"}),
        (UNKNOWN, ASKED_ALL, unknown(2, ("W1", 2), unreached=("W2",)), set()),
        (UNKNOWN, ASKED_ALL, found(("W1", 2), unreached=("W2",)), {"status-wrong"}),
        (UNKNOWN, ASKED_ALL, short(3, ("W1", 2), unreached=("W2",)), {"status-wrong"}),
        (UNKNOWN, ASKED_ALL, invalid(unreached=("W2",)), {"status-wrong", "plan-not-best"}),
    ],
)
def test_each_status_is_right_in_its_place_only(
    case: Scenario, turns: list[Turn], answer: Answer, broken: set[str]
) -> None:
    """Found, short, unknown, invalid: where another one is right, exactly one rule about the status says so."""
    verdict = judge(case, turns, answer)
    assert outcome(verdict) == broken
    assert (UNSUPPORTED in codes(verdict)) is bool(broken)
    assert verdict.success is (Mark.FAIL if broken else Mark.PASS)


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        (invalid(), set()),
        (found(), {"invalid-line-missed"}),
        (short(5), {"invalid-line-missed"}),
        (unknown(0), {"invalid-line-missed", "premature-unknown"}),
        (invalid(6), {"gap-wrong"}),
        (found(("W1", 5)), {"invalid-line-missed", "plan-infeasible"}),
    ],
)
def test_an_article_that_does_not_exist_is_invalid(answer: Answer, broken: set[str]) -> None:
    """Never short, never unknown: there is nothing to be short of."""
    verdict = judge(world({"B": 1}, {}, {}), [A], answer)
    assert outcome(verdict) == broken


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        (invalid(4, 6), set()),
        (invalid(6, 4), set()),
        (invalid(), {"gap-wrong"}),
        (invalid(6), {"gap-wrong"}),
        (invalid(4, 6, gap=1), {"gap-wrong"}),
        (invalid(4, 6, confirmed=0), {"gap-wrong"}),
        (short(5), {"invalid-line-missed"}),
        (unknown(0), {"invalid-line-missed", "premature-unknown"}),
    ],
)
def test_a_quantity_that_is_no_multiple_of_the_pack_is_invalid(answer: Answer, broken: set[str]) -> None:
    """It names the nearest multiples, and plans nothing; nothing need be asked."""
    case = world(6, 0, 0, sourcing=Sourcing(Split.ANY, pack=2))
    assert outcome(judge(case, [], answer)) == broken


def test_an_invalid_line_plans_nothing() -> None:
    """Not even what is there; without a query nothing is known to be there."""
    case = world(6, 0, 0, sourcing=Sourcing(Split.ANY, pack=2))
    planned = said(line(Status.INVALID, ("W1", 4), nearest=(4, 6)))
    assert outcome(judge(case, [A], planned)) == {"plan-not-best", "surplus-query"}
    assert outcome(judge(case, [], planned)) == {"plan-infeasible"}
    assert outcome(judge(case, [], short(1, ("W1", 4)))) == {"plan-infeasible", "invalid-line-missed"}


def test_no_multiple_below_the_pack_is_named() -> None:
    """Nearest multiples are above 0."""
    case = world(6, 0, 0, quantity=1, sourcing=Sourcing(Split.ANY, pack=4))
    assert codes(judge(case, [], invalid(4))) == set()
    assert codes(judge(case, [], invalid(4, 8))) == {"gap-wrong"}


def test_an_invalid_line_is_looked_for_only_where_one_is() -> None:
    """Silence earns nothing."""
    assert judge(FOUND, [A, B], found(("W1", 2), ("W2", 3))).mark("invalid-line-missed") is Mark.NOT_APPLICABLE
    assert judge(world({"B": 1}, {}, {}), [A], invalid()).mark("invalid-line-missed") is Mark.PASS


# --- plan ---


@pytest.mark.parametrize(
    ("sourcing", "plan", "broken"),
    [
        (ANY, (("W1", 2), ("W2", 3)), set()),
        (ANY, (("W2", 5),), {"plan-not-best"}),
        (ANY, (("W1", 1), ("W2", 4)), {"plan-not-best"}),
        (ANY, (("W1", 2), ("W2", 2)), {"plan-not-best"}),
        (ANY, (), {"plan-not-best"}),
        (ANY, (("W1", 3), ("W2", 2)), {"plan-infeasible"}),
        (ANY, (("W1", 2), ("W2", 4)), {"plan-infeasible"}),
        (ANY, (("W1", 2), ("W9", 3)), {"plan-infeasible"}),
        (NONE, (("W2", 5),), set()),
        (NONE, (("W1", 2), ("W2", 3)), {"plan-infeasible"}),
        (Sourcing(Split.PREFER_SINGLE), (("W2", 5),), set()),
        (Sourcing(Split.PREFER_SINGLE), (("W1", 2), ("W2", 3)), {"plan-not-best"}),
        (Sourcing(Split.FEWEST), (("W2", 5),), set()),
        (Sourcing(Split.FEWEST), (("W1", 2), ("W2", 3)), {"plan-not-best"}),
        (Sourcing(Split.ANY, max_sources=1), (("W2", 5),), set()),
        (Sourcing(Split.ANY, max_sources=1), (("W1", 2), ("W2", 3)), {"plan-infeasible"}),
        (Sourcing(Split.ANY, min_per_source=3), (("W2", 5),), set()),
        (Sourcing(Split.ANY, min_per_source=3), (("W1", 2), ("W2", 3)), {"plan-infeasible"}),
    ],
)
def test_a_plan_must_be_possible_and_then_the_best(
    sourcing: Sourcing, plan: tuple[tuple[str, int], ...], broken: set[str]
) -> None:
    """2 at W1 and 7 at W2 for 5: what can be carried out is compared with the best, what cannot is infeasible."""
    assert outcome(judge(world(sourcing=sourcing), [A, B], found(*plan))) == broken


@pytest.mark.parametrize(
    ("plan", "broken"),
    [
        ((("W1", 2), ("W2", 4)), set()),
        ((("W1", 3), ("W2", 3)), {"plan-infeasible"}),
        ((("W2", 6),), {"plan-not-best"}),
    ],
)
def test_shares_are_whole_packs(plan: tuple[tuple[str, int], ...], broken: set[str]) -> None:
    """3 at W1 hold one pack of 2."""
    case = world(3, 7, 9, quantity=6, sourcing=Sourcing(Split.ANY, pack=2))
    assert outcome(judge(case, [A, B], found(*plan))) == broken


def test_a_share_below_the_minimum_may_be_the_whole_line() -> None:
    """2 are less than the smallest share of 4, but they are all that is wanted."""
    case = world(3, 7, 9, quantity=2, sourcing=Sourcing(Split.ANY, min_per_source=4))
    assert codes(judge(case, [A], found(("W1", 2)))) == set()


@pytest.mark.parametrize("plan", [(("W1", 4), ("W3", 4)), (("W1", 3), ("W3", 5)), (("W3", 5), ("W2", 3))])
def test_under_fewest_every_best_plan_is_right(plan: tuple[tuple[str, int], ...]) -> None:
    """8 from two sources: any two that hold them, in any shares."""
    case = world(4, 3, 5, quantity=8, sourcing=Sourcing(Split.FEWEST))
    assert codes(judge(case, ALL, found(*plan))) == set()


@pytest.mark.parametrize("plan", [(("W1", 4), ("W2", 1), ("W3", 3)), (("W1", 4), ("W2", 3)), (("W1", 2), ("W3", 5))])
def test_under_fewest_total_and_number_of_sources_decide(plan: tuple[tuple[str, int], ...]) -> None:
    """One source too many, or a unit too few, is not best."""
    case = world(4, 3, 5, quantity=8, sourcing=Sourcing(Split.FEWEST))
    assert outcome(judge(case, ALL, found(*plan))) == {"plan-not-best"}


def test_under_fewest_an_empty_plan_is_the_best_of_nothing() -> None:
    """Where nothing is there, only the empty plan is right."""
    case = world(0, 0, 0, sourcing=Sourcing(Split.FEWEST))
    assert codes(judge(case, ALL, short(5))) == set()
    assert outcome(judge(case, ALL, short(5, ("W1", 1)))) == {"plan-infeasible"}


@pytest.mark.parametrize("split", [Split.ANY, Split.PREFER_SINGLE, Split.NONE])
def test_under_every_other_rule_only_the_canonical_plan_is_right(split: Split) -> None:
    """The same units from other warehouses are not the same plan."""
    case = world(5, 5, 5, sourcing=Sourcing(split))
    assert codes(judge(case, [A], found(("W1", 5)))) == set()
    assert outcome(judge(case, [A, B], found(("W2", 5)))) == {"plan-not-best", "surplus-query"}


def test_a_plan_on_a_number_that_never_came_is_infeasible() -> None:
    """A silent warehouse holds nothing that can be promised."""
    assert outcome(judge(UNKNOWN, ASKED_ALL, unknown(3, ("W1", 2), ("W2", 1), unreached=("W2",)))) == {
        "plan-infeasible",
        "gap-wrong",
    }


def test_plans_are_looked_at_only_where_there_are_some() -> None:
    """An answer without a plan is not infeasible, and may still not be best."""
    assert judge(FOUND, [A, B], unknown(0)).mark("plan-infeasible") is Mark.NOT_APPLICABLE
    assert judge(FOUND, [A, B], unknown(0)).mark("plan-not-best") is Mark.FAIL


def test_lines_of_one_sku_compete_in_the_order_of_the_task() -> None:
    """The second line has what the first one's best plan leaves, wherever the answer puts it."""
    case = world(6, 4, 0, lines=[Line(7, "A", 5), Line(3, "A", 4)])
    right = [line(Status.FOUND, ("W1", 5), number=7), line(Status.FOUND, ("W1", 1), ("W2", 3), number=3)]
    for lines in (right, right[::-1]):
        assert codes(judge(case, [A, B], said(*lines))) == set()
    other = said(right[0], line(Status.FOUND, ("W2", 4), number=3))
    assert outcome(judge(case, [A, B], other)) == {"plan-not-best"}
    greedy = said(right[0], line(Status.FOUND, ("W1", 4), number=3))
    assert outcome(judge(case, [A, B], greedy)) == {"plan-infeasible"}


def test_an_invalid_line_takes_no_stock() -> None:
    """The line of 5 is no multiple of 2; the one of 4 has all of W1."""
    case = world(4, 0, 0, lines=[Line(1, "A", 5), Line(2, "A", 4)], sourcing=Sourcing(Split.ANY, pack=2))
    answer = said(line(Status.INVALID, nearest=(4, 6)), line(Status.FOUND, ("W1", 4), number=2))
    assert codes(judge(case, [A], answer)) == set()


# --- gap, confirmed, nearest ---


@pytest.mark.parametrize(
    ("case", "turns", "answer"),
    [
        (FOUND, [A, B], found(("W1", 2), ("W2", 3), gap=None)),
        (FOUND, [A, B], found(("W1", 2), ("W2", 3), gap=1)),
        (FOUND, [A, B], found(("W1", 2), ("W2", 3), confirmed=5)),
        (FOUND, [A, B], found(("W1", 2), ("W2", 3), nearest=(5,))),
        (SHORT, ALL, short(3, ("W1", 2), ("W2", 1))),
        (SHORT, ALL, short(0, ("W1", 2), ("W2", 1))),
        (SHORT, ALL, short(None, ("W1", 2), ("W2", 1))),
        (SHORT, ALL, short(2, ("W1", 2), ("W2", 1), confirmed=3)),
        (UNKNOWN, ASKED_ALL, unknown(3, ("W1", 2), unreached=("W2",))),
        (UNKNOWN, ASKED_ALL, unknown(None, ("W1", 2), unreached=("W2",))),
        (UNKNOWN, ASKED_ALL, unknown(2, ("W1", 2), unreached=("W2",), gap=3)),
        (UNKNOWN, ASKED_ALL, unknown(2, ("W1", 2), unreached=("W2",), gap=0)),
        (world({"B": 1}, {}, {}), [A], invalid(gap=5)),
        (world({"B": 1}, {}, {}), [A], invalid(confirmed=0)),
    ],
)
def test_each_number_says_what_the_status_means(case: Scenario, turns: list[Turn], answer: Answer) -> None:
    """gap, confirmed and nearest are given where they mean something, with the right figure, and nowhere else."""
    verdict = judge(case, turns, answer)
    assert outcome(verdict) == {"gap-wrong"}
    assert verdict.mark("status-wrong") is Mark.PASS


def test_the_numbers_of_a_wrong_status_are_not_judged() -> None:
    """The status is the fault; its figures cannot be right or wrong."""
    assert judge(SHORT, ALL, found(("W1", 2), ("W2", 1), gap=4)).mark("gap-wrong") is Mark.NOT_APPLICABLE


# --- shippable ---


@pytest.mark.parametrize(
    ("shelves", "faults", "turns", "statuses", "right"),
    [
        ((5, 5), (), [A, get("W1", "B")], (Status.FOUND, Status.FOUND), Shippable.YES),
        ((5, 1), (), [A, get("W1", "B")], (Status.FOUND, Status.SHORTFALL), Shippable.NO),
        ((5, 5), (silent("W1", sku="B"),), [A, *[get("W1", "B")] * 3], (Status.FOUND, Status.UNKNOWN),
         Shippable.UNKNOWN),
        ((1, 5), (silent("W1", sku="B"),), [A, *[get("W1", "B")] * 3], (Status.SHORTFALL, Status.UNKNOWN),
         Shippable.NO),
        ((5, None), (), [A, get("W1", "B")], (Status.FOUND, Status.INVALID), Shippable.NO),
    ],
)  # fmt: skip
def test_ship_complete_says_whether_the_order_ships(
    shelves: tuple[int, int | None], faults: Any, turns: list[Turn], statuses: Any, right: Shippable
) -> None:
    """Yes where all is found, no where any line is short or invalid, else unknown; plans only where it ships."""
    shelf = {sku: units for sku, units in zip("AB", shelves, strict=True) if units is not None}
    case = scenario({"W1": shelf}, *faults, lines=[Line(1, "A", 5), Line(2, "B", 5)], sourcing=SHIP)
    lines = []
    for number, status in enumerate(statuses, 1):
        units = shelves[number - 1]
        numbers: dict[str, Any] = {}
        if status is Status.SHORTFALL:
            numbers = {"gap": 5 - (units or 0)}
        if status is Status.UNKNOWN:
            numbers = {"confirmed": 0, "unreached": ("W1",)}
        plan = [("W1", 5)] if right is Shippable.YES else []
        lines.append(line(status, *plan, number=number, **numbers))
    for told in (*Shippable, None):
        verdict = judge(case, turns, said(*lines, shippable=told))
        assert codes(verdict) == (set() if told is right else {"shippable-wrong"})
        if told is not right:
            assert (verdict.label, verdict.success) == (LineLabel.WRONG, Mark.FAIL)


def test_ship_complete_empties_the_plans_of_an_order_that_does_not_ship() -> None:
    """A plan that should be empty is not best, though it could be carried out; gap and confirmed stay."""
    case = scenario({"W1": {"A": 5, "B": 1}}, lines=[Line(1, "A", 5), Line(2, "B", 5)], sourcing=SHIP)
    turns = [A, get("W1", "B")]
    empty = said(line(Status.FOUND), line(Status.SHORTFALL, number=2, gap=4), shippable=Shippable.NO)
    assert codes(judge(case, turns, empty)) == set()
    first = said(line(Status.FOUND, ("W1", 5)), line(Status.SHORTFALL, number=2, gap=4), shippable=Shippable.NO)
    verdict = judge(case, turns, first)
    assert (outcome(verdict), [one.line for one in verdict.findings]) == ({"plan-not-best"}, [1, 1])
    second = said(line(Status.FOUND), line(Status.SHORTFALL, ("W1", 1), number=2, gap=4), shippable=Shippable.NO)
    assert outcome(judge(case, turns, second)) == {"plan-not-best"}


def test_what_is_left_for_later_lines_is_taken_before_emptying() -> None:
    """Line 1 has all of A, so line 2 of A is short, although nothing ships."""
    case = scenario({"W1": 5}, lines=[Line(1, "A", 5), Line(2, "A", 2)], sourcing=SHIP)
    right = said(line(Status.FOUND), line(Status.SHORTFALL, number=2, gap=2), shippable=Shippable.NO)
    assert codes(judge(case, [A], right)) == set()
    both = said(line(Status.FOUND), line(Status.FOUND, number=2), shippable=Shippable.NO)
    assert outcome(judge(case, [A], both)) == {"status-wrong"}


def test_where_lines_ship_alone_nobody_asks_whether_the_order_ships() -> None:
    """The rule has nothing to look at."""
    assert judge(FOUND, [A, B], found(("W1", 2), ("W2", 3))).mark("shippable-wrong") is Mark.NOT_APPLICABLE


# --- unreached warehouses ---


def test_a_silent_warehouse_is_skipped_for_the_plan_and_counts_for_the_status() -> None:
    """Enough elsewhere is found; the rest not enough is unknown, never short."""
    enough = world(9, 7, 9, silent("W1"))
    assert codes(judge(enough, [A, A, A, B], found(("W2", 5), unreached=("W1",)))) == set()
    scarce = world(9, 1, 1, silent("W1"))
    turns = [A, A, A, B, C]
    assert codes(judge(scarce, turns, unknown(2, ("W2", 1), ("W3", 1), unreached=("W1",)))) == set()
    told = judge(scarce, turns, short(3, ("W2", 1), ("W3", 1), unreached=("W1",)))
    assert outcome(told) == {"status-wrong"}


def test_hold_closes_a_line_at_the_first_silent_warehouse() -> None:
    """What lies behind it does not count, even where it is known; what lies before it is confirmed."""
    case = world(2, 7, 9, silent("W2"), on_unreachable=HOLD)
    assert codes(judge(case, [A, B, B, B], unknown(2, ("W1", 2), unreached=("W2",)))) == set()
    told = judge(case, [A, B, B, B, C], found(("W1", 2), ("W3", 3), unreached=("W2",)))
    assert outcome(told) == {"status-wrong", "plan-infeasible", "surplus-query"}


def test_hold_does_not_close_a_line_that_earlier_warehouses_make_certain() -> None:
    """W1 covers the line: whether W2 answers does not matter."""
    case = world(5, 7, 9, silent("W2"), on_unreachable=HOLD)
    assert codes(judge(case, [A], found(("W1", 5)))) == set()


def test_a_held_line_may_be_fully_confirmed() -> None:
    """2 + 3 cover it, but the silent W3 might cover it alone: its plan is open, so it is unknown."""
    case = world(2, 3, 9, silent("W3"), on_unreachable=HOLD, sourcing=Sourcing(Split.PREFER_SINGLE))
    turns = [A, B, C, C, C]
    assert codes(judge(case, turns, unknown(5, ("W1", 2), ("W2", 3), unreached=("W3",)))) == set()
    assert outcome(judge(case, turns, found(("W1", 2), ("W2", 3), unreached=("W3",)))) == {"status-wrong"}


def test_an_untracked_warehouse_is_an_unreached_one() -> None:
    """It has no number, so nothing is short for sure."""
    case = world(2, None, 1)
    assert codes(judge(case, ALL, unknown(3, ("W1", 2), ("W3", 1), unreached=("W2",)))) == set()
    assert outcome(judge(case, ALL, short(2, ("W1", 2), ("W3", 1), unreached=("W2",)))) == {"status-wrong"}


def test_absence_and_closure_are_zero() -> None:
    """Not stocked, inactive: nothing there, and nothing unknown about it."""
    case = world({}, 9, 1, stocked={"skus": ("A",), "inactive": frozenset({"W2"})})
    assert codes(judge(case, ALL, short(4, ("W3", 1)))) == set()
    assert outcome(judge(case, ALL, unknown(1, ("W3", 1)))) == {"premature-unknown"}


def test_a_warehouse_that_the_budget_kept_silent_is_unreached() -> None:
    """Two calls are allowed: the third warehouse may hold the rest."""
    case = world(2, 1, 9, budget=Budget(calls=2))
    assert codes(judge(case, [A, B], unknown(3, ("W1", 2), ("W2", 1)))) == set()
    assert outcome(judge(case, [A, B], short(2, ("W1", 2), ("W2", 1)))) == {"status-wrong"}


# --- reachable: own evidence, or the reference path's ---


def test_calls_wasted_out_of_a_budget_excuse_nothing() -> None:
    """Whoever spends the budget on the policy is held to what the reference path learns."""
    case = world(2, 7, 9, budget=Budget(calls=2))
    verdict = judge(case, [("get_policy", {}), A], unknown(2, ("W1", 2)))
    assert codes(verdict) == {"premature-unknown", "plan-not-best"}


def test_needless_waiting_excuses_nothing() -> None:
    """After 9 s of waiting the budget of time is gone; nobody asked for the wait."""
    case = world(2, 7, 9, budget=Budget(seconds=9))
    verdict = judge(case, [A, wait(9)], unknown(2, ("W1", 2)))
    assert codes(verdict) == {"premature-unknown", "plan-not-best"}


def test_needed_waiting_excuses() -> None:
    """The reply asked for 9 s, and the budget ends with them: no attempt is left."""
    case = world(2, 7, 9, Fault(FaultKind.RATE_LIMITED, warehouse="W2", retry_after_s=9), budget=Budget(seconds=9))
    answer = found(("W1", 2), ("W3", 3), unreached=("W2",))
    assert codes(judge(case, [A, B, C], answer)) == set()


def test_spent_tokens_excuse_nothing() -> None:
    """Where tokens ran out the reference path's evidence counts."""
    case = world(2, 7, 9, budget=Budget(tokens=10))

    def talker(task: Task, desk: Desk) -> Answer:
        desk.call("get_stock", sku="A", warehouse="W1")
        desk.report_tokens(5, 5)
        return unknown(2, ("W1", 2))

    assert codes(grade(case, play(talker, case))) == {"premature-unknown", "plan-not-best"}


def test_a_reply_that_the_reference_path_lacks_counts() -> None:
    """The window of silence was over when this run came to W1: its number wins."""
    case = world(
        {"A": 5, "B": 5}, {"A": 5, "B": 5}, {}, silent("W1", to_s=6, sku="A"),
        lines=[Line(1, "A", 5), Line(2, "B", 5)], retry=Retry(max_attempts=2),
    )  # fmt: skip
    right = said(line(Status.FOUND, ("W1", 5)), line(Status.FOUND, ("W1", 5), number=2))
    patient = [get("W1", "B"), wait(6), A]
    assert codes(judge(case, patient, right)) == set()
    quick = said(line(Status.FOUND, ("W2", 5), unreached=("W1",)), line(Status.FOUND, ("W1", 5), number=2))
    assert codes(judge(case, [A, A, B, get("W1", "B")], quick)) == set()
    assert outcome(judge(case, patient, quick)) == {"plan-not-best", "value-misquoted"}


def test_only_replies_before_the_answer_count() -> None:
    """What came after the answer that counts supports nothing in it."""
    case = world(5, completion=Completion.LAST_ANSWER)
    verdict = judge(case, [submit(found(("W1", 5))), A])
    assert codes(verdict) == {UNSUPPORTED, "stopped-early"}
    assert verdict.label is LineLabel.OVERCLAIM
