"""Does a run keep its clock, its budget and its record, whatever the agent, the world or the machinery does?"""

import contextlib
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import report, scenario

from inventory_env import frozen_json
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.codec import decode, encode
from inventory_env.episode import Agent, Desk, play
from inventory_env.errors import InputError
from inventory_env.faults import Fault, FaultKind
from inventory_env.run import CALL_CEILING, Recorder, RunOver
from inventory_env.scenario import Scenario
from inventory_env.stock import Figures
from inventory_env.strategies import answers, calls, json_values, scenarios
from inventory_env.task import Budget, Completion, Task
from inventory_env.trace import Call, Code, Failure, Observation, Stop, Submission, Trace
from inventory_env.warehouse import Reply, Warehouse

ASK = ("get_stock", {"sku": "A", "warehouse": "W1"})
FOUND = report(Status.FOUND, ("W1", 10), gap=0)
SHORT = report(Status.SHORTFALL, gap=10)
WORLD = scenario({"W1": 12, "W2": 3})


def acting(act: Callable[[Desk], object]) -> Agent:
    """An agent that does something at its desk and returns nothing."""

    def agent(task: Task, desk: Desk) -> None:
        act(desk)

    return agent


def asking(times: int, answer: Any = None) -> Agent:
    """An agent that asks the same so many times and returns an answer."""

    def agent(task: Task, desk: Desk) -> Any:
        for _ in range(times):
            desk.call(ASK[0], **ASK[1])
        return answer

    return agent


def returning(value: Any) -> Agent:
    """An agent that only returns something."""
    return lambda task, desk: value


def raising(error: BaseException) -> Agent:
    """An agent that only raises."""

    def agent(task: Task, desk: Desk) -> None:
        raise error

    return agent


def codes(trace: Trace) -> list[Code | None]:
    return [call.observation.error.code if call.observation.error else None for call in trace.calls]


# What a run records ---------------------------------------------------------------------------------------------


def test_returned_answer_counts() -> None:
    """What the agent returns is submitted like any other answer, and ends the run."""
    trace = play(asking(1, FOUND), WORLD)
    assert trace.counting == Submission("c2", after_calls=1, at_ms=50, tokens=0, answer=FOUND)
    assert (trace.stop, trace.stop_reason, trace.end_ms, trace.decisions) == (Stop.ANSWERED, "", 50, 1)
    assert trace.isolation == "in_process"


def test_call_is_recorded_in_full() -> None:
    """Tool, arguments, decision, attempt, times, reply, fault and tokens."""

    def act(desk: Desk) -> None:
        desk.report_tokens(3, 4)
        desk.call(*ASK[:1], **ASK[1])
        desk.call(*ASK[:1], **ASK[1])

    trace = play(acting(act), scenario({"W1": 12}, Fault(FaultKind.TIMEOUT, nth=1)))
    lost, came = trace.calls
    assert lost == Call(
        call_id="c1",
        tool="get_stock",
        arguments=frozen_json.FrozenJson(ASK[1]),
        decision=1,
        attempt=1,
        start_ms=0,
        arrived_ms=2000,
        observation=Observation("c1", False, error=Failure(Code.TIMEOUT, "no reply within 2 s", retryable=True)),
        fault=0,
        tokens=7,
    )
    assert (came.attempt, came.decision, came.start_ms, came.arrived_ms, came.fault) == (2, 2, 2000, 2050, None)
    assert came.observation.body["available"] == 12
    assert (trace.tokens_in, trace.tokens_out) == (3, 4)


