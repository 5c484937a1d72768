"""What do other frameworks' graders let pass? Measured facts, on the smallest cases that show them."""

from collections.abc import Callable

import attrs
import pytest
from foreign import AGENTEVALS, BFCL, INSPECT_AI, WORKED, all_silent, saying

from baselines import careful, find
from graders import grade
from graders.audit.foreign import agentevals, bfcl, inspect_ai
from graders.audit.foreign.bfcl_world import World, written
from inventory_env.episode import play
from inventory_env.errors import HarnessFault
from inventory_env.scenario import Scenario
from inventory_env.task import Completion
from inventory_env.trace import Trace
from inventory_env.verdict import Mark

Grader = Callable[[Scenario, Trace], bool | None]
E01 = WORKED["E01"]  # ten units wanted, ten in the first warehouse
GOOD = play(careful, E01)
NOTHING = play(find("do-nothing").make(0), E01)
RESERVED = saying(GOOD, "I have reserved 500 units of A for you.")
DENIED = saying(GOOD, "10 units of A are not available.")
SILENT = all_silent(GOOD)
MATCHERS = (agentevals.strict, agentevals.unordered, agentevals.subset, agentevals.superset)
SCORERS = (inspect_ai.includes, inspect_ai.match, inspect_ai.answer, inspect_ai.exact)
CHECKERS = (bfcl.agentic, bfcl.multi_turn)
ALL = (
    *(pytest.param(one, marks=AGENTEVALS, id=f"agentevals-{one.__name__}") for one in MATCHERS),
    *(pytest.param(one, marks=INSPECT_AI, id=f"inspect-{one.__name__}") for one in SCORERS),
    *(pytest.param(one, marks=BFCL, id=f"bfcl-{one.__name__}") for one in CHECKERS),
)


def test_the_wrong_runs_are_wrong() -> None:
    """Our grader fails them, so a grader that accepts one is wrong; silence that nobody planned is nobody's success."""
    assert [grade(E01, wrong).success for wrong in (RESERVED, DENIED, NOTHING)] == [Mark.FAIL] * 3
    assert grade(E01, SILENT).success is Mark.NOT_APPLICABLE


@pytest.mark.parametrize("grader", ALL)
def test_each_accepts_the_right_run_wherever_it_decides(grader: Grader) -> None:
    """A grader that is set up to accept nothing would tell nothing."""
    said = [grader(scenario, play(careful, scenario)) for scenario in WORKED.values()]
    assert False not in said
    assert said.count(True) >= len(said) * 2 / 3


@AGENTEVALS
@pytest.mark.parametrize("matcher", MATCHERS)
@pytest.mark.parametrize("wrong", [RESERVED, SILENT])
def test_agentevals_accepts_an_invented_reservation_and_unanswered_calls(matcher: Grader, wrong: Trace) -> None:
    """In each of its four modes: it compares calls, neither what they returned nor what is said at the end."""
    assert matcher(E01, wrong) is True


@AGENTEVALS
def test_agentevals_calls_doing_nothing_a_subset() -> None:
    """No call at all is among the expected ones."""
    assert [matcher(E01, NOTHING) for matcher in MATCHERS] == [False, False, True, False]


@INSPECT_AI
@pytest.mark.parametrize(
    ("completion", "accepted"),
    [
        ("12", {"includes", "match", "exact"}),
        ("not 12", {"includes", "match"}),
        ("120", {"includes"}),
        ("-12", {"includes", "exact"}),  # exact drops the sign with the punctuation
        ("ANSWER: 12", {"includes", "match", "answer"}),
        ("ANSWER: not 12", {"includes", "match"}),
        ("", set()),
    ],
)
def test_inspect_scorers_read_no_negation(completion: str, accepted: set[str]) -> None:
    """A number that is denied is there; a minus is punctuation."""
    names = ("includes", "match", "answer", "exact")
    assert {name for name in names if inspect_ai.scored(name, "How many?", completion, "12")} == accepted


@INSPECT_AI
def test_inspect_scorers_see_one_part_of_a_run() -> None:
    """The message alone: a denial passes. The fields alone: an invented reservation passes. Neither looks at calls."""
    assert [scorer(E01, DENIED) for scorer in SCORERS] == [True, True, True, True]
    assert [scorer(E01, RESERVED) for scorer in SCORERS] == [False, False, True, True]
    assert [scorer(E01, SILENT) for scorer in SCORERS] == [True, True, True, True]
    assert [scorer(E01, NOTHING) for scorer in SCORERS] == [False, False, False, False]


