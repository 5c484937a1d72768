"""Does the world tell what the files say? Its replies beside the suite as the standard library reads it."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from graders.certificate import Check, check
from graders.checks.inquiry import ENOUGH, Inquiry, listed
from graders.fingerprints import evenly
from inventory_env.episode import Desk, play
from inventory_env.scenario import Scenario
from inventory_env.suites import suite_path
from inventory_env.task import Budget, Task
from inventory_env.tools import READ_TOOLS
from inventory_env.trace import Call

# The figures of one row as the file has them: on_hand, reserved, safety_stock.
Row = tuple[int | None, int, int]
SPOILING = frozenset({"stale", "malformed"})
# So many scenarios are asked everything that can be asked; the figures careful saw are compared on all.
MOST = 60


def figures(inquiry: Inquiry) -> Check:
    """(h) What agents were told stands so in the files, read by the csv and json modules alone."""
    raw = _RawSuite(suite_path(inquiry.suite))
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
    sample = evenly(inquiry.scenarios, MOST)
    wrong += [f"{scenario.id}: {what}" for scenario in sample for what in _told_otherwise(scenario, raw)]
    counts: dict[str, int | str] = {"figures compared": compared, "scenarios asked everything": len(sample)}
    asks = "Is what an agent is told of stock, warehouses and deliveries what the files say?"
    return check("figures", asks, listed(wrong), counts, enough=compared >= ENOUGH)


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

    def warehouses(self, scenario: str) -> list[str]:
        """The names of all warehouses of one scenario, ordered."""
        stock = self.by_id[scenario]
        further = [*stock.get("warehouses", ()), *stock.get("inactive", ())]
        expected = [one["warehouse"] for one in stock.get("incoming", ())]
        return sorted({*(warehouse for warehouse, _ in self.rows(scenario)), *further, *expected})

    def incoming(self, scenario: str, warehouse: str, sku: str) -> list[tuple[int, str]]:
        """The deliveries expected there, as (quantity, day)."""
        expected = self.by_id[scenario].get("incoming", ())
        return [(one["quantity"], one["eta"]) for one in expected if (one["warehouse"], one["sku"]) == (warehouse, sku)]

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


def _told_otherwise(scenario: Scenario, raw: _RawSuite) -> Iterator[str]:
    """Where a world without faults and budget, asked everything about a task, says what the files do not."""
    task = attrs.evolve(scenario.task, tools=READ_TOOLS, budget=Budget())
    rows = raw.rows(scenario.id)
    # Long lists in few pages: a run has a ceiling of calls.
    page_size = max(scenario.page_size, len(rows) // 200)
    trace = play(_inspect, attrs.evolve(scenario, task=task, faults=(), page_size=page_size))
    seen: dict[str, list[str]] = {"warehouses": []}
    for call in trace.calls:
        body = call.observation.body
        if call.tool == "list_warehouses":
            seen["warehouses"] += [row["warehouse"] for row in body["rows"]]
        elif call.tool == "list_stock" and call.observation.ok:
            seen.setdefault(call.arguments["warehouse"], []).extend(row["sku"] for row in body["rows"])
        elif call.tool == "get_incoming" and call.observation.ok:
            warehouse, sku = call.arguments["warehouse"], call.arguments["sku"]
            told = [(one["quantity"], one["eta"]) for one in body["incoming"]]
            if told != raw.incoming(scenario.id, warehouse, sku):
                yield f"deliveries of {sku} to {warehouse} are told as {told}"
        yield from (
            f"{sku} at {warehouse} is told as {shown}, the file has {rows.get((warehouse, sku))}"
            for warehouse, sku, shown in _shown(call)
            if rows.get((warehouse, sku)) != shown
        )
    if seen.pop("warehouses") != raw.warehouses(scenario.id):
        yield "the list of warehouses is not that of the file"
    for warehouse, skus in seen.items():
        if skus != sorted(sku for place, sku in rows if place == warehouse):
            yield f"the list of {warehouse} is not that of the file"


def _inspect(task: Task, desk: Desk) -> None:
    """Ask everything about a task, every list to its end."""
    _read_through(desk, "list_warehouses", {})
    for warehouse in task.priority:
        _read_through(desk, "list_stock", {"warehouse": warehouse})
        for sku in task.skus():
            desk.call("get_stock", warehouse=warehouse, sku=sku)
            desk.call("get_incoming", warehouse=warehouse, sku=sku)


def _read_through(desk: Desk, tool: str, arguments: dict[str, str]) -> None:
    cursor: dict[str, str] = {}
    while True:
        page = desk.call(tool, **arguments, **cursor)
        following = page.body.get("next_cursor")
        if following is None or following == cursor.get("cursor"):
            return
        cursor = {"cursor": following}
