"""Is a trace of ours told whole as a chat?"""

import json

from builders import get, run, submit
from hypothesis import given, settings
from hypothesis import strategies as st
from small_chats import asks, call, chat, gives, sample, says, user
from test_trace import WORLD, agent
from worlds import report, scenario

from baselines import careful
from graders.audit.chats.reading import read_chat
from graders.audit.chats.writing import chat_json, chat_messages, from_trace
from inventory_env.answer import Status
from inventory_env.codec import builtins, encode
from inventory_env.episode import play
from inventory_env.scenario import Scenario
from inventory_env.strategies import scenarios
from inventory_env.task import Completion


@settings(max_examples=25)
@given(scenarios())
def test_whole_trace_is_told(case: Scenario) -> None:
    """Every call with tool and arguments, every reply, every submission, the message; nothing stays open."""
    trace = play(careful, case)
    one = from_trace(case, trace)
    asked = [(step.call.id, step.call.name, dict(step.call.arguments)) for step in one.steps]
    calls = [(call.call_id, call.tool, dict(call.arguments)) for call in trace.calls]
    assert asked[: len(calls)] == calls
    assert [name for _, name, _ in asked[len(calls) :]] == ["submit_answer"] * len(trace.submissions)
    assert one.problems == ()
    assert one.messages[0].content == case.task.prompt
    assert trace.counting is not None
    assert trace.counting.answer is not None
    assert one.messages[-1].content == trace.counting.answer.message
    assert read_chat(encode(chat_json(one))) == one


def test_trace_is_told_in_the_shape_of_the_protocol() -> None:
    """One warehouse, one call: these messages, on every machine."""
    case = scenario({"W1": 5}, quantity=5, prompt="Find 5 of A.")
    answer = report(Status.FOUND, ("W1", 5), gap=0)
    trace = run(case, [get("W1")], answer)
    body = (
        '{"as_of_s":0,"available":5,"call_id":"c1","ok":true,"on_hand":5,"reserved":0,"safety_stock":0,"sku":"A",'
        '"warehouse":"W1"}'
    )
    query = '{"sku":"A","warehouse":"W1"}'
    asked = {"id": "c1", "type": "function", "function": {"name": "get_stock", "arguments": query}}
    told = encode(builtins(answer)).decode()
    submitted = {"id": "c2", "type": "function", "function": {"name": "submit_answer", "arguments": told}}
    assert chat_messages(case, trace) == [
        user("Find 5 of A."),
        asks(asked),
        gives(body, "c1"),
        asks(submitted),
        gives('{"accepted":true,"call_id":"c2","ok":true}', "c2"),
        says(""),
    ]  # fmt: skip


def test_refusals_and_lone_surrogates_are_told() -> None:
    """Failures without what is null, a refused submission with its reason, the last message as it is."""
    told = chat_messages(WORLD, play(agent, WORLD))
    contents = [json.loads(one["content"]) for one in told if one["role"] == "tool"]
    error = {"code": "TIMEOUT", "effect": "none", "message": "no reply within 2 s", "retryable": True}
    assert contents[0] == {"call_id": "c1", "ok": False, "error": error}
    refused = [one for one in contents if not one["ok"] and one["call_id"] == "c7"]
    assert refused == [{"call_id": "c7", "ok": False, "error": {"message": "lines must be a list; got 5"}}]
    assert told[-1] == says("é \ud800")


def test_calls_of_one_decision_stand_in_one_message() -> None:
    """A submission between two of them too; one before or after them stands alone."""
    case = scenario({"W1": 5, "W2": 5}, completion=Completion.LAST_ANSWER)
    answer = report(Status.UNKNOWN, confirmed=0)
    trace = run(case, [submit(answer), [get("W1"), submit(answer), get("W2")], submit(answer), [get("W1")]])
    names = [[call.name for call in one.tool_calls] for one in from_trace(case, trace).messages if one.tool_calls]
    mixed = ["get_stock", "submit_answer", "get_stock"]
    assert names == [["submit_answer"], mixed, ["submit_answer"], ["get_stock"]]


def test_run_without_an_answer_has_no_final_message() -> None:
    """It ends with the last result."""
    case = scenario({"W1": 5})
    assert from_trace(case, run(case, [get("W1")])).final is None
    assert [one["role"] for one in chat_messages(case, run(case))] == ["user"]


def test_written_chat_may_be_changed() -> None:
    """Each writing is fresh: what a grader does to it, no other grader sees."""
    one = sample("shop_good")[1]
    first = chat_json(one)
    first[2]["content"]["code"] = first[1]["tool_calls"][0]["function"]["arguments"]["order"] = 0
    assert chat_json(one)[2]["content"]["code"] == "NP883104"
    assert chat_json(one)[1]["tool_calls"][0]["function"]["arguments"]["order"] == 55120


@given(st.text())
def test_arguments_are_written_as_they_were(text: str) -> None:
    """Text that is JSON in another writing, or none, stays as it is."""
    asked = {**call(), "function": {"name": "look", "arguments": text}}
    assert chat_json(chat(asks(asked)))[0]["tool_calls"] == [asked]
