"""What must a page know of every run to list, filter and search them? One column for each fact."""

from collections.abc import Iterable
from typing import Any

import attrs

from graders.printing import plain
from graders.records import Record
from graders.report.page.viewer.pieces import legible
from inventory_env.scenario import Scenario
from inventory_env.verdict import Verdict

# The search looks through so much of a message; the page says so.
MOST_SEARCHED = 2_000
NO_FAULT = "none delivered"


class Names:
    """Names with the places at which they first came."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}

    def place(self, name: str) -> int:
        """The place of a name, from 0; a new one comes last."""
        return self.places.setdefault(name, len(self.places))


_NAMED = ("agents", "scenarios", "slices", "families", "marks", "labels", "statuses", "rules", "faults")


@attrs.define
class Index:
    """The columns of all runs, filled one run at a time.

    Attributes:
        names: for each kind of name those that came, in the order in which they came.
        runs: for each column one value a run; names are told by their places.
        by_scenario: [slice, family] of each scenario, by their places.
    """

    names: dict[str, Names] = attrs.Factory(lambda: {kind: Names() for kind in _NAMED})
    runs: dict[str, list[Any]] = attrs.Factory(dict)
    by_scenario: list[list[int]] = attrs.Factory(list)

    def add(self, scenario: Scenario, record: Record, verdict: Verdict) -> bool:
        """Write one run down; whether its scenario is new."""
        known = len(self.by_scenario)
        place = self._place("scenarios", scenario.id)
        if place == known:
            self.by_scenario.append([self._place("slices", scenario.slice), self._place("families", scenario.family)])
        row = {
            "agent": self._place("agents", record.agent),
            "scenario": place,
            "trial": record.trial,
            "mark": self._place("marks", verdict.success),
            "label": self._place("labels", verdict.label),
            "status": self._place("statuses", verdict.status),
            "rules": self._places("rules", [one.rule for one in verdict.findings]),
            "faults": self._places("faults", _faults(scenario, record)),
            "calls": verdict.costs.calls,
            "ms": verdict.costs.virtual_ms,
            "message": _message(record),
        }
        for column, value in row.items():
            self.runs.setdefault(column, []).append(value)
        return place == known

    def told(self) -> dict[str, Any]:
        """The whole index as plain JSON."""
        names = {kind: list(names.places) for kind, names in self.names.items()}
        return {"names": names, "runs": self.runs, "by_scenario": self.by_scenario}

    def _place(self, kind: str, name: str) -> int:
        return self.names[kind].place(plain(name))

    def _places(self, kind: str, names: Iterable[str]) -> list[int]:
        return [self._place(kind, name) for name in dict.fromkeys(names)]


def _faults(scenario: Scenario, record: Record) -> list[str]:
    """The kinds of the faults that the run met."""
    met = [call.fault for call in record.trace.calls if call.fault is not None]
    return [scenario.faults[one].kind for one in met if one < len(scenario.faults)] or [NO_FAULT]


def _message(record: Record) -> str:
    counting = record.trace.counting
    return legible(counting.answer.message[:MOST_SEARCHED]) if counting and counting.answer else ""
