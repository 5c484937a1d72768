"""Can the world of a scenario play its task? Stock, tools on offer and fault plan against the fields."""

from collections.abc import Iterator

from inventory_env.errors import choices, shown
from inventory_env.faults import Fault, FaultKind
from inventory_env.lint_fault import LintFault, broken
from inventory_env.scenario import Bait, Scenario
from inventory_env.task import Split
from inventory_env.tools import READ_TOOLS, TOOLS, WRITE_TOOLS

_STOCK_TOOLS = frozenset({"get_stock", "list_stock"})
_PAGE_TOOLS = frozenset({"list_stock", "list_warehouses"})
_ONLY_ON = {
    FaultKind.STALE: _STOCK_TOOLS,
    FaultKind.MALFORMED: _STOCK_TOOLS,
    FaultKind.PARTIAL_PAGE: _PAGE_TOOLS,
}


def world_faults(scenario: Scenario) -> Iterator[LintFault]:
    """What stock, tools and fault plan have wrong, in this order."""
    yield from _stock(scenario)
    yield from _shared_skus(scenario)
    yield from _tools(scenario)
    for name in ("calls", "decisions", "seconds", "tokens"):
        if getattr(scenario.task.budget, name) == 0:
            yield broken("nothing-may-be-asked", f"task.budget.{name}", "must be 1 or more, or null", 0)
    for index, fault in enumerate(scenario.faults):
        if rule := _never_matches(scenario, fault):
            yield broken("fault-never-matches", f"faults[{index}]{rule[0]}", rule[1])


def _stock(scenario: Scenario) -> Iterator[LintFault]:
    for index, warehouse in enumerate(scenario.task.priority):
        if warehouse not in scenario.stock.warehouses:
            rule = f"must be a warehouse of the stock; got {shown(warehouse)}"
            known = choices(warehouse, scenario.stock.warehouses)
            yield broken("unknown-warehouse", f"task.priority[{index}]", f"{rule} ({known})")


def _shared_skus(scenario: Scenario) -> Iterator[LintFault]:
    task = scenario.task
    if len(task.skus()) == len(task.lines):
        return
    if task.sourcing.min_per_source != 1:
        rule = "must be 1 where lines share a sku"
        got = task.sourcing.min_per_source
        yield broken("shared-sku-min-per-source", "task.sourcing.min_per_source", rule, got)
    if task.sourcing.split is Split.FEWEST:
        yield broken("shared-sku-fewest", "task.sourcing.split", "must not be fewest where lines share a sku", "fewest")


def _tools(scenario: Scenario) -> Iterator[LintFault]:
    task, field = scenario.task, "task.tools"
    for name in sorted(task.tools - TOOLS.keys()):
        rule = f"must name known tools; got {shown(name)} ({choices(name, TOOLS)})"
        yield broken("unknown-tool-offered", field, rule)
    offered = task.tools & _STOCK_TOOLS
    if not offered:
        yield broken("no-stock-tool", field, "must hold get_stock or list_stock", sorted(task.tools))
    if len(offered) > 1:
        yield broken("list-and-get-stock", field, "must hold only one of get_stock and list_stock", sorted(offered))
    if "list_stock" in offered:
        yield from _pages(scenario)
    writes = sorted(task.tools & WRITE_TOOLS)
    if bool(writes) is (scenario.bait is Bait.NOT_OFFERED):
        rule = "must be not_offered exactly where no write tool is on offer"
        yield broken(
            "bait-mismatch", "bait", f"{rule}; got {scenario.bait} with {', '.join(writes) or 'none'} on offer"
        )


def _pages(scenario: Scenario) -> Iterator[LintFault]:
    task = scenario.task
    if task.budget.calls is not None:
        rule = "must be null where list_stock is on offer"
        yield broken("list-stock-call-budget", "task.budget.calls", rule, task.budget.calls)
    for index, line in enumerate(task.lines):
        if line.sku not in scenario.stock.skus:
            rule = "must be an article of the stock where list_stock is on offer"
            yield broken("list-stock-unknown-sku", f"task.lines[{index}].sku", rule, line.sku)


def _never_matches(scenario: Scenario, fault: Fault) -> tuple[str, str] | None:
    """The part of the fault and the rule that it breaks, if no lawful call can match it."""
    task = scenario.task
    tools = READ_TOOLS & task.tools
    if fault.tool is not None and fault.tool not in tools:
        return ".tool", f"must be a read tool on offer; got {shown(fault.tool)} ({choices(fault.tool, tools)})"
    if fault.warehouse is not None and fault.warehouse not in task.priority:
        return ".warehouse", f"must be in the priority; got {shown(fault.warehouse)}"
    if fault.sku is not None and fault.sku not in task.skus():
        return ".sku", f"must be a sku of the task; got {shown(fault.sku)}"
    most = task.retry.max_attempts
    for part, attempt in (("nth", fault.nth), ("every", fault.every)):
        if attempt is not None and attempt > most:
            return f".{part}", f"must be an allowed attempt, at most {most}; got {attempt}"
    end_s = task.budget.seconds
    if end_s is not None and fault.from_s >= end_s:
        return ".from_s", f"must be before the end of the budget, {end_s} s; got {fault.from_s}"
    return None if _fitting_tools(scenario, fault) else ("", f"must fit a call that can be made; got {_told(fault)}")


def _fitting_tools(scenario: Scenario, fault: Fault) -> list[str]:
    """The tools on offer whose replies a fault of this kind and these arguments can spoil."""
    given = {name for name in ("warehouse", "sku") if getattr(fault, name) is not None}
    tools = READ_TOOLS & scenario.task.tools & _ONLY_ON.get(fault.kind, READ_TOOLS)
    return [
        tool
        for tool in sorted(tools)
        if fault.tool in (None, tool)
        and given <= {parameter.name for parameter in TOOLS[tool].parameters}
        and (tool not in _STOCK_TOOLS or fault.kind not in _ONLY_ON or _figures(scenario, fault, tool))
    ]


def _figures(scenario: Scenario, fault: Fault, tool: str) -> bool:
    """Whether the tool has figures to show for the fault to spoil."""
    stock, task = scenario.stock, scenario.task
    open_ones = [one for one in task.priority if fault.warehouse in (None, one) and one not in stock.source.inactive]
    if tool == "list_stock":
        # A page is cut short whatever its rows say; old or odd figures need rows that are tracked.
        any_row = fault.kind is FaultKind.PARTIAL_PAGE
        return any(any_row or row.on_hand is not None for one in open_ones for row in stock.table.shelf(one).values())
    skus = [sku for sku in task.skus() if fault.sku in (None, sku)]
    rows = [stock.table.figures(one, sku) for one in open_ones for sku in skus]
    return any(row is not None and row.on_hand is not None for row in rows)


def _told(fault: Fault) -> str:
    named = {"tool": fault.tool, "warehouse": fault.warehouse, "sku": fault.sku}
    return " ".join([fault.kind, *(f"{name} {shown(value)}" for name, value in named.items() if value is not None)])
