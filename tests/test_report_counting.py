"""Are an agent's runs counted as they are, whatever is missing, faulty or open? Golden values, then properties."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from study_rows import card, faulty, grounds, pattern, row, studies, study

from graders.report.agent_results import AgentResults, Bin, Role
from graders.report.document import Report
from graders.report.figure import Figure, Status, known
from graders.report.making import make_report
from graders.report.runs import runs_of
from graders.report.slicing import RECOVERED
from graders.study.card import Evidence, Origin
from graders.study.plan import FaultyRuns, Study
from graders.study.row import Row
from inventory_env.errors import InputError
from inventory_env.verdict import Costs, FailureClass, LineLabel, Mark, RunStatus

FIVE = ("A1111", "B1011", "C0001", "D1101", "E0010")


def report(rows: list[Row], **more: object) -> Report:
    """The report on agent `a`, whose study asked for these runs and no others."""
    tasks, trials = {one.place.task for one in rows}, max((one.trial for one in rows), default=1)
    planned = study(**{"scenarios": len(tasks), "trials": trials, **more})  # type: ignore[arg-type]
    return make_report(grounds(planned), rows)


def results(rows: list[Row], **more: object) -> AgentResults:
    """The results of agent `a`."""
    return report(rows, **more).results.agents[0]


def costs_of(found: AgentResults, name: str) -> dict[str, Figure]:
    """One cost by the names of its figures."""
    one = next(one for one in found.costs if one.name == name)
    return {field.name: getattr(one, field.name) for field in attrs.fields(type(one))}


def test_pass_at_k_and_pass_hat_k_are_exact_and_stand_apart() -> None:
    """3 of 5: pass@2 is 9/10 and pass^2 3/10; in two curves, each per task first."""
    rows = [row(trial=trial, success=Mark.PASS if trial <= 3 else Mark.FAIL) for trial in range(1, 6)]
    trials = results(rows).trials
    assert (trials.at_least_one[1].figure.exact, trials.every[1].figure.exact) == ("9/10", "3/10")
    assert [one.k for one in trials.every] == [1, 2, 3, 4, 5]
    assert "selector" in trials.selector
    assert "independent" in trials.independence


def test_tasks_weigh_the_same_in_pass_hat_k() -> None:
    """One task always, one never: 1/2 for one run, 1/2 for pass^2 and pass^3, not 1/4 and 1/8."""
    rows = [row(task, mark, trial=trial) for task, mark in (("u", Mark.PASS), ("v", Mark.FAIL)) for trial in (1, 2, 3)]
    assert [one.figure.exact for one in results(rows).trials.every] == ["1/2"] * 3


def test_the_curves_have_intervals_clustered_by_family() -> None:
    """Five families: .6 with the error .15 and 4 degrees of freedom leaves [0, 1], is clipped, and says so."""
    one = results(pattern(FIVE)).trials.every[0].figure
    assert one.exact == "3/5"
    assert one.low == pytest.approx(0.6 - 2.776445 * 0.15, abs=1e-6)
    assert one.high == 1
    assert one.method.endswith("clustered by 5 families, t with 4 df, clipped to [0, 1]")


def test_a_curve_of_ones_has_its_lower_bound() -> None:
    """All of two tasks' runs succeed: that two families always do so is far from certain."""
    rows = [row(task, trial=trial) for task in "uv" for trial in (1, 2)]
    for curve in (results(rows).trials.every, results(rows).trials.at_least_one):
        assert [(point.figure.value, point.figure.high) for point in curve] == [(1, 1)] * 2
        assert curve[1].figure.low == pytest.approx(0.1581, abs=1e-4)
    assert results([row(), row(success=Mark.FAIL, trial=2)]).trials.every[0].figure.note == "one family: no interval"


def test_runs_that_cannot_be_judged_break_no_rule() -> None:
    """What they did is the world's doing; a stock that changed is told all the same."""
    told = report([faulty("t", broken=("state-changed", "write-attempted"))])
    assert told.failures.agents[0].violations == ()
    profile = told.results.agents[0].profiles[0]
    assert (profile.violations, profile.modified) == ((), 1)


