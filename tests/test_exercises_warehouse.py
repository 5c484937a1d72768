"""The exercises in the warehouse: are their worlds what they say, and do their solutions hold beyond the checks?"""

import importlib
import re
from decimal import Decimal
from types import ModuleType

import attrs
import pytest
from builders import found, get, run, scripted, short
from hypothesis import given
from hypothesis import strategies as st

from baselines import RIGHT, ZOO
from baselines.rule_based import careful
from exercises import hunting
from exercises.course.child import load
from exercises.course.exercise import find
from exercises.hunting import Narrow
from exercises.rendered import no_loop, page, request, shown, stock_agrees, succeeds
from exercises.runs import Run, run_of, told
from exercises.warehouse import answer_of, answer_told, call_told, request_told, world
from graders import grade
from graders.audit.draws import Seeded
from inventory_env.episode import play
from inventory_env.faults import FaultKind
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock
from inventory_env.task import Split

SMALL = world({"W1": (9, 6), "W2": 8})


def solution(name: str) -> ModuleType:
    """The solution of an exercise, loaded as a learner's file is."""
    return load(find(name).folder / "solution.py")


def checks(name: str) -> ModuleType:
    """The checks of an exercise."""
    return importlib.import_module(f"exercises.{find(name).name}.checks")


def small_worlds(many: int, seed: int) -> list[Scenario]:
    """Worlds in which the audit hunts."""
    good = hunting.kinds()["good"]
    return [good.build(Seeded(seed, number)).scenario for number in range(many)]


def test_a_world_tells_what_it_holds() -> None:
    """The line, the order, the shelves; reserved units are named."""
    assert request_told(SMALL) == "5 of A, ask W1, W2; on the shelves W1 9 less 6 reserved, W2 8"
    bare = attrs.evolve(SMALL, stock=Stock.of(warehouses=("W1", "W2"), skus=("A",)))
    assert request_told(bare).endswith("W1 no row, W2 no row")


def test_calls_and_answers_are_told_in_a_few_words() -> None:
    """Figures, silence, other tools, refusals; all that an answer says."""
    silent = play(careful, world({"W1": 2, "W2": 7}, silent=("W2",)))
    assert [call_told(call) for call in silent.calls] == ["W1 -> 2 available", "W2 -> no reply", "W2 -> no reply"]
    assert answer_told(answer_of(silent)) == "unknown, 2 from W1, confirmed 2, no reply from W2"
    other = run(SMALL, [("list_warehouses", {}), ("reserve", {})], short(2, ("W1", 3), unreached=()))
    assert [call_told(call) for call in other.calls] == ["list_warehouses -> None available", "reserve -> UNKNOWN_TOOL"]
    assert answer_told(answer_of(other)) == "shortfall, 3 from W1, gap 2"
    assert answer_told(answer_of(run(SMALL, [get("W1")]))) == "no answer"
    booked = attrs.evolve(found(("W2", 5)), reservations=("R-1",))
    assert answer_told(booked) == "found, 5 from W2, reservations R-1"


def test_a_first_reply_can_be_lost_alone() -> None:
    """The second attempt is answered."""
    trace = play(careful, world({"W1": 7}, silent_once=("W1",)))
    assert [call_told(call) for call in trace.calls] == ["W1 -> no reply", "W1 -> 7 available"]


def test_a_crash_of_the_rule_agent_is_told_as_one() -> None:
    """Else a learner would look for a wrong answer."""
    telling = checks("01").told

    def raising(_task: object, _desk: object) -> None:
        raise KeyError("stock")

    with pytest.raises(RuntimeError, match="in agent: KeyError"):
        telling(play(raising, SMALL))
    assert telling(play(scripted([]), SMALL)) == "asks nobody; no answer"


def test_only_replies_before_the_answer_are_seen() -> None:
    """What is asked afterwards supports nothing."""
    late = run_of(SMALL, run(SMALL, [get("W1")], found(("W2", 5))))
    assert late.replies == (("W1", 3),)
    nobody = run_of(SMALL, run(SMALL, [("list_warehouses", {})], found(("W2", 5))))
    assert nobody.replies == ()
    assert "asked   nobody" in told(nobody)


