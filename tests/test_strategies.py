"""Do the strategies give what they promise: lawful worlds, of every kind, that shrink to plain ones?"""

from collections.abc import Callable
from typing import Any

from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from inventory_env.answer import Answer
from inventory_env.faults import FaultKind
from inventory_env.frozen_json import freeze
from inventory_env.lint import lint
from inventory_env.scenario import Bait, Scenario
from inventory_env.stock import StockRecord
from inventory_env.strategies import answers, calls, names, records, scenarios, tasks, wholes
from inventory_env.task import Completeness, OnUnreachable, Sourcing, Split, Task
from inventory_env.tools import TOOLS

SOON = settings(max_examples=100, phases=[Phase.generate, Phase.shrink])


@given(scenarios())
def test_scenario_is_lawful(world: Scenario) -> None:
    """The linter finds nothing but faults that happen to hit no call."""
    assert {fault.code for fault in lint(world)} <= {"fault-never-matches"}


@given(scenarios(paged=False, most_lines=1, most_faults=0))
def test_scenario_keeps_to_what_was_asked(world: Scenario) -> None:
    """Options narrow what is drawn."""
    assert "get_stock" in world.task.tools
    assert (len(world.task.lines), world.faults) == (1, ())


KINDS: dict[str, Callable[[Scenario], bool]] = {
    **{f"fault {kind}": (lambda world, kind=kind: any(one.kind is kind for one in world.faults)) for kind in FaultKind},
    **{f"split {split}": (lambda world, split=split: world.task.sourcing.split is split) for split in Split},
    **{f"bait {bait}": (lambda world, bait=bait: world.bait is bait) for bait in Bait},
    "pages": lambda world: "list_stock" in world.task.tools,
    "ship complete": lambda world: world.task.sourcing.completeness is Completeness.ORDER,
    "hold": lambda world: world.task.on_unreachable is OnUnreachable.HOLD,
    "shared sku": lambda world: len(world.task.skus()) < len(world.task.lines),
    "pack": lambda world: world.task.sourcing.pack > 1,
    "budget": lambda world: world.task.budget.calls is not None,
    "age": lambda world: world.task.max_age_s is not None,
    "untracked": lambda world: any(row.on_hand is None for row in world.stock.source.records),
    "closed": lambda world: bool(world.stock.source.inactive),
    "no such article": lambda world: bool(set(world.task.skus()) - world.stock.skus),
}


def test_every_kind_of_scenario_is_drawn() -> None:
    """No kind of fault, rule, bait or stock is left out: each shows among a few hundred scenarios."""
    missing = set(KINDS)

    @settings(max_examples=300)
    @given(scenarios())
    def draw(world: Scenario) -> None:
        missing.difference_update([kind for kind in missing if KINDS[kind](world)])

    draw()
    assert missing == set()


def test_scenario_shrinks_to_a_plain_one() -> None:
    """Whoever finds a fault gets to see the smallest world that shows it: here, one in which a warehouse has a row."""
    world = find(scenarios(), lambda world: bool(world.stock.source.records), settings=SOON)
    assert [(line.line, line.sku, line.quantity) for line in world.task.lines] == [(1, "A", 1)]
    assert world.task.priority == ("W1",)
    assert world.task.sourcing == Sourcing(Split.NONE)
    assert world.stock.source.records == (StockRecord("A", "W1", 0),)
    assert world.faults == ()


def test_name_and_row_shrink_to_plain_ones() -> None:
    """One character, nothing on hand."""
    assert find(names(), lambda _: True, settings=SOON) == "0"
    assert find(records(["W1"], ["A"]), lambda _: True, settings=SOON) == StockRecord("A", "W1", 0)


@given(wholes(3, 9) | wholes(-2, 40))
def test_whole_numbers_keep_to_their_ends(number: int) -> None:
    """Both ends are included, nothing beyond is."""
    assert -2 <= number <= 40


@given(st.data())
def test_answer_fits_its_task(data: st.DataObject) -> None:
    """It names only lines and warehouses of the task; it may be wrong in everything else."""
    task = data.draw(tasks())
    answer = data.draw(answers(task))
    assert isinstance(answer, Answer)
    for line in answer.lines:
        assert task.line(line.line)
        assert {warehouse for warehouse, _ in line.plan} <= set(task.priority)


@given(st.data())
def test_call_is_one_that_the_tool_reads(data: st.DataObject) -> None:
    """Lawful arguments of a tool on offer, or a wait."""
    task: Task = data.draw(tasks())
    call: tuple[str, dict[str, Any]] = data.draw(calls(task))
    assert call[0] in task.tools | {"wait"}
    TOOLS[call[0]].check(freeze(call[1]))
