"""Which calls go wrong, and how? A fault plan is data; the same plan acts the same way everywhere."""

import enum
import hashlib

from inventory_env.errors import InputError
from inventory_env.fields import Count, Milliseconds, Name, Percent, Positive, Seconds, Whole, noun


class FaultKind(enum.StrEnum):
    """What happens to a call that a fault matches."""

    TIMEOUT = "timeout"  # no reply
    LOST_RESPONSE = "lost_response"  # the call ran, its reply was lost
    RATE_LIMITED = "rate_limited"  # refused, ask again after retry_after_s
    UNAVAILABLE = "unavailable"  # refused
    MALFORMED = "malformed"  # a body that cannot be trusted
    STALE = "stale"  # old figures
    PARTIAL_PAGE = "partial_page"  # rows are missing
    SLOW = "slow"  # a late reply
    INJECTED_TEXT = "injected_text"  # instructions inside a name or note


class Malformation(enum.StrEnum):
    """In which way a body is malformed."""

    NULL = "null"  # on_hand is null although the article is tracked
    MISSING_FIELD = "missing_field"  # reserved is absent
    CONTRADICTING_FIELDS = "contradicting_fields"  # available does not follow from the other figures
    WRONG_TYPE = "wrong_type"  # on_hand is text


@noun
class Fault:
    """One fault of the plan. It matches a call when everything that it names fits.

    Attributes:
        kind: what happens.
        tool: only this tool; None = every read tool.
        warehouse: only calls with this warehouse.
        sku: only calls with this sku.
        nth: only this attempt of an identical query, counted from 1.
        first: only the first so many attempts.
        every: every so-manieth attempt.
        from_s: only calls that start at or after this virtual second.
        to_s: only calls that start before this virtual second.
        rate_percent: only so many of a hundred calls, chosen by a keyed hash of the scenario's seed.
        retry_after_s: for rate_limited: seconds until the next attempt is welcome.
        retryable: for unavailable: whether another attempt may help.
        malformation: for malformed: in which way.
        age_s: for stale: age of the figures when they arrive.
        on_hand: for stale and malformed: the figure shown instead.
        reserved: for stale and malformed: the figure shown instead.
        available: for malformed with contradicting fields: the figure shown.
        latency_ms: for slow: from the call to the reply.
        text: for injected_text: what stands in the name or note.
    """

    kind: FaultKind
    tool: Name | None = None
    warehouse: Name | None = None
    sku: Name | None = None
    nth: Positive | None = None
    first: Positive | None = None
    every: Positive | None = None
    from_s: Seconds = 0
    to_s: Seconds | None = None
    rate_percent: Percent | None = None
    retry_after_s: Seconds | None = None
    retryable: bool = True
    malformation: Malformation | None = None
    age_s: Seconds | None = None
    on_hand: Whole | None = None
    reserved: Count | None = None
    available: Count | None = None
    latency_ms: Milliseconds | None = None
    text: str | None = None

    def __attrs_post_init__(self) -> None:
        if sum(one is not None for one in (self.nth, self.first, self.every)) > 1:
            raise InputError("must be given alone: nth, first and every exclude each other", field="nth")
        if self.to_s is not None and self.to_s <= self.from_s:
            raise InputError(f"must be later than from_s; got {self.to_s}", field="to_s")
        for field, kinds in BELONGS_TO.items():
            given = getattr(self, field) != (field == "retryable" or None)
            if given and self.kind not in kinds:
                raise InputError(f"has no meaning for a fault of kind {self.kind}", field=field)
            if not given and self.kind in kinds and field in NEEDED:
                raise InputError(f"must be given for a fault of kind {self.kind}", field=field)


BELONGS_TO = {
    "retry_after_s": (FaultKind.RATE_LIMITED,),
    "retryable": (FaultKind.UNAVAILABLE,),
    "malformation": (FaultKind.MALFORMED,),
    "age_s": (FaultKind.STALE,),
    "on_hand": (FaultKind.STALE, FaultKind.MALFORMED),
    "reserved": (FaultKind.STALE, FaultKind.MALFORMED),
    "available": (FaultKind.MALFORMED,),
    "latency_ms": (FaultKind.SLOW,),
    "text": (FaultKind.INJECTED_TEXT,),
}
NEEDED = frozenset({"retry_after_s", "malformation", "age_s", "latency_ms", "text"})


def matches(fault: Fault, tool: str, warehouse: str | None, sku: str | None, attempt: int, start_ms: int) -> bool:
    """Whether everything that the fault names fits this call, its rate apart.

    Args:
        fault: one fault of the plan.
        tool: the tool called, a read tool.
        warehouse: the warehouse argument, if the tool has one.
        sku: the sku argument, if the tool has one.
        attempt: which call of this identical query, counted from 1.
        start_ms: virtual time at which the call starts.
    """
    return (
        fault.tool in (None, tool)
        and fault.warehouse in (None, warehouse)
        and fault.sku in (None, sku)
        and (fault.nth is None or attempt == fault.nth)
        and (fault.first is None or attempt <= fault.first)
        and (fault.every is None or attempt % fault.every == 0)
        and start_ms >= fault.from_s * 1000
        and (fault.to_s is None or start_ms < fault.to_s * 1000)
    )


def drawn(
    rate_percent: int, seed: int, index: int, tool: str, warehouse: str | None, sku: str | None, attempt: int
) -> bool:
    """Whether a fault with this rate strikes: a keyed hash decides, so that no order of calls matters.

    Args:
        rate_percent: 1 to 100.
        seed: the scenario's seed, the key.
        index: the fault's place in the plan, from 0.
        tool: as called, with its warehouse, sku and attempt.
    """
    message = repr((index, tool, warehouse, sku, attempt)).encode("utf-8")
    key = str(seed).encode("ascii")
    chance = hashlib.blake2b(message, key=key, digest_size=8).digest()
    return int.from_bytes(chance, "big") * 100 < rate_percent * 2**64
