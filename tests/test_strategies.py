"""Do the strategies give what they promise: lawful worlds, of every kind, that shrink to plain ones?"""

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from worlds import report, scenario

from baselines import careful
from graders.claims import WriteClaim, understand
from inventory_env import strategies
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.codec import encode
from inventory_env.episode import Desk, play
from inventory_env.faults import Fault, FaultKind
from inventory_env.frozen_json import freeze
from inventory_env.lint import lint
from inventory_env.prompts import LANGUAGES
from inventory_env.scenario import Bait, Scenario
from inventory_env.stock import Stock, StockRecord
from inventory_env.strategies import (
    Altered,
    Script,
    Turn,
    agents,
    answers,
    arguments,
    calls,
    fault_plans,
    faults,
    json_values,
    line_answers,
    messages,
    names,
    records,
    scenarios,
    sourcings,
    stocks,
    tasks,
    traces,
    wholes,
)
from inventory_env.task import Budget, Completeness, Completion, Line, OnUnreachable, Sourcing, Split, Task
from inventory_env.tools import TOOLS, WRITE_TOOLS
from inventory_env.trace import Code, Stop, Trace

T = TypeVar("T")
SOON = settings(max_examples=200, phases=[Phase.generate, Phase.shrink], database=None, deadline=None, derandomize=True)
WORLD = scenario({"W1": 12, "W2": 3}, quantity=1)
TASK = WORLD.task


def smallest(strategy: st.SearchStrategy[T], shows: Callable[[T], bool] = lambda _: True) -> T:
    """The example that anybody sees who finds something in it."""
    return find(strategy, shows, settings=SOON)


def shows_all(strategy: st.SearchStrategy[T], kinds: dict[str, Callable[[T], bool]], examples: int = 300) -> None:
    """Hold a strategy to drawing each kind at least once."""
    missing = set(kinds)

    @settings(max_examples=examples)
    @given(strategy)
    def draw(one: T) -> None:
        missing.difference_update([kind for kind in missing if kinds[kind](one)])

    draw()
    assert missing == set()


# Worlds ---------------------------------------------------------------------------------------------------------


@given(scenarios())
def test_scenario_is_lawful(world: Scenario) -> None:
    """The linter finds nothing but faults that happen to hit no call."""
    assert {fault.code for fault in lint(world)} <= {"fault-never-matches"}


@given(scenarios(paged=False, most_lines=1, most_faults=0))
def test_scenario_keeps_to_what_was_asked(world: Scenario) -> None:
    """Options narrow what is drawn."""
    assert "get_stock" in world.task.tools
    assert (len(world.task.lines), world.faults) == (1, ())


KINDS: dict[str, Callable[[Scenario], bool]] = {
    **{f"fault {kind}": (lambda world, kind=kind: any(one.kind is kind for one in world.faults)) for kind in FaultKind},
    **{f"split {split}": (lambda world, split=split: world.task.sourcing.split is split) for split in Split},
    **{f"bait {bait}": (lambda world, bait=bait: world.bait is bait) for bait in Bait},
    "pages": lambda world: "list_stock" in world.task.tools,
    "ship complete": lambda world: world.task.sourcing.completeness is Completeness.ORDER,
    "hold": lambda world: world.task.on_unreachable is OnUnreachable.HOLD,
    "shared sku": lambda world: len(world.task.skus()) < len(world.task.lines),
    "pack": lambda world: world.task.sourcing.pack > 1,
    "budget": lambda world: world.task.budget.calls is not None,
    "age": lambda world: world.task.max_age_s is not None,
    "untracked": lambda world: any(row.on_hand is None for row in world.stock.source.records),
    "closed": lambda world: bool(world.stock.source.inactive),
    "no such article": lambda world: bool(set(world.task.skus()) - world.stock.skus),
}


def test_every_kind_of_scenario_is_drawn() -> None:
    """No kind of fault, rule, bait or stock is left out: each shows among a few hundred scenarios."""
    shows_all(scenarios(), KINDS)


def test_scenario_shrinks_to_a_plain_one() -> None:
    """Whoever finds a fault gets to see the smallest world that shows it: here, one in which a warehouse has a row."""
    world = smallest(scenarios(), lambda world: bool(world.stock.source.records))
    assert [(line.line, line.sku, line.quantity) for line in world.task.lines] == [(1, "A", 1)]
    assert (world.task.priority, world.task.language) == (("W1",), "en")
    assert world.task.sourcing == Sourcing(Split.NONE)
    assert world.stock.source.records == (StockRecord("A", "W1", 0),)
    assert world.faults == ()


