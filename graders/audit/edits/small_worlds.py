"""In which worlds does one fact decide? One article, one or a few warehouses, a budget that just suffices."""

from collections.abc import Callable

import attrs

from graders.audit.draws import Draw, one_of
from graders.audit.edits.settings import retasked
from graders.audit.worlds import world
from inventory_env.faults import Fault, FaultKind, Malformation
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockRecord
from inventory_env.task import Budget, Line, Retry, Sourcing, Split

SILENT = Fault(FaultKind.TIMEOUT, nth=1)
OLD = Fault(FaultKind.STALE, nth=1, age_s=90, on_hand=0)
BAD = Fault(FaultKind.MALFORMED, nth=1, malformation=Malformation.WRONG_TYPE, on_hand=0)


def last_is_best(draw: Draw) -> Scenario:
    """Two warehouses cover the line together, the last one alone, and there is a call for each."""
    scenario, wanted = world(draw), draw(2, 6)
    places, shelves = ("W1", "W2", "W3"), (wanted - 1, 1, wanted)
    rows = [StockRecord("A", place, units) for place, units in zip(places, shelves, strict=True)]
    small = attrs.evolve(_small(scenario, wanted), stock=Stock.of(*rows, warehouses=places))
    sourcing = Sourcing(one_of(draw, (Split.FEWEST, Split.PREFER_SINGLE)))
    return retasked(small, priority=places, sourcing=sourcing, budget=Budget(calls=3))


def _small(scenario: Scenario, wanted: int) -> Scenario:
    """The world with one line and one warehouse, which holds it; two calls and two attempts."""
    stock = Stock.of(StockRecord("A", "W1", wanted), warehouses=("W1",))
    scenario = attrs.evolve(scenario, stock=stock, faults=())
    tools = scenario.task.tools - {"list_stock"} | {"get_stock"}
    line, budget, retry = Line(1, "A", wanted), Budget(calls=2), Retry(max_attempts=2)
    return retasked(
        scenario, lines=(line,), priority=("W1",), sourcing=Sourcing(Split.ANY), tools=tools, budget=budget, retry=retry
    )


def once(fault: Fault) -> Callable[[Draw], Scenario]:
    """The first reply is worth nothing, or as the fault says, though its figure, where it has one, is the right one."""

    def draw_world(draw: Draw) -> Scenario:
        scenario, wanted = world(draw), draw(1, 6)
        units = one_of(draw, (wanted, 0))
        bad = fault if fault.kind is FaultKind.TIMEOUT else attrs.evolve(fault, on_hand=units)
        stock = Stock.of(StockRecord("A", "W1", units), warehouses=("W1",))
        return retasked(attrs.evolve(_small(scenario, wanted), stock=stock, faults=(bad,)), max_age_s=60)

    return draw_world


def second_page(draw: Draw) -> Scenario:
    """The article stands on the second page of two, or on none."""
    scenario, wanted = world(draw), draw(1, 6)
    other = one_of(draw, ("C", "B"))
    rows = (StockRecord("A", "W1", wanted), StockRecord(other, "W1", wanted))
    stock = Stock.of(*rows, warehouses=("W1",), skus=("A", "B", "C"))
    small = attrs.evolve(_small(scenario, wanted), stock=stock, page_size=1)
    tools = small.task.tools - {"get_stock"} | {"list_stock"}
    return retasked(small, lines=(Line(1, "B", wanted),), tools=tools)


def failing_page(draw: Draw) -> Scenario:
    """Two warehouses are needed, and the only page of the first one fails once."""
    scenario, here = world(draw), draw(1, 6)
    there = draw(1, 6)
    rows = (StockRecord("A", "W1", here), StockRecord("A", "W2", there))
    fault = Fault(one_of(draw, (FaultKind.TIMEOUT, FaultKind.UNAVAILABLE)), warehouse="W1", nth=1)
    small = attrs.evolve(
        _small(scenario, here + there), stock=Stock.of(*rows, warehouses=("W1", "W2")), faults=(fault,), page_size=50
    )
    tools = small.task.tools - {"get_stock"} | {"list_stock"}
    return retasked(small, priority=("W1", "W2"), tools=tools, budget=Budget())
