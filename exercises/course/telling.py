"""What does a learner read? Where the course stands, what a check found, and what to type next."""

import re
from collections.abc import Iterator
from pathlib import Path

from exercises.course.checking import NOTHING, Checked, Found
from exercises.course.exercise import LEVELS, Exercise, exercises
from exercises.course.folder import README, file_of
from exercises.course.progress import Attempts, Progress
from exercises.course.verifying import Verified
from graders.printing import columns, plain, short, table, wrapped

COMMAND = "inventory-env learn"
# From this try on the names of what slipped through are told.
NAMES_FROM = 3
_MOST_NAMES = 12
# How many lines on single cases are read at once, and how wide.
_MOST_TOLD = 16
_WIDEST = 100
_THROUGH = "slips through"
# A case begins with the function that is asked, where there are several: `causes(...`, `run_all of ...`.
_FUNCTION = re.compile(r"(\w+)(?:\(| of | where | on: )")


def status(folder: Path, progress: Progress) -> Iterator[str]:
    """Where the learner is, and what is next."""
    done = len(progress.passed())
    yield f"{done} of {len(exercises())} exercises done, in {plain(str(folder))}"
    if not progress.open():
        yield from ending(progress)
        return
    at = next(one for one in exercises() if one.name == progress.position)
    if progress.of(at).passed:
        yield f"{at.name} is done. Next: {COMMAND} next"
        return
    yield f"You are at {at.name}: {at.title} (about {at.minutes} minutes)"
    yield f"  read   {plain(str(folder / at.name / README))}"
    yield f"  write  {plain(str(file_of(folder, at)))}"
    yield f"  check  {COMMAND} verify"
    yield f"  stuck? {COMMAND} hint {at.number}"


def listing(progress: Progress) -> list[str]:
    """All exercises with their state."""
    rows = [
        (
            ">" if one.name == progress.position else "",
            one.name,
            _state(progress.of(one)),
            f"{one.minutes} min",
            one.title,
        )
        for one in exercises()
    ]
    return table(rows, head=("", "exercise", "state", "takes", "what"))


def _state(attempts: Attempts) -> str:
    if attempts.passed:
        return "done, solution seen" if attempts.gave_up else "done"
    return f"{attempts.tries} tries" if attempts.tries else "open"


def verdict(verified: Verified, attempts: Attempts) -> Iterator[str]:
    """What a check found: good cases flagged, faulty ones missed, wrong answers, the smallest of them, what to do next.

    Args:
        verified: what came of it.
        attempts: of the learner, this one counted.
    """
    name = verified.exercise.name
    if verified.printed:
        yield "your code printed:"
        yield from (f"  | {short(plain(line), _WIDEST)}" for line in verified.printed)
    if verified.checked is None:
        yield f"{name}: could not be checked"
        yield from _fitted(verified.trouble, "  ", "  ")
        yield f"mend that, then: {COMMAND} verify {verified.exercise.number}"
        return
    yield f"{name}: {'passed' if verified.passed else 'not yet'}"
    yield from _counts(verified.checked, attempts)
    if verified.passed:
        yield f"the solution, and why it matters: {COMMAND} solution {verified.exercise.number}"
        yield f"go on with: {COMMAND} next"
        return
    yield from _smallest(verified.checked, attempts)
    yield from _next(verified.exercise, attempts)


def _counts(checked: Checked, attempts: Attempts) -> Iterator[str]:
    if checked.good:
        yield f"  good cases wrongly flagged: {len(checked.flagged)} of {checked.good}"
        if checked.flagged:
            yield from _fitted(_names(checked.flagged), "    ", "    ")
    if checked.faulty:
        missed = len(checked.missed)
        yield f"  faulty cases that slipped through: {missed} of {checked.faulty}"
        if missed:
            told = _names(checked.missed) if attempts.tries >= NAMES_FROM else f"(named from try {NAMES_FROM} on)"
            yield from _fitted(told, "    ", "    ")
    if checked.asked:
        yield f"  questions answered wrongly: {len(checked.wrong)} of {checked.asked}"


