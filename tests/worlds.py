"""Small worlds for tests, written in one line each."""

from collections.abc import Iterable, Mapping
from typing import Any

from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.faults import Fault
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockRecord, StockSource
from inventory_env.task import Line, Sourcing, Split, Task
from inventory_env.tools import READ_TOOLS

ALL_BUT_PAGES = READ_TOOLS - {"list_stock"}


def record(sku: str, warehouse: str, on_hand: int | None, reserved: int = 0, safety_stock: int = 0) -> StockRecord:
    """A row; None on hand means untracked."""
    return StockRecord(sku, warehouse, on_hand, reserved, safety_stock, tracked=on_hand is not None)


def stock(shelves: Mapping[str, Mapping[str, int | None]], **rest: Any) -> Stock:
    """A stock of `{warehouse: {sku: on hand}}`, where a warehouse may be empty."""
    rows = tuple(record(sku, one, units) for one, shelf in shelves.items() for sku, units in shelf.items())
    return Stock(StockSource(records=rows, **{"warehouses": tuple(shelves), **rest}))


def scenario(
    shelves: Mapping[str, int | Mapping[str, int | None] | None],
    *faults: Fault,
    quantity: int = 10,
    lines: Iterable[Line] | None = None,
    tools: Iterable[str] = ALL_BUT_PAGES,
    world: Mapping[str, Any] | None = None,
    stocked: Mapping[str, Any] | None = None,
    **task: Any,
) -> Scenario:
    """A scenario about sku A unless `lines` says otherwise; the priority is the order of the shelves.

    Args:
        shelves: units on hand of A, or a shelf of several skus, by warehouse.
        faults: the fault plan.
        quantity: wanted of A.
        lines: the order, where it is not one line of A.
        tools: on offer.
        world: further fields of the scenario.
        stocked: further fields of the stock.
        task: further fields of the task.
    """
    whole = {one: shelf if isinstance(shelf, Mapping) else {"A": shelf} for one, shelf in shelves.items()}
    told = {
        "id": "t1",
        "prompt": "Find it.",
        "lines": tuple(lines or [Line(1, "A", quantity)]),
        "priority": tuple(shelves),
        "sourcing": Sourcing(Split.ANY),
        "tools": frozenset(tools),
        **task,
    }
    return Scenario(task=Task(**told), stock=stock(whole, **(stocked or {})), faults=faults, **(world or {}))


def report(status: Status = Status.FOUND, *plan: tuple[str, int], line: int = 1, **rest: Any) -> Answer:
    """An answer of one line."""
    return Answer(lines=(LineAnswer(line, status, plan, **rest),))
