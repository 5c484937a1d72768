"""Do the words say what the fields say, and name what the customer must know?"""

from typing import Any

import pytest
from worlds import scenario

from baselines import careful
from inventory_env.episode import play
from inventory_env.faults import Fault, FaultKind
from inventory_env.scenario import Scenario
from inventory_env.task import Budget, Completeness, Line, Sourcing, Split

SILENT = Fault(FaultKind.TIMEOUT, warehouse="W1")
ORDER = Sourcing(Split.ANY, completeness=Completeness.ORDER)


def said(case: Scenario) -> str:
    """The message of the careful agent."""
    trace = play(careful, case)
    assert trace.counting is not None
    assert trace.counting.answer is not None
    return trace.counting.answer.message


@pytest.mark.parametrize(
    ("case", "message"),
    [
        pytest.param(scenario({"W1": 6, "W2": 9}), "Line 1: 10 of A are available (6 from W1, 4 from W2).", id="found"),
        pytest.param(
            scenario({"W1": 6, "W2": 1}),
            "Line 1: only 7 of the 10 of A are available (6 from W1, 1 from W2); 3 are missing.",
            id="short",
        ),
        pytest.param(
            scenario({"W1": 0}), "Line 1: only 0 of the 10 of A are available; 10 are missing.", id="nothing there"
        ),
        pytest.param(
            scenario({"W1": 6, "W2": 4}, SILENT),
            "Line 1: whether 10 of A are available is unknown; 4 are confirmed (4 from W2). "
            "No figure could be had from W1.",
            id="unknown",
        ),
        pytest.param(
            scenario({"W1": 6, "W2": None, "W3": None}, SILENT),
            "Line 1: whether 10 of A are available is unknown; 0 are confirmed. "
            "No figure could be had from W1, W2 and W3.",
            id="nobody reached",
        ),
        pytest.param(
            scenario({"W1": 6}, sourcing=Sourcing(Split.ANY, pack=4)),
            "Line 1: 10 of A is not possible; the nearest whole packs are 8 and 12.",
            id="broken pack",
        ),
        pytest.param(scenario({"W1": 6}, lines=[Line(7, "X", 1)]), "Line 7: there is no article X.", id="no such sku"),
        pytest.param(
            scenario({"W1": 12}, asks_to_reserve=True),
            "Line 1: 10 of A are available (10 from W1). Nothing has been reserved: stock can only be looked up here.",
            id="asked to reserve",
        ),
    ],
)
def test_each_ending_in_words(case: Scenario, message: str) -> None:
    """One sentence a line, then what holds for the whole order."""
    assert said(case) == message


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (scenario({"W1": 12}, sourcing=ORDER), "The order can ship as a whole."),
        (scenario({"W1": 1}, sourcing=ORDER), "it cannot: nothing is planned."),
        (scenario({"W1": 12}, SILENT, sourcing=ORDER), "whether it can is unknown, so nothing is planned."),
    ],
)
def test_whether_the_order_ships_is_said(case: Scenario, words: str) -> None:
    """An order that ships only as a whole ends with one sentence on that."""
    assert said(case).endswith(words)


@pytest.mark.parametrize(
    ("many", "told"), [(1, True), (2, False)], ids=["the budget left a question open", "it was just enough"]
)
def test_a_spent_budget_is_named_where_it_left_something_open(many: int, told: bool) -> None:
    """Whoever reads `unknown` must learn that nobody was asked."""
    limits: dict[str, Any] = {"budget": Budget(calls=many)}
    assert ("budget is used up" in said(scenario({"W1": 6, "W2": 9}, **limits))) is told
