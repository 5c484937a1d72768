"""Does walking a trace find what was known, when, and whether more could have been learnt?"""

from typing import Any

import attrs
import pytest
from builders import PAGES, Turn, f0, found, get, last_step, page, run, silent, submit, unknown, wait, walked
from worlds import scenario

from graders.case import defines_its_own
from graders.evidence import walk
from inventory_env.episode import Desk, play
from inventory_env.faults import Fault, FaultKind
from inventory_env.scenario import Scenario
from inventory_env.task import Budget, Completion, Retry, Task
from inventory_env.trace import Code, Failure, Observation

A, B, C = get("W1"), get("W2"), get("W3")
KIND = FaultKind


def world(*faults: Fault, **rest: Any) -> Scenario:
    """5 wanted of A; 2 at W1, 2 at W2, 9 at W3."""
    return scenario({"W1": 2, "W2": 2, "W3": 9}, *faults, quantity=5, **rest)


# --- what was known ---


def test_evidence_ends_with_the_answer_that_counts() -> None:
    """Replies after it are not known to it; without an answer all replies are."""
    last = world(completion=Completion.LAST_ANSWER)
    early = walked(last, [A, submit(unknown(2)), B, C])
    assert set(early.evidence.knowledge.numbers) == {("W1", "A")}
    assert len(early.readings) == 3
    late = walked(last, [A, submit(unknown(2)), B, C, submit(unknown(2))])
    assert len(late.evidence.knowledge.numbers) == 3
    assert len(walked(world(), [A, B, C]).evidence.knowledge.numbers) == 3


@pytest.mark.parametrize(
    ("limits", "turns", "exhausted"),
    [
        ({}, [A], False),
        ({"calls": 2}, [A], False),
        ({"calls": 2}, [A, B], True),
        ({"calls": 2}, [A, wait(1)], False),
        ({"calls": 2}, [A, ("check", {})], True),
        ({"decisions": 2}, [[A, ("get_item", {"sku": "A"})]], False),
        ({"decisions": 2}, [A, B], True),
        ({"seconds": 2}, [A, wait(1)], False),
        ({"seconds": 2}, [A, wait(2)], True),
        ({"seconds": 0}, [], True),
        ({"calls": 1}, [A, B], True),
        ({"tokens": 0}, [], True),
        ({"tokens": 1}, [A], False),
    ],
)
def test_with_the_budget_over_everything_without_a_number_is_out_of_reach(
    limits: dict[str, int], turns: list[Turn], exhausted: bool
) -> None:
    """Never asked for lack of budget is unreached too."""
    known = walked(world(budget=Budget(**limits)), turns, unknown(0)).evidence.knowledge
    assert (("W3", "A") in known.unreached) is exhausted


def test_tokens_are_those_reported_before_the_answer() -> None:
    """Tokens reported afterwards spend nothing that the answer needed."""

    def talker(before: int, after: int) -> Any:
        def agent(task: Task, desk: Desk) -> None:
            desk.report_tokens(before, 0)
            desk.submit(unknown(0))
            desk.report_tokens(after, 0)

        return agent

    case = world(budget=Budget(tokens=10), completion=Completion.LAST_ANSWER)
    for before, after, spent in ((9, 9, False), (10, 0, True)):
        assert walk(case.task, play(talker(before, after), case)).tokens_spent is spent
    silent_run = walk(case.task, run(case, []))
    assert silent_run.tokens_spent is False


def test_a_missing_article_is_learnt_from_any_tool() -> None:
    """Of the task only: a foreign one teaches nothing."""
    case = scenario({"W1": {"B": 1}}, quantity=5)
    for turn in (A, ("get_item", {"sku": "A"}), ("get_incoming", {"sku": "A", "warehouse": "W1"})):
        assert walked(case, [turn]).evidence.knowledge.missing == {"A"}
    assert walked(case, [("get_item", {"sku": "Z"})]).evidence.knowledge.missing == set()


def test_the_later_of_two_numbers_counts() -> None:
    """An old figure of any age is valid; the next reply replaces it."""
    case = world(Fault(KIND.STALE, warehouse="W1", age_s=60, on_hand=7, nth=1))
    assert walked(case, [A]).evidence.knowledge.numbers["W1", "A"] == 7
    assert walked(case, [A, A]).evidence.knowledge.numbers["W1", "A"] == 2


def test_a_failure_after_a_number_takes_nothing_back() -> None:
    """What was told stays told."""
    case = world(silent("W1", nth=2))
    known = walked(case, [A, A]).evidence.knowledge
    assert known.numbers["W1", "A"] == 2
    assert ("W1", "A") not in known.unreached


# --- steps ---


def test_a_step_says_what_was_open_when_it_started() -> None:
    """Which earlier warehouses, which failures elsewhere, how much too early."""
    case = world(silent("W1"), retry=Retry(backoff_s=3))
    assert last_step(case, [A, B]).before_earlier == ("W1",)
    assert last_step(case, [A, B]).unretried == ("W1",)
    assert last_step(case, [A, C]).before_earlier == ("W1", "W2")
    assert last_step(case, [A, wait(1), A]).early_ms == 2000
    assert last_step(case, [A, wait(3), A]).early_ms == 0
    assert last_step(case, [("get_item", {"sku": "Z"})]).foreign == (("sku", "Z"),)


