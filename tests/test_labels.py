"""Does every line and every run get the first label that fits?"""

import itertools

import pytest
from builders import f0, found, fs, ft, get, invalid, judge, line, said, short, unknown
from worlds import scenario

from graders.labels import run_label
from inventory_env.answer import Answer, Shippable, Status
from inventory_env.scenario import Scenario
from inventory_env.task import Completeness, Line, Sourcing, Split
from inventory_env.verdict import Finding, LineLabel, Mark

L = LineLabel
W1, W2, W3 = "WH-1", "WH-2", "WH-3"
TWO, THREE = [get(W1), get(W2)], [get(W1), get(W2), get(W3)]
SILENT = [get(W1), get(W2), get(W2), get(W2)]
NO_SKU = scenario({W1: {"B": 1}}, quantity=5)


@pytest.mark.parametrize(
    ("case", "turns", "answer", "label"),
    [
        (f0(), TWO, found((W2, 5)), L.STOCK_FOUND),
        (fs(), THREE, short(3, (W1, 2)), L.SHORTFALL_REPORTED),
        (ft(), SILENT, unknown(2, (W1, 2), unreached=(W2,)), L.UNKNOWN_REPORTED),
        (NO_SKU, [get(W1)], invalid(), L.INVALID_REPORTED),
        (f0(), TWO, None, L.NO_ANSWER),
        (f0(), TWO, said(), L.NO_ANSWER),
        (f0(), TWO, unknown(5, (W2, 5)), L.PREMATURE_UNKNOWN),
        (fs(), THREE, unknown(2, (W1, 2)), L.PREMATURE_UNKNOWN),
        (NO_SKU, [get(W1)], unknown(0), L.PREMATURE_UNKNOWN),
        (f0(), [get(W1)], unknown(2, (W1, 2)), L.PREMATURE_UNKNOWN),
        (f0(), [], found((W2, 5)), L.OVERCLAIM),
        (f0(), [get(W2)], found((W2, 5)), L.OVERCLAIM),
        (fs(), [get(W1)], short(3, (W1, 2)), L.OVERCLAIM),
        (fs(), THREE, found((W1, 2)), L.OVERCLAIM),
        (ft(), SILENT, short(3, (W1, 2), unreached=(W2,)), L.OVERCLAIM),
        (f0(), TWO, invalid(), L.OVERCLAIM),
        (NO_SKU, [], invalid(), L.OVERCLAIM),
        (NO_SKU, [get(W1)], short(5), L.OVERCLAIM),
        (f0(), TWO, found((W1, 2), (W2, 3)), L.WRONG),
        (f0(), TWO, found((W2, 5), gap=None), L.WRONG),
        (f0(), TWO, found((W2, 5), seen=((W1, 3),)), L.WRONG),
        (f0(), TWO, found((W2, 5), evidence=("c7",)), L.WRONG),
        (fs(), THREE, short(2, (W1, 2)), L.WRONG),
        (ft(), SILENT, unknown(2, (W1, 2)), L.WRONG),
        (ft(), SILENT, unknown(1, (W1, 2), unreached=(W2,)), L.WRONG),
    ],
)
def test_the_first_label_that_fits(case: Scenario, turns: list[tuple[str, object]], answer: Answer, label: L) -> None:
    """No answer, premature unknown, overclaim, a right ending without findings, else wrong."""
    verdict = judge(case, list(turns), answer)
    assert (verdict.label, verdict.lines) == (label, ((1, label),))


def test_findings_on_other_axes_leave_the_label_alone() -> None:
    """A surplus query or a fabricated reservation is no matter of outcome or evidence."""
    verdict = judge(f0(), THREE, found((W2, 5)))
    assert (verdict.success, verdict.label) == (Mark.FAIL, L.STOCK_FOUND)
    reserved = Answer(found((W2, 5)).lines, reservations=("R-1",))
    assert judge(f0(), TWO, reserved).label is L.STOCK_FOUND


ORDER = [L.NO_ANSWER, L.OVERCLAIM, L.WRONG, L.PREMATURE_UNKNOWN, L.UNKNOWN_REPORTED, L.INVALID_REPORTED,
         L.SHORTFALL_REPORTED, L.STOCK_FOUND]  # fmt: skip


def test_the_run_has_the_gravest_label_of_its_lines() -> None:
    """Wrong ones by gravity, then the right ones from unknown to found, in any order of the lines."""
    assert set(ORDER) == set(L)
    for first, second in itertools.product(ORDER, repeat=2):
        gravest = min(first, second, key=ORDER.index)
        assert run_label([first, second], []) is gravest


def test_a_finding_of_the_whole_run_makes_it_at_least_wrong() -> None:
    """Only on outcome and evidence; a graver label stays."""
    whole = Finding("shippable-wrong", "says yes")
    assert run_label([L.STOCK_FOUND], [whole]) is L.WRONG
    assert run_label([L.PREMATURE_UNKNOWN], [whole]) is L.WRONG
    assert run_label([L.OVERCLAIM], [whole]) is L.OVERCLAIM
    assert run_label([L.STOCK_FOUND], [Finding("budget-exceeded", "over")]) is L.STOCK_FOUND
    assert run_label([L.STOCK_FOUND], [Finding("state-changed", "changed")]) is L.STOCK_FOUND


def test_information_is_obtained_where_every_line_is_found_or_short() -> None:
    """Apart from success: a surplus query does not take it back, a shortage is information."""
    both = [Line(1, "A", 5), Line(2, "B", 5)]
    case = scenario({W1: {"A": 5, "B": 1}}, lines=both)
    turns = [get(W1), get(W1, "B")]
    right = said(line(Status.FOUND, (W1, 5)), line(Status.SHORTFALL, (W1, 1), number=2, gap=4))
    verdict = judge(case, turns, right)
    assert (verdict.information_obtained, verdict.label) == (True, L.SHORTFALL_REPORTED)
    surplus = judge(f0(), THREE, found((W2, 5)))
    assert (surplus.information_obtained, surplus.success) == (True, Mark.FAIL)
    odd = scenario({W1: {"A": 5}}, lines=both)
    half = judge(odd, turns, said(line(Status.FOUND, (W1, 5)), line(Status.INVALID, number=2)))
    assert (half.information_obtained, half.label, half.success) == (False, L.INVALID_REPORTED, Mark.PASS)
    for case, turns, answer in ((f0(), TWO, None), (f0(), [], found((W2, 5))), (f0(), TWO, found((W1, 5)))):
        assert judge(case, turns, answer).information_obtained is False


def test_information_is_about_lines_and_not_about_the_run() -> None:
    """Each line is right; only the word about the whole order is not."""
    case = scenario({W1: 5}, quantity=5, sourcing=Sourcing(Split.ANY, completeness=Completeness.ORDER))
    verdict = judge(case, [get(W1)], said(line(Status.FOUND, (W1, 5)), shippable=Shippable.NO))
    assert (verdict.label, verdict.lines) == (L.WRONG, ((1, L.STOCK_FOUND),))
    assert (verdict.information_obtained, verdict.success) == (True, Mark.FAIL)
