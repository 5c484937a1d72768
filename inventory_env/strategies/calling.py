"""Which calls may an agent make, lawful or not?"""

import functools
from typing import Any

from hypothesis import strategies as st

from inventory_env.strategies.shelves import SKUS, WAREHOUSES, json_values
from inventory_env.task import Task
from inventory_env.tools import TOOLS, WRITE_TOOLS

_Call = tuple[str, Any]
_CALLABLE = tuple(name for name in TOOLS if name != "submit_answer")
_CURSORS = st.none() | st.sampled_from(["after:A", "after:B", "after:W1", "page 2"])
_NUMBERS = st.integers(0, 30)
_ODD_TOOLS = st.none() | st.sampled_from(["fly", "", "GET_STOCK", "get_stock ", "\ud800", "create_refund"])
_ODD_VALUES: st.SearchStrategy[Any] = (
    st.sampled_from([None, True, 5.0, -1, "", " A", "W9", 2**53, [], {}]) | json_values()
)
_ODD_CHANGES = st.dictionaries(
    st.sampled_from(["sku", "warehouse", "quantity", "cursor", "seconds", "Sku"]), _ODD_VALUES, max_size=2
)
_INSTEAD = st.none() | st.tuples(json_values())


def arguments(tool: str, task: Task | None = None) -> st.SearchStrategy[dict[str, Any]]:
    """Lawful arguments of a tool, with optional ones left out at times; shrinks to the fewest, first choices first.

    Args:
        tool: a name in the catalogue.
        task: whose warehouses and skus come first; others are named too. Those of `tasks` by default.
    """
    places = (task.priority, task.skus()) if task else ((), ())
    return _calls((tool,), *places).map(lambda call: call[1])


def calls(task: Task, *, lawful: bool = True) -> st.SearchStrategy[_Call]:
    """One call, `wait` included, as (tool, arguments); shrinks to the question for the first sku at the first choice.

    Args:
        task: whose tools, warehouses and skus are named; others too.
        lawful: whether every tool is on offer and its arguments can be read; if not, there are also other tools,
            forbidden writes, unknown names, malformed arguments and arguments that are no object.
    """
    good = _calls(_plain_first(task.tools | {"wait"}), task.priority, task.skus())
    return good if lawful else good | _any_calls(task.priority, task.skus())


@functools.lru_cache(maxsize=1024)
@st.composite
def _calls(draw: st.DrawFn, tools: tuple[str, ...], priority: tuple[str, ...], skus: tuple[str, ...]) -> _Call:
    """Calls that cost the same number of choices, whatever the tool: fewer would count as the simpler call."""
    place, sku = _first(priority, WAREHOUSES), _first(skus, SKUS)
    return _call(draw(st.sampled_from(tools)), draw(sku), draw(place), draw(place), draw(_NUMBERS), draw(_CURSORS))


def _call(tool: str, sku: str, warehouse: str, other: str, number: int, cursor: str | None) -> _Call:
    values = {
        "sku": sku,
        "warehouse": warehouse,
        "from_warehouse": other,
        "to_warehouse": warehouse,
        "cursor": cursor,
        "limit": number or None,
        "seconds": number % 6,
        "quantity": max(1, number),
        "on_hand": number,
    }
    return tool, {one.name: values[one.name] for one in TOOLS[tool].parameters if values[one.name] is not None}


@functools.lru_cache(maxsize=1024)
@st.composite
def _any_calls(draw: st.DrawFn, priority: tuple[str, ...], skus: tuple[str, ...]) -> _Call:
    """Calls that may be spoilt; each is a lawful one with something more, and so never the simpler one."""
    tool, given = draw(_calls(_CALLABLE, priority, skus))
    other, changes, instead = draw(_ODD_TOOLS), draw(_ODD_CHANGES), draw(_INSTEAD)
    return tool if other is None else other, instead[0] if instead else {**given, **changes}


def _plain_first(tools: frozenset[str]) -> tuple[str, ...]:
    """Tools by how plain a run looks in which they are called: for figures, for other things, waits, writes."""

    def rank(tool: str) -> tuple[bool, bool, bool, str]:
        return tool in WRITE_TOOLS, tool == "wait", tool not in ("get_stock", "list_stock"), tool

    return tuple(sorted(tools, key=rank))


@functools.lru_cache(maxsize=1024)
def _first(few: tuple[str, ...], others: tuple[str, ...]) -> st.SearchStrategy[str]:
    return st.sampled_from(tuple(dict.fromkeys((*few, *others))))