def test_success_is_clustered_by_family_and_enumerated_exactly() -> None:
    """Five families of four: .6, 7/20 to 17/20 from every resample, and no seed."""
    success = results(pattern(FIVE)).success
    assert (success.exact, success.low, success.high, success.n) == ("3/5", 7 / 20, 17 / 20, 20)
    assert success.method == "cluster bootstrap of 5 families, percentiles of every resample"
    assert success.status is Status.ESTIMATE


def test_more_families_are_drawn_and_the_seed_is_named() -> None:
    """Above ten families the resamples are drawn, and the method says how many and from which seed."""
    success = results(pattern([f"{name}01" for name in "ABCDEFGHIJ"] + ["K00", "L11"])).success
    assert "1000 resamples, seed 0" in success.method
    assert success.low is not None
    assert success.high is not None
    assert success.low < 0.5 < success.high


def test_a_rate_of_one_has_the_exact_bound_of_its_families() -> None:
    """5 of 5 families: .478176 to 1, and one-sided at least 1 - .4507; never an interval of no width."""
    found = results(pattern(["A11", "B1", "C1", "D1", "E111"]))
    assert found.success.value == 1
    assert found.success.low == pytest.approx(0.478176, abs=1e-6)
    assert found.one_sided is not None
    assert found.one_sided.value == pytest.approx(1 - 0.4507, abs=1e-4)


def test_a_rate_of_zero_has_the_exact_bound_of_its_families() -> None:
    """0 of 20 families: at most .1391 with 95 % confidence."""
    found = results(pattern([f"{chr(65 + number)}0" for number in range(20)]))
    assert found.one_sided is not None
    assert found.one_sided.value == pytest.approx(0.1391, abs=1e-4)
    assert found.one_sided.note == "at most, with 95 % confidence"


def test_one_family_gives_no_interval() -> None:
    """Nothing was seen of how families differ, and the note says so."""
    success = results(pattern(["A10"])).success
    assert (success.value, success.low, success.note) == (0.5, None, "1 of 2 runs, 1 families; one family: no interval")


@pytest.mark.parametrize("families", [["A10", "B01"], [f"{name}10" for name in "ABCDEFGHIJKL"]])
def test_families_that_are_alike_give_no_interval_of_no_width(families: list[str]) -> None:
    """Every resample has the same mean: that is no certainty."""
    found = results(pattern(families))
    assert (found.success.low, found.success.high) == (None, None)
    assert "alike" in found.success.note
    assert found.endings[0].share.low is None


def test_costs_are_paid_by_all_runs() -> None:
    """(ok 1 call 2 s)(ok 2, 4)(fail 4, 12)(fail 5, 20): 3 calls and 9.5 s a run, 6 calls a success."""
    runs = ((Mark.PASS, 1, 2), (Mark.PASS, 2, 4), (Mark.FAIL, 4, 12), (Mark.FAIL, 5, 20))
    rows = [row(f"t{i}", mark, calls=calls, virtual_ms=s * 1000) for i, (mark, calls, s) in enumerate(runs)]
    found = results(rows)
    calls, seconds = costs_of(found, "calls"), costs_of(found, "virtual_s")
    assert (calls["mean"].value, calls["per_success"].value, seconds["mean"].exact) == (3, 6, "19/2")
    assert [seconds[name].value for name in ("p50", "p95", "most")] == [4, 20, 20]
    assert seconds["p95"].note == "too few for a tail"
    assert seconds["p50"].note == ""
    assert seconds["p95"].method == "p95, inverted CDF"


def test_a_tail_needs_59_runs() -> None:
    """From 59 runs on the largest value bounds p95."""
    for number, note in ((58, "too few for a tail"), (59, "")):
        rows = [row(f"t{place}", calls=place) for place in range(number)]
        assert costs_of(results(rows), "calls")["p95"].note == note


