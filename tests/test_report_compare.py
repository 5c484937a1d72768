"""Is a comparison paired, refused where it cannot be made, and frank about what rose?"""

from typing import Any

import attrs
import pytest
from hypothesis import given
from study_rows import card, faulty, row, split, studies, study

from graders.report.blocks import Grid
from graders.report.comparable import Contender, contender
from graders.report.compared import Comparison, comparison_json
from graders.report.comparing import compare
from graders.report.comparison_blocks import comparison_blocks
from graders.report.text import text_lines
from graders.study.card import Evidence, Origin
from graders.study.plan import FaultyRuns, Study, Versions
from graders.study.row import Row
from inventory_env.errors import InputError
from inventory_env.splits import SplitKind as Made
from inventory_env.splits import Standing
from inventory_env.verdict import Mark, RunStatus

PASS, FAIL = Mark.PASS, Mark.FAIL


def marks(agent: str, *given: Mark, **more: Any) -> list[Row]:
    """One run of each task, of these marks."""
    return [row(f"t{i:03}", mark, agent=agent, **more) for i, mark in enumerate(given)]


def side(agent: str, rows: list[Row], **more: Any) -> Contender:
    """An agent of a study that asked for these rows."""
    own = more.pop("own_card", card(agent))
    trials = max((one.trial for one in rows), default=1)
    planned = {"scenarios": len({one.place.task for one in rows}), "trials": trials, "cards": (own,)}
    return Contender(study(**{**planned, **more}), own, tuple(rows))


def compared(first: list[Row], second: list[Row], **more: Any) -> Comparison:
    """Agent `b` against agent `a`."""
    one, other = side("a", first, **more), side("b", second, **more)
    return compare(one, other, split(other.study))


def written(comparison: Comparison) -> str:
    """The comparison in plain lines."""
    return "\n".join(text_lines(comparison_blocks(comparison), 1000))


def test_tasks_are_paired() -> None:
    """60 both, 15 gained, 5 lost, 20 neither: .10, error .0438086, z from .0141368 to .1858632, p 5425/131072."""
    cells = [(PASS, PASS)] * 60 + [(FAIL, PASS)] * 15 + [(PASS, FAIL)] * 5 + [(FAIL, FAIL)] * 20
    found = compared(marks("a", *(one for one, _ in cells)), marks("b", *(other for _, other in cells)))
    table = found.table
    assert (table.both, table.gained, table.lost, table.neither, table.open) == (60, 15, 5, 20, 0)
    assert found.lost == ("t075", "t076", "t077", "t078", "t079")
    assert len(found.gained) == 15
    assert (found.difference.exact, found.rate_difference.exact) == ("1/10", "1/10")
    assert found.difference.low == pytest.approx(0.0141368, abs=1e-7)
    assert found.difference.high == pytest.approx(0.1858632, abs=1e-7)
    assert "0.0438086" in found.difference.note
    assert found.mcnemar.exact == "5425/131072"
    assert found.rate_difference.low is not None
    assert found.rate_difference.low < found.difference.low  # t with 99 degrees of freedom is wider than z
    assert (found.first.results.success.value, found.second.results.success.value) == (0.65, 0.75)


def test_a_task_succeeds_with_all_its_runs() -> None:
    """One failure of two is no success; the rule stands in the comparison, and the rates still see the half."""
    first = [row("t", FAIL, agent="a", trial=1), row("t", agent="a", trial=2)]
    second = [row("t", agent="b", trial=1), row("t", agent="b", trial=2)]
    found = compared(first, second)
    assert (found.gained, found.rate_difference.exact) == (("t",), "1/2")
    assert found.rule.startswith("A task counts as a success when every one of its runs is a success")
    assert found.rate_difference.note == "one family: no interval"
    assert found.difference.note == "fewer than two tasks"


def test_a_task_that_is_open_on_one_side_is_left_out() -> None:
    """Missing, faulty and uncertain runs decide nothing; a failure beside them does."""
    first = [*marks("a", PASS, PASS, PASS, PASS), row("t004", Mark.UNCERTAIN, agent="a")]
    second = [row("t000", agent="b"), faulty("t001", agent="b"), row("t003", FAIL, agent="b"), row("t004", agent="b")]
    found = compare(side("a", first), side("b", second, scenarios=5), split(study(scenarios=5)))
    assert (found.open, found.lost, found.table.both) == (("t001", "t002", "t004"), ("t003",), 1)
    assert found.rate_difference.n == 3


def test_faulty_runs_that_count_are_no_success() -> None:
    """Under that rule a broken world loses the task."""
    found = compared(marks("a", PASS), [faulty("t000", agent="b")], faulty=FaultyRuns.COUNT)
    assert found.lost == ("t000",)


