"""What does one reply say about the stock? A number, a settled absence, or a failure, and of which kind."""

import enum
import functools
from collections.abc import Mapping
from typing import Any

import attrs

from graders.facts import facts
from inventory_env.task import Task
from inventory_env.trace import Call, Code


class Kind(enum.Enum):
    """What a reply is worth."""

    # The same as an enum's own, and ten times as fast; members are asked for at every call.
    __hash__ = object.__hash__

    NUMBER = enum.auto()  # a valid figure
    ABSENT = enum.auto()  # not stocked here: counts as 0, settled
    INACTIVE = enum.auto()  # the warehouse is inactive: counts as 0, settled
    UNTRACKED = enum.auto()  # settled without a number
    NO_SKU = enum.auto()  # the article does not exist
    FAILED = enum.auto()  # no reply worth anything; another attempt may help
    FATAL = enum.auto()  # no reply worth anything; another attempt is not welcome
    STALE = enum.auto()  # too old: a failed attempt
    MALFORMED = enum.auto()  # cannot be trusted: a failed attempt
    SHORT = enum.auto()  # a page with rows missing: a failed attempt
    PAGE = enum.auto()  # a whole page


SETTLED_NUMBER = (Kind.NUMBER, Kind.ABSENT, Kind.INACTIVE)
RETRYABLE = (Kind.FAILED, Kind.STALE, Kind.MALFORMED, Kind.SHORT)
FINAL = (Kind.UNTRACKED, Kind.NO_SKU, Kind.FATAL)


@attrs.frozen
class Reading:
    """One reply, judged.

    Attributes:
        kind: what it is worth.
        number: the available units it gives, or, for a stale or malformed body, would give if believed.
        wait_s: seconds to wait before another attempt, as the reply asks.
        believed: every number that a trusting reader could take from it.
    """

    kind: Kind
    number: int | None = None
    wait_s: int = 0
    believed: tuple[int, ...] = ()


@attrs.frozen
class PageReading:
    """One page of list_stock, judged.

    Attributes:
        kind: PAGE, or why it is none.
        rows: a reading per sku of the task on it.
        size: how many skus are on it.
        next_cursor: where the next page starts, or None at the end.
        wait_s: seconds to wait before another attempt, as the reply asks.
    """

    kind: Kind
    rows: Mapping[str, Reading] = attrs.field(factory=dict)
    size: int = 0
    next_cursor: str | None = None
    wait_s: int = 0


_CODES = {
    Code.NOT_STOCKED_HERE: Reading(Kind.ABSENT, 0),
    Code.WAREHOUSE_INACTIVE: Reading(Kind.INACTIVE, 0),
    Code.SKU_NOT_FOUND: Reading(Kind.NO_SKU),
}

_FIGURES = ("on_hand", "reserved", "safety_stock", "available", "as_of_s")
_WHOLE = [int] * len(_FIGURES)


def read_stock(task: Task, call: Call) -> Reading:
    """The reading of a reply to get_stock."""
    error = call.observation.error
    if error is not None:
        settled = _CODES.get(error.code)
        return _failed(error.retryable, error.retry_after_s or 0) if settled is None else settled
    body = call.observation.body
    if body.get("sku") != call.arguments.get("sku") or body.get("warehouse") != call.arguments.get("warehouse"):
        return Reading(Kind.MALFORMED)
    return read_figures(task, body, call.arrived_ms)


def read_page(task: Task, call: Call, rows_before: int) -> PageReading:
    """The reading of a reply to list_stock.

    Args:
        rows_before: rows on the pages of this warehouse read before it, from the first page on.
    """
    error = call.observation.error
    if error is not None:
        if error.code is Code.WAREHOUSE_INACTIVE:
            return PageReading(Kind.INACTIVE)
        return PageReading(Kind.FAILED if error.retryable else Kind.FATAL, wait_s=error.retry_after_s or 0)
    body = call.observation.body
    rows, total, limit, cursor = (body.get(name) for name in ("rows", "total", "limit", "next_cursor"))
    skus = _skus(rows)
    if not (
        isinstance(rows, tuple)
        and skus is not None
        and type(total) is int
        and type(limit) is int
        and (cursor is None or isinstance(cursor, str))
    ):
        return PageReading(Kind.MALFORMED)
    short = len(rows) < limit if cursor is not None else rows_before + len(rows) < total
    wanted = facts(task).largest
    readings = {
        sku: read_figures(task, row, call.arrived_ms) for sku, row in zip(skus, rows, strict=True) if sku in wanted
    }
    return PageReading(Kind.SHORT if short else Kind.PAGE, readings, len(set(skus)), cursor)


def _skus(rows: object) -> list[str] | None:
    """The skus of the rows of a page, or None where not every row has one."""
    if not isinstance(rows, tuple):
        return None
    skus = [row["sku"] for row in rows if isinstance(row, dict) and isinstance(row.get("sku"), str)]
    return skus if len(skus) == len(rows) else None


def read_figures(task: Task, body: Mapping[str, Any], arrived_ms: int) -> Reading:
    """The reading of the figures of one body or row that arrived at that virtual time."""
    figures: list[Any] = [*map(body.get, _FIGURES)]
    # type() and not isinstance(): true is no quantity.
    if [*map(type, figures)] != _WHOLE:
        untracked = body.get("on_hand") is None and body.get("tracked") is False
        return Reading(Kind.UNTRACKED) if untracked else Reading(Kind.MALFORMED, believed=_believed(body))
    on_hand, reserved, safety_stock, available, as_of_s = figures
    if reserved < 0 or safety_stock < 0 or available != max(0, on_hand - reserved - safety_stock):
        return Reading(Kind.MALFORMED, believed=_believed(body))
    if task.max_age_s is not None and arrived_ms // 1000 - as_of_s > task.max_age_s:
        return Reading(Kind.STALE, available, believed=_believed(body))
    return _figure(available)


# Most figures and failures come again and again.
@functools.lru_cache(maxsize=4096)
def _figure(available: int) -> Reading:
    return Reading(Kind.NUMBER, available)


@functools.lru_cache(maxsize=256)
def _failed(retryable: bool, wait_s: int) -> Reading:
    return Reading(Kind.FAILED if retryable else Kind.FATAL, wait_s=wait_s)


def _believed(body: Mapping[str, Any]) -> tuple[int, ...]:
    """The numbers that a reader could take for the available units who does not look twice: null is 0 to one."""
    figures = shown(body)
    return (*figures, 0) if body.get("on_hand") is None and 0 not in figures else figures


def shown(body: Mapping[str, Any]) -> tuple[int, ...]:
    """The numbers that the figures of a body give for the available units, whatever they are worth."""
    on_hand, available = _loose(body.get("on_hand")), _loose(body.get("available"))
    held_back = (_loose(body.get("reserved")) or 0) + (_loose(body.get("safety_stock")) or 0)
    net = None if on_hand is None else on_hand - held_back
    return tuple(dict.fromkeys(max(0, one) for one in (available, net, on_hand) if one is not None))


def _loose(value: object) -> int | None:
    if isinstance(value, str) and value.lstrip("-").isdecimal() and len(value) < 20:
        return int(value)
    return value if type(value) is int else None
