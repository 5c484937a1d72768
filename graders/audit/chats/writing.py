"""How does a chat become plain JSON, and a trace of ours a chat?"""

import json
from collections.abc import Iterator
from typing import Any

from graders.audit.chats.messages import Chat, Form, Message, ToolCall
from inventory_env.codec import builtins, encode
from inventory_env.frozen_json import FrozenJson, freeze, thaw
from inventory_env.scenario import Scenario
from inventory_env.trace import Call, Failure, Observation, Submission, Trace

SUBMIT = "submit_answer"


def chat_json(chat: Chat) -> list[dict[str, Any]]:
    """The messages as plain dicts in the shape of OpenAI's chat completions: fresh ones, the caller may change them."""
    return [_message(one) for one in chat.messages]


def chat_messages(scenario: Scenario, trace: Trace) -> list[dict[str, Any]]:
    """A trace of ours as plain messages: `chat_json` of `from_trace`."""
    return chat_json(from_trace(scenario, trace))


def from_trace(scenario: Scenario, trace: Trace) -> Chat:
    """A trace of ours as a chat.

    The prompt is the user's message; each decision is one assistant message with its calls, followed by a tool
    message for each: `{"call_id", "ok": true, ...body}` or `{"call_id", "ok": false, "error": {...}}` as JSON text. A
    submission is a call of submit_answer with the whole answer. The message to the customer of the submission that
    counts is the final assistant message; without such a submission there is none.
    """
    messages = [Message("user", scenario.task.prompt)]
    for turn in _turns(trace):
        messages.append(Message("assistant", tool_calls=tuple([_tool_call(one) for one in turn])))
        messages += [Message("tool", _result(one), tool_call_id=one.call_id) for one in turn]
    if trace.counting is not None and trace.counting.answer is not None:
        messages.append(Message("assistant", trace.counting.answer.message))
    return Chat(tuple(messages))


def _turns(trace: Trace) -> Iterator[list[Call | Submission]]:
    """The calls of each decision; a submission between two calls of one decision is of it, others stand alone."""
    turn: list[Call | Submission] = []
    waiting = list(trace.submissions)
    for place, call in enumerate(trace.calls):
        due = [one for one in waiting if one.after_calls <= place]
        waiting = waiting[len(due) :]
        if place and trace.calls[place - 1].decision == call.decision:
            turn += [*due, call]
            continue
        yield from filter(None, [turn, *([one] for one in due)])
        turn = [call]
    yield from filter(None, [turn, *([one] for one in waiting)])


def _tool_call(one: Call | Submission) -> ToolCall:
    if isinstance(one, Call):
        return ToolCall(one.call_id, one.tool, one.arguments)
    submitted: FrozenJson = one.arguments if one.answer is None else freeze(builtins(one.answer))
    return ToolCall(one.call_id, SUBMIT, submitted)


def _result(one: Call | Submission) -> str:
    if isinstance(one, Call):
        return _observed(one.observation)
    reply: dict[str, Any] = {"call_id": one.call_id, "ok": one.answer is not None}
    more: dict[str, Any] = {"accepted": True} if one.answer is not None else {"error": {"message": one.refused}}
    return encode({**reply, **more}).decode()


def _observed(observation: Observation) -> str:
    reply: dict[str, Any] = {**observation.body, "call_id": observation.call_id, "ok": observation.ok}
    if isinstance(observation.error, Failure):
        told = builtins(observation.error)
        reply["error"] = {key: told[key] for key in told if told[key] is not None}
    return encode(reply).decode()


def _message(message: Message) -> dict[str, Any]:
    plain: dict[str, Any] = {"role": message.role, "content": _content(message)}
    if message.legacy:
        plain["function_call"] = _function(message.tool_calls[0])
    elif message.tool_calls:
        plain["tool_calls"] = [_call(one) for one in message.tool_calls]
    if message.tool_call_id is not None:
        plain["tool_call_id"] = message.tool_call_id
    if message.name is not None:
        plain["name"] = message.name
    return {**plain, **thaw(message.rest)}


def _content(message: Message) -> Any:
    if message.content is None or message.form is Form.TEXT:
        return message.content
    if message.form is Form.PARTS:
        return [{"type": "text", "text": message.content}]
    return json.loads(message.content)


def _call(call: ToolCall) -> dict[str, Any]:
    named = {} if call.id is None else {"id": call.id}
    return {**named, "type": "function", "function": _function(call), **thaw(call.rest)}


def _function(call: ToolCall) -> dict[str, Any]:
    return {"name": call.name, "arguments": thaw(call.arguments) if call.as_object else arguments_text(call)}


def arguments_text(call: ToolCall) -> str:
    """The arguments as JSON text: as it was written, or canonical."""
    return encode(call.arguments).decode() if call.written is None else call.written
