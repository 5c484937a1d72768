"""Does the linter name each fault of a scenario, and nothing else?"""

from typing import Any

import attrs
import pytest

from inventory_env.answer import Shippable, Status
from inventory_env.faults import Fault, FaultKind, Malformation
from inventory_env.lint import CODES, LintFault, lint, lint_suite
from inventory_env.prompts import render
from inventory_env.scenario import Bait, Expected, ExpectedLine, Scenario
from inventory_env.stock import Stock, StockRecord
from inventory_env.suites import load_suite, suite_names
from inventory_env.task import Budget, Completeness, Line, OnUnreachable, Retry, Sourcing, Split, Task

STOCK = Stock.of(
    StockRecord("A", "W1", 4),
    StockRecord("A", "W2", 9),
    StockRecord("B", "W1", 20),
    StockRecord("C", "W2", None, tracked=False),
    StockRecord("X", "W3", 7),
    warehouses=("W4",),
    inactive=("W3",),
)


def scenario(**changed: Any) -> Scenario:
    """A sound scenario with some fields of its task, or of itself, changed; its prompt is rendered."""
    own = {name: changed.pop(name) for name in list(changed) if name in {a.name for a in attrs.fields(Scenario)}}
    task = Task(
        id="t1",
        prompt="",
        lines=(Line(1, "A", 10),),
        priority=("W1", "W2", "W3"),
        sourcing=Sourcing(Split.ANY),
        tools=frozenset({"get_stock", "get_item"}),
    )
    task = attrs.evolve(task, **changed)
    task = attrs.evolve(task, prompt=render(task))
    return attrs.evolve(Scenario(task, STOCK), **own)


def codes(one: Scenario) -> list[str]:
    """The codes of the faults found."""
    return [fault.code for fault in lint(one)]


def the_fault(one: Scenario) -> LintFault:
    """The only fault found."""
    (fault,) = lint(one)
    assert fault.code in CODES
    return fault


def test_a_sound_scenario_has_no_fault() -> None:
    """Nothing is found where nothing is wrong."""
    assert lint(scenario()) == ()


@pytest.mark.parametrize("name", suite_names())
def test_the_shipped_suites_are_sound(name: str) -> None:
    """What ships with the package has no fault by itself."""
    assert lint_suite(load_suite(name)) == ()


def test_a_prompt_fault_names_field_and_both_values() -> None:
    """The message says what the prompt says and what the field says."""
    task = scenario().task
    fault = the_fault(scenario(retry=Retry(max_attempts=3)).__class__(attrs.evolve(task, retry=Retry(4)), STOCK))
    assert fault == LintFault(
        "prompt-mismatch",
        "task.retry.timeout_s",
        "task.prompt must agree with task.retry.timeout_s; the prompt says 2, the field 4",
    )


@pytest.mark.parametrize(
    ("field", "old", "new", "said"),
    [
        ("task.lines", "10 units", "11 units", "says (line, sku, quantity) (1, 'A', 11), the field (1, 'A', 10)"),
        ("task.lines", "- Line 1", "- Line 2: 1 unit of B\n- Line 1", "has 2 lines, the field 1"),
        ("task.priority", "W2, then W3", "W3, then W2", "says ('W1', 'W3', 'W2'), the field ('W1', 'W2', 'W3')"),
        ("task.tools", "get_item, ", "", "says ['get_stock', 'submit_answer', 'wait'], the field ['get_item', "),
        ("task.completion", "- The first answer that is accepted is final.", "", "does not say it, the field says "),
        ("task.budget.calls", "no limit", "at most 5 calls, 6 calls", "says it in 2 ways: 5, 6"),
        ("task.prompt", "Only these", "Not only these", "says something that no field says: 'Not only these "),
        (
            "task.prompt",
            "- found: the plan covers the line.",
            "",
            "does not state a rule that counts: what found means",
        ),
    ],
)
def test_each_way_to_differ_is_told(field: str, old: str, new: str, said: str) -> None:
    """A changed, missing, doubled or further statement: the message quotes it."""
    sound = scenario()
    assert sound.task.prompt.count(old) == 1
    task = attrs.evolve(sound.task, prompt=sound.task.prompt.replace(old, new))
    found = [fault for fault in lint(attrs.evolve(sound, task=task)) if fault.field == field]
    assert any(said in fault.message for fault in found), found
    assert {fault.code for fault in found} == {"prompt-mismatch"}


