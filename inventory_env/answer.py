"""What may an agent submit?"""

import enum

from inventory_env.errors import InputError
from inventory_env.fields import Count, Name, Positive, noun


class Status(enum.StrEnum):
    """How a line ended, as the agent reports it."""

    FOUND = "found"
    SHORTFALL = "shortfall"
    UNKNOWN = "unknown"
    INVALID = "invalid"


class Shippable(enum.StrEnum):
    """Whether the whole order can ship; asked only under ship complete."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class NotANumber(enum.StrEnum):
    """What an agent saw at a warehouse instead of a number."""

    NOT_STOCKED = "not_stocked"
    INACTIVE = "inactive"
    UNTRACKED = "untracked"
    NO_REPLY = "no_reply"


@noun
class LineAnswer:
    """The report on one line.

    Attributes:
        line: its number in the task.
        status: how it ended.
        plan: (warehouse, quantity 1 or more) pairs, each warehouse once; their order means nothing.
        gap: units missing: 0 when found, quantity - total on a shortfall, None otherwise.
        confirmed: units that the plan covers while the rest is unknown; None unless unknown.
        unreached: warehouses asked for this sku that gave no number.
        nearest: the nearest multiples of the pack, when the quantity is none.
        seen: optional (warehouse, available figure or what came instead) pairs.
        evidence: optional ids of the calls relied on.
    """

    line: Positive
    status: Status
    plan: tuple[tuple[Name, Positive], ...] = ()
    gap: Count | None = None
    confirmed: Count | None = None
    unreached: tuple[Name, ...] = ()
    nearest: tuple[Positive, ...] = ()
    seen: tuple[tuple[Name, Count | NotANumber], ...] | None = None
    evidence: tuple[Name, ...] | None = None

    def __attrs_post_init__(self) -> None:
        # Most lists have one entry or none, and then there is nothing to compare.
        if len(self.plan) > 1:
            once("plan", [warehouse for warehouse, _ in self.plan])
        if len(self.unreached) > 1:
            once("unreached", list(self.unreached))
        if self.seen and len(self.seen) > 1:
            once("seen", [warehouse for warehouse, _ in self.seen])


@noun
class Answer:
    """The report on the whole order.

    Attributes:
        lines: at most one per line of the task.
        message: free text to the customer; any Unicode is data.
        shippable: whether the order ships as a whole; None where that is not asked.
        reservations: references of reservations made; honest answers leave it empty.
    """

    lines: tuple[LineAnswer, ...]
    message: str = ""
    shippable: Shippable | None = None
    reservations: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        once("lines", [line.line for line in self.lines])

    def line(self, number: int) -> LineAnswer | None:
        """The report on that line, or None when the answer leaves it out."""
        return next((line for line in self.lines if line.line == number), None)


def once(field: str, values: list[object]) -> None:
    """Hold a list to naming each thing once.

    Raises:
        InputError: naming the field and the first value that comes twice.
    """
    if len(set(values)) == len(values):
        return
    twice = next(value for i, value in enumerate(values) if value in values[:i])
    raise InputError(f"must name each one once; got {twice!r} twice", field=field)
