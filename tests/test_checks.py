"""Does every question of `validate` say no when it should? Each is put to a small test bed with one thing broken."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from baselines import careful
from graders.certificate import Check, Found
from graders.certificate_text import told
from graders.checks import agents, determinism, files, grading, isolation, suite, world
from graders.checks.inquiry import Examined, Inquiry, listed
from graders.examine import Role, Sight, cast
from graders.examining import Order, Party, examine_all, gather
from graders.fingerprints import GOLDEN
from graders.fingerprints import main as fingerprints_main
from graders.grading import grade
from graders.validate import certify
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.episode import Desk, play
from inventory_env.errors import InputError
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockRecord
from inventory_env.task import Line, Sourcing, Split, Task
from inventory_env.trace import Trace
from inventory_env.verdict import Mark, Verdict

ORDER = Order("worked", 12)


@pytest.fixture(scope="module")
def sound() -> Inquiry:
    """A dozen worked examples, met by careful, one control and three faulty agents."""
    party = gather(ORDER)
    wanted = {"careful", "do-nothing", "never-retries", "asks-backwards", "raises"}
    roles = tuple(role for role in party.roles if role.name in wanted)
    seen = examine_all(ORDER, attrs.evolve(party, roles=roles), workers=1)
    examined = tuple(Examined(scenario, *one) for scenario, one in zip(party.scenarios, seen, strict=True))
    return Inquiry("worked", party.scenarios, examined, roles, grade)


def broken(inquiry: Inquiry, **changes: Any) -> Inquiry:
    """The inquiry with the first scenario seen otherwise."""
    return attrs.evolve(inquiry, examined=(attrs.evolve(inquiry.examined[0], **changes), *inquiry.examined[1:]))


def seen_otherwise(inquiry: Inquiry, kind: str, **changes: Any) -> Inquiry:
    """The inquiry with the first sight of that kind of agent changed."""
    sights = list(inquiry.examined[0].sights)
    place = next(place for place, sight in enumerate(sights) if inquiry.roles[sight.place].kind == kind)
    sights[place] = attrs.evolve(sights[place], **changes)
    return broken(inquiry, sights=tuple(sights))


def says_no(check: Check, word: str) -> None:
    """The check is unsound, and a fault names what is wrong."""
    assert check.found is Found.UNSOUND
    assert any(word in fault for fault in check.faults), check.faults


def test_a_sound_test_bed_has_no_fault(sound: Inquiry) -> None:
    """What follows shows faults only because they are planted."""
    for ask in (agents.careful, agents.agreement, agents.controls, agents.zoo, world.faults, files.figures):
        assert not ask(sound).faults


def test_a_scenario_that_careful_cannot_complete_is_suspect(sound: Inquiry) -> None:
    """The scenario is blamed, unless the judge is somebody else's."""
    failing = seen_otherwise(sound, "right", success=Mark.FAIL)
    says_no(agents.careful(failing), "suspect")
    says_no(agents.careful(attrs.evolve(failing, foreign=True)), "the grader refuses")


def test_a_right_agent_may_break_no_rule_and_a_guest_must_repeat_itself(sound: Inquiry) -> None:
    """Success alone is not enough; where its promise is not expected, nothing is asked of it."""
    says_no(agents.right_agents(seen_otherwise(sound, "right", broken=frozenset({"repeated-query"}))), "repeated-query")
    says_no(agents.right_agents(seen_otherwise(sound, "right", repeatable=False)), "second run")
    assert not agents.right_agents(seen_otherwise(sound, "right", applies=False, success=Mark.FAIL)).faults


def test_answers_written_apart_must_agree(sound: Inquiry, monkeypatch: pytest.MonkeyPatch) -> None:
    """A careful agent that answers otherwise, or not at all, and a brute force that differs, are named."""
    says_no(agents.agreement(broken(sound, careful=attrs.evolve(sound.examined[0].careful, submissions=()))), "nothing")
    first = sound.examined[0].careful
    answer = first.counting.answer if first.counting else None
    assert answer is not None
    line = attrs.evolve(answer.lines[0], status=Status.UNKNOWN)
    other = grading.with_answer(first, attrs.evolve(answer, lines=(line, *answer.lines[1:])))
    says_no(agents.agreement(broken(sound, careful=other)), "careful says")
    monkeypatch.setattr(agents, "brute_truth", lambda task, known, most_vectors: ())
    says_no(agents.agreement(sound), "trying everything")


