"""What does a reply say? A number, a reason why there is none, or nothing that can be trusted."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from inventory_env.answer import NotANumber
from inventory_env.trace import Code, Failure

Seen = int | NotANumber

# By name, because reading a member off its enum takes as long as a small function.
INACTIVE, NO_REPLY, NOT_STOCKED, UNTRACKED = (
    NotANumber.INACTIVE,
    NotANumber.NO_REPLY,
    NotANumber.NOT_STOCKED,
    NotANumber.UNTRACKED,
)
_SETTLING = {Code.NOT_STOCKED_HERE: NOT_STOCKED, Code.WAREHOUSE_INACTIVE: INACTIVE}


class Page(NamedTuple):
    """One page of a warehouse's list.

    Attributes:
        rows: its records of figures, each with a sku; the figures are not checked yet.
        limit: rows of a full page.
        total: rows of the whole list.
        next_cursor: where the next page begins; None at the end of the list.
    """

    rows: Sequence[Mapping[str, Any]]
    limit: int
    total: int
    next_cursor: str | None


def read_page(body: Mapping[str, Any], warehouse: str) -> Page | None:
    """A page of the list of that warehouse, or None when the body is none."""
    rows, limit, total, cursor = (body.get(field) for field in ("rows", "limit", "total", "next_cursor"))
    if body.get("warehouse") != warehouse or not isinstance(rows, list | tuple) or "next_cursor" not in body:
        return None
    if not (type(limit) is type(total) is int and limit >= 1 and total >= 0 and isinstance(cursor, str | None)):
        return None
    if not all(isinstance(row, Mapping) and isinstance(row.get("sku"), str) for row in rows):
        return None
    return Page(rows, limit, total, cursor)


def read_figures(body: Mapping[str, Any], oldest_s: int | None) -> Seen | None:
    """The units available that a record of figures shows.

    Args:
        body: the record, as it came.
        oldest_s: the `as_of_s` that the record must have at least; None = any.

    Returns:
        The number, UNTRACKED, or None when the record is malformed, contradicts itself or is too old.
    """
    on_hand = body.get("on_hand", 0)
    if on_hand is None and body.get("tracked") is False:
        return UNTRACKED
    reserved, safety_stock, as_of_s = body.get("reserved"), body.get("safety_stock"), body.get("as_of_s")
    # type() and not isinstance(): true is no quantity.
    if not (type(on_hand) is type(reserved) is type(safety_stock) is type(as_of_s) is int):
        return None
    if reserved < 0 or safety_stock < 0 or (oldest_s is not None and as_of_s < oldest_s):
        return None
    derived = max(0, on_hand - reserved - safety_stock)
    shown = body.get("available")
    return derived if type(shown) is int and shown == derived else None


def is_silent(value: Seen) -> bool:
    """Whether a warehouse that was asked has given no number and never will."""
    return value is NO_REPLY or value is UNTRACKED


def read_failure(failure: Failure) -> NotANumber | None:
    """What a failed call settles, or None when another attempt may help."""
    settled = _SETTLING.get(failure.code)
    return NO_REPLY if settled is None and not failure.retryable else settled
