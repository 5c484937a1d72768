"""In how many cases of each kind is a grader wrong, and in which one first?"""

import enum
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import attrs

from graders.audit.case import Right
from graders.audit.draws import Seeded
from graders.audit.flaws import Found, examine
from graders.audit.judge import Flaw, Judge, Ruling, Said
from graders.audit.kinds import Kind

# So many rounds over all kinds are examined for flaws besides wrong answers: that costs several gradings a case.
EXAMINED_ROUNDS = 2


class Wrong(enum.StrEnum):
    """In which way an answer is wrong."""

    ACCEPTS = "false accept"
    REJECTS = "false reject"
    JUDGES = "judges a broken run"  # the world or the machinery failed, not the agent


def wrong_of(right: Right, said: Said) -> Wrong | None:
    """In which way the answer is wrong; undecided never is."""
    match right, said:
        case (Right.REJECT, Said.ACCEPT):
            return Wrong.ACCEPTS
        case (Right.ACCEPT, Said.REJECT):
            return Wrong.REJECTS
        case (Right.NEITHER, Said.ACCEPT | Said.REJECT):
            return Wrong.JUDGES
    return None


@attrs.frozen
class Outcome:
    """What a grader said of one case.

    Attributes:
        number: of the case in the search, from 0.
        drawn: name of the kind that drew it.
        kind: name of the kind that it is of: `good` where that kind did not apply.
        right: what the grader should have said.
        ruling: what it said.
        flaws: what else is wrong with it, and how that showed.
        choices: those that make the case again; empty where nothing is wrong.
    """

    number: int
    drawn: str
    kind: str
    right: Right
    ruling: Ruling
    flaws: tuple[Found, ...] = ()
    choices: tuple[int, ...] = ()

    @property
    def wrong(self) -> Wrong | None:
        """In which way the answer is wrong, if it is."""
        return wrong_of(self.right, self.ruling.said)


@attrs.define
class Tally:
    """The counts of one kind.

    Attributes:
        kind: its name.
        right: cases by what the grader should say.
        wrong: answers by the way in which they are wrong.
        undecided: answers that are undecided where there is something to decide.
        broken: answers that are none.
        first: the first case for each way of being wrong.
    """

    kind: str
    right: Counter[Right] = attrs.Factory(Counter)
    wrong: Counter[Wrong] = attrs.Factory(Counter)
    undecided: int = 0
    broken: int = 0
    first: dict[Wrong, Outcome] = attrs.Factory(dict)

    @property
    def tried(self) -> int:
        """All cases of this kind."""
        return self.right.total()

    def add(self, outcome: Outcome) -> None:
        """Count one more case."""
        self.right[outcome.right] += 1
        said = outcome.ruling.said
        self.broken += said is Said.BROKEN
        self.undecided += said is Said.UNDECIDED and outcome.right in (Right.ACCEPT, Right.REJECT)
        if outcome.wrong:
            self.wrong[outcome.wrong] += 1
            self.first.setdefault(outcome.wrong, outcome)


@attrs.define
class Hunt:
    """What a search found.

    Attributes:
        tallies: by name of the kind, in the order of the kinds, `good` first.
        flaws: for each flaw, the first case in which it showed and how it did.
        cases: how many were tried.
        seconds: wall time of the search.
        stopped: whether it ended before all cases were tried: time was over, or no case had a result.
    """

    tallies: dict[str, Tally]
    flaws: dict[Flaw, tuple[Outcome, str]] = attrs.Factory(dict)
    cases: int = 0
    seconds: float = 0.0
    stopped: bool = False

    @property
    def sound(self) -> bool:
        """Whether no answer was wrong and nothing else is; undecided ones are no fault."""
        return not self.flaws and not any(tally.wrong for tally in self.tallies.values())

    @property
    def silent(self) -> bool:
        """Whether no case had a result."""
        return self.cases > 0 and self.cases == sum(tally.broken for tally in self.tallies.values())

    def failing(self) -> tuple[Tally, ...]:
        """The kinds with a wrong answer, those found first in front."""
        found = [tally for tally in self.tallies.values() if tally.first]
        return tuple(sorted(found, key=lambda tally: min(one.number for one in tally.first.values())))

    def add(self, outcome: Outcome) -> None:
        """Count one more case."""
        self.cases += 1
        self.tallies.setdefault(outcome.kind, Tally(outcome.kind)).add(outcome)
        for found in outcome.flaws:
            self.flaws.setdefault(found.flaw, (outcome, found.words))
        if Flaw.UNSTEADY in self.flaws:  # then another answer to another order of keys says nothing
            self.flaws.pop(Flaw.KEY_ORDER, None)


def search(judge: Judge, kinds: Sequence[Kind], seed: int, numbers: Iterable[int]) -> Iterator[Outcome]:
    """What the grader says of the cases with these numbers; each depends on seed and number alone.

    Args:
        judge: the grader.
        kinds: one or more; they take turns, so that each has as many cases as any other.
        seed: of the search.
        numbers: of the cases, 0 or more each.
    """
    for number in numbers:
        kind, draw = kinds[number % len(kinds)], Seeded(seed, number)
        case = kind.build(draw)
        # Before it is asked about the case itself: it may change what it is given, and what is around it.
        flaws = examine(judge, case) if number < EXAMINED_ROUNDS * len(kinds) else ()
        ruling = judge.say(case.scenario, case.trace)
        if ruling.flaw:
            flaws = (Found(ruling.flaw, ruling.words), *flaws)
        right = case.right(judge.means)
        matters = flaws or wrong_of(right, ruling.said)
        yield Outcome(number, kind.name, case.kind, right, ruling, flaws, tuple(draw.made) if matters else ())


def hunted(outcomes: Iterable[Outcome], kinds: Iterable[Kind]) -> Hunt:
    """The counts over these outcomes.

    Args:
        outcomes: in the order of their numbers.
        kinds: all that are searched, for their order.
    """
    hunt, began = Hunt({kind.name: Tally(kind.name) for kind in kinds}), time.monotonic()
    for outcome in outcomes:
        hunt.add(outcome)
    hunt.seconds = time.monotonic() - began
    return hunt
