"""Does a page hold of every run what happened, whatever words are in it?"""

import base64
import gzip
import json
from typing import Any

import attrs
import pages
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.claims.reading import understand
from graders.report.page.runs import blocks
from graders.report.page.viewer.blocks import packed, packed_blocks
from graders.report.page.viewer.detail import MOST_UNDERSTOOD, case, detail
from graders.report.page.viewer.index import MOST_SEARCHED, NO_FAULT, Index
from graders.report.page.viewer.pieces import MOST_CHARACTERS, legible, pieces
from graders.report.page.viewer.profiles import profiles
from graders.report.page.viewer.steps import MOST_STEPS, steps
from graders.run_words import told_once
from inventory_env.verdict import Finding

ANY_JSON: st.SearchStrategy[Any] = st.dictionaries(
    st.text(st.characters(), max_size=3),
    st.none() | st.integers(-(2**53), 2**53) | st.text(st.characters(), max_size=20),
    max_size=3,
)


def unpacked(text: str) -> Any:
    """What a browser makes of a block."""
    return json.loads(gzip.decompress(base64.b64decode(text)))


@given(ANY_JSON)
def test_block_gives_back_what_was_packed_in_harmless_letters(value: Any) -> None:
    """Lone surrogates, quotes and tags come back, and none of them stands in the page."""
    text = packed(value)
    assert unpacked(text) == value
    assert packed(value) == text
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")


@given(st.lists(st.integers(), max_size=30), st.integers(1, 7))
def test_blocks_hold_all_in_order(values: list[int], each: int) -> None:
    """Number i is in block i // each, at place i % each."""
    told = [unpacked(text) for text in packed_blocks(values, each=each)]
    assert [one for block in told for one in block] == values
    assert all(len(block) == each for block in told[:-1])


@given(st.text())
def test_legible_text_hides_nothing(text: str) -> None:
    """Only line breaks and printable signs are left."""
    told = legible(text)
    assert all(line.isprintable() for line in told.split("\n"))
    told.encode("utf-8")


SENTENCE = "Line 1: 5 units are available. I have reserved them. The swallow \u202e\ud800 left."


@given(st.lists(st.tuples(st.integers(0, 120), st.integers(0, 60)), max_size=6))
def test_pieces_are_the_message_with_every_finding_where_it_is(places: list[tuple[int, int]]) -> None:
    """Spans may overlap, be empty, or lie beyond the end."""
    verdict = pages.runs()[0][2]
    findings = [Finding("text-unclassified", "x", clause=(start, start + length)) for start, length in places]
    understood = understand(SENTENCE, language="en", warehouses=("W1",), skus=("A",))
    told = pieces(SENTENCE, understood, findings, verdict)
    assert "".join(words for words, *_ in told) == legible(SENTENCE)
    for number, (start, length) in enumerate(places, 1):
        marked = "".join(words for words, _, numbers, _ in told if number in numbers)
        assert marked == legible(SENTENCE[start : start + length])
    assert {says for _, says, *_ in told} <= {"", "red", "yellow", "green"}


def test_nothing_is_cut_of_an_empty_message() -> None:
    """A run without words has no piece."""
    assert pieces("", None, (), pages.runs()[0][2]) == []


def test_every_run_is_told_with_all_its_steps_and_findings() -> None:
    """Each finding of the verdict, each call and submission; each step that a finding names is there to jump to."""
    for scenario, record, verdict in pages.runs():
        told = detail(scenario, record, verdict)
        trace = record.trace
        assert [one["id"] for one in told["steps"] if one["kind"] != "submission"] == [c.call_id for c in trace.calls]
        assert len(told["findings"]) == len(told_once(verdict.findings))
        known = {one["id"] for one in told["steps"]}
        for one in told["findings"]:
            assert set(one["steps"]) <= known
        assert dict(map(tuple, told["rules"])) == {code: mark.value for code, mark in verdict.rules}
        assert json.dumps([told, case(scenario)], allow_nan=False)


def test_waits_faults_and_turns_are_told_apart() -> None:
    """A timeline shows them differently."""
    told = [detail(*judged) for judged in pages.of("careful")]
    every = [step for one in told for step in one["steps"]]
    assert {step["kind"] for step in every} == {"call", "wait", "submission"}
    assert any(step["fault"].startswith("fault #0 ") for step in every)
    assert all(step["to"] >= step["from"] for step in every)


def test_refused_answer_is_shown_as_it_was_submitted() -> None:
    """It is no answer, and its arguments are data."""
    scenario, record, verdict = pages.of("careful")[0]
    refused = attrs.evolve(record.trace.submissions[0], answer=None, refused="no lines")
    trace = attrs.evolve(record.trace, submissions=(refused,))
    told = detail(scenario, attrs.evolve(record, trace=trace), verdict)
    assert told["answer"] is None
    assert told["message"] == []
    assert told["steps"][-1]["reply"] == "refused: no lines"
    assert told["steps"][-1]["raw"] == {"arguments": {}}


