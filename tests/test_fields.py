"""Do nouns hold to their annotations, the same in Python and in JSON?"""

import copy
import pickle
from functools import partial
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inventory_env.answer import Answer, LineAnswer, NotANumber, Status
from inventory_env.codec import convert, decode, encode
from inventory_env.errors import InputError
from inventory_env.fields import MAX_WHOLE, Name, conform
from inventory_env.strategies import json_values, names, scenarios, wholes
from inventory_env.task import Budget, Line, Retry, Sourcing, Split, Task

NO_WHOLE_NUMBERS = (True, False, 5.0, 5.5, "5", None, float("nan"), float("inf"), 10**400, [], {}, MAX_WHOLE + 1)
NO_NAMES = ("", " A", "A ", "A\n", "\n", "A\tB", "A\x00", "\u2028", "\ud800", "\x85", "x" * 121, 5, None, b"A", ["A"])


@pytest.mark.parametrize("value", NO_WHOLE_NUMBERS, ids=str)
def test_quantity_is_a_whole_number_and_nothing_is_rounded(value: object) -> None:
    """true, 5.0, "5", NaN, fractions and 400 digits are refused by name; nothing is converted."""
    with pytest.raises(InputError, match=r"^quantity must be a whole number") as told:
        Line(1, "A", value)  # type: ignore[arg-type]
    assert told.value.field == "quantity"


@pytest.mark.parametrize("value", NO_NAMES, ids=ascii)
def test_name_is_printable_and_not_blank_at_its_ends(value: object) -> None:
    """A name survives a prompt, a table and a CSV cell."""
    with pytest.raises(InputError, match=r"^sku must be a name: printable text, 1 to 120 characters; got "):
        Line(1, value, 5)  # type: ignore[arg-type]


@given(names())
def test_any_printable_name_is_kept_as_it_is(name: str) -> None:
    """Names of other scripts, with blanks or joiners inside, are names."""
    assert Line(1, name, 5).sku == name
    assert decode(encode(Line(1, name, 5)), Line).sku == name


@given(st.text(max_size=8))
def test_short_look_at_a_name_agrees_with_the_pattern(text: str) -> None:
    """JSON is held to the pattern alone, Python to a quicker look first: both say the same."""
    assert _accepted(lambda: Line(1, text, 5)) == _accepted(lambda: convert(_line(sku=text), Line))


@given(st.sampled_from(["line", "sku", "quantity"]), json_values() | st.sampled_from(["\n", "A\n", " ", MAX_WHOLE]))
def test_python_and_json_refuse_the_same_in_the_same_words(field: str, value: Any) -> None:
    """A record is as strict however it is made, and says so in one way."""
    plain = _line(**{field: value})
    assert _outcome(lambda: Line(**plain)) == _outcome(lambda: convert(plain, Line))


@given(json_values())
def test_python_and_json_hold_lists_to_the_same_rules(value: Any) -> None:
    """The same for pairs, lists of names, unions and enums inside a longer record."""
    for field in ("plan", "unreached", "nearest", "seen", "evidence", "gap", "status"):
        plain = {"line": 1, "status": "found", field: value}
        in_python, in_json = partial(LineAnswer, **plain), partial(convert, plain, LineAnswer)
        assert _outcome(in_python) == _outcome(in_json), field


@given(wholes(), wholes(), wholes())
def test_bounds_are_part_of_the_range(line: int, quantity: int, gap: int) -> None:
    """1 or more is accepted from 1, 0 or more from 0, both up to 2**53 - 1."""
    assert _accepted(lambda: Line(line, "A", quantity)) == (line >= 1 and quantity >= 1)
    assert _accepted(lambda: LineAnswer(1, Status.SHORTFALL, gap=gap)) == (gap >= 0)


def test_number_out_of_range_is_told_both_ends() -> None:
    """Where a number is too large, the message says how large it may be."""
    for value, rule in (
        (MAX_WHOLE + 1, "from 1 to 9007199254740991; got 9007199254740992"),
        (0, ", 1 or more; got 0"),
        ("x", ", 1 or more; got 'x'"),
    ):
        with pytest.raises(InputError) as told:
            Line(1, "A", value)  # type: ignore[arg-type]
        assert (
            told.value.rule == f"must be a whole number{rule}" if rule[0] == "," else f"must be a whole number {rule}"
        )
    with pytest.raises(InputError, match="timeout_s must be a whole number from 0 to 1000000; got -1"):
        Retry(timeout_s=-1)


