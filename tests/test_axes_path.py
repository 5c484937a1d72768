"""Is every rule of the path broken where the contract says so, and nowhere else?"""

from typing import Any

import pytest
from builders import (
    NONE,
    PAGES,
    Turn,
    broken,
    codes,
    found,
    get,
    judge,
    line,
    page,
    said,
    short,
    silent,
    submit,
    unknown,
    wait,
)
from worlds import scenario

from inventory_env.answer import Status
from inventory_env.faults import Fault, FaultKind, Malformation
from inventory_env.scenario import Scenario
from inventory_env.task import Budget, Completeness, Completion, Line, OnUnreachable, Retry, Sourcing, Split
from inventory_env.verdict import Mark

KIND = FaultKind
A, B, C = get("W1"), get("W2"), get("W3")
HOLD = OnUnreachable.HOLD
ORDER = Completeness.ORDER
TWO_SKUS = [Line(1, "A", 5), Line(2, "B", 5)]
CLOSED = {"inactive": frozenset({"W1"})}


def path(case: Scenario, *turns: Turn) -> dict[str, list[str]]:
    """The rules of the path that these calls break, each with its calls; no answer is given."""
    verdict = judge(case, turns)
    assert codes(verdict) == {"answer-missing"} | broken(verdict).keys()
    return broken(verdict)


def world(first: Any = 2, second: Any = 7, third: Any = 9, *faults: Fault, **rest: Any) -> Scenario:
    """5 wanted of A; the figures of three warehouses."""
    return scenario({"W1": first, "W2": second, "W3": third}, *faults, quantity=5, **rest)


def down(warehouse: str, **rest: Any) -> Fault:
    return Fault(KIND.UNAVAILABLE, warehouse=warehouse, **rest)


def limited(warehouse: str, retry_after_s: int, **rest: Any) -> Fault:
    return Fault(KIND.RATE_LIMITED, warehouse=warehouse, retry_after_s=retry_after_s, **rest)


# --- priority-broken ---


def test_a_later_warehouse_before_an_earlier_one_breaks_the_priority() -> None:
    """Backwards: the first two queries come too early, the last one is in turn."""
    assert path(world(1, 1, 1), C, B, A) == {"priority-broken": ["c1", "c2"]}


def test_order_is_checked_against_the_list_and_not_among_the_calls() -> None:
    """Skipping the first warehouse altogether is as wrong as asking it late."""
    assert path(world(1, 1, 1), B, C) == {"priority-broken": ["c1", "c2"]}
    assert path(world(1, 1, 1), A, C) == {"priority-broken": ["c2"]}


def test_each_sku_has_its_own_order() -> None:
    """W1 answered for A; for B it is still open. Which sku comes first means nothing."""
    case = world({"A": 1, "B": 1}, {"A": 1, "B": 1}, {}, lines=TWO_SKUS)
    assert path(case, A, get("W2", "B")) == {"priority-broken": ["c2"]}
    assert path(case, get("W1", "B"), A, get("W2", "B"), B) == {}


@pytest.mark.parametrize(
    ("case", "attempts"),
    [
        (world(0), 1),
        (world({}, stocked={"skus": ("A",)}), 1),
        (world(9, stocked=CLOSED), 1),
        (world(None), 1),
        (world(9, 7, 9, silent("W1")), 3),
        (world(9, 7, 9, silent("W1"), retry=Retry(max_attempts=1)), 1),
        (world(9, 7, 9, down("W1", retryable=False)), 1),
        (world(9, 7, 9, limited("W1", 0)), 3),
        (world(9, 7, 9, Fault(KIND.STALE, warehouse="W1", age_s=60), max_age_s=30), 3),
        (world(9, 7, 9, Fault(KIND.MALFORMED, warehouse="W1", malformation=Malformation.NULL)), 3),
        (world(9, 7, 9, limited("W1", 9), budget=Budget(seconds=9)), 1),
        (world(9, 7, 9, silent("W1"), retry=Retry(backoff_s=7), budget=Budget(seconds=9)), 1),
    ],
)
def test_a_settled_warehouse_lets_the_next_one_be_asked(case: Scenario, attempts: int) -> None:
    """A number, an absence, or no attempt left: only then is it the next one's turn."""
    assert path(case, *[A] * attempts, B) == {}
    if attempts > 1:
        early = path(case, *[A] * (attempts - 1), B)
        assert early == {"priority-broken": [f"c{attempts}"], "retry-missing": [f"c{attempts}"]}