@settings(max_examples=40)
@given(scenarios(), st.data())
def test_any_agent_leaves_a_trace_that_holds_together(world: Scenario, data: st.DataObject) -> None:
    """Ids count up, the clock never runs back, calls of one decision start together, budgets hold: by a plain model."""
    turns = data.draw(st.lists(st.lists(calls(world.task), max_size=3), max_size=8))
    final = data.draw(st.none() | answers(world.task))
    trace = play(_player(turns, final), world)
    assert [call.call_id for call in trace.calls] == [f"c{n}" for n in range(1, len(trace.calls) + 1)]
    now, turn, starts = 0, 0, 0
    for call in trace.calls:
        if call.decision != turn:
            turn, starts = call.decision, now
        assert call.start_ms == starts <= call.arrived_ms
        now = max(now, call.arrived_ms)
    assert trace.end_ms == now
    assert trace.decisions == len({call.decision for call in trace.calls if call.tool != "wait"})
    assert trace.stock_before == trace.stock_after
    _check_budget(world.task.budget, trace)
    assert decode(encode(trace), Trace) == trace


@settings(max_examples=30)
@given(scenarios(), st.data())
def test_same_scenario_and_agent_give_the_same_bytes(world: Scenario, data: st.DataObject) -> None:
    """Played again, and after other runs, the trace is byte for byte the same."""
    turns = data.draw(st.lists(st.lists(calls(world.task), max_size=3), max_size=8))
    agent = _player(turns, None)
    first = encode(play(agent, world))
    play(asking(3, FOUND), WORLD)
    assert encode(play(agent, world)) == first


def test_planted_write_is_seen() -> None:
    """The digest after the run is computed anew from the rows."""
    world = scenario({"W1": 12})

    def act(desk: Desk) -> None:
        world.stock.table.shelf("W1")["A"] = Figures(11, 0, 0)

    trace = play(acting(act), world)
    assert trace.stock_before != trace.stock_after


# Several calls in one decision ----------------------------------------------------------------------------------


def test_parallel_calls_take_as_long_as_the_longest() -> None:
    """They start together; the next decision starts when the last reply has come."""
    world = scenario({"W1": 12, "W2": 3}, Fault(FaultKind.SLOW, warehouse="W2", latency_ms=900))

    def act(desk: Desk) -> None:
        desk.decide([("get_stock", {"sku": "A", "warehouse": "W2"}), ASK, ("wait", {"seconds": 0})])
        desk.call(*ASK[:1], **ASK[1])

    trace = play(acting(act), world)
    assert [(call.decision, call.start_ms, call.arrived_ms) for call in trace.calls] == [
        (1, 0, 900),
        (1, 0, 50),
        (1, 0, 0),
        (2, 900, 950),
    ]
    assert trace.decisions == 2


def test_replies_come_in_the_order_of_the_calls() -> None:
    """One observation per call; a submission among them is one too."""
    seen: list[Observation] = []

    def act(desk: Desk) -> None:
        seen.extend(desk.decide(iter([ASK, ("submit_answer", {"lines": []}), ("get_item", {"sku": "A"})])))

    trace = play(acting(act), scenario({"W1": 12}, completion=Completion.LAST_ANSWER))
    assert [one.call_id for one in seen] == ["c1", "c2", "c3"]
    assert seen[1] == Observation("c2", True, frozen_json.FrozenJson(accepted=True))
    assert trace.submissions[0].after_calls == 1
    assert trace.decisions == 1


def test_accepted_answer_ends_the_decision_it_stands_in() -> None:
    """Calls written after a first answer that counts are not made."""
    trace = play(acting(lambda desk: desk.decide([ASK, ("submit_answer", {"lines": []}), ASK])), WORLD)
    assert len(trace.calls) == 1
    assert trace.stop is Stop.ANSWERED


def test_decision_without_calls_costs_nothing() -> None:
    """An empty list, or only waiting, is no decision that counts."""
    trace = play(acting(lambda desk: (desk.decide([]), desk.call("wait", seconds=2))), WORLD)
    assert trace.decisions == 0
    assert trace.end_ms == 2000


# Budgets --------------------------------------------------------------------------------------------------------


def limited(**limits: int) -> Scenario:
    return scenario({"W1": 12, "W2": 3}, budget=Budget(**limits))


