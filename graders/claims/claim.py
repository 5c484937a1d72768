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
    CONFIRMED = "confirmed"  # can be had for certain, whatever else is in doubt
    UNCONFIRMED = "unconfirmed"  # not confirmed, though it may be there
    ON_HAND = "on_hand"  # lies there, reserved or not
    RESERVED = "reserved"  # promised to others
    WANTED = "wanted"  # asked for
    MISSING = "missing"  # the gap
    STOCK = "stock"  # is there, not said whether free or reserved
    SHARE = "share"  # taken from a warehouse, in a plan
    NEAREST = "nearest"  # the nearest quantity that is possible
    OTHER = "other"  # time, attempts, packs, line numbers, money
    UNCLEAR = "unclear"


class Trait(enum.StrEnum):
    """What the words of a clause say besides."""

    WHOLE = "whole"  # of all that was wanted
    PARTLY = "partly"  # of a part of it
    SINGLE = "single"  # of one warehouse by itself
    STOCK = "stock"  # it is stock that is spoken of
    NO_SUCH = "no_such"  # no such article, or no such quantity
    INACTIVE = "inactive"  # a warehouse is closed
    NOT_STOCKED = "not_stocked"  # a warehouse does not keep the article
    UNTRACKED = "untracked"  # a warehouse does not count the article
    NOT_ASKED = "not_asked"  # a warehouse was not asked
    TOGETHER = "together"  # several warehouses are added up
    ONCE = "once"  # one attempt of several is meant
    THERE = "there"  # something can be had
    LACKING = "lacking"  # something cannot be had
    DENIED = "denied"  # what is said would be wrong to say
    UNSURE = "unsure"  # that it is not known
    WISH = "wish"  # reserving, or being able to look only, is spoken of


@attrs.frozen
class Quantity:
    """One number of a message.

    Attributes:
        value: the whole number, or None where the writing can be read in several ways or is none.
        start, end: [start, end) in the message, in characters.
        role: what it counts.
        warehouse: the warehouse that it is said of, or "".
        sku: the article that it is said of, or "".
        scale: how many of the smallest unit one may be: 1,000 for "5 kg", which is 5 or 5,000; else 1.
        sure: whether number, role and warehouse are beyond doubt; False for a bound ("at least 5") and a guess.
        denied: whether it is said that it is not this number: "it is not 10".
    """

    value: int | None
    start: int
    end: int
    role: Role = Role.UNCLEAR
    warehouse: str = ""
    sku: str = ""
    scale: int = 1
    sure: bool = True
    denied: bool = False


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
        lines: the numbers of the lines that it is about, where it says so ("Line 2").
        traits: what its words say besides.
        denied: the warehouses that it says it is not: "not from W1".
    """

    kind: Kind
    polarity: Polarity
    start: int
    end: int
    quantities: tuple[Quantity, ...] = ()
    warehouses: tuple[str, ...] = ()
    skus: tuple[str, ...] = ()
    why: str = ""
    lines: tuple[int, ...] = ()
    traits: frozenset[Trait] = frozenset()
    denied: tuple[str, ...] = ()


@attrs.frozen
class Understanding:
    """What a message says, clause by clause.

    Attributes:
        text: the message, as it was written.
        language: the tag of the language in which it was read.
        claims: in order of their clauses; a clause may make several.
        unclear: [start, end) of every clause that was not understood, in order.
        doubts: for each of them, why.
        alternatives: [start, end) of every choice of several answers ("W1, W2 or W3"), in order.
        write_claim: whether it presents a change of the world as done for this customer.
    """

    text: str
    language: str
    claims: tuple[Claim, ...]
    unclear: tuple[tuple[int, int], ...]
    write_claim: WriteClaim
    doubts: tuple[str, ...] = ()
    alternatives: tuple[tuple[int, int], ...] = ()
