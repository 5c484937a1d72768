"""What must not grow? Ratios measured in one run; no wall time is asserted."""

import time
import tracemalloc

from baselines import careful
from graders import grade
from inventory_env import load_suite, play
from inventory_env.run import Recorder, Run
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockRecord, StockSource, StockTable
from inventory_env.task import Line, Sourcing, Split, Task
from inventory_env.warehouse import Warehouse

TASK = Task("t", "", (Line(1, "S1", 3),), ("W1", "W2"), Sourcing(Split.ANY), frozenset({"get_stock"}))


def stocked(rows: int) -> Scenario:
    """A scenario over a table of that many rows, in ten warehouses."""
    each = rows // 10
    table = StockTable(StockRecord(f"S{row % each}", f"W{row // each}", 5) for row in range(rows))
    return Scenario(TASK, Stock(StockSource(csv="stock.csv"), table))


def starting(scenario: Scenario) -> float:
    """CPU seconds of a thousand resets: the best of some rounds."""
    best = float("inf")
    for _ in range(7):
        began = time.process_time()
        for _ in range(1000):
            Run(scenario).open(Warehouse, Recorder)
        best = min(best, time.process_time() - began)
    return best


def test_reset_does_not_depend_on_the_size_of_the_stock() -> None:
    """A run over 200,000 rows starts as fast as one over 1,000: the table is shared, not copied."""
    assert starting(stocked(200_000)) < 2 * starting(stocked(1_000))


def test_memory_does_not_grow_with_the_number_of_episodes() -> None:
    """What is kept for speed is bounded: after a first round over a suite, further rounds add nothing to speak of."""
    scenarios = load_suite("worked")

    def play_all(rounds: int) -> None:
        for _ in range(rounds):
            for scenario in scenarios:
                grade(scenario, play(careful, scenario))

    play_all(2)
    tracemalloc.start()
    try:
        play_all(2)
        before = tracemalloc.get_traced_memory()[0]
        play_all(8)
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert after - before < 64_000
