"""Is recorded JSON out of everybody's reach, and equal to what was recorded?"""

import copy
import math
import pickle
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inventory_env import frozen_json
from inventory_env.codec import builtins, convert
from inventory_env.fields import MAX_WHOLE
from inventory_env.frozen_json import MAX_DEPTH, FrozenJson, freeze, snapshot, thaw, too_large
from inventory_env.strategies import json_values
from inventory_env.trace import Observation


@given(json_values())
def test_frozen_value_thaws_to_an_equal_one(value: Any) -> None:
    """Freezing loses nothing that JSON can say."""
    assert thaw(freeze(value)) == value
    assert convert(builtins(Observation("c1", True, freeze({"x": value}))), Observation).body == freeze({"x": value})


@given(st.dictionaries(st.text(), json_values(), max_size=4))
def test_snapshot_is_what_freezing_gives(body: dict[str, Any]) -> None:
    """The quick look at a flat body changes nothing; the tool's own dict stays as it was."""
    before = copy.deepcopy(body)
    assert snapshot(body) == freeze(body)
    assert body == before
    _nothing_changeable(snapshot(body))


@given(json_values())
def test_nothing_in_a_frozen_value_can_change(value: Any) -> None:
    """No list, no plain dict, at any depth."""
    _nothing_changeable(freeze(value))


@given(st.dictionaries(st.text(), json_values(), min_size=1, max_size=3))
def test_thawed_copy_is_a_copy(value: dict[str, Any]) -> None:
    """What an agent does with its copy does not reach the record."""
    frozen = freeze(value)
    copied = thaw(frozen)
    copied.clear()
    assert frozen == freeze(value)


def test_frozen_object_refuses_every_change() -> None:
    """Each way that a dict can be changed raises."""
    frozen = FrozenJson(a=1)
    changes = (
        lambda: frozen.__setitem__("a", 2),
        lambda: frozen.__delitem__("a"),
        lambda: frozen.update(a=2),
        lambda: frozen.setdefault("b", 2),
        lambda: frozen.pop("a"),
        frozen.popitem,
        frozen.clear,
        lambda: frozen.__ior__({"a": 2}),
    )
    for change in changes:
        with pytest.raises(TypeError, match="a recorded JSON object cannot be changed"):
            change()
    assert frozen == {"a": 1}


def test_frozen_object_equals_a_dict_hashes_and_copies() -> None:
    """It is a dict to everyone who only reads, and survives pickling."""
    frozen = freeze({"a": [1, {"b": 2}]})
    assert frozen == {"a": (1, {"b": 2})}
    assert hash(frozen) == hash(freeze({"a": [1, {"b": 2}]}))
    assert copy.copy(frozen) is copy.deepcopy(frozen) is frozen
    assert pickle.loads(pickle.dumps(frozen)) == frozen
    assert type(pickle.loads(pickle.dumps(frozen))) is FrozenJson


NO_JSON = (
    (math.nan, "nan"),
    (math.inf, "inf"),
    (-math.inf, "-inf"),
    (MAX_WHOLE + 1, "9007199254740992"),
    (10**400, "a whole number of about 398 digits"),
    ({1, 2}, "a value of type set"),
    (b"x", "a value of type bytes"),
    (object(), "a value of type object"),
    ({1: 2}, "an object with a key of type int"),
)


@pytest.mark.parametrize(("value", "writing"), NO_JSON, ids=[writing for _, writing in NO_JSON])
def test_what_json_cannot_say_is_kept_by_its_kind(value: object, writing: str) -> None:
    """The record says that something was there, the same in every run: no address, no order of a set."""
    assert freeze(value) == {"not_json": writing}
    assert freeze([{"x": value}]) == ({"x": {"not_json": writing}},)


def test_nesting_is_cut_where_it_is_too_deep() -> None:
    """32 levels are kept; what lies deeper is named, so that no recursion ends the run."""
    endless: list[Any] = []
    endless.append(endless)
    frozen, depth = freeze(endless), 0
    while isinstance(frozen, tuple):
        frozen, depth = frozen[0], depth + 1
    assert (depth, frozen) == (MAX_DEPTH, {"not_json": f"nested deeper than {MAX_DEPTH}"})


def test_subclasses_of_text_and_numbers_are_no_json() -> None:
    """A subclass may change what it shows; only the plain types are kept as they are."""

    class Text(str):
        pass

    class Number(int):
        pass

    assert freeze(Text("x")) == {"not_json": "a value of type Text"}
    assert freeze(Number(5)) == {"not_json": "a value of type Number"}
    assert freeze({Text("x"): 1}) == {"not_json": "an object with a key of type Text"}


def test_other_mappings_are_read_as_objects() -> None:
    """An agent may use any mapping."""

    class Own(Mapping[str, Any]):
        def __getitem__(self, key: str) -> Any:
            return {"a": 1}[key]

        def __iter__(self) -> Iterator[str]:
            return iter(["a"])

        def __len__(self) -> int:
            return 1

    assert freeze(Own()) == {"a": 1}
    assert not too_large(Own())


def test_small_in_memory_and_endless_on_paper_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that holds another twice, which holds another twice, and so on."""
    monkeypatch.setattr(frozen_json, "MAX_VALUES", 1000)
    doubled: Any = []
    for _ in range(40):
        doubled = [doubled, doubled]
    assert too_large(doubled)
    assert too_large({"x": doubled})
    assert too_large([0] * 1001)
    assert not too_large([0] * 1000)
    assert not too_large({"sku": "A", "quantity": 5})


def _nothing_changeable(value: Any) -> None:
    assert type(value) in (str, int, float, bool, type(None), tuple, FrozenJson)
    if isinstance(value, tuple | FrozenJson):
        for inner in value.values() if isinstance(value, FrozenJson) else value:
            _nothing_changeable(inner)
