"""Do the books hold what replies settled, and what may still be asked?"""

from typing import Any

import pytest
from builders import NONE, PAGES, broken, get, judge, page, run, silent, walked
from hypothesis import given, settings
from hypothesis import strategies as st
from small_worlds import paged, scenarios
from worlds import scenario

from baselines import careful
from graders.evidence import walk
from graders.ledger import Ledger, Question
from graders.oracle import ended
from graders.readings import Kind, PageReading, Reading
from inventory_env.answer import NotANumber
from inventory_env.episode import play
from inventory_env.faults import FaultKind
from inventory_env.scenario import Scenario
from inventory_env.task import Budget, Line, OnUnreachable, Retry, Sourcing, Split

KIND = FaultKind
W1, W2 = ("W1", "A"), ("W2", "A")


def books(**task: Any) -> Ledger:
    """Empty books about 5 of A at W1 and W2."""
    return Ledger(scenario({"W1": 1, "W2": 1}, quantity=5, **task).task)


def number(units: int) -> Reading:
    return Reading(Kind.NUMBER, units)


# --- what is settled ---


@pytest.mark.parametrize("kind", [Kind.NUMBER, Kind.ABSENT, Kind.INACTIVE])
def test_three_kinds_of_reply_are_a_number(kind: Kind) -> None:
    """A figure, an absence, a closed warehouse."""
    book = books()
    book.take_stock(W1, Reading(kind, 0), 50)
    assert book.knowledge(50).numbers == {W1: 0}
    assert book.settled(W1, 50)
    assert book.answered(W1)


@pytest.mark.parametrize("kind", [Kind.UNTRACKED, Kind.FATAL])
def test_a_final_reply_without_a_number_is_unreached_at_once(kind: Kind) -> None:
    """No attempt can better it."""
    book = books()
    book.take_stock(W1, Reading(kind), 50)
    assert book.knowledge(50).unreached == {W1}
    assert (book.settled(W1, 50), book.answered(W1), book.asked(W1)) == (True, False, True)


@pytest.mark.parametrize("kind", [Kind.FAILED, Kind.STALE, Kind.MALFORMED])
def test_a_failure_is_unreached_when_no_attempt_is_left(kind: Kind) -> None:
    """Two attempts are allowed here."""
    book = books(retry=Retry(max_attempts=2))
    book.take_stock(W1, Reading(kind), 50)
    assert book.knowledge(50).unreached == set()
    book.take_stock(W1, Reading(kind), 100)
    assert book.knowledge(100).unreached == {W1}


def test_an_article_that_does_not_exist_is_settled_everywhere() -> None:
    """One warehouse said so."""
    book = books()
    book.take_stock(W1, Reading(Kind.NO_SKU), 50)
    assert (book.knowledge(50).missing, book.settled(W2, 50)) == ({"A"}, True)
    assert (book.answered(W1), book.answered(W2)) == (True, False)


@pytest.mark.parametrize(
    ("seconds", "wait_s", "now_ms", "left"),
    [(None, 99, 50, True), (10, 9, 50, True), (10, 10, 50, False), (10, 0, 9999, True), (10, 0, 10_000, False)],
)
def test_an_attempt_must_start_before_the_budget_ends(seconds: Any, wait_s: int, now_ms: int, left: bool) -> None:
    """With its wait: the reply arrived at 50 ms, so a wait of 9 s ends at 9.05 s."""
    book = books(budget=Budget(seconds=seconds))
    book.take_stock(W1, Reading(Kind.FAILED, wait_s=wait_s), 50)
    assert book.settled(W1, now_ms) is not left


def test_the_longer_of_backoff_and_reply_is_waited_for() -> None:
    """From the arrival of the failed reply."""
    for backoff_s, wait_s, ready_ms in ((0, 0, 50), (3, 0, 3050), (3, 5, 5050), (5, 3, 5050)):
        book = books(retry=Retry(backoff_s=backoff_s))
        book.take_stock(W1, Reading(Kind.FAILED, wait_s=wait_s), 50)
        assert book.hinge(W1) == Question(1, Kind.FAILED, ready_ms)


