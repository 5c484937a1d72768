"""What does somebody's grader say of a case? Accept, reject or undecided; or that it is broken itself."""

import enum
import numbers
import traceback
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import attrs

from graders.audit.case import Means
from graders.printing import plain, short
from inventory_env.errors import MissingExtra, shown
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace
from inventory_env.verdict import Axis, Mark, Verdict

# Takes a scenario and a trace; answers a verdict, a truth value, a number, a mark, None, or a mapping of them.
Grader = Callable[[Scenario, Trace], Any]
MOST_SHOWN = 120
_HERE = Path(__file__).parent


class Said(enum.StrEnum):
    """What an answer comes to."""

    ACCEPT = "accept"
    REJECT = "reject"
    UNDECIDED = "undecided"
    BROKEN = "broken"  # it crashed, never answered, or answered something that is none of ours


class Flaw(enum.StrEnum):
    """What may be wrong with a grader apart from what it says."""

    CRASHES = "crashes"
    UNREADABLE = "answers what is no result"
    SLOW = "is slow"
    CHANGES = "changes what it is given"
    UNSTEADY = "answers differently when asked twice"
    KEY_ORDER = "depends on the order of keys"
    SURROUNDINGS = "changes the process around it"


class NoResult(Exception):
    """A grader gave no result, and it is known why.

    Attributes:
        flaw: what is wrong with it: it crashes, is slow, or cannot be read.
        words: what happened, for a reader.
    """

    def __init__(self, flaw: Flaw, words: str) -> None:
        self.flaw = flaw
        self.words = words
        super().__init__(words)


@attrs.frozen
class Ruling:
    """What a grader said of one case.

    Attributes:
        said: what it comes to.
        words: the answer as it stands; where it said nothing, a clause that follows "the grader"; one line.
        flaw: crashes, unreadable or slow, where it said nothing; else None.
        result: the part of the answer that was read, floats to nine digits; empty where nothing could be read.
            Two answers that differ in nothing else are the same.
    """

    said: Said
    words: str
    flaw: Flaw | None = None
    result: str = ""


_MARKS: dict[Mark | None, Said] = {
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
        grader: the function; a `close` of it is called when the judge is closed.
        means: which of our marks its result claims to be.
        threshold: from which number on it passes.
    """

    name: str
    grader: Grader
    means: Means = Means.SUCCESS
    threshold: float = 1.0

    def say(self, scenario: Scenario, trace: Trace) -> Ruling:
        """What it says of one run. Of all that it raises only a KeyboardInterrupt gets through, as Ctrl-C does.

        Raises:
            MissingExtra: it needs a package that is not installed.
        """
        return self.hear(lambda: self.grader(scenario, trace))

    def hear(self, answer: Callable[[], Any]) -> Ruling:
        """What it says when it is asked in this way; as for `say`."""
        try:
            answered = answer()
        except (KeyboardInterrupt, MissingExtra):
            raise
        except NoResult as error:
            return Ruling(Said.BROKEN, error.words, error.flaw)
        except BaseException as error:  # noqa: BLE001 - somebody else's grader may raise anything
            return Ruling(Said.BROKEN, f"raised {told(error)}{_where(error)}", Flaw.CRASHES)
        try:
            return self.read(answered)
        except Exception:  # noqa: BLE001 - an answer of a class of theirs may raise when it is looked at
            words = f"answered a value of type {type(answered).__name__}, which raises when it is read"
            return Ruling(Said.BROKEN, words, Flaw.UNREADABLE)

    def read(self, answered: Any) -> Ruling:
        """What an answer comes to; of several results the one counts that is named as what it means."""
        said = self._read(answered)
        if said is Said.BROKEN:
            return Ruling(said, f"answered {_words(answered)}, {self._why_unread(answered)}", Flaw.UNREADABLE)
        counts = answered[self.means.value] if isinstance(answered, Mapping) else answered
        return Ruling(said, _words(answered), result=_result(counts))

    def close(self) -> None:
        """End what stands behind it, where something does."""
        close = getattr(self.grader, "close", None)
        if callable(close):
            close()

    def _read(self, answered: Any) -> Said:
        match answered:
            case Verdict():
                return _MARKS.get(self._mark(answered), Said.BROKEN)
            case None:
                return Said.UNDECIDED
            case bool():
                return Said.ACCEPT if answered else Said.REJECT
            case numbers.Real() | Decimal():
                return self._read_number(answered)
            case str() if answered in _MARKS:
                return _MARKS[Mark(answered)]
            case Mapping() if self.means.value in answered:
                inner = answered[self.means.value]
                return Said.BROKEN if isinstance(inner, Mapping) else self._read(inner)
        other: Any = answered
        # A truth value or number of an array library is an array without dimensions.
        return self._read(other.item()) if getattr(other, "shape", None) == () else Said.BROKEN

    def _mark(self, verdict: Verdict) -> Mark | None:
        # Of a run that says nothing about the agent the marks of the axes tell what can be seen, not what it is worth.
        if self.means is Means.SUCCESS or verdict.success is Mark.NOT_APPLICABLE:
            return verdict.success
        return dict(verdict.axes).get(Axis(self.means.value))

    def _why_unread(self, answered: Any) -> str:
        if isinstance(answered, Verdict | Mapping):
            return f"which says nothing of {self.means} that can be read"
        return f"which is no verdict, truth value, number, mark ({', '.join(Mark)}) or None"

    def _read_number(self, number: Any) -> Said:
        if number != number:  # NaN; math.isnan refuses whole numbers of 400 digits
            return Said.UNDECIDED
        return Said.ACCEPT if number >= self.threshold else Said.REJECT


def told(error: BaseException) -> str:
    """What was raised, in one line: its type and the first line of what it says."""
    name = type(error).__name__
    try:
        said = str(error).strip().split("\n")[0]
    except Exception:  # noqa: BLE001 - an exception of theirs may raise when it is told
        return name
    return short(plain(f"{name}: {said}" if said else name), MOST_SHOWN)


def _where(error: BaseException) -> str:
    """The file and the line of theirs in which it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [one for one in frames if Path(one.filename).parent != _HERE and not one.filename.startswith("<")]
    return plain(f" ({Path(own[-1].filename).name}, line {own[-1].lineno})") if own else ""


def _result(answered: Any) -> str:
    """The part that counts, in writing; floats to nine digits, as the order of a sum moves the last ones."""
    return format(answered, ".9g") if isinstance(answered, float) else _words(answered)


def _words(answered: Any) -> str:
    """The answer for a reader: of a verdict the success, the label and the broken rules."""
    if isinstance(answered, Verdict):
        broken = ", ".join(dict.fromkeys(one.rule for one in answered.findings))
        return f"{answered.success}, {answered.label}" + (f" ({broken})" if broken else "")
    return plain(shown(answered))
