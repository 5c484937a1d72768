"""Is a suite read whole or not at all, from the package or from a user's own file?"""

import json
from pathlib import Path
from typing import Any

import pytest
from worlds import scenario

from inventory_env.codec import encode
from inventory_env.errors import InputError
from inventory_env.scenario import Scenario
from inventory_env.suites import load_suite, read_scenarios, suite_names, suite_path

HEADER = "sku,warehouse,on_hand,reserved\n"


def test_every_shipped_suite_is_read() -> None:
    """Each name gives scenarios with ids of their own."""
    for name in suite_names():
        scenarios = load_suite(name)
        assert scenarios
        assert len({one.id for one in scenarios}) == len(scenarios)
        assert all(isinstance(one, Scenario) for one in scenarios)


def test_names_are_ordered_and_found() -> None:
    """The name of a suite and its file are one."""
    assert list(suite_names()) == sorted(suite_names())
    assert {"public", "worked"} <= set(suite_names())
    assert suite_path("worked").name == "worked.jsonl"


def test_users_own_file_is_read_by_its_path(tmp_path: Path) -> None:
    """Scenarios are read back as they were written."""
    mine = [scenario({"W1": 3}, id="t1"), scenario({"W1": 4}, id="t2")]
    assert load_suite(_suite(tmp_path, *map(encode, mine))) == tuple(mine)


def test_stock_file_is_found_beside_the_suite_and_shared(tmp_path: Path) -> None:
    """Named relative to the file that names it; read once for all scenarios that name it."""
    (tmp_path / "stock.csv").write_text(HEADER + "A,W1,7,2\n")
    one, two = load_suite(_suite(tmp_path, _with_csv("t1"), _with_csv("t2")))
    assert one.stock.table is two.stock.table
    figures = one.stock.table.figures("W1", "A")
    assert figures is not None
    assert figures.available == 5


def test_unknown_suite_is_told_with_the_choices() -> None:
    """A slip of the pen gets the nearest name."""
    with pytest.raises(InputError, match=r"suite must be a suite or .*; got 'wroked' \(did you mean worked"):
        load_suite("wroked")
    with pytest.raises(InputError, match="suite must be a suite or a JSON-lines file"):
        load_suite("x" * 5000)


@pytest.mark.parametrize(
    ("csv", "words"),
    [
        (None, r"suite.jsonl:1: stock .*stock.csv: must be a file"),
        (HEADER + "A,W1,x,0\n", r"suite.jsonl:1: stock .*stock.csv:2: on_hand must be a whole number"),
    ],
    ids=["missing", "bad row"],
)
def test_fault_of_a_stock_file_names_both_files(tmp_path: Path, csv: str | None, words: str) -> None:
    """The line of the suite that names it, and what is wrong with it."""
    if csv is not None:
        (tmp_path / "stock.csv").write_text(csv)
    with pytest.raises(InputError, match=words):
        load_suite(_suite(tmp_path, _with_csv("t1")))


def test_two_scenarios_with_one_id_are_refused(tmp_path: Path) -> None:
    """Results are told apart by it."""
    path = _suite(tmp_path, encode(scenario({"W1": 3})), encode(scenario({"W1": 4})))
    with pytest.raises(InputError, match=r"task.id must be unique; got 't1' in scenarios 1 and 2"):
        load_suite(path)


def test_suite_without_scenarios_is_refused(tmp_path: Path) -> None:
    """Nothing can be shown by it."""
    with pytest.raises(InputError, match="must hold at least one scenario"):
        load_suite(_suite(tmp_path))


def test_bad_scenario_loads_nothing(tmp_path: Path) -> None:
    """The second line is bad: the first is not handed out alone."""
    path = _suite(tmp_path, encode(scenario({"W1": 3})), b'{"task":{}}')
    with pytest.raises(InputError, match=r"suite.jsonl:2: task must have the field id"):
        load_suite(path)


@pytest.mark.parametrize(
    ("stock", "words"),
    [
        (5, "stock must be a StockSource; got 5"),
        ({"records": [{"sku": "A", "warehouse": "W1"}]}, r"stock.records\[0\] must have the field on_hand"),
        ({"recrods": []}, r"stock.recrods is not a field here \(did you mean records"),
        ({"records": [{"sku": "A", "warehouse": "W1", "on_hand": 1}] * 2}, "stock.records must be one for each"),
    ],
    ids=["number", "missing", "unknown", "twice"],
)
def test_fault_inside_a_stock_is_named_with_its_place(tmp_path: Path, stock: Any, words: str) -> None:
    """The stock is read like every other part of a scenario."""
    plain = json.loads(encode(scenario({"W1": 3})))
    plain["stock"] = stock
    with pytest.raises(InputError, match=words):
        load_suite(_suite(tmp_path, json.dumps(plain).encode()))


def test_scenarios_are_read_one_after_the_other(tmp_path: Path) -> None:
    """Who reads a long file need not hold it."""
    path = Path(_suite(tmp_path, encode(scenario({"W1": 3})), b"{}"))
    assert next(read_scenarios(path)).id == "t1"


def _suite(folder: Path, *lines: bytes) -> str:
    path = folder / "suite.jsonl"
    path.write_bytes(b"\n".join(lines))
    return str(path)


def _with_csv(name: str) -> bytes:
    plain = json.loads(encode(scenario({"W1": 3}, id=name)))
    plain["stock"] = {"csv": "stock.csv"}
    return json.dumps(plain).encode()
