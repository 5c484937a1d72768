"""Does what a message denies, a number or a warehouse, stand in the report? Where it is not clear, it is left open."""

from collections.abc import Iterator

from graders.claims.claim import Polarity, Quantity, Role, Trait
from graders.fitting import FITS, Against, Fit, Report, Said
from graders.words import Statement
from inventory_env.answer import Status

_FIGURES = {Role.AVAILABLE: "available", Role.STOCK: "available", Role.ON_HAND: "on_hand", Role.RESERVED: "reserved"}


def judge_denied(report: Report, statement: Statement, quantity: Quantity) -> Said:
    """How the denial of a number sits with the report on a line: "it is not 10"."""
    value, role = quantity.value, quantity.role
    if value is None:
        return _open("a number that can be read in several ways")
    if quantity.warehouse:
        said = _at(report, quantity, value)
    elif role is Role.MISSING:
        said = _gap(report, value)
    elif role is Role.NEAREST:
        said = _against(report, value) if value in report.answer.nearest else FITS
    elif role in (Role.ON_HAND, Role.RESERVED):
        known = report.told.sums(_FIGURES[role], report.line.sku)
        said = _open(f"denies {value}; the replies know it") if value in known else FITS
    else:
        said = _units(report, quantity, value)
    return _doubly(statement, said)


def judge_denied_places(report: Report, statement: Statement) -> Iterator[Said]:
    """How the denial of each warehouse sits with the plan: "it is not W1"."""
    plan, claim = dict(report.answer.plan), statement.claim
    numbers = [one for one in statement.numbers if one.role is not Role.OTHER]
    for warehouse in claim.denied:
        if warehouse not in plan or any([one.value != plan[warehouse] for one in numbers]):
            yield FITS
        elif claim.traits & {Trait.SINGLE, Trait.WHOLE, Trait.PARTLY}:  # "not from W1 alone"
            yield FITS if len(plan) > 1 or not report.whole else _open(f"denies something of {warehouse}")
        else:
            why = f"says that it is not {warehouse}; the plan takes {plan[warehouse]} from there"
            yield _doubly(statement, Said(Fit.CONTRADICTS, why=why))


def _units(report: Report, quantity: Quantity, value: int) -> Said:
    """A number of units that are not there, or of which nothing else is said."""
    wanted, total, answer = report.line.quantity, report.total, report.answer
    if value in (wanted, report.ordered) and not report.whole:
        return FITS
    if value == total and report.status in (Status.FOUND, Status.SHORTFALL):
        # "We do not need 10" may say more than how many there are.
        of_wish = quantity.role is Role.WANTED and quantity.sure
        return _open(f"denies that {value} are wanted") if of_wish else _against(report, value)
    known = {wanted, total, wanted - total, *answer.nearest, *(share for _, share in answer.plan)}
    counted = quantity.role in (Role.AVAILABLE, Role.STOCK) and report.status is not Status.UNKNOWN
    return FITS if counted or value not in known else _open(f"does not say what is not {value}")


def _gap(report: Report, value: int) -> Said:
    if value != report.line.quantity - report.total:
        return FITS
    if report.status in (Status.FOUND, Status.SHORTFALL):
        return _against(report, value)
    return _open(f"denies that {value} are missing")


def _at(report: Report, quantity: Quantity, value: int) -> Said:
    """A number that is not that of a warehouse."""
    warehouse, sku = quantity.warehouse, report.line.sku
    if quantity.role not in (Role.ON_HAND, Role.RESERVED) and dict(report.answer.plan).get(warehouse) == value:
        return _against(report, value, f" from {warehouse}")
    known = report.told.figures(_FIGURES.get(quantity.role, "available"), warehouse, sku)
    if value not in known or quantity.role is Role.SHARE:
        return FITS
    if quantity.role in _FIGURES and len(known) == 1:
        why = f"says that it is not {value} at {warehouse}; the replies say {value}"
        return Said(Fit.CONTRADICTS, Against.REPLIES, why)
    return _open(f"does not say what is not {value} at {warehouse}")


def _doubly(statement: Statement, said: Said) -> Said:
    """Where a whole clause is denied too, it is not clear what is left."""
    twice = statement.claim.polarity is Polarity.NEGATED or Trait.DENIED in statement.claim.traits
    unsure = statement.claim.polarity is not Polarity.ASSERTED or Trait.UNSURE in statement.claim.traits
    return _open(said.why) if (twice or unsure) and said.fit is Fit.CONTRADICTS else said


def _against(report: Report, value: int, where: str = "") -> Said:
    return Said(Fit.CONTRADICTS, why=f"denies {value}{where}; the report says {value} ({report.status})")


def _open(why: str) -> Said:
    return Said(Fit.OPEN, why=why)