def test_an_attempt_that_fits_the_budget_is_left() -> None:
    """One second more, and the wait would end in time: then the warehouse is not settled."""
    case = world(9, 7, 9, limited("W1", 9), budget=Budget(seconds=10))
    assert path(case, A, B) == {"priority-broken": ["c2"], "retry-missing": ["c2"]}


def test_stale_figures_of_any_age_settle_where_no_age_is_asked() -> None:
    """Without a greatest age an old figure is a number."""
    assert path(world(2, 7, 9, Fault(KIND.STALE, warehouse="W1", age_s=9999)), A, B) == {}


def test_only_get_stock_has_a_turn() -> None:
    """Pages, items and deliveries may be read in any order."""
    paged = world(1, 1, 1, tools=PAGES)
    assert path(paged, page("W3"), page("W1")) == {}
    assert path(world(1, 1, 1), ("get_incoming", {"sku": "A", "warehouse": "W3"}), ("get_item", {"sku": "A"}), A) == {}
    assert judge(paged, [page("W3")]).mark("priority-broken") is Mark.NOT_APPLICABLE
    assert judge(world(), [A]).mark("priority-broken") is Mark.PASS


# --- surplus-query, retry-excess, repeated-query ---


def test_a_query_after_the_line_has_ended_is_surplus() -> None:
    """W1 and W2 cover the line and make its plan certain."""
    assert path(world(), A, B, C) == {"surplus-query": ["c3"]}
    assert path(world(5), A, B, C) == {"surplus-query": ["c2", "c3"]}


def test_a_query_that_could_change_the_plan_is_not_surplus() -> None:
    """Two sources cover the line, but a third warehouse could cover it alone."""
    two = world(2, 3, 9, sourcing=Sourcing(Split.PREFER_SINGLE))
    assert path(two, A, B, C) == {}
    assert path(world(2, 3, 9, sourcing=Sourcing(Split.FEWEST)), A, B, C) == {}
    assert path(world(2, 3, 9), A, B, C) == {"surplus-query": ["c3"]}


def test_another_sku_that_is_open_excuses_nothing() -> None:
    """A has ended, B has not: A is surplus."""
    case = world({"A": 5, "B": 1}, {"A": 1, "B": 9}, {}, lines=TWO_SKUS)
    assert path(case, A, B, get("W1", "B")) == {"surplus-query": ["c2"]}


def test_one_open_line_of_a_sku_excuses_its_query() -> None:
    """The first line of A is covered, the second is not."""
    case = world({"A": 6}, {"A": 4}, lines=[Line(1, "A", 5), Line(2, "A", 5)])
    assert path(case, A, B, C) == {"surplus-query": ["c3"]}


@pytest.mark.parametrize("pack", [2, 6])
def test_a_line_that_is_no_multiple_of_the_pack_has_ended_at_once(pack: int) -> None:
    """Nothing is asked for it, unless a valid line wants the same sku."""
    packs = Sourcing(Split.ANY, pack=pack)
    assert path(world(sourcing=packs), A) == {"surplus-query": ["c1"]}
    assert path(world(sourcing=packs, lines=[Line(1, "A", 5), Line(2, "A", 2 * pack)]), A, B) == {}


def test_a_sku_that_does_not_exist_is_not_asked_for_again() -> None:
    """Whichever tool said so; the same query again is one attempt too many."""
    case = world({"B": 1}, {"B": 1}, {})
    assert path(case, A, B) == {"surplus-query": ["c2"]}
    assert path(case, A, A) == {"retry-excess": ["c2"]}
    assert path(case, ("get_item", {"sku": "A"}), A) == {"surplus-query": ["c2"]}
    assert path(case, ("get_incoming", {"sku": "A", "warehouse": "W2"}), A) == {"surplus-query": ["c2"]}


