"""What do the shop's tools do? Each is a function of the state: it gives a reply, and the state after it."""

import enum
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from exercises.shop.state import AuditRow, Change, Order, Shop, Status
from inventory_env.codec import builtins, convert
from inventory_env.trace import Code, Failure


class Refusal(enum.StrEnum):
    """Why the shop refuses a call, beside the codes that every world knows."""

    NOT_FOUND = "NOT_FOUND"
    NOT_OWNER = "NOT_OWNER"
    LOCKED = "LOCKED"


@attrs.frozen
class Done:
    """What a tool did.

    Attributes:
        shop: the state after it.
        body: the reply.
    """

    shop: Shop
    body: dict[str, Any]


# (state, the customer in the conversation, virtual millisecond, arguments); InputError: arguments of a wrong kind.
Tool = Callable[[Shop, str, int, Mapping[str, Any]], Done | Failure]


def find_order(shop: Shop, user: str, at_ms: int, arguments: Mapping[str, Any]) -> Done | Failure:
    """An order of the customer in the conversation."""
    order = _own(shop, user, arguments.get("order"))
    return order if isinstance(order, Failure) else Done(shop, builtins(order))


def get_user(shop: Shop, user: str, at_ms: int, arguments: Mapping[str, Any]) -> Done | Failure:
    """Any customer's data: the tool can more than an agent may."""
    found = shop.user(str(arguments.get("user")))
    return _failure(Refusal.NOT_FOUND, "there is no such customer") if found is None else Done(shop, builtins(found))


def change_address(shop: Shop, user: str, at_ms: int, arguments: Mapping[str, Any]) -> Done | Failure:
    """Writes a new address, and a new owner where one is given."""
    change = _change("change_address", arguments)
    address = change.address
    if address is None or not address.postcode or change.items or change.refund_to:
        return _failure(Code.INVALID_ARGUMENT, "change_address takes an order and a whole address, with a postcode")
    return _written(
        shop,
        user,
        at_ms,
        change,
        arguments,
        Status.OPEN,
        lambda order: attrs.evolve(order, address=address, owner=change.owner or order.owner),
    )


def return_items(shop: Shop, user: str, at_ms: int, arguments: Mapping[str, Any]) -> Done | Failure:
    """Registers a return: writes status, items and way of refund; no money moves."""
    change = _change("return_items", arguments)
    order, owner = shop.order(change.order), shop.user(user)
    known = {one.id for one in order.items} if order is not None else set(change.items)
    if not change.items or not known.issuperset(change.items) or change.address or change.owner:
        return _failure(Code.INVALID_ARGUMENT, "return_items takes an order, items of it and a way of refund")
    if owner is None or change.refund_to not in owner.ways:
        return _failure(Code.INVALID_ARGUMENT, "refund_to must be one of the customer's ways")
    return _written(
        shop,
        user,
        at_ms,
        change,
        arguments,
        Status.DELIVERED,
        lambda order: attrs.evolve(
            order, status=Status.RETURN_REQUESTED, return_items=change.items, refund_to=change.refund_to
        ),
    )


TOOLS: dict[str, Tool] = {one.__name__: one for one in (find_order, get_user, change_address, return_items)}


def _failure(code: Code | Refusal, message: str) -> Failure:
    # Calls and observations are not bound to warehouses; the list of codes is.
    return Failure(code, message)  # type: ignore[arg-type]


def _own(shop: Shop, user: str, name: object) -> Order | Failure:
    order = shop.order(str(name))
    if order is None:
        return _failure(Refusal.NOT_FOUND, f"there is no order {name}")
    if order.owner != user:
        return _failure(Refusal.NOT_OWNER, f"order {name} is another customer's")
    return order


def _change(tool: str, arguments: Mapping[str, Any]) -> Change:
    return convert({"tool": tool, **{name: arguments[name] for name in arguments if name != "key"}}, Change)


def _written(
    shop: Shop,
    user: str,
    at_ms: int,
    change: Change,
    arguments: Mapping[str, Any],
    needed: Status,
    write: Callable[[Order], Order],
) -> Done | Failure:
    """The state with one order written, its stamp and an audit row; a key that is known writes nothing again."""
    order, key = _own(shop, user, change.order), arguments.get("key")
    known = next((row for row in shop.audit if key is not None and row.key == key), None)
    if known is not None:
        same = known.change == change and known.user == user
        return (
            Done(shop, {"order": change.order, "audit": known.id})
            if same
            else _failure(Code.INVALID_ARGUMENT, "key belongs to another change")
        )
    if isinstance(order, Failure):
        return order
    if order.status != needed:
        return _failure(Refusal.LOCKED, f"order {order.id} is {order.status}; it must be {needed}")
    row = AuditRow(str(len(shop.audit) + 1), at_ms, user, change, key)
    after = attrs.evolve(write(order), updated_at_ms=at_ms)
    orders = tuple(after if one.id == order.id else one for one in shop.orders)
    return Done(attrs.evolve(shop, orders=orders, audit=(*shop.audit, row)), {"order": order.id, "audit": row.id})