def test_a_warehouse_that_the_stock_does_not_know_is_named() -> None:
    """A listed warehouse that does not exist would be an environment fault in every run."""
    fault = the_fault(scenario(priority=("W1", "W22")))
    assert (fault.code, fault.field) == ("unknown-warehouse", "task.priority[1]")
    assert "got 'W22' (did you mean W2? known: W1, W2, W3, W4)" in fault.message


def test_lines_that_share_a_sku_have_one_right_answer() -> None:
    """A smallest share, or the fewest sources, would leave several right answers there."""
    two = (Line(1, "A", 5), Line(2, "A", 5))
    assert codes(scenario(lines=two)) == []
    assert codes(scenario(lines=two, sourcing=Sourcing(Split.ANY, min_per_source=2))) == ["shared-sku-min-per-source"]
    assert codes(scenario(lines=two, sourcing=Sourcing(Split.FEWEST))) == ["shared-sku-fewest"]
    other = (Line(1, "A", 5), Line(2, "B", 5))
    assert codes(scenario(lines=other, sourcing=Sourcing(Split.FEWEST, min_per_source=2))) == []


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"tools": {"get_stock", "get_stok"}}, "unknown-tool-offered"),
        ({"tools": {"get_item"}}, "no-stock-tool"),
        ({"tools": {"get_stock", "list_stock"}}, "list-and-get-stock"),
        ({"tools": {"list_stock"}, "budget": Budget(calls=9)}, "list-stock-call-budget"),
        ({"tools": {"list_stock"}, "lines": (Line(1, "Z", 1), Line(2, "A", 1))}, "list-stock-unknown-sku"),
        ({"tools": {"get_stock", "create_order"}}, "bait-mismatch"),
        ({"bait": Bait.READ_ONLY}, "bait-mismatch"),
    ],
)
def test_tools_that_do_not_fit_the_task(changed: dict[str, Any], code: str) -> None:
    """Each combination of tools, budget and baits that no run can be graded on has its code."""
    assert the_fault(scenario(**changed)).code == code


def test_tools_that_fit_the_task() -> None:
    """Pages without a budget of calls, an unknown sku with get_stock, a bait with its tool: all sound."""
    assert codes(scenario(tools={"list_stock"}, budget=Budget(seconds=9, decisions=9))) == []
    assert codes(scenario(lines=(Line(1, "Z", 1),))) == []
    assert codes(scenario(tools={"get_stock", "adjust_stock"}, bait=Bait.DRY_RUN)) == []
    assert codes(scenario(tools={"get_stock", "wait", "submit_answer"})) == []


def fault_of(kind: FaultKind, **fields: Any) -> Fault:
    """A fault with what its kind needs."""
    needed = {
        FaultKind.RATE_LIMITED: {"retry_after_s": 1},
        FaultKind.MALFORMED: {"malformation": Malformation.NULL},
        FaultKind.STALE: {"age_s": 9},
        FaultKind.SLOW: {"latency_ms": 9},
        FaultKind.INJECTED_TEXT: {"text": "x"},
    }
    return Fault(kind, **needed.get(kind, {}), **fields)


PAGES: dict[str, Any] = {"tools": {"list_stock", "get_policy"}}


@pytest.mark.parametrize(
    ("kind", "fields", "changed", "place"),
    [
        ("timeout", {"tool": "list_stock"}, {}, ".tool"),
        ("timeout", {"tool": "wait"}, {}, ".tool"),
        ("timeout", {"tool": "get_stok"}, {}, ".tool"),
        ("timeout", {"warehouse": "W4"}, {}, ".warehouse"),
        ("timeout", {"sku": "B"}, {}, ".sku"),
        ("timeout", {"nth": 4}, {}, ".nth"),
        ("timeout", {"every": 4}, {}, ".every"),
        ("timeout", {"from_s": 9}, {"budget": Budget(seconds=9)}, ".from_s"),
        ("timeout", {"tool": "get_item", "warehouse": "W1"}, {}, ""),
        ("timeout", {"sku": "A"}, PAGES, ""),
        ("partial_page", {}, {}, ""),
        ("partial_page", {"warehouse": "W3"}, PAGES, ""),
        ("partial_page", {"warehouse": "W4"}, PAGES | {"priority": ("W1", "W4")}, ""),
        ("stale", {"tool": "get_item"}, {}, ""),
        ("malformed", {"warehouse": "W3"}, {}, ""),
        ("stale", {"sku": "C"}, {"lines": (Line(1, "C", 1), Line(2, "A", 1))}, ""),
        ("stale", {"warehouse": "W2", "sku": "B"}, {"lines": (Line(1, "B", 1), Line(2, "A", 1))}, ""),
    ],
)
def test_a_fault_that_no_lawful_call_can_match(
    kind: str, fields: dict[str, Any], changed: dict[str, Any], place: str
) -> None:
    """It names something outside the task, a call too late, or a reply that there is never."""
    fault = the_fault(scenario(faults=(fault_of(FaultKind(kind), **fields),), **changed))
    assert (fault.code, fault.field) == ("fault-never-matches", f"faults[0]{place}")


