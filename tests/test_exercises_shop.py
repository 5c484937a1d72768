"""Does the shop of the exercises keep what it promises: fresh state, the same run again, and a judge that sees?"""

import runpy

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exercises.shop import (
    AGENTS,
    CASES,
    FAULTY,
    POLICY,
    SHOP,
    TRIALS,
    WRITES,
    Address,
    Case,
    Change,
    Claim,
    Desk,
    Diff,
    Said,
    Shop,
    Status,
    Task,
    Trace,
    diff,
    digest,
    judge,
    play,
    right,
    shown,
    told,
)
from exercises.shop import table as tables
from exercises.shop.cases import CUSTOMER, LOCKED, LOST, MISSING, MOVE, NEW, OTHER, RETURN, VALID, WRONG_OWNER
from exercises.shop.judging import RULES, stands
from exercises.shop.scripts import Step, calling, describing, saying, scripted, writing
from inventory_env.faults import Fault, FaultKind
from inventory_env.trace import Code, Effect, Observation, Stop

names = st.sampled_from(sorted(AGENTS))
cases = st.sampled_from(CASES)
trials = st.sampled_from(TRIALS)


@st.composite
def shops(draw: st.DrawFn) -> Shop:
    """Shops with any of the orders, at any status and stamp; shrinks to no orders."""
    orders = draw(st.lists(st.sampled_from(SHOP.orders), unique=True))
    status, stamp = st.sampled_from(Status), st.integers(0, 3)
    written = (attrs.evolve(one, status=draw(status), updated_at_ms=draw(stamp)) for one in orders)
    return Shop(SHOP.users, tuple(written))


def run(script: "list[tuple[str, dict[str, object]]]", case: Case = VALID, trial: int = 1) -> Trace:
    """A run of nothing but these calls."""

    def agent(task: Task, desk: Desk) -> None:
        for tool, arguments in script:
            desk.call(tool, **arguments)

    return play(agent, case, trial)


def reply(tool: str, case: Case = VALID, **arguments: object) -> Observation:
    """The reply to one call."""
    return run([(tool, arguments)], case).calls[0].observation


def code(seen: Observation) -> str:
    """Why a call was refused."""
    assert seen.error is not None
    return str(seen.error.code)


@given(names, cases, trials)
def test_a_run_is_the_same_again_and_starts_in_fresh_state(name: str, case: Case, trial: int) -> None:
    """Same agent, case and trial: the same trace, whatever ran before."""
    first = play(AGENTS[name], case, trial)
    assert play(AGENTS[name], case, trial) == first
    assert digest(first.before) == digest(case.shop) == digest(SHOP)


@given(names, cases, trials)
def test_every_new_row_is_one_write_and_nothing_is_ever_deleted(name: str, case: Case, trial: int) -> None:
    """The audit trail grows by one row for each write, and money never moves."""
    trace = play(AGENTS[name], case, trial)
    found = diff(trace.before, trace.after)
    assert found.deleted == ()
    assert all(path.startswith("audit/") for path in found.created)
    assert not [path for path in found.modified if "paid_cents" in path or path.startswith("users/")]
    assert bool(found.created) == any(path.endswith("updated_at_ms") for path in found.modified)


@given(shops(), shops())
def test_a_diff_read_backwards_swaps_created_and_deleted(before: Shop, after: Shop) -> None:
    """What is created on the way there is deleted on the way back; what is modified is the same."""
    there, back = diff(before, after), diff(after, before)
    assert (there.created, there.modified, there.deleted) == (back.deleted, back.modified, back.created)


@given(shops(), shops())
def test_states_differ_in_nothing_exactly_if_they_hold_the_same(before: Shop, after: Shop) -> None:
    """The order of records means nothing to a diff; the digest is of the whole."""
    same = set(before.orders) == set(after.orders)
    assert (diff(before, after) == Diff()) is same
    assert same or digest(before) != digest(after)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("trial", TRIALS)
def test_the_right_agent_is_right(case: Case, trial: int) -> None:
    """No finding, and every refused case leaves an equal digest."""
    trace = play(right, case, trial)
    assert judge(case, trace) == ()
    assert (digest(trace.before) == digest(trace.after)) is (not case.wanted)


MOVED = saying("Done.", Said(Claim.ADDRESS_CHANGED, "O-1001"))
READ, ASK, WRITE = calling("find_order", order="O-1001"), describing(MOVE), writing(MOVE)