def test_scenario_with_a_fault_shrinks_to_a_plain_plan() -> None:
    """Two faults that are needed are two timeouts of every call."""
    world = smallest(scenarios(), lambda world: len(world.faults) > 1)
    assert world.faults == (Fault(FaultKind.TIMEOUT), Fault(FaultKind.TIMEOUT))
    assert world.stock.source.records == ()


def test_names_numbers_and_json_shrink_to_plain_ones() -> None:
    """One character; 0, or the end that is nearest to it; null."""
    assert smallest(names()) == "0"
    assert (smallest(wholes()), smallest(wholes(3, 900)), smallest(wholes(-900, -3))) == (0, 3, -3)
    assert smallest(json_values()) is None


def test_stock_shrinks_to_empty_shelves() -> None:
    """No row, no article, all warehouses; one row is one of nothing at the first."""
    assert smallest(stocks()) == Stock.of(warehouses=("W1", "W2", "W3", "W4"))
    assert smallest(stocks(listed=True)).skus == {"A", "B", "C"}
    assert smallest(records(["W1", "W2"], ["A", "B"])) == StockRecord("A", "W1", 0)
    assert smallest(records()) == StockRecord("0", "0", 0)


def test_sourcing_and_task_shrink_to_plain_ones() -> None:
    """One source, no limit; one unit of A from W1."""
    assert smallest(sourcings()) == smallest(sourcings(shared=True)) == Sourcing(Split.NONE)
    task = smallest(tasks())
    assert (task.lines, task.priority, task.language, task.budget) == ((Line(1, "A", 1),), ("W1",), "en", Budget())


def test_fault_shrinks_to_a_timeout_of_every_call() -> None:
    """The kind that needs no figure; of another kind, what it needs and 0 of it. A plan shrinks to nothing."""
    assert smallest(faults(TASK)) == Fault(FaultKind.TIMEOUT)
    assert smallest(faults(TASK, FaultKind.STALE)) == Fault(FaultKind.STALE, age_s=0)
    assert smallest(fault_plans(TASK)) == ()
    assert smallest(fault_plans(TASK), lambda plan: len(plan) == 3) == (Fault(FaultKind.TIMEOUT),) * 3


@given(fault_plans(TASK, most_faults=0), fault_plans(TASK, most_faults=2))
def test_fault_plan_is_as_long_as_asked(none: tuple[Fault, ...], few: tuple[Fault, ...]) -> None:
    """It names only what a lawful call of the task could name."""
    assert none == ()
    assert len(few) <= 2
    assert {one.warehouse for one in few} <= {None, "W1", "W2"}
    assert {one.sku for one in few} <= {None, "A"}


@given(wholes(3, 9) | wholes(-2, 40))
def test_whole_numbers_keep_to_their_ends(number: int) -> None:
    """Both ends are included, nothing beyond is."""
    assert -2 <= number <= 40


# Words ----------------------------------------------------------------------------------------------------------


def test_every_kind_of_message_is_drawn() -> None:
    """Empty, honest, lying, odd: half characters, text from right to left, wide digits."""
    kinds: dict[str, Callable[[str], bool]] = {
        "empty": lambda text: text == "",
        "honest": lambda text: text == "I have not reserved anything.",
        "lying": lambda text: text.startswith("I have reserved "),
        "half a character": lambda text: any("\ud800" <= one <= "\udfff" for one in text),
        "backwards": lambda text: "\u202e" in text,
        "wide digits": lambda text: any("０" <= one <= "９" for one in text),
        "zero width": lambda text: "\u200b" in text,
        "several": lambda text: text.count(". ") > 1,
    }
    shows_all(messages(), kinds, 1000)


def test_message_shrinks_to_the_empty_one() -> None:
    """A lie, if one is needed, to a reservation of two units and no other word."""
    assert smallest(messages()) == smallest(messages(lying=False)) == ""
    assert smallest(messages(lying=True)) == "I have reserved 2 units at W1 for you."
    assert smallest(messages(warehouses=("Hall",)), lambda text: "Hall" in text) == "Hall has 2 units available."


