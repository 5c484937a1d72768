"""Is every world that is searched a sound one, and is none of their areas empty?"""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given

from baselines import careful
from graders.audit import worlds
from graders.audit.by_hypothesis import labelled_cases
from graders.audit.case import Case
from graders.audit.draws import Draw, Replayed, Seeded
from graders.audit.kinds import GOOD_KIND
from graders.audit.worlds import world
from inventory_env.answer import LineAnswer, Status
from inventory_env.codec import convert, decode, encode
from inventory_env.episode import play
from inventory_env.faults import Fault, FaultKind
from inventory_env.lint import lint
from inventory_env.prompts import LANGUAGES
from inventory_env.scenario import Bait, Scenario
from inventory_env.stock import Stock, StockRecord, StockSource
from inventory_env.task import Line, Split, Task
from inventory_env.trace import Stop, Trace

MANY = 1500
# How often in MANY worlds each is seen at least; about half of what there was when this was written.
STATUSES = {Status.FOUND: 330, Status.SHORTFALL: 150, Status.UNKNOWN: 240, Status.INVALID: 90}
FAULTS = dict.fromkeys(FaultKind, 80) | {FaultKind.PARTIAL_PAGE: 9}
DELIVERED = dict.fromkeys(FaultKind, 45) | {FaultKind.PARTIAL_PAGE: 7}
AREAS = {
    "two sources": 40,
    "two lines": 75,
    "two lines of one article": 35,
    "ship complete": 70,
    "shippable": 30,
    "write tools": 60,
    "pages": 60,
    "hold": 70,
    "another language": 60,
    "a budget": 60,
}


@pytest.fixture(scope="module")
def played() -> list[tuple[Scenario, Trace]]:
    """Many worlds and the careful agent's run in each."""
    scenarios = [world(Seeded(5, number)) for number in range(MANY)]
    return [(scenario, play(careful, scenario)) for scenario in scenarios]


def test_simplest_world_wants_one_unit_that_is_there() -> None:
    """One unit of A from W1, which holds it; nothing else."""
    simplest = world(Replayed(()))
    task = simplest.task
    assert (task.lines, task.priority, task.sourcing.split) == ((Line(1, "A", 1),), ("W1",), Split.NONE)
    assert simplest.stock.source.records == (StockRecord("A", "W1", 1),)
    assert (simplest.faults, simplest.bait, task.asks_to_reserve) == ((), Bait.NOT_OFFERED, False)


def test_simplest_world_takes_few_choices() -> None:
    """The sum of the choices of a small counterexample can be small only where few are made."""
    draw = Replayed(())
    world(draw)
    assert len(draw.made) == 6


@given(labelled_cases([GOOD_KIND]))
def test_every_world_is_sound(case: Case) -> None:
    """The linter finds nothing but faults that no lawful call meets, and it is written and read back the same."""
    assert {fault.code for fault in lint(case.scenario)} <= {"fault-never-matches"}
    read = decode(encode(case.scenario), Scenario, hook=lambda _, plain: Stock(convert(plain, StockSource)))
    assert read == case.scenario


def test_every_world_of_a_search_is_sound_and_played_to_its_end(played: list[tuple[Scenario, Trace]]) -> None:
    """The careful agent always answers, and the stock stays as it was."""
    for number, (scenario, trace) in enumerate(played):
        assert number % 4 or {fault.code for fault in lint(scenario)} <= {"fault-never-matches"}
        assert trace.stop in (Stop.ANSWERED, Stop.RETURNED)
        assert trace.counting is not None
        assert trace.stock_before == trace.stock_after


def test_every_way_to_end_is_seen_often(played: list[tuple[Scenario, Trace]]) -> None:
    """No drift of the worlds may make one of them rare."""
    seen = Counter(line.status for _, trace in played for line in lines(trace))
    print(seen)
    assert_at_least(seen, STATUSES)


def test_every_fault_is_planned_and_met_often(played: list[tuple[Scenario, Trace]]) -> None:
    """Of every kind."""
    planned = Counter(fault.kind for scenario, _ in played for fault in scenario.faults)
    met = Counter(
        scenario.faults[call.fault].kind for scenario, trace in played for call in trace.calls if call.fault is not None
    )
    print(planned, met)
    assert_at_least(planned, FAULTS)
    assert_at_least(met, DELIVERED)


def test_every_area_is_seen_often(played: list[tuple[Scenario, Trace]]) -> None:
    """Several sources, several lines, every rule that a task can have."""
    seen = Counter(area for scenario, trace in played for area in areas(scenario.task, trace))
    print(seen)
    assert_at_least(seen, AREAS)


