"""Are the other right agents right in their own way? Same report as careful, told or found differently."""

from typing import Any

import pytest
from hypothesis import given, settings
from worlds import scenario

from baselines import careful, right
from baselines.roster import RIGHT, Entry
from inventory_env.answer import Answer, LineAnswer, NotANumber, Status
from inventory_env.episode import Agent, play
from inventory_env.faults import Fault, FaultKind
from inventory_env.scenario import Scenario
from inventory_env.strategies import scenarios
from inventory_env.suites import load_suite
from inventory_env.task import Budget, Completion, Line, Retry, Sourcing, Split
from inventory_env.trace import Stop, Trace

moderate = settings(deadline=None, max_examples=25)
SILENT = Fault(FaultKind.TIMEOUT, warehouse="W1", first=1)
TWO = (Line(1, "A", 10), Line(2, "B", 5))
SHELVES = {"W1": {"A": 6, "B": 1}, "W2": {"A": 9, "B": 9}}
ENTRIES = [pytest.param(one, id=one.name) for one in RIGHT]


def answered(trace: Trace) -> Answer:
    """The answer that counts."""
    assert trace.counting is not None, trace.stop_reason
    assert trace.counting.answer is not None
    return trace.counting.answer


def asked(trace: Trace) -> list[str]:
    """`W1 A` for each get_stock, `+2` for each wait, else the tool's name."""
    names = {"get_stock": "{warehouse} {sku}", "wait": "+{seconds}"}
    return [names.get(call.tool, call.tool).format(**call.arguments) for call in trace.calls]


def gist(line: LineAnswer) -> tuple[Any, ...]:
    """What a line reports, apart from how: the total of a plan, not its sources, which may be free."""
    return (
        line.line,
        line.status,
        sum(share for _, share in line.plan),
        len(line.plan),
        line.gap,
        line.confirmed,
        set(line.nearest),
    )


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_right_agent_reports_the_worked_examples(entry: Entry) -> None:
    """Whatever its manner, it says what careful says, wherever it promises to."""
    for case in filter(entry.applies, load_suite("worked")):
        own, trace = answered(play(entry.make(0), case)), play(careful, case)
        assert sorted(map(gist, own.lines)) == sorted(map(gist, answered(trace).lines)), case.id
        assert own.shippable is answered(trace).shippable


@moderate
@given(scenarios())
def test_every_right_agent_says_what_careful_says_where_nothing_is_scarce(case: Scenario) -> None:
    """Without a budget and without faults that come and go, no manner of asking changes what can be known."""
    patient = {one.name: one for one in RIGHT}["waits-longer"]
    for entry in filter(lambda one: one.applies(case) and patient.applies(case), RIGHT):
        statuses = [line.status for line in sorted(answered(play(entry.make(0), case)).lines, key=lambda one: one.line)]
        told = sorted(answered(play(careful, case)).lines, key=lambda one: one.line)
        assert statuses == [line.status for line in told], entry.name


@pytest.mark.parametrize(("tools", "first"), [(("get_policy", "get_stock"), "get_policy"), (("get_stock",), "W1 A")])
def test_policy_is_read_only_where_it_is_on_offer(tools: tuple[str, ...], first: str) -> None:
    """Calling a tool that is not there would be a fault of its own."""
    assert asked(play(right.reads_policy_first, scenario({"W1": 12}, tools=tools)))[0] == first


def test_it_waits_longer_than_needed() -> None:
    """Before it begins, and before every further attempt that has to wait."""
    case = scenario({"W1": 12}, SILENT, retry=Retry(backoff_s=4))
    assert asked(play(right.waits_longer, case)) == ["+3", "W1 A", "+6", "W1 A"]


def test_a_refused_answer_is_corrected() -> None:
    """The first submission is refused with a reason, the second counts."""
    trace = play(right.corrects_refused_answer, scenario({"W1": 12}))
    assert [one.refused is None for one in trace.submissions] == [False, True]
    assert answered(trace) == answered(play(careful, scenario({"W1": 12})))


