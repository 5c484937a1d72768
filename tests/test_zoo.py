"""Does each specimen break what its label says, and only where its fault bites?"""

import re
from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from worlds import scenario
from zoo_worlds import FURTHER, SECOND, SPLIT, WORLDS

from baselines.rule_based import careful
from baselines.zoo import ZOO, Specimen
from baselines.zoo.bending import kept, relaxed, reread, walked
from baselines.zoo.bites import answer_differs, calls_differ
from baselines.zoo.desks import Notebook, Recall, Window, as_it_is
from graders import grade
from graders.rules import RULES
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.episode import Desk, play
from inventory_env.scenario import Scenario
from inventory_env.strategies import scenarios
from inventory_env.suites import load_suite
from inventory_env.task import Sourcing, Split, Task
from inventory_env.trace import Stop
from inventory_env.verdict import Mark, RunStatus, Verdict


def names(specimen: Specimen) -> str:
    return specimen.name


each = pytest.mark.parametrize("specimen", ZOO, ids=names)


def broken(verdict: Verdict) -> set[str]:
    return {finding.rule for finding in verdict.findings}


def misfits(specimen: Specimen, case: Scenario) -> Iterator[str]:
    """In which way a specimen's label does not fit what it did, and what was found, in one case."""
    right, own = play(careful, case), play(specimen.make(0), case)
    verdict, honest = grade(case, own), grade(case, right)
    if verdict.status in (RunStatus.ENVIRONMENT_FAULT, RunStatus.HARNESS_FAULT):
        yield verdict.status_reason
    if not specimen.applies(case, right, own):
        yield from (
            f"{one} and {other}" for one, other in zip(verdict.rules, honest.rules, strict=True) if one != other
        )
        return
    yield from (f"does not break {rule}" for rule in sorted(specimen.must - broken(verdict)))
    yield from (f"breaks {rule}" for rule in sorted(broken(verdict) - specimen.must - specimen.may - broken(honest)))


def test_zoo_is_large_and_its_names_are_unique() -> None:
    """At least 40 specimens, each with a name of its own that a command line can take."""
    assert len({specimen.name for specimen in ZOO}) == len(ZOO) >= 40
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", specimen.name) for specimen in ZOO)


def test_each_specimen_has_a_world_here() -> None:
    """A label is shown at least once on a world made for it."""
    assert set(WORLDS) == {specimen.name for specimen in ZOO}


def test_labels_are_rules_of_the_catalogue() -> None:
    """A label that names no rule could never be wrong."""
    known = {rule.code for rule in RULES if rule.check is not None}
    assert {rule for specimen in ZOO for rule in specimen.must | specimen.may} <= known


def test_each_rule_has_an_agent_that_breaks_it() -> None:
    """A rule that nobody breaks is not shown to work; only the world itself could change the stock."""
    known = {rule.code for rule in RULES if rule.check is not None}
    musts = {rule for specimen in ZOO for rule in specimen.must}
    # Nobody can see beforehand how a write will be refused, so repeating it is never certain.
    assert known - musts == {"state-changed", "write-repeated"}
    assert any("write-repeated" in specimen.may for specimen in ZOO)


@each
def test_each_specimen_says_what_it_believes(specimen: Specimen) -> None:
    """The misconception is one sentence; the public report, where there is one, a case and an issue."""
    assert re.fullmatch(r"[A-Z`][^.]*\.", specimen.about)
    assert re.fullmatch(r"(B\d\d [\w-]+/[\w-]+(#\d+)?)?", specimen.mirrors)


@each
def test_the_fault_bites_in_its_own_world(specimen: Specimen) -> None:
    """Where a label applies the run is another than the careful agent's, overwritten copies apart."""
    case = WORLDS[specimen.name]
    right, own = play(careful, case), play(specimen.make(0), case)
    assert specimen.applies(case, right, own)
    assert (own == right) is (specimen.name == "overwrites-its-copies")
    assert own == play(specimen.make(0), case)
    assert (own.stop is Stop.AGENT_CRASH) is (specimen.name == "raises")


@each
def test_the_label_holds_in_its_own_world(specimen: Specimen) -> None:
    """Every rule on the label is broken there, and no other."""
    assert list(misfits(specimen, WORLDS[specimen.name])) == []


@each
def test_the_label_holds_in_other_worlds(specimen: Specimen) -> None:
    """Where the fault does not bite, the marks are the careful agent's."""
    told = [(case.task, fault) for case in FURTHER for fault in misfits(specimen, case)]
    assert told == []