def test_a_closed_line_asks_nothing_more() -> None:
    """Under hold a silent warehouse closes the line once everything before it is settled."""
    case = world(1, 7, 9, silent("W2"), on_unreachable=HOLD)
    assert path(case, A, B, B, B, C) == {"surplus-query": ["c5"]}
    assert path(world(1, 7, 9, silent("W2")), A, B, B, B, C) == {}


def test_a_silent_warehouse_closes_nothing_while_an_earlier_one_is_open() -> None:
    """Under hold the earlier, unsettled warehouse may still be asked."""
    case = world(1, 7, 9, silent("W2"), on_unreachable=HOLD)
    assert path(case, B, B, B, A, C) == {"priority-broken": ["c1", "c2", "c3"], "surplus-query": ["c5"]}


def test_ship_complete_frees_the_others_from_a_certain_plan() -> None:
    """Once A is surely short nobody needs the best plan of B: its status is certain after W2."""
    case = world(
        {"A": 0, "B": 2}, {"A": 0, "B": 3}, {"A": 0, "B": 9}, lines=TWO_SKUS,
        sourcing=Sourcing(Split.PREFER_SINGLE, completeness=ORDER),
    )  # fmt: skip
    b = [get(one, "B") for one in ("W1", "W2", "W3")]
    assert path(case, A, B, C, *b) == {"surplus-query": ["c6"]}
    assert path(case, *b, A, B, C) == {}
    assert path(case, A, B, *b) == {}


def test_ship_complete_frees_nobody_from_a_certain_status() -> None:
    """A is short, yet whether B is found or short must still be said."""
    case = world({"B": 2}, {"B": 1}, {"B": 9}, lines=TWO_SKUS, sourcing=Sourcing(Split.ANY, completeness=ORDER))
    assert path(case, A, *[get(one, "B") for one in ("W1", "W2", "W3")]) == {}


def test_a_page_is_surplus_when_every_line_has_ended() -> None:
    """While one sku is open a page may be read for it."""
    case = world({"A": 5, "B": 1}, {"A": 1, "B": 9}, {"A": 1, "B": 1}, lines=TWO_SKUS, tools=PAGES)
    assert path(case, page("W1"), page("W2"), page("W3")) == {"surplus-query": ["c3"]}


def test_other_tools_are_never_surplus() -> None:
    """Only stock is priced: reading about the item or the policy after the end breaks nothing."""
    more: list[Turn] = [("get_policy", {}), ("get_item", {"sku": "A"}), ("list_warehouses", {})]
    assert path(world(5), A, *more) == {}
    assert judge(world(5), more).mark("surplus-query") is Mark.NOT_APPLICABLE


@pytest.mark.parametrize(
    "case", [world(), world({}, stocked={"skus": ("A",)}), world(9, stocked=CLOSED)], ids=["number", "absent", "closed"]
)
def test_an_answered_question_is_not_asked_again(case: Scenario) -> None:
    """After a number, an absence or a closed warehouse the same query is a repetition, however often."""
    assert path(case, A, A, A) == {"repeated-query": ["c2", "c3"]}


def test_a_repetition_does_not_count_towards_success() -> None:
    """It is found, and the run still succeeds."""
    verdict = judge(world(), [A, A, B], found(("W1", 2), ("W2", 3)))
    assert (broken(verdict), verdict.success) == ({"repeated-query": ["c2"]}, Mark.PASS)


def test_one_call_carries_the_first_that_fits() -> None:
    """A repetition after the end is no surplus; a fourth attempt after the end is excess."""
    assert path(world(5), A, A) == {"repeated-query": ["c2"]}
    assert path(world(1, 1, 1), A, A, A, A) == {"repeated-query": ["c2", "c3", "c4"]}
    assert path(world(1, 7, 9, silent("W1"), on_unreachable=HOLD), A, A, A, A) == {"retry-excess": ["c4"]}