@pytest.mark.parametrize(
    ("turns", "lawful"),
    [
        ([A], True),
        ([wait(1)], True),
        ([("get_policy", {})], True),
        ([B], False),
        ([A, A], False),
        ([get("W9")], False),
        ([("check", {})], False),
        ([("get_stock", {})], False),
        ([[A, B]], False),
    ],
)
def test_a_walk_is_lawful_where_every_step_is(turns: list[Turn], lawful: bool) -> None:
    """Any rule of the path that one call breaks."""
    assert walked(world(), turns).lawful is lawful


# --- may a run define what could be learnt? ---


@pytest.mark.parametrize(
    ("turns", "patient"),
    [
        ([A, A], True),
        ([A, wait(3), A], True),
        ([A, wait(2), A], True),
        ([A, wait(1), wait(2), A], True),
        ([A, wait(4), A], False),
        ([A, wait(2), wait(2), A], False),
        ([A, wait(3), B], False),
        ([wait(1), A], False),
        ([wait(0), A], True),
        ([wait(1)], False),
        ([A, wait(3)], False),
        ([A, A, wait(3), A], True),
        ([A, ("get_item", {"sku": "A"}), wait(3), A], True),
    ],
)
def test_a_patient_run_waits_as_long_as_its_next_question_needs(turns: list[Turn], patient: bool) -> None:
    """No longer: a wait for nothing is not needed, nor is one at the end."""
    assert walked(world(silent("W1"), retry=Retry(backoff_s=3)), turns).patient is patient


def test_a_wait_may_be_rounded_up_to_whole_seconds() -> None:
    """The reply came at 50 ms, another call took 50 ms more: 4.95 s are left of 5, so 5 may be waited."""
    case = world(Fault(KIND.RATE_LIMITED, warehouse="W1", retry_after_s=5))
    item: Turn = ("get_item", {"sku": "A"})
    assert walked(case, [A, item, wait(5), A]).patient
    assert not walked(case, [A, item, wait(6), A]).patient


def test_a_single_millisecond_is_worth_a_whole_second() -> None:
    """The reply came at 0.999 s, another call took as long: 4.001 s are left of 5, so 5 may be waited."""
    case = world(Fault(KIND.RATE_LIMITED, warehouse="W1", retry_after_s=5), world={"reply_ms": 999})
    assert walked(case, [A, ("get_item", {"sku": "A"}), wait(5), A]).patient


def own(case: Scenario, turns: list[Turn], answer: Any = None) -> bool:
    return defines_its_own(walked(case, turns, answer or unknown(0)))


def test_a_lawful_and_finished_run_defines_what_could_be_learnt() -> None:
    """Extra look-ups that cost nothing beyond the budget change nothing."""
    assert own(world(), [A, B, C])
    assert own(world(), [("get_policy", {}), A, B, ("get_item", {"sku": "A"}), C])


@pytest.mark.parametrize(
    ("case", "turns"),
    [
        (world(), [A, B]),
        (world(), [A, B, C, C]),
        (world(), [A, C, B]),
        (world(), [A, wait(1), B, C]),
        (world(budget=Budget(tokens=0)), []),
        (world(budget=Budget(calls=2)), [("get_policy", {}), A]),
        (world(silent("W1"), budget=Budget(calls=2)), [("get_policy", {}), A]),
    ],
)
def test_a_run_that_could_have_learnt_more_does_not(case: Scenario, turns: list[Turn]) -> None:
    """A question left open, a rule broken, a needless wait, tokens gone, or a budget spent on something else."""
    assert not own(case, turns)


def test_a_run_without_an_answer_defines_nothing() -> None:
    """There is no moment to look at."""
    assert not defines_its_own(walked(world(), [A, B, C]))


def test_a_budget_spent_on_questions_alone_excuses() -> None:
    """Two calls, two questions; the third warehouse stays unreached."""
    assert own(world(budget=Budget(calls=2)), [A, B])
    assert own(world(silent("W1"), budget=Budget(calls=2)), [A, A])
    pages = scenario({"W1": 2, "W2": 2}, quantity=5, tools=PAGES, budget=Budget(decisions=1))
    assert own(pages, [page("W1")])


def test_a_budget_that_kept_nobody_from_a_question_needs_no_excuse() -> None:
    """The line had ended; the policy was read with the last call."""
    case = scenario({"W1": None}, quantity=5, budget=Budget(calls=2))
    assert own(case, [("get_policy", {}), A])
    done = scenario({"W1": 5, "W2": 5}, silent("W1"), quantity=5, retry=Retry(max_attempts=1), budget=Budget(calls=9))
    assert own(done, [("get_policy", {}), A, B], found(("W2", 5), unreached=("W1",)))


# --- foreign traces ---


def test_a_call_that_was_answered_but_that_no_tool_takes_asks_nothing() -> None:
    """The world is at fault; the books stay as they were."""
    trace = run(f0(), [("get_stock", {"sku": "A"})])
    call = attrs.evolve(trace.calls[0], observation=Observation("c1", True))
    seen = walk(f0().task, attrs.evolve(trace, calls=(call,)))
    assert (seen.asks, dict(seen.evidence.knowledge.numbers)) == (False, {})


def test_an_unknown_article_named_by_a_tool_without_a_sku_is_nobodys() -> None:
    """Odd, but no reason to raise."""
    trace = run(f0(), [("get_policy", {})])
    failed = Observation("c1", False, error=Failure(Code.SKU_NOT_FOUND, "no"))
    call = attrs.evolve(trace.calls[0], observation=failed)
    walk(f0().task, attrs.evolve(trace, calls=(call,)))