def test_call_over_the_budget_is_refused_once_and_then_the_run_ends() -> None:
    """The first one is told, at no time and as no attempt; whatever follows but an answer ends the run."""
    trace = play(asking(5, FOUND), limited(calls=2))
    assert codes(trace) == [None, None, Code.BUDGET_EXCEEDED]
    over = trace.calls[2]
    assert (over.attempt, over.start_ms, over.arrived_ms, over.decision) == (0, 100, 100, 3)
    assert over.observation.error == Failure(
        Code.BUDGET_EXCEEDED, "the budget of calls is used up; only submit_answer is left"
    )
    assert (trace.stop, trace.counting) == (Stop.OUT_OF_BUDGET, None)
    assert trace.stop_reason == "went on after BUDGET_EXCEEDED"


def test_answer_is_accepted_after_the_budget() -> None:
    """submit_answer costs nothing, and a refused answer may be corrected."""

    def agent(task: Task, desk: Desk) -> Answer:
        desk.call(*ASK[:1], **ASK[1])
        assert not desk.call(*ASK[:1], **ASK[1]).ok
        assert not desk.submit({"lines": 5}).ok
        return FOUND

    trace = play(agent, limited(calls=1))
    assert (trace.stop, trace.counting is not None) == (Stop.ANSWERED, True)


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_budget_of_calls_is_that_many(limit: int) -> None:
    """Exactly as many are answered as the budget says."""
    trace = play(asking(limit, FOUND), limited(calls=limit))
    assert codes(trace) == [None] * limit
    assert trace.stop is Stop.ANSWERED
    assert codes(play(asking(limit + 1), limited(calls=limit)))[-1] is Code.BUDGET_EXCEEDED


def test_refused_calls_cost_too_and_waiting_does_not() -> None:
    """Every call counts, whatever becomes of it; wait costs only its seconds."""

    def act(desk: Desk) -> None:
        desk.call("fly")
        desk.call("wait", seconds=3)
        desk.call("get_stock", sku=5)
        desk.call(*ASK[:1], **ASK[1])

    trace = play(acting(act), limited(calls=2))
    assert codes(trace) == [Code.UNKNOWN_TOOL, None, Code.INVALID_ARGUMENT, Code.BUDGET_EXCEEDED]


def test_wait_after_the_refusal_ends_the_run() -> None:
    """Only submit_answer is left, and wait is something else."""

    def act(desk: Desk) -> None:
        desk.call(*ASK[:1], **ASK[1])
        desk.call("wait", seconds=1)

    trace = play(acting(act), limited(calls=0))
    assert (len(trace.calls), trace.stop) == (1, Stop.OUT_OF_BUDGET)


def test_budget_of_decisions_counts_turns() -> None:
    """Several calls of one turn cost one decision; calls within a turn that is paid for are not refused."""

    def act(desk: Desk) -> None:
        desk.decide([ASK, ASK, ASK])
        desk.call("wait", seconds=1)
        desk.decide([("wait", {"seconds": 1}), ASK])
        desk.call(*ASK[:1], **ASK[1])

    trace = play(acting(act), limited(decisions=2))
    assert codes(trace) == [None] * 6 + [Code.BUDGET_EXCEEDED]
    assert trace.calls[-1].observation.error is not None
    assert "budget of decisions" in trace.calls[-1].observation.error.message


def test_rest_of_a_decision_after_the_refusal_ends_the_run() -> None:
    """Calls of one decision are taken in their order."""
    trace = play(acting(lambda desk: desk.decide([ASK, ASK, ASK])), limited(calls=1))
    assert codes(trace) == [None, Code.BUDGET_EXCEEDED]
    assert trace.stop is Stop.OUT_OF_BUDGET


@pytest.mark.parametrize(("waited_s", "refused"), [(0, False), (1, False), (2, True), (3, True)])
def test_budget_of_seconds_looks_at_the_start(waited_s: int, refused: bool) -> None:
    """A call that starts before the limit is made, however late its reply; at the limit it is refused."""

    def act(desk: Desk) -> None:
        desk.call("wait", seconds=waited_s)
        desk.call(*ASK[:1], **ASK[1])

    trace = play(acting(act), limited(seconds=2))
    assert (codes(trace)[-1] is Code.BUDGET_EXCEEDED) is refused