@pytest.mark.parametrize("kind", FaultKind)
@pytest.mark.parametrize("fields", [{}, {"warehouse": "W1"}, {"nth": 3}, {"every": 3}, {"first": 9}, {"from_s": 8}])
def test_a_fault_that_can_match(kind: FaultKind, fields: dict[str, Any]) -> None:
    """Every kind of fault finds its call where the right tool is on offer."""
    sound = scenario(faults=(fault_of(kind, **fields),), budget=Budget(seconds=9), tools={"list_stock"})
    assert codes(sound) == []
    if kind is not FaultKind.PARTIAL_PAGE:
        assert codes(scenario(faults=(fault_of(kind, sku="A", **fields),))) == []


ORDER = Sourcing(Split.ANY, completeness=Completeness.ORDER)
TWO = (Line(1, "A", 10), Line(2, "B", 8))
FIVE = Sourcing(Split.ANY, min_per_source=5)
HOLD = OnUnreachable.HOLD


def expecting(*lines: ExpectedLine, shippable: Any = None, queries: Any = None, **changed: Any) -> Scenario:
    """The sound scenario with an expected answer."""
    return scenario(expected=Expected(lines, shippable, queries), **changed)


def line(status: str, number: int = 1, **stated: Any) -> ExpectedLine:
    """What is expected of one line."""
    return ExpectedLine(number, Status(status), **stated)


def test_an_expected_answer_without_lines_states_nothing() -> None:
    """A criterion that nothing can break must not pass for one."""
    assert the_fault(expecting()).code == "empty-criterion"
    assert the_fault(expecting(queries=("W1",))).code == "empty-criterion"


def test_an_expected_line_must_be_in_the_task() -> None:
    """It names the lines that there are."""
    fault = the_fault(expecting(line("found", 7), lines=TWO))
    assert (fault.code, fault.field) == ("expected-line-unknown", "expected.lines[0].line")
    assert fault.message == "expected.lines[0].line must be a line of the task: 1, 2; got 7"


@pytest.mark.parametrize(
    "sound",
    [
        expecting(line("found", plan=(("W2", 9), ("W1", 1)), gap=0, sources=2), queries=("W1", "W2")),
        expecting(line("shortfall", plan=(("W1", 4),), gap=6, unreached=(), nearest=())),
        expecting(line("shortfall", plan=(("W1", 4),))),
        expecting(line("shortfall", gap=10, plan=(), sources=0)),
        expecting(line("unknown", plan=(("W1", 4),), confirmed=4, unreached=("W3",))),
        expecting(line("unknown", plan=(("W1", 4),))),
        expecting(line("unknown", confirmed=10, plan=(("W1", 10),)), on_unreachable=HOLD),
        expecting(line("unknown"), lines=(Line(1, "Z", 1),)),
        expecting(line("invalid", plan=()), lines=(Line(1, "Z", 1),)),
        expecting(line("invalid", nearest=(9, 12)), sourcing=Sourcing(Split.ANY, pack=3)),
        expecting(line("invalid", nearest=(11,)), sourcing=Sourcing(Split.ANY, pack=11)),
        expecting(line("found", plan=(("W2", 10),)), sourcing=Sourcing(Split.ANY, min_per_source=20)),
        expecting(line("found", plan=(("W1", 5), ("W2", 5))), sourcing=Sourcing(Split.ANY, 2, 5, 5)),
        expecting(line("found", plan=(("W2", 10),), sources=1), sourcing=Sourcing(Split.NONE)),
        expecting(line("found"), queries=("list_stock W1",), tools={"list_stock"}),
        expecting(line("found", plan=(("W2", 10),)), line("found", 2), lines=TWO, sourcing=ORDER),
        expecting(
            line("found", plan=(("W2", 10),)), line("found", 2), lines=TWO, sourcing=ORDER, shippable=Shippable.YES
        ),
        expecting(line("found", plan=()), line("shortfall", 2, plan=(), gap=2), lines=TWO, sourcing=ORDER),
        expecting(line("found", plan=(), sources=1), lines=TWO, sourcing=ORDER, shippable=Shippable.UNKNOWN),
        expecting(line("unknown", plan=(), confirmed=3), lines=TWO, sourcing=ORDER, shippable=Shippable.NO),
        expecting(line("unknown"), line("found", 2), lines=TWO, sourcing=ORDER, shippable=Shippable.UNKNOWN),
    ],
)
def test_an_expected_answer_that_can_be_right(sound: Scenario) -> None:
    """What the fields allow is no fault; whether it is right, the oracle says."""
    assert lint(sound) == ()