def test_a_run_without_an_answer_is_told_too() -> None:
    """Nothing is made up for it."""
    empty = run_of(SMALL, run(SMALL, [get("W1")]))
    assert empty == Run(5, ("W1", "W2"), 2, (("W1", 3),), "")
    assert told(empty).endswith("answer  no answer")


def test_a_run_is_told_with_all_that_it_says() -> None:
    """Also what nobody should say."""
    whole = Run(5, ("W1", "W2"), 2, (("W1", None),), "unknown", gap=3, silent=("W1",), reservations=("R-1",))
    assert told(whole).splitlines()[1:] == [
        "asked   W1 -> no reply",
        "answer  unknown; gap 3; silent W1; reservations R-1",
    ]


def test_right_agents_are_handled_rightly_in_every_small_world() -> None:
    """The solution of the endings accepts who does it right, and obtains what they obtain."""
    endings = solution("04")
    agents = [one.make(0) for one in RIGHT if one.name in ("careful", "terse", "cites-every-call", "submits-json")]
    for scenario in small_worlds(60, seed=11):
        for agent in agents:
            seen = run_of(scenario, play(agent, scenario))
            assert endings.handled(seen), told(seen)
            assert endings.obtained(seen) == (seen.status != "unknown"), told(seen)


def test_who_misreports_is_never_handled_rightly() -> None:
    """Wherever the project's judge finds the ending or the disclosure wrong, so does the solution."""
    endings, seen_rules = solution("04"), set()
    wrong = {"status-wrong", "unreached-not-disclosed", "reservation-fabricated"}
    # Here the exercise asks for less: nobody has to name a warehouse that was asked needlessly.
    needless = {"surplus-query", "priority-broken"}
    for scenario in small_worlds(12, seed=12):
        for specimen in ZOO:
            trace = play(specimen.make(0), scenario)
            rules = {one.rule for one in grade(scenario, trace).findings}
            if rules & wrong and not rules & needless:
                seen_rules |= rules & wrong
                assert not endings.handled(run_of(scenario, trace)), (specimen.name, rules)
    assert seen_rules == wrong


AMOUNTS = st.decimals(min_value=1, max_value=99_999, places=2)


@given(AMOUNTS, AMOUNTS, st.sampled_from(["{:.2f}", "{:,.2f}", "€ {:,.2f}", "{:.2f} EUR", "€{:.2f}"]), st.booleans())
def test_an_amount_is_stated_in_every_agreed_writing(price: Decimal, shipping: Decimal, form: str, comma: bool) -> None:
    """Point or comma, thousands or none, money before or behind."""
    states, facts = solution("03").states, {"price": price, "shipping": shipping}
    written = [form.format(one) for one in (price, shipping)]
    if comma:
        written = [one.translate(str.maketrans(",.", ".,")) for one in written]
    assert states(f"Shipping is {written[1]}; the price is {written[0]}.", facts)
    assert not states(f"Shipping is not {written[1]}; the price is {written[0]}.", facts)
    assert states(f"Shipping is {written[0]}; the price is {written[1]}.", facts) == (price == shipping)
    longer = re.sub(r"(?=\d)", "1", written[0], count=1)
    assert not states(f"Shipping is {written[1]}; the price is {longer}.", facts)


@given(st.lists(st.integers(0, 99), min_size=3), st.lists(st.tuples(st.integers(0, 3), st.integers(0, 20))))
def test_narrow_choices_stay_within_their_range(drawn: list[int], ranges: list[tuple[int, int]]) -> None:
    """Whoever asks for a choice can rely on its bounds, in whatever order choices come."""
    feed = iter(drawn * 50)
    narrow = Narrow(lambda low, high: low + next(feed) % (high - low + 1))
    for low, more in ranges:
        assert low <= narrow(low, low + more) <= low + more


