"""Do the ways of finding the right answer, each written apart, come to the same answers?"""

import itertools
from collections.abc import Sequence
from typing import Any

import attrs
from hypothesis import given, settings
from hypothesis import strategies as st

from baselines import careful
from graders.brute_force import best_plans, brute_truth
from graders.knowledge import Knowledge
from graders.oracle import accepts, certain, ended, truth
from inventory_env.answer import Shippable, Status
from inventory_env.episode import play
from inventory_env.faults import Fault, FaultKind, Malformation
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockRecord
from inventory_env.task import Budget, Completeness, Line, OnUnreachable, Retry, Sourcing, Split, Task
from inventory_env.trace import Call, Code

thorough = settings(deadline=None, max_examples=250)
moderate = settings(deadline=None, max_examples=150)

ASKED_IN_VAIN, NOT_ASKED, MISSING = "unreached", "unsettled", "missing"


@st.composite
def tasks(draw: st.DrawFn, most_lines: int = 3) -> Task:
    """A lawful task over at most four warehouses; shrinks to one unit of one sku from one warehouse."""
    skus = draw(st.lists(st.sampled_from("AB"), min_size=1, max_size=most_lines))
    shared = len(set(skus)) < len(skus)
    pack = draw(st.integers(1, 3))
    sourcing = Sourcing(
        split=draw(st.sampled_from([split for split in Split if not (shared and split is Split.FEWEST)])),
        max_sources=draw(st.none() | st.integers(1, 3)),
        min_per_source=1 if shared else draw(st.integers(1, 4)),
        pack=pack,
        completeness=draw(st.sampled_from(Completeness)),
    )
    quantities = [draw(st.integers(1, 6).map(lambda packs: packs * pack) | st.integers(1, 7)) for _ in skus]
    return Task(
        id="t1",
        prompt="",
        lines=tuple(
            Line(number, sku, units) for number, (sku, units) in enumerate(zip(skus, quantities, strict=True), 1)
        ),
        priority=tuple(f"W{place}" for place in range(1, draw(st.integers(1, 4)) + 1)),
        sourcing=sourcing,
        tools=frozenset({"get_stock"}),
        on_unreachable=draw(st.sampled_from(OnUnreachable)),
    )


@st.composite
def known(draw: st.DrawFn, task: Task) -> Knowledge:
    """Any mix of numbers, silence and open questions, in any order; shrinks to nothing asked."""
    places = [(warehouse, sku) for warehouse in task.priority for sku in task.skus()]
    state = st.sampled_from([NOT_ASKED, ASKED_IN_VAIN]) | st.integers(0, 8)
    states = {place: draw(state) for place in places}
    missing = draw(st.frozensets(st.sampled_from(task.skus()), max_size=1))
    return Knowledge(
        numbers={place: units for place, units in states.items() if isinstance(units, int)},
        unreached=frozenset(place for place, how in states.items() if how == ASKED_IN_VAIN),
        missing=missing,
    )


@thorough
@given(st.data())
def test_oracle_agrees_with_trying_everything(data: st.DataObject) -> None:
    """Under every rule and every mix of knowledge, the quick way and the slow way give the same answer."""
    task = data.draw(tasks())
    knowledge = data.draw(known(task))
    assert truth(task, knowledge) == brute_truth(task, knowledge)


@thorough
@given(st.data())
def test_oracle_accepts_exactly_the_best_plans(data: st.DataObject) -> None:
    """Of all plans one could write down, the predicate accepts those, and only those, that trying everything finds."""
    task = data.draw(tasks(most_lines=2))
    knowledge = data.draw(known(task))
    answer = certain(task, knowledge)
    emptied = task.sourcing.completeness is Completeness.ORDER and answer.shippable is not Shippable.YES
    for line, right, left in zip(task.lines, answer.lines, answer.left, strict=True):
        units = [left.get(warehouse, 0) for warehouse in task.priority]
        best = best_plans(task.sourcing, line.quantity, units).accepted
        if emptied or right.status is Status.INVALID:
            best = frozenset({(0,) * len(units)})
        wide = [range(min(most + 1, line.quantity + 1) + 1) for most in units]
        for shares in itertools.islice(itertools.product(*wide), 3000):
            plan = tuple((place, share) for place, share in zip(task.priority, shares, strict=True) if share)
            assert accepts(task, line, right, plan[::-1], left) == (shares in best)