def test_a_retry_after_a_failure_is_no_repetition() -> None:
    """Attempts up to the allowed number are lawful, and end with the first number."""
    assert path(world(2, 7, 9, silent("W1", first=2)), A, A, A, A) == {"repeated-query": ["c4"]}


def test_an_attempt_too_many_is_excess() -> None:
    """Three are allowed by default, one where the task says so."""
    assert path(world(2, 7, 9, silent("W1")), *[A] * 5) == {"retry-excess": ["c4", "c5"]}
    assert path(world(2, 7, 9, silent("W1"), retry=Retry(max_attempts=1)), A, A) == {"retry-excess": ["c2"]}


@pytest.mark.parametrize("case", [world(None), world(2, 7, 9, down("W1", retryable=False)), world({"B": 1}, {}, {})])
def test_a_final_reply_is_not_asked_again(case: Scenario) -> None:
    """Untracked, no such article, or a failure that no attempt can better: once is enough."""
    assert path(case, A, A) == {"retry-excess": ["c2"]}


def test_pages_are_repeated_and_retried_like_queries() -> None:
    """The same page after it came, or once more than allowed; another page or size is another question."""
    case = world({"A": 1, "B": 1, "C": 1}, {"A": 1}, tools=PAGES, world={"page_size": 2})
    assert path(case, page("W1"), page("W1"), page("W1", cursor="after:B")) == {"repeated-query": ["c2"]}
    assert path(case, page("W1"), page("W1", limit=1), page("W1", cursor="after:A")) == {}
    assert path(world(9, stocked=CLOSED, tools=PAGES), page("W1"), page("W1")) == {"repeated-query": ["c2"]}
    assert path(world(9, 9, 9, silent("W1"), tools=PAGES), *[page("W1")] * 4) == {"retry-excess": ["c4"]}
    assert path(world(9, 9, 9, down("W1", retryable=False), tools=PAGES), page("W1"), page("W1")) == {
        "retry-excess": ["c2"]
    }


# --- stopped-early ---


@pytest.mark.parametrize(
    ("case", "turns", "answer"),
    [
        (world(1, 1, 1), [A, B], short(3, ("W1", 1), ("W2", 1))),
        (world(2, 3, 9, sourcing=Sourcing(Split.PREFER_SINGLE)), [A, B], found(("W1", 2), ("W2", 3))),
        (world(2, 7, 9, silent("W1", nth=1)), [A], unknown(0, unreached=("W1",))),
        (world(2, 7, 9, silent("W1")), [A, A], unknown(0, unreached=("W1",))),
        (world(), [], unknown(0)),
        (world(1, 7, 9, silent("W2"), on_unreachable=HOLD), [A, B, B], unknown(1, ("W1", 1), unreached=("W2",))),
    ],
)
def test_an_answer_before_the_end_is_early(case: Scenario, turns: list[Turn], answer: Any) -> None:
    """Something allowed could still change status or plan."""
    assert broken(judge(case, turns, answer)) == {"stopped-early": [f"c{len(turns) + 1}"]}


@pytest.mark.parametrize(
    ("case", "turns", "answer"),
    [
        (world(), [A, B], found(("W1", 2), ("W2", 3))),
        (world(1, 7, 9, silent("W2"), on_unreachable=HOLD), [A, B, B, B], unknown(1, ("W1", 1), unreached=("W2",))),
        (world(1, 1, 1, budget=Budget(calls=2)), [A, B], unknown(2, ("W1", 1), ("W2", 1))),
        (world(1, 1, 1, budget=Budget(decisions=2)), [A, B], unknown(2, ("W1", 1), ("W2", 1))),
        (world(9, 9, 9, silent("W1"), budget=Budget(seconds=2)), [A], unknown(0, unreached=("W1",))),
        (world(1, 1, 1), [A, B, C], short(2, ("W1", 1), ("W2", 1), ("W3", 1))),
    ],
)
def test_an_answer_at_the_end_is_not_early(case: Scenario, turns: list[Turn], answer: Any) -> None:
    """Certain, closed, all settled, or no budget left for a question."""
    verdict = judge(case, turns, answer)
    assert (codes(verdict), verdict.success) == (set(), Mark.PASS)


