"""Is what a user would write down as right in fact right, and does a missing framework say so?"""

import pytest
from foreign import WORKED
from hypothesis import given
from hypothesis import strategies as st

from baselines import RIGHT, careful, find
from graders.audit.foreign.benchmarks import BENCHMARKS, measured
from graders.audit.foreign.floor import Row, floor, floor_table, total
from graders.audit.foreign.needs import EXTRA, needs
from graders.audit.foreign.targets import in_short, numbers, reference_run, same_answer, submitted, told
from inventory_env.answer import Answer, LineAnswer, Shippable, Status
from inventory_env.codec import builtins
from inventory_env.episode import play
from inventory_env.errors import InputError

TEN = LineAnswer(1, Status.FOUND, (("W1", 6), ("W2", 4)), 0)


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ("E01", ("10",)),  # found: what is wanted
        ("E03", ("3",)),  # a shortfall: what is missing
        ("E23", ("4",)),  # unknown: what is confirmed
        ("E13", ("24",)),  # no whole pack: the nearest
        ("E15", ("5", "2")),  # a number for each line
        ("E21", None),  # no such article: no number
        ("E26", None),  # nothing confirmed: no number
    ],
)
def test_the_number_to_look_for_is_that_of_the_ending(case: str, expected: tuple[str, ...] | None) -> None:
    """Found, short, unknown and no whole pack each have one number that a right message must hold."""
    assert numbers(WORKED[case]) == expected


def test_the_right_message_holds_every_number_to_look_for() -> None:
    """A grader that looks for them can accept the careful agent."""
    for scenario in WORKED.values():
        assert all(number in told(reference_run(scenario)) for number in numbers(scenario) or ())


def test_a_run_without_an_answer_tells_nothing_and_has_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence is an empty message, and a reference without an answer leaves nothing to look for."""
    silent = play(find("do-nothing").make(0), WORKED["E01"])
    assert (submitted(silent), told(silent)) == (None, "")
    monkeypatch.setattr("graders.audit.foreign.targets.reference_run", lambda _scenario: silent)
    assert numbers(WORKED["E01"]) is None


def test_an_answer_in_short_has_every_count_and_no_word() -> None:
    """Status, sources, what is missing or confirmed, the nearest packs, shippable, reservations."""
    lines = (
        TEN,
        LineAnswer(2, Status.UNKNOWN, confirmed=0, unreached=("W9",)),
        LineAnswer(3, Status.INVALID, nearest=(6, 12)),
    )
    assert in_short(Answer(lines, "in words", Shippable.NO, ("R1",))) == (
        "line 1 found: 6 from W1, 4 from W2, missing 0; line 2 unknown: confirmed 0; "
        "line 3 invalid: nearest 6, nearest 12; order no; reserved R1"
    )


@given(
    message=st.sampled_from(["", "All is there.", "\ud800"]), turned=st.booleans(), cited=st.none() | st.just(("c1",))
)
def test_words_citations_and_order_of_sources_make_no_other_answer(
    message: str, turned: bool, cited: tuple[str, ...] | None
) -> None:
    """What cannot be wrong by itself is not compared."""
    plan = TEN.plan[::-1] if turned else TEN.plan
    other = Answer((LineAnswer(1, Status.FOUND, plan, 0, evidence=cited),), message)
    assert same_answer(builtins(Answer((TEN,))), builtins(other))


def test_another_count_makes_another_answer() -> None:
    """Seven units are not six; and what is no answer is only equal to itself."""
    seven = LineAnswer(1, Status.FOUND, (("W1", 7), ("W2", 4)), 0)
    assert not same_answer(builtins(Answer((TEN,))), builtins(Answer((seven,))))
    assert same_answer({"lines": 5}, {"lines": 5})
    assert not same_answer({"lines": 5}, builtins(Answer((TEN,))))


def test_right_agents_mostly_come_to_the_same_answer() -> None:
    """Where one answer alone is right, every right agent gives the careful agent's in short."""
    scenario = WORKED["E04"]
    shorts = {in_short(one) for entry in RIGHT if (one := submitted(play(entry.make(0), scenario)))}
    assert shorts == {in_short(submitted(play(careful, scenario)) or Answer(()))}


def test_a_missing_framework_says_how_to_install_it() -> None:
    """Nobody has to guess what an ImportError wants."""
    with pytest.raises(InputError, match=r"no_such_framework needs the extra `foreign`: pip install"):
        needs("no_such_framework")
    assert EXTRA.endswith("pip install 'inventory-env[foreign]'")
    assert needs("json").dumps([]) == "[]"


def test_a_floor_counts_what_must_never_pass() -> None:
    """A check for a substring lets a denial pass, and what does not apply is not counted."""
    rows = floor(
        {"sum": "42", "name": "Ada"},
        {
            "nothing": lambda _: False,
            "denial": lambda target: target in f"not {target}",
            "number": lambda target: None if target == "Ada" else True,
        },
        benchmark="B",
        tasks="all",
    )
    assert rows == (
        Row("B", "all", "nothing", 0, 2, ()),
        Row("B", "all", "denial", 2, 2, ("sum", "name")),
        Row("B", "all", "number", 1, 1, ("sum",)),
    )


def test_a_total_adds_up_rows_of_one_benchmark_and_control() -> None:
    """Each control keeps its own sum, and examples say from which tasks they are."""
    rows = (Row("B", "x", "c", 1, 2, ("t",)), Row("B", "y", "c", 1, 3, ("u",)), Row("B", "y", "d", 0, 3, ()))
    assert total(rows) == (Row("B", "all", "c", 2, 5, ("x/t", "y/u")), Row("B", "all", "d", 0, 3, ()))


def test_a_table_cuts_examples_and_leaves_out_what_applies_to_nothing() -> None:
    """One line a row, counts to the right."""
    rows = (
        Row("B", "x", "c", 4, 10, ("a", "b", "c", "d")),
        Row("B", "x", "d", 0, 0, ()),
        Row("B", "x", "e", 0, 10, ()),
    )
    assert floor_table(rows) == [
        "benchmark  tasks  control  passed  of  such as",
        "B          x      c             4  10  a, b, c, ...",
        "B          x      e             0  10",
    ]


def test_a_measured_floor_ends_with_its_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sum of each control stands below its parts; a benchmark that nobody knows is named."""
    row = Row("B", "x", "c", 1, 2, ("t",))
    monkeypatch.setattr("graders.audit.foreign.benchmarks.BENCHMARKS", {"b": lambda: (row,)})
    assert measured("b") == (row, Row("B", "all", "c", 1, 2, ("x/t",)))
    with pytest.raises(InputError, match=r"benchmark must be one whose floor is known; got 'a' \(known: b\)"):
        measured("a")
    assert set(BENCHMARKS) == {"agentdojo", "bfcl"}
