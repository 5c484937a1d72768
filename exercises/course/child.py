"""What happens in the process of a check? It loads the learner's file under a name of its own and asks the checks."""

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType

from exercises.course.checking import LEARNER, Checked
from exercises.course.exercise import find
from inventory_env.codec import builtins


def main(name: str, file: str, result: str) -> None:
    """Check one file and write what was found.

    Args:
        name: of the exercise.
        file: the learner's.
        result: the file for what was found, as JSON.
    """
    path = Path(file)
    told: dict[str, object]
    try:
        learner = load(path)
    except SyntaxError as error:
        where = "" if error.lineno is None else f", line {error.lineno}"
        told = {"trouble": f"{path.name}{where}: {error.msg}"}
    except BaseException as error:  # noqa: BLE001 - a learner's file may do anything when it is loaded
        told = {"trouble": f"{path.name} cannot be loaded: {type(error).__name__}: {error}"}
    else:
        found: Checked = importlib.import_module(f"exercises.{find(name).name}.checks").check(learner)
        told = {"checked": builtins(found)}
    Path(result).write_text(json.dumps(told), encoding="utf-8")


def load(path: Path) -> ModuleType:
    """The learner's file as a module that no import finds, so that its name hides nobody else's."""
    source = path.read_bytes()
    module = ModuleType("learner_file")
    module.__file__ = str(path)
    sys.modules["learner_file"] = module  # classes look their module up
    exec(compile(source, f"{LEARNER}{path}", "exec"), module.__dict__)
    return module


if __name__ == "__main__":
    main(*sys.argv[1:4])
