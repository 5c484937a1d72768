"""Does the careful agent read lists to the end, page by page, and no page in vain?"""

from typing import Any

import pytest
from worlds import scenario

from baselines import careful
from inventory_env.answer import LineAnswer, NotANumber, Status
from inventory_env.episode import play
from inventory_env.faults import Fault, FaultKind, Malformation
from inventory_env.frozen_json import FrozenJson
from inventory_env.replies import Result
from inventory_env.scenario import Scenario
from inventory_env.task import Budget, Line, OnUnreachable, Retry, Sourcing, Split
from inventory_env.trace import Trace
from inventory_env.warehouse import Reply, Warehouse

THREE = {"A": 3, "B": 2, "C": 9}


def listed(shelves: Any, *faults: Fault, page_size: int = 2, **rest: Any) -> Scenario:
    """A scenario in which stock can only be read from lists."""
    return scenario(shelves, *faults, tools={"list_stock"}, world={"page_size": page_size}, **rest)


def pages(trace: Trace) -> list[str]:
    """The pages read, `W1` for the first one, `W1>B` for the one after B, `+2` for a wait."""
    return [
        f"+{call.arguments['seconds']}"
        if call.tool == "wait"
        else call.arguments["warehouse"] + call.arguments.get("cursor", "").replace("after:", ">")
        for call in trace.calls
    ]


def reported(trace: Trace) -> tuple[LineAnswer, ...]:
    """The lines of the answer that counts."""
    assert trace.counting is not None, trace.stop_reason
    assert trace.counting.answer is not None
    return trace.counting.answer.lines


def spoiled(**where: Any) -> Fault:
    """A fault that contradicts every row of a page."""
    return Fault(FaultKind.MALFORMED, malformation=Malformation.CONTRADICTING_FIELDS, **where)


class Torn(Warehouse):
    """A world that contradicts the row of one article on the first so many readings of each page."""

    sku, times = "A", 1

    def reply(self, tool: str, arguments: FrozenJson, start_ms: int) -> Reply:
        """The reply of the plain world, one row of it torn."""
        reply = super().reply(tool, arguments, start_ms)
        if tool != "list_stock" or reply.attempt > self.times:
            return reply
        return reply._replace(result=self._torn(reply.result))

    def _torn(self, result: Result) -> Result:
        assert isinstance(result, dict)
        rows = [{**row, "available": 99} if row["sku"] == self.sku else row for row in result["rows"]]
        return {**result, "rows": rows}


def test_one_page_is_not_the_list() -> None:
    """What does not stand on the first page may stand on the next."""
    trace = play(careful, listed({"W1": THREE}, lines=(Line(1, "C", 5),)))
    assert pages(trace) == ["W1", "W1>B"]
    assert reported(trace)[0].plan == (("W1", 5),)


def test_reading_ends_at_the_row() -> None:
    """Once the article's row is read, later pages of this list say nothing about it."""
    trace = play(careful, listed({"W1": THREE, "W2": THREE}, quantity=5))
    assert pages(trace) == ["W1", "W2"]


def test_absent_from_the_whole_list_is_not_stocked() -> None:
    """Only the last page shows that an article is not there; every page read is evidence for it."""
    trace = play(careful, listed({"W1": {"B": 1, "C": 1, "D": 1}}))
    (line,) = reported(trace)
    assert pages(trace) == ["W1", "W1>C"]
    assert (line.status, line.gap, line.seen) == (Status.SHORTFALL, 10, (("W1", NotANumber.NOT_STOCKED),))
    assert line.evidence == ("c1", "c2")


def test_an_inactive_warehouse_is_settled_for_all() -> None:
    """One refusal says that nothing there can be had."""
    lines = (Line(1, "A", 1), Line(2, "B", 1))
    trace = play(careful, listed({"W1": THREE}, lines=lines, stocked={"inactive": frozenset({"W1"})}))
    assert pages(trace) == ["W1"]
    assert [line.seen for line in reported(trace)] == [(("W1", NotANumber.INACTIVE),)] * 2


def test_a_list_is_read_on_where_the_line_before_stopped() -> None:
    """Another line needs the next page; the first is not read twice."""
    trace = play(careful, listed({"W1": THREE}, lines=(Line(1, "A", 1), Line(2, "C", 1), Line(3, "B", 1))))
    assert pages(trace) == ["W1", "W1>B"]
    assert all(line.status is Status.FOUND for line in reported(trace))


