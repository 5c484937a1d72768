"""Which numbers does a chart show? Plain frozen rows; whoever counts fills them."""

import attrs

from graders.printing import plain
from graders.report.agent_results import Role
from inventory_env.verdict import LineLabel


@attrs.frozen
class Share:
    """A share of runs or tasks.

    Attributes:
        value: 0 to 1, or None where it is undefined.
        n: what it is a share of, how many.
        low, high: its interval, or None where there is none.
    """

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None


@attrs.frozen
class Endings:
    """How the runs of one agent ended.

    Attributes:
        agent: its name.
        counts: runs by label; a label that is missing never happened.
        success: the share of successes, by the study's rule for faulty runs.
        unjudged: runs that could not be judged.
        role: why it stands here.
    """

    agent: str = attrs.field(converter=plain)
    counts: tuple[tuple[LineLabel, int], ...]
    success: Share
    unjudged: int = 0
    role: Role = Role.STUDIED


@attrs.frozen
class Curve:
    """One figure for k or trial = 1, 2, 3, ...

    Attributes:
        agent: its name.
        shares: the first is that of 1.
        role: why it stands here.
    """

    agent: str = attrs.field(converter=plain)
    shares: tuple[Share, ...]
    role: Role = Role.STUDIED


@attrs.frozen
class Spread:
    """How many tasks an agent did in 0, 1, ..., n of its n trials, of those whose trials all count.

    Attributes:
        agent: its name.
        tasks: n + 1 counts; the first is of tasks never done.
        role: why it stands here.
    """

    agent: str = attrs.field(converter=plain)
    tasks: tuple[int, ...]
    role: Role = Role.STUDIED


@attrs.frozen
class Cost:
    """What the runs of one agent cost, of one kind: observed values, over all runs.

    Attributes:
        agent: its name.
        n: how many runs.
        least, median, p90, p95, most: None where n is 0.
        role: why it stands here.
    """

    agent: str = attrs.field(converter=plain)
    n: int
    least: float | None
    median: float | None
    p90: float | None
    p95: float | None
    most: float | None
    role: Role = Role.STUDIED


@attrs.frozen
class Cell:
    """One field of a map of shares.

    Attributes:
        row: an agent's name.
        column: a slice.
        share: of successes; its value is None where there was nothing to count.
        role: why the row stands here.
    """

    row: str = attrs.field(converter=plain)
    column: str = attrs.field(converter=plain)
    share: Share
    role: Role = Role.STUDIED


@attrs.frozen
class Count:
    """One field of a matrix of counts.

    Attributes:
        row: a kind of fault, or none.
        column: how runs ended.
        runs: how many.
    """

    row: str = attrs.field(converter=plain)
    column: str = attrs.field(converter=plain)
    runs: int
