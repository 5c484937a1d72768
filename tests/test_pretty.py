"""Does a record print as the call that makes it, short enough to read?"""

from typing import Any

import pytest
from hypothesis.vendor.pretty import pretty
from worlds import scenario

from baselines import find
from inventory_env.answer import Answer
from inventory_env.faults import Fault, FaultKind
from inventory_env.stock import Stock, StockRecord, StockSource, StockTable
from inventory_env.task import Budget, Retry

PRINTED = {
    "defaults are left out": (Fault(FaultKind.TIMEOUT, nth=2), "Fault(kind=FaultKind.TIMEOUT, nth=2)"),
    "nothing but defaults": (Budget(), "Budget()"),
    "made defaults": (scenario({"W1": 5}).task.retry, "Retry()"),
    "long text is cut": (Answer((), "x" * 99), f"Answer(lines=(), message='{'x' * 60}...')"),
    "rows": (
        Stock.of(StockRecord("A", "W1", 5)),
        "Stock(StockSource(records=(StockRecord(sku='A', warehouse='W1', on_hand=5),)))",
    ),
    "file": (Stock(StockSource(csv="x.csv"), StockTable(())), "Stock(x.csv, 0 rows)"),
    "specimen": (find("asks-backwards"), "find('asks-backwards')"),
}


@pytest.mark.parametrize(("record", "printed"), PRINTED.values(), ids=PRINTED)
def test_record_prints_as_the_call_that_makes_it(record: Any, printed: str) -> None:
    """What is there by default is left out, and so is most of a long text."""
    assert " ".join(pretty(record).split()) == printed


def test_scenario_leaves_out_what_its_task_has_by_default() -> None:
    """A default that is made anew for each record counts as one, too."""
    told = pretty(scenario({"W1": 5}, retry=Retry()))
    assert "retry" not in told