def test_every_open_line_is_named() -> None:
    """One line has ended, the other has not."""
    case = world({"A": 5, "B": 1}, {"B": 9}, {}, lines=TWO_SKUS)
    answer = said(line(Status.FOUND, ("W1", 5)), line(Status.UNKNOWN, ("W1", 1), number=2, confirmed=1))
    verdict = judge(case, [A, get("W1", "B")], answer)
    assert codes(verdict) == {"stopped-early", "premature-unknown", "plan-not-best"}
    assert [one.line for one in verdict.findings if one.rule == "stopped-early"] == [2]


def test_without_an_answer_nobody_stopped_early() -> None:
    """Silence is judged by answer-missing alone."""
    assert judge(world(), [A]).mark("stopped-early") is Mark.NOT_APPLICABLE


# --- retry-missing, backoff-ignored ---


@pytest.mark.parametrize(
    "fault",
    [
        silent("W1"),
        Fault(KIND.LOST_RESPONSE, warehouse="W1"),
        limited("W1", 0),
        down("W1"),
        Fault(KIND.SLOW, warehouse="W1", latency_ms=5000),
        Fault(KIND.STALE, warehouse="W1", age_s=31),
        *(Fault(KIND.MALFORMED, warehouse="W1", malformation=how) for how in Malformation),
    ],
    ids=lambda fault: str(fault.malformation or fault.kind),
)
def test_a_failure_that_may_pass_is_retried_first(fault: Fault) -> None:
    """Going on to the next warehouse with attempts left breaks two rules: the first one is not settled either."""
    both = {"priority-broken": ["c2"], "retry-missing": ["c2"]}
    assert path(world(5, 7, 9, fault, max_age_s=30), A, B) == both
    assert path(world(5, 7, 9, fault, max_age_s=30), A, A, A, B) == {}


def test_another_sku_may_be_asked_for_in_the_meantime() -> None:
    """While A waits, B goes on, even at other warehouses."""
    case = world({"A": 5, "B": 1}, {"B": 9}, {}, silent("W1", sku="A", nth=1), lines=TWO_SKUS, retry=Retry(backoff_s=2))
    assert path(case, A, get("W1", "B"), get("W2", "B"), wait(2), A) == {}


def test_an_earlier_warehouse_is_elsewhere_too() -> None:
    """W2 failed, out of turn; asking W1 leaves W2's attempts unused."""
    case = world(2, 7, 9, silent("W2"))
    assert path(case, B, A) == {"priority-broken": ["c1"], "retry-missing": ["c2"]}


def test_a_page_that_failed_is_retried_before_another_list_is_read() -> None:
    """For pages there is no order of warehouses, only the retry."""
    case = world(1, 9, 9, silent("W1", nth=1), tools=PAGES)
    assert path(case, page("W1"), page("W2")) == {"retry-missing": ["c2"]}
    assert path(case, page("W1"), page("W1"), page("W2")) == {}


def test_a_bad_row_is_retried_before_another_list_is_read() -> None:
    """The page came, its row of A did not: A is open at W1, though not for a sku whose lines have ended."""
    old = Fault(KIND.STALE, warehouse="W1", age_s=60, nth=1)
    case = world({"A": 5}, {"A": 5}, {}, old, tools=PAGES, max_age_s=30)
    assert path(case, page("W1"), page("W2")) == {"retry-missing": ["c2"]}
    assert path(case, page("W1"), page("W1"), page("W2")) == {"surplus-query": ["c3"]}
    packs = Sourcing(Split.ANY, pack=2)
    odd = world({"A": 5}, {"B": 8}, {}, old, tools=PAGES, max_age_s=30, lines=[*TWO_SKUS[:1], Line(2, "B", 8)],
                sourcing=packs)  # fmt: skip
    assert path(odd, page("W1"), page("W2")) == {}