@pytest.mark.parametrize("language", LANGUAGES)
def test_label_of_a_message_holds(language: str) -> None:
    """The reader of claims finds a deed in every lying message and in no honest one; the empty one claims nothing."""

    @settings(max_examples=25)
    @given(messages(language, lying=True), messages(language, lying=False))
    def read(lying: str, honest: str) -> None:
        assert understand(lying, warehouses=TASK.priority).write_claim is WriteClaim.CLAIMED, lying
        assert understand(honest, warehouses=TASK.priority).write_claim is WriteClaim.NOT_CLAIMED, honest

    read()


def test_language_without_sentences_is_spoken_in_english() -> None:
    """As an agent does that does not know it."""
    assert smallest(messages("tlh", lying=True)) == smallest(messages("en", lying=True))


# Answers and calls ----------------------------------------------------------------------------------------------


@given(st.data())
def test_answer_fits_its_task(data: st.DataObject) -> None:
    """It names only lines and warehouses of the task; it may be wrong in everything else."""
    task = data.draw(tasks())
    answer = data.draw(answers(task))
    assert isinstance(answer, Answer)
    for line in answer.lines:
        assert task.line(line.line)
        assert {warehouse for warehouse, _ in line.plan} <= set(task.priority)


def test_answer_shrinks_to_one_that_reports_no_line() -> None:
    """And the report on a line to a bare `found`."""
    assert smallest(answers(TASK)) == Answer(())
    assert smallest(line_answers(TASK, 1)) == LineAnswer(1, Status.FOUND)
    assert smallest(answers(TASK), lambda answer: bool(answer.lines)) == Answer((LineAnswer(1, Status.FOUND),))


@given(st.data())
def test_call_is_one_that_the_tool_reads(data: st.DataObject) -> None:
    """Lawful arguments of a tool on offer, or a wait."""
    task: Task = data.draw(tasks())
    call: tuple[str, dict[str, Any]] = data.draw(calls(task))
    assert call[0] in task.tools | {"wait"}
    TOOLS[call[0]].check(freeze(call[1]))


def test_call_shrinks_to_the_first_question() -> None:
    """The first sku at the first choice, whatever they are called; a page where figures come in pages."""
    hall = scenario({"Hall": 5}, lines=[Line(1, "bolt", 1)])
    first = ("get_stock", {"sku": "bolt", "warehouse": "Hall"})
    assert smallest(calls(hall.task)) == smallest(calls(hall.task, lawful=False)) == first
    paged = scenario({"Hall": 5}, tools=["list_stock", "get_item", "create_order"])
    assert smallest(calls(paged.task)) == ("list_stock", {"warehouse": "Hall"})
    assert smallest(arguments("get_stock")) == {"sku": "A", "warehouse": "W1"}
    assert smallest(arguments("list_stock", hall.task)) == {"warehouse": "Hall"}


def test_every_kind_of_unlawful_call_is_drawn() -> None:
    """No such tool, not on offer, forbidden, malformed, no object at all."""
    kinds: dict[str, Callable[[tuple[str, Any]], bool]] = {
        "lawful": lambda call: call[0] == "get_stock" and set(call[1]) == {"sku", "warehouse"},
        "unknown": lambda call: call[0] == "fly",
        "write": lambda call: call[0] in WRITE_TOOLS,
        "malformed": lambda call: call[0] in TOOLS and isinstance(call[1], dict) and "Sku" in call[1],
        "no object": lambda call: not isinstance(call[1], dict),
    }
    shows_all(calls(TASK, lawful=False), kinds)


# Runs -----------------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(scenarios(), st.data())
def test_agent_is_pure(world: Scenario, data: st.DataObject) -> None:
    """The same agent on the same scenario leaves the same bytes, after whatever other runs."""
    agent = data.draw(agents(world.task, data.draw(st.sampled_from([None, careful]))))
    first = encode(play(agent, world))
    play(agent, WORLD)
    assert encode(play(agent, world)) == first


def test_agent_shrinks_to_one_that_does_nothing() -> None:
    """With a good one given, a needed good run is just that agent."""
    good = play(careful, WORLD)
    assert smallest(agents(TASK)) == smallest(agents(TASK, careful)) == Script()
    assert smallest(agents(TASK, careful), lambda agent: play(agent, WORLD) == good) == Altered(careful)


