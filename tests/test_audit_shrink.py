"""Does shrinking end in the smallest case, and in the same one wherever the search began?"""

from collections.abc import Sequence
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.audit.case import Case, Right
from graders.audit.catalogue import all_kinds
from graders.audit.draws import Draw, Replayed, one_of
from graders.audit.explain import explained
from graders.audit.hunt import Outcome, Wrong, search
from graders.audit.judge import Judge, Ruling, Said
from graders.audit.kinds import GOOD_KIND, Kind, chosen, kind_of
from graders.audit.shrink import Smallest, size, smallest
from graders.audit.specimens import CLASSIC, SPECIMENS

NAIVE = {one.name: one for one in SPECIMENS}
SEEDS = (0, 1, 2)
# The smallest case of a telling kind for each, as everybody should know it.
KNOWN = {
    "number-as-substring": (
        "edit:share",
        """\
false accept: number-as-substring on edit:share
  line 1    1 x A
  ask       W1
  sourcing  no split, a silent warehouse: skip and say so
  retry     2 attempts, timeout 2 s
  stock     W1: A 1
  c1        get_stock A at W1 -> available 1 (on_hand 1)
  answer    line 1 found, W1 2, gap 0; saw W1 1; cites c1
  message   Line 1: 1 unit of A is available (2 from W1).
  it said   accept: True
  right is  reject
  because   One share of a plan is a unit larger or smaller.""",
    ),
    "ignores-negation": (
        "good",
        """\
false reject: ignores-negation on good
  line 1    1 x A
  ask       W1
  sourcing  no split, a silent warehouse: skip and say so
  retry     2 attempts, timeout 2 s
  stock     W1: A 0
  c1        get_stock A at W1 -> available 0 (on_hand 0)
  answer    line 1 shortfall, -, gap 1; saw W1 0; cites c1
  message   Line 1: A is not available; 1 unit is missing.
  it said   reject: False
  right is  accept
  because   This is how the careful agent does it.""",
    ),
    "accepts-empty": (
        "edit:empty-submission",
        """\
false accept: accepts-empty on edit:empty-submission
  line 1    1 x A
  ask       W1
  sourcing  no split, a silent warehouse: skip and say so
  retry     2 attempts, timeout 2 s
  stock     W1: A 1
  c1        get_stock A at W1 -> available 1 (on_hand 1)
  answer    no line
  message   (none)
  it said   accept: True
  right is  reject
  because   No line has a report.""",
    ),
    "ignores-order-of-queries": (
        "edit:queries-swapped",
        """\
false accept: ignores-order-of-queries on edit:queries-swapped
  line 1    1 x A
  ask       W1 > W2
  sourcing  no split, a silent warehouse: skip and say so
  retry     2 attempts, timeout 2 s
  stock     W1: A 0; W2: A 1
  c1        get_stock A at W2 -> available 1 (on_hand 1)
  c2        get_stock A at W1 -> available 0 (on_hand 0)
  answer    line 1 found, W2 1, gap 0; saw W1 0, W2 1
  message   Line 1: 1 unit of A is available (1 from W2).
  it said   accept: True
  right is  reject
  because   The later warehouse was asked before the earlier one.""",
    ),
    "timeout-as-zero": (
        "zoo:takes-silence-for-zero",
        """\
false accept: timeout-as-zero on zoo:takes-silence-for-zero
  line 1    1 x A
  ask       W1
  sourcing  no split, a silent warehouse: skip and say so
  retry     2 attempts, timeout 2 s
  stock     W1: A 1
  faults    #0 timeout warehouse=W1
  c1        get_stock A at W1 -> TIMEOUT: no reply within 2 s; may be retried
  c2        get_stock A at W1 (2nd attempt) -> TIMEOUT: no reply within 2 s; may be retried
  answer    line 1 shortfall, -, gap 1; no number from W1; saw W1 no_reply; cites nothing
  message   Line 1: A is not available; 1 unit is missing. W1 gave no figure.
  it said   accept: True
  right is  reject
  because   A warehouse that does not answer has nothing. It breaks status-wrong.""",
    ),
    "shortfall-as-failure": (
        "good",
        """\
false reject: shortfall-as-failure on good
  line 1    1 x A
  ask       W1
  sourcing  no split, a silent warehouse: skip and say so
  retry     2 attempts, timeout 2 s
  stock     W1: A 0
  c1        get_stock A at W1 -> available 0 (on_hand 0)
  answer    line 1 shortfall, -, gap 1; saw W1 0; cites c1
  message   Line 1: A is not available; 1 unit is missing.
  it said   reject: False
  right is  accept
  because   This is how the careful agent does it.""",
    ),
}


