"""Does the README say what is so? Its Python runs and prints what it says, its commands exist and work."""

import contextlib
import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from graders.cli import COMMANDS, status

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8") if README.is_file() else ""
BLOCKS = re.findall(r"```python\n(.*?)```\n+```text\n(.*?)```", TEXT, re.DOTALL)
COMMAND_LINES = [line for line in re.findall(r"`(inventory-env [^`\n]*)`", TEXT) if "`" not in line]

pytestmark = pytest.mark.skipif(not TEXT, reason="the README is not beside the tests")


@pytest.mark.parametrize("place", range(len(BLOCKS)))
def test_python_of_the_readme_prints_what_it_says(place: int) -> None:
    """Every Python block is run, and its output is the block that follows."""
    code, said = BLOCKS[place]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {"__name__": "readme"})
    assert printed.getvalue() == said


def test_there_are_examples_to_run() -> None:
    """A pattern that finds nothing would pass in silence."""
    assert len(BLOCKS) == 2
    assert len(COMMAND_LINES) > 5


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_commands_of_the_readme_exist(line: str) -> None:
    """Every command line names a command and, where it needs nothing of the reader, works."""
    words = shlex.split(line)[1:]
    assert words[0] in COMMANDS
    if words[0] == "show" and "--agent" in words:
        assert status(words) == 0


def test_the_test_command_is_the_one_that_is_checked() -> None:
    """The checks before a merge end with the README's test command."""
    checks = README.parent / ".ci" / "run"
    assert "-m pytest" in TEXT
    assert "-m pytest" in checks.read_text(encoding="utf-8").splitlines()[-1]


def test_module_and_script_are_the_same() -> None:
    """`python -m graders` is `inventory-env`."""
    run = subprocess.run([sys.executable, "-m", "graders", "--help"], capture_output=True, text=True, check=True)
    assert "inventory-env" in run.stdout