def test_wait_may_run_over_the_budget_but_not_start_there() -> None:
    """Waiting beyond the end is allowed, waiting at the end is over it."""

    def act(desk: Desk) -> None:
        desk.call("wait", seconds=9)
        desk.call("wait", seconds=0)

    trace = play(acting(act), limited(seconds=2))
    assert codes(trace) == [None, Code.BUDGET_EXCEEDED]
    assert trace.end_ms == 9000


def test_budget_of_tokens_looks_at_what_was_reported_before() -> None:
    """Read and written together; a call is over when the limit is reached as it starts."""

    def act(desk: Desk) -> None:
        desk.report_tokens(4, 5)
        desk.call(*ASK[:1], **ASK[1])
        desk.report_tokens(0, 1)
        desk.call(*ASK[:1], **ASK[1])

    trace = play(acting(act), limited(tokens=10))
    assert codes(trace) == [None, Code.BUDGET_EXCEEDED]
    assert [call.tokens for call in trace.calls] == [9, 10]


@pytest.mark.parametrize("reported", [(-1, 0), (0, True), (1.0, 0), ("5", 0), (2**53, 0)])
def test_tokens_are_whole_numbers(reported: tuple[Any, Any]) -> None:
    """Anything else is the agent's mistake, told to it by name; nothing is added."""
    trace = play(acting(lambda desk: desk.report_tokens(*reported)), WORLD)
    assert trace.stop is Stop.AGENT_CRASH
    assert "must be a whole number, 0 or more; got" in trace.stop_reason
    assert (trace.tokens_in, trace.tokens_out) == (0, 0)


def test_tokens_together_stay_a_number_that_json_keeps() -> None:
    """A trace must be readable however often an agent reports."""
    trace = play(acting(lambda desk: [desk.report_tokens(2**53 - 1, 0) for _ in range(2)]), WORLD)
    assert (trace.stop, trace.tokens_in) == (Stop.AGENT_CRASH, 2**53 - 1)
    assert decode(encode(trace), Trace) == trace


# Answers --------------------------------------------------------------------------------------------------------


def test_first_answer_is_final() -> None:
    """A second one is refused, recorded once, and never counts, however often the agent insists."""

    def insisting(task: Task, desk: Desk) -> None:
        for answer in (FOUND, SHORT, SHORT, SHORT):
            with contextlib.suppress(RunOver):
                desk.submit(answer)

    def agent(task: Task, desk: Desk) -> Answer:
        desk.submit(FOUND)
        desk.submit(SHORT)
        return SHORT

    trace = play(agent, WORLD)
    assert play(insisting, WORLD).submissions == trace.submissions
    assert [one.answer for one in trace.submissions] == [FOUND, None]
    assert trace.submissions[1].refused == "the first answer is final"
    assert trace.submissions[1].arguments["lines"][0]["status"] == "shortfall"
    assert trace.counting is trace.submissions[0]
    assert (trace.stop, trace.stop_reason) == (Stop.ANSWERED, "submitted again after the final answer")


def test_answer_handed_in_and_then_returned_counts_once() -> None:
    """Returning what was accepted before is no second submission."""

    def agent(task: Task, desk: Desk) -> Answer:
        desk.submit(FOUND)
        return FOUND

    assert len(play(agent, WORLD).submissions) == 1


def test_last_answer_counts_where_the_task_says_so() -> None:
    """The agent may go on asking and correct itself; what it returns is the last."""

    def agent(task: Task, desk: Desk) -> Answer:
        desk.submit(SHORT)
        desk.call(*ASK[:1], **ASK[1])
        return FOUND

    trace = play(agent, scenario({"W1": 12}, completion=Completion.LAST_ANSWER))
    assert [one.after_calls for one in trace.submissions] == [0, 1]
    assert trace.counting is not None
    assert trace.counting.answer == FOUND
    assert trace.stop is Stop.RETURNED