def judge_of(name: str) -> Judge:
    """The naive grader of that name."""
    return Judge(name, NAIVE[name].grader, NAIVE[name].means)


def first_wrong(judge: Judge, kinds: Sequence[Kind], seed: int, kind: str) -> Outcome:
    """The first wrong answer on a case of that kind."""
    found = (one for one in search(judge, kinds, seed, range(20, 400)) if one.wrong and one.kind == kind)
    return next(found)


def test_every_classic_is_known() -> None:
    """Six graders, six cases."""
    assert set(KNOWN) == set(CLASSIC)


@pytest.mark.parametrize("name", CLASSIC)
def test_classic_ends_in_the_case_that_everybody_knows(name: str) -> None:
    """From three seeds: one line, one or two warehouses, numbers up to 2, and no smaller case fails."""
    kind, page = KNOWN[name]
    kinds, judge = chosen(all_kinds(), [kind]), judge_of(name)
    ends = [smallest(judge, kinds, first_wrong(judge, kinds, seed, kind)) for seed in SEEDS]
    assert "\n".join(explained(ends[0], name)) == page
    assert {end.choices for end in ends} == {ends[0].choices}
    assert all(attrs.evolve(end, tries=0) == attrs.evolve(ends[0], tries=0) for end in ends)
    scenario, trace = ends[0].case.scenario, ends[0].case.trace
    assert ends[0].proven
    assert len(scenario.task.lines) == 1
    assert len(scenario.task.priority) <= 2
    assert scenario.task.lines[0].quantity <= 2
    assert all((row.on_hand or 0) <= 2 for row in scenario.stock.source.records)
    assert trace.counting is not None


@pytest.mark.parametrize("name", ["number-as-substring", "keyword-judge", "refusal-always-fails"])
def test_shrunk_case_fails_in_the_same_way_and_is_no_larger(name: str) -> None:
    """Of its own kind, from its own choices; and shrinking it again changes nothing."""
    kinds, judge = all_kinds(), judge_of(name)
    outcomes = (one for one in search(judge, kinds, 4, range(400, 900)) if one.wrong)
    for _ in range(3):
        outcome = next(outcomes)
        found = smallest(judge, kinds, outcome, most_tries=100)
        assert (found.case.kind, found.wrong) == (outcome.kind, outcome.wrong)
        assert size(found.choices) <= size(outcome.choices)
        assert judge.say(found.case.scenario, found.case.trace) == found.ruling
        (maker,) = [kind for kind in kinds if kind.name == found.case.kind]
        assert maker.build(Replayed(found.choices)) == found.case
        again = smallest(judge, kinds, attrs.evolve(outcome, choices=found.choices), most_tries=100)
        assert (again.choices, again.case) == (found.choices, found.case)


@attrs.define
class Numbers:
    """A kind of cases that stand for nothing but numbers, and a grader that is wrong where those fail."""

    fails: Any
    ranges: tuple[int, ...]
    asked: int = 0
    latest: tuple[int, ...] = ()

    def kind(self) -> Kind:
        """Draws a number from 0 to each of the ranges; a first one of 1 stops the drawing after the second."""

        def build(draw: Draw) -> Case:
            numbers: list[int] = []
            for high in self.ranges:
                numbers.append(draw(0, high))
                if len(numbers) == 2 and numbers[0] == 1:
                    break
            self.latest = tuple(numbers)
            return attrs.evolve(GOOD_KIND.build(Replayed(())), kind="test:numbers")

        return Kind("test:numbers", "Numbers.", build)

    def judge(self) -> Judge:
        """Rejects where the numbers fail."""

        def grader(_scenario: object, _trace: object) -> bool:
            self.asked += 1
            return not self.fails(self.latest)

        return Judge("numbers", grader)


def shrunk(numbers: Numbers, choices: tuple[int, ...], most_tries: int = 4000) -> Smallest:
    """The end of shrinking from these choices."""
    outcome = Outcome(0, "test:numbers", "test:numbers", Right.ACCEPT, Ruling(Said.REJECT, "it"), (), choices)
    return smallest(numbers.judge(), [numbers.kind()], outcome, most_tries=most_tries)