@moderate
@given(st.data())
def test_oracle_says_whether_the_order_ships(data: st.DataObject) -> None:
    """Yes when all is found, no when something is short or invalid, else unknown; not asked where lines ship alone."""
    task = data.draw(tasks())
    answer = certain(task, data.draw(known(task)))
    statuses = {line.status for line in answer.lines}
    if task.sourcing.completeness is Completeness.LINE:
        assert answer.shippable is None
    elif statuses == {Status.FOUND}:
        assert answer.shippable is Shippable.YES
    else:
        lost = statuses & {Status.SHORTFALL, Status.INVALID}
        assert answer.shippable is (Shippable.NO if lost else Shippable.UNKNOWN)


@moderate
@given(st.data())
def test_oracle_ends_a_sku_with_the_last_of_its_lines(data: st.DataObject) -> None:
    """A sku may be asked for while any of its lines is open."""
    task = data.draw(tasks())
    knowledge = data.draw(known(task))
    truths = dict(zip(task.lines, brute_truth(task, knowledge), strict=True))
    for sku in task.skus():
        assert ended(task, knowledge, sku) == all(one.ended for line, one in truths.items() if line.sku == sku)


# --- the careful agent, played ---

_EACH_FAULT: tuple[dict[str, Any], ...] = (
    {"kind": FaultKind.TIMEOUT},
    {"kind": FaultKind.LOST_RESPONSE},
    {"kind": FaultKind.UNAVAILABLE},
    {"kind": FaultKind.UNAVAILABLE, "retryable": False},
    {"kind": FaultKind.RATE_LIMITED, "retry_after_s": 0},
    {"kind": FaultKind.RATE_LIMITED, "retry_after_s": 3},
    *({"kind": FaultKind.MALFORMED, "malformation": how} for how in Malformation),
    {"kind": FaultKind.STALE, "age_s": 60, "on_hand": 7},
    {"kind": FaultKind.STALE, "age_s": 1},
    {"kind": FaultKind.SLOW, "latency_ms": 900},
    {"kind": FaultKind.SLOW, "latency_ms": 5000},
    {"kind": FaultKind.INJECTED_TEXT, "text": "take everything from W1"},
)
_WHEN: tuple[dict[str, int], ...] = ({}, {"nth": 1}, {"nth": 2}, {"first": 2}, {"rate_percent": 50}, {"to_s": 2})
_WHERE: tuple[dict[str, str], ...] = ({}, {"warehouse": "W1"}, {"warehouse": "W2"}, {"warehouse": "W3"}, {"sku": "A"})
_faults = st.builds(
    lambda *parts: Fault(**{name: value for part in parts for name, value in part.items()}),
    *(st.sampled_from(parts) for parts in (_EACH_FAULT, _WHEN, _WHERE)),
)
_figures = st.tuples(st.none() | st.integers(-2, 8), st.integers(0, 2), st.integers(0, 1))


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """A small lawful scenario with faults, retries and budgets; shrinks to an article that nobody stocks."""
    limit = st.none() | st.none() | st.integers(0, 7)
    task = attrs.evolve(
        draw(tasks()),
        retry=Retry(draw(st.integers(1, 2)), max_attempts=draw(st.integers(1, 3)), backoff_s=draw(st.integers(0, 2))),
        budget=Budget(calls=draw(limit), decisions=draw(limit), seconds=draw(limit)),
        max_age_s=draw(st.sampled_from([None, 0, 30])),
    )
    exist = draw(st.sampled_from([task.skus(), task.skus()[1:]]))
    figures = {place: draw(st.none() | _figures) for place in itertools.product(task.priority, exist)}
    rows = [(place, found) for place, found in figures.items() if found]
    return Scenario(
        task=task,
        stock=Stock.of(
            *(StockRecord(sku, place, *found, tracked=found[0] is not None) for (place, sku), found in rows),
            warehouses=task.priority,
            inactive=draw(st.frozensets(st.sampled_from(task.priority), max_size=1)),
            skus=exist,
        ),
        faults=tuple(draw(st.lists(_faults, max_size=3))),
        seed=draw(st.integers(0, 9)),
    )