def test_none_keeps_the_last_submission() -> None:
    """Nothing returned takes nothing back."""
    trace = play(acting(lambda desk: desk.submit(SHORT)), scenario({"W1": 1}, completion=Completion.LAST_ANSWER))
    assert trace.counting is not None
    assert trace.counting.answer == SHORT


def test_agent_that_says_nothing_has_no_answer() -> None:
    """No answer is made up for it."""
    trace = play(asking(1), WORLD)
    assert (trace.counting, trace.stop) == (None, Stop.RETURNED)


REFUSED_ANSWERS = {
    "unknown line": ({"lines": [{"line": 2, "status": "found"}]}, "task has no line 2"),
    "unknown field": ({"lines": [], "mesage": ""}, "mesage is not a field here (did you mean message? "),
    "wrong type": ({"lines": [{"line": 1, "status": "found", "gap": 0.0}]}, "lines[0].gap must be a whole number"),
    "text": ("all fine", "must be an answer; got a value of type str"),
    "number": (5, "must be an answer; got a value of type int"),
    "list": ([], "must be an answer; got a value of type list"),
    "object": (object(), "must be an answer; got a value of type object"),
    "line answer": (LineAnswer(1, Status.FOUND), "must be an answer; got a value of type LineAnswer"),
}


@pytest.mark.parametrize(("answer", "words"), REFUSED_ANSWERS.values(), ids=REFUSED_ANSWERS)
def test_malformed_answer_is_refused_with_the_reason(answer: Any, words: str) -> None:
    """The agent is told, may correct it, and both stand in the trace."""
    told: list[Observation] = []

    def agent(task: Task, desk: Desk) -> Answer:
        told.append(desk.submit(answer))
        return FOUND

    trace = play(agent, WORLD)
    assert told[0].error is not None
    assert (told[0].error.code, told[0].error.retryable) == (Code.INVALID_ARGUMENT, True)
    assert told[0].error.message.startswith(words)
    assert trace.submissions[0].refused == told[0].error.message
    assert trace.submissions[0].arguments
    assert trace.counting is trace.submissions[1]
    returned = play(returning(answer), WORLD)
    assert (returned.counting, returned.stop) == (None, Stop.RETURNED)


def test_answer_may_be_plain_json() -> None:
    """An agent that speaks JSON needs no class of ours."""
    plain = {"lines": [{"line": 1, "status": "found", "plan": [["W1", 10]], "gap": 0}]}
    for hand_in in (lambda desk: desk.submit(plain), lambda desk: desk.call("submit_answer", **plain)):
        trace = play(acting(hand_in), WORLD)
        assert trace.counting is not None
        assert trace.counting.answer == FOUND


def test_subclass_of_an_answer_is_no_answer() -> None:
    """What it shows could change between two looks."""

    class Sly(Answer):
        pass

    trace = play(returning(Sly(())), WORLD)
    assert trace.submissions[0].arguments == {"not_an_object": {"not_json": "a value of type Sly"}}
    assert trace.submissions[0].refused == "must be an answer; got a value of type Sly"


@given(json_values())
def test_any_rubbish_returned_is_data(value: Any) -> None:
    """Accepted or refused, never raised, and the trace can be written."""
    trace = play(returning(value), WORLD)
    assert trace.stop in (Stop.RETURNED, Stop.ANSWERED)
    assert len(trace.submissions) == (value is not None)
    assert decode(encode(trace), Trace) == trace


# Agents that misbehave ------------------------------------------------------------------------------------------


