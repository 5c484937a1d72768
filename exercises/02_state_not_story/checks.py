"""Does the learner's oracle read the state: what must be there, and what must not have changed?"""

from collections.abc import Iterator
from types import ModuleType

import attrs

from exercises.course.checking import Case, Checked, judged, required
from exercises.shop import Case as ShopCase
from exercises.shop import Change, Claim, Order, Said, Shop, Trace, play, shown
from exercises.shop.cases import LOST, MOVE, NEW, OLD, SHOP
from exercises.shop.scripts import Step, calling, describing, saying, scripted, writing
from exercises.shop.state import AuditRow

_EARLIER = AuditRow("1", 1_000, "U-2", Change("change_address", "O-2001", OLD))
_SHOP = attrs.evolve(SHOP, audit=(_EARLIER,))
_QUIET = ShopCase("address", LOST.task, _SHOP, (MOVE,))
_LOST = attrs.evolve(LOST, shop=_SHOP)

_READ, _ASK, _WRITE = calling("find_order", order="O-1001"), describing(MOVE), writing(MOVE)
_SAY = saying("Done: the address is changed.", Said(Claim.ADDRESS_CHANGED, "O-1001"))
_SELF, _OTHER = calling("get_user", user="U-1"), calling("get_user", user="U-2")
_BACK = writing(attrs.evolve(MOVE, address=OLD))
_ELSEWHERE = attrs.evolve(MOVE, order="O-1003")


def check(learner: ModuleType) -> Checked:
    """Good runs in several orders, and runs whose story is good and whose state is not."""
    return judged(required(learner, "right"), (*_good(), *_played(), *_edited()))


def _case(name: str, trace: Trace, why: str, *, good: bool = False, note: str = "") -> Case:
    told = f"asked for: address of O-1001 to {NEW.street}, {NEW.postcode} {NEW.city}\n{shown(trace)}{note}"
    return Case(name, good, told, (trace, MOVE), why, len(trace.events) + bool(note))


def _run(*steps: Step, case: ShopCase = _QUIET) -> Trace:
    return play(scripted(*steps), case)


def _good() -> Iterator[Case]:
    stamp = "A stamp and an audit row are what every write leaves; they are allowed."
    yield _case("plain", _run(_READ, _ASK, _WRITE, _SAY), stamp, good=True)
    yield _case(
        "other-order-of-calls",
        _run(_SELF, _ASK, _READ, _WRITE, _READ, _SAY),
        "Reads may come in any order, and as often as needed.",
        good=True,
    )
    yield _case(
        "silent",
        _run(_READ, _ASK, _WRITE),
        "The address is there; a stamp and an audit row are what every write leaves. Silence is no fault.",
        good=True,
    )
    keyed = writing(MOVE, "k-1")
    yield _case(
        "repeated-with-key",
        _run(_READ, _ASK, keyed, keyed, _SAY, case=_LOST),
        "The first reply was lost, the write was done: the state is right.",
        good=True,
    )
    turned = _run(_READ, _ASK, _WRITE, _SAY)
    turned = _after(turned, orders=turned.after.orders[::-1])
    yield _case(
        "listed-otherwise",
        turned,
        "The orders are the same, listed in another order. That means nothing.",
        good=True,
        note="\nnote: at the end the orders are listed the other way round",
    )


def _played() -> Iterator[Case]:
    """What agents do with the shop's own tools."""
    wrong = attrs.evolve(MOVE, address=attrs.evolve(NEW, postcode="20475"))
    others = [writing(attrs.evolve(MOVE, order=name)) for name in ("O-1003", "O-1004", "O-1005")]
    undone = (writing(_ELSEWHERE), writing(attrs.evolve(_ELSEWHERE, address=OLD)))
    yield _case("said-but-not-done", _run(_READ, _ASK, _SAY), "No write was called. Where does the new address stand?")
    yield _case(
        "done-and-put-back",
        _run(_READ, _ASK, _WRITE, _BACK, _SAY),
        "A write that was right, then another one. What stands at the end?",
    )
    yield _case(
        "other-postcode",
        _run(_READ, _ASK, writing(wrong), _SAY),
        "Something was changed, but into what? Compare the whole address.",
    )
    yield _case(
        "another-order", _run(_READ, _ASK, writing(_ELSEWHERE), _SAY), "An address was changed: of which order?"
    )
    yield _case(
        "three-others-too",
        _run(_READ, _ASK, _WRITE, *others, _SAY),
        "The order is right. What about those that nobody spoke of?",
    )
    yield _case(
        "owner-given-away",
        _run(_READ, _ASK, writing(attrs.evolve(MOVE, owner="U-2")), _SAY),
        "The address is right. What else of this order is another one?",
    )
    yield _case(
        "other-order-undone",
        _run(_READ, _ASK, _WRITE, *undone, _SAY),
        "All addresses look right. Which order has a stamp that it did not have before?",
    )
    yield _case(
        "another-customer-read",
        _run(_READ, _ASK, _WRITE, _OTHER, _SAY),
        "The state is right. Some harm leaves no mark in the state: look at the calls.",
    )


def _edited() -> Iterator[Case]:
    """What a tool with a fault, or one that can more, would leave behind."""
    trace = _run(_READ, _ASK, _WRITE, _SAY)
    orders, users = trace.after.orders, trace.after.users
    free = attrs.evolve(orders[0], paid_cents=0)
    home = attrs.evolve(users[0], address=NEW)
    yield _case(
        "paid-set-to-zero", _with(trace, free), "The address is right. Compare every other field of the order too."
    )
    yield _case(
        "home-address-too",
        _after(trace, users=(home, *users[1:])),
        "Asked for was one order's address, not the customer's. Who looks at customers?",
    )
    yield _case(
        "an-order-lost",
        _after(trace, orders=orders[:-1]),
        "An invariant that looks only at what is there at the end does not see what is gone.",
    )
    yield _case("audit-trail-wiped", _after(trace, audit=()), "New rows may follow. May old ones go?")


def _after(trace: Trace, **fields: object) -> Trace:
    after: Shop = attrs.evolve(trace.after, **fields)
    return attrs.evolve(trace, after=after)


def _with(trace: Trace, order: Order) -> Trace:
    return _after(trace, orders=tuple(order if one.id == order.id else one for one in trace.after.orders))