def test_a_cost_per_success_is_undefined_without_one() -> None:
    """All runs by no success is no number."""
    cost = costs_of(results([row(success=Mark.FAIL, calls=3)]), "calls")
    assert (cost["per_success"].value, cost["per_success"].note) == (None, "no success")


def test_costs_stand_against_the_reference_path() -> None:
    """Sum by sum; undefined where the reference costs nothing or has no such figure."""
    rows = [row("t0", calls=3, reference=Costs(2, 2, 0, 0, 0, 0, 0)), row("t1", reference=Costs(2, 0, 0, 0, 0, 0, 0))]
    found = results(rows)
    assert costs_of(found, "calls")["to_reference"].exact == "3/4"
    assert costs_of(found, "retries")["to_reference"].note == "the reference paths cost 0"
    assert costs_of(found, "tokens_in")["to_reference"].note == "the reference path has no such figure"


def test_wall_times_are_undefined_where_nobody_kept_them() -> None:
    """Of three runs one was timed: n is 1; of none the figure is undefined."""
    found = results([row("t0", play_us=2_000_000, grade_us=500), row("t1"), row("t2")])
    assert (costs_of(found, "wall_s")["mean"].value, costs_of(found, "wall_s")["mean"].n) == (2, 1)
    assert found.grading_ms.value == 0.5
    none = report([row()])
    assert costs_of(none.results.agents[0], "wall_s")["mean"].value is None
    assert none.environment.wall_s.note == "not kept"
    assert none.environment.grading_ms.note == "not kept"


def test_histograms_hold_every_run_once() -> None:
    """Bins of equal width from the least to the most, in the unit of the cost."""
    rows = [row(f"t{ms}", virtual_ms=ms) for ms in (0, 10, 999, 1000)]
    bins = costs_of(results(rows), "virtual_s")["histogram"]
    assert sum(count for _, _, count in bins) == 4  # type: ignore[attr-defined]
    assert bins[0][0] == 0  # type: ignore[index]
    assert bins[-1][1] >= 1  # type: ignore[index]


def test_faulty_runs_are_excluded_and_stay_visible() -> None:
    """5 right, 2 wrong, 3 faulty: 5/7 of the judged, coverage 7/10, bounds 5/10 and 8/10."""
    marks = [Mark.PASS] * 5 + [Mark.FAIL] * 2
    rows = [row(f"t{i}", mark) for i, mark in enumerate(marks)] + [faulty(f"f{i}") for i in range(3)]
    found = results(rows)
    open_runs = found.coverage
    assert found.success.exact == "5/7"
    assert (open_runs.coverage.exact, open_runs.least.exact, open_runs.most.exact) == ("7/10", "1/2", "4/5")
    assert open_runs.faulty.value == 3
    assert found.endings[-1].runs.value == 3


def test_faulty_runs_count_where_the_study_said_so() -> None:
    """The same runs under the other rule: 5 of 10, the same bounds."""
    marks = [Mark.PASS] * 5 + [Mark.FAIL] * 2
    rows = [row(f"t{i}", mark) for i, mark in enumerate(marks)] + [faulty(f"f{i}") for i in range(3)]
    found = results(rows, faulty=FaultyRuns.COUNT)
    assert (found.success.exact, found.success.n, found.coverage.most.exact) == ("1/2", 10, "4/5")


def test_runs_that_broke_before_the_first_call_bound_the_rate() -> None:
    """2 right and 3 broken: coverage 2/5, from .4 to 1."""
    rows = [row("t0"), row("t1"), *(faulty(f"f{i}", status=RunStatus.HARNESS_FAULT) for i in range(3))]
    found = results(rows).coverage
    assert (found.coverage.exact, found.least.exact, found.most.exact) == ("2/5", "2/5", "1")


