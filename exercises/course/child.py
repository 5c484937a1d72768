"""What happens in the process of a check? It loads the learner's file under a name of its own and asks the checks."""

import contextlib
import importlib
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from exercises.course.checking import LEARNER, LEARNER_MODULE, Checked, line_of
from exercises.course.exercise import find
from inventory_env.codec import builtins


def main(name: str, file: str, result: str) -> None:
    """Check one file and write what was found.

    Args:
        name: of the exercise.
        file: the learner's.
        result: the file for what was found, as JSON.
    """
    del sys.argv[1:]  # where the result goes is none of the learner's business
    _limit_files()
    encode, kept = json.dumps, Path(result)
    kept.write_text(encode(checked(name, Path(file))), encoding="utf-8")


def checked(name: str, path: Path) -> dict[str, object]:
    """What was found, or why nothing could be: {"checked": ...} or {"trouble": ...}.

    Args:
        name: of the exercise.
        path: of the learner's file.
    """
    exercise = f"exercises.{find(name).name}"
    check = importlib.import_module(f"{exercise}.checks").check
    before = _names()
    learner, trouble = _loaded(path)
    trouble = _changed(before) or trouble
    if learner is None or trouble:
        return {"trouble": trouble}
    found: Checked = check(learner)
    if f"{exercise}.solution" in sys.modules:
        return {"trouble": "Your file imports the solution; `learn solution --give-up` shows it, and records that."}
    trouble = _changed(before)
    return {"trouble": trouble} if trouble else {"checked": builtins(found)}


def _loaded(path: Path) -> tuple[ModuleType | None, str]:
    """The learner's file as a module, or what is wrong with it."""
    try:
        return load(path), ""
    except SyntaxError as error:
        where = "" if error.lineno is None else f", line {error.lineno}"
        return None, f"{path.name}{where}: {error.msg}"
    except BaseException as error:  # noqa: BLE001 - a learner's file may do anything when it is loaded
        return None, f"{path.name} cannot be loaded: {type(error).__name__}: {error}{line_of(error)}"


def load(path: Path) -> ModuleType:
    """The learner's file as a module that no import finds, so that its name hides nobody else's."""
    source = path.read_bytes()
    module = ModuleType(LEARNER_MODULE)
    module.__file__ = str(path)
    sys.modules[LEARNER_MODULE] = module  # classes look their module up
    exec(compile(source, f"{LEARNER}{path}", "exec"), module.__dict__)
    return module


# Whose names a learner's file has to leave alone: it would break what judges it, mostly without meaning to.
_OURS = ("exercises", "graders", "baselines", "inventory_env", "builtins", "functools", "math", "fractions")
_MOST_WRITTEN = 16 * 2**20


def _names() -> list[tuple[ModuleType, dict[str, Any]]]:
    """What each name of these modules stands for."""
    modules = [*sys.modules.items()]
    return [(module, dict(vars(module))) for name, module in modules if name.partition(".")[0] in _OURS]


def _changed(before: list[tuple[ModuleType, dict[str, Any]]]) -> str:
    """The first name that was changed, in a sentence, or nothing; all names are put right."""
    lost = []
    for module, names in before:
        now = vars(module)
        for name, value in names.items():
            if name not in now or now[name] is not value:
                now[name] = value
                lost.append(f"{names['__name__']}.{name}")
    return f"Your file changes {lost[0]}, which is not its own; then nothing can be checked." if lost else ""


def _limit_files() -> None:
    """Nobody's disk is filled by a loop that prints; where the system knows no such limit, the time limit stands."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (_MOST_WRITTEN, _MOST_WRITTEN))


if __name__ == "__main__":
    main(*sys.argv[1:4])