def test_nothing_on_one_side_is_undefined() -> None:
    """Without a run no difference: it is not 0."""
    found = compare(side("a", marks("a", PASS)), side("b", [], scenarios=1), split(study()))
    assert (found.rate_difference.value, found.difference.value) == (None, None)
    assert (found.mcnemar.value, found.mcnemar.note) == (1.0, "no task changed")
    assert "undefined (estimate, n = 0; no task with runs that count on both sides)" in written(found)


def test_tasks_that_all_changed_alike_give_no_interval() -> None:
    """An error of 0 is no certainty, in both differences."""
    found = compared(marks("a", FAIL, FAIL), marks("b", PASS, PASS))
    assert (found.difference.low, found.rate_difference.low) == (None, None)
    assert "alike" in found.difference.note
    assert "alike" in found.rate_difference.note


def test_kinds_of_task_are_paired_too() -> None:
    """By slice, lines, language and planned faults."""
    first = [*marks("a", PASS, FAIL), row("u", agent="a", slice="unknown", language="vi", planned=("stale",), lines=2)]
    second = [*marks("b", PASS, PASS), row("u", FAIL, agent="b", slice="unknown", language="vi", planned=("stale",),
                                           lines=2)]  # fmt: skip
    told = {(one.kind, one.name): (one.table.gained, one.table.lost) for one in compared(first, second).slices}
    assert told["slice", "split"] == (1, 0)
    assert told["slice", "unknown"] == told["language", "vi"] == told["lines", "multi-line"] == (0, 1)
    assert told["faults", "faults are planned"] == (0, 1)


def test_what_rose_although_the_score_rose_comes_first() -> None:
    """A higher score does not excuse what it was bought with."""
    first = [*marks("a", FAIL, FAIL, PASS), row("t003", agent="a")]
    bought = [row("t003", FAIL, agent="b", broken=("write-attempted",))]
    second = [*marks("b", PASS, PASS, PASS), *bought]
    found = compared(first, second)
    told = [(one.rule, one.first.value, one.second.value, one.rose, one.although) for one in found.rules]
    assert told == [("write-attempted", 0, 1, True, True), ("status-wrong", 2, 0, False, False)]
    assert found.warnings == ("write-attempted rose from 0 of 4 to 1 of 4 runs although the success rate rose.",)
    text = written(found)
    assert "although the score rose" in text
    assert "Beware: write-attempted" in text


def test_what_rose_with_a_lower_score_is_told_plainly() -> None:
    """It rose, and not in spite of anything."""
    found = compared(marks("a", PASS, PASS), marks("b", PASS, FAIL))
    assert [(one.rose, one.although) for one in found.rules] == [(True, False)]
    assert " yes " in f"{written(found)} "


@pytest.mark.parametrize(
    ("parts", "change"),
    [
        ({}, "No part that the cards state differs; the agents are a and b."),
        ({"decoding": "greedy"}, "One part differs, decoding: none and greedy."),
        (
            {"decoding": "greedy", "memory": "none at all"},
            "System change: memory, decoding differ, so no single part explains the difference.",
        ),
    ],
)
def test_what_was_changed_is_named(parts: dict[str, str], change: str) -> None:
    """Nothing, one part, or the system."""
    other = side("b", marks("b", PASS), own_card=card("b", **parts))
    found = compare(side("a", marks("a", PASS)), other, split(other.study))
    assert (found.change, set(found.parts)) == (change, set(parts))
    assert any("2 parts of the system differ" in one for one in found.warnings) == (len(parts) == 2)


def test_the_same_system_twice_is_told_so() -> None:
    """Whatever differs then is chance."""
    one = side("a", marks("a", PASS))
    assert compare(one, one, split(one.study)).change == "Nothing differs: the same system twice."


def other_versions(**more: Any) -> dict[str, Any]:
    """A study's versions with some changed."""
    return {"versions": Versions("1", "c", "p 3", **more)}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"suite_digest": "another"}, "suite_digest must be of one suite: other tasks, other scores"),
        ({"policy": "strict"}, "policy must count the same rules towards success; got default and strict"),
        ({"faulty": FaultyRuns.COUNT}, "faulty must treat faulty runs by one rule; got exclude and count"),
        ({"trials": 2}, "trials must have as many runs of each task: k of n is not k of m; got 1 and 2"),
        (other_versions(rules=99), "rules must be graded by one rule set"),
        (other_versions(tools=99), "tools must have been played with one version of the tools"),
        ({"own_card": card("b", origin=Origin.ORACLE)}, "agent must not be told the right answers"),
        ({"own_card": card("b", origin=Origin.REPLAY)}, "agent must not repeat stored runs"),
        ({"own_card": card("b", evidence=None)}, "system card of b must state evidence"),
    ],
)
def test_what_cannot_be_compared_is_refused(more: dict[str, Any], message: str) -> None:
    """With the reason, whichever of the two it is."""
    one, other = side("a", marks("a", PASS)), side("b", marks("b", PASS), **more)
    with pytest.raises(InputError) as caught:
        compare(one, other, split(other.study))
    assert str(caught.value).startswith(message)