def test_place_of_a_bad_item_is_named() -> None:
    """In lists within lists the message points at the item."""
    with pytest.raises(InputError, match=r"^plan\[1\]\[1\] must be a whole number, 1 or more; got 0$"):
        LineAnswer(1, Status.FOUND, (("W1", 1), ("W2", 0)))
    with pytest.raises(InputError, match=r"^plan\[0\] must be a list of 2; got \('W1', 1, 2\)$"):
        LineAnswer(1, Status.FOUND, (("W1", 1, 2),))  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^lines\[0\] must be a LineAnswer; got 5$"):
        Answer((5,))  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^tools\[\] must be a name"):
        Task("t", "", (Line(1, "A", 1),), ("W1",), Sourcing(Split.ANY), frozenset({5}))  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^tools must be a list; got 'x'$"):
        Task("t", "", (Line(1, "A", 1),), ("W1",), Sourcing(Split.ANY), "x")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^\[0\] must be a name"):
        conform(tuple[Name, ...])([5])


def test_list_is_taken_for_a_tuple_and_a_value_for_its_enum() -> None:
    """These two are converted, because JSON has neither; nothing else is."""
    line = LineAnswer(1, "found", [["W1", 3]], seen=[["W1", "inactive"], ["W2", 4]])  # type: ignore[arg-type]
    assert line == LineAnswer(1, Status.FOUND, (("W1", 3),), seen=(("W1", NotANumber.INACTIVE), ("W2", 4)))
    assert type(line.plan) is tuple
    with pytest.raises(InputError, match=r"status must be a known value; got 'fond' \(did you mean found\? known: "):
        LineAnswer(1, "fond")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"status must be a known value; got 5 \(known: found"):
        LineAnswer(1, 5)  # type: ignore[arg-type]


def test_text_and_truth_are_exactly_that() -> None:
    """1 is not true, and a number is no text."""
    with pytest.raises(InputError, match="asks_to_reserve must be true or false; got 1"):
        _task(asks_to_reserve=1)
    with pytest.raises(InputError, match="prompt must be text; got 5"):
        _task(prompt=5)


@settings(max_examples=25)
@given(scenarios())
def test_noun_cannot_be_changed_and_copies_are_equal(scenario: Any) -> None:
    """Every field of every noun refuses assignment; copies and pickles are equal and have the same hash."""
    for noun in (scenario, scenario.task, *scenario.task.lines, scenario.task.sourcing, *scenario.faults):
        for field in attrs.fields(type(noun)):
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                setattr(noun, field.name, None)
    for noun in (scenario.task, *scenario.faults):
        for other in (copy.copy(noun), copy.deepcopy(noun), pickle.loads(pickle.dumps(noun))):
            assert other == noun
            assert hash(other) == hash(noun)


@settings(max_examples=25)
@given(scenarios())
def test_noun_read_from_json_has_the_hash_of_one_made_in_python(scenario: Any) -> None:
    """Reading leaves no half-made record behind."""
    read = decode(encode(scenario.task), Task)
    assert hash(read) == hash(scenario.task)
    assert {read: 1}[scenario.task] == 1


def test_noun_has_slots_only() -> None:
    """No field can be added to a record."""
    for noun in (Line(1, "A", 1), Sourcing(Split.ANY), Retry(), Budget(), LineAnswer(1, Status.FOUND), Answer(())):
        assert not hasattr(noun, "__dict__")


def _line(**changed: Any) -> dict[str, Any]:
    return {"line": 1, "sku": "A", "quantity": 5, **changed}


def _task(**changed: Any) -> Task:
    base = {"id": "t", "prompt": "", "lines": (Line(1, "A", 1),), "priority": ("W1",), "sourcing": Sourcing(Split.ANY)}
    return Task(**{**base, "tools": frozenset({"get_stock"}), **changed})


def _accepted(make: Any) -> bool:
    return not isinstance(_outcome(make), str)


def _outcome(make: Any) -> Any:
    try:
        return make()
    except InputError as error:
        return str(error)