def _names(found: tuple[Found, ...]) -> str:
    names = [one.name for one in found]
    more = f", and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


def _smallest(checked: Checked, attempts: Attempts) -> Iterator[str]:
    """The smallest case of each kind and function, as many as are read at once: the flagged first, then the missed."""
    told, shown, left, unwritten = 0, set(), [], []
    for heading, one in _telling(checked):
        block = list(_block(heading, one, named=not heading.endswith(_THROUGH) or attempts.tries >= NAMES_FROM))
        if told and one.got == NOTHING:
            unwritten.append(one.why)
        elif told and told + len(block) > _MOST_TOLD:
            left.append(_function(one) or (one.told if one.told.isidentifier() else ""))
        else:
            yield from block
            told += len(block)
            shown.add(_function(one))
    others = [one for one in dict.fromkeys(left) if one and one not in shown]
    if others:
        yield from _fitted(f"not right yet either: {', '.join(others)}", "", "  ")
    for why in dict.fromkeys(unwritten):
        yield from _fitted(why, "", "  ")


def _telling(checked: Checked) -> list[tuple[str, Found]]:
    """(heading, case), those first for which something is written."""
    rows = [
        *(("the smallest good case that your code flags", one) for one in _each(checked.flagged)),
        *((f"the smallest faulty case that {_THROUGH}", one) for one in _each(checked.missed)),
        *((_first_wrong(_function(one)), one) for one in _each(checked.wrong)),
    ]
    return sorted(rows, key=lambda row: row[1].got == NOTHING)


def _each(found: tuple[Found, ...]) -> list[Found]:
    """The smallest case for each of the learner's functions, in the order in which they are asked."""
    smallest: dict[str, Found] = {}
    for one in found:
        function = _function(one)
        if function not in smallest or one.size < smallest[function].size:
            smallest[function] = one
    return [*smallest.values()]


def _function(found: Found) -> str:
    """Which of the learner's functions is asked, as far as the case tells; else empty."""
    named = _FUNCTION.match(found.told)
    return named[1] if named else ""


def _first_wrong(function: str) -> str:
    return f"the first wrong answer of {function}" if function else "the first question answered wrongly"


def _block(heading: str, one: Found, *, named: bool) -> Iterator[str]:
    yield f"{heading}:"
    if named and one.name != one.told:
        yield f"  {one.name}"
    for line in one.told.splitlines():
        yield from _fitted(line, "    ", "      ")
    yield from _fitted(f"your code said: {one.got}", "  ", "    ")
    yield from _fitted(one.why, "  ", "  ")


def _fitted(text: str, first: str, rest: str) -> Iterator[str]:
    """A line, broken where it is too long; the blanks within it stay."""
    lines = wrapped(plain(text), min(columns(), _WIDEST) - len(rest))
    yield from (f"{rest if place else first}{line}" for place, line in enumerate(lines))


def _next(exercise: Exercise, attempts: Attempts) -> Iterator[str]:
    yield f"try {attempts.tries}; change the file, then: {COMMAND} verify {exercise.number}"
    stuck = f"hint {exercise.number}" if attempts.hints < LEVELS else f"solution {exercise.number} --give-up"
    yield f"stuck? {COMMAND} {stuck}"


def ending(progress: Progress) -> Iterator[str]:
    """The clear end."""
    alone = sum(not progress.of(one).gave_up for one in exercises())
    yield f"The course is done: {len(exercises())} exercises, {alone} of them without the solution."
    yield "From here: `inventory-env audit FILE.py:GRADER` hunts a grader of your own, and `inventory-env validate"
    yield "--grader FILE.py:GRADER` holds it to everything. CONTRIBUTING.md says how an exercise is added."
