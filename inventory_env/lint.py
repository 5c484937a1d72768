"""What is wrong with a scenario, or a suite, by itself? No agent, no oracle, no run is needed to say it."""

from collections.abc import Iterable, Iterator

from inventory_env.faults import Fault, FaultKind
from inventory_env.lint_expected import expected_faults
from inventory_env.lint_fault import CODES, LintFault, broken
from inventory_env.lint_prompt import prompt_faults
from inventory_env.lint_world import world_faults
from inventory_env.scenario import Scenario
from inventory_env.task import Line, Split

__all__ = ["CODES", "LintFault", "lint", "lint_suite"]

_NO_FIGURES = frozenset({FaultKind.TIMEOUT, FaultKind.LOST_RESPONSE, FaultKind.RATE_LIMITED, FaultKind.UNAVAILABLE,
                         FaultKind.MALFORMED})  # fmt: skip


def lint(scenario: Scenario) -> tuple[LintFault, ...]:
    """Every fault of one scenario: its prompt, its world, its expected answer, in this order."""
    return (*prompt_faults(scenario), *world_faults(scenario), *expected_faults(scenario))


def lint_suite(scenarios: Iterable[Scenario]) -> tuple[tuple[str, LintFault], ...]:
    """Every fault of a suite as (scenario id, fault), in the suite's order.

    A fault of the suite as a whole comes last and has an empty id.

    Args:
        scenarios: read once, one after the other.
    """
    found: list[tuple[str, LintFault]] = []
    seen: dict[str, int] = {}
    findable = False
    for number, scenario in enumerate(scenarios, 1):
        found += [(scenario.id, fault) for fault in lint(scenario)]
        if scenario.id in seen:
            rule = f"must be unique in the suite; scenarios {seen[scenario.id]} and {number} have"
            found.append((scenario.id, broken("duplicate-id", "task.id", rule, scenario.id)))
        seen.setdefault(scenario.id, number)
        findable = findable or any(_findable(scenario, line) for line in scenario.task.lines)
    if not seen:
        found.append(("", broken("empty-suite", "suite", "must hold at least one scenario", 0)))
    elif not findable:
        rule = f"must have at least one line that could be found in full; got none in {len(seen)} scenarios"
        found.append(("", broken("nothing-to-find", "suite", rule)))
    return tuple(found)


def _findable(scenario: Scenario, line: Line) -> bool:
    """Whether the stock that can be read would cover the line by itself: too kind where rules interact."""
    task, sourcing = scenario.task, scenario.task.sourcing
    if line.quantity % sourcing.pack:
        return False
    whole_packs = sorted(_readable(scenario, line.sku), reverse=True)
    most = 1 if sourcing.split is Split.NONE else min(sourcing.max_sources or len(whole_packs), len(task.priority))
    return sum(whole_packs[:most]) >= line.quantity


def _readable(scenario: Scenario, sku: str) -> Iterator[int]:
    """What each listed warehouse that can be read has available, in whole packs."""
    stock, pack = scenario.stock, scenario.task.sourcing.pack
    for warehouse in scenario.task.priority:
        figures = stock.table.figures(warehouse, sku)
        silent = warehouse in stock.source.inactive or any(
            _silences(scenario, fault, warehouse, sku) for fault in scenario.faults
        )
        if figures is not None and not silent:
            yield (figures.available or 0) // pack * pack


def _silences(scenario: Scenario, fault: Fault, warehouse: str, sku: str) -> bool:
    """Whether no allowed attempt at this place brings figures."""
    task = scenario.task
    age_s = task.max_age_s
    too_old = fault.kind is FaultKind.STALE and age_s is not None and (fault.age_s or 0) > age_s
    return (
        (fault.kind in _NO_FIGURES or too_old)
        and fault.tool in (None, "get_stock", "list_stock")
        and fault.warehouse in (None, warehouse)
        and fault.sku in (None, sku)
        and fault.nth is None
        and (fault.first is None or fault.first >= task.retry.max_attempts)
        and fault.every in (None, 1)
        and (fault.from_s, fault.to_s, fault.rate_percent) in ((0, None, None), (0, None, 100))
    )