@pytest.mark.parametrize("last", [False, True], ids=["a full page is due", "fewer rows in all than told"])
def test_a_short_page_is_a_failed_attempt(last: bool) -> None:
    """Rows are missing, so the page is asked for again, after the backoff."""
    fault = Fault(FaultKind.PARTIAL_PAGE, nth=1)
    trace = play(careful, listed({"W1": THREE}, fault, page_size=9 if last else 2, retry=Retry(backoff_s=3)))
    assert pages(trace) == ["W1", "+3", "W1"]
    assert reported(trace)[0].seen == (("W1", 3),)


def test_a_list_that_cannot_be_read_on_is_unreached() -> None:
    """Its first page alone says nothing about the article; the next warehouse is asked."""
    silent = Fault(FaultKind.PARTIAL_PAGE, warehouse="W1")
    trace = play(careful, listed({"W1": THREE, "W2": {"A": 4}}, silent))
    (line,) = reported(trace)
    assert pages(trace) == ["W1", "W1", "W1", "W2"]
    assert (line.status, line.unreached, line.confirmed) == (Status.UNKNOWN, ("W1",), 4)


def test_a_failure_that_is_final_is_not_repeated() -> None:
    """Neither for the article that asked first nor for the next."""
    down = Fault(FaultKind.UNAVAILABLE, warehouse="W1", retryable=False)
    trace = play(careful, listed({"W1": THREE, "W2": THREE}, down, lines=(Line(1, "A", 1), Line(2, "B", 1))))
    assert pages(trace) == ["W1", "W2"]
    assert [line.unreached for line in reported(trace)] == [("W1",)] * 2


def test_untracked_is_settled_without_a_number() -> None:
    """Its row is there, and says that nobody counts."""
    trace = play(careful, listed({"W1": {"A": None}}))
    (line,) = reported(trace)
    assert (pages(trace), line.unreached, line.status) == (["W1"], ("W1",), Status.UNKNOWN)


def test_a_torn_row_is_read_again_with_its_page() -> None:
    """The same page may bring it whole; the other rows of the page were good all along."""
    trace = play(careful, listed({"W1": THREE}, quantity=3, retry=Retry(backoff_s=2)), world=Torn)
    assert pages(trace) == ["W1", "+2", "W1"]
    assert reported(trace)[0].evidence == ("c3",)


def test_a_page_spoiled_to_the_end_is_unreached() -> None:
    """No row of it can be believed in the attempts allowed."""
    trace = play(careful, listed({"W1": THREE, "W2": THREE}, spoiled(warehouse="W1"), quantity=3))
    assert pages(trace) == ["W1", "W1", "W1", "W2"]
    assert reported(trace)[0].unreached == ("W1",)


def test_stale_rows_are_read_again() -> None:
    """Old figures are a failed attempt where their age is limited."""
    stale = Fault(FaultKind.STALE, age_s=61, nth=1)
    trace = play(careful, listed({"W1": THREE}, stale, quantity=3, max_age_s=60))
    assert (pages(trace), reported(trace)[0].status) == (["W1", "W1"], Status.FOUND)


class TornB(Torn):
    """B's row is torn once."""

    sku = "B"


def test_torn_rows_of_others_are_read_again_before_the_next_list() -> None:
    """A page of W2 would ask for B too, and B may still be had at W1."""
    lines = (Line(1, "A", 9), Line(2, "B", 2))
    trace = play(careful, listed({"W1": THREE, "W2": THREE}, lines=lines), world=TornB)
    assert pages(trace) == ["W1", "W1", "W2"]
    assert [line.status for line in reported(trace)] == [Status.SHORTFALL, Status.FOUND]


def test_a_torn_row_waits_until_the_backoff_is_over() -> None:
    """The backoff runs from the torn reply; what was read meanwhile counts towards it."""
    lines = (Line(1, "C", 9), Line(2, "B", 2))
    trace = play(careful, listed({"W1": THREE}, lines=lines, retry=Retry(backoff_s=2)), world=TornB)
    assert pages(trace) == ["W1", "W1>B", "+2", "W1"]
    slow = Fault(FaultKind.SLOW, latency_ms=1500)
    waited = play(careful, listed({"W1": THREE}, slow, lines=lines, retry=Retry(backoff_s=2)), world=TornB)
    assert pages(waited) == ["W1", "W1>B", "+1", "W1"]


