"""Can an agent change the world, learn from an earlier run, or see what it must not see?"""

import copy
import pickle
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from baselines import careful
from graders.certificate import Check, check
from graders.checks.inquiry import ENOUGH, Inquiry, listed
from graders.fingerprints import evenly
from inventory_env.answer import Answer
from inventory_env.codec import encode
from inventory_env.episode import Agent, Desk, play
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockRecord, StockSource
from inventory_env.task import Task
from inventory_env.tools import TOOLS
from inventory_env.trace import Observation

MOST = 60
# A figure and a place that no observation may show: the warehouse is inactive.
CANARY = 7_770_777
CANARY_WAREHOUSE = "CANARY-HOUSE"


def isolation(inquiry: Inquiry) -> Check:
    """(g) Spoiled copies, leftovers of earlier runs, canaries and prying change nothing and find nothing."""
    sample = evenly(inquiry.scenarios, MOST)
    tests: dict[str, Callable[[Scenario], Iterator[str]]] = {
        "copies spoiled": _spoiled_copies,
        "run after others": _leftovers,
        "canary": _canary,
        "prying": _prying,
    }
    counts: dict[str, int | str] = {}
    faults = []
    digests = {id(one.stock.table): (one.stock, one.stock.whole_digest()) for one in inquiry.scenarios}
    for what, test in tests.items():
        counts[what] = len(sample)
        faults += [f"{scenario.id}: {fault}" for scenario in sample for fault in test(scenario)]
    for stock, before in digests.values():
        if stock.whole_digest() != before:
            faults.append(f"{stock}: its rows changed while agents ran")
    counts["stock tables unchanged"] = len(digests)
    asks = "Is a run closed: no leftovers, no way to the scenario, no canary in sight?"
    return check("isolation", asks, listed(faults), counts, enough=len(sample) >= ENOUGH)


def _spoiled_copies(scenario: Scenario) -> Iterator[str]:
    """An agent that overwrites every body that it gets leaves the same trace."""
    if encode(play(_spoiling(careful), scenario)) != encode(play(careful, scenario)):
        yield "overwriting observations changes the trace"


def _spoiling(agent: Agent) -> Agent:
    class SpoilingDesk:
        """Hands on what the desk gives, and overwrites the body of the observation before."""

        def __init__(self, desk: Desk) -> None:
            self.desk = desk
            self.last: dict[str, Any] = {}

        @property
        def elapsed_ms(self) -> int:
            return self.desk.elapsed_ms

        def call(self, tool: str, /, **arguments: Any) -> Observation:
            self.spoil()
            observation = self.desk.call(tool, **arguments)
            self.last = observation.body
            return observation

        def decide(self, calls: Any) -> list[Observation]:
            self.spoil()
            return self.desk.decide(calls)

        def submit(self, answer: Answer | Mapping[str, Any]) -> Observation:
            self.spoil()
            return self.desk.submit(answer)

        def report_tokens(self, tokens_in: int, tokens_out: int) -> None:
            self.desk.report_tokens(tokens_in, tokens_out)

        def spoil(self) -> None:
            for key in list(self.last):
                self.last[key] = 99

    def spoiling(task: Task, desk: Desk) -> Answer | None:
        bent = SpoilingDesk(desk)
        answer = agent(task, bent)  # type: ignore[arg-type] # a desk in all that an agent uses
        bent.spoil()
        return answer

    return spoiling


def _leftovers(scenario: Scenario) -> Iterator[str]:
    """A run after a run that did all it could is the run that it was before."""
    alone = encode(play(careful, scenario))
    play(_everything, scenario)
    if encode(play(careful, scenario)) != alone:
        yield "a run leaves something behind for the next one"


def _everything(task: Task, desk: Desk) -> None:
    """Call every tool with arguments of the task, and worse."""
    for tool in TOOLS:
        for warehouse in (*task.priority, CANARY_WAREHOUSE):
            arguments = {"sku": task.lines[0].sku, "warehouse": warehouse, "quantity": 1, "on_hand": 0, "seconds": 0}
            named = {one.name: arguments.get(one.name, warehouse) for one in TOOLS[tool].parameters if one.required}
            if tool != "submit_answer":
                desk.call(tool, **named)


def _canary(scenario: Scenario) -> Iterator[str]:
    """A figure in an inactive warehouse is shown to nobody, whatever is asked."""
    task = scenario.task
    records = [
        StockRecord(
            sku, warehouse, figures.on_hand, figures.reserved, figures.safety_stock, figures.on_hand is not None
        )
        for warehouse in task.priority
        for sku in task.skus()
        if (figures := scenario.stock.table.figures(warehouse, sku)) is not None
    ]
    planted = [StockRecord(sku, CANARY_WAREHOUSE, CANARY, CANARY, CANARY) for sku in task.skus()]
    source = StockSource(
        records=(*records, *planted),
        warehouses=tuple(sorted(scenario.stock.warehouses)),
        inactive=scenario.stock.source.inactive | {CANARY_WAREHOUSE},
        skus=task.skus(),
    )
    everything = frozenset(TOOLS) - {"submit_answer", "wait"}
    # No faults and no budget: nothing may hide a leak.
    bare = attrs.evolve(task, tools=everything, budget=type(task.budget)())
    open_house = attrs.evolve(scenario, task=bare, stock=Stock(source), faults=())
    if str(CANARY).encode("ascii") in encode(play(_everything, open_house)):
        yield "the canary of an inactive warehouse is shown"


def _prying(scenario: Scenario) -> Iterator[str]:
    """Public names, repr, copies, pickles and equality of what an agent is given lead nowhere."""
    found: list[str] = []
    guarded = (Scenario, Stock)

    def prying(task: Task, desk: Desk) -> None:
        given: tuple[tuple[str, object], ...] = (("desk", desk), ("task", task))
        for what, thing in given:
            public = (name for name in dir(thing) if not name.startswith("_"))
            found.extend(f"{what}.{name} leads out" for name in public if isinstance(getattr(thing, name), guarded))
            if thing == scenario or "Scenario" in repr(thing):
                found.append(f"the {what} shows the scenario")
        for what, attempt in _ATTEMPTS.items():
            try:
                attempt(desk)
            except TypeError:
                continue
            found.append(f"a desk can be {what}")

    play(prying, scenario)
    yield from found


_ATTEMPTS: dict[str, Callable[[Any], Any]] = {
    "pickled": pickle.dumps,
    "copied": copy.copy,
    "copied in depth": copy.deepcopy,
}