def test_long_runs_are_cut_and_say_so() -> None:
    """A page shows the first steps; the stored trace has all, and no finding points at a step that is not there."""
    scenario, record, verdict = pages.of("careful")[0]
    calls = record.trace.calls[:1] * (MOST_STEPS + 3)
    long = attrs.evolve(record, trace=attrs.evolve(record.trace, calls=calls))
    told = detail(scenario, long, attrs.evolve(verdict, findings=(Finding("no-such-rule", "x", steps=("c999",)),)))
    assert len(told["steps"]) == MOST_STEPS
    assert told["more_steps"] == 4
    assert told["findings"][0]["steps"] == []
    assert told["findings"][0]["meaning"] == ""


def test_megabyte_of_message_is_cut_and_says_so() -> None:
    """It neither swells the page nor keeps anybody waiting."""
    scenario, record, verdict = pages.of("careful")[0]
    last = record.trace.submissions[-1]
    assert last.answer is not None
    answer = attrs.evolve(last.answer, message="ab " * (MOST_UNDERSTOOD // 2))
    trace = attrs.evolve(record.trace, submissions=(attrs.evolve(last, answer=answer),))
    told = detail(scenario, attrs.evolve(record, trace=trace), verdict)
    assert told["unread"]
    assert told["more_message"] == len(answer.message) - MOST_CHARACTERS
    assert sum(len(words) for words, *_ in told["message"]) == MOST_CHARACTERS
    assert isinstance(told["steps"][-1]["raw"], str)
    assert len(told["steps"][-1]["raw"]) < 5_000


def test_long_message_is_still_marked_where_it_is_shown() -> None:
    """What is found beyond the cut is told, not marked."""
    judged = pages.graded_again(pages.of("careful")[0], "I reserved it. " + "Hm. " * 2_600 + "I reserved it.")
    told = detail(*judged)
    assert {one["in_message"] for one in told["findings"] if one["rule"] == "reservation-claimed"} == {True, False}
    assert told["more_claims"] > 0


def test_index_tells_every_run_by_columns() -> None:
    """Names are told once; each column has one value a run."""
    index = Index()
    new = [index.add(*judged) for judged in pages.runs()]
    told = index.told()
    assert sum(new) == len(pages.scenarios())
    assert {len(column) for column in told["runs"].values()} == {len(pages.runs())}
    for i, (scenario, record, verdict) in enumerate(pages.runs()):
        names, runs = told["names"], {column: values[i] for column, values in told["runs"].items()}
        assert names["agents"][runs["agent"]] == record.agent
        assert names["scenarios"][runs["scenario"]] == scenario.id
        assert names["families"][told["by_scenario"][runs["scenario"]][1]] == scenario.family
        assert {names["rules"][rule] for rule in runs["rules"]} == {one.rule for one in verdict.findings}
        met = {scenario.faults[call.fault].kind for call in record.trace.calls if call.fault is not None}
        assert {names["faults"][fault] for fault in runs["faults"]} == (met or {NO_FAULT})
        assert len(runs["message"]) <= 6 * MOST_SEARCHED


def test_run_without_answer_is_searched_by_its_names_alone() -> None:
    """It has no words."""
    index = Index()
    index.add(*pages.of("do-nothing")[0])
    assert index.told()["runs"]["message"] == [""]


def test_blocks_come_as_they_fill_and_the_index_last() -> None:
    """No more than one block of runs is ever held."""
    taken = []

    def coming() -> Any:
        for judged in pages.runs():
            taken.append(judged)
            yield judged

    found = blocks(coming())
    assert next(found).id == "runs-0"
    assert len(taken) == 100
    rest = [one.id for one in found]
    assert rest[0] == "runs-1"
    assert rest[-2:] == ["cases-0", "index"]


def test_every_task_of_every_agent_has_its_profile() -> None:
    """Successes of its trials, rules broken, what was changed, and what it cost."""
    results = pages.report().results.agents
    told = {one.id: unpacked(one.text) for one in blocks(pages.runs(), results)}
    assert set(told["index"]["profiled"]) == {one.agent for one in results}
    for one in results:
        profile = told[f"profiles-{told['index']['profiled'][one.agent]}"]
        assert set(profile) == {each.task for each in one.profiles}
        for each in one.profiles:
            words = dict(profile[each.task])
            assert words["successes"].startswith(f"{each.successes} of {each.judged} judged")
            assert words["rules broken"] == (", ".join(each.violations) or "none")


def test_profile_tells_runs_that_were_not_judged() -> None:
    """Their number stands beside."""
    one = pages.report().results.agents[0]
    odd = attrs.evolve(one.profiles[0], runs=5)
    assert profiles(attrs.evolve(one, profiles=(odd,)))[odd.task][0][1].endswith(", 5 runs")


def test_call_of_a_fault_that_nobody_planned_is_told_by_its_number() -> None:
    """A trace of another suite may name one."""
    scenario, record, _ = pages.of("careful")[0]
    call = attrs.evolve(record.trace.calls[0], fault=7)
    told = steps(attrs.evolve(record.trace, calls=(call,)), scenario)
    assert told[0]["fault"] == "fault #7"


@pytest.mark.parametrize("agent", ["careful", pages.HOSTILE])
def test_right_answer_stands_beside_each(agent: str) -> None:
    """Whatever the agent said."""
    scenario, _, _ = pages.of(agent)[0]
    told = case(scenario)
    assert told["right"][0][0] == "line 1"
    assert told["order"][-1].startswith("asked: ")
