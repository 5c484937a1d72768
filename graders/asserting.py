"""Does a claim without a number of its own fit: how a line ended, what a warehouse has, whether it answered?"""

from collections.abc import Iterator

from graders.claims.claim import Claim, Kind, Polarity, Role, Trait
from graders.fitting import FITS, Against, Fit, Report, Said
from graders.words import Statement
from inventory_env.answer import NotANumber, Status

_STATES = {
    Trait.INACTIVE: NotANumber.INACTIVE,
    Trait.NOT_STOCKED: NotANumber.NOT_STOCKED,
    Trait.UNTRACKED: NotANumber.UNTRACKED,
}


def judge_ending(report: Report, statement: Statement) -> Said:
    """How what a statement says of a line's ending sits with the report on that line."""
    claim, kind = statement.claim, statement.about
    if statement.denied and kind in (Kind.AVAILABILITY, Kind.SHORTFALL, Kind.NOT_KNOWN):
        return _denial(report, kind, claim)
    says = _SAYS.get(kind)
    return FITS if says is None or claim.polarity is Polarity.NEGATED else says(report, statement)


def _denial(report: Report, kind: Kind, claim: Claim) -> Said:
    """It would be wrong to say, or cannot be said, that it is there, or that it is not."""
    there, lacking = Trait.THERE in claim.traits, Trait.LACKING in claim.traits
    if there != lacking:
        kind = Kind.AVAILABILITY if there else Kind.SHORTFALL
    if kind is Kind.NOT_KNOWN or report.status is Status.UNKNOWN or report.whole == (kind is Kind.SHORTFALL):
        return FITS
    return Said(Fit.OPEN, why=f"denies something; the report says {report.status}")


def judge_places(report: Report, statement: Statement) -> Iterator[Said]:
    """How what a statement says of each warehouse that it names sits with the replies."""
    claim = statement.claim
    if claim.polarity in (Polarity.NEGATED, Polarity.OTHER_DEMAND):
        return
    for warehouse in claim.warehouses:
        state = next((trait for trait in _STATES if trait in claim.traits), None)
        if state is not None:
            yield _state(report, warehouse, state)
        elif claim.kind is Kind.NOT_KNOWN:
            yield _silent(report, statement, warehouse)
        elif claim.kind is Kind.LOOK_UP:
            yield FITS if report.told.asked(warehouse) else _never_asked(warehouse)
        elif claim.kind in (Kind.AVAILABILITY, Kind.SHORTFALL) and not statement.goods and _says_so(claim):
            yield _has_some(report, statement, warehouse)


def _says_found(report: Report, statement: Statement) -> Said:
    """All of it, or some, is there."""
    claim = statement.claim
    if report.whole:
        return FITS
    wanted = any([one.role is Role.WANTED and one.value == report.line.quantity for one in claim.quantities])
    part = Trait.PARTLY in claim.traits
    if any([one.role is Role.MISSING and one.value == 0 for one in claim.quantities]):
        return _against(report, "that nothing is missing")
    if statement.goods or Trait.THERE not in claim.traits or any([one.denied for one in statement.numbers]):
        return FITS  # the numbers are looked at one by one; "I looked up the stock" says nothing of it
    if report.total == 0 or ((wanted or Trait.WHOLE in claim.traits) and not part):
        return _against(report, "that it is there")
    if part:
        return FITS
    return Said(Fit.OPEN, why="does not say whether all of it is there")


def _says_short(report: Report, statement: Statement) -> Said:
    """Not all of it is there."""
    claim, goods = statement.claim, statement.goods
    if not (Trait.LACKING in claim.traits or _short_by(claim) or goods):
        return FITS  # "in short, line 2"
    if report.status is Status.SHORTFALL or (report.status is Status.FOUND and Trait.SINGLE in claim.traits):
        return FITS
    if report.status is Status.FOUND:
        return (
            Said(Fit.OPEN, why="speaks of a shortage") if _known_part(report, statement) else _against(report, _SHORT)
        )
    if report.status is Status.UNKNOWN:
        confirmed = goods and all([one.role is Role.CONFIRMED for one in goods])
        if confirmed and not (_short_by(claim) or Trait.LACKING in claim.traits):  # "only 3 are certain"
            return FITS
        return _against(report, _SHORT)
    if Trait.NO_SUCH in claim.traits:
        return FITS
    return Said(Fit.OPEN, why="speaks of a shortage; the report says invalid")