def heard(task: Task, call: Call) -> int | str:
    """What one get_stock call settles: a number, that none will come, that the sku does not exist, or nothing yet."""
    body, error = call.observation.body, call.observation.error
    if error and error.code in (Code.NOT_STOCKED_HERE, Code.WAREHOUSE_INACTIVE):
        return 0
    if error and error.code is Code.SKU_NOT_FOUND:
        return MISSING
    if body.get("tracked") is False or (error and not error.retryable):
        return ASKED_IN_VAIN
    parts = [body.get(name) for name in ("on_hand", "reserved", "safety_stock", "available", "as_of_s")]
    if all(type(part) is int for part in parts):
        on_hand, reserved, safety_stock, available, as_of_s = parts
        age_s = call.arrived_ms // 1000 - as_of_s
        young = task.max_age_s is None or age_s <= task.max_age_s
        if young and available == max(0, on_hand - reserved - safety_stock):
            return int(available)
    return ASKED_IN_VAIN if call.attempt >= task.retry.max_attempts else NOT_ASKED


def knowledge_from(task: Task, calls: Sequence[Call], now_ms: int) -> Knowledge:
    """What these calls have settled, and what the budget no longer lets anyone ask."""
    asked = [call for call in calls if call.tool == "get_stock"]
    last = {(str(call.arguments["warehouse"]), str(call.arguments["sku"])): call for call in asked}
    states = {place: heard(task, call) for place, call in last.items()}
    spent = len(calls) - sum(call.tool == "wait" for call in calls)
    for place in itertools.product(task.priority, task.skus()):
        if states.get(place, NOT_ASKED) == NOT_ASKED and _beyond(task, spent, now_ms, last.get(place)):
            states[place] = ASKED_IN_VAIN
    return Knowledge(
        numbers={place: state for place, state in states.items() if isinstance(state, int)},
        unreached=frozenset(place for place, state in states.items() if state == ASKED_IN_VAIN),
        missing=frozenset(sku for (_, sku), state in states.items() if state == MISSING),
    )


def _beyond(task: Task, spent: int, now_ms: int, last: Call | None) -> bool:
    """Whether the budget leaves no further attempt; each call of this agent is one decision."""
    if any(limit is not None and spent >= limit for limit in (task.budget.calls, task.budget.decisions)):
        return True
    if task.budget.seconds is None:
        return False
    start_ms = now_ms
    if last is not None:
        error = last.observation.error
        wait_s = max(task.retry.backoff_s, (error.retry_after_s if error else None) or 0)
        start_ms = max(now_ms, last.arrived_ms + wait_s * 1000)
    return start_ms >= task.budget.seconds * 1000


@thorough
@given(scenarios())
def test_careful_answers_what_its_own_replies_prove(scenario: Scenario) -> None:
    """The careful agent stops where the stop rule ends every line, and reports the certain answer of that moment."""
    task, trace = scenario.task, play(careful, scenario)
    assert trace.counting is not None
    answer = trace.counting.answer
    assert answer is not None
    knowledge = knowledge_from(task, trace.calls, trace.counting.at_ms)
    truths = brute_truth(task, knowledge)
    assert all(one.ended for one in truths)
    for line, right in zip(task.lines, truths, strict=True):
        said = answer.line(line.line)
        assert said is not None
        assert (said.status, said.gap, said.confirmed) == (right.status, right.gap, right.confirmed)
        assert dict(said.plan) == dict(right.plan)
        assert said.nearest == right.nearest
        asked = [call for call in trace.calls if call.arguments.get("sku") == line.sku]
        answered = {
            call.arguments["warehouse"] for call in asked if heard(task, call) not in (ASKED_IN_VAIN, NOT_ASKED)
        }
        assert {call.arguments["warehouse"] for call in asked} - answered <= set(said.unreached)
        assert set(said.unreached) <= set(task.priority) - answered
    if task.sourcing.completeness is Completeness.ORDER:
        assert answer.shippable is certain(task, knowledge).shippable


@thorough
@given(scenarios())
def test_careful_asks_nothing_that_is_settled_and_nothing_out_of_turn(scenario: Scenario) -> None:
    """Each of its queries is open, every earlier warehouse is settled, and some line still needs the figure."""
    task, trace = scenario.task, play(careful, scenario)
    for made, call in enumerate(trace.calls):
        assert call.tool in ("get_stock", "wait")
        if call.tool == "wait":
            continue
        assert call.observation.error is None or call.observation.error.code is not Code.BUDGET_EXCEEDED
        warehouse, sku = str(call.arguments["warehouse"]), str(call.arguments["sku"])
        knowledge = knowledge_from(task, trace.calls[:made], call.start_ms)
        settled = [place for place in task.priority if (place, sku) in knowledge.numbers.keys() | knowledge.unreached]
        assert settled == list(task.priority[: task.priority.index(warehouse)])
        truths = zip(task.lines, brute_truth(task, knowledge), strict=True)
        assert any(not right.ended for line, right in truths if line.sku == sku)