@pytest.mark.parametrize("case", load_suite("worked"), ids=lambda case: case.id)
def test_labels_hold_on_the_worked_examples(case: Scenario) -> None:
    """The examples were written without a thought of the zoo."""
    assert [(specimen.name, fault) for specimen in ZOO for fault in misfits(specimen, case)] == []


@given(scenarios(), st.sampled_from(ZOO))
@settings(deadline=None, max_examples=150)
def test_labels_hold_on_any_scenario(case: Scenario, specimen: Specimen) -> None:
    """A label is a promise for every world in which the careful agent succeeds."""
    assume(grade(case, play(careful, case)).success is Mark.PASS)
    assert list(misfits(specimen, case)) == []


@given(scenarios(paged=False))
@settings(deadline=None, max_examples=30)
def test_notes_read_again_with_open_eyes_say_the_same(case: Scenario) -> None:
    """A second thought is wrong only through what bends it."""
    seen = []

    def agent(task: Task, desk: Desk) -> Answer:
        notes = walked(task, desk)
        seen.append((notes.odd, kept(notes), reread(notes)))
        return kept(notes)

    play(agent, case)
    assert all(first == again or odd for odd, first, again in seen)


def test_another_plan_with_as_few_sources_is_no_bite() -> None:
    """Under fewest several plans are right, so choosing another one is no fault; a plan beyond the stock is."""
    case = scenario({"W1": 4, "W2": 5, "W3": 6, "W4": 9}, sourcing=Sourcing(Split.FEWEST))
    right = play(careful, case)

    def planning(*plan: tuple[str, int]) -> Any:
        return play(lambda _task, _desk: Answer((LineAnswer(1, Status.FOUND, plan, gap=0),)), case)

    assert not answer_differs(case, right, planning(("W4", 9), ("W1", 1)))
    assert not answer_differs(case, right, planning(("W3", 6), ("W1", 4)))
    assert answer_differs(case, right, planning(("W1", 5), ("W3", 5)))
    assert answer_differs(case, right, planning(("W1", 4), ("W2", 5), ("W3", 1)))
    assert answer_differs(attrs.evolve(case, task=SPLIT.task), right, planning(("W4", 9), ("W1", 1)))


def test_the_same_calls_in_one_decision_are_other_calls() -> None:
    """Asking in parallel is a difference even where the questions are the same."""
    questions = [("get_stock", {"sku": "A", "warehouse": name}) for name in ("W1", "W2")]

    def apart(_task: Task, desk: Desk) -> None:
        for question in questions:
            desk.decide([question])

    def together(_task: Task, desk: Desk) -> None:
        desk.decide(questions)

    assert calls_differ(SECOND, play(apart, SECOND), play(together, SECOND))
    assert not calls_differ(SECOND, play(apart, SECOND), play(apart, SECOND))


def test_no_answer_differs_from_any() -> None:
    """A run without an accepted answer, or a line left out, is a difference; two of them are none."""
    right = play(careful, SECOND)
    silent_run = play(lambda _task, _desk: None, SECOND)
    empty = play(lambda _task, _desk: Answer(()), SECOND)
    assert answer_differs(SECOND, right, silent_run)
    assert answer_differs(SECOND, right, empty)
    assert not answer_differs(SECOND, silent_run, silent_run)
    assert not answer_differs(SECOND, empty, empty)


def test_glass_hides_no_door_of_the_desk() -> None:
    """Whatever an agent may do at a desk it may do behind glass, at a notebook and from memory."""
    told = []

    def agent(task: Task, desk: Desk) -> None:
        notes = Notebook(task, Window(desk, lambda inner, tool, arguments: inner.call(tool, **arguments)))
        question = ("get_stock", {"sku": "A", "warehouse": "W1"})
        told.append([reply.ok for reply in notes.decide([question, question])])
        notes.report_tokens(3, 4)
        told.append(notes.submit({"lines": []}).ok)
        told.append(notes.answer)
        recall = Recall(notes, as_it_is)
        told.append([reply.ok for reply in recall.decide([question, ("get_policy", {}), ("wait", {"seconds": 9})])])
        recall.report_tokens(5, 6)
        told.append((recall.elapsed_ms, notes.elapsed_ms))
        Window(desk, lambda *_: recall.call("get_policy")).submit(Answer(()))

    run = play(agent, SECOND)
    assert told == [[True, True], True, Answer(()), [True, False, True], (100, 100)]
    assert len(run.calls) == 2
    assert (run.tokens_in, run.tokens_out) == (3, 4)
    assert run.counting is not None


def test_a_bent_task_stays_as_it_is_where_a_budget_counts() -> None:
    """A specimen whose label could depend on what a question costs is careful there."""
    assert relaxed(SECOND.task)
    assert not relaxed(WORLDS["spends-all-calls"].task)
