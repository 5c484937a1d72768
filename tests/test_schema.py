"""Do the published schemas and the reader take the same JSON?"""

import copy
import functools
import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft4Validator

from baselines import careful
from graders import grade
from inventory_env import Scenario, load_suite, play
from inventory_env.codec import convert, decode, encode
from inventory_env.errors import InputError
from inventory_env.fields import MAX_WHOLE
from inventory_env.frozen_json import FrozenJson
from inventory_env.schema import NOUNS, TOOL_SCHEMAS, schema
from inventory_env.stock import Stock, StockSource
from inventory_env.tools import TOOLS

# What the reader refuses and no draft-04 schema can say; each is a rule of its own noun.
READER_ONLY = (
    "twice",  # a list that names one thing twice by a part of its items
    "must be later than from_s",
    "must not exceed the timeout",
    "must come with its table",  # a stock file beside the scenario
)
NUMBERS = [0, 1, -1, 2, 5.0, 0.5, MAX_WHOLE, MAX_WHOLE + 1, 10**30, 10**6 + 1]
TEXTS = ["5", "", " a", "a\n", "a b", "\u2028", "x" * 121, "found", "timeout", "W1"]
LISTS = [[], {}, [1], ["W1", "W1"], [["W1", 1]], {"a": 1}]
ODD = st.sampled_from([None, True, False, *NUMBERS, *TEXTS, *LISTS])


@functools.cache
def good(name: str) -> list[Any]:
    """Documents that the reader takes, as plain JSON."""
    scenarios = [one for suite in ("worked", "public") for one in load_suite(suite) if one.stock.source.csv is None]
    traces = [play(careful, one) for one in scenarios[:40]]
    nouns: dict[str, list[object]] = {
        "scenario": list(scenarios),
        "task": [one.task for one in scenarios],
        "stock": [one.stock.source for one in scenarios],
        "fault": [fault for one in scenarios for fault in one.faults],
        "trace": list(traces),
        "observation": [call.observation for one in traces for call in one.calls],
        "answer": [one.counting.answer for one in traces if one.counting],
        "verdict": [grade(scenario, trace) for scenario, trace in zip(scenarios, traces, strict=False)],
    }
    return [json.loads(encode(one)) for one in nouns[name]]


def stock(kind: type, plain: Any) -> Any:
    """The stock of a scenario whose rows stand in it."""
    return Stock(convert(plain, StockSource))


def refused(name: str, plain: Any, *, canonical: bool) -> str:
    """Why the reader refuses a document; empty where it takes it."""
    spaces = (",", ":") if canonical else (", ", ": ")
    text = json.dumps(plain, sort_keys=canonical, separators=spaces, ensure_ascii=not canonical)
    try:
        decode(text.encode("utf-8"), NOUNS[name], hook=stock)
    except InputError as error:
        return str(error)
    return ""