@given(st.data())
def test_end_is_the_smallest_of_all(data: st.DataObject) -> None:
    """Whatever fails: compared with trying every list of choices."""
    ranges = (2, 3, 2)
    every = {
        tuple(made)
        for a in range(3)
        for b in range(4)
        for c in range(3)
        if (made := (a, b) if a == 1 else (a, b, c)) is not None
    }
    bad = data.draw(st.sets(st.sampled_from(sorted(every)), min_size=1))
    start = data.draw(st.sampled_from(sorted(bad)))
    found = shrunk(Numbers(bad.__contains__, ranges), start)
    assert found.proven
    assert size(found.choices) == min(size(trimmed(one)) for one in bad)


def trimmed(choices: tuple[int, ...]) -> tuple[int, ...]:
    """Without zeros at the end."""
    return choices[: max([i + 1 for i, one in enumerate(choices) if one], default=0)]


def test_hollow_between_two_choices_is_crossed() -> None:
    """Where no single step down fails, all smaller cases are tried."""
    found = shrunk(Numbers(lambda made: sum(made) in (2, 30), (9,) * 5), (9, 9, 9, 3))
    assert (found.choices, found.proven) == ((2,), True)
    assert shrunk(Numbers(lambda made: sum(made) in (2, 30), (9,) * 5), (9, 9, 9, 3)).choices == found.choices


def test_limit_of_tries_is_kept_and_told() -> None:
    """The end is then not proven, and no larger than what lowering alone came to."""
    numbers = Numbers(lambda made: made[-1] == 1 and made[-2] == 1, (1,) * 14)
    found = shrunk(numbers, (1,) * 14, most_tries=5)
    assert (found.choices, found.proven) == ((0,) * 12 + (1, 1), False)
    assert found.tries == shrunk(numbers, (1,) * 14, most_tries=5).tries
    assert shrunk(numbers, (1,) * 14).proven


def test_time_that_is_over_ends_shrinking() -> None:
    """With what there is, which is not proven."""
    numbers = Numbers(lambda made: True, (3, 3))
    outcome = Outcome(0, "test:numbers", "test:numbers", Right.ACCEPT, Ruling(Said.REJECT, "it"), (), (2, 1))
    found = smallest(numbers.judge(), [numbers.kind()], outcome, deadline=0)
    assert (found.choices, found.proven, found.tries) == ((2, 1), False, 0)


def test_case_that_fails_only_once_keeps_its_ruling() -> None:
    """A grader that changes its mind was wrong all the same; the ruling told is the wrong one."""
    found = shrunk(Numbers(lambda made: False, (3, 3)), (2, 1))
    assert (found.choices, found.ruling.said, found.wrong) == ((2, 1), Said.REJECT, Wrong.REJECTS)


def test_good_case_is_made_by_the_kind_of_good_ones() -> None:
    """So that it is the same one, whichever kind drew it; where that is not searched, by the one that drew it.

    Only the former is proven: what another kind draws are not all good cases.
    """
    never = kind_of("test:never", "Nothing.", lambda scenario, trace, draw: (one_of(draw, "ab"), None)[1])
    judge = Judge("one", lambda scenario, trace: scenario.task.priority == ("W1",))
    (outcome,) = [one for one in search(judge, [never], 0, range(9)) if one.wrong][:1]
    ends = [smallest(judge, kinds, outcome) for kinds in ([never], [GOOD_KIND, never])]
    assert [end.choices for end in ends] == [(0, 1), (0, 1)]
    assert ends[0].case == ends[1].case
    assert [end.proven for end in ends] == [False, True]


@given(st.lists(st.integers(0, 3), max_size=6).map(tuple))
def test_size_grows_with_every_choice(choices: tuple[int, ...]) -> None:
    """A list that has one more, or one higher, is larger: so every smaller one comes before it."""
    assert size((*choices, 1)) > size(choices)
    for place in range(len(choices)):
        assert size((*choices[:place], choices[place] + 1, *choices[place + 1 :])) > size(choices)


def test_names_weigh_the_same_and_shorter_lists_less() -> None:
    """The fifth language is no more than the second; what is decided early is simpler than what comes late."""
    assert size((5,)) < size((1, 1, 1))
    assert size((2,)) < size((5,))
    assert size((0, 0, 1)) < size((0, 0, 0, 1))
    assert size((0, 1)) < size((1, 0, 0, 1))
