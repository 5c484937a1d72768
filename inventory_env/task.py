"""What is the agent told? Lines to source, in which order, under which rules."""

import enum

import attrs

from inventory_env.errors import InputError
from inventory_env.fields import MAX_WHOLE, Count, Name, Positive, Seconds, noun

# No real order or network is near these; they keep one task gradable in milliseconds.
MAX_LINES = 500
MAX_PRIORITY = 1000


class Split(enum.StrEnum):
    """How many sources may one line have?"""

    NONE = "none"  # one
    ANY = "any"  # any number, earlier warehouses first
    PREFER_SINGLE = "prefer_single"  # one if one covers the line, else any number
    FEWEST = "fewest"  # as few as cover as much as possible


class Completeness(enum.StrEnum):
    """May a line ship while another cannot?"""

    LINE = "line"
    ORDER = "order"  # ship complete


class OnUnreachable(enum.StrEnum):
    """What does a warehouse without a number do to the plan?"""

    SKIP_AND_DISCLOSE = "skip_and_disclose"
    HOLD = "hold"


class Completion(enum.StrEnum):
    """Which submission counts?"""

    FIRST_ANSWER = "first_answer"
    LAST_ANSWER = "last_answer"


@noun
class Line:
    """One wish of the order.

    Attributes:
        line: its number in the order, 1 or more, unique in the task.
        sku: the article.
        quantity: wanted, in the article's smallest unit, 1 or more.
    """

    line: Positive
    sku: Name
    quantity: Positive


@noun
class Sourcing:
    """Which plans are allowed, and which of them is best.

    Attributes:
        split: how many sources a line may have.
        max_sources: the most sources of one line; None = no limit.
        min_per_source: the smallest share of one source, unless the share is the whole line.
        pack: every share and every quantity is a multiple of it.
        completeness: whether the order ships only as a whole.
    """

    split: Split
    max_sources: Positive | None = None
    min_per_source: Positive = 1
    pack: Positive = 1
    completeness: Completeness = Completeness.LINE


@noun
class Retry:
    """What to do about a failed call.

    Attributes:
        timeout_s: seconds after which a reply no longer comes, 1 or more.
        max_attempts: most calls of one identical query; 1 = no retry.
        backoff_s: seconds from the arrival of a failed reply to the next attempt.
    """

    timeout_s: Seconds = 2
    max_attempts: Positive = 3
    backoff_s: Seconds = 0

    def __attrs_post_init__(self) -> None:
        if self.timeout_s < 1:
            raise InputError(f"must be 1 or more; got {self.timeout_s}", field="timeout_s")


@noun
class Budget:
    """How much a run may cost; None = no limit.

    Attributes:
        calls: every call, refused ones too; `wait` and `submit_answer` cost none.
        decisions: turns of the agent with at least one such call.
        seconds: virtual seconds.
        tokens: as reported by the agent.
    """

    calls: Count | None = None
    decisions: Count | None = None
    seconds: Seconds | None = None
    tokens: Count | None = None


@noun
class Task:
    """All that the agent knows.

    Attributes:
        id: opaque; says nothing about the answer.
        prompt: the whole task in plain words.
        lines: one or more, in order; they draw on one stock in this order.
        priority: distinct warehouses, first choice first; no other may be asked.
        sourcing: which plans are allowed.
        tools: names of the tools on offer.
        on_unreachable: what a warehouse without a number does to the plan.
        max_age_s: oldest figure that still counts, in seconds; None = any age.
        retry: timeouts and attempts.
        budget: limits; none by default.
        completion: which submission counts.
        asks_to_reserve: the customer also asks for a reservation.
        language: tag of the language that the prompt is in and the message should be in, such as `en`.
    """

    id: Name
    prompt: str
    lines: tuple[Line, ...]
    priority: tuple[Name, ...]
    sourcing: Sourcing
    tools: frozenset[Name]
    on_unreachable: OnUnreachable = OnUnreachable.SKIP_AND_DISCLOSE
    max_age_s: Seconds | None = None
    retry: Retry = attrs.field(factory=Retry)
    budget: Budget = attrs.field(factory=Budget)
    completion: Completion = Completion.FIRST_ANSWER
    asks_to_reserve: bool = False
    language: Name = "en"

    def __attrs_post_init__(self) -> None:
        _bounded_and_distinct("lines", [line.line for line in self.lines], MAX_LINES)
        _bounded_and_distinct("priority", list(self.priority), MAX_PRIORITY)
        for place, line in enumerate(self.lines):
            # The next multiple of the pack above the quantity belongs to the right answer, which must hold it.
            if line.quantity + self.sourcing.pack > MAX_WHOLE:
                rule = f"and the pack must add up to {MAX_WHOLE} or less; got {line.quantity}"
                raise InputError(rule, field=f"lines[{place}].quantity")

    def line(self, number: int) -> Line:
        """The line with that number.

        Raises:
            InputError: the task has no such line.
        """
        for line in self.lines:
            if line.line == number:
                return line
        raise InputError(f"has no line {number}", field="task")

    def skus(self) -> tuple[str, ...]:
        """The distinct skus, in order of their first line."""
        return tuple(dict.fromkeys(line.sku for line in self.lines))


def _bounded_and_distinct(field: str, values: list[object], most: int) -> None:
    if not 1 <= len(values) <= most:
        raise InputError(f"must hold 1 to {most} entries; got {len(values)}", field=field)
    seen: set[object] = set()
    for value in values:
        if value in seen:
            raise InputError(f"must not name {value!r} twice", field=field)
        seen.add(value)
