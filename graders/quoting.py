"""Does a number of a message fit the report on a line, the order and the replies? In doubt it is left open."""

from collections.abc import Callable, Iterable, Mapping, Set

import attrs

from graders.claims.claim import Kind, Polarity, Quantity, Role, Trait
from graders.fitting import FITS, Against, Fit, Report, Said
from graders.words import Statement
from inventory_env.answer import Status

_THERE = (Role.AVAILABLE, Role.CONFIRMED, Role.STOCK)
# Told as facts, whatever else is in doubt: what a plan takes, what lies in a warehouse, what is confirmed and what not.
_FACTS = frozenset({Role.SHARE, Role.ON_HAND, Role.RESERVED, Role.NEAREST, Role.CONFIRMED, Role.UNCONFIRMED})


def is_so(report: Report, quantity: Quantity) -> bool:
    """Whether a number is just what the report or the order says: a quick look that spares most others."""
    value, role = quantity.value, quantity.role
    if value is None:
        return False
    if quantity.warehouse:
        return (quantity.warehouse, value) in report.answer.plan and role in (Role.SHARE, *_THERE)
    if role is Role.WANTED:
        return value == report.line.quantity
    return role in _THERE and value == report.total


def judge_number(report: Report, statement: Statement, quantity: Quantity) -> Said:
    """How one number of a statement sits with the report on a line."""
    if quantity.value is None:
        return Said(Fit.OPEN, why="a number that can be read in several ways")
    said = [_CHECKS[quantity.role](report, statement, quantity, value) for value in _values(quantity)]
    best = max(said, key=lambda one: one.fit)
    doubtful = statement.claim.kind in (Kind.NOT_KNOWN, Kind.INVALID) and not _is_fact(statement, quantity)
    soft = not quantity.sure or doubtful or statement.denied
    return attrs.evolve(best, fit=Fit.OPEN) if soft and best.fit is Fit.CONTRADICTS else best


def _is_fact(statement: Statement, quantity: Quantity) -> bool:
    """Whether a number is told as a fact, and not asked for: "whether 8 are confirmed is unknown"."""
    if quantity.role not in _FACTS:
        return False
    if quantity.role is not Role.CONFIRMED or statement.claim.polarity is not Polarity.HYPOTHETICAL:
        return True
    # "Whether 8 are available is unknown and 3 are confirmed": what is asked comes first.
    return any([one.role in (Role.AVAILABLE, Role.STOCK) for one in statement.numbers if one.start < quantity.start])


def _values(quantity: Quantity) -> Iterable[int]:
    value = quantity.value or 0
    return (value,) if quantity.scale == 1 else (value, value * quantity.scale)


def _denies(report: Report, statement: Statement, quantity: Quantity, value: int) -> bool:
    """Whether the number is the wanted one, and the statement says that it is not there, or perhaps not."""
    kind = statement.claim.kind
    if quantity.role is Role.CONFIRMED and not statement.denied:
        return False
    open_part = kind is Kind.NOT_KNOWN and value == report.line.quantity - report.total
    doubts = statement.denied or kind in (Kind.SHORTFALL, Kind.NOT_KNOWN, Kind.INVALID)
    return doubts and (value in (report.line.quantity, report.ordered) or open_part)


def _wanted(report: Report, _statement: Statement, _quantity: Quantity, value: int) -> Said:
    wanted = report.line.quantity
    if value in (wanted, report.ordered):
        return FITS
    fit = Fit.OPEN if value in _explained(report) else Fit.CONTRADICTS
    return Said(fit, why=f"speaks of {value} wanted; the order says {wanted}")