def test_the_hunt_stays_in_its_small_worlds() -> None:
    """One line, one source, nothing but figures, no fault but silence: so that half an hour is enough."""
    known, names = hunting.kinds(), checks("13").KINDS
    for name in names:
        tried = hunting.runs(known[name])
        assert tried, name
        assert len({case.should_pass for case, _ in tried}) == 1, name
        for case, _ in tried:
            task, stock = case.scenario.task, case.scenario.stock
            assert len(task.lines) == 1, name
            assert task.sourcing.split is Split.NONE, name
            assert {fault.kind for fault in case.scenario.faults} <= {FaultKind.TIMEOUT}, name
            assert len(stock.source.records) == len(task.priority), name
            assert all(row.on_hand is not None for row in stock.source.records), name
            figures = [call.observation.body.get("available", 0) for call in case.trace.calls]
            assert all(isinstance(one, int) and one >= 0 for one in figures), name


def test_the_solution_stands_a_hunt_that_it_has_not_met() -> None:
    """Other seeds make other runs; the five rules decide them too."""
    grader, known = solution("13").grader, hunting.kinds()
    for name in checks("13").KINDS:
        for number in range(12):
            case = known[name].build(Seeded(77, number))
            if case.kind == name and case.should_pass is not None:
                assert grader(case.scenario, case.trace) is case.should_pass, name


def test_a_run_of_which_nobody_knows_what_is_right_is_not_hunted_with() -> None:
    """Asking twice is a blemish that success may survive."""
    assert hunting.runs(hunting.kinds()["zoo:asks-twice"]) == ()


def test_a_hunt_ends_in_a_small_case() -> None:
    """Who accepts everything meets one unit, one warehouse, and no fault."""
    names = dict(list(checks("13").KINDS.items())[-6:])
    cases = hunting.hunted(lambda _scenario, _trace: True, names)
    assert [one.good for one in cases] == [False] * len(names)
    least = min(cases, key=lambda one: one.size)
    assert least.given[0].task.lines[0].quantity == 1
    assert "because" not in least.told
    assert "faults" not in least.told
    assert all(len(one.told.splitlines()) <= 15 for one in cases)


def test_a_grader_without_a_verdict_is_shown_the_case_as_it_was() -> None:
    """Nothing can be made smaller where nothing is said."""

    def silent(_scenario: object, _trace: object) -> bool:
        raise NotImplementedError("still to be written")

    (only,) = hunting.hunted(silent, {"good": "why"})
    assert hunting.hunted(lambda _scenario, _trace: True, {"good": "why"})[0].good
    assert only.good
    assert only.why == "why"
    assert only.told


def test_the_judges_are_found_in_a_learners_file(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """However they are imported."""
    does_without = checks("13")._does_without
    for text, right in (
        ("import math\nfrom inventory_env import Trace\n", True),
        ("import graders.grading\n", False),
        ("def f():\n    from baselines import careful\n", False),
        ("import importlib\nimportlib.import_module('graders')\n", False),
        ('"""No graders here."""\nfrom . import x\n', True),
    ):
        file = tmp_path / "mine.py"
        file.write_text(text, encoding="utf-8")
        module = ModuleType("mine")
        module.__file__ = str(file)
        assert does_without(module) is right, text


def test_pages_hold_neither_the_right_answer_nor_the_hidden_fault() -> None:
    """Who reads them has to find out."""
    whole = "\n".join(page(one) for one in shown())
    assert not [word for word in ("RIGHT ANSWER", "hidden", "VERDICT") if word in whole]
    assert request().startswith("REQUEST")


def test_the_answers_on_pages_are_those_of_the_project() -> None:
    """The first broken step, and whether each grader is right, as the whole judge sees it."""
    for one in shown():
        step, _, _, grader_right = checks("15").RIGHT[one.letter]
        findings = grade(one.scenario, one.trace).findings
        assert step == next((step for finding in findings for step in finding.steps), "none")
        assert grader_right is (one.passes is succeeds(one.scenario, one.trace))


def test_the_naive_graders_of_pages_are_naive() -> None:
    """One takes a retry for a loop, the other takes a lucky guess for knowledge."""
    lucky = run(SMALL, [], found(("W2", 5)))
    assert stock_agrees(SMALL, lucky)
    assert not succeeds(SMALL, lucky)
    assert not stock_agrees(SMALL, run(SMALL, [], short(2, ("W1", 3))))
    assert not stock_agrees(SMALL, run(SMALL, [get("W1")]))
    assert no_loop(SMALL, run(SMALL, [get("W1"), get("W2")]))
    assert not no_loop(SMALL, run(SMALL, [get("W1"), get("W1")]))
