"""Does the world keep its word? Faults as planned, figures as in the file, its own breakdowns called so."""

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import attrs

from graders.certificate import Check, check
from graders.checks.inquiry import ENOUGH, Inquiry, listed
from graders.grading import grade
from inventory_env.episode import play
from inventory_env.frozen_json import FrozenJson
from inventory_env.run import Recorder
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockRecord
from inventory_env.suites import suite_path
from inventory_env.trace import Call, Trace
from inventory_env.verdict import Mark, RunStatus, Verdict
from inventory_env.warehouse import Reply, Warehouse

# The figures of one row as the file has them: on_hand, reserved, safety_stock.
Row = tuple[int | None, int, int]
SPOILING = frozenset({"stale", "malformed"})


def faults(inquiry: Inquiry) -> Check:
    """(h) In every run of every agent: matched by the plan = delivered = observed."""
    runs, delivered, wrong = 0, Counter[str](), []
    for one in inquiry.examined:
        for sight in one.sights:
            runs += 1
            delivered.update(sight.faulted)
            if sight.status in (RunStatus.ENVIRONMENT_FAULT, RunStatus.HARNESS_FAULT):
                wrong.append(
                    f"{inquiry.roles[sight.place].name} on {one.scenario.id}: {sight.status}: {sight.status_reason}"
                )
    counts: dict[str, int | str] = {"runs": runs, "runs with a fault delivered": delivered.total()}
    asks = "Does every planned fault act, and nothing that was not planned?"
    enough = delivered.total() >= ENOUGH
    return check("faults-delivered", asks, listed(wrong), counts, enough=enough, table=dict(sorted(delivered.items())))


def figures(inquiry: Inquiry) -> Check:
    """(h) Every figure that an agent saw stands so in the file, read by the csv and json modules alone."""
    raw = _raw_suite(inquiry.suite)
    compared, wrong = 0, []
    for one in inquiry.examined:
        rows = raw.rows(one.scenario.id)
        for call in one.careful.calls:
            if call.fault is not None and one.scenario.faults[call.fault].kind.value in SPOILING:
                continue
            for warehouse, sku, shown in _shown(call):
                compared += 1
                if rows.get((warehouse, sku)) != shown:
                    told = f"shown {shown}, the file has {rows.get((warehouse, sku))}"
                    wrong.append(f"{one.scenario.id} {call.call_id}: {sku} at {warehouse}: {told}")
    asks = "Is every figure that an agent saw the figure in the file?"
    return check("figures", asks, listed(wrong), {"compared": compared}, enough=compared >= ENOUGH)


def planted(inquiry: Inquiry) -> Check:
    """(k) A world that breaks and a recorder that breaks are called so, and are no failure of the agent."""
    careful = inquiry.roles[0].make(0)
    scenario = next((one.scenario for one in inquiry.examined if one.careful.calls), inquiry.scenarios[0])
    plants: dict[str, tuple[Trace, RunStatus]] = {
        "a world that does not start": (play(careful, scenario, world=_no_world), RunStatus.ENVIRONMENT_FAULT),
        "a world that raises": (play(careful, scenario, world=_RaisingWorld), RunStatus.ENVIRONMENT_FAULT),
        "a timeout that nobody planned": (play(careful, scenario, world=_LateWorld), RunStatus.ENVIRONMENT_FAULT),
        "a recorder that raises": (play(careful, scenario, recorder=_FullRecorder), RunStatus.HARNESS_FAULT),
    }
    wrong = []
    for what, (trace, status) in plants.items():
        verdict = grade(scenario, trace)
        if verdict.status is not status or verdict.success is not Mark.NOT_APPLICABLE:
            wrong.append(f"{what} is called {verdict.status}, success {verdict.success}; right is {status}, not judged")
    if planted_write(inquiry).mark("state-changed") is not Mark.FAIL:
        wrong.append("a world that writes: the changed stock is not seen")
    asks = "Are breakdowns of world and machinery told apart from failures of the agent?"
    return check("planted-breakdowns", asks, wrong, {"planted": len(plants) + 1})