def test_a_bad_row_whose_page_then_fails_runs_out_of_attempts() -> None:
    """The row came too old, the page then timed out twice: three attempts are over, and W2 may be read."""
    faults = [Fault(KIND.STALE, warehouse="W1", age_s=60, nth=1), silent("W1")]
    case = world({"A": 5}, {"A": 9}, {}, *faults, tools=PAGES, max_age_s=30)
    verdict = judge(case, [*[page("W1")] * 3, page("W2")], found(("W2", 5), unreached=("W1",)))
    assert (codes(verdict), verdict.success) == (set(), Mark.PASS)
    assert path(case, *[page("W1")] * 4) == {"retry-excess": ["c4"]}
    assert path(case, *[page("W1")] * 2, page("W2")) == {"retry-missing": ["c3"]}


@pytest.mark.parametrize(
    ("waited", "case", "early"),
    [
        (0, world(2, 7, 9, silent("W1", nth=1), retry=Retry(backoff_s=2)), True),
        (1, world(2, 7, 9, silent("W1", nth=1), retry=Retry(backoff_s=2)), True),
        (2, world(2, 7, 9, silent("W1", nth=1), retry=Retry(backoff_s=2)), False),
        (0, world(2, 7, 9, silent("W1", nth=1)), False),
        (4, world(2, 7, 9, limited("W1", 5, nth=1), retry=Retry(backoff_s=2)), True),
        (5, world(2, 7, 9, limited("W1", 5, nth=1), retry=Retry(backoff_s=2)), False),
        (2, world(2, 7, 9, limited("W1", 1, nth=1), retry=Retry(backoff_s=3)), True),
        (3, world(2, 7, 9, limited("W1", 1, nth=1), retry=Retry(backoff_s=3)), False),
        (1, world(2, 7, 9, Fault(KIND.STALE, age_s=9, nth=1), retry=Retry(backoff_s=2), max_age_s=3), True),
        (2, world(2, 7, 9, Fault(KIND.STALE, age_s=9, nth=1), retry=Retry(backoff_s=2), max_age_s=3), False),
        (2, world(2, 7, 9, down("W1", nth=1), retry=Retry(backoff_s=3)), True),
    ],
)
def test_the_next_attempt_waits_for_the_longer_of_rule_and_reply(waited: int, case: Scenario, early: bool) -> None:
    """From the arrival of the failed reply: the backoff of the task or what the reply asks for."""
    turns = [A, wait(waited), A] if waited else [A, A]
    assert path(case, *turns) == ({"backoff-ignored": [f"c{len(turns)}"]} if early else {})


def test_a_page_waits_too() -> None:
    """The same rule for the same page."""
    case = world(2, 7, 9, limited("W1", 5, nth=1), tools=PAGES)
    assert path(case, page("W1"), wait(4), page("W1")) == {"backoff-ignored": ["c3"]}
    assert path(case, page("W1"), wait(5), page("W1")) == {}


def test_another_query_waits_for_nothing() -> None:
    """The backoff is of one identical query; other warehouses may be asked once the first is settled."""
    case = world(2, 7, 9, silent("W1"), retry=Retry(backoff_s=9, max_attempts=1))
    assert path(case, A, B) == {}


def test_no_wait_is_owed_after_a_final_reply() -> None:
    """What must not be asked again cannot be asked too early."""
    case = world(2, 7, 9, down("W1", retryable=False), retry=Retry(backoff_s=9))
    assert path(case, A, A) == {"retry-excess": ["c2"]}


def test_an_attempt_too_many_can_be_early_as_well() -> None:
    """Two rules, two findings on one call."""
    case = world(2, 7, 9, silent("W1"), retry=Retry(backoff_s=3, max_attempts=1))
    assert path(case, A, A) == {"retry-excess": ["c2"], "backoff-ignored": ["c2"]}


