"""Which graders go wrong on figures? They work the answer out again, from the replies or from the stock, and slip."""

from collections.abc import Callable

from graders.audit.case import Means
from graders.audit.specimens.gold import answer_of, asked, by_line, status
from graders.audit.specimens.naive import Naive
from inventory_env.answer import Status
from inventory_env.frozen_json import FrozenJson
from inventory_env.scenario import Scenario
from inventory_env.task import Line, Split
from inventory_env.trace import Trace

# What each of the warehouses has, as far as a grader looks.
Figures = Callable[[Line], list[int]]


def timeout_as_zero(scenario: Scenario, trace: Trace) -> bool:
    """A line is found where the figures in the replies suffice, else short; a reply without one adds nothing."""
    figures = _replied(trace, _available)
    wanted = {line.line: _ending(scenario, line, figures(line)) for line in scenario.task.lines}
    return by_line(answer_of(trace), status) == wanted


def on_hand_for_available(scenario: Scenario, trace: Trace) -> bool:
    """What is found or short is so by the figures of what is on hand."""
    return _ends_so(scenario, trace, _replied(trace, lambda row: _whole(row, "on_hand")))


def clamps_after_the_sum(scenario: Scenario, trace: Trace) -> bool:
    """What is found or short is so by all that is on hand, less all that is kept back."""
    return _ends_so(scenario, trace, _replied(trace, _free))


def checks_against_the_stock(scenario: Scenario, trace: Trace) -> bool:
    """Every unit planned is there."""
    for told in answer_of(trace).lines:
        sku = scenario.task.line(told.line).sku
        if any([share > _held(scenario, warehouse, sku) for warehouse, share in told.plan]):
            return False
    return True


def checks_each_line_alone(scenario: Scenario, trace: Trace) -> bool:
    """What is found or short is so by the stock of the listed warehouses, whatever the other lines take."""
    priority = scenario.task.priority
    return _ends_so(scenario, trace, lambda line: [_held(scenario, one, line.sku) for one in priority])


def _ends_so(scenario: Scenario, trace: Trace, figures: Figures) -> bool:
    """Whether every line is reported, and ends by these figures, or as unknown or invalid, where they do not apply."""
    told = by_line(answer_of(trace), status)
    return all(
        [
            told.get(line.line) in (Status.UNKNOWN, Status.INVALID, _ending(scenario, line, figures(line)))
            for line in scenario.task.lines
        ]
    )


def _ending(scenario: Scenario, line: Line, figures: list[int]) -> Status:
    """How a line ends with so many units in each warehouse: from one of them, or from all where it may be split."""
    most: Callable[[list[int]], int] = max if scenario.task.sourcing.split is Split.NONE else sum
    return Status.FOUND if most(figures or [0]) >= line.quantity else Status.SHORTFALL


def _replied(trace: Trace, reading: Callable[[FrozenJson], int]) -> Figures:
    """The figures of a line as each warehouse gave them at last."""

    def figures(line: Line) -> list[int]:
        rows = {
            call.arguments.get("warehouse"): reading(row)
            for call in asked(trace)
            for row in call.observation.body.get("rows", [call.observation.body])
            if row.get("sku") == line.sku
        }
        return list(rows.values())

    return figures


def _available(row: FrozenJson) -> int:
    return _whole(row, "available")


def _free(row: FrozenJson) -> int:
    return _whole(row, "on_hand") - _whole(row, "reserved") - _whole(row, "safety_stock")


def _whole(row: FrozenJson, field: str) -> int:
    figure = row.get(field)
    return figure if type(figure) is int else 0


def _held(scenario: Scenario, warehouse: str, sku: str) -> int:
    """What the stock itself holds available there."""
    figures = scenario.stock.table.figures(warehouse, sku)
    return (figures.available or 0) if figures else 0


STOCK: tuple[Naive, ...] = (
    Naive(
        "timeout-as-zero",
        timeout_as_zero,
        Means.OUTCOME,
        "A warehouse that did not answer is empty.",
        "B62 micro/go-micro#4503: a timeout was taken for a known outcome.",
    ),
    Naive(
        "on-hand-for-available",
        on_hand_for_available,
        Means.OUTCOME,
        "What lies in a warehouse can be promised.",
        "B42 vendurehq/vendure#4030: units promised to others were given out again.",
    ),
    Naive(
        "clamps-after-the-sum",
        clamps_after_the_sum,
        Means.OUTCOME,
        "What one warehouse lacks may be taken from what another has.",
        "B52 phreebooks/PhreeBooksERP#198: a negative stock went into what is there.",
    ),
    Naive(
        "checks-against-the-stock",
        checks_against_the_stock,
        Means.EVIDENCE,
        "Whoever is right knew it.",
        "B02 sierra-research/tau2-bench#224: stating the right thing without looking it up gave full marks.",
    ),
    Naive(
        "checks-each-line-alone",
        checks_each_line_alone,
        Means.OUTCOME,
        "Each line has the whole stock to itself.",
        "B50 vendurehq/vendure#2702: every line was compared with all that is there.",
    ),
)
