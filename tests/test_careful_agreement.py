"""Does the careful agent, played, ask and answer as trying everything says it must?"""

import itertools
from collections.abc import Sequence

from hypothesis import given, settings
from small_worlds import paged, scenarios

from baselines import careful
from graders.brute_force import brute_truth
from graders.evidence import walk
from graders.knowledge import Knowledge, LineTruth
from graders.oracle import certain
from inventory_env.answer import Answer
from inventory_env.episode import play
from inventory_env.scenario import Scenario
from inventory_env.task import Completeness, Task
from inventory_env.trace import Call, Code

thorough = settings(deadline=None, max_examples=200)

ASKED_IN_VAIN, NOT_ASKED, MISSING = "unreached", "unsettled", "missing"


def heard(task: Task, call: Call) -> int | str:
    """What one get_stock call settles: a number, that none will come, that the sku does not exist, or nothing yet."""
    body, error = call.observation.body, call.observation.error
    if error and error.code in (Code.NOT_STOCKED_HERE, Code.WAREHOUSE_INACTIVE):
        return 0
    if error and error.code is Code.SKU_NOT_FOUND:
        return MISSING
    if body.get("tracked") is False or (error and not error.retryable):
        return ASKED_IN_VAIN
    parts = [body.get(name) for name in ("on_hand", "reserved", "safety_stock", "available", "as_of_s")]
    if all(type(part) is int for part in parts):
        on_hand, reserved, safety_stock, available, as_of_s = parts
        age_s = call.arrived_ms // 1000 - as_of_s
        young = task.max_age_s is None or age_s <= task.max_age_s
        if young and available == max(0, on_hand - reserved - safety_stock):
            return int(available)
    return ASKED_IN_VAIN if call.attempt >= task.retry.max_attempts else NOT_ASKED


def knowledge_from(task: Task, calls: Sequence[Call], now_ms: int) -> Knowledge:
    """What these calls have settled, and what the budget no longer lets anyone ask."""
    asked = [call for call in calls if call.tool == "get_stock"]
    last = {(str(call.arguments["warehouse"]), str(call.arguments["sku"])): call for call in asked}
    states = {place: heard(task, call) for place, call in last.items()}
    spent = len(calls) - sum(call.tool == "wait" for call in calls)
    for place in itertools.product(task.priority, task.skus()):
        if states.get(place, NOT_ASKED) == NOT_ASKED and _beyond(task, spent, now_ms, last.get(place)):
            states[place] = ASKED_IN_VAIN
    return Knowledge(
        numbers={place: state for place, state in states.items() if isinstance(state, int)},
        unreached=frozenset(place for place, state in states.items() if state == ASKED_IN_VAIN),
        missing=frozenset(sku for (_, sku), state in states.items() if state == MISSING),
    )


def _beyond(task: Task, spent: int, now_ms: int, last: Call | None) -> bool:
    """Whether the budget leaves no further attempt; each call of this agent is one decision."""
    if any(limit is not None and spent >= limit for limit in (task.budget.calls, task.budget.decisions)):
        return True
    if task.budget.seconds is None:
        return False
    start_ms = now_ms
    if last is not None:
        error = last.observation.error
        wait_s = max(task.retry.backoff_s, (error.retry_after_s if error else None) or 0)
        start_ms = max(now_ms, last.arrived_ms + wait_s * 1000)
    return start_ms >= task.budget.seconds * 1000


def assert_says(answer: Answer, truths: tuple[LineTruth, ...]) -> None:
    """The answer reports exactly these truths."""
    for right in truths:
        said = answer.line(right.line)
        assert said is not None
        assert (said.status, said.gap, said.confirmed) == (right.status, right.gap, right.confirmed)
        assert dict(said.plan) == dict(right.plan)
        assert said.nearest == right.nearest


@thorough
@given(scenarios())
def test_careful_answers_what_its_own_replies_prove(scenario: Scenario) -> None:
    """The careful agent stops where the stop rule ends every line, and reports the certain answer of that moment."""
    task, trace = scenario.task, play(careful, scenario)
    assert trace.counting is not None
    answer = trace.counting.answer
    assert answer is not None
    knowledge = knowledge_from(task, trace.calls, trace.counting.at_ms)
    truths = brute_truth(task, knowledge)
    assert all(one.ended for one in truths)
    assert_says(answer, truths)
    for line in task.lines:
        said = answer.line(line.line)
        assert said is not None
        asked = [call for call in trace.calls if call.arguments.get("sku") == line.sku]
        answered = {
            call.arguments["warehouse"] for call in asked if heard(task, call) not in (ASKED_IN_VAIN, NOT_ASKED)
        }
        assert {call.arguments["warehouse"] for call in asked} - answered <= set(said.unreached)
        assert set(said.unreached) <= set(task.priority) - answered
    if task.sourcing.completeness is Completeness.ORDER:
        assert answer.shippable is certain(task, knowledge).shippable


@thorough
@given(scenarios())
def test_careful_asks_nothing_that_is_settled_and_nothing_out_of_turn(scenario: Scenario) -> None:
    """Each of its queries is open, every earlier warehouse is settled, and some line still needs the figure."""
    task, trace = scenario.task, play(careful, scenario)
    for made, call in enumerate(trace.calls):
        assert call.tool in ("get_stock", "wait")
        if call.tool == "wait":
            continue
        assert call.observation.error is None or call.observation.error.code is not Code.BUDGET_EXCEEDED
        warehouse, sku = str(call.arguments["warehouse"]), str(call.arguments["sku"])
        knowledge = knowledge_from(task, trace.calls[:made], call.start_ms)
        settled = [place for place in task.priority if (place, sku) in knowledge.numbers.keys() | knowledge.unreached]
        assert settled == list(task.priority[: task.priority.index(warehouse)])
        truths = zip(task.lines, brute_truth(task, knowledge), strict=True)
        assert any(not right.ended for line, right in truths if line.sku == sku)


@thorough
@given(scenarios())
def test_a_walked_trace_knows_what_its_replies_prove(scenario: Scenario) -> None:
    """The books of the judges and a plain reading of the replies settle the same places in the same way."""
    task, trace = scenario.task, play(careful, scenario)
    assert trace.counting is not None
    plain = knowledge_from(task, trace.calls, trace.counting.at_ms)
    walked = walk(task, trace).evidence.knowledge
    assert (dict(walked.numbers), walked.missing) == (dict(plain.numbers), plain.missing)
    exist = {place for place in itertools.product(task.priority, task.skus()) if place[1] not in plain.missing}
    assert walked.unreached & exist == plain.unreached & exist


@thorough
@given(paged())
def test_careful_answers_what_its_pages_prove(scenario: Scenario) -> None:
    """Read page by page, the answer is the certain one of what the pages settled, and every line has ended."""
    task, trace = scenario.task, play(careful, scenario)
    assert trace.counting is not None
    answer = trace.counting.answer
    assert answer is not None
    walked = walk(task, trace)
    truths = brute_truth(task, walked.evidence.knowledge)
    assert all(one.ended for one in truths)
    assert walked.lawful
    assert_says(answer, truths)
