"""What does a learner read? Where the course stands, what a check found, and what to type next."""

from collections.abc import Iterator
from pathlib import Path

from exercises.course.checking import Checked, Found
from exercises.course.exercise import LEVELS, Exercise, exercises
from exercises.course.folder import README, file_of
from exercises.course.progress import Attempts, Progress
from exercises.course.verifying import Verified
from graders.printing import plain, table

COMMAND = "inventory-env learn"
# From this try on the names of what slipped through are told.
NAMES_FROM = 3
_MOST_NAMES = 12


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
        yield from (f"  | {plain(line)}" for line in verified.printed)
    if verified.checked is None:
        yield f"{name}: could not be checked"
        yield f"  {plain(verified.trouble)}"
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
            yield f"    {_names(checked.flagged)}"
    if checked.faulty:
        missed = len(checked.missed)
        yield f"  faulty cases that slipped through: {missed} of {checked.faulty}"
        if missed:
            told = _names(checked.missed) if attempts.tries >= NAMES_FROM else f"(named from try {NAMES_FROM} on)"
            yield f"    {told}"
    if checked.asked:
        yield f"  questions answered wrongly: {len(checked.wrong)} of {checked.asked}"


def _names(found: tuple[Found, ...]) -> str:
    names = [one.name for one in found]
    more = f", and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


def _smallest(checked: Checked, attempts: Attempts) -> Iterator[str]:
    """The smallest case of the first kind of fault: whoever flags good cases has to mend that first."""
    for found, heading in (
        (checked.flagged, "the smallest good case that your code flags"),
        (checked.missed, "the smallest faulty case that slips through"),
        (checked.wrong, "the first question answered wrongly"),
    ):
        if found:
            one = found[0] if found is checked.wrong else min(found, key=lambda case: case.size)
            yield f"{heading}:"
            if one.name != one.told and (found is not checked.missed or attempts.tries >= NAMES_FROM):
                yield f"  {one.name}"
            yield from (f"    {plain(line)}" for line in one.told.splitlines())
            yield f"  your code said: {plain(one.got)}"
            if one.why:
                yield f"  {plain(one.why)}"
            return


def _next(exercise: Exercise, attempts: Attempts) -> Iterator[str]:
    hint = f"; {COMMAND} hint {exercise.number} helps" if attempts.hints < LEVELS else ""
    yield f"try {attempts.tries}; change the file, then: {COMMAND} verify {exercise.number}{hint}"


def ending(progress: Progress) -> Iterator[str]:
    """The clear end."""
    alone = sum(not progress.of(one).gave_up for one in exercises())
    yield f"The course is done: {len(exercises())} exercises, {alone} of them without the solution."
    yield "From here: `inventory-env audit FILE.py:GRADER` hunts a grader of your own, and `inventory-env validate"
    yield "--grader FILE.py:GRADER` holds it to everything. CONTRIBUTING.md says how an exercise is added."