def test_with_the_budget_over_everything_else_is_unreached() -> None:
    """Asked or not; a number stays a number."""
    book = books()
    assert book.knowledge(0).unreached == set()
    book.take_stock(W1, number(2), 50)
    assert book.knowledge(50, exhausted=True).unreached == {W2}


def test_a_copy_goes_its_own_way() -> None:
    """What is entered into one is not in the other."""
    book = books()
    book.take_stock(W1, Reading(Kind.FAILED), 50)
    other = book.copy()
    other.take_stock(W1, number(2), 100)
    assert (dict(book.numbers), dict(other.numbers)) == ({}, {W1: 2})
    assert [one.questions[W1].attempts for one in (book, other)] == [1, 2]


# --- pages ---


def leaf(cursor: str | None, **rows: Reading) -> PageReading:
    return PageReading(Kind.PAGE, rows, len(rows), cursor)


def test_pages_are_counted_from_the_first_one_on() -> None:
    """Rows before a page are known where the chain to it was read; else no page looks short."""
    book = books(tools=PAGES)
    unknown = book.rows_before("W1", "after:A")
    assert (book.rows_before("W1", None), unknown > 10**9) == (0, True)
    book.take_page(("W1", None, None), leaf("after:A", A=number(1)), 50, ("A",))
    assert book.rows_before("W1", "after:A") == 1
    assert book.rows_before("W1", "after:C") == unknown
    book.take_page(("W1", "after:A", None), leaf("after:C", B=number(1), C=number(1)), 50, ("A",))
    assert book.rows_before("W1", "after:C") == 3


def test_an_article_on_no_page_is_absent_after_the_last_one() -> None:
    """Not before, and not after a last page that hangs on no chain."""
    book = books(tools=PAGES)
    book.take_page(("W1", None, None), leaf("after:0"), 50, ("A",))
    assert W1 not in book.numbers
    book.take_page(("W1", "after:X", None), leaf(None), 50, ("A",))
    assert W1 not in book.numbers
    book.take_page(("W1", "after:0", None), leaf(None), 50, ("A",))
    assert (book.numbers[W1], book.said(W1)) == (0, [NotANumber.NOT_STOCKED])


def test_a_lost_page_hangs_over_every_article_not_yet_seen() -> None:
    """The page in front failed: what it would have settled is open, then unreached."""
    book = books(tools=PAGES, retry=Retry(max_attempts=2))
    failed = PageReading(Kind.FAILED)
    book.take_page(("W1", None, None), leaf("after:0"), 50, ("A",))
    for attempt in (1, 2):
        book.take_page(("W1", "after:0", None), failed, 50, ("A",))
        assert book.settled(W1, 50) is (attempt == 2)


def test_a_page_that_was_read_before_settles_nothing_more_by_failing() -> None:
    """Page one came, and later fails: page two is still the question."""
    book = books(tools=PAGES, retry=Retry(max_attempts=1))
    book.take_page(("W1", None, None), leaf("after:0"), 50, ("A",))
    book.take_page(("W1", None, None), PageReading(Kind.FAILED), 50, ("A",))
    assert book.hinge(W1) is None
    assert not book.settled(W1, 50)


def test_a_page_asked_for_before_its_turn_is_a_question_too() -> None:
    """A guessed cursor failed; when its turn comes, that failure has attempts left."""
    rows = {"0": 1, "1": 1, "A": 1}
    lost = silent("W1", nth=1)
    case = scenario({"W1": rows, "W2": 9}, lost, quantity=5, tools=PAGES, world={"page_size": 1})
    first, second = page("W1"), page("W1", cursor="after:0")
    assert broken(judge(case, [second, first, first, page("W2")])) == {"retry-missing": ["c4"]}
    assert broken(judge(case, [second, first, first, second])) == {}


def test_a_page_that_came_whole_stays_answered() -> None:
    """Asked again and again, it is repeated each time, though one repetition timed out."""
    rows = {"A": 1, "B": 1, "C": 1}
    case = scenario({"W1": rows}, silent("W1", nth=2), quantity=5, tools=PAGES, world={"page_size": 2})
    assert broken(judge(case, [page("W1")] * 4)) == {"repeated-query": ["c2", "c3", "c4"]}