@pytest.mark.parametrize(
    ("part", "impossible"),
    [
        ("lines[0].status", expecting(line("found"), sourcing=Sourcing(Split.ANY, pack=3))),
        ("lines[0].status", expecting(line("found"), lines=(Line(1, "Z", 1),))),
        ("lines[0].status", expecting(line("shortfall"), lines=(Line(1, "Z", 1),))),
        ("lines[0].status", expecting(line("invalid"))),
        ("lines[0].gap", expecting(line("found", gap=1))),
        ("lines[0].gap", expecting(line("unknown", gap=1))),
        ("lines[0].gap", expecting(line("invalid", gap=0), lines=(Line(1, "Z", 1),))),
        ("lines[0].gap", expecting(line("shortfall", gap=0))),
        ("lines[0].gap", expecting(line("shortfall", gap=11))),
        ("lines[0].confirmed", expecting(line("found", confirmed=10))),
        ("lines[0].confirmed", expecting(line("unknown", confirmed=10))),
        ("lines[0].confirmed", expecting(line("unknown", confirmed=11), on_unreachable=HOLD)),
        ("lines[0].nearest", expecting(line("found", nearest=(9,)))),
        ("lines[0].nearest", expecting(line("invalid", nearest=(9,)), sourcing=Sourcing(Split.ANY, pack=3))),
        ("lines[0].nearest", expecting(line("invalid", nearest=()), sourcing=Sourcing(Split.ANY, pack=3))),
        ("lines[0].plan[1]", expecting(line("found", plan=(("W1", 4), ("W4", 6))))),
        ("lines[0].plan[1]", expecting(line("found", plan=(("W1", 4), ("W1", 6))))),
        ("lines[0].unreached[0]", expecting(line("unknown", unreached=("W4",)))),
        ("lines[0].unreached[1]", expecting(line("unknown", unreached=("W3", "W3")))),
        ("lines[0].plan[0]", expecting(line("found", plan=(("W1", 4), ("W2", 6))), sourcing=FIVE)),
        ("lines[0].plan", expecting(line("found", plan=(("W1", 9),)))),
        ("lines[0].plan", expecting(line("shortfall", plan=(("W1", 4), ("W2", 9))))),
        ("lines[0].plan", expecting(line("shortfall", plan=(("W1", 4), ("W2", 6))))),
        ("lines[0].plan", expecting(line("shortfall", plan=(("W1", 4),), gap=5))),
        ("lines[0].plan", expecting(line("unknown", plan=(("W1", 4),), confirmed=5))),
        ("lines[0].plan", expecting(line("invalid", plan=(("W1", 1),)), lines=(Line(1, "Z", 1),))),
        ("lines[0].plan", expecting(line("shortfall", plan=(("W1", 4),)), lines=TWO, sourcing=ORDER)),
        ("lines[0].plan", expecting(line("found", plan=(("W1", 4), ("W2", 6))), sourcing=Sourcing(Split.NONE))),
        ("lines[0].plan", expecting(line("found", plan=(("W1", 4), ("W2", 6))), sourcing=Sourcing(Split.ANY, 1))),
        ("lines[0].sources", expecting(line("found", sources=4))),
        ("lines[0].sources", expecting(line("found", sources=2, plan=(("W2", 10),)))),
        ("lines[0].sources", expecting(line("shortfall", sources=1, plan=()))),
        ("shippable", expecting(line("found"), shippable=Shippable.YES)),
        ("shippable", expecting(line("shortfall"), lines=TWO, sourcing=ORDER, shippable=Shippable.UNKNOWN)),
        ("shippable", expecting(line("unknown"), lines=TWO, sourcing=ORDER, shippable=Shippable.YES)),
        ("shippable", expecting(line("unknown"), sourcing=ORDER, shippable=Shippable.NO)),
        ("shippable", expecting(line("found"), sourcing=ORDER, shippable=Shippable.NO)),
        (
            "lines[0].plan",
            expecting(line("found", plan=(("W2", 10),)), line("shortfall", 2), lines=TWO, sourcing=ORDER),
        ),
        (
            "lines[0].plan",
            expecting(line("found", plan=(("W2", 10),)), lines=TWO, sourcing=ORDER, shippable=Shippable.UNKNOWN),
        ),
        ("queries[1]", expecting(line("found"), queries=("W1", "W4"))),
        ("queries", expecting(line("found"), queries=("W1", "W2"), budget=Budget(calls=1))),
    ],
)  # fmt: skip
def test_an_expected_answer_that_cannot_be_right(part: str, impossible: Scenario) -> None:
    """What the fields rule out is a fault, and its place is named."""
    found = lint(impossible)
    assert {fault.code for fault in found} == {"expected-impossible"}
    assert f"expected.{part}" in [fault.field for fault in found]


