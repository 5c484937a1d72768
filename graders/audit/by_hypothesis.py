"""How does Hypothesis search for a wrong answer? The same cases from its choices; it shrinks them in its own way."""

import contextlib
import functools
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir, storage_directory
from hypothesis.errors import Flaky

from graders.audit.auditing import Audit, Order
from graders.audit.case import Case
from graders.audit.catalogue import all_kinds
from graders.audit.draws import Draw
from graders.audit.flaws import Found
from graders.audit.hunt import Hunt, Outcome, Tally, wrong_of
from graders.audit.judge import Flaw, Judge
from graders.audit.kinds import Kind, chosen
from graders.audit.loading import load_judge
from graders.audit.shrink import Smallest

# What a test of a grader wants, whatever profile is in force: no deadline, no memory, one failure, shrunk.
PLAIN = settings(
    deadline=None,
    database=None,
    derandomize=False,
    phases=(Phase.generate, Phase.shrink),
    report_multiple_bugs=False,
    print_blob=False,
    suppress_health_check=list(HealthCheck),
)


class _Wrong(Exception):
    """The grader is wrong on this case."""


def labelled_cases(kinds: Sequence[Kind] | None = None) -> st.SearchStrategy[Case]:
    """Labelled runs of the kinds, each as often as any other; shrinks to the careful agent's run in the simplest world.

    Args:
        kinds: one or more; all of them by default.
    """
    return st.sampled_from(all_kinds() if kinds is None else kinds).flatmap(_cases)


@st.composite
def _cases(draw: st.DrawFn, kind: Kind) -> Case:
    return kind.build(_drawing(draw, []))


def audit_by_hypothesis(order: Order) -> Audit:
    """An audit in which Hypothesis searches until the first wrong answer, which it shrinks.

    Nothing is read from or left in the user's folder, and no profile of the user's counts.

    Args:
        order: its `seconds` are not looked at.

    Raises:
        InputError: the grader cannot be loaded, or no kind has a name that was given.
    """
    kinds = chosen(all_kinds(), order.kinds)
    judge = load_judge(order.grader, means=order.means, threshold=order.threshold)
    try:
        return falsified(judge, kinds, order)
    finally:
        judge.close()


def falsified(judge: Judge, kinds: Sequence[Kind], order: Order) -> Audit:
    """The same of a grader and kinds that are at hand.

    Args:
        judge: the grader.
        kinds: one or more.
        order: of which seed and examples count.
    """
    hunt, began = Hunt({kind.name: Tally(kind.name) for kind in kinds}), time.monotonic()
    latest: list[Smallest] = []

    @hypothesis.seed(order.seed)
    @settings(PLAIN, max_examples=order.examples, verbosity=Verbosity.quiet)
    @given(st.data(), st.sampled_from(kinds))
    def search(data: st.DataObject, kind: Kind) -> None:
        made: list[int] = []
        case = kind.build(_drawing(data.draw, made))
        ruling, right = judge.say(case.scenario, case.trace), case.right(judge.means)
        flaws = (Found(ruling.flaw, ruling.words),) if ruling.flaw else ()
        if not latest:  # the runs of shrinking are not counted
            hunt.add(Outcome(hunt.cases, kind.name, case.kind, right, ruling, flaws, tuple(made)))
        wrong = wrong_of(right, ruling.said)
        if wrong:
            latest[:] = [Smallest(case, ruling, wrong, tuple(made), tries=0, proven=False)]
            raise _Wrong

    with _stored_elsewhere(), contextlib.suppress(_Wrong), _unsteady(hunt):
        search()
    hunt.seconds = time.monotonic() - began
    return Audit(order, hunt, tuple(latest))  # the last run of shrinking is that of the smallest


@contextlib.contextmanager
def _unsteady(hunt: Hunt) -> Iterator[None]:
    """Names the flaw of a grader that was wrong and, asked again about the same case, is not."""
    try:
        yield
    except Flaky:
        first = next(iter(hunt.failing()[0].first.values()))
        hunt.flaws[Flaw.UNSTEADY] = (first, f"answered {first.ruling.words}, and another time something else")


def _drawing(draw: Callable[[st.SearchStrategy[int]], int], made: list[int]) -> Draw:
    """Choices by Hypothesis, each shrinking towards its lowest value, and a list of them."""

    def number(low: int, high: int) -> int:
        # Integers shrink towards 0 wherever the range lies, so the range is laid at 0.
        made.append(draw(_up_to(high - low)))
        return low + made[-1]

    return number


@functools.cache
def _up_to(most: int) -> st.SearchStrategy[int]:
    return st.integers(0, most)


@contextlib.contextmanager
def _stored_elsewhere() -> Iterator[None]:
    """Without a database Hypothesis still keeps constants of the user's code in a folder; that one is thrown away."""
    before: Any = storage_directory(intent_to_write=False)
    with tempfile.TemporaryDirectory() as folder:
        set_hypothesis_home_dir(folder)
        try:
            yield
        finally:
            set_hypothesis_home_dir(getattr(before, "path", before))  # older versions give the path itself