def test_a_short_page_shows_figures_that_settle_nothing() -> None:
    """They may be quoted; a row without a figure shows none."""
    book = books(tools=PAGES)
    rows = {"A": number(4), "B": Reading(Kind.MALFORMED)}
    book.take_page(("W1", None, None), PageReading(Kind.SHORT, rows), 50, ("A",))
    assert (dict(book.numbers), dict(book.short), book.said(W1)) == ({}, {W1: [4]}, [4])
    assert book.pages["W1"].half_read


def test_a_bad_row_shares_the_attempts_of_its_page() -> None:
    """What becomes of the page decides about the row; an untracked row is settled apart."""
    book = books(tools=PAGES)
    query = ("W1", None, None)
    stale = Reading(Kind.STALE, 4)
    book.take_page(query, leaf(None, A=stale), 50, ("A",))
    for attempts in (2, 3):
        assert not book.settled(W1, 50)
        book.take_page(query, PageReading(Kind.FAILED), 50, ("A",))
        assert book.questions[query].attempts == attempts
    assert book.settled(W1, 50)
    two = Ledger(scenario({"W1": 1}, tools=PAGES, lines=[Line(1, "A", 5), Line(2, "B", 5)]).task)
    two.take_page(query, leaf(None, A=stale, B=Reading(Kind.UNTRACKED)), 50, ("A", "B"))
    assert (two.settled(W1, 50), two.settled(("W1", "B"), 50)) == (False, True)


def test_a_page_is_asked_for_the_open_skus() -> None:
    """Only for those."""
    book = Ledger(scenario({"W1": 1}, tools=PAGES, lines=[Line(1, "A", 5), Line(2, "B", 5)]).task)
    book.take_page(("W1", None, None), PageReading(Kind.FAILED), 50, ("B",))
    assert (book.asked(("W1", "A")), book.asked(("W1", "B"))) == (False, True)


# --- the cheap look ---


@settings(max_examples=60)
@given(scenarios() | paged(), st.data())
def test_what_is_surely_open_has_not_ended(case: Scenario, data: st.DataObject) -> None:
    """The cheap look never says open where the stop rule has ended every line of the sku."""
    trace = play(careful, case)
    cut = data.draw(st.integers(0, len(trace.calls)))
    for sku in case.task.skus():
        seen = walk(case.task, run(case, [(one.tool, dict(one.arguments)) for one in trace.calls[:cut]]))
        book, now_ms = seen.evidence.book, seen.trace.end_ms
        if book.surely_open(sku):
            assert not ended(case.task, book.knowledge(now_ms), sku)


@pytest.mark.parametrize(
    ("rest", "calls", "is_open"),
    [
        ({}, 0, True),
        ({}, 1, True),
        ({}, 2, False),
        ({"quantity": 1}, 0, True),
        ({"quantity": 1}, 1, False),
        ({"sourcing": Sourcing(Split.ANY, pack=2)}, 0, False),
        ({"quantity": 4, "sourcing": Sourcing(Split.ANY, pack=2)}, 1, True),
        ({"sourcing": NONE}, 1, True),
    ],
)
def test_a_line_that_known_units_do_not_cover_is_open(rest: dict[str, Any], calls: int, is_open: bool) -> None:
    """While a warehouse was never asked; 1 lies at each of two."""
    case = scenario({"W1": 1, "W2": 1}, **{"quantity": 5, **rest})
    book = walked(case, [get("W1"), get("W2")][:calls]).evidence.book
    assert book.surely_open("A") is is_open


def test_the_cheap_look_leaves_what_a_failure_may_close_to_the_stop_rule() -> None:
    """Hold may have closed the line; a skipped warehouse closes nothing while another was never asked."""
    for rule, is_open in ((OnUnreachable.HOLD, False), (OnUnreachable.SKIP_AND_DISCLOSE, True)):
        case = scenario({"W1": 1, "W2": 1}, silent("W1"), quantity=5, on_unreachable=rule)
        assert walked(case, [get("W1")]).evidence.book.surely_open("A") is is_open
        assert not walked(case, [get("W1"), get("W2")]).evidence.book.surely_open("A")
    assert not walked(scenario({"W1": {"B": 1}}, quantity=5), [get("W1")]).evidence.book.surely_open("A")
