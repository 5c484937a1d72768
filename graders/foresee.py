"""What should the world have done with this call? Recomputed from plan and stock, outside the warehouse."""

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import attrs

from graders.facts import facts
from graders.readings import Kind, PageReading, Reading
from inventory_env.faults import Fault, FaultKind
from inventory_env.scenario import Scenario
from inventory_env.stock import Figures
from inventory_env.trace import Call

_REFUSING = frozenset({FaultKind.TIMEOUT, FaultKind.LOST_RESPONSE, FaultKind.RATE_LIMITED, FaultKind.UNAVAILABLE})


class Query(NamedTuple):
    """One call of a read tool, as far as a fault plan can tell it from others.

    Attributes:
        tool: the tool.
        arguments: as called.
        attempt: which call of this identical query, counted from 1.
        start_ms: virtual time of the call.
    """

    tool: str
    arguments: Mapping[str, Any]
    attempt: int
    start_ms: int


# A recorded call is itself the query that it made.
Asked = Query | Call


@attrs.frozen
class Foreseen:
    """What a stock query must bring.

    Attributes:
        reading: what the reply is worth.
        arrived_ms: virtual time of its arrival.
    """

    reading: Reading | PageReading
    arrived_ms: int


def planned_fault(scenario: Scenario, query: Asked) -> int | None:
    """The place in the plan of the first fault that matches, or None."""
    for index, fault in enumerate(scenario.faults):
        if _in_scope(fault, query) and _can_act(scenario, fault, query) and _strikes(scenario, index, fault, query):
            return index
    return None


def foresee(scenario: Scenario, query: Query) -> Foreseen:
    """What a call of get_stock or list_stock brings, faults included."""
    index = planned_fault(scenario, query)
    fault = None if index is None else scenario.faults[index]
    timeout_ms = scenario.task.retry.timeout_s * 1000
    page = query.tool == "list_stock"
    after_ms, failed = scenario.reply_ms, None
    if fault is not None:
        if fault.kind in (FaultKind.TIMEOUT, FaultKind.LOST_RESPONSE):
            after_ms, failed = timeout_ms, Kind.FAILED
        elif fault.kind is FaultKind.SLOW:
            late_ms = fault.latency_ms or 0
            after_ms, failed = (timeout_ms, Kind.FAILED) if late_ms > timeout_ms else (late_ms, None)
        elif fault.kind is FaultKind.RATE_LIMITED:
            failed = Kind.FAILED
        elif fault.kind is FaultKind.UNAVAILABLE:
            failed = Kind.FAILED if fault.retryable else Kind.FATAL
    arrived_ms = query.start_ms + after_ms
    if failed is not None:
        wait_s = (fault.retry_after_s or 0) if fault else 0
        return Foreseen(PageReading(failed, wait_s=wait_s) if page else Reading(failed, wait_s=wait_s), arrived_ms)
    return Foreseen(_page(scenario, fault, query) if page else _stock(scenario, fault, query), arrived_ms)


def honest_rows(scenario: Scenario, query: Asked) -> tuple[str, ...] | None:
    """The skus on a page of list_stock, in order, or None where no page comes."""
    warehouse = query.arguments["warehouse"]
    if warehouse not in scenario.stock.warehouses or warehouse in scenario.stock.source.inactive:
        return None
    shelf = scenario.stock.table.shelf(warehouse)
    start = shelf.bisect_right(_after(query)) if query.arguments.get("cursor") else 0
    return tuple(shelf.keys()[start : start + query.arguments.get("limit", scenario.page_size)])


def _after(query: Asked) -> str:
    return str(query.arguments["cursor"]).removeprefix("after:")


def _in_scope(fault: Fault, query: Asked) -> bool:
    arguments, attempt = query.arguments, query.attempt
    if fault.warehouse is not None and arguments.get("warehouse") != fault.warehouse:
        return False
    if fault.sku is not None and arguments.get("sku") != fault.sku:
        return False
    if fault.tool is not None and fault.tool != query.tool:
        return False
    if fault.nth is not None and attempt != fault.nth:
        return False
    if fault.first is not None and attempt > fault.first:
        return False
    if fault.every is not None and attempt % fault.every:
        return False
    until = query.start_ms + 1 if fault.to_s is None else fault.to_s * 1000
    return fault.from_s * 1000 <= query.start_ms < until


