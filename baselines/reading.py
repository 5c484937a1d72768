"""What does a reply say? A number, a reason why there is none, or nothing that can be trusted."""

from collections.abc import Mapping
from typing import Any

from inventory_env.answer import NotANumber
from inventory_env.trace import Code, Failure

Seen = int | NotANumber

UNREACHED = frozenset({NotANumber.NO_REPLY, NotANumber.UNTRACKED})
_SETTLING = {Code.NOT_STOCKED_HERE: NotANumber.NOT_STOCKED, Code.WAREHOUSE_INACTIVE: NotANumber.INACTIVE}


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
        return NotANumber.UNTRACKED
    reserved, safety_stock, as_of_s = body.get("reserved"), body.get("safety_stock"), body.get("as_of_s")
    # type() and not isinstance(): true is no quantity.
    if not (type(on_hand) is type(reserved) is type(safety_stock) is type(as_of_s) is int):
        return None
    if reserved < 0 or safety_stock < 0 or (oldest_s is not None and as_of_s < oldest_s):
        return None
    derived = max(0, on_hand - reserved - safety_stock)
    shown = body.get("available")
    return derived if type(shown) is int and shown == derived else None


def read_failure(failure: Failure) -> NotANumber | None:
    """What a failed call settles, or None when another attempt may help."""
    settled = _SETTLING.get(failure.code)
    return NotANumber.NO_REPLY if settled is None and not failure.retryable else settled