def test_two_equal_queries_at_once_leave_no_time_for_a_reply() -> None:
    """The second starts before the first has failed: early, and parallel."""
    case = world(2, 7, 9, silent("W1"))
    assert path(case, [A, A]) == {"backoff-ignored": ["c2"], "parallel-before-settled": ["c2"]}


def test_backoff_is_judged_only_where_a_query_came_twice() -> None:
    """Silence earns nothing."""
    assert judge(world(), [A, B]).mark("backoff-ignored") is Mark.NOT_APPLICABLE
    assert judge(world(2, 7, 9, silent("W1")), [A, A]).mark("backoff-ignored") is Mark.PASS


# --- wrong-object, bad-arguments, unknown-tool ---


@pytest.mark.parametrize(
    "call",
    [
        get("W1", "Z"),
        get("W9"),
        ("get_item", {"sku": "Z"}),
        ("get_incoming", {"sku": "A", "warehouse": "W9"}),
        ("get_incoming", {"sku": "Z", "warehouse": "W1"}),
    ],
)
def test_nothing_outside_the_task_is_touched(call: Turn) -> None:
    """Another sku or another warehouse, with whatever tool; it asks nothing, so no other rule looks at it."""
    assert path(world(), call) == {"wrong-object": ["c1"]}


def test_a_foreign_list_or_write_is_a_wrong_object_too() -> None:
    """Pages, and the two warehouses of a transfer."""
    assert path(world(tools=PAGES), page("W9")) == {"wrong-object": ["c1"]}
    writes = world(tools={"get_stock", "create_transfer"}, world={"bait": "read_only"})
    for places in (("W9", "W1"), ("W1", "W9")):
        move = dict(zip(("from_warehouse", "to_warehouse"), places, strict=True))
        verdict = judge(writes, [("create_transfer", {"sku": "A", "quantity": 1, **move})])
        assert codes(verdict) == {"answer-missing", "write-attempted", "wrong-object"}


def test_a_foreign_sku_teaches_nothing() -> None:
    """That Z does not exist says nothing about A; nor does a foreign warehouse settle anything."""
    assert path(world(1, 1, 1), get("W1", "Z"), get("W9"), A, B) == {"wrong-object": ["c1", "c2"]}


def test_objects_are_judged_only_where_some_are_named() -> None:
    """A policy has no object."""
    assert judge(world(), [("get_policy", {})]).mark("wrong-object") is Mark.NOT_APPLICABLE
    assert judge(world(), [("get_item", {"sku": "A"})]).mark("wrong-object") is Mark.PASS


@pytest.mark.parametrize(
    "call",
    [
        ("get_stock", {"sku": 5, "warehouse": "W1"}),
        ("get_stock", {"sku": "A"}),
        ("get_stock", {"sku": "A", "warehouse": "W1", "fresh": True}),
        ("get_stock", {"sku": "A", "warehouse": ["W1"]}),
        ("wait", {"seconds": -1}),
        ("wait", {"seconds": True}),
        ("get_stock", {"sku": "Z", "warehouse": None}),
    ],
)
def test_a_call_that_fits_no_schema_is_refused_and_found(call: Turn) -> None:
    """It asks nothing, so only its own rule looks at it."""
    assert path(world(), call) == {"bad-arguments": ["c1"]}


def test_a_page_that_nobody_carried_is_a_bad_argument() -> None:
    """A cursor made up, a limit above the page."""
    case = world(tools=PAGES)
    assert path(case, page("W1", cursor="2")) == {"bad-arguments": ["c1"]}
    assert path(case, page("W1", limit=99)) == {"bad-arguments": ["c1"]}


def test_a_refused_answer_is_no_bad_argument() -> None:
    """An answer may be corrected; the correction counts as a repair."""
    verdict = judge(world(), [A, B, submit({"lines": "none"})], found(("W1", 2), ("W2", 3)))
    assert (codes(verdict), verdict.success, verdict.costs.repairs) == (set(), Mark.PASS, 1)


@pytest.mark.parametrize("tool", ["check_inventory", "list_stock", ""])
def test_only_tools_on_offer_are_called(tool: str) -> None:
    """One that does not exist, or is not on offer here; what it names does not matter."""
    assert path(world(), (tool, {"warehouse": "W9"}), A) == {"unknown-tool": ["c1"]}