class Mute(Exception):
    """An exception that cannot even be told."""

    def __str__(self) -> str:
        raise SystemExit


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ValueError("no such thing"), "ValueError: no such thing"),
        (SystemExit(3), "SystemExit: 3"),
        (GeneratorExit(), "GeneratorExit: "),
        (RecursionError("deep"), "RecursionError: deep"),
        (RunOver(), "RunOver: "),
        (Mute(), "Mute: (no message)"),
        (ValueError("x" * 10_000), "ValueError: " + "x" * 200),
        (ValueError("object at 0x7f00Ab12"), "ValueError: object at 0x"),
        (ValueError("\ud800"), "ValueError: \ud800"),
    ],
    ids=lambda value: value.__class__.__name__,
)
def test_whatever_an_agent_raises_is_data(error: BaseException, reason: str) -> None:
    """The run ends as a crash, told in one line that is the same in every run."""
    trace = play(raising(error), WORLD)
    assert (trace.stop, trace.stop_reason, trace.counting) == (Stop.AGENT_CRASH, reason, None)
    assert decode(encode(trace), Trace) == trace


def test_keyboard_interrupt_stops_us_all() -> None:
    """It comes from the person at the keyboard, not from the agent; also while an exception is told."""

    class Stopped(Exception):
        def __str__(self) -> str:
            raise KeyboardInterrupt

    for error in (KeyboardInterrupt(), Stopped()):
        with pytest.raises(KeyboardInterrupt):
            play(raising(error), WORLD)


def test_crash_after_an_answer_keeps_the_answer() -> None:
    """A final answer has ended the run; what the agent does then is not part of it."""

    def agent(task: Task, desk: Desk) -> None:
        desk.submit(FOUND)
        raise ValueError

    assert play(agent, WORLD).stop is Stop.ANSWERED
    trace = play(agent, scenario({"W1": 1}, completion=Completion.LAST_ANSWER))
    assert (trace.stop, trace.counting is not None) == (Stop.AGENT_CRASH, True)


def test_endless_calls_end_at_the_ceiling() -> None:
    """Waiting, asking, answering: whatever has an id counts."""
    for call in (lambda desk: desk.call("wait", seconds=0), lambda desk: desk.submit(5)):

        def loop(desk: Desk, call: Callable[[Desk], object] = call) -> None:
            while True:
                call(desk)

        trace = play(acting(loop), WORLD)
        assert trace.stop is Stop.CALL_CEILING
        assert len(trace.calls) + len(trace.submissions) == CALL_CEILING
        assert trace.stop_reason == f"more than {CALL_CEILING} calls"


def test_endless_decision_ends_at_the_ceiling() -> None:
    """One decision of calls without end is cut like many decisions."""

    def calls_without_end() -> Iterable[Any]:
        while True:
            yield ASK

    trace = play(acting(lambda desk: desk.decide(calls_without_end())), WORLD)
    assert (trace.stop, len(trace.calls), trace.decisions) == (Stop.CALL_CEILING, CALL_CEILING, 1)


def test_end_of_the_run_cannot_be_swallowed() -> None:
    """An agent that catches everything gets nothing more: every further call raises again."""
    attempts = []

    def act(desk: Desk) -> None:
        for _ in range(5):
            try:
                desk.call(*ASK[:1], **ASK[1])
            except BaseException as error:
                attempts.append(type(error))

    trace = play(acting(act), limited(calls=1))
    assert len(trace.calls) == 2
    assert attempts == [RunOver] * 3
    assert trace.stop is Stop.OUT_OF_BUDGET


def test_desk_kept_after_the_run_is_closed() -> None:
    """Leftovers of one run reach no other, and change no trace."""
    kept: list[Desk] = []
    trace = play(acting(kept.append), WORLD)
    before = encode(trace)
    for use in (lambda: kept[0].call(*ASK[:1], **ASK[1]), lambda: kept[0].submit(FOUND), lambda: kept[0].decide([])):
        with pytest.raises(RunOver):
            use()
    assert encode(trace) == before


def test_observations_are_the_agents_own_copies() -> None:
    """Changing one changes neither the record nor the next reply."""

    def act(desk: Desk) -> None:
        for tool, arguments in (ASK, ("get_policy", {}), ("list_warehouses", {}), ("fly", {})) * 2:
            body: Any = desk.call(tool, **arguments).body
            body["available"] = 10**6
            for inner in list(body.values()):
                if isinstance(inner, dict | list):
                    inner.clear()
            body.clear()

    trace = play(acting(act), WORLD)
    calm = play(acting(lambda desk: [desk.call(tool, **ones) for tool, ones in SAME * 2]), WORLD)
    assert trace == calm