def _missing(report: Report, statement: Statement, quantity: Quantity, value: int) -> Said:
    wanted, gap = report.line.quantity, report.line.quantity - report.total
    if quantity.warehouse:
        lacks = {wanted - one for one in report.available(quantity.warehouse)}
        return FITS if value in lacks else _misquote(quantity, value, "missing", lacks)
    if value == gap and (report.status is not Status.UNKNOWN or statement.claim.kind is Kind.NOT_KNOWN):
        return FITS
    at_one = statement.claim.warehouses or Trait.SINGLE in statement.claim.traits
    if at_one and value in {wanted - one for one in report.everywhere()}:
        return FITS
    told = "nobody knows how many are" if report.status is Status.UNKNOWN else f"the report says {gap}"
    return Said(Fit.CONTRADICTS, why=f"says that {value} are missing; {told}")


def _available(report: Report, statement: Statement, quantity: Quantity, value: int) -> Said:
    """A number of units that can be had, at a warehouse or anywhere."""
    if quantity.warehouse:
        return _at(report, statement, quantity, value, report.available(quantity.warehouse))
    if value == report.total or _denies(report, statement, quantity, value):
        return FITS
    if value == report.line.quantity:
        summed = Trait.TOGETHER in statement.claim.traits and value in report.told.sums("available", report.line.sku)
        # A stale or contradicting figure may be quoted from its warehouse; it makes nothing available.
        fits = report.whole or summed or value in report.told.settled(report.line.sku)
        return FITS if fits else _overstated(report, value)
    known = report.told.sums("available", report.line.sku) | {share for _, share in report.answer.plan}
    left = {one - part for one in known for part in (report.line.quantity, report.total) if one > part}
    return FITS if value in known | left else _overstated(report, value)


def _confirmed(report: Report, statement: Statement, quantity: Quantity, value: int) -> Said:
    """A number of units that are there for certain: of an open line the report says how many."""
    if quantity.warehouse:
        sku, warehouse = report.line.sku, quantity.warehouse
        on_hand = report.told.figures("on_hand", warehouse, sku)
        said = _at(report, statement, quantity, value, report.available(warehouse), on_hand)
        # "As W2 is silent only 3 are confirmed" says it of the line.
        of_line = value == report.total and statement.claim.kind is Kind.NOT_KNOWN and said.fit is Fit.CONTRADICTS
        return attrs.evolve(said, fit=Fit.OPEN) if of_line else said
    if value == report.total:
        return FITS
    if report.status is not Status.UNKNOWN:
        return _available(report, statement, quantity, value)
    if not report.whole and _denies(report, statement, quantity, value):  # "it would be wrong to say that all 8 are"
        return FITS
    if not quantity.sure and value == report.line.quantity - report.total:  # "3 are confirmed and 5 are not known"
        return FITS
    return Said(Fit.CONTRADICTS, why=f"says that {value} are confirmed; the report says {report.total}")


def _unconfirmed(report: Report, _statement: Statement, quantity: Quantity, value: int) -> Said:
    """A number of units that are not confirmed: all that is wanted, or what is left of it."""
    wanted = report.line.quantity
    if value in (wanted, report.ordered, wanted - report.total) and not report.whole:
        return FITS
    fit = Fit.OPEN if quantity.warehouse or value in _explained(report) else Fit.CONTRADICTS
    return Said(fit, why=f"says that {value} are not confirmed; the report says {report.total} of {wanted} are")


def _stock(report: Report, statement: Statement, quantity: Quantity, value: int) -> Said:
    """A number of units that are there, not said whether free or reserved."""
    sku = report.line.sku
    if quantity.warehouse:
        on_hand = report.told.figures("on_hand", quantity.warehouse, sku)
        return _at(report, statement, quantity, value, report.available(quantity.warehouse), on_hand)
    if value in report.told.sums("on_hand", sku) and value != report.line.quantity:
        return FITS
    return _available(report, statement, quantity, value)


def _at(
    report: Report, statement: Statement, quantity: Quantity, value: int, free: set[int], more: Iterable[int] = ()
) -> Said:
    """A number of units at one warehouse."""
    most = max(free, default=-1)
    shares = [share for warehouse, share in report.answer.plan if warehouse == quantity.warehouse]
    if value in free or value in more or value in shares:
        return FITS
    if 0 < value <= most and value in (report.line.quantity, report.total):  # "all 10 are at W2", which has 12
        return FITS
    if free and _denies(report, statement, quantity, value) and most < value:  # "W1 does not have 10"
        return FITS
    if value and value in {most - part for part in (report.line.quantity, report.total, *shares)}:  # what is left
        return FITS
    return _misquote(quantity, value, "there", free | set(more))