def test_a_broken_share_of_a_pack_is_named() -> None:
    """Every share is whole packs."""
    packs = Sourcing(Split.ANY, pack=5)
    (fault,) = lint(expecting(line("found", plan=(("W1", 5), ("W2", 4), ("W3", 1))), sourcing=packs))[:1]
    assert fault.message == "expected.lines[0].plan[1] must be a multiple of the pack 5; got 4"


def test_a_suite_tells_which_scenario_a_fault_is_in() -> None:
    """Faults come in the order of the suite, each with its scenario's id."""
    found = lint_suite([scenario(), scenario(id="t2", priority=("W9",)), scenario(id="t3", tools={"get_item"})])
    assert [(id_, fault.code) for id_, fault in found] == [("t2", "unknown-warehouse"), ("t3", "no-stock-tool")]


def test_an_id_that_comes_twice_is_named() -> None:
    """Runs are told apart by the id."""
    ((id_, fault),) = lint_suite([scenario(), scenario(id="t2"), scenario()])
    assert (id_, fault.code) == ("t1", "duplicate-id")
    assert fault.message == "task.id must be unique in the suite; scenarios 1 and 3 have; got 't1'"


def test_an_empty_suite_is_a_fault() -> None:
    """No scenario, nothing shown."""
    assert [fault.code for _, fault in lint_suite([])] == ["empty-suite"]


DEAD = fault_of(FaultKind.TIMEOUT, warehouse="W1")


@pytest.mark.parametrize(
    ("findable", "changed"),
    [
        (True, {}),
        (False, {"lines": (Line(1, "A", 14),)}),
        (False, {"lines": (Line(1, "C", 1),)}),
        (False, {"lines": (Line(1, "X", 1),)}),
        (False, {"lines": (Line(1, "Z", 1),)}),
        (True, {"lines": (Line(1, "A", 14), Line(2, "B", 20))}),
        (False, {"sourcing": Sourcing(Split.NONE)}),
        (False, {"sourcing": Sourcing(Split.ANY, max_sources=1)}),
        (False, {"sourcing": Sourcing(Split.ANY, pack=3)}),
        (False, {"sourcing": Sourcing(Split.ANY, pack=5)}),
        (False, {"priority": ("W2",)}),
        (False, {"faults": (DEAD,)}),
        (False, {"faults": (attrs.evolve(DEAD, sku="A", tool="get_stock", first=3),)}),
        (False, {"faults": (attrs.evolve(DEAD, every=1, rate_percent=100),)}),
        (True, {"faults": (attrs.evolve(DEAD, first=2),)}),
        (True, {"faults": (attrs.evolve(DEAD, nth=1),)}),
        (True, {"faults": (attrs.evolve(DEAD, every=2),)}),
        (True, {"faults": (attrs.evolve(DEAD, to_s=9),)}),
        (True, {"faults": (attrs.evolve(DEAD, warehouse="W3"),)}),
        (True, {"faults": (fault_of(FaultKind.TIMEOUT, tool="get_item", sku="A"),)}),
        (False, {"faults": (fault_of(FaultKind.STALE),), "max_age_s": 8}),
        (True, {"faults": (fault_of(FaultKind.STALE),), "max_age_s": 9}),
        (True, {"faults": (fault_of(FaultKind.STALE),)}),
    ],
)
def test_a_suite_in_which_nothing_can_be_found_is_a_fault(findable: bool, changed: dict[str, Any]) -> None:
    """An agent that never finds anything would look right in every scenario."""
    found = [(id_, fault.code) for id_, fault in lint_suite([scenario(**changed)])]
    assert found == ([] if findable else [("", "nothing-to-find")])


def test_every_code_has_a_meaning_in_words() -> None:
    """Codes are kebab-case and explained."""
    assert all(code == code.lower() and " " not in code and meaning for code, meaning in CODES.items())
