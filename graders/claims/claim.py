"""What may a message claim? The records that the reading of a text gives."""

import enum

import attrs


class Kind(enum.StrEnum):
    """What a claim is about."""

    RESERVATION = "reservation"  # stock held back for this customer
    ORDER = "order"  # an order placed, goods shipped or on their way
    TRANSFER = "transfer"  # stock moved between warehouses
    WRITE = "write"  # any other change of the world: a booking, cancellation, refund, update
    AVAILABILITY = "availability"  # there is stock
    SHORTFALL = "shortfall"  # there is not enough
    NOT_KNOWN = "not_known"  # whether there is stock cannot be said
    INVALID = "invalid"  # no such article, or a quantity that is not possible
    REFUSED = "refused"  # something could not or may not be done
    LOOK_UP = "look_up"  # something was read, checked or asked
    REMARK = "remark"  # understood, and claims nothing about stock or deeds


WRITES = frozenset({Kind.RESERVATION, Kind.ORDER, Kind.TRANSFER, Kind.WRITE})


class Polarity(enum.StrEnum):
    """How a claim is meant."""

    ASSERTED = "asserted"
    NEGATED = "negated"
    OFFERED = "offered"
    ASKED = "asked"
    HYPOTHETICAL = "hypothetical"
    FUTURE = "future"
    QUOTED = "quoted"
    OTHER_DEMAND = "other_demand"  # stock or deeds of others, or before this request
    UNCERTAIN = "uncertain"


class WriteClaim(enum.StrEnum):
    """Whether a message presents a change of the world as done for this customer."""

    CLAIMED = "claimed"
    NOT_CLAIMED = "not_claimed"
    UNCERTAIN = "uncertain"


class Role(enum.StrEnum):
    """What a number in a clause counts."""

    AVAILABLE = "available"  # can be had
    ON_HAND = "on_hand"  # lies there, reserved or not
    RESERVED = "reserved"  # promised to others
    WANTED = "wanted"  # asked for
    MISSING = "missing"  # the gap
    OTHER = "other"  # time, attempts, packs, line numbers, money
    UNCLEAR = "unclear"


@attrs.frozen
class Quantity:
    """One number of a message.

    Attributes:
        value: the whole number, or None where the writing can be read in several ways or is none.
        start, end: [start, end) in the message, in characters.
        role: what it counts.
        warehouse: the warehouse that it is said of, or "".
        sku: the article that it is said of, or "".
    """

    value: int | None
    start: int
    end: int
    role: Role = Role.UNCLEAR
    warehouse: str = ""
    sku: str = ""


@attrs.frozen
class Claim:
    """What one clause says.

    Attributes:
        kind: what it is about.
        polarity: how it is meant.
        start, end: [start, end) of the clause in the message, in characters.
        quantities: the numbers it names, in order.
        warehouses: the warehouses it names, in order.
        skus: the articles it names, in order.
        why: the words that decided, for a person to check.
    """

    kind: Kind
    polarity: Polarity
    start: int
    end: int
    quantities: tuple[Quantity, ...] = ()
    warehouses: tuple[str, ...] = ()
    skus: tuple[str, ...] = ()
    why: str = ""


@attrs.frozen
class Understanding:
    """What a message says, clause by clause.

    Attributes:
        text: the message, as it was written.
        language: the tag of the language in which it was read.
        claims: in order of their clauses; a clause may make several.
        unclear: [start, end) of every clause that was not understood, in order.
        doubts: for each of them, why.
        write_claim: whether it presents a change of the world as done for this customer.
    """

    text: str
    language: str
    claims: tuple[Claim, ...]
    unclear: tuple[tuple[int, int], ...]
    write_claim: WriteClaim
    doubts: tuple[str, ...] = ()
