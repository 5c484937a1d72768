"""Do the catalogue, the reader of arguments and the published schema agree?"""

from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory_env import strategies
from inventory_env.errors import InputError
from inventory_env.frozen_json import freeze
from inventory_env.strategies import json_values
from inventory_env.tools import ALWAYS_OFFERED, DRAFT, READ_TOOLS, TOOLS, WRITE_TOOLS, ToolKind

CALLED = tuple(name for name in TOOLS if name != "submit_answer")
ODD = st.sampled_from([True, 5.0, "5", -1, 0, "", " A", "A\n", "x" * 121, 2**53, None, [], {}]) | json_values()


@st.composite
def spoiled(draw: st.DrawFn, tool: str) -> dict[str, Any]:
    """Arguments of a tool with some changed, left out or added; shrinks to lawful ones."""
    given_ones = dict(draw(strategies.arguments(tool)))
    for name in draw(st.lists(st.sampled_from(sorted(given_ones) or ["x"]), max_size=2)):
        given_ones[name] = draw(ODD)
    for name in draw(st.lists(st.sampled_from(sorted(given_ones) or ["x"]), max_size=1)):
        given_ones.pop(name, None)
    return {**given_ones, **draw(st.dictionaries(st.sampled_from(["sku", "Sku", "limit", ""]), ODD, max_size=1))}


@pytest.mark.parametrize("tool", CALLED)
@given(data=st.data())
def test_schema_and_reader_accept_the_same_arguments(tool: str, data: st.DataObject) -> None:
    """What the published schema allows is read, what it forbids is refused: 5.0 is no whole number to either."""
    arguments = data.draw(strategies.arguments(tool) | spoiled(tool))
    validator = jsonschema.Draft4Validator(TOOLS[tool].schema())
    assert validator.is_valid(arguments) is _read(tool, arguments), arguments


@pytest.mark.parametrize("tool", CALLED)
def test_schema_is_a_schema(tool: str) -> None:
    """By the draft that it names, which is the last in which 5.0 is no integer."""
    schema = TOOLS[tool].schema()
    jsonschema.Draft4Validator.check_schema(schema)
    assert schema["$schema"] == DRAFT
    assert not jsonschema.Draft4Validator({"type": "integer"}).is_valid(5.0)


REFUSED = {
    "missing": ({"sku": "A"}, "warehouse must be given"),
    "unknown": (
        {"sku": "A", "warehouse": "W1", "Sku": "A"},
        "Sku is no argument of get_stock (did you mean sku? known: ",
    ),
    "wrong": ({"sku": 5, "warehouse": "W1"}, "sku must be a name: printable text, 1 to 120 characters; got 5"),
}


@pytest.mark.parametrize(("arguments", "message"), REFUSED.values(), ids=REFUSED)
def test_argument_is_refused_by_name(arguments: dict[str, Any], message: str) -> None:
    """The argument, the rule, the value got, and the choices where there are some."""
    with pytest.raises(InputError) as told:
        TOOLS["get_stock"].check(freeze(arguments))
    assert str(told.value).startswith(message)


def test_optional_argument_may_be_left_out_but_not_null() -> None:
    """Leaving out and null are two things."""
    TOOLS["list_stock"].check(freeze({"warehouse": "W1"}))
    with pytest.raises(InputError, match="cursor must be a name"):
        TOOLS["list_stock"].check(freeze({"warehouse": "W1", "cursor": None}))


def test_every_tool_is_of_one_kind() -> None:
    """Six read, four write, one waits, one finishes; the two last are always on offer."""
    assert {"list_warehouses", "get_item", "get_stock", "list_stock", "get_incoming", "get_policy"} == READ_TOOLS
    assert {"create_reservation", "create_transfer", "create_order", "adjust_stock"} == WRITE_TOOLS
    assert set(TOOLS) == READ_TOOLS | WRITE_TOOLS | ALWAYS_OFFERED
    assert {TOOLS[name].kind for name in ALWAYS_OFFERED} == {ToolKind.WAIT, ToolKind.FINISH}
    assert all(tool.name == name and tool.description for name, tool in TOOLS.items())


def _read(tool: str, arguments: dict[str, Any]) -> bool:
    try:
        TOOLS[tool].check(freeze(arguments))
    except InputError:
        return False
    return True
