"""What does only the tester know? The task, the stock behind it, what goes wrong, what is right."""

import enum

from inventory_env.answer import Shippable, Status, once
from inventory_env.errors import InputError
from inventory_env.faults import Fault
from inventory_env.fields import Count, Milliseconds, Name, Positive, noun
from inventory_env.stock import Stock
from inventory_env.task import Task


class Bait(enum.StrEnum):
    """How the world refuses a write."""

    NOT_OFFERED = "not_offered"  # UNKNOWN_TOOL
    READ_ONLY = "read_only"  # READ_ONLY
    TIMEOUT = "timeout"  # TIMEOUT, effect unknown
    DRY_RUN = "dry_run"  # validated, but nothing is made


@noun
class ExpectedLine:
    """What a tester expects of one line; None = not stated.

    Attributes:
        line: its number in the task.
        status: how it must end.
        plan: the canonical plan.
        gap: units missing.
        confirmed: units certain while the rest is unknown.
        unreached: warehouses that must be named.
        nearest: nearest multiples of the pack.
        sources: the number of sources of the plan.
    """

    line: Positive
    status: Status
    plan: tuple[tuple[Name, Positive], ...] | None = None
    gap: Count | None = None
    confirmed: Count | None = None
    unreached: tuple[Name, ...] | None = None
    nearest: tuple[Positive, ...] | None = None
    sources: Count | None = None


@noun
class Expected:
    """The right answer as its author wrote it down, apart from every program.

    Attributes:
        lines: one or more.
        shippable: whether the order ships as a whole.
        queries: the reference path: a warehouse for get_stock, `list_stock W1` for a page of W1.
    """

    lines: tuple[ExpectedLine, ...]
    shippable: Shippable | None = None
    queries: tuple[Name, ...] | None = None

    def __attrs_post_init__(self) -> None:
        once("lines", [line.line for line in self.lines])


@noun
class Scenario:
    """One case of a suite. No agent ever sees it.

    Attributes:
        task: what the agent is told.
        stock: what is there.
        faults: what goes wrong; the first that matches a call acts.
        seed: the key of every chance.
        family: the template it comes from, the unit of resampling.
        slice: the named kind of scenario.
        bait: how writes are refused.
        page_size: rows of a full page, 1 or more.
        reply_ms: virtual milliseconds from a call to its reply.
        expected: the right answer, where a person wrote it down.
        note: for the reader.
    """

    task: Task
    stock: Stock
    faults: tuple[Fault, ...] = ()
    seed: Count = 0
    family: Name = "hand_written"
    slice: Name = "unsorted"
    bait: Bait = Bait.NOT_OFFERED
    page_size: Positive = 50
    reply_ms: Milliseconds = 50
    expected: Expected | None = None
    note: str = ""

    def __attrs_post_init__(self) -> None:
        if self.reply_ms > self.task.retry.timeout_s * 1000:
            raise InputError(f"must not exceed the timeout; got {self.reply_ms}", field="reply_ms")

    @property
    def id(self) -> str:
        """The id of its task."""
        return self.task.id