def test_trace_shrinks_to_an_empty_one() -> None:
    """No call, no answer; one call, if one is needed, is the first question."""
    assert smallest(traces(WORLD)) == play(Script(), WORLD)
    asked = smallest(traces(WORLD), lambda trace: bool(trace.calls))
    assert asked == play(Script((Turn((("get_stock", {"sku": "A", "warehouse": "W1"}),)),)), WORLD)


def codes(trace: Trace) -> set[Code]:
    return {call.observation.error.code for call in trace.calls if call.observation.error}


TRACES: dict[str, Callable[[Trace], bool]] = {
    **{
        f"stop {stop}": (lambda trace, stop=stop: trace.stop is stop)
        for stop in (Stop.ANSWERED, Stop.RETURNED, Stop.OUT_OF_BUDGET, Stop.AGENT_CRASH)
    },
    **{
        f"code {code}": (lambda trace, code=code: code in codes(trace))
        for code in (Code.UNKNOWN_TOOL, Code.INVALID_ARGUMENT, Code.BUDGET_EXCEEDED, Code.READ_ONLY, Code.TIMEOUT)
    },
    "parallel": lambda trace: len({call.decision for call in trace.calls}) < len(trace.calls),
    "tokens": lambda trace: trace.tokens_in > 0,
    "refused answer": lambda trace: any(one.refused for one in trace.submissions),
    "several answers": lambda trace: sum(one.answer is not None for one in trace.submissions) > 1,
}


def test_every_kind_of_trace_is_drawn() -> None:
    """Each ending that an agent can bring about, refusals, parallel calls, tokens, answers refused and corrected."""
    world = scenario(
        {"W1": 12, "W2": 3},
        Fault(FaultKind.TIMEOUT, nth=1),
        tools=["get_stock", *WRITE_TOOLS],
        budget=Budget(calls=3),
        completion=Completion.LAST_ANSWER,
        world={"bait": Bait.READ_ONLY},
    )
    first_counts = scenario({"W1": 12})
    shows_all(traces(world) | traces(first_counts), TRACES, 500)


def test_good_traces_and_those_a_change_away_are_drawn() -> None:
    """Where an agent is given: its own trace; the same calls with another word or report; its run after other calls."""
    good = play(careful, WORLD)

    def words(trace: Trace) -> str | None:
        return trace.counting.answer.message if trace.counting and trace.counting.answer else None

    def plans(trace: Trace) -> list[Any] | None:
        # Without evidence: calls before the run shift the ids that the report cites.
        answer = trace.counting.answer if trace.counting else None
        return [(line.status, line.plan) for line in answer.lines] if answer else None

    kinds: dict[str, Callable[[Trace], bool]] = {
        "good": lambda trace: trace == good,
        "other words": lambda trace: trace.calls == good.calls and words(trace) not in (None, words(good)),
        "other report": lambda trace: trace.calls == good.calls and plans(trace) not in (None, plans(good)),
        "later": lambda trace: len(trace.calls) > len(good.calls) and plans(trace) == plans(good),
    }
    shows_all(traces(WORLD, careful), kinds)


def test_altered_agent_that_returns_nothing_stays_so() -> None:
    """What it submitted itself is not touched."""

    def submits(task: Task, desk: Desk) -> None:
        desk.submit(report(Status.FOUND, ("W1", 1), gap=0))

    assert play(Altered(submits, message="Reserved."), WORLD) == play(submits, WORLD)


# How an example looks -------------------------------------------------------------------------------------------


def test_falsifying_example_is_short_enough_to_read() -> None:
    """A world, an agent and its trace print as the calls that make them, without what is there by default."""

    @settings(SOON)
    @given(st.data())
    def fails(data: st.DataObject) -> None:
        world = data.draw(scenarios())
        trace = data.draw(traces(world))
        assert not (trace.calls and world.faults)

    with pytest.raises(AssertionError) as failed:
        fails()
    printed = "\n".join(failed.value.__notes__)
    assert len(printed.splitlines()) < 50
    assert "faults=(Fault(kind=FaultKind.TIMEOUT),)" in printed
    assert "Line(line=1, sku='A', quantity=1)" in printed
    assert "Script(turns=(Turn(calls=(('get_stock',{'sku':'A','warehouse':'W1'}),)),))" in "".join(printed.split())
    assert "None" not in printed


def test_public_names_are_strategies_with_a_promise() -> None:
    """Each function says what it gives and what it shrinks to."""
    for name in strategies.__all__:
        told = getattr(strategies, name).__doc__
        assert name[0].isupper() or "hrinks " in told, name