def test_a_number_once_read_outlives_a_torn_row() -> None:
    """The page is read again for B; that A's row is torn by then takes nothing from what it said before."""
    spoiled_later = spoiled(nth=2)
    lines = (Line(1, "A", 3), Line(2, "B", 2))
    trace = play(careful, listed({"W1": THREE}, spoiled_later, lines=lines), world=TornB)
    assert pages(trace) == ["W1", "W1", "W1"]
    assert [line.seen for line in reported(trace)] == [(("W1", 3),), (("W1", 2),)]


class Forever(Torn):
    """B's row is always torn."""

    sku, times = "B", 99


def test_a_row_torn_to_the_end_does_not_hold_up_other_articles() -> None:
    """B is unreached at W1; A goes on to W2."""
    lines = (Line(1, "A", 9), Line(2, "B", 2))
    trace = play(careful, listed({"W1": THREE, "W2": {"A": 6}}, lines=lines), world=Forever)
    first, second = reported(trace)
    assert pages(trace) == ["W1", "W1", "W1", "W2"]
    assert (first.status, second.status, second.unreached) == (Status.FOUND, Status.UNKNOWN, ("W1",))


def test_what_a_spent_budget_left_unread_is_unreached() -> None:
    """The page asked for both; when time runs out neither has a number."""
    silent = Fault(FaultKind.TIMEOUT)
    lines = (Line(1, "A", 9), Line(2, "B", 2))
    trace = play(careful, listed({"W1": THREE, "W2": THREE}, silent, lines=lines, budget=Budget(seconds=3)))
    assert pages(trace) == ["W1", "W1"]
    assert [(line.status, line.unreached) for line in reported(trace)] == [(Status.UNKNOWN, ("W1",))] * 2


def test_a_budget_may_end_while_rows_are_read_again() -> None:
    """Then the question that had to wait for them is never asked."""
    lines = (Line(1, "A", 9), Line(2, "B", 2))
    budget = Budget(decisions=2)
    trace = play(careful, listed({"W1": THREE, "W2": THREE}, lines=lines, budget=budget), world=Forever)
    first, second = reported(trace)
    assert pages(trace) == ["W1", "W1"]
    assert (first.unreached, second.unreached) == ((), ("W1",))


class Shrinking(Warehouse):
    """A world in which A has 9 at first, and whose list then shows 1, while B's row is torn at first."""

    def reply(self, tool: str, arguments: FrozenJson, start_ms: int) -> Reply:
        """A page whose rows change between two readings."""
        reply = super().reply(tool, arguments, start_ms)
        if reply.attempt > 1 or arguments.get("warehouse") != "W1":
            return reply
        assert isinstance(reply.result, dict)
        first, second = reply.result["rows"]
        rows = [{**first, "on_hand": 9, "available": 9}, {**second, "available": 99}]
        return reply._replace(result={**reply.result, "rows": rows})


def test_a_figure_that_was_corrected_opens_its_line_again() -> None:
    """The later of two replies counts: A was covered, then was not, so W2 has to be asked."""
    lines = (Line(1, "A", 5), Line(2, "B", 2))
    trace = play(careful, listed({"W1": {"A": 1, "B": 2}, "W2": {"A": 7}}, lines=lines), world=Shrinking)
    assert pages(trace) == ["W1", "W1", "W2"]
    assert [line.plan for line in reported(trace)] == [(("W1", 1), ("W2", 4)), (("W1", 2),)]


def test_hold_does_not_use_a_number_behind_a_silent_list() -> None:
    """B stands on W2's page, but W1 never gave it: it is known and cannot be planned with."""
    lines = (Line(1, "A", 9), Line(2, "B", 2))
    case = listed({"W1": THREE, "W2": {"A": 6, "B": 9}}, lines=lines, on_unreachable=OnUnreachable.HOLD)
    first, second = reported(play(careful, case, world=Forever))
    assert first.status is Status.FOUND
    assert (second.status, second.confirmed, second.unreached) == (Status.UNKNOWN, 0, ("W1",))


def test_prefer_single_reads_the_lists_to_the_end() -> None:
    """Covered by two, but the last warehouse may cover it alone."""
    shelves = {"W1": {"A": 6}, "W2": {"A": 7}, "W3": {"A": 10}}
    trace = play(careful, listed(shelves, sourcing=Sourcing(Split.PREFER_SINGLE)))
    assert (pages(trace), reported(trace)[0].plan) == (["W1", "W2", "W3"], (("W3", 10),))