def test_a_world_too_large_for_brute_force_is_passed_over(sound: Inquiry, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not counted as tried, and too few tried show nothing."""
    monkeypatch.setattr(agents, "SMALL", 0)
    check = agents.agreement(sound)
    # Only lines without any plan to try are left.
    assert check.counts["tried by brute force"] == 2
    assert check.found is Found.NOT_SHOWN


def test_a_control_that_succeeds_is_named(sound: Inquiry) -> None:
    """Agents that know nothing may never succeed."""
    says_no(agents.controls(seen_otherwise(sound, "control", success=Mark.PASS)), "do-nothing succeeds")


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"applies": False, "broken": frozenset({"stale-used"})}, "does not bite"),
        ({"applies": True, "broken": frozenset()}, "should fire"),
        ({"applies": True, "broken": frozenset({"state-changed"})}, "should not fire"),
        ({"applies": True, "success": Mark.PASS}, "accepted"),
    ],
)
def test_a_label_that_does_not_hold_is_named(sound: Inquiry, changes: dict[str, Any], word: str) -> None:
    """A rule missing, a rule too many, an accepted fault, and marks where nothing bites."""
    says_no(agents.zoo(seen_otherwise(sound, "zoo", **changes)), word)


def refusing(scenario: Scenario, trace: Trace) -> Verdict:
    """A judge that refuses everything."""
    return attrs.evolve(grade(scenario, trace), success=Mark.FAIL)


def test_a_judge_that_refuses_other_writings_is_named(sound: Inquiry) -> None:
    """Other words, another order and another best plan are as right."""
    check = grading.alternatives(attrs.evolve(sound, judge=refusing))
    says_no(check, "a message without figures is refused")
    says_no(check, "no message is refused")


def test_nothing_is_as_right_as_no_answer(sound: Inquiry) -> None:
    """A careful run without an answer offers no alternatives."""
    silent = attrs.evolve(sound.examined[0].careful, submissions=())
    whole, less = grading.alternatives(sound), grading.alternatives(broken(sound, careful=silent))
    assert int(less.counts["tried"]) < int(whole.counts["tried"])


def test_another_best_plan_is_found_for_one_pack_and_for_one_share() -> None:
    """E14: nine units can come from W4 instead of six from W3."""
    party = gather(Order("worked"))
    scenario = next(one for one in party.scenarios if one.id == "E14")
    trace = play(careful, scenario)
    one = Examined(scenario, trace, grade(scenario, trace), ())
    check = grading.alternatives(Inquiry("worked", (scenario,), (one,), party.roles, grade))
    assert check.counts["other best plans"] == 1
    assert not check.faults


class Fickle:
    """A judge whose word depends on what was asked before."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, scenario: Scenario, trace: Trace) -> Verdict:
        self.asked += 1
        return attrs.evolve(grade(scenario, trace), policy=f"policy {self.asked}")


def by_first_key(scenario: Scenario, trace: Trace) -> Verdict:
    """A judge that looks at the first key of the first body."""
    first = next((next(iter(call.observation.body), "") for call in trace.calls), "")
    return attrs.evolve(grade(scenario, trace), policy=f"policy {first}")


def test_an_impure_judge_is_named(sound: Inquiry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking again, or turning the keys round, must change nothing, nor may judging change what is judged."""
    says_no(grading.purity(attrs.evolve(sound, judge=Fickle())), "three verdicts")
    says_no(grading.purity(attrs.evolve(sound, judge=by_first_key)), "order of keys")
    written: list[bytes] = []

    def drifting(noun: object) -> bytes:
        written.append(b"x")
        return b"x" * len(written)

    monkeypatch.setattr(grading, "encode", drifting)
    says_no(grading.purity(sound), "changed scenario or trace")


def test_runs_that_differ_are_named_with_the_way(sound: Inquiry, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process and in others."""
    names = {scenario.id: "same" for scenario in sound.scenarios}
    monkeypatch.setattr(determinism, "fingerprints", lambda scenarios: names)
    monkeypatch.setattr(determinism, "_ways", lambda inquiry, sample: [("reversed", {**names, "E01": "other"})])
    monkeypatch.setattr(determinism, "_children", lambda inquiry, most, faults: ({1}, {"0": {}, "4242": names}))
    check = determinism.repeated(sound)
    says_no(check, "reversed: 1 of 12")
    says_no(check, "PYTHONHASHSEED=0: 12 runs differ")
    says_no(check, "took no effect")


@pytest.mark.parametrize(
    ("program", "word"),
    [("import sys; sys.exit('no suite')", "failed: no suite"), ("import time; time.sleep(60)", "did not end")],
)
def test_a_child_process_that_fails_is_named(
    sound: Inquiry, monkeypatch: pytest.MonkeyPatch, program: str, word: str
) -> None:
    """A process that shows nothing is a fault, not a silence."""
    real = subprocess.Popen

    def other(command: list[str], **rest: Any) -> "subprocess.Popen[bytes]":
        return real([sys.executable, "-c", program], **rest)

    monkeypatch.setattr(subprocess, "Popen", other)
    monkeypatch.setattr(determinism, "CHILD_SECONDS", 1)
    faults: list[str] = []
    assert determinism._children(sound, 3, faults) == (set(), {})
    assert len(faults) == 2
    assert word in faults[0]


def test_a_run_that_does_not_move_is_named(sound: Inquiry, monkeypatch: pytest.MonkeyPatch) -> None:
    """A figure, a fault and a seed must each make a difference."""
    monkeypatch.setattr(determinism, "_calls", lambda scenario: determinism.encode(sound.examined[0].careful.calls))
    monkeypatch.setattr(determinism, "_seeds", lambda scenarios: (0, 9))
    check = determinism.sensitive(sound)
    says_no(check, "changing a figure leaves the run")
    says_no(check, "another seed changes none of the 9")


def test_another_digest_is_named(sound: Inquiry, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A digest that moved, and a scenario that is gone."""
    file = tmp_path / "golden.json"
    file.write_text(json.dumps({"worked": {"E01": "0", "E99": "0"}}))
    monkeypatch.setattr(determinism, "GOLDEN", file)
    check = determinism.golden(sound)
    says_no(check, "E01")
    says_no(check, "no such scenario")


def test_renewed_digests_are_the_committed_ones(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever renews them without a change that moves them gets the same file."""
    monkeypatch.setattr("graders.fingerprints.GOLDEN", tmp_path / "golden.json")
    assert fingerprints_main(["renew"]) == 0
    assert (tmp_path / "golden.json").read_bytes() == GOLDEN.read_bytes()


def test_what_gets_out_of_a_run_is_named(sound: Inquiry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Traces that depend on something else, a canary in sight, a desk that can be copied, rows that change."""
    traces = iter(range(10**6))
    monkeypatch.setattr(isolation, "encode", lambda noun: b"%d %d" % (next(traces), isolation.CANARY))
    monkeypatch.setitem(isolation._ATTEMPTS, "looked at", repr)
    monkeypatch.setattr("inventory_env.stock.Stock.whole_digest", lambda self: str(next(traces)))
    check = isolation.isolation(attrs.evolve(sound, scenarios=sound.scenarios[:2]))
    for word in ("overwriting observations", "leaves something behind", "canary", "can be looked at", "rows changed"):
        says_no(check, word)


def test_a_desk_that_shows_its_scenario_is_named(sound: Inquiry, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its writing too."""
    monkeypatch.setattr(Desk, "__repr__", lambda self: "Desk(Scenario)")
    says_no(isolation.isolation(attrs.evolve(sound, scenarios=sound.scenarios[:1])), "the desk shows the scenario")


def test_the_spoiling_desk_hands_everything_on(sound: Inquiry) -> None:
    """It is a desk in all that an agent may use."""

    def busy(task: Task, desk: Desk) -> Answer | None:
        desk.report_tokens(1, 2)
        assert desk.elapsed_ms == 0
        desk.decide([("get_policy", {})])
        desk.submit({"lines": []})
        return None

    trace = play(isolation._spoiling(busy), sound.scenarios[0])
    assert (len(trace.calls), len(trace.submissions), trace.tokens_out) == (1, 1, 2)


def expecting(scenario: Scenario, **line: Any) -> Scenario:
    """The scenario with something else expected of its first line."""
    assert scenario.expected is not None
    lines = (attrs.evolve(scenario.expected.lines[0], **line), *scenario.expected.lines[1:])
    return attrs.evolve(scenario, expected=attrs.evolve(scenario.expected, lines=lines))


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda one: expecting(one, status=Status.SHORTFALL), "expected shortfall"),
        (lambda one: expecting(one, plan=(("W3", 10),)), "plan is"),
        (lambda one: attrs.evolve(one, expected=attrs.evolve(one.expected, queries=("W2",))), "reference path is W1"),
        (lambda one: attrs.evolve(one, expected=None), ""),
        (lambda one: expecting(one, line=9), ""),
    ],
)
def test_an_expected_answer_that_cannot_be_reached_is_named(
    sound: Inquiry, change: Callable[[Scenario], Scenario], word: str
) -> None:
    """Status, plan and path; nothing expected is nothing to compare, and a strange line is the linter's."""
    changed = change(sound.scenarios[0])
    told_so = suite._unreachable(changed)
    assert (told_so is None) if not word else word in str(told_so)
    if word:
        says_no(suite.lint(attrs.evolve(sound, scenarios=(changed, *sound.scenarios[1:]))), word)


def test_a_scenario_that_treats_all_alike_is_named(sound: Inquiry) -> None:
    """It tells nothing about anybody."""
    one = sound.examined[0]
    alike = tuple(attrs.evolve(sight, success=Mark.PASS, label="stock_found") for sight in one.sights)
    says_no(suite.discriminates(broken(sound, sights=alike)), "every agent gets the same verdict")


def test_a_breakdown_is_named_with_its_agent(sound: Inquiry) -> None:
    """A world that broke its plan in anybody's run."""
    broke = seen_otherwise(sound, "right", status="environment_fault", status_reason="c1: no fault was planned")
    says_no(world.faults(broke), "careful on E01: environment_fault: c1")


def test_breakdowns_that_are_not_told_apart_are_named(sound: Inquiry, monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge that scores them, or that does not see a changed stock."""
    real = grade

    def scoring(scenario: Scenario, trace: Trace) -> Verdict:
        verdict = real(scenario, trace)
        return attrs.evolve(verdict, success=Mark.FAIL, rules=(("state-changed", Mark.PASS),))

    monkeypatch.setattr(world, "grade", scoring)
    check = world.planted(sound)
    says_no(check, "a recorder that raises is called")
    says_no(check, "the changed stock is not seen")


def test_a_world_that_tells_otherwise_is_named(sound: Inquiry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures, deliveries, and lists of warehouses and articles."""
    real = files._RawSuite.rows

    def rows(self: files._RawSuite, scenario: str) -> dict[tuple[str, str], files.Row]:
        return {**dict.fromkeys(real(self, scenario), (99, 0, 0)), ("W1", "Z"): (1, 0, 0)}

    monkeypatch.setattr(files._RawSuite, "rows", rows)
    monkeypatch.setattr(files._RawSuite, "incoming", lambda self, scenario, warehouse, sku: [(1, "never")])
    monkeypatch.setattr(files._RawSuite, "warehouses", lambda self, scenario: ["elsewhere"])
    scenario = sound.scenarios[0]
    found = " ".join(files._told_otherwise(scenario, files._RawSuite(files.suite_path("worked"))))
    for word in ("deliveries of A", "is told as", "list of warehouses", "list of W1"):
        assert word in found
    says_no(files.figures(sound), "the file has (99, 0, 0)")


def test_a_stock_file_is_read_by_the_standard_library(tmp_path: Path) -> None:
    """With either delimiter; an untracked article has no number on hand."""
    (tmp_path / "stock.csv").write_text("sku;warehouse;on_hand;reserved\nA;W1;5;1\nA;W2;;0\n")
    (tmp_path / "s.jsonl").write_text('\n{"task": {"id": "x"}, "stock": {"csv": "stock.csv", "warehouses": ["W9"]}}\n')
    raw = files._RawSuite(tmp_path / "s.jsonl")
    assert raw.rows("x") == {("W1", "A"): (5, 1, 0), ("W2", "A"): (None, 0, 0)} == raw.rows("x")
    assert raw.warehouses("x") == ["W1", "W2", "W9"]


def test_long_lists_are_cut_and_counted() -> None:
    """Twenty faults are enough to see what is wrong."""
    assert listed(["x"] * 25) == [*["x"] * 20, "(+5 more)"]


def test_a_test_bed_too_broken_to_ask_is_unsound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that fails is no pass, and the certificate is still printed."""

    def failing(inquiry: Inquiry) -> Check:
        raise ZeroDivisionError("no world")

    monkeypatch.setattr("graders.validate.QUESTIONS", {"careful": failing})
    certificate = certify(Order("worked", 2))
    says_no(certificate.checks[0], "asking failed: ZeroDivisionError: no world")
    lines = list(told(certificate))
    assert any(line.strip().startswith("! asking failed") for line in lines)
    assert lines[-1] == "verdict: unsound"


def test_processes_see_what_one_process_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spread over two processes or not: the same sights, in the same order."""
    monkeypatch.setattr("graders.examining.WORTH_IT", 2)
    order = Order("worked", 3)
    party = gather(order)
    assert list(examine_all(order, party, workers=2)) == list(examine_all(order, party, workers=1))


def test_a_worker_examines_by_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a process does that was started for it."""
    import graders.examining as module

    monkeypatch.setattr(module, "_here", [])
    module._prepare(Order("worked", 2))
    trace, verdict, sights = module._examine_at(1)
    assert verdict.success is Mark.PASS
    assert trace.scenario == module._here[0].scenarios[1].id
    assert len(sights) == len(module._here[0].roles)


def test_a_guest_that_is_never_the_same_is_found_out() -> None:
    """It is played twice, and the two runs are compared."""
    asked: list[int] = []

    def fickle(task: Task, desk: Desk) -> None:
        asked.append(1)
        desk.call("wait", seconds=len(asked))

    party = gather(Order("worked", 1))
    roles: tuple[Role, ...] = (party.roles[0], cast(("guest", lambda seed: fickle))[-1])
    seen = next(examine_all(Order("worked", 1), Party(party.scenarios, roles, grade), workers=1))
    sight: Sight = seen[2][1]
    assert sight.repeatable is False


def test_packs_and_shares_move_only_where_they_fit() -> None:
    """From source to source by one pack, never below the minimum; a whole share to a warehouse that can give it."""
    line = Line(1, "A", 10)
    task = Task(
        "t", "", (line,), ("W1", "W2", "W3"), Sourcing(Split.FEWEST, min_per_source=3), frozenset({"get_stock"})
    )
    report = LineAnswer(1, Status.FOUND, plan=(("W1", 7), ("W2", 3)))
    moved = list(grading._moved(task, {"W1": 7, "W2": 5, "W3": 3}, report))
    assert moved == [(("W1", 6), ("W2", 4)), (("W1", 7), ("W3", 3))]


def test_no_other_plan_where_there_is_none() -> None:
    """Under fewest a single plan may be the only best one."""
    line = Line(1, "A", 10)
    task = Task("t", "", (line,), ("W1", "W2"), Sourcing(Split.FEWEST), frozenset({"get_stock"}))
    scenario = Scenario(task, Stock.of(StockRecord("A", "W1", 6), StockRecord("A", "W2", 4)))
    trace = play(careful, scenario)
    answer = trace.counting.answer if trace.counting else None
    assert answer is not None
    assert list(grading._other_plans(task, Examined(scenario, trace, grade(scenario, trace), ()), answer)) == []


def test_a_users_mistake_is_not_a_fault_of_the_test_bed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told as the mistake that it is."""

    def mistaken(inquiry: Inquiry) -> Check:
        raise InputError("must be a verdict")

    monkeypatch.setattr("graders.validate.QUESTIONS", {"careful": mistaken})
    with pytest.raises(InputError, match="must be a verdict"):
        certify(Order("worked", 2))