def planted_write(inquiry: Inquiry) -> Verdict:
    """Our verdict on a run during which the stock loses a unit; it happens in a stock of its own."""
    scenario = next(one.scenario for one in inquiry.examined if one.careful.calls)
    task = scenario.task
    place = (task.priority[0], task.lines[0].sku)
    own = attrs.evolve(scenario, stock=Stock.of(StockRecord(place[1], place[0], 5)), faults=())
    return grade(own, play(inquiry.roles[0].make(0), own, world=_WritingWorld))


class _RawSuite:
    """The suite file as the standard library reads it, without any of our readers."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.by_id: dict[str, dict[str, Any]] = {}
        self.tables: dict[str, dict[tuple[str, str], Row]] = {}
        with path.open(encoding="utf-8-sig") as file:
            for line in file:
                if line.strip():
                    plain = json.loads(line)
                    self.by_id[plain["task"]["id"]] = plain["stock"]

    def rows(self, scenario: str) -> dict[tuple[str, str], Row]:
        """The rows of one scenario's stock."""
        stock = self.by_id[scenario]
        if stock.get("csv"):
            return self._table(stock["csv"])
        return {
            (row["warehouse"], row["sku"]): (row["on_hand"], row.get("reserved", 0), row.get("safety_stock", 0))
            for row in stock.get("records", ())
        }

    def _table(self, name: str) -> dict[tuple[str, str], Row]:
        if name not in self.tables:
            with (self.path.parent / name).open(encoding="utf-8-sig", newline="") as file:
                text = file.read()
            delimiter = ";" if text.split("\n", 1)[0].count(";") > text.split("\n", 1)[0].count(",") else ","
            self.tables[name] = {
                (row["warehouse"], row["sku"]): (
                    int(row["on_hand"]) if row["on_hand"] else None,
                    int(row["reserved"]),
                    int(row.get("safety_stock") or 0),
                )
                for row in csv.DictReader(text.splitlines(), delimiter=delimiter)
            }
        return self.tables[name]


def _raw_suite(suite: str) -> _RawSuite:
    return _RawSuite(suite_path(suite))


def _shown(call: Call) -> list[tuple[str, str, Row]]:
    body = call.observation.body
    if not call.observation.ok or call.tool not in ("get_stock", "list_stock"):
        return []
    rows = [body] if call.tool == "get_stock" else body["rows"]
    return [
        (
            call.arguments["warehouse"],
            row["sku"],
            # An untracked article has no figures, and its row in the file none but what is held back.
            (row["on_hand"], row.get("reserved", 0), row.get("safety_stock", 0)),
        )
        for row in rows
        if row.get("tracked") is not False
    ]


def _no_world(scenario: Scenario) -> Warehouse:
    raise RuntimeError("planted: the world does not start")


class _RaisingWorld(Warehouse):
    """A world that breaks at the first call."""

    def reply(self, tool: str, arguments: FrozenJson, start_ms: int) -> Reply:
        """Break."""
        raise RuntimeError("planted: the world breaks")


class _LateWorld(Warehouse):
    """A world whose replies take longer than it says."""

    def reply(self, tool: str, arguments: FrozenJson, start_ms: int) -> Reply:
        """A reply that arrives a second late."""
        return super().reply(tool, arguments, start_ms + 1000)


class _WritingWorld(Warehouse):
    """A world that takes a unit off the shelf with every call."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self.stock = scenario.stock

    def reply(self, tool: str, arguments: FrozenJson, start_ms: int) -> Reply:
        """A reply after which the stock is another."""
        for warehouse, sku, figures in list(self.stock.table.rows()):
            self.stock.table.shelf(warehouse)[sku] = figures._replace(on_hand=(figures.on_hand or 0) - 1)
        return super().reply(tool, arguments, start_ms)


class _FullRecorder(Recorder):
    """A recorder whose disk is full."""

    def call(self, call: Call) -> None:
        """Break."""
        raise OSError("planted: no space left")
