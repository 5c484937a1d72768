"""Can the expected answer be right? What the fields alone rule out; the rest needs the oracle."""

from collections.abc import Iterator

from inventory_env.answer import Shippable, Status
from inventory_env.errors import InputError, shown
from inventory_env.lint_fault import LintFault, broken
from inventory_env.scenario import Expected, ExpectedLine, Scenario
from inventory_env.task import Completeness, Line, OnUnreachable, Split, Task

_PAGE = "list_stock "


def expected_faults(scenario: Scenario) -> Iterator[LintFault]:
    """Where the expected answer states nothing, or what cannot be."""
    task, expected = scenario.task, scenario.expected
    if expected is None:
        return
    if not expected.lines:
        yield broken("empty-criterion", "expected.lines", "must state something about at least one line", [])
    for index, wanted in enumerate(expected.lines):
        field = f"expected.lines[{index}]"
        try:
            line = task.line(wanted.line)
        except InputError:
            rule = f"must be a line of the task: {', '.join(str(one.line) for one in task.lines)}"
            yield broken("expected-line-unknown", f"{field}.line", rule, wanted.line)
            continue
        for part, rule in _line(scenario, line, wanted):
            yield broken("expected-impossible", f"{field}.{part}", rule)
    for part, rule in (*_shipping(task, expected), *_queries(task, expected)):
        yield broken("expected-impossible", f"expected.{part}", rule)


Broken = Iterator[tuple[str, str]]


def _line(scenario: Scenario, line: Line, wanted: ExpectedLine) -> Broken:
    yield from _status(scenario, line, wanted)
    yield from _gap(line, wanted)
    yield from _confirmed(scenario.task, line, wanted)
    yield from _nearest(scenario.task, line, wanted)
    yield from _places(scenario.task, wanted)
    yield from _shares(scenario.task, line, wanted)
    yield from _total(scenario.task, line, wanted)
    yield from _sources(scenario.task, wanted)


def _status(scenario: Scenario, line: Line, wanted: ExpectedLine) -> Broken:
    pack, exists = scenario.task.sourcing.pack, line.sku in scenario.stock.skus
    invalid = wanted.status is Status.INVALID
    if line.quantity % pack and not invalid:
        yield "status", f"must be invalid, as {line.quantity} is no multiple of the pack {pack}; got {wanted.status}"
    elif not exists and wanted.status in (Status.FOUND, Status.SHORTFALL):
        yield "status", f"must not be {wanted.status}, as the stock has no article {shown(line.sku)}"
    elif invalid and exists and line.quantity % pack == 0:
        yield "status", "must not be invalid, as the article exists and the quantity is allowed"


def _gap(line: Line, wanted: ExpectedLine) -> Broken:
    gap, status = wanted.gap, wanted.status
    if gap is None:
        return
    if status in (Status.UNKNOWN, Status.INVALID):
        yield "gap", f"must be null where the status is {status}; got {gap}"
    elif status is Status.FOUND and gap != 0:
        yield "gap", f"must be 0 where the status is found; got {gap}"
    elif status is Status.SHORTFALL and not 1 <= gap <= line.quantity:
        yield "gap", f"must be from 1 to the quantity {line.quantity} where the status is shortfall; got {gap}"


def _confirmed(task: Task, line: Line, wanted: ExpectedLine) -> Broken:
    confirmed = wanted.confirmed
    if confirmed is None:
        return
    # Under hold a line may be covered in full and stay open; otherwise it would be found.
    most = line.quantity - (task.on_unreachable is not OnUnreachable.HOLD)
    if wanted.status is not Status.UNKNOWN:
        yield "confirmed", f"must be null where the status is {wanted.status}; got {confirmed}"
    elif confirmed > most:
        yield "confirmed", f"must be at most {most}; got {confirmed}"


def _nearest(task: Task, line: Line, wanted: ExpectedLine) -> Broken:
    if wanted.nearest is None:
        return
    pack = task.sourcing.pack
    below = line.quantity // pack * pack
    right = tuple(one for one in (below, below + pack) if one > 0) if line.quantity % pack else ()
    if wanted.nearest != right:
        yield "nearest", f"must be {shown(list(right))}, by the pack {pack}; got {shown(list(wanted.nearest))}"


def _places(task: Task, wanted: ExpectedLine) -> Broken:
    for part, names in (("plan", [one for one, _ in wanted.plan or ()]), ("unreached", list(wanted.unreached or ()))):
        for index, name in enumerate(names):
            if name not in task.priority:
                yield f"{part}[{index}]", f"must be in the priority; got {shown(name)}"
            if name in names[:index]:
                yield f"{part}[{index}]", f"must not name a warehouse twice; got {shown(name)}"


