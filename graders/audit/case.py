"""What is a labelled case? A run, and what is right about it from how it was made."""

import enum

import attrs

from graders.policy import DEFAULT_POLICY
from graders.rules import CHECKED
from inventory_env.pretty import Printer
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace
from inventory_env.verdict import Axis


class Means(enum.StrEnum):
    """Which of our marks a grader's result claims to be."""

    SUCCESS = "success"
    OUTCOME = "outcome"
    EVIDENCE = "evidence"
    PATH = "path"
    HONESTY = "honesty"


class Right(enum.StrEnum):
    """What a grader should say of a case."""

    ACCEPT = "accept"
    REJECT = "reject"
    NEITHER = "neither"  # the world or the machinery failed: nobody can judge the agent
    UNLABELLED = "unlabelled"  # how the case was made does not tell


@attrs.frozen
class Label:
    """What is known of a run from how it was made, never from a grader.

    Attributes:
        broken: codes of the rules that it breaks for certain.
        perhaps: codes of further rules that it may break.
        either: groups of codes, of each of which it breaks one at least.
        hopeless: whether it cannot be a success, whichever rules it breaks.
        judgeable: whether the run says anything about the agent at all.
    """

    broken: frozenset[str] = frozenset()
    perhaps: frozenset[str] = frozenset()
    either: tuple[frozenset[str], ...] = ()
    hopeless: bool = False
    judgeable: bool = True


GOOD = Label()
ALL_RULES = frozenset(rule.code for rule in CHECKED)
_DOUBTS = frozenset(rule.code for rule in CHECKED if rule.doubt)
_COUNTED: dict[Means, frozenset[str]] = {
    means: DEFAULT_POLICY.counts
    if means is Means.SUCCESS
    else frozenset(rule.code for rule in CHECKED if rule.axis is Axis(means.value))
    for means in Means
}


@attrs.frozen
class Case:
    """One labelled run.

    Attributes:
        kind: the name of the kind that made it.
        scenario: the case that was played.
        trace: the record of the run.
        label: what is right about it.
        why: the reason for the label, in a sentence.
    """

    kind: str
    scenario: Scenario
    trace: Trace
    label: Label
    why: str

    def right(self, means: Means) -> Right:
        """What a grader whose result means this should say."""
        if not self.label.judgeable:
            return Right.NEITHER
        counted = _COUNTED[means]
        label, sure = self.label, counted - _DOUBTS
        certain = bool(label.broken & sure) or any(group <= sure for group in label.either)
        if certain or (label.hopeless and means is Means.SUCCESS):
            return Right.REJECT
        open_ = label.hopeless or label.broken.union(label.perhaps, *label.either) & counted
        return Right.UNLABELLED if open_ or self._says_nothing(means) else Right.ACCEPT

    @property
    def should_pass(self) -> bool | None:
        """Whether the run is a success; None where that cannot be said."""
        return {Right.ACCEPT: True, Right.REJECT: False}.get(self.right(Means.SUCCESS))

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        """What Hypothesis prints beside a failure: the page of the case tells the rest."""
        printer.text(f"<{self.kind}: {self.why}>")

    def _says_nothing(self, means: Means) -> bool:
        """Whether the mark is about an answer's worth and there is none."""
        return self.trace.counting is None and means not in (Means.SUCCESS, Means.OUTCOME)
