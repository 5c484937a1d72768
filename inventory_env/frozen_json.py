"""How is free JSON kept, so that nobody can change it afterwards?

Arguments and bodies are whatever an agent or a tool wrote. In memory they are frozen
(`FrozenJson` and tuples), on disk they are plain nested JSON.
"""

import math
from collections.abc import Mapping
from typing import Any, NoReturn

from inventory_env.errors import shown
from inventory_env.fields import MAX_WHOLE

# Deeper nesting than any tool here needs; a limit keeps hostile arguments from exhausting the stack.
MAX_DEPTH = 32
# An answer of 500 lines that says what it saw at 1,000 warehouses each is below this.
MAX_VALUES = 4_000_000


class FrozenJson(dict[str, Any]):
    """A JSON object that refuses to change; equal to the plain dict with the same content."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a recorded JSON object cannot be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return (FrozenJson, (dict(self),))

    def __copy__(self) -> "FrozenJson":
        return self

    def __deepcopy__(self, memo: object) -> "FrozenJson":
        return self


EMPTY = FrozenJson()
_FLAT = frozenset({str, int, bool, type(None)})


def freeze(value: object, depth: int = 0) -> Any:
    """An immutable JSON value equal to the one given.

    What JSON cannot say (NaN, sets, objects, numbers beyond 2**53, nesting beyond MAX_DEPTH) is kept
    as `{"not_json": "..."}`, which names its kind and, where that is the same in every run, its writing.
    """
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return value
    if kind is int:
        return value if -MAX_WHOLE <= value <= MAX_WHOLE else _not_json(shown(value))  # type: ignore[operator]
    if kind is float:
        return value if math.isfinite(value) else _not_json(shown(value))  # type: ignore[arg-type]
    if depth >= MAX_DEPTH:
        return _not_json(f"nested deeper than {MAX_DEPTH}")
    if kind is dict or isinstance(value, Mapping):
        return _object(value, depth)  # type: ignore[arg-type]
    if isinstance(value, list | tuple):
        return tuple([freeze(item, depth + 1) for item in value])
    return _not_json(f"a value of type {kind.__name__}")


def _object(value: Mapping[Any, Any], depth: int) -> FrozenJson:
    frozen = {}
    for key, item in value.items():
        if type(key) is not str:
            return _not_json(f"an object with a key of type {type(key).__name__}")
        kind = type(item)
        # Text and small numbers are most of what tools say; asking here saves a call for each.
        plain = kind is str or (kind is int and -MAX_WHOLE <= item <= MAX_WHOLE)
        frozen[key] = item if plain else freeze(item, depth + 1)
    return FrozenJson(frozen)


def too_large(value: object) -> bool:
    """Whether a value holds more than MAX_VALUES values, each counted as often as it is written.

    A list that holds one other list twice, and so on, is small in memory and endless on paper.
    """
    left, open_ones = MAX_VALUES, [(value, 0)]
    while open_ones and left >= 0:
        one, depth = open_ones.pop()
        if isinstance(one, Mapping | list | tuple) and depth < MAX_DEPTH:
            left -= len(one)
            inner = one.values() if isinstance(one, Mapping) else one
            open_ones.extend((item, depth + 1) for item in inner)
    return left < 0


def snapshot(body: dict[str, Any]) -> FrozenJson:
    """An immutable copy of a body that a tool made: what it holds is JSON, so what is flat needs no second look."""
    if _FLAT.issuperset(map(type, body.values())):
        return FrozenJson(body)
    return FrozenJson({key: _part(item) for key, item in body.items()})


def _part(value: Any) -> Any:
    if type(value) is list:
        return tuple([_part(item) for item in value])
    return snapshot(value) if type(value) is dict else freeze(value)


def thaw(value: Any) -> Any:
    """A fresh, changeable copy: plain dicts and lists."""
    if isinstance(value, dict):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [thaw(item) for item in value]
    return value


def _not_json(what: str) -> FrozenJson:
    return FrozenJson({"not_json": what})
