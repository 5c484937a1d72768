"""Where does a learner work? In a folder with one folder for each exercise: what to read, and the file to write."""

from pathlib import Path

from exercises.course.exercise import Exercise, exercises
from exercises.course.progress import FILE, Progress, write_progress
from inventory_env.errors import InputError

README = "README.md"


def begin(folder: Path) -> None:
    """Make a learner's folder.

    Raises:
        InputError: it is one already, holds other files, or cannot be written.
    """
    try:
        if folder.exists() and any(folder.iterdir()):
            raise InputError("must be a new or an empty folder", path=str(folder))
        for exercise in exercises():
            place = folder / exercise.name
            place.mkdir(parents=True)
            (place / README).write_text(exercise.text("README"), encoding="utf-8")
            (place / exercise.file).write_text(exercise.source("stub"), encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=str(folder)) from None
    write_progress(folder, Progress(exercises()[0].name))


def find_folder(given: Path | None, here: Path) -> Path:
    """The learner's folder: the one that was named, or the one that stands around here.

    Raises:
        InputError: there is none.
    """
    if given is not None:
        return given
    for one in (here, *here.parents):
        if (one / FILE).is_file():
            return one
    rule = "must be in a course's folder; begin one with: inventory-env learn init DIR"
    raise InputError(rule, path=str(here))


def file_of(folder: Path, exercise: Exercise) -> Path:
    """The file that the learner writes."""
    return folder / exercise.name / exercise.file


def reset(folder: Path, exercise: Exercise) -> Path | None:
    """Bring the stub back; what stood there is kept beside it, and its path is given back.

    Raises:
        InputError: it cannot be written.
    """
    path, kept = file_of(folder, exercise), None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / README).write_text(exercise.text("README"), encoding="utf-8")
        if path.exists():
            kept = _free(path)
            path.rename(kept)
        path.write_text(exercise.source("stub"), encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=str(path)) from None
    return kept


def _free(path: Path) -> Path:
    """A name beside it that nobody has."""
    number = 1
    while (found := path.with_name(f"{path.name}.{number}.bak")).exists():
        number += 1
    return found
