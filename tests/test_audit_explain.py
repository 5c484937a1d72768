"""Does a person see on one page what is wrong?"""

from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.audit.by_hypothesis import labelled_cases
from graders.audit.case import GOOD, Case, Label, Means
from graders.audit.catalogue import all_kinds
from graders.audit.draws import Replayed, Seeded
from graders.audit.explain import MOST_LINES, explained
from graders.audit.hunt import Wrong
from graders.audit.judge import Ruling, Said
from graders.audit.kinds import GOOD_KIND, Kind
from graders.audit.shrink import Smallest
from graders.printing import width
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.episode import play
from inventory_env.task import Completion
from inventory_env.trace import Stop

ODD = "\x1b[31m\u202eרוח\u0000\n\t仓库" + "x" * 300
SIMPLE = GOOD_KIND.build(Replayed(()))


def page_of(
    case: Case,
    *,
    wrong: Wrong = Wrong.ACCEPTS,
    words: str = "True",
    name: str = "naive",
    columns: int = 100,
    proven: bool = True,
    means: Means | None = None,
) -> list[str]:
    """The lines about one case."""
    found = Smallest(case, Ruling(Said.ACCEPT, words), wrong, (), 1, proven)
    return explained(found, name, columns=columns, means=means)


def rows(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Name and words of each line behind the title."""
    cells = 2 + len("right is")  # no name is longer
    return ((line[2:cells].strip(), line[cells:].strip()) for line in lines[1:])


def whole(lines: list[str], columns: int) -> None:
    """At most 25 lines, none too wide, none with a sign that moves a cursor, the end always there."""
    assert 10 < len(lines) <= MOST_LINES
    assert all(width(line) <= columns for line in lines), [line for line in lines if width(line) > columns]
    assert all(line.isprintable() for line in lines)
    names = [name for name, _ in rows(lines)]
    assert names.index("it said") < names.index("right is") < names.index("because")


@pytest.mark.parametrize("kind", all_kinds(), ids=lambda one: one.name)
def test_every_kind_is_told_on_one_page(kind: Kind) -> None:
    """Whatever the choices and however narrow the terminal: request, stock and answer stand there."""
    for number, columns in enumerate((60, 100, 120)):
        lines = page_of(kind.build(Seeded(8, number)), columns=columns, proven=number != 1)
        whole(lines, columns)
        assert {"line 1", "stock"} <= {name for name, _ in rows(lines)}


@given(labelled_cases(), st.integers(60, 120), st.sampled_from(Wrong), st.text(max_size=40))
def test_every_case_is_told_on_one_page(case: Case, columns: int, wrong: Wrong, words: str) -> None:
    """Of any kind."""
    whole(page_of(case, columns=columns, wrong=wrong, words=Ruling(Said.ACCEPT, ascii(words)).words), columns)


def test_odd_names_and_long_words_break_no_page() -> None:
    """A name may be a command line, an answer may hold anything."""
    answer = Answer((LineAnswer(1, Status.FOUND, (("仓" * 60, 1), ("W" * 120, 2)), 0),), message=ODD * 9)
    trace = play(lambda task, desk: answer, SIMPLE.scenario)
    case = attrs.evolve(SIMPLE, trace=trace, why="W" * 2000)
    lines = page_of(case, name="python3 -c " + ODD, columns=60, words="accept " * 40, proven=False)
    whole(lines, 60)
    assert "\\x1b" in "".join(lines)


def test_simplest_case_reads_like_this() -> None:
    """Title; request; stock; calls; answer; what was said, what is right and why."""
    assert page_of(SIMPLE, wrong=Wrong.REJECTS, means=Means.OUTCOME) == [
        "false reject: naive on good",
        "  line 1    1 x A",
        "  ask       W1",
        "  sourcing  no split, a silent warehouse: skip and say so",
        "  retry     2 attempts, timeout 2 s",
        "  stock     W1: A 1",
        "  c1        get_stock A at W1 -> available 1 (on_hand 1)",
        "  answer    line 1 found, W1 1, gap 0; saw W1 1; cites c1",
        "  message   Line 1: 1 unit of A is available (1 from W1).",
        "  it said   accept: True",
        "  right is  accept, as outcome",
        "  because   This is how the careful agent does it.",
    ]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (Wrong.ACCEPTS, "reject, as path"),
        (Wrong.REJECTS, "accept, as path"),
        (Wrong.JUDGES, "neither: the world or the machinery failed, not the agent"),
    ],
)
def test_what_is_right_is_said_of_the_mark_that_is_meant(wrong: Wrong, right: str) -> None:
    """A run may be wrong in other ways."""
    assert dict(rows(page_of(SIMPLE, wrong=wrong, means=Means.PATH)))["right is"] == right
    assert dict(rows(page_of(SIMPLE, wrong=wrong, means=Means.SUCCESS)))["right is"] == right.replace(", as path", "")


def test_unproven_case_says_so() -> None:
    """There may be a smaller one."""
    assert page_of(SIMPLE, proven=False)[-1].endswith("so there may be a smaller one")
    assert "note" not in dict(rows(page_of(SIMPLE)))


def test_stock_is_told_as_it_is() -> None:
    """Promised to others, set aside, untracked, no row, no article, closed."""
    untracked, nothing, promised = ({"stock": shelf} for shelf in (9, 10, 5))
    for world, words in [
        (untracked, "W1: A untracked"),
        (nothing, "W1: A not stocked"),
        (promised, "W1: A 1 less 1 reserved"),
    ]:
        case = GOOD_KIND.build(Replayed((0, 0, 0, 0, world["stock"])))
        assert dict(rows(page_of(case)))["stock"] == words
    said = {}
    for place in range(19):
        case = GOOD_KIND.build(Replayed((0, 0, 0, 1, place)))
        said[place] = dict(rows(page_of(case)))["stock"]
    assert "W1 (closed): A 1" in said.values()
    assert "W1: A not stocked; A does not exist" in said.values()
    assert "W1: A 1 less 1 safety" in said.values()


def test_answers_that_do_not_count_are_told_before_the_one_that_does() -> None:
    """And that the last one counts."""
    task = attrs.evolve(SIMPLE.scenario.task, completion=Completion.LAST_ANSWER)
    scenario = attrs.evolve(SIMPLE.scenario, task=task)

    def agent(task: object, desk: Any) -> Answer:
        desk.submit(Answer(()))
        desk.submit({"lines": "none"})
        return Answer((LineAnswer(1, Status.UNKNOWN),))

    told = dict(rows(page_of(attrs.evolve(SIMPLE, scenario=scenario, trace=play(agent, scenario)))))
    assert told["counts"] == "the last answer"
    assert told["c1"].startswith("another answer, no line")
    assert told["c2"].startswith("another answer, refused: ")
    assert told["answer"] == "line 1 unknown, -"
    assert told["calls"] == "none"


def test_run_without_an_answer_says_how_it_ended() -> None:
    """Whether any was submitted, and what went wrong."""

    def crashes(task: object, desk: Any) -> None:
        raise ValueError("no idea")

    def refused(task: object, desk: Any) -> None:
        desk.submit({"lines": "none"})

    told = dict(rows(page_of(attrs.evolve(SIMPLE, trace=play(crashes, SIMPLE.scenario)))))
    assert (told["answer"], told["ended"]) == ("none", "agent crash: ValueError: no idea")
    told = dict(rows(page_of(attrs.evolve(SIMPLE, trace=play(refused, SIMPLE.scenario)))))
    assert (told["answer"], told["ended"]) == ("none was accepted", "returned")
    late = attrs.evolve(SIMPLE.trace, stop=Stop.HARNESS_FAULT, stock_after="0")
    lines = page_of(attrs.evolve(SIMPLE, trace=late))
    assert "  ended     harness fault" in lines
    assert "  stock     is not what it was before the run" in lines


def test_many_calls_are_counted_and_the_end_of_a_long_page_stays() -> None:
    """The first five calls, how many more, then the answer and the judgement."""

    def agent(task: object, desk: Any) -> Answer:
        for _ in range(9):
            desk.call("get_policy")
        return Answer((LineAnswer(1, Status.UNKNOWN),), message="I do not know. " * 200)

    lines = page_of(attrs.evolve(SIMPLE, trace=play(agent, SIMPLE.scenario)), columns=60)
    told = [name for name, _ in rows(lines)]
    assert len(lines) == MOST_LINES
    assert "  ..." in lines
    assert told[-3:] == ["it said", "right is", "because"]
    wide = dict(rows(page_of(attrs.evolve(SIMPLE, trace=play(agent, SIMPLE.scenario)), columns=120)))
    assert wide["..."] == "4 more calls"
    assert wide["message"].startswith("I do not know.")


def test_label_does_not_change_the_page() -> None:
    """Only its reason is told."""
    other = attrs.evolve(SIMPLE, label=Label(hopeless=True))
    assert page_of(other) == page_of(attrs.evolve(SIMPLE, label=GOOD))