@pytest.mark.parametrize(
    ("asks", "language", "message"),
    [
        (False, "en", ""),
        (True, "en", "Nothing has been reserved."),
        (True, "ru", "Ничего не зарезервировано."),
        (True, "zh", "没有预留任何商品。"),
        (True, "vi", "Chưa giữ hàng nào."),
    ],
)
def test_terse_still_says_that_nothing_was_reserved(asks: bool, language: str, message: str) -> None:
    """Silence is no lie, except about what was asked for."""
    answer = answered(play(right.terse, scenario({"W1": 12}, asks_to_reserve=asks, language=language)))
    assert answer.message == message
    assert (answer.lines[0].seen, answer.lines[0].evidence) == (None, None)


def test_verbose_names_every_warehouse_on_every_line() -> None:
    """Also those without a reply; only of an article that does not exist nothing can be seen."""
    lines = (Line(1, "A", 10), Line(2, "X", 1))
    found, invalid = answered(play(right.verbose, scenario({"W1": 12, "W2": 9}, lines=lines))).lines
    assert found.seen == (("W1", 12), ("W2", NotANumber.NO_REPLY))
    assert invalid.seen == ()


def test_names_the_unasked_names_whoever_gave_no_figure() -> None:
    """A warehouse that nobody had to ask has given none; one that does not stock the article has answered."""
    lines = (Line(1, "A", 10), Line(2, "X", 1))
    shelves: dict[str, Any] = {"W1": {"B": 1}, "W2": None, "W3": 10, "W4": 9}
    found, invalid = answered(play(right.names_the_unasked, scenario(shelves, lines=lines))).lines
    assert found.unreached == ("W2", "W4")
    assert invalid.unreached == ()


def test_cites_every_call_cites_failed_ones_too() -> None:
    """Each call that asked for the line's article, and no other."""
    case = scenario(SHELVES, SILENT, lines=TWO)
    lines = answered(play(right.cites_every_call, case)).lines
    assert [line.evidence for line in lines] == [("c1", "c2", "c3"), ("c4", "c5", "c6")]


def test_lines_reversed_asks_for_the_last_article_first() -> None:
    """Articles in another order, the lines of one article in their own."""
    lines = (*TWO, Line(3, "A", 2))
    trace = play(right.lines_reversed, scenario(SHELVES, lines=lines))
    assert asked(trace) == ["W1 B", "W2 B", "W1 A", "W2 A"]
    assert [line.plan for line in answered(trace).lines] == [
        (("W1", 6), ("W2", 4)),
        (("W1", 1), ("W2", 4)),
        (("W2", 2),),
    ]


def test_allocations_reversed_writes_from_back_to_front() -> None:
    """Lines, plans and what was seen; the order of none of them means anything."""
    answer = answered(play(right.allocations_reversed, scenario(SHELVES, lines=TWO)))
    assert [line.line for line in answer.lines] == [2, 1]
    assert answer.lines[1].plan == (("W2", 4), ("W1", 6))
    assert answer.lines[1].seen == (("W2", 9), ("W1", 6))


@pytest.mark.parametrize(
    ("sourcing", "quantity", "plan"),
    [
        (Sourcing(Split.FEWEST), 10, {"W4": 9, "W3": 1}),
        (Sourcing(Split.FEWEST, min_per_source=3), 10, {"W4": 7, "W3": 3}),
        (Sourcing(Split.FEWEST, pack=2), 14, {"W4": 8, "W3": 6}),
        (Sourcing(Split.FEWEST, min_per_source=9), 5, {"W2": 5}),
        (Sourcing(Split.FEWEST), 30, {"W1": 4, "W2": 5, "W3": 6, "W4": 9}),
        (Sourcing(Split.ANY), 10, {"W1": 4, "W2": 5, "W3": 1}),
    ],
)
def test_the_fullest_are_as_good_where_only_their_number_counts(
    sourcing: Sourcing, quantity: int, plan: dict[str, int]
) -> None:
    """Under fewest sources every plan with as many units from as few sources is right; else only one is."""
    case = scenario({"W1": 4, "W2": 5, "W3": 6, "W4": 9}, quantity=quantity, sourcing=sourcing)
    assert dict(answered(play(right.takes_the_fullest_where_free, case)).lines[0].plan) == plan