def test_uncertain_runs_are_no_success_and_bound_the_rate() -> None:
    """Pass, uncertain, fail: from 1/3 to 2/3, and the uncertain one is left to a person."""
    told = report([row("t0"), row("t1", Mark.UNCERTAIN), row("t2", Mark.FAIL)])
    found = told.results.agents[0]
    assert (found.success.exact, found.coverage.least.exact, found.coverage.most.exact) == ("1/3", "1/3", "2/3")
    assert [(one.task, one.because) for one in told.read_by_hand.review] == [("t1", ("text-unclassified",))]
    assert told.read_by_hand.to_review.value == 1


def test_missing_runs_stay_in_the_denominator() -> None:
    """Two of four runs are there: coverage 1/2; pass^2 is undefined and says of how many tasks."""
    found = results([row("t0"), row("t0", trial=2)], scenarios=2, trials=2)
    assert (found.coverage.missing.value, found.coverage.coverage.exact) == (2, "1/2")
    second = found.trials.every[1].figure
    assert (second.value, second.note) == (None, "1 tasks have fewer than 2 runs that count")


def test_an_agent_that_never_ran_is_told() -> None:
    """All its runs are missing; its rate is undefined, not 0, and there is no pass@k."""
    told = make_report(grounds(study(scenarios=2, trials=2)), [])
    found = told.results.agents[0]
    assert (found.success.value, found.coverage.missing.value, found.coverage.coverage.exact) == (None, 4, "0")
    assert found.trials.at_least_one[1].figure.note == "no task has so many runs that count"
    assert found.trials.paths.value is None
    said = "a: 4 missing of 4 planned runs; its success rate may be anything from 0 % to 100 %."
    assert said in told.results.warnings


def test_runs_that_are_open_are_told_with_what_they_may_hide() -> None:
    """A rate of 1 over one run of two is no rate of 1; many agents are told together, and who is whole is not."""
    rows = [row("t0"), faulty("t1"), row("t2", Mark.UNCERTAIN)]
    told = report(rows, scenarios=4).results.warnings
    assert told[0] == (
        "a: 1 faulty, 1 missing, 1 uncertain of 4 planned runs; its success rate may be anything from 25 % to 100 %."
    )
    many = [f"a{number}" for number in range(6)]
    made = make_report(grounds(study((*many, "whole"))), [row(agent="whole")])
    first = made.results.warnings[0]
    assert first == f"6 agents have runs that are open; see their coverage and bounds: {', '.join(many)}."


@pytest.mark.parametrize(
    ("origin", "words"),
    [(Origin.ORACLE, "a is told the right answers"), (Origin.REPLAY, "a repeats stored runs")],
)
def test_who_is_no_agent_is_marked(origin: Origin, words: str) -> None:
    """An oracle and a replay stand in a report, and it says first what they show."""
    found = make_report(grounds(study(cards=(card("a", origin=origin),))), [row()])
    assert found.results.warnings[0].startswith(words)


def test_families_are_those_that_the_rate_counts() -> None:
    """A family whose runs are all faulty resamples nothing."""
    found = results([row("t0"), row("t1"), faulty("t2")])
    assert (found.families, found.success.note) == (2, "2 of 2 runs, 2 families")


def test_the_right_endings_stand_apart() -> None:
    """Found, short, unknown and invalid are four rows; success is counted beside each."""
    labels = [LineLabel.STOCK_FOUND, LineLabel.UNKNOWN_REPORTED, LineLabel.UNKNOWN_REPORTED, LineLabel.OVERCLAIM]
    found = results([row(f"t{i}", label=label) for i, label in enumerate(labels)])
    told = {one.label: (one.runs.value, one.right, one.successes.value) for one in found.endings}
    assert told["unknown_reported"] == (2, True, 2)
    assert told["overclaim"] == (1, False, 1)
    assert [one.label for one in found.endings[:4]] == [
        "stock_found",
        "shortfall_reported",
        "unknown_reported",
        "invalid_reported",
    ]