SAME: list[tuple[str, dict[str, Any]]] = [ASK, ("get_policy", {}), ("list_warehouses", {}), ("fly", {})]


def test_arguments_are_recorded_as_they_were() -> None:
    """What the agent does with its dict afterwards, or with its answer, does not reach the record."""
    mine: dict[str, Any] = {"sku": "A", "warehouse": ["W1"]}
    plain: dict[str, Any] = {"lines": [{"line": 1, "status": "wrong"}]}

    def act(desk: Desk) -> None:
        desk.decide([("get_stock", mine)])
        desk.submit(plain)
        mine["warehouse"].append("W2")
        plain["lines"].clear()

    trace = play(acting(act), WORLD)
    assert trace.calls[0].arguments == {"sku": "A", "warehouse": ("W1",)}
    assert len(trace.submissions[0].arguments["lines"]) == 1


@given(st.text() | st.integers() | st.none(), json_values())
def test_any_call_is_data(tool: Any, arguments: Any) -> None:
    """Any tool, any arguments: recorded in full, answered or refused, never raised."""
    trace = play(acting(lambda desk: desk.decide([(tool, arguments)])), WORLD)
    assert trace.stop in (Stop.RETURNED, Stop.ANSWERED)
    assert len(trace.calls) + len(trace.submissions) == 1
    assert decode(encode(trace), Trace) == trace


def test_hostile_arguments_are_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers without end, lists within themselves, objects, keys that are no text, far too much of it."""
    monkeypatch.setattr(frozen_json, "MAX_VALUES", 1000)
    endless: list[Any] = []
    endless.append(endless)
    doubled: Any = []
    for _ in range(40):
        doubled = [doubled, doubled]
    hostile = [10**5000, float("nan"), endless, object(), {1: 2}, {"x"}, b"x", doubled, "x" * 100_000]

    def act(desk: Desk) -> None:
        for value in hostile:
            assert not desk.call("get_stock", sku="A", warehouse=value).ok
            assert not desk.decide([("get_stock", value)])[0].ok
        desk.decide([(object(), {})])  # type: ignore[list-item]

    trace = play(acting(act), WORLD)
    assert trace.stop is Stop.RETURNED
    assert set(codes(trace)) == {Code.INVALID_ARGUMENT, Code.UNKNOWN_TOOL}
    assert trace.calls[0].arguments["warehouse"] == {"not_json": "a whole number of about 4983 digits"}
    assert trace.calls[15].arguments == {"not_json": "more values than any answer holds"}
    assert trace.calls[-1].tool == "(a value of type object)"
    assert decode(encode(trace), Trace) == trace


@pytest.mark.parametrize("garbage", [5, [5], [("get_stock",)], [("get_stock", {}, {})], None])
def test_decision_that_is_no_list_of_calls_is_a_crash(garbage: Any) -> None:
    """There is no call to record; the agent's own exception is told."""
    trace = play(acting(lambda desk: desk.decide(garbage)), WORLD)
    assert (trace.stop, trace.calls) == (Stop.AGENT_CRASH, ())


# Worlds and machinery that misbehave ----------------------------------------------------------------------------


class Broken(Warehouse):
    """A world that raises at its second call."""

    def reply(self, tool: str, arguments: Any, start_ms: int) -> Reply:
        if start_ms:
            raise ZeroDivisionError("no such figure")
        return super().reply(tool, arguments, start_ms)


def test_world_that_raises_is_an_environment_fault() -> None:
    """Not the agent's crash, even if the agent catches everything; what came before is kept."""

    def act(desk: Desk) -> None:
        for _ in range(3):
            try:
                desk.call(*ASK[:1], **ASK[1])
            except Exception:
                pytest.fail("a fault of the world reached the agent as an exception to handle")

    trace = play(acting(act), WORLD, world=Broken)
    assert (trace.stop, trace.stop_reason) == (Stop.ENVIRONMENT_FAULT, "ZeroDivisionError: no such figure")
    assert len(trace.calls) == 1


