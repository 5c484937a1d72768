"""Does a name lead to the agent or grader that was meant, and does a wrong one say what is wrong?"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from worlds import scenario

from baselines import CONTROLS, RIGHT, ZOO, careful
from graders import grade
from graders.loading import load_agent, load_grader, resolve
from inventory_env import play
from inventory_env.errors import InputError
from inventory_env.trace import Stop

MINE = """
import sibling
print("printed while imported")

def agent(task, desk): return None
def make(seed): return lambda task, desk: None
class Seeded:
    def __init__(self, seed): self.seed = seed
    def __call__(self, task, desk): return None
class Bare:
    def __call__(self, task, desk): return None
class Entry:
    make = staticmethod(make)
entry = Entry()
class Named:
    agent = staticmethod(agent)
async def later(task, desk): return None
def three(task, desk, more): return None
number = 5
def grader(scenario, trace): return None
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working directory of its own, and nothing left of what was imported from it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    (tmp_path / "mine_for_test.py").write_text(MINE)
    (tmp_path / "sibling.py").write_text("")
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.mark.parametrize("one", [*RIGHT, *CONTROLS, *ZOO], ids=lambda one: one.name)
def test_every_short_name_leads_to_its_agent(one: Any) -> None:
    """Right agents, controls and the zoo are all found by name."""
    assert load_agent(one.name).name == one.name
    assert callable(load_agent(one.name).make(3))


@pytest.mark.parametrize("place", ["mine_for_test", "mine_for_test.py", "./mine_for_test.py"])
@pytest.mark.parametrize("name", ["agent", "make", "Seeded", "Bare", "entry", "Entry", "Named.agent"])
def test_agents_makers_and_classes_are_taken(place: str, name: str) -> None:
    """A module or a file may hold an agent, a maker, a class of agents, or something with a `make`."""
    found = load_agent(f"{place}:{name}")
    assert found.name == f"{place}:{name}"
    assert play(found.make(1), scenario({"W1": 5})).stop is Stop.RETURNED


def test_what_a_module_prints_is_no_output_of_ours(capsys: Any) -> None:
    """Standard output belongs to the command, so that --json stays JSON."""
    load_agent("mine_for_test.py:agent")
    told = capsys.readouterr()
    assert (told.out, "printed while imported" in told.err) == ("", True)


def test_a_file_is_imported_once() -> None:
    """Two names in one file are of one module, by whatever path the file is called."""
    assert resolve("mine_for_test.py:number", "agent") is resolve("./mine_for_test.py:number", "agent")
    assert resolve("mine_for_test.py:Seeded", "agent") is resolve("./mine_for_test.py:Seeded", "agent")


def test_working_directory_comes_last(folder: Path) -> None:
    """A file of the user never takes the place of an installed module."""
    (folder / "sortedcontainers.py").write_text("raise RuntimeError")
    (folder / "json.py").write_text("raise RuntimeError")
    assert resolve("json:dumps", "agent").__module__ == "json"
    load_agent("mine_for_test:agent")
    assert sys.path[-1] == str(folder)


def test_a_file_called_like_a_module_does_not_become_it(folder: Path) -> None:
    """json.py by its path is the user's file, and `import json` still is the library."""
    (folder / "json.py").write_text("def agent(task, desk): return None")
    load_agent("json.py:agent")
    import json

    assert json.loads("[1]") == [1]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("carefull", "did you mean careful?"),
        ("carefull", "or write module:name, or file.py:name"),
        ("mine_for_test", "must be the name of an agent"),
        ("mine_for_test:agnet", "did you mean agent?"),
        ("mine_for_test:number", "must be an agent (task, desk) or a maker (seed)"),
        ("mine_for_test:three", "must be an agent (task, desk) or a maker (seed)"),
        ("mine_for_test:later", "must be an agent (task, desk) or a maker (seed)"),
        ("no_such_module:agent", "must name a module that can be found; got 'no_such_module'"),
        ("no_such.module:agent", "must name a module that can be found"),
        ("no_such_file.py:agent", "cannot be read: No such file or directory"),
        ("folder.py:agent", "cannot be read: Is a directory"),
        (":agent", "must be a short name, module:name or file.py:name"),
        ("mine_for_test:", "must be a short name, module:name or file.py:name"),
        ("a:b:c", "must be a short name, module:name or file.py:name"),
        (".mine:agent", "must be a short name, module:name or file.py:name"),
        ("folder/mine.txt:agent", "must be a short name, module:name or file.py:name"),
    ],
)
def test_wrong_names_are_told(folder: Path, name: str, said: str) -> None:
    """The message names what was got, what may be given, and the nearest match."""
    (folder / "folder.py").mkdir()
    with pytest.raises(InputError) as told:
        load_agent(name)
    assert said in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1 / 0", "which raised ZeroDivisionError: division by zero"),
        ("def (", "which raised SyntaxError: invalid syntax"),
        ("import sys; sys.exit(3)", "which raised SystemExit: 3"),
        ("import no_such_dependency", "No module named 'no_such_dependency'"),
        ("raise BaseException", "which raised BaseException"),
        ("raise ValueError('two\\nlines \\x1b[31m')", "which raised ValueError: two"),
        ("\0", "null bytes"),
        ("def __getattr__(name): raise RuntimeError('no')", "which raised RuntimeError: no"),
    ],
)
@pytest.mark.parametrize("place", ["raising_for_test", "raising_for_test.py"])
def test_a_module_that_raises_is_a_mistake_in_one_line(folder: Path, place: str, text: str, said: str) -> None:
    """Whatever a user's module raises is told in one line with its place, and leaves nothing half-imported."""
    (folder / "raising_for_test.py").write_text(text)
    with pytest.raises(InputError) as told:
        load_agent(f"{place}:agent")
    assert said in str(told.value)
    assert "\n" not in str(told.value)
    assert f"got '{place}:agent'" in str(told.value)


def test_an_interrupt_while_importing_is_one(folder: Path) -> None:
    """Ctrl-C is the user's wish, not the module's mistake."""
    (folder / "raising_for_test.py").write_text("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        load_agent("raising_for_test.py:agent")


def test_graders_are_functions_of_scenario_and_trace() -> None:
    """The package's own grader and a user's are found the same way."""
    assert load_grader("graders:grade") is grade
    assert callable(load_grader("mine_for_test.py:grader"))
    for wrong in ("mine_for_test.py:three", "mine_for_test.py:number", "grade", "graders:nope"):
        with pytest.raises(InputError, match="grader"):
            load_grader(wrong)


def test_an_agent_without_a_signature_is_left_to_its_run() -> None:
    """A built-in tells nothing of what it takes; that it is no agent shows in its trace."""
    assert play(load_agent("builtins:max").make(0), scenario({"W1": 5})).stop is Stop.AGENT_CRASH


def test_careful_by_name_is_careful() -> None:
    """The short name is the function."""
    assert load_agent("careful").make(0) is careful