def _field(name: str) -> "Check":
    """A check of a figure that the bodies of the replies give."""

    def check(report: Report, _statement: Statement, quantity: Quantity, value: int) -> Said:
        sku = report.line.sku
        if quantity.warehouse:
            known: Set[int] = report.told.figures(name, quantity.warehouse, sku)
        else:
            known = report.told.sums(name, sku)
        words = "on hand" if name == "on_hand" else name
        return FITS if value in known else _misquote(quantity, value, words, known)

    return check


def _share(report: Report, _statement: Statement, quantity: Quantity, value: int) -> Said:
    """A number of units that the plan takes from a warehouse."""
    plan = dict(report.answer.plan)
    if not quantity.warehouse:
        fits = value in (*plan.values(), report.total, report.line.quantity)
        return FITS if fits else Said(Fit.OPEN, why=f"speaks of {value} from no warehouse by name")
    planned = plan.get(quantity.warehouse, 0)
    if value == planned:
        return FITS
    if not plan and value in report.available(quantity.warehouse):  # it could give them, but nothing is planned
        return FITS
    return Said(
        Fit.CONTRADICTS, why=f"says {value} from {quantity.warehouse}; the plan takes {planned or 'nothing'} from there"
    )


def _nearest(report: Report, _statement: Statement, _quantity: Quantity, value: int) -> Said:
    if value in report.answer.nearest:
        return FITS
    nearest = ", ".join(map(str, report.answer.nearest)) or "none"
    return Said(Fit.CONTRADICTS, why=f"names {value} as a possible quantity; the report names {nearest}")


def _unclear(report: Report, statement: Statement, quantity: Quantity, value: int) -> Said:
    """A number of which the words do not say what it counts: it may be any that is known."""
    return FITS if value in _explained(report) else Said(Fit.OPEN, why=f"does not say what {value} counts")


def _explained(report: Report) -> Set[int]:
    """Every number that the order, the report and the replies know."""
    return report.told.memory(("explained", str(report.line.line)), lambda: _all_known(report))


def _all_known(report: Report) -> set[int]:
    answer, sku, told = report.answer, report.line.sku, report.told
    wanted = report.line.quantity
    known = {wanted, report.ordered, report.total, wanted - report.total, *answer.nearest}
    known |= {share for _, share in answer.plan}
    return known.union(*(told.sums(name, sku) for name in ("available", "on_hand", "reserved", "safety_stock")))


def _overstated(report: Report, value: int) -> Said:
    said = {Status.FOUND: "all", Status.UNKNOWN: f"{report.total} for sure"}.get(report.status, str(report.total))
    return Said(Fit.CONTRADICTS, why=f"says that {value} are there; the report says {said} of {report.line.quantity}")


def _misquote(quantity: Quantity, value: int, words: str, known: Set[int]) -> Said:
    replied = " or ".join(map(str, sorted(known))) or "no number"
    where = quantity.warehouse or "one or several warehouses"
    return Said(
        Fit.CONTRADICTS, Against.REPLIES, f"says that {value} are {words} at {where}; the replies say {replied}"
    )


Check = Callable[[Report, Statement, Quantity, int], Said]
_CHECKS: Mapping[Role, Check] = {
    Role.WANTED: _wanted,
    Role.MISSING: _missing,
    Role.AVAILABLE: _available,
    Role.CONFIRMED: _confirmed,
    Role.UNCONFIRMED: _unconfirmed,
    Role.STOCK: _stock,
    Role.ON_HAND: _field("on_hand"),
    Role.RESERVED: _field("reserved"),
    Role.SHARE: _share,
    Role.NEAREST: _nearest,
    Role.UNCLEAR: _unclear,
}