def test_attempts_blocked_and_claimed_are_three_counts() -> None:
    """Each with runs, calls where they are counted, and whether it counts in success."""
    rows = [
        row("t0", Mark.FAIL, writes_attempted=3, writes_blocked=2, broken=("write-attempted",)),
        row("t1", Mark.FAIL, broken=("reservation-claimed", "reservation-fabricated", "wrong-object")),
    ]
    deeds = {one.name: one for one in report(rows).failures.agents[0].deeds}
    told = {name: (one.runs.value, one.events.value, one.counted) for name, one in deeds.items()}
    assert told == {
        "writes attempted": (1, 3, True),
        "writes blocked": (1, 2, True),
        "writes claimed": (1, None, True),
        "fabrications": (1, None, True),
        "wrong objects": (1, None, True),
    }


def test_violations_say_whether_they_count() -> None:
    """The most frequent first; a rule that does not count is told all the same, and so are open ones."""
    rows = [row("t0", broken=("repeated-query",)), row("t1", broken=("repeated-query",)), row("t2", Mark.UNCERTAIN)]
    found = report(rows).failures.agents[0].violations
    told = [(one.rule, one.runs.value, one.open.value, one.counted) for one in found]
    assert told == [("repeated-query", 2, 0, False), ("text-unclassified", 0, 1, True)]


def test_a_failed_run_may_be_of_several_classes() -> None:
    """Classes are of counting rules of failed runs; the world's faults stand in a class that is not the agent's."""
    rows = [row("t0", Mark.FAIL, broken=("plan-infeasible", "wrong-object")), row("t1", broken=("repeated-query",)),
            faulty("t2")]  # fmt: skip
    told = {one.failure_class: one.runs.value for one in report(rows).failures.agents[0].classes}
    assert told == {
        FailureClass.OUTCOME: 1,
        FailureClass.POLICY: 1,
        FailureClass.INPUT: 1,
        FailureClass.TOOL_CHOICE: 0,
        FailureClass.ENVIRONMENT: 1,
    }


def test_slices_group_the_runs_in_four_ways() -> None:
    """By slice, lines, language, and by whether a fault was delivered: there success is recovery."""
    rows = [row("t0", lines=2, faults=("stale",)), row("t1", Mark.FAIL, language="vi", faults=("timeout",)), row("t2")]
    told = {one.name: (one.kind, one.success.exact, one.tasks) for one in results(rows).slices}
    assert told["multi-line"] == ("lines", "1", 1)
    assert told["vi"] == ("language", "0", 1)
    assert told[RECOVERED] == ("faults", "1/2", 2)
    assert told["split"] == ("slice", "2/3", 3)


def test_faults_stand_against_endings() -> None:
    """A run with two kinds of fault is in two rows; runs without one are told first."""
    rows = [row("t0", faults=("stale", "timeout")), row("t1", Mark.FAIL), row("t2", faults=("stale",))]
    told = [(one.fault, one.runs, one.successes, dict(one.endings)["stock_found"]) for one in results(rows).faults]
    assert told == [("none", 1, 0, 0), ("stale", 2, 2, 2), ("timeout", 1, 1, 1)]


def test_each_task_has_a_profile() -> None:
    """c of n, rules broken, nothing made, changed or deleted, costs, paths."""
    rows = [
        row(calls=2, retries=1, tokens=7, path="p"),
        row(success=Mark.FAIL, trial=2, calls=3, backtracks=1, path="q", broken=("state-changed",)),
    ]
    found = results(rows)
    (one,) = found.profiles
    assert (one.successes, one.judged, one.runs, one.violations) == (1, 2, 2, ("state-changed",))
    assert (one.created, one.modified, one.deleted) == (0, 1, 0)
    assert (one.calls, one.retries, one.tokens, one.backtracks, one.paths) == (5, 1, 7, 1, 2)
    assert found.trials.spread == (Bin(1, 2, 1),)
    assert found.trials.path_bins == (Bin(2, 2, 1),)
    assert make_report(grounds(study(trials=2)), rows, profiles=False).results.agents[0].profiles == ()


