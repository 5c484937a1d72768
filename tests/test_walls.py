"""Do the walls of the house stand? Who imports whom, what is handed on, what an agent can reach."""

import ast
import copy
import importlib
import inspect
import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from worlds import scenario

from inventory_env.episode import Desk, play
from inventory_env.run import Run
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockTable
from inventory_env.task import Task
from inventory_env.warehouse import Warehouse

ROOT = Path(importlib.import_module("inventory_env").__file__ or "").parent.parent
# Imports run from left to right, never back.
MAY_IMPORT = {
    "inventory_env": {"inventory_env"},
    "baselines": {"baselines", "inventory_env"},
    "graders": {"graders", "baselines", "inventory_env"},
}
PACKAGES = tuple(MAY_IMPORT)
STRATEGIES = "inventory_env.strategies"
# Judges of one run: pure functions of scenario and trace.
PURE = ("oracle", "brute_force", "evidence", "grading", "axes", "claims")
NOT_FOR_JUDGES = {
    "inventory_env": {
        "episode",
        "run",
        "intake",
        "warehouse",
        "replies",
        "spoil",
        "suites",
        "splits",
        "store",
        "stock_csv",
    },
    "": {"os", "io", "pathlib", "time", "datetime", "random", "socket", "subprocess", "secrets", "uuid", "tempfile"},
}
HEAVY = ("hypothesis", "pytest", "numpy", "rich", "typer", "ray", "mcp", "inspect_ai", "pydantic")


def modules(package: str) -> Iterator[tuple[str, Path]]:
    """Every module of a package, by its dotted name."""
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imports(name: str, path: Path) -> Iterator[str]:
    """Every module that a file imports, anywhere in it, by its dotted name."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            home = ".".join([*above, *([node.module] if node.module else [])])
            yield home
            # A name imported from a package may be a module of it.
            yield from (f"{home}.{alias.name}" for alias in node.names if _exists(f"{home}.{alias.name}"))


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_run_one_way(package: str) -> None:
    """Graders may import agents and world, agents the world, the world nobody: nothing runs back."""
    others = {*MAY_IMPORT, "exercises", "tests"} - MAY_IMPORT[package]
    found = {
        (name, one) for name, path in modules(package) for one in imports(name, path) if one.split(".")[0] in others
    }
    assert found == set()


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("graders.metrics", ("graders.study", "graders.report")),
        ("graders.records", ("graders.study", "graders.report")),
        ("graders.study", ("graders.report", "graders.commands")),
        ("graders.report", ("graders.report.page", "graders.commands")),
    ],
)
def test_rooms_of_the_graders_stand_one_above_the_other(lower: str, higher: tuple[str, ...]) -> None:
    """Counts know no runs, files no studies, studies no reports, and a report not the page that shows it."""
    inside = {name: path for name, path in modules("graders") if name == lower or name.startswith(f"{lower}.")}
    own = {name: path for name, path in inside.items() if not f"{name}.".startswith(tuple(f"{one}." for one in higher))}
    assert own
    found = {
        (name, one)
        for name, path in own.items()
        for one in imports(name, path)
        if f"{one}.".startswith(tuple(f"{room}." for room in higher))
    }
    assert found == set()


def test_every_way_to_import_is_seen(tmp_path: Path) -> None:
    """Inside functions, by relative names, a module taken out of its package: the walls see all of them."""
    path = tmp_path / "sly.py"
    path.write_text(
        "def f():\n    import graders.oracle as o\nfrom . import roster\nfrom ..graders import oracle\n"
        "from inventory_env import run\n"
    )
    found = set(imports("baselines.sly", path))
    assert {"graders.oracle", "graders", "baselines", "baselines.roster", "inventory_env.run"} <= found


def test_judges_import_no_agent_no_world_and_no_clock() -> None:
    """Oracle, brute force, evidence, axes and grading, with all that they use: no agent, no I/O, no time, no chance."""
    broken = set()
    for name in sorted(_reached(f"graders.{one}" for one in PURE)):
        for one in imports(name, _path(name)):
            root, _, rest = one.partition(".")
            bad = root == "baselines" or root in NOT_FOR_JUDGES[""]
            if bad or (root == "inventory_env" and rest.split(".")[0] in NOT_FOR_JUDGES["inventory_env"]):
                broken.add((name, one))
    assert broken == set()


def test_brute_force_knows_neither_agents_nor_oracle() -> None:
    """The sourcing rules are written three times, apart."""
    reached = _reached(["graders.brute_force"])
    assert not {name for name in reached if name.split(".")[-1] in ("oracle", "plans")}


def test_only_strategies_and_audit_import_hypothesis() -> None:
    """Whoever plays and grades needs no test library, and nothing that needs one."""
    may = (STRATEGIES, "graders.audit")
    users = {
        name
        for package in PACKAGES
        for name, path in modules(package)
        for one in imports(name, path)
        if one == "hypothesis" or one.startswith(("hypothesis.", STRATEGIES))
    }
    assert {name for name in users if not f"{name}.".startswith(tuple(f"{one}." for one in may))} == set()
    assert f"{STRATEGIES}.worlds" in users


def test_importing_the_packages_stays_light() -> None:
    """No test library, no number cruncher, no terminal drawing, until a command needs it."""
    names = [f"{package}.{one}" for package in PACKAGES for one in importlib.import_module(package).__all__]
    code = f"import sys, {', '.join(PACKAGES)}; [eval(name) for name in {names}]; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, cwd=ROOT)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert set(PACKAGES) <= loaded
    assert loaded.isdisjoint(HEAVY)


@pytest.mark.parametrize("package", [*PACKAGES, STRATEGIES])
def test_all_is_sorted_and_is_what_is_handed_on(package: str) -> None:
    """The list of public names and the imports of the package are one; no module has the name of a function."""
    module = importlib.import_module(package)
    tree = ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))
    handed_on = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(f"{package}.") and node.col_offset <= 4
        for alias in node.names
    }
    assert module.__all__ == sorted(module.__all__)
    assert set(module.__all__) == handed_on
    for name in module.__all__:
        assert getattr(module, name) is not None
        assert not callable(getattr(module, name)) or not _exists(f"{package}.{name}")
    assert set(module.__all__) <= set(dir(module))
    with pytest.raises(AttributeError, match="no_such_name"):
        module.no_such_name


def test_public_names_are_those_that_others_use() -> None:
    """These imports are promised; renaming one breaks other people's programs."""
    from baselines import ZOO, careful
    from graders import grade
    from inventory_env import Answer, Scenario, Task, Trace, Verdict, load_suite, play

    assert all((Scenario, Task, Trace, Answer, Verdict, play, load_suite, careful, ZOO, grade))


