"""Is every call counted, and is each kind of waste told apart?"""

import pytest
from builders import Turn, f0, found, get, judge, run, silent, submit, unknown, wait
from worlds import scenario

from graders import grade
from inventory_env.episode import Desk, play
from inventory_env.scenario import Scenario
from inventory_env.task import Budget, Completion, Line, Task
from inventory_env.verdict import Costs

A, B, C = get("W1"), get("W2"), get("W3")
CASE = scenario({"W1": 2, "W2": 2, "W3": 9}, quantity=5)


def cost(*turns: Turn, case: Scenario = CASE) -> Costs:
    return judge(case, turns).costs


def test_every_call_counts_except_waiting_and_submitting() -> None:
    """Refused ones too; a decision counts once, and only with a call that costs."""
    spent = cost(A, wait(3), [B, C], ("check", {}), ("get_stock", {}))
    assert (spent.calls, spent.decisions) == (5, 4)
    # 50 ms a call, one reply time for the parallel decision, 3 s of waiting.
    assert spent.virtual_ms == 3000 + 4 * 50
    assert cost() == Costs(0, 0, 0, 0, 0, 0, 0)


def test_tokens_are_added_up() -> None:
    """Read and written, as the agent says."""

    def talker(task: Task, desk: Desk) -> None:
        desk.report_tokens(100, 200)
        desk.report_tokens(50, 0)

    assert grade(CASE, play(talker, CASE)).costs.tokens == 350


def test_a_retry_is_an_attempt_after_the_first() -> None:
    """Of an identical query: lawful or not."""
    assert cost(A, A, B, A).retries == 2
    assert cost(A, get("W1", "B"), ("get_item", {"sku": "A"})).retries == 0
    assert cost(wait(1), wait(1)).retries == 0
    limited = scenario({"W1": 2}, quantity=5, budget=Budget(calls=1))
    assert cost(A, A, case=limited).retries == 0


def test_a_backtrack_goes_back_in_the_list() -> None:
    """A query to a warehouse before the latest one asked for that sku."""
    assert cost(A, B, C).backtracks == 0
    assert cost(B, A, C).backtracks == 1
    assert cost(C, B, A).backtracks == 2
    assert cost(C, A, B).backtracks == 1
    assert cost(B, B, get("W9"), A, A).backtracks == 1
    two = scenario({"W1": {"A": 1, "B": 1}, "W2": {}}, lines=[Line(1, "A", 2), Line(2, "B", 2)])
    assert cost(A, B, get("W1", "B"), case=two).backtracks == 0
    assert cost(("get_stock", {"sku": ["A"], "warehouse": "W1"}), ("get_stock", {"sku": "A"})).backtracks == 0


def test_a_changed_answer_is_a_backtrack() -> None:
    """The same answer again is none; a refused one is no answer."""
    last = f0(completion=Completion.LAST_ANSWER)
    one, other = found(("WH-2", 5)), unknown(0)
    for answers, count in (((one, one), 0), ((one, other), 1), ((one, other, one), 2), ((one, {}, one), 0)):
        trace = run(last, [submit(answer) for answer in answers])
        assert grade(last, trace).costs.backtracks == count


@pytest.mark.parametrize(
    ("turns", "count"),
    [
        ([("get_stock", {"sku": "A"}), A], 1),
        ([("get_stock", {}), ("get_stock", {"sku": 1}), A], 2),
        ([A, ("get_stock", {"sku": "A"})], 0),
        ([("get_item", {}), A], 0),
        ([("check", {}), ("check", {}), A], 0),
        ([("get_stock", {}), ("get_stock", {})], 0),
        ([A, A, B], 0),
        ([submit({"lines": 1}), submit({"lines": []})], 1),
        ([submit({"lines": 1}), submit({"lines": 2}), submit({"lines": []})], 2),
        ([submit({"lines": []}), submit({"lines": 1})], 0),
        ([submit({"lines": 1})], 0),
    ],
)
def test_a_repair_corrects_a_refusal(turns: list[Turn], count: int) -> None:
    """A refused call or answer that was followed by one of the same tool that was taken."""
    case = scenario({"W1": 2, "W2": 2, "W3": 9}, quantity=5, completion=Completion.LAST_ANSWER)
    assert cost(*turns, case=case).repairs == count


def test_a_failed_call_is_not_refused() -> None:
    """A timeout is nobody's slip: its retry is no repair."""
    spent = cost(A, A, case=scenario({"W1": 5}, silent("W1", nth=1), quantity=5))
    assert (spent.retries, spent.repairs) == (1, 0)
