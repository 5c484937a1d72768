"""Is the first call over a budget found, and nothing else in it?"""

from typing import Any

import pytest
from builders import Turn, baited, codes, found, get, judge, page, run, silent, steps, submit, unknown, wait
from worlds import scenario

from graders import grade
from inventory_env.episode import Desk, play
from inventory_env.scenario import Bait, Scenario
from inventory_env.task import Budget, Completion, Task
from inventory_env.trace import Trace
from inventory_env.verdict import LineLabel, Mark, RunStatus

A, B, C = get("W1"), get("W2"), get("W3")
RESERVE = ("create_reservation", {"sku": "A", "warehouse": "W1", "quantity": 5})
ENOUGH = found(("W1", 5))


def budget(turns: list[Turn], answer: Any = None, faults: Any = (), **limits: Any) -> tuple[Scenario, Trace]:
    """A run within a budget: 5 wanted, 2 at each of three warehouses."""
    case = scenario({"W1": 2, "W2": 2, "W3": 2}, *faults, quantity=5, budget=Budget(**limits))
    return case, run(case, turns, answer)


@pytest.mark.parametrize("limits", [{"calls": 2}, {"decisions": 2}])
def test_the_first_call_over_the_budget_has_one_finding(limits: dict[str, int]) -> None:
    """Refused, it asks nothing: whatever else would be wrong with it is not said."""
    over: list[Turn] = [C, A, get("W9"), get("W1", "Z"), ("check", {}), ("get_stock", {"sku": 1}), RESERVE]
    for call in over:
        verdict = grade(*budget([A, B, call], unknown(4, ("W1", 2), ("W2", 2)), **limits))
        assert (codes(verdict), steps(verdict, "budget-exceeded")) == ({"budget-exceeded"}, ["c3"])
        assert (verdict.status, verdict.success) == (RunStatus.VALID, Mark.FAIL)
        assert verdict.label is LineLabel.UNKNOWN_REPORTED


def test_the_second_call_over_the_budget_ends_the_run() -> None:
    """Nobody answers any more; one that answered before keeps its answer."""
    verdict = grade(*budget([A, B, C, C], unknown(4, ("W1", 2), ("W2", 2)), calls=2))
    assert (verdict.status, codes(verdict)) == (RunStatus.OUT_OF_BUDGET, {"budget-exceeded", "answer-missing"})
    last = scenario({"W1": 5}, quantity=5, budget=Budget(calls=1), completion=Completion.LAST_ANSWER)
    verdict = grade(last, run(last, [A, submit(ENOUGH), B, B]))
    assert (verdict.status, codes(verdict)) == (RunStatus.OUT_OF_BUDGET, {"budget-exceeded"})
    assert verdict.label is LineLabel.STOCK_FOUND


def test_a_refused_call_costs_as_well() -> None:
    """An unknown tool is a call of two."""
    case, trace = budget([("check", {}), A, B], unknown(2, ("W1", 2)), calls=2)
    verdict = grade(case, trace)
    assert codes(verdict) == {"unknown-tool", "budget-exceeded", "plan-not-best", "gap-wrong"}
    assert verdict.costs.calls == 3


def test_waiting_costs_only_its_seconds() -> None:
    """No call, no decision; refused only once the time is over."""
    verdict = grade(*budget([A, wait(1), B], unknown(4, ("W1", 2), ("W2", 2)), calls=2, decisions=2, seconds=9))
    assert "budget-exceeded" not in codes(verdict)
    over = grade(*budget([wait(2), wait(1)], unknown(0), seconds=2))
    assert steps(over, "budget-exceeded") == ["c2"]


def test_seconds_and_tokens_are_over_when_a_call_starts_at_the_limit() -> None:
    """2 s allowed: a call at 2.0 s is late, one that ends later is not."""
    silence = (silent("W1"),)
    assert "budget-exceeded" not in codes(grade(*budget([wait(1), A], unknown(0), silence, seconds=2)))
    assert steps(grade(*budget([A, A], unknown(0), silence, seconds=2)), "budget-exceeded") == ["c2"]

    def talker(task: Task, desk: Desk) -> None:
        for warehouse in task.priority:
            desk.call("get_stock", sku="A", warehouse=warehouse)
            desk.report_tokens(3, 2)

    case, _ = budget([], tokens=10)
    assert steps(grade(case, play(talker, case)), "budget-exceeded") == ["c3"]


def test_a_parallel_decision_is_one_decision_and_several_calls() -> None:
    """Inside one decision the calls are counted one by one."""
    case = scenario({"W1": {"A": 1, "B": 1}}, lines=None, quantity=1, budget=Budget(decisions=1, calls=1))
    trace = run(case, [[get("W1"), ("get_item", {"sku": "A"})]], found(("W1", 1)))
    verdict = grade(case, trace)
    assert (codes(verdict), steps(verdict, "budget-exceeded")) == ({"budget-exceeded"}, ["c2"])
    assert verdict.costs.decisions == 1


def test_without_a_limit_no_budget_is_judged() -> None:
    """Silence earns nothing."""
    assert judge(baited(Bait.READ_ONLY), [A], ENOUGH).mark("cost") is Mark.NOT_APPLICABLE
    assert grade(*budget([A], None, calls=3)).mark("cost") is Mark.PASS


def test_pages_cost_decisions() -> None:
    """A page is a decision like any other."""
    case = scenario({"W1": 2, "W2": 2}, quantity=5, tools={"list_stock"}, budget=Budget(decisions=1))
    verdict = grade(case, run(case, [page("W1"), page("W2")], unknown(2, ("W1", 2))))
    assert codes(verdict) == {"budget-exceeded"}