@pytest.mark.parametrize("package", PACKAGES)
def test_types_ship(package: str) -> None:
    """A type checker of another project sees our annotations."""
    assert (ROOT / package / "py.typed").is_file()


@pytest.mark.parametrize("package", PACKAGES)
def test_file_starts_with_the_question_it_answers(package: str) -> None:
    """One line at the top of every module."""
    for name, path in modules(package):
        doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        assert doc, name
        assert doc.splitlines()[0].strip(), name


# What an agent can reach ----------------------------------------------------------------------------------------

SECRETS = (Scenario, Stock, StockTable, Run, Warehouse)
CANARY = 731_946_285


def meet(look: Any) -> Any:
    """What `look(task, desk, observation)` gives inside a run on a stock that holds the canary unasked."""
    found: list[Any] = []

    def agent(task: Task, desk: Desk) -> None:
        found.append(look(task, desk, desk.call("get_stock", sku="A", warehouse="W1")))

    trace = play(agent, scenario({"W1": {"A": 5, "B": CANARY}, "W2": {"A": CANARY}}))
    assert found, trace.stop_reason
    return found[0]


def test_public_names_lead_to_no_scenario() -> None:
    """From task, desk and observation, over every public attribute and every item, no secret is reached."""
    assert meet(lambda *given: {type(one) for one in _reachable(given)} & set(SECRETS)) == set()


def test_desk_has_no_more_public_names_than_its_doors() -> None:
    """Four ways to act and a watch."""
    doors = {"call", "decide", "submit", "report_tokens", "elapsed_ms"}
    assert meet(lambda task, desk, seen: {name for name in dir(desk) if not name.startswith("_")}) == doors


def test_canary_shows_in_no_writing() -> None:
    """repr, str and JSON of what an agent holds say nothing of figures that it did not ask for."""
    text = meet(lambda *given: "".join(repr(one) + str(one) for one in given) + json.dumps(given[2].body))
    assert str(CANARY) not in text
    assert "Desk()" in text


@pytest.mark.parametrize(
    "taking",
    [copy.copy, copy.deepcopy, pickle.dumps, lambda desk: desk.__reduce__(), lambda desk: desk.__getstate__(), vars],
    ids=["copy", "deepcopy", "pickle", "reduce", "getstate", "vars"],
)
def test_desk_cannot_be_taken_apart(taking: Any) -> None:
    """Copies and pickles of a desk would carry the run with them."""

    def look(task: Task, desk: Desk, seen: object) -> None:
        with pytest.raises(TypeError):
            taking(desk)

    meet(look)


def test_desk_can_only_be_told_from_another_desk() -> None:
    """It equals itself; comparing it with anything says nothing of the scenario."""
    assert meet(lambda task, desk, seen: (desk == desk, desk == task, desk == seen)) == (True, False, False)


def test_task_and_observation_can_be_copied_and_hold_no_secret() -> None:
    """An agent in another process gets exactly these bytes."""
    text = meet(lambda task, desk, seen: pickle.dumps((task, seen)))
    for name in (b"inventory_env.scenario", b"inventory_env.stock", b"inventory_env.run", str(CANARY).encode()):
        assert name not in text


def test_task_told_to_the_agent_cannot_be_changed() -> None:
    """The next agent gets the same task."""

    def look(task: Any, desk: Desk, seen: object) -> None:
        with pytest.raises(AttributeError):
            task.priority = ()

    meet(look)


def _reachable(start: Any) -> Iterator[Any]:
    seen: set[int] = set()
    keep: list[Any] = []  # an id is only that object's for as long as the object lives
    queue = [start]
    while queue:
        one = queue.pop()
        if id(one) in seen or inspect.ismodule(one) or isinstance(one, type):
            continue
        seen.add(id(one))
        keep.append(one)
        yield one
        if isinstance(one, list | tuple | set | frozenset):
            queue += one
        elif isinstance(one, dict):
            queue += [*one, *one.values()]
        else:
            queue += [getattr(one, name) for name in dir(one) if not name.startswith("_")]


def _path(name: str) -> Path:
    base = ROOT.joinpath(*name.split("."))
    return base / "__init__.py" if base.is_dir() else base.with_suffix(".py")


def _exists(name: str) -> bool:
    return name.split(".")[0] in MAY_IMPORT and _path(name).is_file()


def _reached(names: Any) -> set[str]:
    """These modules, those inside them, and all of the graders that they import, directly or not."""
    queue = [name for name in names if _exists(name)]
    queue += [one for name in queue for one, _ in modules("graders") if one.startswith(f"{name}.")]
    found: set[str] = set()
    while queue:
        name = queue.pop()
        if name not in found:
            found.add(name)
            queue += [one for one in imports(name, _path(name)) if one.startswith("graders.") and _exists(one)]
    return found
