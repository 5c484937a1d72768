"""What would the reference path have learnt, and what would it have cost? Walked on paper, with no agent."""

import functools

import attrs

from graders.foresee import Query, foresee
from graders.knowledge import Knowledge
from graders.ledger import Ledger
from graders.oracle import certain
from graders.readings import PageReading, Reading
from inventory_env.scenario import Scenario
from inventory_env.verdict import Costs

# Scenarios of a study come back for every agent and trial; this many paths fit in a few megabytes.
_KEPT = 2048


@attrs.frozen
class Reference:
    """The reference path of a scenario.

    Attributes:
        knowledge: what it has settled when it ends.
        queries: what it asks: a warehouse for get_stock, `list_stock W1` for a page of W1.
        costs: what it costs.
    """

    knowledge: Knowledge
    queries: tuple[str, ...]
    costs: Costs


@functools.lru_cache(maxsize=_KEPT)
def reference(scenario: Scenario) -> Reference:
    """The reference path: lines in order, warehouses in list order, each line until the stop rule ends it."""
    path = _Path(scenario)
    for place in range(len(scenario.task.lines)):
        while not path.spent() and path.open(place):
            path.ask(scenario.task.lines[place].sku)
    return path.ended()


class _Path:
    """The walker: where it is on the virtual clock, and what it has asked."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.book = Ledger(scenario.task)
        self.now_ms = 0
        self.queries: list[str] = []
        self.attempts: dict[str, int] = {}

    def spent(self) -> bool:
        """Whether the budget allows no further call."""
        budget = self.scenario.task.budget
        made = len(self.queries)
        return (
            (budget.calls is not None and made >= budget.calls)
            or (budget.decisions is not None and made >= budget.decisions)
            or (budget.seconds is not None and self.now_ms >= budget.seconds * 1000)
            or budget.tokens == 0
        )

    def open(self, place: int) -> bool:
        """Whether the stop rule has not yet ended the line at that place."""
        task = self.scenario.task
        return not certain(task, self.book.knowledge(self.now_ms)).lines[place].ended

    def ask(self, sku: str) -> None:
        """Ask the first unsettled warehouse, after the smallest needed wait."""
        task = self.scenario.task
        warehouse = next(one for one in task.priority if not self.book.settled((one, sku), self.now_ms))
        pages = "get_stock" not in task.tools
        arguments: dict[str, str] = {"warehouse": warehouse} if pages else {"sku": sku, "warehouse": warehouse}
        if pages and (cursor := self._cursor(warehouse, sku)) is not None:
            arguments["cursor"] = cursor
        question = self.book.hinge((warehouse, sku))
        if question is not None and question.ready_ms > self.now_ms:
            self.now_ms += -(-(question.ready_ms - self.now_ms) // 1000) * 1000
        self._make("list_stock" if pages else "get_stock", arguments, sku)

    def _cursor(self, warehouse: str, sku: str) -> str | None:
        """The page to ask for: the one with the bad row, or the first that has not been read."""
        if (warehouse, sku) in self.book.page_of:
            return self.book.page_of[warehouse, sku]
        walk = self.book.pages.get(warehouse)
        return walk.frontier if walk else None

    def _make(self, tool: str, arguments: dict[str, str], sku: str) -> None:
        warehouse = arguments["warehouse"]
        name = f"{tool} {sorted(arguments.items())}"
        self.attempts[name] = self.attempts.get(name, 0) + 1
        seen = foresee(self.scenario, Query(tool, arguments, self.attempts[name], self.now_ms))
        self.now_ms = seen.arrived_ms
        if isinstance(seen.reading, Reading):
            self.queries.append(warehouse)
            self.book.take_stock((warehouse, sku), seen.reading, seen.arrived_ms)
        else:
            self._take_page(warehouse, arguments.get("cursor"), seen.reading, seen.arrived_ms)

    def _take_page(self, warehouse: str, cursor: str | None, page: PageReading, arrived_ms: int) -> None:
        self.queries.append(f"list_stock {warehouse}")
        self.book.take_page((warehouse, cursor, None), page, arrived_ms, self.scenario.task.skus())

    def ended(self) -> Reference:
        """What the walk comes to."""
        made = len(self.queries)
        costs = Costs(
            calls=made,
            decisions=made,
            virtual_ms=self.now_ms,
            tokens=0,
            retries=made - len(self.attempts),
            backtracks=0,
            repairs=0,
        )
        return Reference(self.book.knowledge(self.now_ms, exhausted=self.spent()), tuple(self.queries), costs)