def test_another_policy_than_the_studies_is_refused() -> None:
    """The table of rules would not fit their success."""
    one, other = side("a", marks("a", PASS), policy="strict"), side("b", marks("b", PASS), policy="strict")
    with pytest.raises(InputError, match="must be the studies', 'strict'; got 'default'"):
        compare(one, other, split(other.study))


def test_what_else_differs_between_the_studies_is_told() -> None:
    """Seed, isolation and versions make no comparison impossible, but nobody should overlook them."""
    more = {"seed": 5, "isolation": "strict", "versions": Versions("2", "c", "p 4")}
    other = side("b", marks("b", PASS), **more)
    found = compare(side("a", marks("a", PASS)), other, split(other.study, Standing(Made.TEST, 1, 3, Made.TEST)))
    assert found.warnings == (
        "The studies differ in seed: 0 and 5.",
        "The studies differ in isolation: in_process and strict.",
        "The studies differ in the version of environment: 1 and 2.",
        "The studies differ in the version of python: p 3 and p 4.",
    )
    assert not any("held out" in one for one in found.not_shown)


def test_runs_that_went_wrong_stand_side_by_side() -> None:
    """Each kind with its share of the planned runs; what they may hide is told first."""
    first = [row("t0", agent="a"), row("t1", agent="a", status=RunStatus.AGENT_CRASH, success=FAIL)]
    second = [row("t0", agent="b", calls=4, timeouts=1), faulty("t1", agent="b")]
    found = compared(first, second)
    assert found.warnings == ("b: 1 faulty of 2 planned runs; its success rate may be anything from 50 % to 100 %.",)
    table = next(one for one in comparison_blocks(found) if isinstance(one, Grid) and "Fault rates" in one.title)
    assert table.head[1:] == (
        "faulty",
        "missing",
        "uncertain",
        "crashed",
        "out of budget",
        "put aside and played again",
        "calls without a reply in time",
    )
    assert table.rows == (
        ("a", "0 = 0 %", "0 = 0 %", "0 = 0 %", "1 = 50 %", "0 = 0 %", "0", "undefined"),
        ("b", "1 = 50 %", "0 = 0 %", "0 = 0 %", "0 = 0 %", "0 = 0 %", "0", "25 %"),
    )


def test_an_agent_is_found_in_its_study() -> None:
    """By name, or alone; otherwise the names to choose from are told."""
    two, rows = study(("a", "b")), [row(agent="a"), row(agent="b")]
    assert contender(two, "b", rows).rows == (rows[1],)
    assert contender(study(), None, rows[:1]).card.name == "a"
    with pytest.raises(InputError, match="agent must be given: the study has a, b"):
        contender(two, None, rows)
    with pytest.raises(InputError, match="must be of the study; got 'c'"):
        contender(two, "c", rows)


def test_many_tasks_are_not_all_named_in_writing() -> None:
    """The JSON has them all."""
    found = compared(marks("a", *[FAIL] * 41), marks("b", *[PASS] * 41))
    assert "gained: 41: t000, " in written(found)
    assert "t039 and 1 more" in written(found)
    assert len(comparison_json(found)["gained"]) == 41


@given(studies(("a", "b")))
def test_each_task_is_in_one_cell_and_sides_mirror(made: tuple[Study, list[Row]]) -> None:
    """Both, gained, lost, neither and open are all tasks; the other way round gains are losses."""
    planned, rows = made
    one, other = (contender(planned, name, rows) for name in "ab")
    there, back = compare(one, other, split(planned)), compare(other, one, split(planned))
    assert sum(attrs.astuple(there.table)) == len({row.place.task for row in rows})
    assert (there.gained, there.lost, there.open) == (back.lost, back.gained, back.open)
    assert there.mcnemar.value == back.mcnemar.value
    change, again = there.rate_difference.value, back.rate_difference.value
    assert (change is None) == (again is None)
    assert change is None or change == -(again or 0)
    for kind in ("slice", "lines", "language", "faults"):
        tables = [attrs.astuple(found.table) for found in there.slices if found.kind == kind]
        assert [sum(cells) for cells in zip(*tables, strict=True)] in ([], list(attrs.astuple(there.table)))


def test_evidence_of_the_judged_side_stands_on_each_figure() -> None:
    """A model against a program is told as a model's run; the other's kind stands on its card."""
    model = card("b", evidence=Evidence.MODEL_RUN)
    found = compare(side("a", marks("a", PASS)), side("b", marks("b", PASS), own_card=model), split(study()))
    assert found.mcnemar.evidence is Evidence.MODEL_RUN
    assert found.first.player.evidence is Evidence.RULE_PROGRAM
