"""Do bytes say one noun, and a noun one row of bytes? And is everything else refused by name?"""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inventory_env import codec
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.codec import builtins, convert, decode, encode, parse
from inventory_env.errors import InputError
from inventory_env.frozen_json import FrozenJson, thaw
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock
from inventory_env.strategies import answers, json_values, scenarios, tasks
from inventory_env.task import Line, Task
from inventory_env.trace import Failure, Observation, Trace
from inventory_env.verdict import Verdict

GOOD = b'{"line":1,"quantity":5,"sku":"A"}'

few = settings(max_examples=40)


@few
@given(st.data())
def test_noun_survives_a_round_trip(data: st.DataObject) -> None:
    """What is written is read back equal, whatever the text holds."""
    task = data.draw(tasks())
    for noun, kind in ((task, Task), (data.draw(answers(task)), Answer)):
        assert decode(encode(noun), kind) == noun


@few
@given(st.data())
def test_bytes_are_canonical(data: st.DataObject) -> None:
    """Keys in order, no blanks: plain JSON written by another program in that style is the same bytes."""
    noun = data.draw(tasks())
    text = json.dumps(builtins(noun), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert encode(noun) == text.encode("utf-8")


@few
@given(st.data())
def test_other_spellings_of_the_same_json_are_read_alike(data: st.DataObject) -> None:
    """Order of keys, blanks and escapes mean nothing."""
    noun = data.draw(tasks().flatmap(answers))
    plain = builtins(noun)
    turned = dict(reversed(plain.items()))
    assert decode(json.dumps(turned, indent=1).encode("ascii"), Answer) == noun


@few
@given(scenarios())
def test_scenario_is_read_back_with_its_stock(scenario: Scenario) -> None:
    """The stock is written as its source; who reads it says how it is built."""
    built = decode(
        encode(scenario), Scenario, hook=lambda kind, plain: Stock(convert(plain, type(scenario.stock.source)))
    )
    assert built == scenario
    assert encode(built) == encode(scenario)


@given(st.dictionaries(st.text(), json_values(), max_size=3))
def test_free_json_survives_a_round_trip(body: dict[str, Any]) -> None:
    """Bodies and arguments too, floats and all."""
    noun = Observation("c1", True, convert(body, FrozenJson))
    assert decode(encode(noun), Observation) == noun
    assert thaw(noun.body) == body


@given(st.dictionaries(st.text(), json_values(), max_size=3))
def test_lone_surrogate_changes_nothing_but_itself(body: dict[str, Any]) -> None:
    """The slow way to write spells everything else as the fast way does."""
    plain = encode(FrozenJson(a=body, z="!"))
    odd = encode(FrozenJson(a=body, z="\ud800"))
    assert odd == plain.replace(b'"z":"!"', b'"z":"\\ud800"')


@given(st.text(st.characters()))
def test_any_message_is_data(text: str) -> None:
    """Lone surrogates included: written as escapes, read back as they were."""
    noun = Answer((), message=text)
    data = encode(noun)
    data.decode("utf-8")
    assert decode(data, Answer) == noun


@given(st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
def test_no_bytes_raise_anything_else(data: bytes) -> None:
    """Whatever a file holds, the reader answers with a noun or with an InputError."""
    for kind in (Line, Answer, Task, Trace, Verdict):
        try:
            decode(data, kind)
        except InputError as error:
            assert error.rule


@given(tasks(), st.data())
def test_cut_or_changed_bytes_are_a_noun_or_an_input_error(task: Task, data: st.DataObject) -> None:
    """A file cut short is never half-read; one changed byte never raises anything else."""
    good = encode(task)
    cut = data.draw(st.integers(0, len(good) - 1))
    with pytest.raises(InputError):
        decode(good[:cut], Task)
    other = bytes([data.draw(st.integers(0, 255))])
    try:
        decode(good[:cut] + other + good[cut + 1 :], Task)
    except InputError as error:
        assert error.rule


@given(tasks(), json_values(), st.data())
def test_any_part_replaced_is_a_noun_or_an_input_error(task: Task, value: Any, data: st.DataObject) -> None:
    """One value of the wrong kind, anywhere, is named with its place."""
    plain = builtins(task)
    holder, key = data.draw(st.sampled_from(list(_places(plain))))
    holder[key] = value
    try:
        decode(json.dumps(plain).encode("ascii"), Task)
    except InputError as error:
        assert error.field


def test_canonical_bytes_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strict second reading is for bytes that differ from their canonical form."""
    monkeypatch.setattr(codec, "parse", None)
    assert decode(GOOD, Line) == Line(1, "A", 5)
    with pytest.raises(TypeError):
        decode(b" " + GOOD, Line)


HOSTILE = {
    "empty": (b"", "must be JSON; Expecting value at character 1, got ''"),
    "blank": (b" ", "must be JSON; Expecting value at character 2, got ''"),
    "truncated": (GOOD[:-1], "must be JSON; Expecting ',' delimiter at character 33, got ''"),
    "twice": (GOOD + GOOD, "must be JSON; Extra data at character 34"),
    "binary": (b"\x00\x01\x02", r"must be JSON; Expecting value at character 1, got '\x00\x01\x02'"),
    "utf-16": (GOOD.decode().encode("utf-16"), r"must be UTF-8; byte 0 is b'\xff'"),
    "byte order mark": (b"\xef\xbb\xbf" + GOOD, "must be JSON without a byte order mark"),
    "surrogate bytes": (b'"\xed\xa0\x80"', r"must be UTF-8; byte 1 is b'\xed'"),
    "deep list": (b"[" * 100_000, "must be JSON that is not nested so deeply"),
    "deep object": (b'{"a":' * 100_000, "must be JSON that is not nested so deeply"),
    "NaN": (b'{"line":1,"quantity":NaN,"sku":"A"}', "must be JSON, which has no NaN"),
    "Infinity": (b'{"line":1,"quantity":-Infinity,"sku":"A"}', "must be JSON, which has no -Infinity"),
    "true": (b'{"line":1,"quantity":true,"sku":"A"}', "quantity must be a whole number, 1 or more; got True"),
    "5.0": (b'{"line":1,"quantity":5.0,"sku":"A"}', "quantity must be a whole number, 1 or more; got 5.0"),
    "5e0": (b'{"line":1,"quantity":5e0,"sku":"A"}', "quantity must be a whole number, 1 or more; got 5.0"),
    "1e999": (b'{"line":1,"quantity":1e999,"sku":"A"}', "quantity must be a whole number, 1 or more; got inf"),
    "text": (b'{"line":1,"quantity":"5","sku":"A"}', "quantity must be a whole number, 1 or more; got '5'"),
    "400 digits": (
        b'{"line":1,"quantity":%b,"sku":"A"}' % (b"9" * 400),
        "quantity must be a whole number from 1 to 9007199254740991; got a whole number of about 398 digits",
    ),
    "5000 digits": (
        b'{"line":1,"quantity":-%b,"sku":"A"}' % (b"9" * 5000),
        "must hold whole numbers of at most 16 digits; got one of thousands",
    ),
    "2**53": (
        b'{"line":1,"quantity":9007199254740992,"sku":"A"}',
        "quantity must be a whole number from 1 to 9007199254740991; got 9007199254740992",
    ),
    "unknown key": (
        b'{"line":1,"quanity":2,"quantity":5,"sku":"A"}',
        "quanity is not a field here (did you mean quantity? known: line, quantity, sku)",
    ),
    "duplicate key": (
        b'{"line":1,"quantity":5,"quantity":5,"sku":"A"}',
        "must hold each key once; got the key 'quantity' twice",
    ),
    "missing key": (b'{"line":1,"quantity":5}', "must have the field sku"),
    "null": (b"null", "must be a Line; got None"),
    "list": (b"[1]", "must be a Line; got [1]"),
    "lone surrogate": (
        rb'{"line":1,"quantity":5,"sku":"\ud800"}',
        r"sku must be a name: printable text, 1 to 120 characters; got '\ud800'",
    ),
}


@pytest.mark.parametrize(("data", "message"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_bytes_are_refused_by_name(data: bytes, message: str) -> None:
    """One clear error each: the field where there is one, the rule, the value got."""
    with pytest.raises(InputError) as told:
        decode(data, Line)
    assert str(told.value).startswith(message)
    assert (told.value.path, told.value.line) == (None, None)


NESTED = {
    '{"lines":[{"line":1,"status":"found","zz":1}]}': "lines[0].zz is not a field here",
    '{"lines":[{"line":1}]}': "lines[0] must have the field status",
    '{"lines":[{"line":1,"status":"found","plan":[["W1",0]]}]}': "lines[0].plan[0][1] must be a whole number",
    '{"lines":[{"line":1,"status":"found","plan":[["W1",1],["W1",2]]}]}': "lines[0].plan must name each one once",
    '{"lines":[{"line":1,"status":"found"},{"line":1,"status":"found"}]}': "lines must name each one once; got 1 twice",
    '{"lines":[5]}': "lines[0] must be a LineAnswer; got 5",
    '{"lines":[],"shippable":"maybe"}': "shippable must be a known value; got 'maybe' (known: no, unknown, yes)",
}


@pytest.mark.parametrize(("text", "message"), NESTED.items())
def test_place_inside_a_record_is_named(text: str, message: str) -> None:
    """Lists count from 0, as they do in Python."""
    with pytest.raises(InputError) as told:
        decode(text.encode(), Answer)
    assert str(told.value).startswith(message)


BODIES = ('{"x":1e999}', '{"x":12345678901234567890}', '{"x":1152921504606846976}', f'{{"x":{"[" * 40}{"]" * 40}}}')


@pytest.mark.parametrize("body", BODIES, ids=("float", "huge", "canonical and too large", "deep"))
def test_free_json_that_cannot_be_kept_is_refused_when_it_is_read(body: str) -> None:
    """A record that was not written by us must not change on its way in."""
    with pytest.raises(InputError, match=r"^body must hold numbers of at most 16 digits, nested at most 32 deep"):
        decode(b'{"body":%b,"call_id":"c1","error":null,"ok":true}' % body.encode(), Observation)
    with pytest.raises(InputError, match=r"^body must be an object; got \[1\]"):
        decode(b'{"body":[1],"call_id":"c1","error":null,"ok":true}', Observation)


def test_unknown_key_inside_an_optional_record_is_refused() -> None:
    """A field that may be null is walked like any other; free JSON is not."""
    data = b'{"body":{"any":{"key":1}},"call_id":"c1","error":{"code":"TIMEOUT","message":"","later":1},"ok":false}'
    with pytest.raises(InputError, match=r"^error.later is not a field here"):
        decode(data, Observation)


def test_type_that_nobody_builds_is_refused() -> None:
    """A scenario without a reader of stocks is a mistake of the caller, told as such."""
    with pytest.raises(InputError, match="cannot be read here: Stock"):
        convert({}, Stock)
    with pytest.raises(InputError, match="must be JSON; got "):
        encode(object())


def test_error_of_a_file_named_in_the_record_keeps_its_file() -> None:
    """What the record names and what is wrong with it are both told."""

    def build(kind: type, plain: Any) -> Any:
        raise InputError("cannot be read", path="stock.csv", line=7)

    with pytest.raises(InputError, match=r"^stock.csv:7: cannot be read$"):
        convert({}, Stock, hook=build)


def test_deep_python_value_is_refused() -> None:
    """The same rule where the value does not come from bytes."""
    deep: Any = 5
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(InputError):
        convert({"line": 1, "status": "found", "plan": deep}, LineAnswer)
    with pytest.raises(InputError, match="body must hold"):
        convert({"call_id": "c1", "ok": True, "body": {"x": deep}}, Observation)


def test_lone_surrogate_where_a_known_word_stands_is_refused() -> None:
    """It cannot even be looked up."""
    with pytest.raises(InputError, match=r"must be known words and names; got '.ud800'"):
        decode(rb'{"lines":[{"line":1,"status":"\ud800"}]}', Answer)


def test_parse_gives_plain_json() -> None:
    """Numbers, text, lists and objects as Python has them."""
    assert parse(b'{"a":[1,2.5,"x",null,true,-3]}') == {"a": [1, 2.5, "x", None, True, -3]}


def test_what_msgspec_alone_refuses_is_still_told() -> None:
    """If the two ever differ, the message is msgspec's own, with the value got."""
    error = msgspec.ValidationError("Something new - at `$.line`")
    told = codec._told(error, {"line": 5}, Line)
    assert str(told) == "line must fit: Something new; got 5"


def test_status_words_on_disk_are_the_enum_values() -> None:
    """A reader of the file needs no table."""
    assert b'"status":"found"' in encode(LineAnswer(1, Status.FOUND))
    assert decode(b'{"code":"TIMEOUT","message":""}', Failure).code == "TIMEOUT"


def _places(plain: Any) -> Any:
    if isinstance(plain, dict | list):
        for key in list(plain) if isinstance(plain, dict) else range(len(plain)):
            yield plain, key
            yield from _places(plain[key])
