"""Does a learner's file pass? It is checked in a process of its own, with a time limit, out of its folder."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import attrs

from exercises.course.checking import Checked
from exercises.course.exercise import HOME, Exercise
from inventory_env.codec import convert

_RUN = """
import runpy, sys
sys.path.insert(0, sys.argv.pop(1))
runpy.run_module("exercises.course.child", run_name="__main__", alter_sys=True)
"""
_MOST_PRINTED = 10
_MOST_READ = 2**16


@attrs.frozen
class Verified:
    """What came of one check.

    Attributes:
        exercise: which one.
        checked: what was found; None where the file could not be checked.
        trouble: why not, in a sentence, or empty.
        printed: the last lines that the learner's code printed.
    """

    exercise: Exercise
    checked: Checked | None
    trouble: str = ""
    printed: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything is right."""
        return self.checked is not None and self.checked.passed


def verify(exercise: Exercise, file: Path) -> Verified:
    """Check a learner's file.

    Args:
        exercise: which one.
        file: what the learner wrote; where it is missing, that is the trouble.
    """
    if not file.is_file():
        return Verified(exercise, None, f"{file} must be there; `learn reset {exercise.number}` brings the stub back.")
    with tempfile.TemporaryDirectory() as folder:
        result, output = Path(folder) / "result.json", Path(folder) / "output.txt"
        ended = _run(exercise, file, result, output)
        printed = _last(output)
        if ended is None:
            rule = f"It took longer than {exercise.limit_s} s and was stopped: is there a loop without an end?"
            return Verified(exercise, None, rule, printed)
        if not result.is_file():
            return Verified(exercise, None, f"The check ended before it was done (exit status {ended}).", printed)
        told = json.loads(result.read_text(encoding="utf-8"))
    if "trouble" in told:
        return Verified(exercise, None, told["trouble"], printed)
    return Verified(exercise, convert(told["checked"], Checked), "", printed)


def _last(output: Path) -> tuple[str, ...]:
    """The last lines of a file that may be large."""
    with output.open("rb") as stream:
        stream.seek(max(0, output.stat().st_size - _MOST_READ))
        return tuple(stream.read().decode("utf-8", errors="replace").splitlines()[-_MOST_PRINTED:])


def _run(exercise: Exercise, file: Path, result: Path, output: Path) -> int | None:
    """The exit status of the child; None where it was stopped."""
    # -I: neither the learner's folder nor any setting of Python's is on the import path.
    command = [
        sys.executable,
        "-I",
        "-B",
        "-c",
        _RUN,
        str(HOME.parent),
        exercise.name,
        str(file.resolve()),
        str(result),
    ]
    with output.open("wb") as out:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=result.parent, start_new_session=True
        )
        try:
            return child.wait(exercise.limit_s)
        except subprocess.TimeoutExpired:
            return None
        finally:
            _stop(child)


def _stop(child: "subprocess.Popen[bytes]") -> None:
    """Nothing that the learner's code started is left."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()
    except (ProcessLookupError, PermissionError):
        pass
    child.wait()
