"""How soon is each of several graders caught, and in which smallest case?"""

import time
from collections.abc import Iterable, Iterator, Sequence

import attrs

from graders.audit.explain import explained
from graders.audit.hunt import Outcome, search
from graders.audit.judge import Judge
from graders.audit.kinds import Kind
from graders.audit.shrink import Smallest, smallest
from graders.printing import table

_HEAD = ("grader", "first at", "s", "wrong by", "smallest case", "")


@attrs.frozen
class Caught:
    """One grader in the line-up.

    Attributes:
        judge: the grader.
        first: its first wrong answer, or None where it was never wrong.
        smallest: the smallest case in which it is wrong like that.
        seconds: wall time until the first wrong answer.
    """

    judge: Judge
    first: Outcome | None
    smallest: Smallest | None
    seconds: float


def lineup(judges: Iterable[Judge], kinds: Sequence[Kind], *, seed: int, examples: int) -> Iterator[Caught]:
    """Each grader up to its first wrong answer, which is shrunk.

    Args:
        judges: the graders.
        kinds: they take turns.
        seed: of the search.
        examples: how many cases are tried at most.
    """
    for judge in judges:
        began = time.monotonic()
        first = next((one for one in search(judge, kinds, seed, range(examples)) if one.wrong), None)
        seconds = time.monotonic() - began
        yield Caught(judge, first, smallest(judge, kinds, first) if first else None, seconds)


def told(caught: Sequence[Caught], *, pages: bool = False) -> Iterator[str]:
    """One line a grader, and if wanted the page of each smallest case.

    Args:
        caught: the line-up.
        pages: whether the smallest cases are told in full.
    """
    yield from table(map(_row, caught), head=_HEAD)
    for one in caught if pages else ():
        if one.smallest:
            yield ""
            yield from explained(one.smallest, one.judge.name, means=one.judge.means)


def _row(caught: Caught) -> tuple[object, ...]:
    first, found = caught.first, caught.smallest
    if first is None or found is None:
        return caught.judge.name, "never", f"{caught.seconds:.1f}", "-", "-", ""
    task = found.case.scenario.task
    wanted = " and ".join(f"{line.quantity} x {line.sku}" for line in task.lines)
    case = f"{wanted}; {' > '.join(task.priority)}; {found.case.kind}"
    return (
        caught.judge.name,
        first.number,
        f"{caught.seconds:.1f}",
        found.wrong,
        case,
        "" if found.proven else "perhaps",
    )
