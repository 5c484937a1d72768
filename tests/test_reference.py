"""Is the reference path the one that the careful agent walks, and no other?"""

import itertools
from typing import Any

import pytest
from builders import NONE, PAGES, silent
from hypothesis import given, settings
from small_worlds import paged, scenarios
from worlds import scenario

from baselines import careful
from graders import grade
from graders.evidence import walk
from graders.reference import reference
from inventory_env.episode import play
from inventory_env.faults import Fault, FaultKind
from inventory_env.scenario import Scenario
from inventory_env.suites import load_suite
from inventory_env.task import Budget, Completeness, Line, OnUnreachable, Retry, Sourcing, Split

KIND = FaultKind


def paths(case: Scenario) -> tuple[str, ...]:
    return reference(case).queries


def agrees(case: Scenario) -> None:
    """The path on paper asks, learns and costs what careful asks, learns and costs when it plays."""
    trace, paper = play(careful, case), reference(case)
    made = [call for call in trace.calls if call.tool != "wait"]
    asked = [("list_stock " if call.tool == "list_stock" else "") + str(call.arguments["warehouse"]) for call in made]
    known = walk(case.task, trace).evidence.knowledge
    assert asked == list(paper.queries)
    assert (dict(paper.knowledge.numbers), paper.knowledge.missing) == (dict(known.numbers), known.missing)
    exist = set(itertools.product(case.task.priority, set(case.task.skus()) - known.missing))
    assert paper.knowledge.unreached & exist == known.unreached & exist
    assert grade(case, trace).costs == paper.costs


@settings(max_examples=120)
@given(scenarios())
def test_careful_walks_the_reference_path(case: Scenario) -> None:
    """Query for query, with the same waits, whatever goes wrong."""
    agrees(case)


@settings(max_examples=120)
@given(paged())
def test_careful_reads_the_reference_pages(case: Scenario) -> None:
    """Page for page."""
    agrees(case)


def test_worked_examples_name_their_path() -> None:
    """What a person wrote down is what the walk on paper asks."""
    named = [case for case in load_suite("worked") if case.expected and case.expected.queries]
    assert len(named) >= 20
    for case in named:
        assert case.expected is not None
        assert paths(case) == case.expected.queries, case.id


@pytest.mark.parametrize(
    ("case", "asked"),
    [
        (scenario({"W1": 2, "W2": 7, "W3": 9}, quantity=5, sourcing=NONE), "W1 W2"),
        (scenario({"W1": 5, "W2": 7}, quantity=5), "W1"),
        (scenario({"W1": 2, "W2": 1, "W3": 0}, quantity=5), "W1 W2 W3"),
        (scenario({"W1": 2, "W2": 7}, silent("W1"), quantity=5), "W1 W1 W1 W2"),
        (scenario({"W1": 2, "W2": 7}, silent("W1"), quantity=5, retry=Retry(max_attempts=1)), "W1 W2"),
        (scenario({"W1": 2, "W2": 7}, silent("W1"), quantity=5, on_unreachable=OnUnreachable.HOLD), "W1 W1 W1"),
        (scenario({"W1": 2, "W2": 7, "W3": 9}, quantity=5, budget=Budget(calls=1)), "W1"),
        (scenario({"W1": 2, "W2": 7, "W3": 9}, quantity=5, budget=Budget(decisions=0)), ""),
        (scenario({"W1": 2, "W2": 7, "W3": 9}, quantity=5, budget=Budget(tokens=0)), ""),
        (scenario({"W1": 2, "W2": 7, "W3": 9}, quantity=5, budget=Budget(tokens=1)), "W1 W2"),
        (scenario({"W1": 2, "W2": 7}, silent("W1"), quantity=5, budget=Budget(seconds=4)), "W1 W1"),
        (scenario({"W1": {"B": 1}, "W2": {}}, quantity=5), "W1"),
        (scenario({"W1": 6}, quantity=5, sourcing=Sourcing(Split.ANY, pack=2)), ""),
        (scenario({"W1": 2, "W2": 3, "W3": 9}, quantity=5, sourcing=Sourcing(Split.PREFER_SINGLE)), "W1 W2 W3"),
        (scenario({"W1": {"A": 5, "B": 5}}, lines=[Line(1, "B", 1), Line(2, "A", 1)]), "W1 W1"),
        (scenario({"W1": {"A": 0, "B": 2}, "W2": {"B": 3}, "W3": {"B": 9}}, quantity=5,
                  lines=[Line(1, "A", 5), Line(2, "B", 5)],
                  sourcing=Sourcing(Split.PREFER_SINGLE, completeness=Completeness.ORDER)), "W1 W2 W3 W1 W2"),
    ],
)  # fmt: skip
def test_the_stop_rule_ends_each_line(case: Scenario, asked: str) -> None:
    """Lines in order, warehouses in list order, no question too many."""
    assert " ".join(paths(case)) == asked


