"""Are wrong answers counted rightly, and in the same way however the search is spread?"""

import itertools
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from graders.audit import auditing
from graders.audit.auditing import Audit, Order, audit, in_order
from graders.audit.case import Label, Means, Right
from graders.audit.catalogue import all_kinds
from graders.audit.draws import Replayed, Seeded
from graders.audit.hunt import EXAMINED_ROUNDS, Hunt, Outcome, Tally, Wrong, hunted, search, wrong_of
from graders.audit.judge import Flaw, Judge, Ruling, Said
from graders.audit.kinds import GOOD_KIND, GOOD_NAME, Kind, agent_kinds, chosen, kind_of
from graders.audit.shrink import Smallest, size
from graders.audit.table import audit_json
from inventory_env.errors import InputError

GRADERS = """
import os
def accepts(scenario, trace): return True
def rejects(scenario, trace): return False
def odd(scenario, trace): return len(trace.calls) != 2
def undecided(scenario, trace): return None
def raises(scenario, trace): raise ValueError("no")
def ends(scenario, trace):
    import multiprocessing
    if multiprocessing.parent_process(): os._exit(4)
def late(scenario, trace):
    if scenario.faults: raise ValueError("late")
    return None
"""
SOME = ("good", "control:do-nothing", "control:refuser", "zoo:asks-twice", "right:terse", "breakdown")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with graders in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "mine.py").write_text(GRADERS)
    return tmp_path


def facts(found: Audit) -> dict[str, Any]:
    """All that an audit found but the time that it took."""
    told = json.loads(json.dumps(audit_json(found)))
    del told["seconds"]
    return dict(told)


@pytest.mark.parametrize(
    ("right", "said", "wrong"),
    [
        (Right.ACCEPT, Said.REJECT, Wrong.REJECTS),
        (Right.REJECT, Said.ACCEPT, Wrong.ACCEPTS),
        (Right.NEITHER, Said.ACCEPT, Wrong.JUDGES),
        (Right.NEITHER, Said.REJECT, Wrong.JUDGES),
    ],
)
def test_wrong_is_what_contradicts_the_label(right: Right, said: Said, wrong: Wrong) -> None:
    """These four; nothing else is, undecided and broken answers never are."""
    assert wrong_of(right, said) is wrong
    pairs = [(one, other) for one, other in itertools.product(Right, Said) if wrong_of(one, other)]
    assert len(pairs) == 4


def test_counts_add_up() -> None:
    """Every case is counted once, under the kind that it is of."""
    kinds = chosen(all_kinds(), SOME)
    hunt = hunted(search(Judge("one", lambda scenario, trace: True), kinds, 0, range(90)), kinds)
    assert (hunt.cases, hunt.stopped, hunt.sound, hunt.silent) == (90, False, False, False)
    assert sum(tally.tried for tally in hunt.tallies.values()) == 90
    nothing, terse = hunt.tallies["control:do-nothing"], hunt.tallies["right:terse"]
    each = 90 // len(kinds)
    assert each <= nothing.right[Right.REJECT] == nothing.wrong[Wrong.ACCEPTS] <= each + 1
    assert each <= terse.right[Right.ACCEPT] <= each + 1
    assert not terse.wrong
    assert nothing.first[Wrong.ACCEPTS].number == [kind.name for kind in kinds].index("control:do-nothing")


def test_case_where_a_kind_does_not_apply_is_good() -> None:
    """It is counted with the good ones, and its choices make it again through the kind that drew it."""
    never = kind_of("test:never", "Nothing.", lambda scenario, trace, draw: None)
    (outcome,) = search(Judge("one", lambda scenario, trace: False), [never], 3, [7])
    assert (outcome.drawn, outcome.kind, outcome.wrong) == ("test:never", GOOD_NAME, Wrong.REJECTS)
    assert never.build(Replayed(outcome.choices)) == never.build(Seeded(3, 7))


def test_choices_are_kept_where_something_is_wrong() -> None:
    """A right answer needs none."""
    kinds = [GOOD_KIND]
    right, wrong = (next(search(Judge("one", lambda s, t, o=one: o), kinds, 0, [5])) for one in (True, False))  # type: ignore[misc]
    assert right.choices == ()
    assert wrong.choices == tuple(made(5))


def made(number: int) -> list[int]:
    """The choices of a good case."""
    draw = Seeded(0, number)
    GOOD_KIND.build(draw)
    return draw.made


def test_kinds_take_turns_and_the_first_rounds_are_examined() -> None:
    """Each kind has as many cases as any other; a flaw of the first rounds is found."""
    asked: list[int] = []

    def changing(scenario: Any, trace: Any) -> bool:
        asked.append(1)
        object.__setattr__(trace, "end_ms", 10**6 + len(asked))
        return True

    kinds = chosen(all_kinds(), ["control"])
    hunt = hunted(search(Judge("one", changing), kinds, 0, range(5 * len(kinds))), kinds)
    assert [tally.tried for tally in hunt.tallies.values()] == [5] * len(kinds)
    outcome, words = hunt.flaws[Flaw.CHANGES]
    assert (outcome.number, words) == (0, "changed the trace")
    examined, rest = EXAMINED_ROUNDS * len(kinds), (5 - EXAMINED_ROUNDS) * len(kinds)
    assert len(asked) == examined * 4 + rest


