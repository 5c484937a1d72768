"""Does the world keep its word? Faults act as planned, and its own breakdowns are called so."""

from collections import Counter

import attrs

from graders.certificate import Check, check
from graders.checks.inquiry import ENOUGH, Inquiry, listed
from graders.grading import grade
from inventory_env.episode import play
from inventory_env.frozen_json import FrozenJson
from inventory_env.run import Recorder
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockRecord
from inventory_env.trace import Call, Trace
from inventory_env.verdict import Mark, RunStatus, Verdict
from inventory_env.warehouse import Reply, Warehouse


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