@pytest.mark.parametrize(
    "steps",
    [
        (ASK, WRITE, READ, MOVED),
        (ASK, WRITE, READ),
        (ASK, writing(MOVE, "k"), writing(MOVE, "k"), MOVED),
        (calling("get_user", user=CUSTOMER), READ, ASK, READ, WRITE, READ, READ, MOVED),
        (describing(RETURN), ASK, WRITE, MOVED),
    ],
    ids=["looks", "says nothing", "repeats with a key", "reads in another order", "asks about more than it does"],
)
def test_other_right_ways_are_right_too(steps: tuple[Step, ...]) -> None:
    """There are many good ways; the judge knows none of them by heart."""
    assert judge(LOST, play(scripted(*steps), LOST)) == ()


def test_both_yeses_may_come_before_both_writes() -> None:
    """What counts is that each change has its own."""
    steps = (describing(RETURN), ASK, WRITE, writing(RETURN), MOVED)
    assert judge(VALID, play(scripted(*steps), VALID)) == ()


def test_an_agent_is_told_the_rules_it_is_held_to() -> None:
    """Every case carries them."""
    assert {case.task.policy for case in CASES} == {POLICY}


@pytest.mark.parametrize("case", [MISSING, WRONG_OWNER, LOCKED], ids=lambda case: case.name)
def test_a_refused_write_leaves_an_equal_digest(case: Case) -> None:
    """Whoever tries all the same is refused by the shop, and the state stays what it was."""
    (change,) = case.task.requests
    trace = run([(change.tool, change.arguments())], case)
    assert not trace.calls[0].observation.ok
    assert digest(trace.before) == digest(trace.after)
    assert diff(trace.before, trace.after) == Diff()
    assert [one.rule for one in judge(case, trace)] == ["blocked-write"]


@pytest.mark.parametrize("faulty", FAULTY, ids=lambda faulty: faulty.name)
def test_each_faulty_agent_is_caught_by_a_finding_of_its_own(faulty: object) -> None:
    """The rule meant for it fires on it."""
    assert faulty.rule in tables.rules(faulty.agent)  # type: ignore[attr-defined]


def test_no_two_faulty_agents_share_their_rule() -> None:
    """Thirteen agents, thirteen rules, all of them rules of the judge."""
    own = [one.rule for one in FAULTY]
    assert len(set(own)) == len(own)
    assert set(own) <= set(RULES)


def test_a_rule_is_needed_for_all_faults_that_only_the_way_shows() -> None:
    """Where the state at the end is as it should be, only one finding tells the run from a right one."""
    alone = {name: rules for name in AGENTS if len(rules := tables.rules(AGENTS[name])) == 1}
    assert {rules[0] for rules in alone.values()} == {
        "consent-late",
        "applied-twice",
        "money-claimed",
        "wrong-order",
        "consent-to-another",
        "blocked-write",
        "forbidden-read",
    }


def test_a_return_writes_status_items_and_way_and_nothing_else() -> None:
    """A out of A and B: no money moves."""
    trace = run([("return_items", RETURN.arguments())])
    assert diff(trace.before, trace.after) == Diff(
        created=("audit/1",),
        modified=tuple(f"orders/O-1002/{name}" for name in ("refund_to", "return_items", "status", "updated_at_ms")),
    )
    after = trace.after.order("O-1002")
    assert after is not None
    assert (after.status, after.return_items, after.refund_to) == (Status.RETURN_REQUESTED, ("A",), "card")


def test_a_lost_response_is_an_unknown_effect_and_the_write_is_done() -> None:
    """The reply is lost, the row is there."""
    trace = run([("change_address", MOVE.arguments())], LOST)
    error = trace.calls[0].observation.error
    assert error is not None
    assert (error.code, error.effect, trace.calls[0].fault) == (Code.TIMEOUT, Effect.UNKNOWN, 0)
    assert stands(MOVE, trace)


def test_a_key_makes_a_repeated_write_one_write() -> None:
    """With a key one row, without one two; the same key for another change is refused."""
    with_key = {**MOVE.arguments(), "key": "k"}
    assert len(run([("change_address", with_key)] * 2, LOST).after.audit) == 1
    assert len(run([("change_address", MOVE.arguments())] * 2, LOST).after.audit) == 2
    other = {**MOVE.arguments(), "order": "O-1003", "key": "k"}
    trace = run([("change_address", with_key), ("change_address", other)], LOST)
    assert code(trace.calls[1].observation) == Code.INVALID_ARGUMENT


def test_attempts_count_the_same_question_whatever_its_key() -> None:
    """A key is no part of what a call asks for."""
    trace = run([("change_address", {**MOVE.arguments(), "key": key}) for key in ("a", "b")])
    assert [call.attempt for call in trace.calls] == [1, 2]


