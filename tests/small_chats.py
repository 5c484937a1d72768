"""Small chats for tests, written in one line each, and strategies for any chat."""

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from graders.audit.chats.messages import Chat
from graders.audit.chats.reading import read_chat, read_chats

DATA = Path(__file__).parent / "data" / "chats"
Plain = dict[str, Any]


def sample(name: str) -> list[Chat]:
    """The chats of one of the sample files."""
    return [*read_chats(DATA / f"{name}.jsonl")]


def user(text: str) -> Plain:
    """What a user says."""
    return {"role": "user", "content": text}


def says(text: Any) -> Plain:
    """What an assistant says."""
    return {"role": "assistant", "content": text}


def call(known_as: str | None = "k-a", name: str = "look", **arguments: Any) -> Plain:
    """One call."""
    named = {} if known_as is None else {"id": known_as}
    return {**named, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}


def asks(*calls: Plain, content: str | None = None) -> Plain:
    """A message with these calls."""
    return {"role": "assistant", "content": content, "tool_calls": [*calls]}


def gives(content: Any, known_as: str | None = "k-a") -> Plain:
    """The result of a call."""
    return {"role": "tool", "tool_call_id": known_as, "content": content}


def chat(*messages: Plain) -> Chat:
    """A chat of these messages."""
    return read_chat([*messages])


def kettles(final: Any = "There are 37 blue kettles here.", result: Any = '{"units": 37}') -> Chat:
    """A question, a call, its result, and a final message with the only number."""
    return chat(user("How many kettles?"), asks(call(article="kettle")), gives(result), says(final))


_texts = st.text(max_size=8) | st.sampled_from(["", " ", "\ud800", '{"a": 1}', "[", "12", "null"])
_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, width=32) | _texts,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_texts, inner, max_size=2),
    max_leaves=4,
).filter(lambda value: "Infinity" not in json.dumps(value))
_objects = st.dictionaries(_texts, _values, max_size=3)
_ids = st.sampled_from(["a", "b", "c"])
_rest = st.dictionaries(st.sampled_from(["refusal", "weight", "index"]), _values, max_size=1)
_parts = st.lists(_texts.map(lambda text: {"type": "text", "text": text}), max_size=2)
_functions = st.fixed_dictionaries(
    {"name": _texts}, optional={"arguments": _texts | _objects | _objects.map(json.dumps)}
)
_calls = st.builds(
    lambda function, more, rest: {"function": function, **more, **{k: v for k, v in rest.items() if k == "index"}},
    _functions, st.fixed_dictionaries({}, optional={"id": _ids, "type": st.just("function")}), _rest,
)  # fmt: skip
_talk = st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "system", "assistant", "developer"])},
    optional={"content": st.none() | _texts | _parts, "name": _texts},
)
_asking = st.fixed_dictionaries(
    {"role": st.just("assistant"), "tool_calls": st.lists(_calls, min_size=1, max_size=2)},
    optional={"content": st.none() | _texts},
)
_legacy = st.fixed_dictionaries({"role": st.just("assistant"), "function_call": _functions})
_results = st.fixed_dictionaries(
    {"role": st.sampled_from(["tool", "function"])},
    optional={"content": _values | _parts, "tool_call_id": st.none() | _ids, "name": _texts},
)
_messages = st.builds(lambda one, rest: {**rest, **one}, _talk | _asking | _legacy | _results, _rest)


def logs() -> st.SearchStrategy[list[Plain]]:
    """Messages as logs hold them, whether or not they fit together; shrinks to one message of a user."""
    return st.lists(_messages, min_size=1, max_size=6)


def chats() -> st.SearchStrategy[Chat]:
    """Chats read from such logs."""
    return logs().map(read_chat)