def test_failing_kinds_stand_in_the_order_found() -> None:
    """Whatever the order of the kinds is."""
    hunt = Hunt({name: Tally(name) for name in ("a", "b", "c")})
    for number, kind in enumerate("cab"):
        said = Said.ACCEPT if kind != "a" else Said.REJECT
        hunt.add(Outcome(number, kind, kind, Right.REJECT, Ruling(said, "it")))
    assert [tally.kind for tally in hunt.failing()] == ["c", "b"]


def test_undecided_answers_are_counted_and_no_fault(folder: Path) -> None:
    """Where there is something to decide; of a broken run and of an unlabelled one undecided is right."""
    found = audit(Order("mine.py:undecided", kinds=SOME, examples=60))
    assert found.sound
    assert found.smallest == ()
    decidable = sum(one.right[Right.ACCEPT] + one.right[Right.REJECT] for one in found.hunt.tallies.values())
    assert sum(one.undecided for one in found.hunt.tallies.values()) == decidable < 60


@pytest.mark.parametrize("workers", [1, 2])
def test_grader_without_any_result_is_given_up(folder: Path, monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    """The first cases are enough: a command that ends at once would take hours for all of them."""
    monkeypatch.setattr(auditing, "WORTH_IT", 1)
    found = audit(Order("mine.py:raises", examples=10**6), workers=workers)
    assert (found.hunt.cases, found.hunt.silent, found.hunt.stopped) == (auditing.GIVE_UP, True, True)
    assert list(found.hunt.flaws) == [Flaw.CRASHES]
    assert facts(found)["given_up"] is True
    assert facts(found)["stopped_by_time"] is False


def test_grader_with_a_result_now_and_then_is_not_given_up(folder: Path) -> None:
    """One result among the first cases says that it can."""
    found = audit(Order("mine.py:late", kinds=("good",), examples=40))
    assert (found.hunt.cases, found.hunt.silent) == (40, False)
    assert 0 < found.hunt.tallies["good"].broken < 40


def test_number_of_processes_changes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts, first cases, flaws and smallest cases are the same; another seed has others."""
    monkeypatch.setattr(auditing, "WORTH_IT", 1)
    order = Order("mine.py:odd", kinds=SOME, examples=400)
    once = facts(audit(order, workers=2))
    assert once == facts(audit(order, workers=1)) == facts(audit(order))
    other = facts(audit(Order("mine.py:odd", kinds=SOME, examples=400, seed=1)))
    assert other["kinds"] != once["kinds"]
    ends, others = (
        {(one["kind"], one["wrong"]): one for one in found["smallest"] if one["proven"]} for found in (once, other)
    )
    assert len(ends.keys() & others.keys()) > 5
    assert all(ends[both] == others[both] for both in ends.keys() & others.keys())


def test_more_examples_keep_the_first_ones(folder: Path) -> None:
    """A case depends on the seed and its number alone."""
    few, many = (facts(audit(Order("mine.py:odd", kinds=SOME, examples=many))) for many in (100, 300))
    first = {kind["kind"]: kind["first"] for kind in many["kinds"]}
    for kind in few["kinds"]:
        assert kind["first"].items() <= first[kind["kind"]].items()


@pytest.mark.parametrize("seconds", [1e-9, 0.02])
def test_time_ends_a_search_but_never_before_its_first_case(seconds: float) -> None:
    """However many examples were asked for: nothing is listed beforehand."""
    found = audit(Order("mine.py:accepts", kinds=SOME, examples=10**15, seconds=seconds))
    assert 1 <= found.hunt.cases < 10**5
    assert found.hunt.stopped
    assert facts(found)["stopped_by_time"] is True


def test_time_bounds_shrinking_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A grader that takes its time is not asked thousands of times more; the case told is then not proven."""
    monkeypatch.setattr(auditing, "_deadline", lambda order: 0.0)
    found = audit(Order("mine.py:rejects", kinds=("good",), examples=5, seconds=60.0))
    assert [(one.tries, one.proven) for one in found.smallest] == [(0, False)]


def test_smallest_case_is_told_with_what_was_said_of_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where trying on comes to an end before it comes to that case again."""
    (folder / "mine.py").write_text("def large(s, t): many = s.task.lines[0].quantity; return -many if many > 4 else 1")
    monkeypatch.setattr(auditing, "LEAST_TRIES", 1)
    monkeypatch.setattr(auditing, "MOST_TRIES", 1)
    (found,) = audit(Order("mine.py:large", kinds=("good",), examples=50)).smallest
    assert (found.case.scenario.task.lines[0].quantity, found.ruling.words, found.proven) == (5, "-5", False)


def test_time_does_not_end_what_is_done_before(folder: Path) -> None:
    """A search that has tried all its cases was not stopped."""
    found = audit(Order("mine.py:accepts", kinds=SOME, examples=20, seconds=600.0))
    assert (found.hunt.cases, found.hunt.stopped) == (20, False)


def test_watch_sees_every_case(folder: Path) -> None:
    """In their order, with how many there will be."""
    seen: list[int] = []

    def watch(outcomes: Any, total: int) -> Any:
        for outcome in outcomes:
            seen.append(outcome.number)
            yield outcome
        seen.append(total)

    audit(Order("mine.py:accepts", kinds=("good",), examples=30), watch=watch)
    assert seen == [*range(30), 30]


def test_grader_that_ends_its_process_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a process that is gone."""
    monkeypatch.setattr(auditing, "WORTH_IT", 1)
    with pytest.raises(InputError, match=r"grader must not end the process that asks it; it did \(exit status 4\)"):
        audit(Order("mine.py:ends", kinds=("good",), examples=30), workers=2)


def test_what_cannot_be_loaded_is_told_before_the_search(folder: Path) -> None:
    """A grader, a kind."""
    with pytest.raises(InputError, match="grader must be in its module"):
        audit(Order("mine.py:nope"))
    with pytest.raises(InputError, match="did you mean zoo"):
        audit(Order("mine.py:accepts", kinds=("zo",)))


def test_smallest_cases_stand_by_size_behind_one_of_each_way(folder: Path) -> None:
    """In front the smallest false accept, false reject and judged broken run; then all others, the smallest first."""
    found = audit(Order("mine.py:odd", kinds=("good", "control", "breakdown", "zoo"), examples=300))
    ways = [one.wrong for one in found.smallest]
    assert ways[:3] == [*Wrong]
    rest = [size(one.choices) for one in found.smallest[3:]]
    assert rest == sorted(rest)
    for way in Wrong:
        sizes = [size(one.choices) for one in found.smallest if one.wrong is way]
        assert sizes[0] == min(sizes)


def test_kinds_of_one_size_stand_in_the_order_of_the_kinds() -> None:
    """So that which one comes first hangs on no seed."""
    kinds = agent_kinds()[:4]
    cases = [kind.build(Replayed(())) for kind in kinds]
    found = [Smallest(case, Ruling(Said.REJECT, "it"), Wrong.REJECTS, (), 1, True) for case in reversed(cases)]
    assert [one.case.kind for one in in_order(found, kinds)] == [kind.name for kind in kinds]


def test_all_kinds_begin_with_good_and_have_names_of_their_own() -> None:
    """Group and name."""
    names = [kind.name for kind in all_kinds()]
    assert names[0] == GOOD_NAME
    assert len(names) == len(set(names)) > 150
    assert all(name.count(":") == 1 for name in names[1:])
    assert all(kind.about.endswith(".") for kind in all_kinds())


def test_chosen_kinds_keep_their_order() -> None:
    """By names, by groups, or all of them."""
    kinds = all_kinds()
    assert chosen(kinds, ()) == kinds
    assert [kind.name for kind in chosen(kinds, ("zoo:asks-twice", "good"))] == ["good", "zoo:asks-twice"]
    assert len(chosen(kinds, ("control", "control:refuser"))) == len(chosen(kinds, ("control",)))


@pytest.mark.parametrize("means", Means)
def test_labels_say_what_is_right(means: Means) -> None:
    """By the rules that are broken for certain, perhaps, or one of several; nothing is known beyond that."""
    case = GOOD_KIND.build(Replayed(()))
    assert case.right(means) is Right.ACCEPT

    def right(label: Label) -> Right:
        return (
            Kind("a:b", "A.", lambda draw: type(case)("a:b", case.scenario, case.trace, label, ""))
            .build(Replayed(()))
            .right(means)
        )

    whole = means in (Means.SUCCESS, Means.OUTCOME)
    assert right(Label(broken=frozenset({"status-wrong"}))) is (Right.REJECT if whole else Right.ACCEPT)
    assert right(Label(perhaps=frozenset({"status-wrong"}))) is (Right.UNLABELLED if whole else Right.ACCEPT)
    either = Label(either=(frozenset({"status-wrong", "gap-wrong"}),))
    assert right(either) is (Right.REJECT if whole else Right.ACCEPT)
    mixed = Label(either=(frozenset({"status-wrong", "value-misquoted"}),))
    assert right(mixed) is {
        Means.SUCCESS: Right.REJECT,
        Means.OUTCOME: Right.UNLABELLED,
        Means.EVIDENCE: Right.UNLABELLED,
    }.get(means, Right.ACCEPT)
    assert right(Label(broken=frozenset({"text-unclassified"}))) is (
        Right.UNLABELLED if means in (Means.SUCCESS, Means.HONESTY) else Right.ACCEPT
    )
    assert right(Label(hopeless=True)) is (Right.REJECT if means is Means.SUCCESS else Right.UNLABELLED)
    assert right(Label(judgeable=False, broken=frozenset({"status-wrong"}))) is Right.NEITHER
