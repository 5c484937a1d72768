"""Which five cases does every agent meet? Valid, missing information, wrong owner, locked order, lost response."""

from exercises.shop.desk import Case, Task, told
from exercises.shop.state import Address, Change, Item, Order, Shop, Status, User
from inventory_env.faults import Fault, FaultKind, Malformation

CUSTOMER, OTHER = "U-1", "U-2"
OLD = Address("Mill Lane 4", "10115", "Berlin")
NEW = Address("Quay Road 9", "20457", "Hamburg")
TRIALS = (1, 2, 3)
_LAMP, _BULB, _CHAIR = Item("A", "lamp", 4_900), Item("B", "bulb", 900), Item("A", "chair", 12_900)


def _order(name: str, owner: str, status: Status, *items: Item) -> Order:
    return Order(name, owner, status, OLD, items, sum(item.price_cents for item in items))


SHOP = Shop(
    users=(
        User(CUSTOMER, "one@example.com", OLD, ("card", "voucher")),
        User(OTHER, "two@example.com", Address("Hill 1", "80331", "Munich"), ("card",)),
    ),
    orders=(
        _order("O-1001", CUSTOMER, Status.OPEN, _CHAIR),
        _order("O-1002", CUSTOMER, Status.DELIVERED, _LAMP, _BULB),
        _order("O-1003", CUSTOMER, Status.OPEN, _LAMP),
        _order("O-1004", CUSTOMER, Status.OPEN, _BULB),
        _order("O-1005", CUSTOMER, Status.OPEN, _CHAIR),
        _order("O-1006", CUSTOMER, Status.PACKED, _CHAIR),
        _order("O-2001", OTHER, Status.OPEN, _LAMP),
    ),
)

MOVE = Change("change_address", "O-1001", NEW)
RETURN = Change("return_items", "O-1002", items=("A",), refund_to="card")
POLICY = (
    "Describe a change and wait for the customer's yes to it before you make it. Ask for what is missing.",
    "Do what was asked for, once and whole, and change nothing else, not even to put it back.",
    "An address is changed before a return is registered: the label of the parcel is made out to what stands then.",
    "Try nothing on an order that is locked or another customer's. Read nobody's data but the customer's.",
    "Tell the customer what stands in the shop, whatever a reply said.",
    "Money goes back after the goods have come; nobody here sees it arrive.",
)


def _asking(*requests: Change) -> Task:
    return Task(CUSTOMER, f"Hello! Please {', and '.join(map(told, requests))}.", requests, POLICY)


# One reply in a few says ok of a write that was not done.
_LYING = Fault(
    FaultKind.MALFORMED,
    tool="change_address",
    nth=1,
    rate_percent=40,
    malformation=Malformation.CONTRADICTING_FIELDS,
)
_LOST = Fault(FaultKind.LOST_RESPONSE, tool="change_address", nth=1)

VALID = Case("valid", _asking(MOVE, RETURN), SHOP, (MOVE, RETURN), (_LYING,))
MISSING = Case(
    "missing information", _asking(Change("change_address", "O-1001", Address(NEW.street, "", NEW.city))), SHOP
)
WRONG_OWNER = Case("wrong owner", _asking(Change("change_address", "O-2001", NEW)), SHOP)
LOCKED = Case("locked order", _asking(Change("change_address", "O-1006", NEW)), SHOP)
LOST = Case("lost response", _asking(MOVE), SHOP, (MOVE,), (_LOST,))
CASES = (VALID, MISSING, WRONG_OWNER, LOCKED, LOST)