def _shares(task: Task, line: Line, wanted: ExpectedLine) -> Broken:
    pack, least = task.sourcing.pack, task.sourcing.min_per_source
    for index, (_, share) in enumerate(wanted.plan or ()):
        if share % pack:
            yield f"plan[{index}]", f"must be a multiple of the pack {pack}; got {share}"
        if share < least and share != line.quantity:
            yield f"plan[{index}]", f"must be {least} or more, or the whole line; got {share}"


def _total(task: Task, line: Line, wanted: ExpectedLine) -> Broken:
    """The sum of the plan against quantity, gap and confirmed."""
    if wanted.plan is None:
        return
    total = sum(share for _, share in wanted.plan)
    complete = task.sourcing.completeness is Completeness.ORDER
    if total > line.quantity:
        yield "plan", f"must not exceed the quantity {line.quantity}; got {total}"
    elif wanted.status is Status.INVALID or (complete and wanted.status is not Status.FOUND):
        if wanted.plan:
            why = "the order ships complete" if complete else "the line is invalid"
            yield "plan", f"must be empty where the line is {wanted.status}, as {why}; got {total} units"
    elif not wanted.plan and complete:
        return  # emptied because of another line
    elif wanted.status is Status.FOUND and total != line.quantity:
        yield "plan", f"must cover the quantity {line.quantity} where the status is found; got {total}"
    elif wanted.status is Status.SHORTFALL:
        yield from _short(line, wanted, total)
    elif wanted.status is Status.UNKNOWN and wanted.confirmed not in (None, total):
        yield "plan", f"must sum to confirmed, {wanted.confirmed}; got {total}"


def _short(line: Line, wanted: ExpectedLine, total: int) -> Broken:
    if total == line.quantity:
        yield "plan", f"must leave a gap where the status is shortfall; got all of {total}"
    elif wanted.gap is not None and total + wanted.gap != line.quantity:
        yield "plan", f"must sum to quantity less gap, {line.quantity - wanted.gap}; got {total}"


def _sources(task: Task, wanted: ExpectedLine) -> Broken:
    sourcing = task.sourcing
    limits = [len(task.priority), sourcing.max_sources or len(task.priority)]
    most = min([*limits, 1] if sourcing.split is Split.NONE else limits)
    for part, count in (("plan", len(wanted.plan or ())), ("sources", wanted.sources or 0)):
        if count > most:
            yield part, f"must have at most {most} sources; got {count}"
    if wanted.sources is None or wanted.plan is None:
        return
    emptied = not wanted.plan and sourcing.completeness is Completeness.ORDER
    if wanted.sources != len(wanted.plan) and not emptied:
        yield "sources", f"must be the number of sources of the plan, {len(wanted.plan)}; got {wanted.sources}"


def _shipping(task: Task, expected: Expected) -> Broken:
    """The whole order: shippable and plans against the lines' statuses."""
    if task.sourcing.completeness is Completeness.LINE:
        if expected.shippable is not None:
            yield "shippable", f"must be null where completeness is line; got {expected.shippable}"
        return
    statuses = [wanted.status for wanted in expected.lines]
    possible = _possible(statuses, len(statuses) >= len(task.lines))
    if expected.shippable is not None and expected.shippable not in possible:
        yield "shippable", f"must be {' or '.join(sorted(possible))} by the lines' statuses; got {expected.shippable}"
    if expected.shippable in (None, Shippable.YES) and Shippable.YES in possible:
        return
    for index, wanted in enumerate(expected.lines):
        if wanted.plan and wanted.status is Status.FOUND:
            yield f"lines[{index}].plan", "must be empty, as the order ships complete and another line is not found"


def _possible(statuses: list[Status], all_stated: bool) -> frozenset[Shippable]:
    """What shippable may be, given the statuses of some lines or of all."""
    if any(status in (Status.SHORTFALL, Status.INVALID) for status in statuses):
        return frozenset({Shippable.NO})
    rest = frozenset() if all_stated else frozenset({Shippable.NO})
    if Status.UNKNOWN in statuses:
        return rest | {Shippable.UNKNOWN}
    return rest | ({Shippable.YES} if all_stated else {Shippable.YES, Shippable.UNKNOWN})


def _queries(task: Task, expected: Expected) -> Broken:
    for index, query in enumerate(expected.queries or ()):
        known = query in task.priority or query.removeprefix(_PAGE) in task.priority
        if not known:
            yield f"queries[{index}]", f"must ask a warehouse of the priority; got {shown(query)}"
    calls = task.budget.calls
    if calls is not None and len(expected.queries or ()) > calls:
        yield "queries", f"must fit the budget of {calls} calls; got {len(expected.queries or ())}"
