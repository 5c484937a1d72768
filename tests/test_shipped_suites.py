"""Do the shipped suites say what their README says, and is their right answer right?"""

import csv
import hashlib

import pytest
from answers import answer_of, fits

from baselines import careful
from graders.grading import grade
from inventory_env import play
from inventory_env.answer import Status
from inventory_env.lint import lint
from inventory_env.scenario import Scenario
from inventory_env.suites import FOLDER, load_suite, suite_names
from inventory_env.trace import Trace

WRITTEN = [scenario for name in ("worked", "public") for scenario in load_suite(name)]


def queries(trace: Trace) -> tuple[str, ...]:
    """The path walked, as an expected answer writes it."""
    return tuple(
        ("list_stock " if call.tool == "list_stock" else "") + str(call.arguments["warehouse"])
        for call in trace.calls
        if call.tool in ("get_stock", "list_stock")
    )


def rows(name: str) -> list[dict[str, str]]:
    """A shipped stock file as the standard library reads it."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def key(text: str) -> int:
    """The number by which synthetic figures are made."""
    return int(hashlib.sha256(text.encode("utf-8")).hexdigest()[:8], 16)


@pytest.mark.parametrize("scenario", WRITTEN, ids=[scenario.id for scenario in WRITTEN])
def test_the_answer_written_down_is_the_right_one(scenario: Scenario) -> None:
    """Status, plan, gap, confirmed units, silent warehouses, path: as an author worked them out by hand."""
    trace = play(careful, scenario)
    answer, expected = answer_of(trace), scenario.expected
    assert expected is not None
    assert [line.line for line in expected.lines if not fits(line, answer.line(line.line))] == []
    assert expected.shippable == answer.shippable
    assert expected.queries in (None, queries(trace))
    assert grade(scenario, trace).findings == ()
    assert lint(scenario) == ()


@pytest.mark.parametrize("name", ["worked", "public"])
def test_every_written_line_has_a_whole_answer(name: str) -> None:
    """A criterion left out would pass by itself."""
    for scenario in load_suite(name):
        assert scenario.expected is not None
        assert [line.line for line in scenario.expected.lines] == [line.line for line in scenario.task.lines]
        for line in scenario.expected.lines:
            assert line.plan is not None
            assert (line.gap is None) is (line.status in (Status.UNKNOWN, Status.INVALID))
            assert (line.confirmed is None) is (line.status is not Status.UNKNOWN)


def test_the_worked_examples_are_thirty_in_order() -> None:
    """Their ids are traceable."""
    assert [scenario.id for scenario in load_suite("worked")] == [f"E{number:02}" for number in range(1, 31)]


def test_the_public_cases_name_their_kind() -> None:
    """Each note starts with the kind, or says what the case stands for."""
    for scenario in load_suite("public"):
        kind = scenario.id.split("-")[0]
        assert scenario.note.startswith(f"{kind}, ") or kind in ("F0", "FS", "FT", "FX"), scenario.id


def test_the_table_of_the_readme_counts_right() -> None:
    """What the README says about the files is true of them."""
    told = (FOLDER / "README.md").read_text(encoding="utf-8")
    for name in suite_names():
        assert f"| {name}.jsonl | {len(load_suite(name))} |" in told
    assert f"{len(rows('aw_stock.csv')):,} rows" in told
    scarce = rows("aw_stock_safety.csv")
    assert f"{len(scarce)} rows of {len({row['sku'] for row in scarce})} articles" in told


def test_reserved_figures_follow_the_rule_that_the_readme_states() -> None:
    """The synthetic column can be made again from the others."""
    for row in rows("aw_stock.csv"):
        share = key(f"{row['sku']}|{row['warehouse']}") % 401
        assert int(row["reserved"]) == int(row["on_hand"]) * share // 1000


def test_scarce_figures_follow_the_rule_that_the_readme_states() -> None:
    """Which rows are taken, and which are oversold, over-promised, untracked or as they were."""
    real = {(row["sku"], row["warehouse"]): row for row in rows("aw_stock.csv")}
    homes: dict[str, int] = {}
    for sku, _ in real:
        homes[sku] = homes.get(sku, 0) + 1
    scarce = {(row["sku"], row["warehouse"]): row for row in rows("aw_stock_safety.csv")}
    assert set(scarce) == {place for place in real if homes[place[0]] > 1 and key(f"safety|{place[0]}") % 4 == 0}
    for (sku, warehouse), row in scarce.items():
        chance, old = key(f"safety|{sku}|{warehouse}"), real[sku, warehouse]
        kind = chance // 301 % 10
        on_hand = {0: "", 1: str(-(1 + chance % 200))}.get(kind, old["on_hand"])
        reserved = {1: "0", 2: str(int(old["on_hand"]) + chance % 50)}.get(kind, old["reserved"])
        assert (row["on_hand"], row["reserved"], row["name"]) == (on_hand, reserved, old["name"])


def test_the_licence_of_the_stock_files_ships_with_them() -> None:
    """MIT asks for its notice to stay."""
    assert "Permission is hereby granted" in (FOLDER / "LICENSE.adventureworks.txt").read_text(encoding="utf-8")
