"""How is a grader of chats audited, from the name of the grader and the files of the user to what a person reads?"""

import contextlib
import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

from graders.audit.chats.findings import Hunt, Tally
from graders.audit.chats.hunting import hunt_chats
from graders.audit.chats.judging import ChatGrader, takes_messages
from graders.audit.chats.reading import read_chats
from graders.audit.chats.table import summed_json, tally_json
from graders.audit.chats.telling import explained
from graders.audit.rows import ALL, lines_of
from graders.loading import resolve
from graders.printing import plain
from inventory_env.errors import InputError, shown

_FORMS = "module:name or file.py:name"


@attrs.frozen
class ChatOrder:
    """What is to be audited.

    Attributes:
        grader: `module:name` or `file.py:name` of a function of the messages, or of them and those of a right run.
        good: JSON lines, a right run each.
        bad: JSON lines, a wrong run each, or None.
        threshold: from which number on its result passes.
        kinds: names of the edits to make; all of them when empty.
        seed: of the search.
        examples: how many edited runs, 1 or more.
    """

    grader: str
    good: Path
    bad: Path | None = None
    threshold: float = 1.0
    kinds: tuple[str, ...] = ()
    seed: int = 0
    examples: int = 10_000


def audit_chats(order: ChatOrder, *, after: Callable[[Tally], None] | None = None) -> Hunt:
    """Put the user's runs, and edits of them, to a grader.

    Args:
        order: which grader and which runs.
        after: called with the counts of each kind as soon as it is done.

    Raises:
        InputError: the threshold is no number, the grader or a run cannot be read, a file holds no run, or no edit has
            a name that was given.
    """
    if not math.isfinite(order.threshold):
        raise InputError(f"must be a finite number; got {order.threshold:g}", field="threshold")
    grader = _grader(order.grader)
    good = tuple(read_chats(order.good))
    bad = () if order.bad is None else tuple(read_chats(order.bad))
    with contextlib.redirect_stdout(sys.stderr):  # what the grader prints is no report of ours
        return hunt_chats(
            grader,
            good,
            bad,
            examples=order.examples,
            seed=order.seed,
            threshold=order.threshold,
            kinds=order.kinds or None,
            after=after,
        )


def told(order: ChatOrder, found: Hunt, *, show: int) -> Iterator[str]:
    """The audit for a person: the table, the smallest cases, the verdict.

    Args:
        order: what was asked.
        found: what was found.
        show: how many of the smallest cases are told in full.
    """
    cases = sum(one.tried for one in found.tallies)
    files = " and ".join(plain(str(one)) for one in (order.good, order.bad) if one is not None)
    yield f"audit of {plain(order.grader)} on the runs of {files}: {cases} cases, seed {order.seed}"
    yield ""
    tried = [one for one in found.tallies if one.tried]
    yield from lines_of([*map(tally_json, tried), summed_json(ALL, found.tallies)])
    if len(tried) < len(found.tallies):
        yield f"(no run fits: {', '.join(one.kind for one in found.tallies if not one.tried)})"
    for one in found.counterexamples[:show]:
        yield ""
        yield from explained(one)
    if len(found.counterexamples) > show:
        yield ""
        yield f"({len(found.counterexamples) - show} more smallest cases: --show or --json tells them)"
    yield ""
    yield f"verdict: {'sound' if found.sound else 'unsound'}"


def _grader(name: str) -> ChatGrader:
    found = resolve(name, "grader", forms=_FORMS)
    if not callable(found) or not takes_messages(found):
        rule = "must be a function of the messages of a run, or of them and those of a right run"
        raise InputError(f"{rule}; got {shown(name)}", field="grader")
    grader: ChatGrader = found
    return grader
