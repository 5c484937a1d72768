"""Does a case hold what the rules need: the answer, what was known, what could be learnt?"""

from builders import get, run, silent, walked
from worlds import scenario

from graders.case import make_case, reachable
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.faults import Fault, FaultKind, Malformation
from inventory_env.task import Line, Retry, Sourcing, Split

KIND = FaultKind
W1 = ("W1", "A")


def test_a_reply_of_the_trace_wins_over_the_reference_path() -> None:
    """The first attempt shows 7, any age is allowed; this run asked twice, so 2 counts."""
    case = scenario({"W1": 2, "W2": 9}, Fault(KIND.STALE, warehouse="W1", age_s=9, on_hand=7, nth=1), quantity=5)
    once, twice = (walked(case, [get("W1")] * count) for count in (1, 2))
    assert reachable(case, once).numbers == {W1: 7}
    assert reachable(case, twice).numbers == {W1: 2}


def test_a_number_of_the_trace_reaches_what_the_path_could_not() -> None:
    """W1 is silent for the first 6 s: the path loses it, a later question does not."""
    case = scenario({"W1": 2, "W2": 9}, silent("W1", to_s=6), quantity=5)
    late = walked(case, [("wait", {"seconds": 6}), get("W1")])
    assert reachable(case, walked(case, [])).unreached == {W1}
    known = reachable(case, late)
    assert (known.unreached, known.numbers[W1]) == (set(), 2)


def test_an_article_that_either_calls_missing_is_missing() -> None:
    """The path finds out by itself, the trace by get_item."""
    case = scenario({"W1": {"B": 1}}, quantity=5)
    assert reachable(case, walked(case, [])).missing == {"A"}
    odd = scenario({"W1": {"B": 1}}, quantity=5, sourcing=Sourcing(Split.ANY, pack=2))
    assert reachable(odd, walked(odd, [])).missing == set()
    assert reachable(odd, walked(odd, [("get_item", {"sku": "A"})])).missing == {"A"}


def test_a_case_pairs_each_line_with_its_report() -> None:
    """By number, whatever the order; a line left out has none, and the submission is named."""
    case = scenario({"W1": {"A": 5, "B": 5}}, lines=[Line(4, "A", 5), Line(2, "B", 5)])
    report = LineAnswer(2, Status.FOUND, (("W1", 5),), gap=0)
    judged = make_case(case, run(case, [get("W1"), get("W1", "B")], Answer((report,))))
    assert [(one.place, one.line.line, one.answer) for one in judged.lines] == [(0, 4, None), (1, 2, report)]
    assert (judged.submitted, [one.line.line for one, _ in judged.answered]) == (("c3",), [2])
    nothing = make_case(case, run(case, []))
    assert (nothing.submitted, nothing.answer, list(nothing.answered)) == ((), None, [])


def test_beliefs_are_tried_one_reading_at_a_time() -> None:
    """A reader who trusts `available` everywhere, or `on_hand` everywhere."""
    bad = Fault(KIND.MALFORMED, malformation=Malformation.CONTRADICTING_FIELDS, available=3)
    case = scenario({"W1": 4, "W2": 5}, bad, quantity=9, retry=Retry(max_attempts=1))
    turns = [get("W1"), get("W2")]

    def told(answer: LineAnswer) -> str | None:
        unsupported = make_case(case, run(case, turns, Answer((answer,)))).lines[0].unsupported
        return unsupported and unsupported[0]

    silent_both = {"unreached": ("W1", "W2")}
    on_hand = LineAnswer(1, Status.FOUND, (("W1", 4), ("W2", 5)), gap=0, **silent_both)  # type: ignore[arg-type]
    available = LineAnswer(1, Status.SHORTFALL, (("W1", 3), ("W2", 3)), gap=3, **silent_both)  # type: ignore[arg-type]
    neither = LineAnswer(1, Status.FOUND, (("W1", 1), ("W2", 8)), gap=0, **silent_both)  # type: ignore[arg-type]
    assert [told(one) for one in (on_hand, available, neither)] == [
        "malformed-used",
        "malformed-used",
        "claim-unsupported",
    ]
