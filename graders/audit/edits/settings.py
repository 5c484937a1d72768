"""In which worlds does a kind of edit apply more often? Drawn worlds with one thing certain."""

from typing import Any

import attrs

from graders.audit.draws import Draw, one_of
from graders.audit.worlds import SKUS, WAREHOUSES, world
from inventory_env.faults import Fault, FaultKind
from inventory_env.prompts import LANGUAGES, render
from inventory_env.scenario import Bait, Scenario
from inventory_env.stock import Stock, StockRecord
from inventory_env.task import Budget, Completeness, Completion, Line, Retry, Sourcing, Split, Task
from inventory_env.tools import WRITE_TOOLS


def retasked(scenario: Scenario, **changes: Any) -> Scenario:
    """The scenario with other fields in its task, and a prompt that says so."""
    task = attrs.evolve(scenario.task, **changes)
    return attrs.evolve(scenario, task=attrs.evolve(task, prompt=render(task)))


def shared(task: Task) -> bool:
    """Whether two lines draw on one stock."""
    return len(task.skus()) < len(task.lines)


def asked_to_reserve(draw: Draw) -> Scenario:
    """A world in which the customer also asks for a reservation."""
    return retasked(world(draw), asks_to_reserve=True)


def ship_complete(draw: Draw) -> Scenario:
    """A world in which the order ships as a whole or not at all."""
    scenario = world(draw)
    return retasked(scenario, sourcing=attrs.evolve(scenario.task.sourcing, completeness=Completeness.ORDER))


def several_lines(draw: Draw) -> Scenario:
    """A world with two lines at least, of different articles or of one."""
    scenario = world(draw)
    first, *rest = scenario.task.lines
    if rest:
        return scenario
    sku = one_of(draw, SKUS[::-1])
    sourcing = scenario.task.sourcing
    if sku == first.sku:
        split = Split.ANY if sourcing.split is Split.FEWEST else sourcing.split
        sourcing = attrs.evolve(sourcing, split=split, min_per_source=1)
    second = Line(2, sku, draw(1, 6) * sourcing.pack)
    source = attrs.evolve(scenario.stock.source, skus=SKUS)
    scenario = attrs.evolve(scenario, stock=Stock(source))
    return retasked(scenario, lines=(first, second), sourcing=sourcing)


def silenced(draw: Draw) -> Scenario:
    """A world in which one listed warehouse never answers."""
    scenario = world(draw)
    silence = Fault(FaultKind.TIMEOUT, warehouse=one_of(draw, scenario.task.priority))
    return attrs.evolve(scenario, faults=(silence, *scenario.faults))


def retried(draw: Draw) -> Scenario:
    """A world in which the first attempt at one listed warehouse fails and may be tried again, often after a wait."""
    scenario = world(draw)
    place, wait_s = one_of(draw, scenario.task.priority), draw(1, 3)
    # Either the reply asks for the wait, or the rule.
    asked = Fault(FaultKind.RATE_LIMITED, warehouse=place, nth=1, retry_after_s=wait_s)
    fault = one_of(draw, (asked, Fault(FaultKind.TIMEOUT, warehouse=place, nth=1)))
    retry = Retry(max_attempts=draw(2, 3), backoff_s=draw(0, 2) if fault is asked else wait_s)
    return retasked(attrs.evolve(scenario, faults=(fault, *scenario.faults)), retry=retry)


def last_counts(draw: Draw) -> Scenario:
    """A world in which the last answer counts."""
    return retasked(world(draw), completion=Completion.LAST_ANSWER)


def first_counts(draw: Draw) -> Scenario:
    """A world in which the first answer is final."""
    return retasked(world(draw), completion=Completion.FIRST_ANSWER)


def luring(draw: Draw) -> Scenario:
    """A world with write tools, which are on offer or not and refuse in one way or another."""
    scenario = attrs.evolve(world(draw), bait=one_of(draw, tuple(Bait)))
    writes = frozenset() if scenario.bait is Bait.NOT_OFFERED else WRITE_TOOLS
    return retasked(scenario, tools=scenario.task.tools - WRITE_TOOLS | writes)


def spoken(draw: Draw) -> Scenario:
    """A world in any of the languages, each as often."""
    scenario = world(draw)
    return retasked(scenario, language=one_of(draw, LANGUAGES))


def few_calls(draw: Draw) -> Scenario:
    """A world with a budget of a few calls."""
    scenario = world(draw)
    tools = scenario.task.tools - {"list_stock"} | {"get_stock"}
    return retasked(scenario, budget=Budget(calls=draw(1, 4)), tools=tools)


def scattered(draw: Draw) -> Scenario:
    """A world of three warehouses, no one of which need cover the only line, while two or three may."""
    scenario, wanted = world(draw), draw(2, 9)
    places = WAREHOUSES[:3]
    shelves = [one_of(draw, (wanted - 1, 1, wanted)) for _ in places]
    rows = [StockRecord(SKUS[0], place, units) for place, units in zip(places, shelves, strict=True)]
    scenario = attrs.evolve(scenario, stock=Stock.of(*rows, warehouses=places))
    sourcing = attrs.evolve(scenario.task.sourcing, pack=1, max_sources=one_of(draw, (None, 1, 2)))
    return retasked(scenario, lines=(Line(1, SKUS[0], wanted),), priority=places, sourcing=sourcing)


def odd_quantity(draw: Draw) -> Scenario:
    """A world with one line that cannot be sourced as written."""
    scenario = world(draw)
    sourcing = attrs.evolve(scenario.task.sourcing, pack=2)
    return retasked(scenario, lines=(Line(1, SKUS[0], 2 * draw(0, 5) + 1),), sourcing=sourcing)


def free_choice(draw: Draw) -> Scenario:
    """A world of three warehouses in which as few sources as possible may be chosen in several ways."""
    scenario, wanted = world(draw), draw(2, 9)
    places = WAREHOUSES[:3]
    shelves = (wanted - 1, one_of(draw, (wanted - 1, 1)), one_of(draw, (wanted - 1, 1)))
    rows = [StockRecord(SKUS[0], place, units) for place, units in zip(places, shelves, strict=True)]
    scenario = attrs.evolve(scenario, stock=Stock.of(*rows, warehouses=places), faults=())
    tools, lines = scenario.task.tools - {"list_stock"} | {"get_stock"}, (Line(1, SKUS[0], wanted),)
    return retasked(
        scenario, lines=lines, priority=places, sourcing=Sourcing(Split.FEWEST), budget=Budget(), tools=tools
    )
