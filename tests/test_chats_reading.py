"""Is every chat read as it was written, and every mistake told with its place?"""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_chats import Plain, asks, call, chat, gives, logs, sample, says, user

from graders.audit.chats.messages import Chat, Form, Problem
from graders.audit.chats.reading import read_chat, read_chats
from graders.audit.chats.writing import chat_json
from inventory_env.codec import encode
from inventory_env.errors import InputError


@given(logs())
def test_reading_what_was_written_is_the_identity(log: list[Plain]) -> None:
    """A chat that is written and read again is the same chat, from dicts and from bytes."""
    one = read_chat(log)
    assert read_chat(chat_json(one)) == one
    assert read_chat(encode(chat_json(one))) == one


@given(logs())
def test_nothing_is_lost(log: list[Plain]) -> None:
    """Texts, ids, names and further keys come back as they were; only null and left out are the same."""
    written = chat_json(read_chat(log))
    for before, after in zip(log, written, strict=True):
        for key, value in before.items():
            if key not in ("content", "tool_calls", "function_call") and value is not None:
                assert after[key] == value
        if isinstance(before.get("content"), str):
            assert after["content"] == before["content"]
        for old, new in zip(before.get("tool_calls", ()), after.get("tool_calls", ()), strict=True):
            assert new["function"]["name"] == old["function"]["name"]
            assert new["function"]["arguments"] == old["function"].get("arguments", "{}")
            assert new.get("id") == old.get("id")


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
                        st.sampled_from(["role", "content", "tool_calls", "id", "function", "arguments", "messages"]),
                        inner | st.sampled_from(["assistant", "tool"]), max_size=4), max_leaves=12))  # fmt: skip
def test_any_json_is_read_or_refused_in_words(value: Any) -> None:
    """Whatever a file holds, nothing but InputError comes of it."""
    try:
        assert read_chat(chat_json(read_chat(value))).messages
    except InputError as error:
        assert str(error)


def test_sample_logs_are_read() -> None:
    """Two domains and our own tools, in all the writings that are in use."""
    assert [len(sample(name)) for name in ("airline_good", "shop_good", "own_good")] == [4, 4, 3]
    logs = [*sample("airline_good"), *sample("shop_good"), *sample("own_good")]
    assert not [one.problems for one in logs if one.problems]
    kettle, parcel = sample("shop_good")[:2]
    assert kettle.messages[1].legacy
    assert parcel.messages[2].form is Form.JSON
    assert parcel.messages[3].form is Form.PARTS
    assert parcel.steps[0].call.as_object
    assert parcel.messages[3].rest == {"refusal": None}


def test_line_may_be_an_object_with_messages() -> None:
    """Its further keys are not read."""
    assert read_chat({"id": 1, "messages": [user("a")]}) == chat(user("a"))


def test_arguments_that_are_no_object_are_kept_as_text() -> None:
    """An assistant writes what it writes: broken JSON, two objects, a number of 400 digits, a key twice."""
    for text in ('{"a": ', "[1]", "", '{"a": 1}{"b": 2}', '{"a": %s}' % ("9" * 400), '{"a": 1, "a": 2}', "\ud800"):
        asked = {"function": {"name": "look", "arguments": text}, "id": "a"}
        read = chat(asks(asked)).steps[0].call
        assert (dict(read.arguments), read.written) == ({}, text)


def test_parts_are_one_text() -> None:
    """Text parts are put together as they are; those of the newer interface are read too."""
    parts = [{"type": "output_text", "text": "a "}, {"type": "text", "text": "b"}]
    read = chat(says(parts))
    assert read.messages[0].content == "a b"
    assert chat_json(read)[0]["content"] == [{"type": "text", "text": "a b"}]


WRONG = [
    (5, "messages must be a list; got 5"),
    ({"chat": []}, "must be a list of messages or an object with the key messages"),
    ([], "messages must hold at least one message; got []"),
    ([3], "messages[0] must be an object; got 3"),
    ([user("a"), {"role": "asistant"}], "messages[1].role must be a role; got 'asistant' (did you mean assistant? "),
    ([{"content": "a"}], "messages[0].role must be a role; got None"),
    ([{"role": ["user"]}], "messages[0].role must be a role; got ['user']"),
    ([user("a") | {"content": 5}], "messages[0].content must be text, null or a list of text parts; got 5"),
    ([says([{"type": "image_url"}])], "messages[0].content[0] must be a part of type text; got {'type': 'image_url'}"),
    ([{**asks(call()), "role": "user"}], "messages[0].tool_calls must stand in a message of the assistant"),
    ([{"role": "assistant", "tool_calls": 5}], "messages[0].tool_calls must be a list; got 5"),
    ([asks({"type": "custom"})], "messages[0].tool_calls[0].type must be function; got 'custom'"),
    ([asks({"id": 7, "function": {"name": "a"}})], "messages[0].tool_calls[0].id must be text; got 7"),
    ([asks({"id": "a"})], "messages[0].tool_calls[0].function must be an object; got None"),
    ([asks({"function": {}})], "messages[0].tool_calls[0].function.name must be text; got None"),
    ([asks({"function": {"name": "a", "arguments": 5}})], "function.arguments must be an object; got 5"),
    ([asks({"function": {"name": "a", "arguments": {"n": 10**20}}})], "must hold numbers of at most 16 digits"),
    ([{**asks(call()), "function_call": {"name": "a"}}], "messages[0].function_call must not stand beside tool_calls"),
    ([gives("a", known_as=None) | {"tool_call_id": 5}], "messages[0].tool_call_id must be text; got 5"),
    ([user("a") | {"weight": float("nan")}], "messages[0] must hold numbers of at most 16 digits"),
    (b"{", "must be JSON"),
    (b'[{"role": "user", "role": "user"}]', "must hold each key once"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "told"), WRONG, ids=[told[:40] for _, told in WRONG])
def test_mistake_is_told_with_field_rule_and_value(value: object, told: str) -> None:
    """A person finds the place at once."""
    with pytest.raises(InputError) as caught:
        read_chat(value)
    assert told in str(caught.value)


def test_mistake_in_a_file_is_told_with_its_line(tmp_path: Path) -> None:
    """Blank lines count; what stands before the mistake has been read."""
    path = tmp_path / "good.jsonl"
    path.write_text(json.dumps([user("a")]) + "\n\n" + json.dumps([{"role": "nobody"}]) + "\n", encoding="utf-8")
    chats = read_chats(path)
    assert next(chats) == chat(user("a"))
    with pytest.raises(InputError, match=r"good\.jsonl:3: messages\[0\]\.role must be a role; got 'nobody'"):
        next(chats)


def test_empty_file_is_refused(tmp_path: Path) -> None:
    """No chat is no evidence; a file that is not there is told too."""
    path = tmp_path / "good.jsonl"
    path.write_bytes(b"\n")
    with pytest.raises(InputError, match="must hold at least one chat"):
        list(read_chats(path))
    with pytest.raises(InputError, match="cannot be read"):
        list(read_chats(tmp_path / "none.jsonl"))


def test_problems_are_no_errors() -> None:
    """A result for a call that was never made is read and listed."""
    one: Chat = chat(user("a"), gives("b"))
    assert one.problems == ((1, Problem.RESULT_WITHOUT_CALL),)