def places(plain: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document, itself first."""
    found = [path]
    items = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for key, value in items:
        found += places(value, (*path, key))
    return found


def changed(plain: Any, path: tuple[Any, ...], how: str, value: Any) -> Any:
    """The document with one place changed."""
    if not path:
        return value if how == "replace" else plain
    whole = copy.deepcopy(plain)
    parent = functools.reduce(lambda node, key: node[key], path[:-1], whole)
    if how == "replace":
        parent[path[-1]] = value
    elif how == "drop":
        del parent[path[-1]]
    elif isinstance(parent, dict):
        parent["surplus"] = value
    else:
        parent.append(copy.deepcopy(parent[path[-1]]))
    return whole


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, Any]:
    """A noun's name and JSON near to one of its documents; shrinks to fewer changes."""
    name = draw(st.sampled_from(sorted(NOUNS)))
    plain = draw(st.sampled_from(good(name)))
    for _ in range(draw(st.integers(0, 2))):
        path = draw(st.sampled_from(places(plain)))
        plain = changed(plain, path, draw(st.sampled_from(["replace", "replace", "drop", "more"])), draw(ODD))
    return name, plain


@functools.cache
def validator(name: str) -> Draft4Validator:
    """The validator of a noun's schema."""
    return Draft4Validator(schema(name))


@functools.cache
def tool_validator(name: str) -> Draft4Validator:
    """The validator of a tool's arguments."""
    return Draft4Validator(schema(TOOL_SCHEMAS)[name])


@settings(deadline=None, max_examples=250)
@given(documents())
@example(("fault", {"kind": "timeout", "nth": 1, "first": 1}))
@example(("fault", {"kind": "stale"}))
@example(("fault", {"kind": "unavailable", "retryable": False}))
@example(("fault", {"kind": "timeout", "retryable": False}))
@example(("stock", {"csv": "a.csv", "records": [{"sku": "A", "warehouse": "W1", "on_hand": 1}]}))
@example(("stock", {"records": [{"sku": "A", "warehouse": "W1", "on_hand": None, "tracked": False}]}))
@example(("stock", {"records": [{"sku": "A", "warehouse": "W1", "on_hand": None}]}))
@example(("answer", {"lines": [{"line": 1, "status": "unknown", "seen": [["W1", "no_reply"], ["W2", 3]]}]}))
@example(("answer", {"lines": [{"line": 1, "status": "unknown", "unreached": ["W1", "W1"]}]}))
@example(("observation", {"call_id": "c1", "ok": True, "body": {"deep": [{"n": MAX_WHOLE + 1}]}}))
def test_schema_and_reader_agree(case: tuple[str, Any]) -> None:
    """What the reader takes fits the schema, and what fits the schema is taken, save for the rules listed above."""
    name, plain = case
    why = refused(name, plain, canonical=False)
    fits = validator(name).is_valid(plain)
    assert bool(why) is not fits or (fits and any(rule in why for rule in READER_ONLY)), (why, fits)


@settings(deadline=None, max_examples=100)
@given(documents())
def test_reader_takes_no_notice_of_how_a_document_is_written(case: tuple[str, Any]) -> None:
    """Canonical bytes and any other writing of the same JSON are both taken or both refused."""
    name, plain = case
    assert bool(refused(name, plain, canonical=True)) is bool(refused(name, plain, canonical=False))


@pytest.mark.parametrize("name", sorted(NOUNS))
def test_schemas_are_draft_04(name: str) -> None:
    """Every schema is one, is closed, and is the same each time."""
    Draft4Validator.check_schema(schema(name))
    assert schema(name) == schema(name)
    assert schema(name)["additionalProperties"] is False


@pytest.mark.parametrize("name", sorted(NOUNS))
def test_whole_documents_fit(name: str) -> None:
    """Whatever the package writes fits the schema that it publishes."""
    for plain in good(name)[:60]:
        validator(name).validate(plain)


def test_a_whole_number_is_no_float() -> None:
    """5.0 and true are no quantity, neither to the reader nor to the schema."""
    line = {"line": 1, "sku": "A", "quantity": 5}
    task = good("task")[0]
    for value in (5.0, True, "5", None, 10**400):
        plain = {**task, "lines": [{**line, "quantity": value}]}
        assert not validator("task").is_valid(plain)
        assert refused("task", plain, canonical=False)


def test_tool_schemas_and_tools_agree() -> None:
    """A tool takes the arguments that its published schema takes."""
    said = schema(TOOL_SCHEMAS)
    assert sorted(said) == sorted(TOOLS)
    assert said["submit_answer"] == schema("answer")
    for tool in TOOLS.values():
        Draft4Validator.check_schema(said[tool.name])


@settings(deadline=None, max_examples=100)
@given(
    st.sampled_from(sorted(set(TOOLS) - {"submit_answer"})),
    st.dictionaries(st.sampled_from(["sku", "warehouse", "cursor", "limit", "seconds", "quantity", "colour"]), ODD),
)
def test_arguments_and_tool_schema_agree(name: str, arguments: dict[str, Any]) -> None:
    """Odd arguments are refused by the tool exactly where its schema refuses them."""
    try:
        TOOLS[name].check(FrozenJson(arguments))
        taken = True
    except InputError:
        taken = False
    assert tool_validator(name).is_valid(arguments) is taken


def test_unknown_noun_is_named_with_its_nearest() -> None:
    """A misspelt name says what there is."""
    with pytest.raises(InputError, match="did you mean scenario"):
        schema("scenarios")


def test_written_scenarios_fit_their_schema() -> None:
    """A scenario with a stock file, which the reader needs beside it, fits too."""
    one = load_suite("worked")[0]
    assert isinstance(one, Scenario)
    Draft4Validator(schema("scenario")).validate(json.loads(encode(one)))


@pytest.mark.parametrize(
    "text", ['{"kind":"a\\ud800"}', '{"kind":"timeout","\\ud800":1}', '{"kind":"timeout","sku":"\\ud800"}']
)
def test_a_lone_surrogate_in_a_name_is_refused(text: str) -> None:
    """It is data in a message, and nothing but a mistake where a name or a known word stands."""
    with pytest.raises(InputError):
        decode(text.encode("ascii"), NOUNS["fault"])
    assert not validator("fault").is_valid(json.loads(text))