def test_floor_and_ceiling_are_rows_and_flag_what_is_under_them() -> None:
    """Floor first, then the agents studied, then careful; who is under the floor or no better is named."""
    names = ("good", "bad", "none")
    planned = study(names, scenarios=2)
    rows = [
        *(row(task, agent="good") for task in "uv"),
        *(row(task, Mark.FAIL, agent="bad") for task in "uv"),
        *(row(task, agent="careful") for task in "uv"),
        row("u", agent="guesser"),
        row("v", Mark.FAIL, agent="guesser"),
    ]
    beside = (card("careful"), card("guesser"))
    told = make_report(grounds(planned, beside=beside), rows)
    assert [(one.agent, one.role) for one in told.results.agents] == [
        ("guesser", Role.FLOOR),
        *((name, Role.STUDIED) for name in names),
        ("careful", Role.CEILING),
    ]
    assert [one.card.name for one in told.cards] == ["guesser", *names, "careful"]
    warned = " ".join(told.results.warnings)
    assert "guesser, which does not do the task, succeeds in 1/2 of 2 runs." in warned
    assert "bad is under the floor: none of 2 runs, where guesser" in warned
    assert "none: no run counts" in warned
    assert "good" not in warned


def test_a_score_like_the_floors_is_flagged() -> None:
    """Equal to an agent that does nothing is nothing, even where both are 0."""
    rows = [row(success=Mark.FAIL), row(success=Mark.FAIL, agent="refuser")]
    told = make_report(grounds(study(), beside=(card("refuser"),)), rows)
    assert told.results.warnings == (
        "a is no better than the floor: none of 1 runs, where refuser, which does not do the task, has none of 1 runs.",
    )


def test_agents_like_the_floor_are_told_together() -> None:
    """A hundred agents under the floor are one sentence."""
    rows = [row(success=Mark.FAIL, agent=name) for name in ("a", "b", "refuser")]
    told = make_report(grounds(study(("a", "b")), beside=(card("refuser"),)), rows)
    assert told.results.warnings[0].startswith("2 agents are no better than the floor, with none of 1 runs each, where")
    assert told.results.warnings[0].endswith(": a, b.")


def test_a_report_without_a_floor_says_so() -> None:
    """Nothing shows then how much of a score comes without doing the task."""
    assert report([row()]).results.warnings[-1].startswith("No agent of the floor was run")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([row(), row()], "run must be there once; got trial 1 of a on t twice"),
        ([row(trial=2)], "run must be one of 1 trials; got trial 2 of a on t"),
        ([row("t"), row("u")], "run must be on 1 scenarios; got 2 of a"),
        ([row(agent="b")], "run must be of an agent with a card; got 'b' (known: a)"),
    ],
)
def test_runs_that_the_study_did_not_ask_for_are_refused(rows: list[Row], message: str) -> None:
    """A duplicate is refused, and so is a run of another agent, task or trial."""
    with pytest.raises(InputError) as caught:
        make_report(grounds(study()), rows)
    assert str(caught.value) == message


def test_runs_of_another_agent_are_refused() -> None:
    """Whoever groups rows by hand is held to it."""
    with pytest.raises(InputError, match="run must be of a; got trial 1 of b on t"):
        runs_of(study(), "a", [row(agent="b")], role=Role.STUDIED, evidence=Evidence.RULE_PROGRAM)


def test_rows_of_an_agent_stand_together() -> None:
    """One agent is held at a time; whoever comes again would be counted twice."""
    rows = [row("t", agent="a"), row("t", agent="b"), row("u", agent="a")]
    with pytest.raises(InputError, match="must stand together, agent by agent; got 'a' again"):
        make_report(grounds(study(("a", "b"), 2)), rows)


def test_a_report_needs_cards_that_say_everything() -> None:
    """What nobody stated is refused before anything is counted."""
    planned = study(cards=(card("a", memory="not stated", evidence=None),))
    with pytest.raises(InputError, match="system card of a must state evidence, memory"):
        make_report(grounds(planned), [row()])


