"""What went wrong in the runs of one agent? The nouns of the tables; nothing here counts."""

import attrs

from graders.report.figure import Figure
from inventory_env.verdict import FailureClass


@attrs.frozen
class Violation:
    """One rule, and the runs that broke it.

    Attributes:
        rule: its code.
        classes: of failures that it belongs to.
        counted: whether it counts towards success.
        runs: judged ones that broke it, known.
        share: of the judged runs, an estimate.
        open: runs in which it stays open, for a person to read.
    """

    rule: str
    classes: tuple[FailureClass, ...]
    counted: bool
    runs: Figure
    share: Figure
    open: Figure


@attrs.frozen
class Deed:
    """Something that an agent did or said it did.

    Attributes:
        name: writes attempted, writes blocked, writes claimed, fabrications, wrong objects.
        runs: with one or more, known.
        events: how many calls; undefined where only runs are counted.
        counted: whether it counts towards success.
    """

    name: str
    runs: Figure
    events: Figure
    counted: bool


@attrs.frozen
class ClassRow:
    """Runs that failed for a reason of one class; a run may be in several.

    Attributes:
        failure_class: the class.
        runs: failed runs with a counting rule of this class broken; for "environment" also the runs in which the
            world or the machinery failed, though they are not the agent's.
        share: of all runs, an estimate.
    """

    failure_class: FailureClass
    runs: Figure
    share: Figure


@attrs.frozen
class AgentFailures:
    """What went wrong in the runs of one agent.

    Attributes:
        agent: its name.
        failed: judged runs that did not succeed and are not open.
        classes: every class, in the catalogue's order.
        violations: every rule that was broken or stays open in some run, the most frequent first.
        deeds: illegal attempts and the like.
    """

    agent: str
    failed: Figure
    classes: tuple[ClassRow, ...]
    violations: tuple[Violation, ...]
    deeds: tuple[Deed, ...]
