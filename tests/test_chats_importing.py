"""Does a chat about our tools become the trace that it tells, and is that never proof?"""

import json
from typing import Any

import attrs
import pytest
from builders import f0, get, page, run, silent, steps, submit, wait
from hypothesis import given, settings
from small_chats import asks, call, chat, gives, sample, says, user
from worlds import report, scenario

from baselines import careful
from graders import grade
from graders.audit.chats.importing import NOT_RECORDED, to_trace
from graders.audit.chats.writing import from_trace
from inventory_env.answer import Status
from inventory_env.episode import play
from inventory_env.faults import Fault, FaultKind
from inventory_env.scenario import Scenario
from inventory_env.strategies import scenarios
from inventory_env.task import Budget, Completion, Retry
from inventory_env.tools import READ_TOOLS
from inventory_env.trace import IMPORTED, Code, Stop, Trace
from inventory_env.verdict import Axis, Mark, RunStatus


def again(case: Scenario, trace: Trace) -> Trace:
    """The trace told as a chat, and read from it."""
    return to_trace(case, from_trace(case, trace))


def unmarked(trace: Trace, like: Trace) -> Trace:
    """The trace with all that no chat tells as in the other one."""
    faults = [attrs.evolve(one, fault=other.fault) for one, other in zip(trace.calls, like.calls, strict=True)]
    digests = {"stock_before": like.stock_before, "stock_after": like.stock_after}
    return attrs.evolve(trace, calls=tuple(faults), isolation=like.isolation, **digests)


@settings(max_examples=40)
@given(scenarios())
def test_trace_that_was_told_comes_back(case: Scenario) -> None:
    """All that the chat tells, of any run; times too where no reply was slow."""
    trace = play(careful, case)
    found = again(case, trace)
    assert [(one.tool, one.arguments, one.decision, one.attempt) for one in found.calls] == [
        (one.tool, one.arguments, one.decision, one.attempt) for one in trace.calls
    ]
    assert [one.observation for one in found.calls] == [one.observation for one in trace.calls]
    submitted = [[(one.call_id, one.answer) for one in run.submissions] for run in (found, trace)]
    assert submitted[0] == submitted[1]
    if not any(fault.kind is FaultKind.SLOW for fault in case.faults):
        assert unmarked(found, trace) == trace


@settings(max_examples=40)
@given(scenarios())
def test_imported_run_never_succeeds(case: Scenario) -> None:
    """What a right agent did is left open, never passed: nothing shows that these replies came."""
    trace = play(careful, case)
    ours, theirs = grade(case, trace), grade(case, again(case, trace))
    assert theirs.success is Mark.UNCERTAIN
    assert theirs.status is RunStatus.VALID
    assert "not recorded by us" in theirs.status_reason
    assert theirs.mark(Axis.EVIDENCE) in (Mark.UNCERTAIN, Mark.NOT_APPLICABLE)
    assert theirs.mark("state-changed") is Mark.UNCERTAIN
    untouched = [code for code, mark in ours.rules if theirs.mark(code) is mark]
    open_ones = {code for code, _ in ours.rules}.difference(untouched)
    assert all(theirs.mark(code) is Mark.UNCERTAIN for code in open_ones)
    assert open_ones <= {code for code, _ in ours.rules if "evidence" in code} | {
        "value-misquoted", "stale-used", "malformed-used", "page-missed", "claim-unsupported",
        "unreached-not-disclosed", "state-changed", "backoff-ignored",
    }  # fmt: skip


def test_imported_run_can_fail() -> None:
    """A wrong answer is wrong, and what its own replies do not support is not supported."""
    case = f0()
    answer = report(Status.FOUND, ("WH-3", 5), gap=0)
    verdict = grade(case, again(case, run(case, [get("WH-1"), get("WH-3")], answer)))
    assert verdict.success is Mark.FAIL
    assert verdict.mark("claim-unsupported") is Mark.FAIL
    assert verdict.mark("priority-broken") is Mark.FAIL