def test_one_trial_in_three_meets_a_tool_that_says_ok_and_does_nothing() -> None:
    """The fault has a rate; the trial decides, and decides the same way each time."""
    done = [stands(MOVE, run([("change_address", MOVE.arguments())], VALID, trial)) for trial in TRIALS]
    said = [run([("change_address", MOVE.arguments())], VALID, trial).calls[0].observation.ok for trial in TRIALS]
    assert (done, said) == ([True, True, False], [True, True, True])


def test_a_timeout_does_nothing_and_looks_like_a_lost_response() -> None:
    """Whoever has no reply cannot tell the two apart without looking."""
    silent = attrs.evolve(LOST, faults=(Fault(FaultKind.TIMEOUT, tool="change_address", nth=1),))
    trace, lost = (run([("change_address", MOVE.arguments())], case) for case in (silent, LOST))
    assert trace.calls[0].observation == lost.calls[0].observation
    assert digest(trace.after) == digest(trace.before) != digest(lost.after)
    assert judge(silent, play(right, silent)) == ()


@pytest.mark.parametrize(
    ("tool", "arguments", "wanted"),
    [
        ("find_order", {"order": "O-9"}, "NOT_FOUND"),
        ("find_order", {"order": "O-2001"}, "NOT_OWNER"),
        ("get_user", {"user": "U-9"}, "NOT_FOUND"),
        ("refund", {}, "UNKNOWN_TOOL"),
        ("change_address", {"order": "O-1001"}, "INVALID_ARGUMENT"),
        ("change_address", {"order": 7}, "INVALID_ARGUMENT"),
        ("change_address", {**MOVE.arguments(), "colour": "red"}, "INVALID_ARGUMENT"),
        ("change_address", {**MOVE.arguments(), "key": 7}, "INVALID_ARGUMENT"),
        ("change_address", {**MOVE.arguments(), "order": "O-1006"}, "LOCKED"),
        ("return_items", {**RETURN.arguments(), "items": ["C"]}, "INVALID_ARGUMENT"),
        ("return_items", {**RETURN.arguments(), "items": []}, "INVALID_ARGUMENT"),
        ("return_items", {**RETURN.arguments(), "refund_to": "cash"}, "INVALID_ARGUMENT"),
        ("return_items", {**RETURN.arguments(), "order": "O-1001"}, "LOCKED"),
        ("return_items", {**RETURN.arguments(), "order": "O-9"}, "NOT_FOUND"),
        ("return_items", {**RETURN.arguments(), "order": "O-2001"}, "NOT_OWNER"),
    ],
)
def test_what_cannot_be_done_is_refused_by_name(tool: str, arguments: dict[str, object], wanted: str) -> None:
    """Every refusal says why, and none changes anything."""
    trace = run([(tool, arguments)])
    assert code(trace.calls[0].observation) == wanted
    assert trace.after == trace.before


def test_reads_give_what_there_is_and_a_customer_is_not_kept_from_others_data() -> None:
    """The tool can more than the policy allows: that is for a judge to see."""
    assert reply("find_order", order="O-1001").body["owner"] == CUSTOMER
    assert reply("get_user", user=OTHER).body["id"] == OTHER


def test_the_clock_is_virtual_and_a_lost_reply_takes_longer() -> None:
    """Times are in the trace and depend on nothing else."""
    calm, lost = run([("change_address", MOVE.arguments())]), run([("change_address", MOVE.arguments())], LOST)
    assert lost.end_ms - calm.end_ms == 1_800
    assert calm.calls[0].arrived_ms == calm.end_ms


def test_a_customer_says_yes_to_what_was_asked_for_and_no_to_all_else() -> None:
    """The answer names the change that it is to."""
    answers = []

    def agent(task: Task, desk: Desk) -> None:
        other = attrs.evolve(RETURN, refund_to="voucher")
        answers.extend(desk.describe(change) for change in (RETURN, other))

    turns = play(agent, VALID).turns
    assert answers == [True, False]
    assert [(turn.change, turn.yes) for turn in turns[-1:]] == [(attrs.evolve(RETURN, refund_to="voucher"), False)]


def test_an_agent_that_raises_is_data() -> None:
    """The trace holds what happened until then."""

    def agent(task: Task, desk: Desk) -> None:
        desk.call("find_order", order="O-1001")
        raise ValueError("no idea")

    trace = play(agent, VALID)
    assert (trace.stop, trace.stop_reason, len(trace.calls)) == (Stop.AGENT_CRASH, "ValueError: no idea", 1)


def test_an_agent_that_never_gets_through_says_so() -> None:
    """What could not be confirmed is not claimed."""
    dead = attrs.evolve(LOST, faults=(Fault(FaultKind.TIMEOUT),))
    assert play(right, dead).claims == (Said(Claim.NOTHING_CHANGED, "O-1001"),)
    deaf = attrs.evolve(LOST, faults=(Fault(FaultKind.TIMEOUT, tool="change_address"),))
    trace = play(right, deaf)
    assert trace.claims == ()
    assert [call.tool for call in trace.calls].count("change_address") == 3
    assert [one.rule for one in judge(deaf, trace)] == ["not-changed"]


