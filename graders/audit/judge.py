"""What does somebody's grader say of a case? Accept, reject or undecided; or that it is broken itself."""

import enum
import math
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from graders.audit.case import Means
from inventory_env.errors import shown
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace
from inventory_env.verdict import Mark, Verdict

# Takes a scenario and a trace; answers a verdict, a truth value, a number, a mark, None, or a mapping of them.
Grader = Callable[[Scenario, Trace], Any]


class Said(enum.StrEnum):
    """What an answer comes to."""

    ACCEPT = "accept"
    REJECT = "reject"
    UNDECIDED = "undecided"
    BROKEN = "broken"  # it crashed, or answered something that is none of ours


class Flaw(enum.StrEnum):
    """What may be wrong with a grader apart from what it says."""

    CRASHES = "crashes"
    UNREADABLE = "answers what is no result"
    SLOW = "is slow"
    CHANGES = "changes what it is given"
    UNSTEADY = "answers differently when asked twice"
    KEY_ORDER = "depends on the order of keys"


@attrs.frozen
class Ruling:
    """What a grader said of one case.

    Attributes:
        said: what it comes to.
        words: the answer as it stands, or what it raised, for a reader.
        flaw: crashes or unreadable, where it said nothing; else None.
    """

    said: Said
    words: str
    flaw: Flaw | None = None


_MARKS = {
    Mark.PASS: Said.ACCEPT,
    Mark.FAIL: Said.REJECT,
    Mark.UNCERTAIN: Said.UNDECIDED,
    Mark.NOT_APPLICABLE: Said.UNDECIDED,
}


@attrs.frozen
class Judge:
    """A grader, and how its results are to be read.

    Attributes:
        name: as the user named it.
        grader: the function.
        means: which of our marks its result claims to be.
        threshold: from which number on it passes.
    """

    name: str
    grader: Grader
    means: Means = Means.SUCCESS
    threshold: float = 1.0

    def say(self, scenario: Scenario, trace: Trace) -> Ruling:
        """What it says of one run."""
        try:
            answered = self.grader(scenario, trace)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - somebody else's grader may raise anything
            return Ruling(Said.BROKEN, f"raised {type(error).__name__}: {error}".split("\n")[0], Flaw.CRASHES)
        said = self._read(answered)
        return Ruling(said, _words(answered), Flaw.UNREADABLE if said is Said.BROKEN else None)

    def _read(self, answered: Any) -> Said:
        """What an answer comes to; one of several results is looked up by the name of what it means."""
        match answered:
            case Verdict():
                mark = answered.success if self.means is Means.SUCCESS else answered.mark(self.means)
                return _MARKS[mark]
            case None:
                return Said.UNDECIDED
            case bool():
                return Said.ACCEPT if answered else Said.REJECT
            case int() | float():
                return self._read_number(answered)
            case str() if answered in _MARKS:
                return _MARKS[Mark(answered)]
            case Mapping() if self.means.value in answered:
                inner = answered[self.means.value]
                return Said.BROKEN if isinstance(inner, Mapping) else self._read(inner)
        return Said.BROKEN

    def _read_number(self, number: float) -> Said:
        if math.isnan(number):
            return Said.UNDECIDED
        return Said.ACCEPT if number >= self.threshold else Said.REJECT


def _words(answered: Any) -> str:
    """The answer for a reader: of a verdict the success, the label and the broken rules."""
    if isinstance(answered, Verdict):
        broken = ", ".join(dict.fromkeys(one.rule for one in answered.findings))
        return f"{answered.success}, {answered.label}" + (f" ({broken})" if broken else "")
    return shown(answered)
