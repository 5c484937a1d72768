"""Which grader does a name mean? `module:name`, `file.py:name`, or a command line."""

import contextlib
import inspect
import math
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

from graders.audit.called import LIMIT_S, Called
from graders.audit.case import Means
from graders.audit.commanded import Commanded
from graders.audit.judge import Grader, Judge, told
from graders.loading import resolve
from graders.printing import plain, short
from inventory_env.errors import InputError, shown

_FORMS = "module:name, file.py:name, or a command line (one without blanks begins with !)"
_MARK = "!"


def load_judge(name: str, *, means: Means = Means.SUCCESS, threshold: float = 1.0, limit_s: float = LIMIT_S) -> Judge:
    """The grader of that name; close it when done.

    A name that begins with `!` or has a blank in it is a command line, unless it is `file.py:name` of a file that is
    there: `python my_grader.py --strict`, `! ./grader`. It is split as a POSIX shell would split it and run
    without a shell; for a pipe write `sh -c "..."`. `Commanded` says what it reads and answers.

    Everything else is `module:name` or `file.py:name`, of a function of (scenario, trace), also one that is async or
    takes them by keyword; of an object that is called like one; or of a class of such objects, made without arguments.
    Of one whose parameters are called (trace, scenario) the names count, not the order.

    Args:
        name: as the user wrote it.
        means: which of our marks its result claims to be.
        threshold: from which number on it passes; finite.
        limit_s: real seconds it may take for one run, above 0; then it is interrupted or ended.

    Raises:
        InputError: nothing has this name, it cannot be imported or found, or it is no grader.
    """
    if not math.isfinite(threshold):
        raise InputError(f"must be a finite number; got {threshold:g}", field="threshold")
    grader: Grader
    if is_command(name):
        grader = Commanded(_words(name), limit_s)
    else:
        grader = Called(_function(resolve(name, "grader", forms=_FORMS), name), limit_s)
    return Judge(name, grader, means, threshold)


def is_command(name: str) -> bool:
    """Whether a name is a command line."""
    if name.startswith(_MARK):
        return True
    place = name.rpartition(":")[0]
    return any(map(str.isspace, name)) and not (place.endswith(".py") and Path(place).is_file())


def _words(name: str) -> list[str]:
    """The words of a command line, the first of which can be found."""
    try:
        words = shlex.split(name.removeprefix(_MARK))
    except ValueError as error:
        raise InputError(f"must be {_FORMS}; got {shown(name)} ({error})", field="grader") from None
    if not words:
        raise InputError(f"must be {_FORMS}; got {shown(name)}", field="grader")
    if shutil.which(words[0]) is None:
        told_so = "a name with a blank in it, or with ! before it, is a command line"
        raise InputError(f"must be a command that can be found; got {shown(words[0])} ({told_so})", field="grader")
    return words


def _function(found: Any, name: str) -> Any:
    """What is to be called with a scenario and a trace."""
    grader: Any = _made(found, name) if inspect.isclass(found) else found
    if not callable(grader):
        raise _refused(name, f"which is of type {type(grader).__name__} and cannot be called")
    try:
        signature = inspect.signature(grader)
    except ValueError:  # a built-in tells nothing of what it takes
        return grader
    by_name = _binds(signature, scenario=None, trace=None)
    if _binds(signature, None, None) and not (by_name and [*signature.parameters][:2] == ["trace", "scenario"]):
        return grader
    if by_name:
        return lambda scenario, trace: grader(scenario=scenario, trace=trace)
    raise _refused(name, f"which takes {_parameters(signature)}")


def _made(kind: type, name: str) -> Any:
    try:
        with contextlib.redirect_stdout(sys.stderr):
            return kind()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - somebody else's class may raise anything
        raise _refused(name, f"a class that cannot be made without arguments: {told(error)}") from None


def _binds(signature: inspect.Signature, *given: None, **named: None) -> bool:
    try:
        signature.bind(*given, **named)
    except TypeError:
        return False
    return True


def _parameters(signature: inspect.Signature) -> str:
    bare = [one.replace(annotation=one.empty) for one in signature.parameters.values()]
    return short(plain(str(inspect.Signature(bare))), 100)


def _refused(name: str, what: str) -> InputError:
    return InputError(f"must be a function of (scenario, trace); got {shown(name)}, {what}", field="grader")