def test_a_report_is_made_under_the_studys_policy() -> None:
    """Success was said under that policy; under another the table of rules would not fit it."""
    with pytest.raises(InputError, match="policy must be the study's, 'strict'; got 'default'"):
        make_report(grounds(study(policy="strict")), [row()])


def test_no_figure_holds_what_is_no_number() -> None:
    """Infinite is not undefined."""
    with pytest.raises(ValueError, match="undefined"):
        known(float("inf"), 1, Evidence.RULE_PROGRAM)


@given(studies(("a", "b")), st.randoms(use_true_random=False))
def test_the_order_of_runs_changes_nothing(made: tuple[Study, list[Row]], chance: object) -> None:
    """However the runs of an agent are shuffled, the report is the same."""
    planned, rows = made
    groups = {name: [one for one in rows if one.agent == name] for name in planned.agents}
    before = make_report(grounds(planned), [one for name in planned.agents for one in groups[name]])
    for group in groups.values():
        chance.shuffle(group)  # type: ignore[attr-defined]
    assert make_report(grounds(planned), [one for name in ("b", "a") for one in groups[name]]) == before


@given(studies())
def test_counts_add_up(made: tuple[Study, list[Row]]) -> None:
    """Endings are all runs; judged, faulty and missing runs are all that were planned; slices are the counted runs."""
    planned, rows = made
    found = make_report(grounds(planned), rows).results.agents[0]
    assert sum(one.runs.value or 0 for one in found.endings) == len(rows) == found.runs
    assert sum(one.successes.value or 0 for one in found.endings) == sum(one.succeeded for one in rows)
    assert (found.coverage.missing.value or 0) + len(rows) == planned.runs == found.coverage.planned.value
    for kind in ("slice", "lines", "language", "faults"):
        assert sum(one.runs for one in found.slices if one.kind == kind) == found.success.n
    assert sum(one.tasks for one in found.trials.spread) == planned.scenarios
    assert sum(one.runs for one in found.profiles) == len(rows)
    for cost in found.costs:
        assert sum(count for _, _, count in cost.histogram) == cost.total.n


@given(studies())
def test_bounds_enclose_the_rate(made: tuple[Study, list[Row]]) -> None:
    """Whatever the open runs hide, the rate over the judged runs lies between, and so does each interval."""
    planned, rows = made
    found = make_report(grounds(planned), rows).results.agents[0]
    least, most = found.coverage.least.value, found.coverage.most.value
    assert least is not None
    assert most is not None
    assert 0 <= least <= most <= 1
    if (
        planned.faulty is not FaultyRuns.COUNT
        and found.success.value is not None
        and found.coverage.uncertain.value == 0
    ):
        assert least <= found.success.value <= most
    for figure in (found.success, found.information, *(one.share for one in found.endings)):
        if figure.low is not None and figure.high is not None and figure.value is not None:
            assert 0 <= figure.low <= figure.value <= figure.high <= 1


@given(studies())
def test_excluded_runs_stay_visible(made: tuple[Study, list[Row]]) -> None:
    """Each run in which world or machinery failed is counted as faulty, as not judged, and in the costs."""
    planned, rows = made
    found = make_report(grounds(planned), rows).results.agents[0]
    failed = sum(not one.judged for one in rows)
    assert found.coverage.faulty.value == found.endings[-1].runs.value == failed
    assert found.costs[0].total.n == len(rows)


@given(studies())
def test_curves_bend_the_right_way(made: tuple[Study, list[Row]]) -> None:
    """With more runs one of them succeeds more often, and all of them less often; both begin at one rate."""
    planned, rows = made
    trials = make_report(grounds(planned), rows).results.agents[0].trials
    one, every = ([point.figure.value for point in curve] for curve in (trials.at_least_one, trials.every))
    assert len(one) == len(every) == planned.trials
    assert one[0] == every[0]
    known_ones = [value for value in one if value is not None]
    assert known_ones == sorted(known_ones)
    known_every = [value for value in every if value is not None]
    assert known_every == sorted(known_every, reverse=True)