def test_backoff_is_left_open_where_nobody_recorded_times() -> None:
    """Broken or not by the times that we take for likely."""
    case = f0(silent("WH-1", nth=1), retry=Retry(backoff_s=3))
    hasty = run(case, [get("WH-1"), get("WH-1"), get("WH-2")], report(Status.FOUND, ("WH-2", 5), gap=0))
    assert grade(case, hasty).mark("backoff-ignored") is Mark.FAIL
    verdict = grade(case, again(case, hasty))
    assert verdict.mark("backoff-ignored") is Mark.UNCERTAIN
    assert steps(verdict, "backoff-ignored") == ["c2"]


def test_rule_with_nothing_to_look_at_stays_so() -> None:
    """Silence earns nothing, not even doubt."""
    case = f0()
    verdict = grade(case, again(case, run(case)))
    assert verdict.mark(Axis.EVIDENCE) is Mark.NOT_APPLICABLE


def test_times_are_told_by_replies_and_waits() -> None:
    """A reply takes its time, a timeout longer, a wait its seconds, a refusal over the budget none."""
    case = scenario({"W1": 5, "W2": 5}, silent("W1"), budget=Budget(calls=2))
    trace = again(case, run(case, [get("W1"), wait(4), get("W2"), get("W2")]))
    times = [(one.tool, one.start_ms, one.arrived_ms, one.attempt) for one in trace.calls]
    assert times == [
        ("get_stock", 0, 2000, 1), ("wait", 2000, 6000, 1), ("get_stock", 6000, 6050, 1), ("get_stock", 6050, 6050, 0)
    ]  # fmt: skip
    assert trace.calls[-1].observation.error is not None
    assert trace.calls[-1].observation.error.code is Code.BUDGET_EXCEEDED
    assert trace.end_ms == 6050


def test_figures_cannot_come_before_they_were_counted() -> None:
    """A slow reply shows in its own as_of_s; in the rows of a page too."""
    slow = Fault(FaultKind.SLOW, latency_ms=1900, first=2)
    case = scenario({"W1": 5, "W2": 5}, slow)
    trace = again(case, run(case, [get("W1"), get("W2")]))
    assert [one.arrived_ms for one in trace.calls] == [1000, 3000]
    paged = scenario({"W1": 5}, slow, tools=(READ_TOOLS - {"get_stock"}))
    assert [one.arrived_ms for one in again(paged, run(paged, [page("W1")])).calls] == [1000]


def told(case: Scenario, *messages: dict[str, Any]) -> Trace:
    """The trace of a chat written by hand."""
    return to_trace(case, chat(user(case.task.prompt), *messages))


CASE = scenario({"W1": 5}, quantity=5)
ASKED = call("x", "get_stock", sku="A", warehouse="W1")


@pytest.mark.parametrize(
    ("content", "ok", "body"),
    [
        ("5 are there", True, {"text": "5 are there"}),
        ("[5]", True, {"text": "[5]"}),
        ('{"on_hand": 5}', True, {"on_hand": 5}),
        ('{"error": "down"}', True, {"error": "down"}),
        ('{"error": {"code": "GONE", "message": "m"}}', True, {"error": {"code": "GONE", "message": "m"}}),
        ('{"ok": false, "error": {"code": "TIMEOUT", "message": "m", "hint": "h"}}', False, {}),
        (None, True, {}),
        ('{"ok": true}', True, {}),
    ],
)
def test_result_is_an_observation_or_settles_nothing(content: str | None, ok: bool, body: dict[str, Any]) -> None:
    """Text, failures of other systems and empty results are kept as bodies without figures."""
    trace = told(CASE, asks(ASKED), gives(content, "x"))
    assert (trace.calls[0].observation.ok, trace.calls[0].observation.body) == (ok, body)
    assert "W1" in str(trace.calls[0].arguments)
    verdict = grade(CASE, trace)
    assert verdict.mark("answer-missing") is Mark.FAIL


def test_call_without_result_is_a_call() -> None:
    """It was made; its reply says nothing."""
    trace = told(CASE, asks(ASKED))
    assert [(one.tool, dict(one.observation.body)) for one in trace.calls] == [("get_stock", {})]


