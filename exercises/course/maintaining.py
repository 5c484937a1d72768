"""Does every exercise keep what it promises? Its stub, solution, weaker files and texts are tested."""

import importlib
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import attrs

from exercises.course.exercise import LEVELS, Exercise, exercises
from exercises.course.folder import begin
from exercises.course.verifying import Verified, verify
from graders.printing import table
from inventory_env.errors import InputError

_TEXTS = ("README", "hints", "after")
_MOST_MINUTES, _FIRST_MINUTES = 30, 5
# What each README has, so that learners find it in the same place.
_HEADINGS = ("## Goal", "## Read", "## A public failure", "## Do")


@attrs.frozen
class Kept:
    """What was found of one exercise.

    Attributes:
        name: of the exercise.
        seconds: on the wall, of one check of the solution.
        good: good cases.
        faulty: faulty cases.
        asked: questions.
        weaker: files that let something through.
        numbers: numbers in the texts that were computed again.
        faults: promises that are not kept, a sentence each.
    """

    name: str
    seconds: float
    good: int
    faulty: int
    asked: int
    weaker: int
    numbers: int
    faults: tuple[str, ...]


def check() -> tuple[Kept, ...]:
    """What is found of every exercise, in their order."""
    lost = tuple(given_away())
    found = (check_one(exercise) for exercise in exercises())
    return tuple(
        attrs.evolve(one, faults=(*one.faults, *(fault for fault in lost if fault.startswith(one.name))))
        for one in found
    )


def told(found: tuple[Kept, ...]) -> Iterator[str]:
    """The same as lines."""
    rows = [
        (one.name, f"{one.seconds:.2f}", one.good, one.faulty, one.asked, one.weaker, one.numbers, len(one.faults))
        for one in found
    ]
    head = ("exercise", "s per check", "good", "faulty", "questions", "weaker files", "numbers", "faults")
    yield from table(rows, head=head)
    for one in found:
        yield from (f"{one.name}: {fault}" for fault in one.faults)
    faults = sum(len(one.faults) for one in found)
    yield (
        f"{len(found)} exercises, {faults} promises not kept"
        if faults
        else f"{len(found)} exercises, all promises kept"
    )


def check_one(exercise: Exercise) -> Kept:
    """What is found of one exercise."""
    stub, begun = _verified(exercise, "stub.py"), time.perf_counter()
    solution = _verified(exercise, "solution.py")
    seconds = time.perf_counter() - begun
    weaker = {path.name: _verified(exercise, f"weaker/{path.name}") for path in exercise.weaker()}
    faults = [
        *_stub_faults(stub),
        *_solution_faults(solution),
        *_weaker_faults(solution, weaker),
        *_text_faults(exercise),
    ]
    checked = solution.checked
    return Kept(
        name=exercise.name,
        seconds=seconds,
        good=checked.good if checked else 0,
        faulty=checked.faulty if checked else 0,
        asked=checked.asked if checked else 0,
        weaker=len(weaker),
        numbers=len(_numbers(exercise)),
        faults=tuple(faults),
    )


def _verified(exercise: Exercise, name: str) -> Verified:
    return verify(exercise, exercise.folder / name)


def _stub_faults(stub: Verified) -> Iterator[str]:
    """A stub loads, and its checks find something to do."""
    if stub.checked is None:
        yield f"the stub cannot be checked: {stub.trouble}"
    elif stub.passed:
        yield "the stub passes"


def _solution_faults(solution: Verified) -> Iterator[str]:
    if solution.checked is None:
        yield f"the solution cannot be checked: {solution.trouble}"
        return
    checked = solution.checked
    yield from (f"the solution flags the good case {one.name}" for one in checked.flagged)
    yield from (f"the solution lets {one.name} through" for one in checked.missed)
    yield from (f"the solution answers wrongly: {one.told} gives {one.got}" for one in checked.wrong)
    if not checked.passed and not (checked.flagged or checked.missed or checked.wrong):
        yield "the solution is asked nothing"


def _weaker_faults(solution: Verified, weaker: dict[str, Verified]) -> Iterator[str]:
    """Each weaker file is caught, and each faulty case is needed: some weaker file lets it through."""
    through: set[str] = set()
    for name, verified in weaker.items():
        if verified.checked is None:
            yield f"weaker/{name} cannot be checked: {verified.trouble}"
        elif verified.passed:
            yield f"weaker/{name} passes"
        else:
            through |= {one.name for one in verified.checked.missed}
    if not weaker:
        yield "no weaker file shows that the checks bite"
    names = solution.checked.names if solution.checked else ()
    yield from (
        f"the faulty case {name} is redundant: no weaker file lets it through" for name in names if name not in through
    )
    yield from (
        f"two faulty cases are called {name}" for name in sorted({one for one in names if names.count(one) > 1})
    )


def _text_faults(exercise: Exercise) -> Iterator[str]:
    try:
        texts = {name: exercise.text(name) for name in _TEXTS}
    except InputError as error:
        yield str(error)
        return
    yield from (f"README lacks {heading!r}" for heading in _HEADINGS if f"\n{heading}\n" not in texts["README"])
    if "Source:" not in texts["README"]:
        yield "README names no source of its public failure"
    if len(exercise.hints()) != LEVELS or not all(exercise.hints()):
        yield f"hints has {len(exercise.hints())} levels, must be {LEVELS}"
    most = _FIRST_MINUTES if exercise == exercises()[0] else _MOST_MINUTES
    if exercise.minutes > most:
        yield f"takes {exercise.minutes} minutes, at most {most}"
    whole = "\n".join(texts.values())
    for written, computed in _numbers(exercise):
        if written != computed:
            yield f"a text says {written!r}, computed is {computed!r}"
        if written not in whole:
            yield f"no text says {written!r}"


def _numbers(exercise: Exercise) -> list[tuple[str, str]]:
    """(as a text has it, as it is computed) of every number in the texts."""
    if not (exercise.folder / "numbers.py").is_file():
        return []
    return list(importlib.import_module(f"exercises.{exercise.name}.numbers").NUMBERS)


def given_away() -> Iterator[str]:
    """Solutions of which a learner's folder holds a part."""
    with tempfile.TemporaryDirectory() as folder:
        begin(Path(folder) / "course")
        there = "\n".join(path.read_text(encoding="utf-8") for path in Path(folder).rglob("*") if path.is_file())
    for exercise in exercises():
        stub = exercise.source("stub")
        own = [line for line in exercise.source("solution").splitlines() if len(line.strip()) > 40 and line not in stub]
        if any(line in there for line in own):
            yield f"{exercise.name}: the learner's folder holds lines of the solution"
