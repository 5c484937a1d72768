"""Which small warehouse worlds does the course play in? One line of one article, one source, replies that may fail."""

from collections.abc import Mapping

import attrs

from inventory_env.answer import Answer
from inventory_env.faults import Fault, FaultKind
from inventory_env.prompts import render
from inventory_env.scenario import Expected, Scenario
from inventory_env.stock import Stock, StockRecord
from inventory_env.task import Line, Retry, Sourcing, Split, Task
from inventory_env.trace import Call, Trace

ARTICLE = "A"
ATTEMPTS = 2
_TOOLS = frozenset({"get_stock", "get_item", "list_warehouses"})


def world(
    shelves: Mapping[str, int | tuple[int, int]],
    quantity: int = 5,
    *,
    silent: tuple[str, ...] = (),
    silent_once: tuple[str, ...] = (),
    expected: Expected | None = None,
) -> Scenario:
    """A scenario with one line of article A, to be taken from one warehouse.

    Args:
        shelves: units on hand by warehouse, or (on hand, reserved), in the order in which they are to be asked.
        quantity: units wanted.
        silent: warehouses that never reply.
        silent_once: warehouses of which the first reply does not come.
        expected: the answer key, where there is one.
    """
    rows = [
        StockRecord(ARTICLE, name, *(shelf if isinstance(shelf, tuple) else (shelf,)))
        for name, shelf in shelves.items()
    ]
    task = Task(
        id="t1",
        prompt="",
        lines=(Line(1, ARTICLE, quantity),),
        priority=tuple(shelves),
        sourcing=Sourcing(Split.NONE),
        tools=_TOOLS,
        retry=Retry(max_attempts=ATTEMPTS),
    )
    never = [Fault(FaultKind.TIMEOUT, warehouse=one) for one in silent]
    once = [Fault(FaultKind.TIMEOUT, warehouse=one, nth=1) for one in silent_once]
    return Scenario(
        task=attrs.evolve(task, prompt=render(task)),
        stock=Stock.of(*rows, warehouses=tuple(shelves)),
        faults=(*never, *once),
        expected=expected,
    )


def request_told(scenario: Scenario) -> str:
    """What is wanted, and what the tester knows: `5 of A, ask W1, W2; on the shelves W1 2, W2 7`."""
    task = scenario.task
    told = []
    for name in task.priority:
        figures = scenario.stock.table.figures(name, ARTICLE)
        units = "no row" if figures is None else str(figures.on_hand)
        held = f" less {figures.reserved} reserved" if figures is not None and figures.reserved else ""
        told.append(f"{name} {units}{held}")
    return f"{task.lines[0].quantity} of {ARTICLE}, ask {', '.join(task.priority)}; on the shelves {', '.join(told)}"


def call_told(call: Call) -> str:
    """One call and its reply: `W1 -> 2 available`, `W2 -> no reply`."""
    asked = call.arguments.get("warehouse", call.tool)
    error = call.observation.error
    if error is not None:
        return f"{asked} -> {'no reply' if error.code == 'TIMEOUT' else error.code}"
    return f"{asked} -> {call.observation.body.get('available')} available"


def answer_told(answer: Answer | None) -> str:
    """The answer in a few words: `found at W2`, `short by 3, most at W1`, `unknown, no reply from W2`."""
    line = answer.line(1) if answer else None
    if line is None:
        return "no answer"
    sources = [f"{units} from {name}" for name, units in line.plan]
    parts = [str(line.status)]
    parts += [" and ".join(sources)] if sources else []
    parts += [f"gap {line.gap}"] if line.gap else []
    parts += [f"confirmed {line.confirmed}"] if line.confirmed is not None else []
    parts += [f"no reply from {' and '.join(line.unreached)}"] if line.unreached else []
    parts += [f"reservations {', '.join(answer.reservations)}"] if answer and answer.reservations else []
    return ", ".join(parts)


def answer_of(trace: Trace) -> Answer | None:
    """The answer that counts."""
    return trace.counting.answer if trace.counting else None