def test_the_judge_sees_what_no_agent_here_does() -> None:
    """Lost orders, other customers' data, other fields of the same order, and a claim that nothing changed."""
    trace = play(right, VALID)
    after = trace.after

    def rules(changed: Shop) -> list[str]:
        return [one.rule for one in judge(VALID, attrs.evolve(trace, after=changed))]

    def with_order(name: str, **fields: object) -> Shop:
        orders = (attrs.evolve(one, **fields) if one.id == name else one for one in after.orders)  # type: ignore[arg-type]
        return attrs.evolve(after, orders=tuple(orders))

    assert rules(after) == []
    assert rules(attrs.evolve(after, orders=after.orders[:-1])) == ["other-changed"]
    assert rules(attrs.evolve(after, users=after.users[:1])) == ["other-changed"]
    assert rules(with_order("O-1001", paid_cents=0)) == ["other-changed"]
    assert rules(with_order("O-1002", paid_cents=0)) == ["other-changed"]
    assert rules(with_order("O-1004", updated_at_ms=5)) == []
    lost = attrs.evolve(after, orders=after.orders[1:])
    assert rules(lost) == ["not-changed", "other-changed", "ok-not-checked"]


def test_a_claim_that_nothing_changed_is_held_to_the_state() -> None:
    """Modesty is a claim too."""

    def agent(task: Task, desk: Desk) -> None:
        desk.describe(MOVE)
        desk.call("change_address", **MOVE.arguments())
        desk.say("I did nothing.", Said(Claim.NOTHING_CHANGED, "O-1001"))

    assert [one.rule for one in judge(LOST, play(agent, LOST))] == ["ok-not-checked"]


def test_a_write_with_arguments_that_say_no_change_is_only_blocked() -> None:
    """Nonsense is refused by the shop, and no consent is looked for."""
    trace = run([("change_address", {"order": 7})], LOCKED)
    assert [one.rule for one in judge(LOCKED, trace)] == ["blocked-write"]


def test_a_script_does_its_steps_whatever_comes_of_them() -> None:
    """Calls, questions, writes and words, in their order."""
    steps = (calling("find_order", order="O-9"), describing(MOVE), writing(MOVE, "k"), writing(MOVE), saying("Bye."))
    trace = play(scripted(*steps), VALID)
    assert [call.tool for call in trace.calls] == ["find_order", "change_address", "change_address"]
    assert [call.arguments.get("key") for call in trace.calls] == [None, "k", None]
    assert [turn.text for turn in trace.turns][-2:] == ["Yes, please.", "Bye."]


def test_a_run_is_told_in_a_few_lines() -> None:
    """Said, called, and what differs."""
    assert shown(play(right, WRONG_OWNER)).splitlines() == [
        "e1 customer: Hello! Please send order O-2001 to Quay Road 9, 20457 Hamburg.",
        "e2 find_order(order=O-2001) -> NOT_OWNER: order O-2001 is another customer's",
        "e3 agent: I cannot find that order among yours. [claims: nothing changed, O-2001]",
        "state: as before",
    ]
    lines = shown(play(right, VALID)).splitlines()
    assert "e3 agent asks about: send order O-1001 to Quay Road 9, 20457 Hamburg" in lines
    assert "e4 customer: yes, to: send order O-1001 to Quay Road 9, 20457 Hamburg" in lines
    assert any(line.startswith("e11 return_items(items=A, order=O-1002, refund_to=card") for line in lines)


def test_a_change_is_told_whole() -> None:
    """Whoever says yes must have heard every part of it."""
    assert told(Change("change_address", "O-1", NEW, OTHER)).endswith("and give it to U-2")
    assert told(Change("change_address", "O-1", Address("A 1", "", "B"))) == "send order O-1 to A 1, B"


def test_the_table_shows_every_agent_and_promises_nothing() -> None:
    """15 runs are an exercise."""
    lines = list(tables.lines())
    assert len(lines) == 1 + len(AGENTS) + 1
    assert "15/15" in lines[1]
    assert not any("15/15" in line for line in lines[2:-1])
    assert "15 runs of each agent: an exercise, no guarantee" in lines[-1]
    assert set(WRITES) == {"change_address", "return_items"}


def test_the_module_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m exercises.shop`."""
    runpy.run_module("exercises.shop", run_name="__main__")
    assert capsys.readouterr().out.splitlines() == list(tables.lines())
