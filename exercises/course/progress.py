"""How far is a learner? One file in the learner's folder, with a version of its own."""

import os
from pathlib import Path

import attrs

from exercises.course.exercise import Exercise, exercises
from inventory_env.codec import decode, encode
from inventory_env.errors import InputError
from inventory_env.fields import Count, Name, Positive, noun

FILE = "course.json"
VERSION = 1


@noun
class Attempts:
    """What happened to one exercise.

    Attributes:
        name: of the exercise.
        tries: checks so far.
        hints: how many were shown.
        passed: whether a check found nothing wrong.
        gave_up: whether the solution was opened before that.
    """

    name: Name
    tries: Count = 0
    hints: Count = 0
    passed: bool = False
    gave_up: bool = False


@noun
class Progress:
    """The state of a learner.

    Attributes:
        position: name of the exercise at hand.
        exercises: those that were tried.
        version: of this file.
    """

    position: Name
    exercises: tuple[Attempts, ...] = ()
    version: Positive = VERSION

    def of(self, exercise: Exercise) -> Attempts:
        """What happened to an exercise."""
        return next((one for one in self.exercises if one.name == exercise.name), Attempts(exercise.name))

    def with_(self, attempts: Attempts) -> "Progress":
        """The same with one exercise's state changed."""
        others = [one for one in self.exercises if one.name != attempts.name]
        return attrs.evolve(self, exercises=tuple(sorted([*others, attempts], key=lambda one: one.name)))

    def passed(self) -> tuple[Exercise, ...]:
        """The exercises that are done, in their order."""
        return tuple(one for one in exercises() if self.of(one).passed)

    def open(self) -> tuple[Exercise, ...]:
        """Those that are not, in their order."""
        return tuple(one for one in exercises() if not self.of(one).passed)


def read_progress(folder: Path) -> Progress:
    """The state in a learner's folder.

    Raises:
        InputError: there is none, or it cannot be read; with path, field and rule.
    """
    path = folder / FILE
    try:
        progress = decode(path.read_bytes().strip(), Progress)
    except FileNotFoundError:
        rule = "must be a course's folder; begin one with: inventory-env learn init DIR"
        raise InputError(rule, path=str(folder)) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=str(path)) from None
    except InputError as error:
        raise error.at(str(path)) from None
    if progress.version > VERSION:
        raise InputError(f"must be at most {VERSION}; got {progress.version}", field="version", path=str(path))
    known = {one.name for one in exercises()}
    return attrs.evolve(
        progress,
        position=progress.position if progress.position in known else exercises()[0].name,
        exercises=tuple(one for one in progress.exercises if one.name in known),
    )


def write_progress(folder: Path, progress: Progress) -> None:
    """Keep the state, whole or not at all.

    Raises:
        InputError: it cannot be written.
    """
    path = folder / FILE
    half = path.with_suffix(".half")
    try:
        half.write_bytes(encode(progress) + b"\n")
        os.replace(half, path)  # noqa: PTH105 - the same on every system
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=str(path)) from None
