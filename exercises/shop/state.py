"""What does the shop hold? Customers, orders and an audit trail, as data that nobody can change in place."""

import enum
import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from inventory_env.codec import builtins, encode
from inventory_env.fields import Count, Name, noun


class Status(enum.StrEnum):
    """How far an order is."""

    OPEN = "open"  # its address may still be changed
    PACKED = "packed"  # locked: nothing can be changed any more
    DELIVERED = "delivered"  # items may be returned
    RETURN_REQUESTED = "return requested"  # a return is registered; no money has moved


@noun
class Address:
    """Where a parcel goes.

    Attributes:
        street: with the number.
        postcode: empty where a customer has not told it; no order holds an empty one.
        city: its name.
    """

    street: Name
    postcode: str
    city: Name


@noun
class Item:
    """One item of an order.

    Attributes:
        id: unique in its order.
        name: of the article.
        price_cents: paid for it.
    """

    id: Name
    name: Name
    price_cents: Count


@noun
class Order:
    """One order.

    Attributes:
        id: unique in the shop.
        owner: id of the customer.
        status: how far it is.
        address: where it goes, or went.
        items: one or more.
        paid_cents: what the customer has paid and not got back; no tool changes it.
        return_items: ids of the items that will come back.
        refund_to: the way on which money will be given back once they are here.
        updated_at_ms: virtual millisecond of the last write.
    """

    id: Name
    owner: Name
    status: Status
    address: Address
    items: tuple[Item, ...]
    paid_cents: Count
    return_items: tuple[Name, ...] = ()
    refund_to: Name | None = None
    updated_at_ms: Count = 0


@noun
class User:
    """One customer.

    Attributes:
        id: unique in the shop.
        mail: where letters go.
        address: at home; nothing that orders hold depends on it.
        ways: on which money can be given back.
    """

    id: Name
    mail: Name
    address: Address
    ways: tuple[Name, ...]


@noun
class Change:
    """One change, as a customer hears it described and as a tool gets it.

    Attributes:
        tool: change_address or return_items.
        order: id.
        address: the new one, for change_address.
        owner: a new owner, for change_address; None leaves the owner alone.
        items: ids, for return_items.
        refund_to: the way of the refund, for return_items.
    """

    tool: Name
    order: Name
    address: Address | None = None
    owner: Name | None = None
    items: tuple[Name, ...] = ()
    refund_to: Name | None = None

    def arguments(self) -> dict[str, Any]:
        """The same as arguments of its tool."""
        plain = {name: value for name, value in builtins(self).items() if name != "tool" and value not in (None, ())}
        return {**plain, **({"items": list(self.items)} if self.items else {})}


@noun
class AuditRow:
    """What every write leaves behind.

    Attributes:
        id: counted from 1.
        at_ms: virtual millisecond.
        user: whose conversation it was.
        change: what was written.
        key: the idempotency key of the call, if it had one.
    """

    id: Name
    at_ms: Count
    user: Name
    change: Change
    key: Name | None = None


@noun
class Shop:
    """Everything there is.

    Attributes:
        users: customers.
        orders: of all of them.
        audit: one row for each write.
    """

    users: tuple[User, ...]
    orders: tuple[Order, ...]
    audit: tuple[AuditRow, ...] = ()

    def order(self, name: str) -> Order | None:
        """The order of that id."""
        return next((one for one in self.orders if one.id == name), None)

    def user(self, name: str) -> User | None:
        """The customer of that id."""
        return next((one for one in self.users if one.id == name), None)


def digest(shop: Shop) -> str:
    """A fingerprint: equal for equal states, on every machine."""
    return hashlib.sha256(encode(shop)).hexdigest()


@attrs.frozen
class Diff:
    """What differs between two states, as paths.

    Attributes:
        created: records that are new: `audit/1`.
        modified: fields of records in both: `orders/O-1001/address/street`.
        deleted: records that are gone.
    """

    created: tuple[str, ...] = ()
    modified: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()


def diff(before: Shop, after: Shop) -> Diff:
    """What differs, paths in alphabetical order."""
    old, new = _records(before), _records(after)
    modified = (
        path
        for name in old.keys() & new.keys()
        for path in _differing(name, dict(_fields(name, old[name])), dict(_fields(name, new[name])))
    )
    return Diff(
        created=tuple(sorted(new.keys() - old.keys())),
        modified=tuple(sorted(modified)),
        deleted=tuple(sorted(old.keys() - new.keys())),
    )


def _records(shop: Shop) -> dict[str, Any]:
    return {f"{kind}/{one['id']}": one for kind, records in builtins(shop).items() for one in records}


def _fields(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Every field below a path; what has an id is called by it, so that its place in a list means nothing."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _fields(f"{path}/{name}", inner)
    elif isinstance(value, list | tuple) and value and all(isinstance(one, Mapping) for one in value):
        for one in value:
            yield from _fields(f"{path}/{one['id']}", one)
    else:
        yield path, value


def _differing(name: str, old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    return [path for path in old.keys() | new.keys() if (path in old, old.get(path)) != (path in new, new.get(path))]