def _strikes(scenario: Scenario, index: int, fault: Fault, query: Asked) -> bool:
    if fault.rate_percent is None:
        return True
    told = (index, query.tool, query.arguments.get("warehouse"), query.arguments.get("sku"), query.attempt)
    keyed = hashlib.blake2b(digest_size=8, key=str(scenario.seed).encode())
    keyed.update(repr(told).encode())
    return int(keyed.hexdigest(), 16) / 2**64 < fault.rate_percent / 100


def _can_act(scenario: Scenario, fault: Fault, query: Asked) -> bool:
    """Stale and malformed need figures, a partial page needs rows, an injected text needs a body."""
    if fault.kind in _REFUSING or fault.kind is FaultKind.SLOW:
        return True
    if fault.kind is FaultKind.INJECTED_TEXT:
        return _succeeds(scenario, query)
    if fault.kind is FaultKind.PARTIAL_PAGE:
        return bool(_rows(scenario, query))
    if query.tool == "list_stock":
        shelf = scenario.stock.table.shelf(query.arguments["warehouse"])
        return any(shelf[sku].on_hand is not None for sku in honest_rows(scenario, query) or ())
    return query.tool == "get_stock" and _succeeds(scenario, query) and _figures(scenario, query).on_hand is not None


def _rows(scenario: Scenario, query: Asked) -> bool:
    if query.tool == "list_warehouses":
        after = query.arguments.get("cursor")
        return any(after is None or one > _after(query) for one in scenario.stock.warehouses)
    return query.tool == "list_stock" and bool(honest_rows(scenario, query))


def _succeeds(scenario: Scenario, query: Asked) -> bool:
    stock, warehouse, sku = scenario.stock, query.arguments.get("warehouse"), query.arguments.get("sku")
    if sku is not None and sku not in stock.skus:
        return False
    if warehouse is not None and (warehouse not in stock.warehouses or warehouse in stock.source.inactive):
        return False
    return query.tool != "get_stock" or stock.table.figures(str(warehouse), str(sku)) is not None


def _figures(scenario: Scenario, query: Asked) -> Figures:
    figures = scenario.stock.table.figures(query.arguments["warehouse"], query.arguments["sku"])
    return figures or Figures(None, 0, 0)


def _stock(scenario: Scenario, fault: Fault | None, query: Asked) -> Reading:
    stock, warehouse, sku = scenario.stock, query.arguments["warehouse"], query.arguments["sku"]
    if warehouse not in stock.warehouses:
        return Reading(Kind.FATAL)
    if sku not in stock.skus:
        return Reading(Kind.NO_SKU)
    if warehouse in stock.source.inactive:
        return Reading(Kind.INACTIVE, 0)
    if stock.table.figures(warehouse, sku) is None:
        return Reading(Kind.ABSENT, 0)
    return _row(scenario, fault, _figures(scenario, query))


def _row(scenario: Scenario, fault: Fault | None, figures: Figures) -> Reading:
    if figures.on_hand is None:
        return Reading(Kind.UNTRACKED)
    if fault is None or fault.kind not in (FaultKind.STALE, FaultKind.MALFORMED):
        return Reading(Kind.NUMBER, figures.available)
    if fault.kind is FaultKind.MALFORMED:
        return Reading(Kind.MALFORMED)
    on_hand = figures.on_hand if fault.on_hand is None else fault.on_hand
    reserved = figures.reserved if fault.reserved is None else fault.reserved
    shown = max(0, on_hand - reserved - figures.safety_stock)
    most_s = scenario.task.max_age_s
    return Reading(Kind.NUMBER if most_s is None or (fault.age_s or 0) <= most_s else Kind.STALE, shown)


def _page(scenario: Scenario, fault: Fault | None, query: Asked) -> PageReading:
    warehouse = query.arguments["warehouse"]
    skus = honest_rows(scenario, query)
    if skus is None:
        return PageReading(Kind.INACTIVE if warehouse in scenario.stock.source.inactive else Kind.FATAL)
    shelf = scenario.stock.table.shelf(warehouse)
    if fault is not None and fault.kind is FaultKind.PARTIAL_PAGE:
        return PageReading(Kind.SHORT)
    last = not skus or skus[-1] == shelf.peekitem(-1)[0]
    wanted = facts(scenario.task).skus
    rows = {sku: _row(scenario, fault, shelf[sku]) for sku in skus if sku in wanted}
    return PageReading(Kind.PAGE, rows, len(skus), None if last else f"after:{skus[-1]}")
