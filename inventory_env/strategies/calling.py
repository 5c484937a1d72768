"""Which calls may an agent make, lawful or not?"""

import functools
from typing import Any

from hypothesis import strategies as st

from inventory_env.strategies.shelves import SKUS, WAREHOUSES, json_values
from inventory_env.task import Task
from inventory_env.tools import TOOLS, WRITE_TOOLS

_CALLABLE = tuple(name for name in TOOLS if name != "submit_answer")
_NO_TOOLS = ("fly", "", "GET_STOCK", "get_stock ", "\ud800", "create_refund")
_ODD_VALUES: st.SearchStrategy[Any] = (
    st.sampled_from([None, True, 5.0, -1, "", " A", "W9", 2**53, [], {}]) | json_values()
)
_ODD_ARGUMENTS = st.dictionaries(
    st.sampled_from(["sku", "warehouse", "quantity", "cursor", "seconds", "Sku"]), _ODD_VALUES, max_size=3
)
_ODD_CALLS = st.tuples(st.sampled_from(_NO_TOOLS + _CALLABLE), _ODD_ARGUMENTS | json_values())


def arguments(tool: str, task: Task | None = None) -> st.SearchStrategy[dict[str, Any]]:
    """Lawful arguments of a tool, with optional ones left out at times; shrinks to the fewest, first choices first.

    Args:
        tool: a name in the catalogue.
        task: whose warehouses and skus come first; others are named too. Those of `tasks` by default.
    """
    priority, skus = (task.priority, task.skus()) if task else ((), ())
    return _arguments(tool, _first(priority, WAREHOUSES), _first(skus, SKUS))


def calls(task: Task, *, lawful: bool = True) -> st.SearchStrategy[tuple[str, Any]]:
    """One call, `wait` included, as (tool, arguments); shrinks to the question for the first sku at the first choice.

    Args:
        task: whose tools, warehouses and skus are named; others too.
        lawful: whether every tool is on offer and its arguments can be read; if not, there are also other tools,
            forbidden writes, unknown names, malformed arguments and arguments that are no object.
    """
    offered = _asking_first(task.tools | {"wait"})
    good = _lawful(offered, _first(task.priority, WAREHOUSES), _first(task.skus(), SKUS))
    return good if lawful else good | _lawful(_CALLABLE, WAREHOUSES, SKUS) | _ODD_CALLS


@functools.lru_cache(maxsize=1024)
def _arguments(tool: str, warehouses: tuple[str, ...], skus: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    place = st.sampled_from(warehouses)
    values: dict[str, st.SearchStrategy[Any]] = {
        "sku": st.sampled_from(skus),
        "cursor": st.sampled_from(["after:A", "after:B", "after:W1", "page 2"]),
        "limit": st.integers(1, 60),
        "seconds": st.integers(0, 5),
        "quantity": st.integers(1, 12),
        "on_hand": st.integers(0, 30),
    }
    parameters = TOOLS[tool].parameters
    return st.fixed_dictionaries(
        {one.name: values.get(one.name, place) for one in parameters if one.required},
        optional={one.name: values[one.name] for one in parameters if not one.required},
    )


@functools.lru_cache(maxsize=1024)
def _lawful(
    tools: tuple[str, ...], warehouses: tuple[str, ...], skus: tuple[str, ...]
) -> st.SearchStrategy[tuple[str, Any]]:
    return st.sampled_from(tools).flatmap(lambda tool: st.tuples(st.just(tool), _arguments(tool, warehouses, skus)))


def _asking_first(tools: frozenset[str]) -> tuple[str, ...]:
    """The tools by how plain a run looks in which they are called: figures, what else is read, waits, writes."""

    def rank(tool: str) -> tuple[bool, bool, bool, str]:
        return tool in WRITE_TOOLS, tool == "wait", tool not in ("get_stock", "list_stock"), tool

    return tuple(sorted(tools, key=rank))


def _first(few: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*few, *others)))