@INSPECT_AI
def test_a_scorer_that_waits_is_refused() -> None:
    """Scorers of text run without an event loop; one that needs one would hang."""

    class Waiting:
        def __await__(self):  # type: ignore[no-untyped-def]
            yield

    async def waits() -> None:
        await Waiting()

    with pytest.raises(HarnessFault, match="waits for something"):
        inspect_ai._finished(waits())


@pytest.mark.parametrize(
    "grader",
    [pytest.param(inspect_ai.includes, marks=INSPECT_AI), pytest.param(bfcl.agentic, marks=BFCL)],
)
def test_without_a_number_to_look_for_nothing_is_decided(grader: Grader) -> None:
    """An article that does not exist leaves a check for numbers without a target."""
    assert grader(WORKED["E21"], play(careful, WORKED["E21"])) is None


@BFCL
def test_bfcl_agentic_check_accepts_a_denial() -> None:
    """The right answer stands in it as a word."""
    assert bfcl.contains_answer("It is definitely not 42.", ["42"])
    assert not bfcl.contains_answer("It is definitely 420.", ["42"])
    assert [bfcl.agentic(E01, trace) for trace in (DENIED, SILENT, NOTHING)] == [True, True, False]


@BFCL
def test_bfcl_multi_turn_check_reads_no_text_and_no_recorded_reply() -> None:
    """It makes the calls again in a world of its own; what the run saw and said is not looked at."""
    assert [bfcl.multi_turn(E01, trace) for trace in (DENIED, RESERVED, SILENT)] == [True, True, True]
    assert not bfcl.multi_turn(E01, NOTHING)


@pytest.mark.parametrize(
    "grader",
    [
        pytest.param(agentevals.unordered, marks=AGENTEVALS),
        pytest.param(agentevals.superset, marks=AGENTEVALS),
        pytest.param(bfcl.multi_turn, marks=BFCL),
    ],
)
def test_the_order_of_calls_is_nothing_to_most(grader: Grader) -> None:
    """A run that asks the warehouses backwards has made all the expected calls."""
    scenario = WORKED["E03"]
    backwards = play(find("asks-backwards").make(0), scenario)
    assert grade(scenario, backwards).success is Mark.FAIL
    assert grader(scenario, backwards) is True


@BFCL
def test_bfcl_check_says_the_same_twice() -> None:
    """Nothing of one run is left for the next."""
    from bfcl_eval.eval_checker.multi_turn_eval import multi_turn_utils

    before = set(vars(multi_turn_utils))
    assert [bfcl.multi_turn(E01, trace) for trace in (GOOD, NOTHING, GOOD)] == [True, False, True]
    assert set(vars(multi_turn_utils)) == before


def test_a_run_is_written_with_its_submissions_in_their_places() -> None:
    """Drafts before later calls, refusals as they were, and no name of a tool that is none."""
    last_counts = attrs.evolve(E01, task=attrs.evolve(E01.task, completion=Completion.LAST_ANSWER))
    drafts = play(find("drafts-first").make(0), last_counts)
    assert [text.partition("(")[0] for text in written(drafts)] == ["submit_answer", "get_stock", "submit_answer"]
    refused = play(find("corrects-refused-answer").make(0), E01)
    assert [text.partition("(")[0] for text in written(refused)].count("submit_answer") == 2
    own = play(find("calls-a-tool-of-its-own").make(0), E01)
    assert "unknown_tool()" in written(own)


def test_the_world_of_the_checker_answers_as_ours_does() -> None:
    """Replies without call ids and times, errors as errors, and an end."""
    world = World()
    world._load_scenario({"scenario": lambda: E01})
    assert "as_of_s" not in world.get_stock(sku="A", warehouse="W1")  # type: ignore[attr-defined]
    assert '"code":"WAREHOUSE_NOT_FOUND"' in world.get_stock(sku="A", warehouse="W9")  # type: ignore[attr-defined]
    assert world.answer == ""
    line = {"line": 1, "status": "found", "plan": [["W1", 10]], "gap": 0}
    assert world.submit_answer(lines=[line], message="") == '{"accepted":true}'  # type: ignore[attr-defined]
    assert world.answer == "line 1 found: 10 from W1, missing 0"
    assert world.get_stock(sku="A", warehouse="W1") == "the run is over"  # type: ignore[attr-defined]