@pytest.mark.parametrize("agent", [right.submits_through_desk, right.submits_json])
def test_an_answer_may_be_handed_in_at_the_desk(agent: Agent) -> None:
    """Returned or submitted, as a record or as JSON: the same answer counts."""
    case = scenario({"W1": 12}, completion=Completion.LAST_ANSWER)
    trace = play(agent, case)
    assert (len(trace.submissions), trace.stop) == (1, Stop.RETURNED)
    assert answered(trace) == answered(play(careful, case))


@pytest.mark.parametrize(("completion", "many"), [(Completion.FIRST_ANSWER, 1), (Completion.LAST_ANSWER, 2)])
def test_a_draft_is_submitted_only_where_it_does_not_count(completion: Completion, many: int) -> None:
    """Where the first answer is final there is no room for a draft."""
    trace = play(right.drafts_first, scenario({"W1": 12}, completion=completion))
    assert len(trace.submissions) == many
    assert answered(trace).lines[0].status is Status.FOUND


def test_parallel_opens_with_one_decision() -> None:
    """The first question of each article at once; what failed is repeated, the rest goes on one by one."""
    limited = Fault(FaultKind.RATE_LIMITED, warehouse="W1", sku="B", nth=1, retry_after_s=5)
    trace = play(right.parallel, scenario(SHELVES, limited, lines=TWO))
    assert asked(trace) == ["W1 A", "W1 B", "+5", "W1 B", "W2 A", "W2 B"]
    assert [call.decision for call in trace.calls] == [1, 1, 2, 3, 4, 5]
    assert trace.decisions == 4


@pytest.mark.parametrize(
    "limit", [{"budget": Budget(calls=9)}, {"max_age_s": 9}, {"tools": {"list_stock"}}], ids=["calls", "age", "pages"]
)
def test_parallel_is_careful_where_time_or_calls_count(limit: dict[str, Any]) -> None:
    """A reply in company does not say when it arrived."""
    case = scenario(SHELVES, lines=TWO, **limit)
    assert play(right.parallel, case) == play(careful, case)


def test_waits_are_filled_with_other_questions() -> None:
    """While A must wait, B is asked for; then A again, as soon as it may be."""
    silent = Fault(FaultKind.TIMEOUT, warehouse="W1", sku="A", first=2)
    case = scenario(SHELVES, silent, lines=TWO, retry=Retry(backoff_s=2), world={"reply_ms": 500})
    trace = play(right.fills_the_waits, case)
    assert asked(trace) == ["W1 A", "W1 B", "W2 B", "+1", "W1 A", "+2", "W1 A", "W2 A"]
    assert [line.status for line in answered(trace).lines] == [Status.FOUND, Status.FOUND]


def test_a_wait_beyond_the_budget_is_given_up() -> None:
    """The question can never be asked again, so its warehouse is unreached, and the next one is asked."""
    silent = Fault(FaultKind.TIMEOUT, warehouse="W1", sku="A")
    case = scenario(SHELVES, silent, lines=TWO, retry=Retry(backoff_s=9), budget=Budget(seconds=9))
    trace = play(right.fills_the_waits, case)
    assert asked(trace) == ["W1 A", "W1 B", "W2 B", "W2 A"]
    assert answered(trace).lines[0].unreached == ("W1",)


def test_a_budget_that_ends_between_attempts_leaves_its_warehouse_unreached() -> None:
    """It was asked and gave nothing, whether or not its turn would have come again."""
    silent = Fault(FaultKind.TIMEOUT, warehouse="W1", sku="A")
    trace = play(right.fills_the_waits, scenario(SHELVES, silent, lines=TWO, budget=Budget(calls=1)))
    assert [line.unreached for line in answered(trace).lines] == [("W1",), ()]


def test_juggled_attempts_come_to_an_end() -> None:
    """After the last attempt the next warehouse is asked."""
    silent = Fault(FaultKind.TIMEOUT, warehouse="W1")
    trace = play(right.fills_the_waits, scenario(SHELVES, silent, lines=TWO[:1], retry=Retry(max_attempts=2)))
    assert asked(trace) == ["W1 A", "W1 A", "W2 A"]


def test_lists_leave_no_wait_to_fill() -> None:
    """A page asks for all articles at once, so the juggler reads like careful."""
    case = scenario(SHELVES, lines=TWO, tools={"list_stock"})
    assert play(right.fills_the_waits, case) == play(careful, case)