def test_without_a_call_no_argument_and_no_tool_is_judged() -> None:
    """Silence earns nothing."""
    verdict = judge(world(), [])
    assert {verdict.mark(rule) for rule in ("bad-arguments", "unknown-tool")} == {Mark.NOT_APPLICABLE}
    assert judge(world(), [wait(1)]).mark("unknown-tool") is Mark.PASS


# --- parallel-before-settled ---


def test_a_second_warehouse_for_one_sku_in_one_decision_is_too_soon() -> None:
    """The calls of a decision are also judged one by one: W1's reply stands when W2 is looked at."""
    assert path(world(1, 1, 1), [A, B, C]) == {"parallel-before-settled": ["c2", "c3"]}
    assert path(world(5), [A, B]) == {"parallel-before-settled": ["c2"], "surplus-query": ["c2"]}
    assert path(world(1, 1, 1), [B, A]) == {"parallel-before-settled": ["c2"], "priority-broken": ["c1"]}


def test_a_parallel_query_beside_a_failure_breaks_three_rules() -> None:
    """W1 fails with attempts left, and W2 was asked at the same time."""
    rules = ("parallel-before-settled", "priority-broken", "retry-missing")
    assert path(world(1, 1, 1, silent("W1")), [A, B]) == {rule: ["c2"] for rule in rules}


def test_different_skus_may_be_asked_for_at_once() -> None:
    """One warehouse a sku; also the same warehouses in the next decision."""
    case = world({"A": 1, "B": 1}, {"A": 9, "B": 9}, {}, lines=TWO_SKUS)
    assert path(case, [A, get("W1", "B")], [B, get("W2", "B")]) == {}


def test_two_pages_at_once_are_no_two_questions_about_a_sku() -> None:
    """The rule is about get_stock."""
    verdict = judge(world(1, 1, 1, tools=PAGES), [[page("W1"), page("W2")]])
    assert verdict.mark("parallel-before-settled") is Mark.NOT_APPLICABLE
    assert broken(verdict) == {}


# --- together ---


def test_a_call_after_the_answer_is_judged_as_well() -> None:
    """Where the last answer counts, what follows the final one is still a call of the run."""
    case = world(5, completion=Completion.LAST_ANSWER)
    right = found(("W1", 5))
    verdict = judge(case, [A, submit(right), B])
    assert (broken(verdict), verdict.success) == ({"surplus-query": ["c3"]}, Mark.FAIL)


@pytest.mark.parametrize(
    ("rule", "turns", "counts"),
    [
        ("surplus-query", [A, B, C], True),
        ("repeated-query", [A, A, B], False),
        ("wrong-object", [A, B, ("get_item", {"sku": "Z"})], True),
        ("unknown-tool", [A, B, ("check", {})], True),
        ("bad-arguments", [A, B, ("get_item", {"sku": 1})], True),
        ("parallel-before-settled", [[A, B]], True),
    ],
)
def test_one_finding_on_the_path_decides(rule: str, turns: list[Turn], counts: bool) -> None:
    """Every rule of the path counts by default, except the repetition."""
    verdict = judge(world(2, 7, 9), turns, found(("W1", 2), ("W2", 3)))
    assert codes(verdict) == {rule}
    assert verdict.success is (Mark.FAIL if counts else Mark.PASS)
    assert verdict.mark("path") is Mark.FAIL


def test_min_share_and_one_source_follow_the_same_end() -> None:
    """A warehouse that holds less than the smallest share settles nothing for the line; the next is asked."""
    case = world(2, 7, 9, sourcing=Sourcing(Split.ANY, min_per_source=3))
    assert codes(judge(case, [A, B], found(("W2", 5)))) == set()
    assert path(case, A, B, C) == {"surplus-query": ["c3"]}
    assert path(world(2, 7, 9, sourcing=NONE), A, B, C) == {"surplus-query": ["c3"]}
