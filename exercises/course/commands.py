"""`inventory-env learn`: how does a learner walk through the course?"""

from pathlib import Path
from typing import Annotated

import attrs
import typer

from exercises.course import folder as folders
from exercises.course import telling
from exercises.course.exercise import LEVELS, Exercise, exercises, find
from exercises.course.progress import Progress, read_progress, write_progress
from exercises.course.verifying import Verified, verify
from graders.printing import say, say_json
from inventory_env.codec import builtins

DirOption = Annotated[Path | None, typer.Option("--dir", help="The learner's folder, if it is not around here.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the same as JSON.")]
NameArgument = Annotated[
    str | None, typer.Argument(metavar="NAME", help="An exercise, or its number; the one at hand.")
]

app = typer.Typer(
    help="Learn to evaluate agents by doing it: write graders that hidden faulty agents try to slip past.",
    epilog="\b\nExamples:\n  inventory-env learn init my-course\n  inventory-env learn verify 08",
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def where(context: typer.Context, dir_: DirOption = None, as_json: JsonOption = False) -> None:
    """Learn to evaluate agents by doing it: alone, says where you are and what is next."""
    if context.invoked_subcommand is not None:
        return
    folder, progress = _here(dir_)
    if as_json:
        say_json(_plain(folder, progress))
        return
    for line in telling.status(folder, progress):
        say(line)


@app.command(epilog="\b\nExample:\n  inventory-env learn init my-course")
def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder.")], as_json: JsonOption = False
) -> None:
    """Make a folder to work in."""
    folders.begin(folder)
    progress = read_progress(folder)
    if as_json:
        say_json(_plain(folder, progress))
        return
    say(f"made {folder} with {len(exercises())} exercises; go there: cd {folder}")
    for line in telling.status(folder, progress):
        say(line)


@app.command("list", epilog="\b\nExample:\n  inventory-env learn list")
def list_(dir_: DirOption = None, as_json: JsonOption = False) -> None:
    """List all exercises with their state."""
    folder, progress = _here(dir_)
    if as_json:
        say_json(_plain(folder, progress))
        return
    for line in telling.listing(progress):
        say(line)


@app.command("next", epilog="\b\nExample:\n  inventory-env learn next")
def next_(dir_: DirOption = None, as_json: JsonOption = False) -> None:
    """Go to the next exercise that is not done."""
    folder, progress = _here(dir_)
    names = [one.name for one in exercises()]
    at = names.index(progress.position)
    behind = [one for one in progress.open() if names.index(one.name) > at]
    coming = (*behind, *(one for one in progress.open() if one not in behind))
    left = _at(progress)
    if coming and (progress.of(find(progress.position)).passed or as_json):
        progress = attrs.evolve(progress, position=coming[0].name)
        write_progress(folder, progress)
    elif coming and len(coming) > 1:
        chosen = coming[0] if coming[0].name != progress.position else coming[1]
        progress = attrs.evolve(progress, position=chosen.name)
        write_progress(folder, progress)
    if as_json:
        say_json(_plain(folder, progress))
        return
    if progress.position != left.name and not progress.of(left).passed:
        say(f"{left.name} stays open; to come back: {telling.COMMAND} verify {left.number}")
    for line in telling.status(folder, progress):
        say(line)


@app.command(epilog="\b\nExample:\n  inventory-env learn show 08")
def show(name: NameArgument = None, dir_: DirOption = None, as_json: JsonOption = False) -> None:
    """Print what an exercise says."""
    exercise = find(name) if name is not None else _at(_here(dir_)[1])
    if as_json:
        say_json({"name": exercise.name, "title": exercise.title, "readme": exercise.text("README")})
        return
    for line in exercise.text("README").splitlines():
        say(line)