@pytest.mark.parametrize(
    ("retry_after_s", "backoff_s", "rest", "end_ms"),
    [
        (None, 0, {}, 2000 + 50 + 50),
        (None, 3, {}, 2000 + 3000 + 50 + 50),
        (5, 3, {}, 50 + 5000 + 50 + 50),
        (2, 3, {}, 50 + 3000 + 50 + 50),
        # The budget ends before the second attempt could start, so W2 is next, without a wait.
        (5, 3, {"budget": Budget(seconds=5)}, 50 + 50),
        (5, 3, {"budget": Budget(seconds=6)}, 50 + 5000 + 50 + 50),
    ],
)
def test_the_reference_waits_as_long_as_it_must(
    retry_after_s: int | None, backoff_s: int, rest: dict[str, Any], end_ms: int
) -> None:
    """From the arrival of the failed reply, in whole seconds."""
    kind = KIND.TIMEOUT if retry_after_s is None else KIND.RATE_LIMITED
    fault = Fault(kind, warehouse="W1", nth=1, retry_after_s=retry_after_s)
    case = scenario({"W1": 2, "W2": 7}, fault, quantity=5, retry=Retry(backoff_s=backoff_s), **rest)
    assert reference(case).costs.virtual_ms == end_ms


def test_a_wait_is_a_whole_number_of_seconds() -> None:
    """The reply came at 0.7 s of a second that another line had begun: the wait is rounded up."""
    case = scenario({"W1": 2, "W2": 7}, Fault(KIND.MALFORMED, warehouse="W1", nth=1, malformation="null"),  # type: ignore[arg-type]
                    quantity=5, retry=Retry(backoff_s=1), world={"reply_ms": 700})  # fmt: skip
    assert reference(case).costs.virtual_ms == 700 + 1000 + 700 + 700


def test_pages_are_turned_to_the_end() -> None:
    """A cursor at a time, one row each; a bad row sends back to its own page."""
    rows = {"0": 1, "A": 2, "Z": 1}
    case = scenario({"W1": rows, "W2": 7}, quantity=5, tools=PAGES, world={"page_size": 1})
    assert paths(case) == ("list_stock W1", "list_stock W1", "list_stock W2")
    old = Fault(KIND.STALE, warehouse="W1", age_s=60, nth=1)
    stale = scenario({"W1": rows, "W2": 7}, old, quantity=5, tools=PAGES, world={"page_size": 1}, max_age_s=30)
    assert paths(stale) == ("list_stock W1", "list_stock W1", "list_stock W1", "list_stock W2")
    assert reference(stale).costs.retries == 1


def test_a_bad_row_on_a_page_that_then_fails_has_an_end() -> None:
    """Three attempts in all: one with an old row, two without a reply."""
    faults = [Fault(KIND.STALE, warehouse="W1", age_s=60, nth=1), silent("W1")]
    case = scenario({"W1": 5, "W2": 9}, *faults, quantity=5, tools=PAGES, max_age_s=30)
    assert paths(case) == ("list_stock W1",) * 3 + ("list_stock W2",)
    assert reference(case).knowledge.unreached == {("W1", "A")}


def test_what_the_budget_keeps_from_the_path_is_unreached() -> None:
    """Asked or not."""
    case = scenario({"W1": 2, "W2": 7, "W3": 9}, quantity=99, budget=Budget(calls=1))
    assert reference(case).knowledge.unreached == {("W2", "A"), ("W3", "A")}


def test_the_path_is_walked_once_for_each_scenario() -> None:
    """The same scenario gives the same record; another seed another walk."""
    case = scenario({"W1": 2}, quantity=5)
    assert reference(case) is reference(scenario({"W1": 2}, quantity=5))
