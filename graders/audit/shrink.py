"""Which is the smallest case in which a grader is wrong? The same one, wherever the search began."""

import heapq
import itertools
import math
import time
from collections.abc import Iterator, Sequence

import attrs

from graders.audit.case import Case
from graders.audit.draws import Replayed
from graders.audit.hunt import Outcome, Wrong, wrong_of
from graders.audit.judge import Judge, Ruling
from graders.audit.kinds import Kind

Choices = tuple[int, ...]
Size = tuple[int, int, int, Choices]
# So many cases are tried below the one that shrinking ends in.
MOST_TRIES = 4000


@attrs.frozen
class Smallest:
    """The end of shrinking.

    Attributes:
        case: the case.
        ruling: what the grader says of it.
        wrong: in which way that is wrong.
        choices: those that make it.
        tries: how many cases were looked at.
        proven: whether every smaller case of its kind was tried, so that any search ends here; never where another kind
            drew it, as what that one draws are not all cases of its kind.
    """

    case: Case
    ruling: Ruling
    wrong: Wrong
    choices: Choices
    tries: int
    proven: bool


def smallest(
    judge: Judge,
    kinds: Sequence[Kind],
    outcome: Outcome,
    *,
    most_tries: int = MOST_TRIES,
    deadline: float = math.inf,
) -> Smallest:
    """The smallest case of the outcome's kind in which the grader is wrong in the same way.

    First choices are lowered while the grader stays wrong, then all smaller cases are tried in the order of their
    size, up to a limit.

    Args:
        judge: the grader.
        kinds: those that were searched.
        outcome: a wrong answer.
        most_tries: how many smaller cases are tried at most.
        deadline: when it ends with what it has, in seconds since the epoch; never by default.
    """
    wrong = outcome.wrong
    assert wrong is not None  # only wrong answers are shrunk
    trial = _Trial(judge, _maker(judge, kinds, outcome), outcome.kind, wrong, deadline)
    lowered = _lowered(trial, _trimmed(outcome.choices))
    below, tried_all = _first_below(trial, lowered, most_tries)
    proven = tried_all and trial.kind.name == outcome.kind
    case = trial.kind.build(Replayed(below))
    # What was said when it was wrong: a grader may say something else when it is asked once more.
    return Smallest(case, trial.rulings.get(below, outcome.ruling), wrong, below, trial.tries, proven)


def size(choices: Choices) -> Size:
    """What smaller means: fewer choices that are not the simplest, second simplest ones first; then shorter lists.

    All beyond the second simplest weigh the same at first, for many choices are names that have no order.
    """
    return sum([min(value, 2) for value in choices]), sum(choices), len(choices), choices


@attrs.define
class _Trial:
    """Whether choices make a case in which the grader is wrong, how often that was asked, and what it said then."""

    judge: Judge
    kind: Kind
    of: str
    wrong: Wrong
    deadline: float = math.inf
    tries: int = 0
    rulings: dict[Choices, Ruling] = attrs.Factory(dict)

    @property
    def over(self) -> bool:
        """Whether no more is to be tried."""
        return time.time() >= self.deadline

    def fails(self, choices: Choices) -> bool:
        """Whether these choices make a case on which the grader is wrong in the way that is looked for."""
        return self.makes_wrong(Replayed(choices))

    def makes_wrong(self, draw: Replayed) -> bool:
        """The same of choices that are about to be made, which can be looked at afterwards."""
        self.tries += 1
        case = self.kind.build(draw)
        if case.kind != self.of:
            return False
        ruling = self.judge.say(case.scenario, case.trace)
        if wrong_of(case.right(self.judge.means), ruling.said) is not self.wrong:
            return False
        self.rulings[_trimmed(draw.told)] = ruling
        return True


def _maker(judge: Judge, kinds: Sequence[Kind], outcome: Outcome) -> Kind:
    """The kind that makes the case: its own where the same choices make it there, else the one that drew it."""
    named = {kind.name: kind for kind in kinds}
    own = named.get(outcome.kind)
    assert outcome.wrong is not None
    if own and _Trial(judge, own, outcome.kind, outcome.wrong).fails(_trimmed(outcome.choices)):
        return own
    return named[outcome.drawn]


def _lowered(trial: _Trial, choices: Choices) -> Choices:
    """The choices, lowered one after the other and several at once until nothing more can be."""
    while True:
        lower = itertools.takewhile(lambda _: not trial.over, _lower(choices))
        better = next((one for one in lower if size(one) < size(choices) and trial.fails(one)), None)
        if better is None:
            return choices
        choices = better


def _lower(choices: Choices) -> Iterator[Choices]:
    """Candidates below, the boldest first: blocks at 0, blocks left out, then single ones lower."""
    many = len(choices)
    for length in (many, many // 2, many // 4, 8, 4, 2, 1):
        for start in range(0, many, max(1, length)):
            block = choices[start : start + length]
            if any(block):
                yield _trimmed((*choices[:start], *(0 for _ in block), *choices[start + length :]))
    for length in (8, 4, 3, 2, 1):
        for start in range(many - length + 1):
            yield _trimmed(choices[:start] + choices[start + length :])
    for place, value in enumerate(choices):
        for lower in dict.fromkeys((1, value // 2, value - 1)):
            if 0 < lower < value:
                yield (*choices[:place], lower, *choices[place + 1 :])


def _first_below(trial: _Trial, bound: Choices, most_tries: int) -> tuple[Choices, bool]:
    """The first failing choices in the order of size up to a bound that fails; whether all below it were tried.

    A list of choices comes from the one in which its last choice is lower by one: which choices there are, and how
    much room each has, is known once that one was made.
    """
    queue = [size(())]
    for _ in range(most_tries):
        *_, choices = heapq.heappop(queue)
        if choices == bound:
            return bound, True
        if trial.over:
            break
        draw = Replayed(choices)
        if trial.makes_wrong(draw):
            return choices, True
        for further in _further(draw, choices):
            heapq.heappush(queue, size(further))
    return bound, False


def _further(draw: Replayed, choices: Choices) -> Iterator[Choices]:
    """The lists with one more in the last choice, or in one behind it that was the simplest."""
    for place in range(max(0, len(choices) - 1), len(draw.made)):
        if draw.made[place] < draw.room[place]:
            yield (*draw.made[:place], draw.made[place] + 1)


def _trimmed(choices: Sequence[int]) -> Choices:
    """Without the simplest choices at the end, which are made anyway."""
    end = len(choices)
    while end and choices[end - 1] == 0:
        end -= 1
    return tuple(choices[:end])