@app.command("verify", epilog="\b\nExamples:\n  inventory-env learn verify\n  inventory-env learn verify --all --json")
def verify_(
    name: NameArgument = None,
    everything: Annotated[bool, typer.Option("--all", help="Check every exercise.")] = False,
    dir_: DirOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check what you wrote; leaves with 0 if nothing is wrong, 1 otherwise."""
    folder, progress = _here(dir_)
    chosen = exercises() if everything else (find(name) if name is not None else _at(progress),)
    results: list[Verified] = []
    for exercise in chosen:
        result = verify(exercise, folders.file_of(folder, exercise))
        before = progress.of(exercise)
        after = attrs.evolve(before, tries=before.tries + 1, passed=before.passed or result.passed)
        progress = (
            attrs.evolve(progress, position=exercise.name).with_(after) if not everything else progress.with_(after)
        )
        results.append(result)
        try:
            write_progress(folder, progress)
        finally:  # what was found is told even where it cannot be kept
            for line in () if as_json else telling.verdict(result, progress.of(exercise)):
                say(line)
    if as_json:
        say_json({"results": [_result(one, progress) for one in results]})
    elif not progress.open():
        for line in telling.ending(progress):
            say(line)
    if not all(one.passed for one in results):
        raise typer.Exit(1)


@app.command(epilog="\b\nExample:\n  inventory-env learn hint 08")
def hint(name: NameArgument = None, dir_: DirOption = None, as_json: JsonOption = False) -> None:
    """Give a hint: each time a plainer one, three in all."""
    folder, progress = _here(dir_)
    exercise = find(name) if name is not None else _at(progress)
    before = progress.of(exercise)
    level = min(before.hints + 1, LEVELS)
    write_progress(folder, progress.with_(attrs.evolve(before, hints=max(before.hints, level))))
    text = exercise.hints()[level - 1]
    if as_json:
        say_json({"name": exercise.name, "level": level, "of": LEVELS, "hint": text})
        return
    say(f"{exercise.name}, hint {level} of {LEVELS}")
    for line in text.splitlines():
        say(f"  {line}".rstrip())


@app.command(epilog="\b\nExample:\n  inventory-env learn reset 08")
def reset(name: NameArgument = None, dir_: DirOption = None) -> None:
    """Bring the stub of an exercise back; what you wrote is kept beside it."""
    folder, progress = _here(dir_)
    exercise = find(name) if name is not None else _at(progress)
    kept = folders.reset(folder, exercise)
    say(f"the stub is back: {folders.file_of(folder, exercise)}")
    if kept is not None:
        say(f"what you wrote is kept: {kept}")


@app.command(epilog="\b\nExamples:\n  inventory-env learn solution 08\n  inventory-env learn solution 08 --give-up")
def solution(
    name: NameArgument = None,
    give_up: Annotated[bool, typer.Option("--give-up", help="Open it now; that is recorded.")] = False,
    dir_: DirOption = None,
    as_json: JsonOption = False,
) -> None:
    """Open the solution of an exercise that you have passed, and say why it matters."""
    folder, progress = _here(dir_)
    exercise = find(name) if name is not None else _at(progress)
    state = progress.of(exercise)
    if not state.passed and not give_up:
        command = f"{telling.COMMAND} solution {exercise.number} --give-up"
        if as_json:
            say_json({"name": exercise.name, "passed": False, "command": command})
        else:
            say(f"{exercise.name} is not passed yet; to open it all the same: {command}")
        raise typer.Exit(1)
    if not state.passed:
        write_progress(folder, progress.with_(attrs.evolve(state, gave_up=True)))
    if as_json:
        say_json({"name": exercise.name, "solution": exercise.source("solution"), "after": exercise.text("after")})
        return
    for line in (*exercise.source("solution").splitlines(), "", *exercise.text("after").splitlines()):
        say(line)


@app.command("check-course", epilog="\b\nExample:\n  inventory-env learn check-course")
def check_course(as_json: JsonOption = False) -> None:
    """For maintainers: does every exercise keep what it promises? Leaves with 0 if so, 1 otherwise."""
    from exercises.course.maintaining import check, told

    found = check()
    if as_json:
        say_json({"exercises": [builtins(one) for one in found]})
    else:
        for line in told(found):
            say(line)
    if any(one.faults for one in found):
        raise typer.Exit(1)


def _here(given: Path | None) -> tuple[Path, Progress]:
    folder = folders.find_folder(given, Path.cwd())
    return folder, read_progress(folder)


def _at(progress: Progress) -> Exercise:
    return find(progress.position)


def _plain(folder: Path, progress: Progress) -> dict[str, object]:
    return {
        "folder": str(folder),
        "position": progress.position,
        "done": len(progress.passed()),
        "exercises": [
            {**builtins(progress.of(one)), "title": one.title, "minutes": one.minutes} for one in exercises()
        ],
    }


def _result(verified: Verified, progress: Progress) -> dict[str, object]:
    return {
        "name": verified.exercise.name,
        "passed": verified.passed,
        "tries": progress.of(verified.exercise).tries,
        "trouble": verified.trouble,
        "checked": builtins(verified.checked),
        "printed": list(verified.printed),
    }