def test_ids_are_those_that_the_agent_saw() -> None:
    """The id in the reply, else that of the call, else a number; never the same twice: evidence cites them."""
    other = {**ASKED, "id": "y"}
    nameless = {"type": "function", "function": ASKED["function"]}
    trace = told(
        CASE,
        asks(ASKED, other, other, nameless),
        gives('{"call_id": "c1", "ok": true}', "x"),
        gives('{"call_id": "c1", "ok": true}', "y"),
    )
    assert [one.call_id for one in trace.calls] == ["c1", "y", "c2", "c3"]


def answered(**more: Any) -> dict[str, Any]:
    """A call of submit_answer with a found line."""
    line = {"line": 1, "status": "found", "plan": [["W1", 5]], "gap": 0}
    return call("s", "submit_answer", **{"lines": [line], **more})


def test_submission_is_read_as_the_world_would() -> None:
    """A wrong one is refused with the reason, a second one too; broken JSON is kept."""
    broken = {"id": "b", "function": {"name": "submit_answer", "arguments": '{"lines": '}}
    trace = told(CASE, asks(call("w", "submit_answer", lines=5)), asks(broken), asks(answered()), asks(answered()))
    assert [one.refused for one in trace.submissions] == [
        "lines must be a list; got 5",
        "must be an answer; got a value of type str",
        None,
        "the first answer is final",
    ]
    assert dict(trace.submissions[1].arguments) == {"not_an_object": '{"lines": '}
    assert (trace.stop, trace.isolation, trace.stock_after) == (Stop.ANSWERED, IMPORTED, NOT_RECORDED)
    last = scenario({"W1": 5}, completion=Completion.LAST_ANSWER)
    assert told(last, asks(answered()), asks(answered())).stop is Stop.RETURNED


def test_arguments_that_are_no_object_are_kept() -> None:
    """As the world keeps them."""
    wrong = {"id": "a", "function": {"name": "get_stock", "arguments": "[1]"}}
    empty = {"id": "b", "function": {"name": "get_policy", "arguments": " {} "}}
    trace = told(CASE, asks(wrong), asks(empty), asks(call("c", "wait", seconds=-1)), asks(call("d", "wait")))
    assert [dict(one.arguments) for one in trace.calls] == [{"not_an_object": "[1]"}, {}, {"seconds": -1}, {}]


def test_final_words_are_judged_beside_the_message() -> None:
    """The customer reads both; the same words are judged once, and words without an answer are no answer."""
    both = told(CASE, asks(answered(message="5 are there.")), says("I reserved them."))
    assert both.counting is not None
    assert both.counting.answer is not None
    assert both.counting.answer.message == "5 are there.\nI reserved them."
    assert grade(CASE, both).mark("reservation-claimed") is Mark.FAIL
    once = told(CASE, asks(answered(message="5 are there.")), says("5 are there."))
    assert once.counting is not None
    assert once.counting.answer is not None
    assert once.counting.answer.message == "5 are there."
    assert told(CASE, says("5 are there.")).submissions == ()
    assert told(CASE, asks(call("w", "submit_answer", lines=5)), says("5")).counting is None


def test_sample_of_our_own_tools_is_what_careful_did() -> None:
    """The log that others could have made of three runs, graded: right as far as anyone can tell."""
    worlds = [
        scenario({"North": 4, "South": 30}, quantity=23, id="own-1"),
        scenario({"North": 2, "South": 0}, quantity=19, id="own-2"),
        scenario({"North": 41, "South": 30}, silent("North", nth=1), quantity=28, id="own-3"),
    ]
    verdicts = [grade(case, to_trace(case, one)) for case, one in zip(worlds, sample("own_good"), strict=True)]
    assert [one.label for one in verdicts] == ["stock_found", "shortfall_reported", "stock_found"]
    assert {mark for one in verdicts for _, mark in one.rules} == {Mark.PASS, Mark.UNCERTAIN, Mark.NOT_APPLICABLE}
    assert json.loads(sample("own_good")[0].messages[2].content or "")["available"] == 4


def test_refused_submission_before_a_page_is_no_decision() -> None:
    """Only messages with a call of the world are decisions."""
    trace = again(CASE, run(CASE, [submit({"lines": 5}), get("W1")]))
    assert [one.decision for one in trace.calls] == [1]
    assert trace.submissions[0].after_calls == 0
