"""What would a world without faults reply? Pure functions of scenario and arguments."""

from collections.abc import Callable
from itertools import islice
from typing import Any

from inventory_env.codec import builtins
from inventory_env.frozen_json import FrozenJson
from inventory_env.scenario import Scenario
from inventory_env.stock import Figures
from inventory_env.trace import Code, Failure

Result = dict[str, Any] | Failure
_CURSOR = "after:"


def get_stock(scenario: Scenario, arguments: FrozenJson, as_of_s: int) -> Result:
    """The figures of one (warehouse, sku), or why there are none."""
    warehouse, sku = arguments["warehouse"], arguments["sku"]
    figures = scenario.stock.table.figures(warehouse, sku)
    if figures is None or warehouse in scenario.stock.source.inactive:
        refused = _place(scenario, warehouse) or _article(scenario, sku) or _closed(scenario, warehouse)
        return refused or Failure(Code.NOT_STOCKED_HERE, f"{sku} is not stocked at {warehouse}")
    return {"sku": sku, "warehouse": warehouse, **_body(figures), "as_of_s": as_of_s}


def list_stock(scenario: Scenario, arguments: FrozenJson, as_of_s: int) -> Result:
    """One page of a warehouse's figures, ordered by sku."""
    warehouse, cursor = arguments["warehouse"], arguments.get("cursor")
    limit = arguments.get("limit", scenario.page_size)
    refused = _place(scenario, warehouse) or _closed(scenario, warehouse) or _page(scenario, cursor, limit)
    if refused:
        return refused
    shelf = scenario.stock.table.shelf(warehouse)
    after = cursor.removeprefix(_CURSOR) if cursor else None
    page = list(islice(shelf.irange(minimum=after, inclusive=(False, True)), limit + 1))
    rows = [{"sku": sku, **_body(shelf[sku]), "as_of_s": as_of_s} for sku in page[:limit]]
    return {
        "warehouse": warehouse,
        "rows": rows,
        "limit": limit,
        "total": len(shelf),
        "next_cursor": _CURSOR + page[limit - 1] if len(page) > limit else None,
    }


def list_warehouses(scenario: Scenario, arguments: FrozenJson, as_of_s: int) -> Result:
    """One page of the warehouses' names."""
    cursor = arguments.get("cursor")
    refused = _page(scenario, cursor, scenario.page_size)
    if refused:
        return refused
    names = sorted(scenario.stock.warehouses)
    if cursor:
        names = [name for name in names if name > cursor.removeprefix(_CURSOR)]
    page = names[: scenario.page_size]
    more = len(names) > len(page)
    return {
        "rows": [{"warehouse": name} for name in page],
        "total": len(scenario.stock.warehouses),
        "next_cursor": _CURSOR + page[-1] if more else None,
    }


def get_item(scenario: Scenario, arguments: FrozenJson, as_of_s: int) -> Result:
    """Whether an article exists."""
    sku = arguments["sku"]
    return _article(scenario, sku) or {"sku": sku, "name": sku}


def get_incoming(scenario: Scenario, arguments: FrozenJson, as_of_s: int) -> Result:
    """The deliveries of one article expected at one warehouse."""
    warehouse, sku = arguments["warehouse"], arguments["sku"]
    refused = _place(scenario, warehouse) or _article(scenario, sku) or _closed(scenario, warehouse)
    if refused:
        return refused
    expected = [{"quantity": one.quantity, "eta": one.eta} for one in scenario.stock.incoming(warehouse, sku)]
    return {"sku": sku, "warehouse": warehouse, "incoming": expected, "available_now": 0}


def get_policy(scenario: Scenario, arguments: FrozenJson, as_of_s: int) -> Result:
    """The rules of the task, as fields."""
    task = scenario.task
    return {
        "sourcing": builtins(task.sourcing),
        "on_unreachable": task.on_unreachable.value,
        "max_age_s": task.max_age_s,
        "retry": builtins(task.retry),
        "priority": list(task.priority),
    }


REPLIES: dict[str, Callable[[Scenario, FrozenJson, int], Result]] = {
    "get_stock": get_stock,
    "list_stock": list_stock,
    "list_warehouses": list_warehouses,
    "get_item": get_item,
    "get_incoming": get_incoming,
    "get_policy": get_policy,
}


def _body(figures: Figures) -> dict[str, Any]:
    if figures.on_hand is None:
        return {"tracked": False, "on_hand": None}
    return {
        "on_hand": figures.on_hand,
        "reserved": figures.reserved,
        "safety_stock": figures.safety_stock,
        "available": figures.available,
    }


def _place(scenario: Scenario, warehouse: str) -> Failure | None:
    if warehouse in scenario.stock.warehouses:
        return None
    return Failure(Code.WAREHOUSE_NOT_FOUND, f"there is no warehouse {warehouse}")


def _article(scenario: Scenario, sku: str) -> Failure | None:
    return None if sku in scenario.stock.skus else Failure(Code.SKU_NOT_FOUND, f"there is no article {sku}")


def _closed(scenario: Scenario, warehouse: str) -> Failure | None:
    if warehouse not in scenario.stock.source.inactive:
        return None
    return Failure(Code.WAREHOUSE_INACTIVE, f"{warehouse} is inactive and ships nothing")


def _page(scenario: Scenario, cursor: str | None, limit: int) -> Failure | None:
    if cursor is not None and not cursor.startswith(_CURSOR):
        return Failure(Code.INVALID_ARGUMENT, f"cursor must be one that a page carried; got {cursor[:60]!r}")
    if limit > scenario.page_size:
        return Failure(Code.INVALID_ARGUMENT, f"limit must be at most {scenario.page_size}; got {limit}")
    return None