def _known_part(report: Report, statement: Statement) -> bool:
    """Whether it names a figure of a reply that alone does not cover the line."""
    known = report.everywhere()
    return any([one.value in known and one.value < report.line.quantity for one in statement.goods if one.value])


def _short_by(claim: Claim) -> bool:
    return any([one.role is Role.MISSING and one.value for one in claim.quantities])


def _says_unknown(report: Report, statement: Statement) -> Said:
    """Nobody can say whether it is there."""
    claim = statement.claim
    if report.status is Status.UNKNOWN or Trait.UNSURE not in claim.traits:
        return FITS  # "the offer stays open"
    named = statement.numbers
    about = claim.lines or claim.skus or named
    if about and (named or claim.traits & {Trait.STOCK, Trait.THERE, Trait.LACKING}):
        return _against(report, "that it is not known")
    if report.answer.unreached or not about:
        return FITS if report.answer.unreached else Said(Fit.OPEN, why="says that something is not known")
    return Said(Fit.OPEN, why="says that something is not known")


def _says_invalid(report: Report, statement: Statement) -> Said:
    """There is no such article, or no such quantity."""
    if report.status is Status.INVALID or Trait.NO_SUCH not in statement.claim.traits:
        return FITS
    return _against(report, "that there is no such article or quantity")


_SHORT = "that not all of it is there"
_SAYS = {
    Kind.AVAILABILITY: _says_found,
    Kind.SHORTFALL: _says_short,
    Kind.NOT_KNOWN: _says_unknown,
    Kind.INVALID: _says_invalid,
}


def _against(report: Report, words: str) -> Said:
    return Said(Fit.CONTRADICTS, why=f"says {words}; the report says {report.status}")


def _says_so(claim: Claim) -> bool:
    """Whether the words of a claim say that a warehouse has some, or not enough."""
    wanted = any([one.role is Role.WANTED for one in claim.quantities])
    return wanted or bool(claim.traits & {Trait.THERE, Trait.LACKING, Trait.WHOLE})


def _state(report: Report, warehouse: str, trait: Trait) -> Said:
    state = _STATES[trait]
    came = report.told.states(warehouse, report.line.sku)
    if state in came:
        return FITS
    words = str(state).replace("_", " ")
    replied = ", ".join(sorted([str(one).replace("_", " ") for one in came])) or _numbers(report, warehouse)
    return Said(Fit.CONTRADICTS, Against.REPLIES, f"calls {warehouse} {words}; the replies say {replied}")


def _silent(report: Report, statement: Statement, warehouse: str) -> Said:
    told, sku, claim = report.told, report.line.sku, statement.claim
    if any([one.warehouse == warehouse for one in statement.goods]):
        return FITS  # the number is looked at by itself
    if not told.answered(warehouse, sku):
        known = (warehouse, sku) in told.unreached or Trait.NOT_ASKED in claim.traits or told.tried(warehouse, sku)
        return FITS if known else _never_asked(warehouse)
    if (
        Trait.NOT_ASKED not in claim.traits
        and told.failed(warehouse, sku)
        and (statement.later or Trait.ONCE in claim.traits)
    ):
        return FITS
    why = f"says that {warehouse} gave no answer; it replied {_numbers(report, warehouse)}"
    return Said(Fit.CONTRADICTS, Against.REPLIES, why)


def _has_some(report: Report, statement: Statement, warehouse: str) -> Said:
    """A warehouse has some, or has not enough."""
    claim = statement.claim
    free = report.available(warehouse)
    planned = dict(report.answer.plan).get(warehouse)
    wanted = max([one.value for one in claim.quantities if one.role is Role.WANTED and one.value], default=0)
    enough = wanted or (report.line.quantity if Trait.WHOLE in claim.traits and len(claim.warehouses) == 1 else 1)
    if statement.about is Kind.AVAILABILITY:
        fits = planned is not None or max(free, default=0) >= enough
        words = "has enough" if enough > 1 else "has some"
    else:
        fits = bool(free) and min(free) < (wanted or report.line.quantity)
        words = "does not have enough"
    if fits:
        return FITS
    why = f"says that {warehouse} {words}; it replied {_numbers(report, warehouse)}"
    return Said(Fit.CONTRADICTS, Against.REPLIES, why)


def _never_asked(warehouse: str) -> Said:
    return Said(Fit.CONTRADICTS, Against.REPLIES, f"speaks of {warehouse}, which was never asked")


def _numbers(report: Report, warehouse: str) -> str:
    return " or ".join(map(str, sorted(report.available(warehouse)))) or "nothing"