def areas(task: Task, trace: Trace) -> Iterator[str]:
    """What can be said of one world and the run in it."""
    found = lines(trace)
    answer = trace.counting.answer if trace.counting else None
    told = {
        "two sources": any(len(line.plan) > 1 for line in found),
        "two lines": len(task.lines) > 1,
        "two lines of one article": len(task.lines) > len(task.skus()),
        "ship complete": task.sourcing.completeness.value == "order",
        "shippable": answer is not None and answer.shippable is not None and answer.shippable.value == "yes",
        "write tools": "create_order" in task.tools,
        "pages": "list_stock" in task.tools,
        "hold": task.on_unreachable.value == "hold",
        "another language": task.language != "en",
        "a budget": any(one is not None for one in (task.budget.calls, task.budget.decisions, task.budget.seconds)),
    }
    return (name for name, is_so in told.items() if is_so)


def lines(trace: Trace) -> tuple[LineAnswer, ...]:
    """What was reported on each line."""
    return trace.counting.answer.lines if trace.counting and trace.counting.answer else ()


def assert_at_least(seen: Counter[object] | Counter[str], bounds: object) -> None:
    """Each as often as that."""
    assert isinstance(bounds, dict)
    assert {name: seen[name] for name in bounds if seen[name] < bounds[name]} == {}


@pytest.mark.parametrize("place", range(len(worlds._ADDITIONS)), ids=lambda i: worlds._ADDITIONS[i].__name__)
def test_every_addition_changes_the_world(place: int) -> None:
    """Drawn alone it makes another world than the simplest, which is sound."""
    draw = Replayed((0, 0, 0, 1, place))
    scenario = world(draw)
    assert scenario != world(Replayed(()))
    assert draw.made[3:5] == [1, place]
    assert {fault.code for fault in lint(scenario)} <= {"fault-never-matches"}


@pytest.mark.parametrize(
    ("shelf", "row"),
    [
        (0, StockRecord("A", "W1", 3)),
        (1, StockRecord("A", "W1", 0)),
        (2, StockRecord("A", "W1", 2)),
        (3, StockRecord("A", "W1", 4)),
        (4, StockRecord("A", "W1", 2)),
        (5, StockRecord("A", "W1", 3, 3)),
        (6, StockRecord("A", "W1", 5, 1)),
        (7, StockRecord("A", "W1", 11)),
        (8, StockRecord("A", "W1", -3)),
        (9, StockRecord("A", "W1", None, tracked=False)),
        (10, None),
    ],
)
def test_shelves_hold_what_relates_to_the_need(shelf: int, row: StockRecord | None) -> None:
    """Exactly, none, one too few, one too many, half, all promised, plenty, oversold, untracked, no row."""
    draw = Replayed((2, 0, 0, 0, shelf))
    assert world(draw).stock.source.records == ((row,) if row else ())
    assert draw.room[4] == 10


def test_later_warehouses_hold_what_earlier_ones_leave_wanted() -> None:
    """One too few in W1, so that one is wanted of W2."""
    scenario = world(Replayed((4, 1, 0, 0, 2, 0)))
    assert scenario.stock.source.records == (StockRecord("A", "W1", 4), StockRecord("A", "W2", 1))


@pytest.mark.parametrize("kind", range(len(worlds._KINDS)), ids=lambda i: worlds._KINDS[i].value)
def test_every_fault_can_be_the_only_one(kind: int) -> None:
    """The pages of a partial one are offered there."""
    pages = [1, [one.__name__ for one in worlds._ADDITIONS].index("_pages"), 0]
    paged = worlds._KINDS[kind] is FaultKind.PARTIAL_PAGE
    scenario = world(Replayed((0, 0, 0, *(pages if paged else [0]), 0, 1, kind)))
    (fault,) = scenario.faults
    assert isinstance(fault, Fault)
    assert fault.kind is worlds._KINDS[kind]
    assert fault.warehouse == "W1"
    assert play(careful, scenario).calls[0].fault == 0


def test_every_language_is_drawn() -> None:
    """Each with the same chance."""
    seen = Counter(world(one).task.language for one in languages())
    assert set(seen) == set(LANGUAGES) - {LANGUAGES[0]}


def languages() -> Iterator[Draw]:
    """Choices of a world whose only addition is a language, each in turn."""
    place = [one.__name__ for one in worlds._ADDITIONS].index("_language")
    return (Replayed((0, 0, 0, 1, place, number)) for number in range(len(LANGUAGES) - 1))