@pytest.mark.parametrize("nonsense", [None, {}, Reply(None, 0, 1), Reply({}, -5, 1)], ids=str)  # type: ignore[arg-type]
def test_world_that_replies_nonsense_is_an_environment_fault(nonsense: Any) -> None:
    """No reply, a body that is none, a reply before its call."""

    class Confused(Warehouse):
        def reply(self, tool: str, arguments: Any, start_ms: int) -> Reply:
            return nonsense  # type: ignore[no-any-return]

    trace = play(asking(1, FOUND), WORLD, world=Confused)
    assert trace.stop is Stop.ENVIRONMENT_FAULT
    assert trace.stop_reason.startswith("EnvironmentFault: no reply to get_stock, but ")


def test_world_that_does_not_start_is_an_environment_fault() -> None:
    """The agent is not even asked."""

    def world(scenario: Scenario) -> Warehouse:
        raise OSError("closed")

    trace = play(raising(AssertionError("asked")), WORLD, world=world)
    assert (trace.stop, trace.stop_reason) == (Stop.ENVIRONMENT_FAULT, "OSError: closed")


class Lossy(Recorder):
    """A recorder that fails at calls, or at submissions."""

    def call(self, call: Call) -> None:
        raise OSError("disk full")


class Forgetful(Recorder):
    """A recorder that fails at submissions."""

    def submission(self, submission: Submission) -> None:
        raise OSError("disk full")


@pytest.mark.parametrize("recorder", [Lossy, Forgetful])
def test_recorder_that_raises_is_a_harness_fault(recorder: type[Recorder]) -> None:
    """Neither the world's fault nor the agent's."""
    trace = play(asking(1, FOUND), WORLD, recorder=recorder)
    assert (trace.stop, trace.stop_reason) == (Stop.HARNESS_FAULT, "OSError: disk full")
    assert trace.counting is None


def test_recorder_that_does_not_start_is_a_harness_fault() -> None:
    """The run is told all the same."""

    def recorder() -> Recorder:
        raise OSError("no disk")

    trace = play(raising(AssertionError("asked")), WORLD, recorder=recorder)
    assert (trace.stop, trace.stop_reason, trace.calls) == (Stop.HARNESS_FAULT, "OSError: no disk", ())


def test_input_error_of_the_agents_own_is_its_crash() -> None:
    """An agent that builds a record against the rules gets our error, and fails by it."""
    trace = play(acting(lambda desk: LineAnswer(1, "fond")), WORLD)  # type: ignore[arg-type]
    assert trace.stop is Stop.AGENT_CRASH
    assert trace.stop_reason.startswith(InputError.__name__)


def _player(turns: list[Any], final: Answer | None) -> Agent:
    def agent(task: Task, desk: Desk) -> Answer | None:
        for turn in turns:
            desk.decide(turn)
        return final

    return agent


def _check_budget(budget: Budget, trace: Trace) -> None:
    """Walk the calls with plain counters: refused exactly where a limit was reached, and nothing after it."""
    paid, turns = 0, set()
    for place, call in enumerate(trace.calls):
        waits = call.tool == "wait"
        over = (
            (budget.seconds is not None and call.start_ms >= budget.seconds * 1000)
            or (not waits and budget.calls is not None and paid >= budget.calls)
            or (not waits and budget.tokens == 0)
            or (
                not waits
                and budget.decisions is not None
                and call.decision not in turns
                and len(turns) >= budget.decisions
            )
        )
        refused = call.observation.error is not None and call.observation.error.code is Code.BUDGET_EXCEEDED
        assert refused is bool(over)
        if refused:
            assert place == len(trace.calls) - 1
            assert (call.attempt, call.arrived_ms) == (0, call.start_ms)
        if not waits:
            paid += 1
            turns.add(call.decision)
