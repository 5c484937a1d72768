"""Is each statement of a message held against the right field or reply? The claims are made by hand."""

from collections.abc import Sequence
from typing import Any

import attrs
import pytest
from builders import NONE, PAGES, Turn, fs, ft, get, invalid, line, page, said, short, silent, unknown
from builders import found as answered
from builders import run as played
from worlds import scenario

from graders.claims.claim import Claim, Kind, Polarity, Quantity, Role, Trait, Understanding, WriteClaim
from graders.evidence import walk
from graders.statements import Account, Misfit, account
from graders.told import Told
from graders.words import sorted_out
from inventory_env.answer import Answer, Shippable, Status
from inventory_env.faults import Fault, FaultKind, Malformation
from inventory_env.frozen_json import FrozenJson
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockRecord, StockSource
from inventory_env.task import Budget, Completeness, Line, Sourcing, Split
from inventory_env.trace import Observation

A, B = get("W1"), get("W2")
# 10 wanted; W1 has 12 on hand, 5 of them reserved, W2 has 30.
SHELVES = {"W1": 7, "W2": 30}
FOUND = answered(("W2", 10))
SHORT = short(3, ("W1", 7))
AVAILABLE, SHORTFALL, NOT_KNOWN, INVALID = Kind.AVAILABILITY, Kind.SHORTFALL, Kind.NOT_KNOWN, Kind.INVALID


def shelf(**rest: Any) -> Scenario:
    """10 wanted from one source: W1 has 12 on hand and 5 reserved, W2 has 30."""
    made = scenario({"W1": 12, "W2": 30}, quantity=10, **{"sourcing": NONE, **rest})
    rows = (StockRecord("A", "W1", 12, 5, 0), StockRecord("A", "W2", 30, 0, 0))
    return Scenario(task=made.task, stock=Stock(StockSource(records=rows, warehouses=("W1", "W2"))), faults=made.faults)


def many(value: int | None, role: Role = Role.AVAILABLE, warehouse: str = "", **rest: Any) -> Quantity:
    """A number of a clause."""
    return Quantity(value, 0, 1, role, warehouse, **rest)


def claim(kind: Kind, *quantities: Quantity, at: int = 0, polarity: Polarity = Polarity.ASSERTED, **rest: Any) -> Claim:
    """A claim whose clause is ten characters long and names the warehouses of its numbers."""
    named = tuple(dict.fromkeys([one.warehouse for one in quantities if one.warehouse]))
    traits = frozenset(rest.pop("traits", ()))
    return Claim(kind, polarity, at, at + 10, quantities, rest.pop("warehouses", named), traits=traits, **rest)


def heard(case: Scenario, turns: Sequence[Turn], answer: Answer, *claims: Claim, text: str = "x" * 200) -> Account:
    """What does not fit in a message of these claims."""
    understood = Understanding(text, "en", claims, (), WriteClaim.NOT_CLAIMED)
    return account(walk(case.task, played(case, turns, answer)), answer, sorted_out(understood))


def verdict(account_: Account) -> str:
    """The one thing that is wrong, or nothing."""
    wrong = {
        "contradicts": account_.contradicted,
        "misreports": account_.misreported,
        "open": account_.open,
    }
    return " ".join(what for what, misfits in wrong.items() if misfits) or "fits"


def on_shelf(answer: Answer, *claims: Claim, **rest: Any) -> str:
    """The verdict where both warehouses were asked."""
    return verdict(heard(shelf(**rest), [A, B], answer, *claims))


# Numbers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "number", "expected"),
    [
        (FOUND, many(10), "fits"),
        (FOUND, many(30), "fits"),  # what W2 has
        (FOUND, many(37), "fits"),  # what both have
        (FOUND, many(20), "fits"),  # what is left
        (FOUND, many(11), "contradicts"),
        (FOUND, many(12), "contradicts"),  # on hand, not available
        (FOUND, many(12, Role.STOCK), "fits"),
        (FOUND, many(11, Role.STOCK), "contradicts"),
        (SHORT, many(7), "fits"),
        (SHORT, many(10), "contradicts"),
        (SHORT, many(10, Role.STOCK), "contradicts"),
        (FOUND, many(10, Role.WANTED), "fits"),
        (FOUND, many(7, Role.WANTED), "open"),  # some other number that is known
        (FOUND, many(99, Role.WANTED), "contradicts"),
        (SHORT, many(3, Role.MISSING), "fits"),
        (SHORT, many(4, Role.MISSING), "contradicts"),
        (FOUND, many(0, Role.MISSING), "fits"),
        (FOUND, many(3, Role.MISSING), "contradicts"),
        (FOUND, many(3, Role.MISSING, "W1"), "fits"),  # W1 is 3 short
        (FOUND, many(4, Role.MISSING, "W1"), "misreports"),
        (FOUND, many(7, Role.AVAILABLE, "W1"), "fits"),
        (FOUND, many(12, Role.AVAILABLE, "W1"), "misreports"),
        (FOUND, many(12, Role.STOCK, "W1"), "fits"),
        (FOUND, many(4, Role.STOCK, "W1"), "misreports"),
        (FOUND, many(12, Role.ON_HAND, "W1"), "fits"),
        (FOUND, many(7, Role.ON_HAND, "W1"), "misreports"),
        (FOUND, many(5, Role.RESERVED, "W1"), "fits"),
        (FOUND, many(6, Role.RESERVED, "W1"), "misreports"),
        (FOUND, many(42, Role.ON_HAND), "fits"),  # of both together
        (FOUND, many(41, Role.ON_HAND), "misreports"),
        (FOUND, many(10, Role.AVAILABLE, "W2"), "fits"),  # it has 30
        (FOUND, many(20, Role.AVAILABLE, "W2"), "fits"),  # what is left there
        (FOUND, many(9, Role.AVAILABLE, "W2"), "misreports"),
        (FOUND, many(0, Role.STOCK, "W2"), "misreports"),
        (FOUND, many(5, Role.STOCK, "W9"), "misreports"),  # nobody asked it
        (FOUND, many(10, Role.SHARE, "W2"), "fits"),
        (FOUND, many(9, Role.SHARE, "W2"), "contradicts"),
        (FOUND, many(7, Role.SHARE, "W1"), "contradicts"),
        (FOUND, many(0, Role.SHARE, "W1"), "fits"),
        (SHORT, many(10, Role.AVAILABLE, "W2"), "fits"),  # whatever the report says
        (FOUND, many(10, Role.SHARE), "fits"),
        (FOUND, many(9, Role.SHARE), "open"),
        (FOUND, many(8, Role.NEAREST), "contradicts"),
        (FOUND, many(30, Role.UNCLEAR), "fits"),
        (FOUND, many(31, Role.UNCLEAR), "open"),
        (FOUND, many(None), "open"),
        (FOUND, many(99, Role.OTHER), "fits"),
        (FOUND, many(11, sure=False), "open"),
        (FOUND, many(5, Role.STOCK, "W9", sure=False), "open"),
    ],
    ids=str,
)
def test_a_number_is_held_against_what_it_counts(answer: Answer, number: Quantity, expected: str) -> None:
    """Status and plan say what is available, the replies what each warehouse has; in doubt nothing is asserted."""
    assert on_shelf(answer, claim(Kind.REMARK, number)) == expected


def test_a_weight_fits_in_either_unit() -> None:
    """5 kg are 5 or 5,000 of what the order counts."""
    case = scenario({"W1": 5000}, quantity=5000, sourcing=NONE)
    weight = claim(AVAILABLE, many(5, scale=1000))
    assert verdict(heard(case, [A], answered(("W1", 5000)), weight)) == "fits"
    assert verdict(heard(case, [A], answered(("W1", 5000)), claim(AVAILABLE, many(6, scale=1000)))) == "contradicts"


def test_nearest_quantities_are_those_of_the_report() -> None:
    """One of the two is enough, another is a contradiction."""
    case = scenario({"W1": 9}, quantity=10, sourcing=Sourcing(Split.ANY, pack=4))
    for number, expected in ((8, "fits"), (12, "fits"), (10, "contradicts")):
        named = claim(INVALID, many(number, Role.NEAREST))
        assert verdict(heard(case, [], invalid(8, 12), named)) == expected
    assert verdict(heard(case, [], invalid(), claim(INVALID, many(8, Role.NEAREST)))) == "contradicts"


@pytest.mark.parametrize(
    ("kind", "rest", "expected"),
    [
        (SHORTFALL, {}, "fits"),  # 10 are not available
        (AVAILABLE, {}, "contradicts"),
        (AVAILABLE, {"traits": {Trait.DENIED}}, "fits"),  # it would be wrong to say that 10 are available
        (AVAILABLE, {"polarity": Polarity.NEGATED}, "fits"),
        (NOT_KNOWN, {"traits": {Trait.UNSURE}}, "contradicts"),  # whether 10 are available is not known
    ],
)
def test_the_wanted_number_may_be_denied(kind: Kind, rest: dict[str, Any], expected: str) -> None:
    """ "10 are not available" speaks of the wanted ten, and says that they are not there."""
    assert on_shelf(SHORT, claim(kind, many(10), **rest)) == expected


def test_a_sum_may_cover_what_no_warehouse_covers() -> None:
    """ "In total there are 10, though at no single place" beside a shortfall; without such a word it says found."""
    case = scenario({"W1": 4, "W2": 6}, quantity=10, sourcing=NONE)
    for traits, expected in (({Trait.TOGETHER}, "fits"), (set(), "contradicts")):
        summed = claim(AVAILABLE, many(10), traits=traits)
        assert verdict(heard(case, [A, B], short(4, ("W2", 6)), summed)) == expected


def test_what_was_said_of_a_denied_number_stays_open() -> None:
    """ "It would be wrong to say that 9 are there" may mean anything but a contradiction."""
    assert on_shelf(FOUND, claim(AVAILABLE, many(11), traits={Trait.DENIED, Trait.THERE})) == "open"


def test_a_warehouse_may_lack_the_wanted_number() -> None:
    """ "W1 does not have 10" where it has 7; where it gave no number, nobody can say so."""
    assert on_shelf(FOUND, claim(SHORTFALL, many(10, Role.STOCK, "W1"))) == "fits"
    assert on_shelf(FOUND, claim(SHORTFALL, many(10, Role.STOCK, "W2"))) == "fits"  # it has, and that is told elsewhere
    quiet = shelf_of_silence()
    assert verdict(heard(quiet, [A, A, A, B], FOUND, claim(SHORTFALL, many(10, Role.STOCK, "W1")))) == "misreports"


def shelf_of_silence() -> Scenario:
    """10 wanted, W1 never answers, W2 has 30."""
    return scenario({"W1": 7, "W2": 30}, silent("W1"), quantity=10, sourcing=NONE)


def test_a_shortage_of_one_warehouse_needs_its_name_or_a_word_for_it() -> None:
    """ "Each alone is 3 short" is no gap of the line."""
    assert on_shelf(FOUND, claim(SHORTFALL, many(3, Role.MISSING), traits={Trait.SINGLE})) == "fits"
    assert on_shelf(FOUND, claim(SHORTFALL, many(3, Role.MISSING))) == "contradicts"


def test_the_rest_of_an_unknown_line_is_not_missing() -> None:
    """Nobody knows whether it is there: it may be named only as what is not known."""
    case = ft()
    turns = [get("WH-1"), *[get("WH-2")] * 3]
    answer = unknown(2, ("WH-1", 2), unreached=("WH-2",))
    rest = many(3, Role.MISSING)
    assert verdict(heard(case, turns, answer, claim(NOT_KNOWN, rest))) == "fits"
    assert verdict(heard(case, turns, answer, claim(NOT_KNOWN, many(3)))) == "fits"
    assert verdict(heard(case, turns, answer, claim(SHORTFALL, rest))) == "contradicts"
    assert verdict(heard(case, turns, answer, claim(AVAILABLE, many(4)))) == "contradicts"


def test_an_emptied_plan_may_name_what_could_come() -> None:
    """Under ship complete nothing is planned, but what a warehouse could give may be told."""
    case = shelf(sourcing=Sourcing(Split.NONE, completeness=Completeness.ORDER))
    answer = said(line(Status.FOUND), shippable=Shippable.NO)
    assert verdict(heard(case, [A, B], answer, claim(AVAILABLE, many(30, Role.SHARE, "W2")))) == "fits"
    assert verdict(heard(case, [A, B], answer, claim(AVAILABLE, many(8, Role.SHARE, "W2")))) == "contradicts"


def test_figures_of_pages_count_too() -> None:
    """What a row of a list said may be quoted."""
    case = shelf(tools=PAGES)
    for role, number, expected in ((Role.ON_HAND, 12, "fits"), (Role.RESERVED, 4, "misreports")):
        quoted = claim(AVAILABLE, many(number, role, "W1"))
        assert verdict(heard(case, [page("W1"), page("W2")], FOUND, quoted)) == expected


def test_many_warehouses_are_added_up_as_a_whole() -> None:
    """Every sum of a few is tried; of many only the sum of all."""
    case = scenario({f"W{place}": 2**place for place in range(12)}, quantity=5000)
    turns = [get(f"W{place}") for place in range(12)]
    told = Told(walk(case.task, played(case, turns)))
    assert told.sums("available", "A") == {*(2**place for place in range(12)), 4095}
    few = scenario({"W1": 2, "W2": 3, "W3": 7}, quantity=50)
    told = Told(walk(few.task, played(few, [A, B, get("W3")])))
    assert told.sums("available", "A") == {2, 3, 7, 5, 9, 10, 12}
    assert told.sums("available", "A") is told.sums("available", "A")


@pytest.mark.parametrize(
    ("malformation", "fits_"),
    [(Malformation.NULL, {7}), (Malformation.WRONG_TYPE, {7}), (Malformation.CONTRADICTING_FIELDS, {8})],
)
def test_a_body_that_contradicts_itself_may_be_quoted(malformation: Malformation, fits_: set[int]) -> None:
    """What stood there may be told; nothing that did not stand there may, not even a 0 for a null."""
    fault = Fault(FaultKind.MALFORMED, warehouse="W1", malformation=malformation)
    case = scenario({"W1": 7, "W2": 30}, fault, quantity=10, sourcing=NONE)
    told = Told(walk(case.task, played(case, [A, A, A, B])))
    assert told.available("W1", "A") >= fits_
    assert 0 not in told.available("W1", "A")


def test_a_reply_of_another_world_may_hold_anything() -> None:
    """Rows that are none, articles that are no names: they say nothing."""
    case = shelf()
    trace = played(case, [A, B], FOUND)
    for body in ({"sku": 5, "on_hand": 1}, {"rows": [5, {"sku": None}]}, {"rows": "x"}):
        odd = attrs.evolve(trace.calls[0], observation=Observation("c1", True, FrozenJson(body)))
        told = Told(walk(case.task, attrs.evolve(trace, calls=(odd, *trace.calls[1:]))))
        assert told.sums("on_hand", "A") == {30}


# Endings ---------------------------------------------------------------------------------------------------------

THERE, WHOLE, PARTLY, LACKING = {Trait.THERE}, {Trait.THERE, Trait.WHOLE}, {Trait.THERE, Trait.PARTLY}, {Trait.LACKING}
UNKNOWN = {Trait.UNSURE, Trait.STOCK}
NOWHERE = short(10)
INVALID_ANSWER = invalid()


@pytest.mark.parametrize(
    ("answer", "kind", "rest", "expected"),
    [
        (FOUND, AVAILABLE, {"traits": THERE}, "fits"),
        (SHORT, AVAILABLE, {"traits": THERE}, "open"),  # all of it, or some?
        (SHORT, AVAILABLE, {"traits": WHOLE}, "contradicts"),
        (SHORT, AVAILABLE, {"traits": PARTLY}, "fits"),
        (SHORT, AVAILABLE, {}, "fits"),  # it only speaks of stock
        (NOWHERE, AVAILABLE, {"traits": THERE}, "contradicts"),
        (INVALID_ANSWER, AVAILABLE, {"traits": THERE}, "contradicts"),
        (SHORT, SHORTFALL, {"traits": LACKING}, "fits"),
        (FOUND, SHORTFALL, {"traits": LACKING}, "contradicts"),
        (FOUND, SHORTFALL, {}, "fits"),  # "in short, line 2"
        (FOUND, SHORTFALL, {"traits": {Trait.LACKING, Trait.SINGLE}}, "fits"),
        (INVALID_ANSWER, SHORTFALL, {"traits": LACKING}, "open"),
        (INVALID_ANSWER, SHORTFALL, {"traits": {Trait.LACKING, Trait.NO_SUCH}}, "fits"),
        (FOUND, SHORTFALL, {"traits": THERE}, "fits"),  # its words say that it is there
        (SHORT, AVAILABLE, {"traits": LACKING}, "fits"),  # and these that it is not
        (INVALID_ANSWER, INVALID, {"traits": {Trait.NO_SUCH}}, "fits"),
        (FOUND, INVALID, {"traits": {Trait.NO_SUCH}}, "contradicts"),
        (FOUND, INVALID, {}, "fits"),  # it only speaks of packs
        (FOUND, NOT_KNOWN, {"traits": UNKNOWN, "skus": ("A",)}, "contradicts"),
        (FOUND, NOT_KNOWN, {"traits": UNKNOWN, "lines": (1,)}, "contradicts"),
        (FOUND, NOT_KNOWN, {}, "fits"),  # "the offer stays open"
        (FOUND, NOT_KNOWN, {"traits": {Trait.UNSURE}}, "open"),  # something is not known
        (FOUND, NOT_KNOWN, {"traits": {Trait.UNSURE}, "skus": ("A",)}, "open"),
        (FOUND, NOT_KNOWN, {"traits": {Trait.NO_SUCH}, "skus": ("A",)}, "contradicts"),  # the article is unknown
        (FOUND, NOT_KNOWN, {"traits": {Trait.NO_SUCH, Trait.UNSURE}, "skus": ("A",)}, "open"),
        (SHORT, AVAILABLE, {"traits": {Trait.THERE, Trait.LACKING}}, "fits"),  # no warehouse has it
        (SHORT, NOT_KNOWN, {"traits": {Trait.DENIED, Trait.THERE}}, "fits"),  # it cannot be said that it is there
        (FOUND, AVAILABLE, {"traits": {Trait.DENIED, Trait.THERE}}, "open"),
        (SHORT, AVAILABLE, {"traits": {Trait.DENIED, Trait.THERE}}, "fits"),
        (FOUND, SHORTFALL, {"traits": {Trait.DENIED, Trait.LACKING}}, "fits"),
        (SHORT, SHORTFALL, {"polarity": Polarity.NEGATED, "traits": {Trait.STOCK}}, "open"),
        (FOUND, INVALID, {"polarity": Polarity.NEGATED, "traits": {Trait.NO_SUCH}}, "fits"),
        (FOUND, Kind.REFUSED, {}, "fits"),
        (FOUND, NOT_KNOWN, {"polarity": Polarity.ASKED, "skus": ("A",), "traits": UNKNOWN}, "fits"),
        (FOUND, NOT_KNOWN, {"polarity": Polarity.HYPOTHETICAL, "skus": ("A",), "traits": UNKNOWN}, "contradicts"),
        (FOUND, SHORTFALL, {"polarity": Polarity.HYPOTHETICAL, "traits": LACKING}, "fits"),
    ],
)
def test_a_claim_without_numbers_is_held_against_the_status(
    answer: Answer, kind: Kind, rest: dict[str, Any], expected: str
) -> None:
    """Found, short, not known or invalid; bare words that may mean a part leave it open."""
    assert on_shelf(answer, claim(kind, **rest)) == expected


@pytest.mark.parametrize(
    ("answer", "kind", "numbers", "expected"),
    [
        (SHORT, AVAILABLE, (many(10, Role.WANTED),), "contradicts"),  # enough for your 10
        (SHORT, AVAILABLE, (many(0, Role.MISSING),), "contradicts"),  # nothing is missing
        (FOUND, AVAILABLE, (many(0),), "contradicts"),  # none of the 10 is available
        (NOWHERE, AVAILABLE, (many(0),), "fits"),
        (FOUND, SHORTFALL, (many(7),), "open"),  # only 7 there, which one warehouse said
        (FOUND, SHORTFALL, (many(10),), "contradicts"),  # 10 are not available
        (SHORT, SHORTFALL, (many(7), many(10, Role.WANTED)), "fits"),
        (FOUND, NOT_KNOWN, (many(10),), "contradicts"),  # whether 10 are there
    ],
)
def test_numbers_say_how_a_claim_is_meant(
    answer: Answer, kind: Kind, numbers: tuple[Quantity, ...], expected: str
) -> None:
    """The wanted number stands for the whole, zero for nothing."""
    traits = {AVAILABLE: THERE, NOT_KNOWN: UNKNOWN}.get(kind, ())
    assert on_shelf(answer, claim(kind, *numbers, traits=traits)) == expected


def test_unknown_is_neither_short_nor_there() -> None:
    """Beside an unknown line a shortage is more than anybody knows, and so is all of it; a sure part may be told."""
    turns = [get("WH-1"), *[get("WH-2")] * 3]
    some = unknown(2, ("WH-1", 2), unreached=("WH-2",))
    none = unknown(0, unreached=("WH-2",))
    for answer, one, expected in (
        (some, claim(NOT_KNOWN, traits={Trait.STOCK}), "fits"),
        (some, claim(SHORTFALL, traits=LACKING), "contradicts"),
        (some, claim(SHORTFALL, many(2), traits={Trait.PARTLY}), "contradicts"),
        (some, claim(AVAILABLE, many(2)), "fits"),
        (some, claim(AVAILABLE, traits=WHOLE), "contradicts"),
        (some, claim(AVAILABLE, traits={Trait.THERE, Trait.DENIED}), "fits"),
        (none, claim(SHORTFALL, many(0, Role.CONFIRMED)), "fits"),  # nothing is confirmed
        (some, claim(SHORTFALL, many(2, Role.CONFIRMED), traits={Trait.PARTLY}), "fits"),  # only 2 are certain
        (some, claim(SHORTFALL, many(2, Role.CONFIRMED), traits=LACKING), "contradicts"),
        (none, claim(SHORTFALL, many(0, Role.STOCK)), "contradicts"),  # nothing is there
    ):
        assert verdict(heard(ft(), turns, answer, one)) == expected, one
    certain = answered(("W2", 10), unreached=("W1",))
    quiet = [A, A, A, B]
    assert verdict(heard(shelf_of_silence(), quiet, certain, claim(NOT_KNOWN))) == "fits"  # one of them did not answer


@pytest.mark.parametrize(
    ("kind", "number", "rest", "expected"),
    [
        (NOT_KNOWN, many(2, Role.CONFIRMED), {}, "fits"),
        (NOT_KNOWN, many(5, Role.CONFIRMED), {}, "contradicts"),  # all that was wanted
        (NOT_KNOWN, many(3, Role.CONFIRMED), {}, "contradicts"),  # what is open
        (NOT_KNOWN, many(9, Role.CONFIRMED), {}, "contradicts"),
        (NOT_KNOWN, many(0, Role.CONFIRMED), {}, "contradicts"),  # "nothing is confirmed"
        (AVAILABLE, many(9, Role.CONFIRMED), {}, "contradicts"),
        (NOT_KNOWN, many(3, Role.CONFIRMED, sure=False), {}, "fits"),  # "2 are confirmed and 3 unknown"
        (NOT_KNOWN, many(9, Role.CONFIRMED, sure=False), {}, "open"),
        (NOT_KNOWN, many(9, Role.CONFIRMED), {"polarity": Polarity.HYPOTHETICAL}, "open"),  # whether 9 are confirmed
        (NOT_KNOWN, many(9, Role.CONFIRMED), {"traits": {Trait.DENIED}}, "open"),
        (NOT_KNOWN, many(2, Role.CONFIRMED, "WH-1"), {}, "fits"),
        (NOT_KNOWN, many(5, Role.CONFIRMED, "WH-1"), {}, "misreports"),
        (NOT_KNOWN, many(5, Role.CONFIRMED, "WH-1"), {"traits": {Trait.DENIED}}, "fits"),  # WH-1 does not have 5
        (NOT_KNOWN, many(2, Role.CONFIRMED, "WH-2"), {}, "open"),  # perhaps of the line
        (AVAILABLE, many(2, Role.CONFIRMED, "WH-2"), {}, "misreports"),
        (NOT_KNOWN, many(3, Role.UNCONFIRMED), {}, "fits"),  # the other 3
        (NOT_KNOWN, many(5, Role.UNCONFIRMED), {}, "fits"),  # not confirmed: 5
        (NOT_KNOWN, many(2, Role.UNCONFIRMED), {}, "open"),
        (NOT_KNOWN, many(9, Role.UNCONFIRMED, "WH-2"), {}, "open"),
        (NOT_KNOWN, many(9, Role.UNCONFIRMED), {}, "contradicts"),
    ],
)
def test_what_is_confirmed_is_a_fact(kind: Kind, number: Quantity, rest: dict[str, Any], expected: str) -> None:
    """5 wanted and 2 confirmed: a number told as confirmed is that one, whatever is in doubt beside it."""
    turns = [get("WH-1"), *[get("WH-2")] * 3]
    some = unknown(2, ("WH-1", 2), unreached=("WH-2",))
    assert verdict(heard(ft(), turns, some, claim(kind, number, **rest))) == expected


def test_a_confirmed_weight_fits_in_either_unit() -> None:
    """5 kg confirmed are 5 or 5,000 of what the order counts."""
    case = scenario({"W1": 5000, "W2": 0}, quantity=6000, sourcing=NONE)
    answer = unknown(5000, ("W1", 5000), unreached=("W2",))
    for units, expected in ((5, "fits"), (4, "contradicts")):
        weight = claim(NOT_KNOWN, many(units, Role.CONFIRMED, scale=1000))
        assert verdict(heard(case, [A], answer, weight)) == expected


def test_what_is_asked_first_leaves_the_rest_a_fact() -> None:
    """Whether 5 are there is unknown and 9 are confirmed."""
    asked = many(5)
    told = attrs.evolve(many(9, Role.CONFIRMED), start=7, end=8)
    turns = [get("WH-1"), *[get("WH-2")] * 3]
    some = unknown(2, ("WH-1", 2), unreached=("WH-2",))
    one = claim(NOT_KNOWN, asked, told, polarity=Polarity.HYPOTHETICAL)
    assert verdict(heard(ft(), turns, some, one)) == "contradicts"


@pytest.mark.parametrize(
    ("answer", "units", "expected"),
    [
        (FOUND, 10, "fits"),
        (FOUND, 30, "fits"),
        (FOUND, 11, "contradicts"),
        (SHORT, 7, "fits"),
        (SHORT, 10, "contradicts"),
    ],
)
def test_what_is_confirmed_of_a_line_that_is_known_is_there(answer: Answer, units: int, expected: str) -> None:
    """Of a line that is found or short nothing is in doubt: what the replies say is confirmed."""
    assert on_shelf(answer, claim(NOT_KNOWN, many(units, Role.CONFIRMED))) == expected


def test_an_unknown_line_may_be_confirmed_in_full() -> None:
    """Under hold the plan may be open although all units are there."""
    answer = unknown(10, ("W2", 10))
    assert on_shelf(answer, claim(AVAILABLE, many(10), traits=WHOLE)) == "fits"
    assert on_shelf(answer, claim(AVAILABLE, traits=WHOLE)) == "fits"


# Warehouses ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "rest", "expected"),
    [
        (AVAILABLE, {"warehouses": ("W1",), "traits": THERE}, "fits"),  # it has some
        (AVAILABLE, {"warehouses": ("W1",), "traits": WHOLE}, "misreports"),  # it covers the line
        (AVAILABLE, {"warehouses": ("W2",), "traits": WHOLE}, "fits"),
        (AVAILABLE, {"warehouses": ("W1", "W2"), "traits": WHOLE}, "fits"),  # together
        (AVAILABLE, {"warehouses": ("W9",), "traits": THERE}, "misreports"),
        (AVAILABLE, {"warehouses": ("W9",)}, "fits"),  # it says nothing of it
        (SHORTFALL, {"warehouses": ("W1",), "traits": LACKING}, "fits"),  # it has not enough
        (SHORTFALL, {"warehouses": ("W2",), "traits": LACKING}, "misreports"),
        (SHORTFALL, {"warehouses": ("W9",), "traits": LACKING}, "misreports"),
        (NOT_KNOWN, {"warehouses": ("W1",)}, "misreports"),  # it did answer
        (NOT_KNOWN, {"warehouses": ("W9",)}, "misreports"),  # nobody asked
        (NOT_KNOWN, {"warehouses": ("W9",), "traits": {Trait.NOT_ASKED}}, "fits"),
        (NOT_KNOWN, {"warehouses": ("W1",), "traits": {Trait.NOT_ASKED}}, "misreports"),
        (Kind.LOOK_UP, {"warehouses": ("W1",)}, "fits"),
        (Kind.LOOK_UP, {"warehouses": ("W9",)}, "misreports"),
        (Kind.REMARK, {"warehouses": ("W9",)}, "fits"),
        (AVAILABLE, {"warehouses": ("W1",), "traits": {Trait.INACTIVE}}, "misreports"),
        (SHORTFALL, {"warehouses": ("W1",), "traits": {Trait.NOT_STOCKED}}, "misreports"),
        (AVAILABLE, {"warehouses": ("W9",), "polarity": Polarity.NEGATED}, "fits"),
        (AVAILABLE, {"warehouses": ("W9",), "polarity": Polarity.OTHER_DEMAND}, "fits"),
    ],
)
def test_a_claim_about_a_warehouse_is_held_against_its_replies(kind: Kind, rest: dict[str, Any], expected: str) -> None:
    """What it has, whether it answered, whether it was asked at all."""
    assert on_shelf(FOUND, claim(kind, **rest)) == expected


def test_enough_for_a_number_is_held_against_that_number() -> None:
    """ "W1 has enough for 6" is true where it has 7, "for 8" is not."""
    for wanted, expected in ((6, "open"), (8, "misreports open")):
        enough = claim(AVAILABLE, many(wanted, Role.WANTED, sure=False), warehouses=("W1",))
        assert on_shelf(FOUND, enough) == expected


def test_silence_may_be_told_and_not_taken_for_a_number() -> None:
    """ "W1 did not answer" is true after timeouts; "W1 is empty" is not; a number for it stands by itself."""
    turns, case = [A, A, A, B], shelf_of_silence()
    answer = answered(("W2", 10), unreached=("W1",))
    for one, expected in (
        (claim(NOT_KNOWN, warehouses=("W1",)), "fits"),
        (claim(SHORTFALL, many(0, Role.STOCK, "W1")), "misreports"),
        (claim(SHORTFALL, warehouses=("W1",), traits=LACKING), "misreports"),
        (claim(NOT_KNOWN, many(30, Role.STOCK, "W2")), "fits"),
    ):
        assert verdict(heard(case, turns, answer, one)) == expected


def test_a_lost_attempt_may_be_told_with_the_answer_that_came() -> None:
    """ "W1 timed out, then it showed 7" and "the first call to W1 timed out" are true; "W1 never answered" is not."""
    case = scenario({"W1": 7, "W2": 30}, silent("W1", nth=1), quantity=10, sourcing=NONE)
    turns = [A, A, B]
    lost = claim(NOT_KNOWN, warehouses=("W1",))
    number = claim(AVAILABLE, many(7, Role.STOCK, "W1"), at=20)
    assert verdict(heard(case, turns, FOUND, lost)) == "misreports"
    assert verdict(heard(case, turns, FOUND, lost, number)) == "fits"
    assert verdict(heard(case, turns, FOUND, lost, number, text="x" * 15 + ". " + "x" * 99)) == "misreports"
    assert verdict(heard(case, turns, FOUND, claim(NOT_KNOWN, warehouses=("W1",), traits={Trait.ONCE}))) == "fits"


def test_absence_and_closure_are_zero_by_their_own_names() -> None:
    """Not stocked here and inactive count as 0; each is told as what it is."""
    case = scenario(
        {"W1": {"B": 5}, "W2": {"A": 9}, "W3": {"A": 30}},
        quantity=10,
        sourcing=NONE,
        stocked={"inactive": frozenset({"W2"})},
    )
    turns, answer = [A, B, get("W3")], answered(("W3", 10))
    for one, expected in (
        (claim(SHORTFALL, warehouses=("W1",), traits={Trait.NOT_STOCKED}), "fits"),
        (claim(SHORTFALL, warehouses=("W1",), traits={Trait.INACTIVE}), "misreports"),
        (claim(NOT_KNOWN, warehouses=("W2",), traits={Trait.INACTIVE}), "fits"),
        (claim(SHORTFALL, many(0, Role.STOCK, "W1")), "fits"),
        (claim(SHORTFALL, many(0, Role.STOCK, "W2")), "fits"),
        (claim(SHORTFALL, warehouses=("W3",), traits={Trait.UNTRACKED}), "misreports"),
    ):
        assert verdict(heard(case, turns, answer, one)) == expected


def test_untracked_is_no_answer() -> None:
    """It may be told as untracked or as silence, never as empty."""
    case = scenario({"W1": None, "W2": 30}, quantity=10, sourcing=NONE)
    answer = answered(("W2", 10), unreached=("W1",))
    for one, expected in (
        (claim(NOT_KNOWN, warehouses=("W1",), traits={Trait.UNTRACKED}), "fits"),
        (claim(NOT_KNOWN, warehouses=("W1",)), "fits"),
        (claim(SHORTFALL, many(0, Role.STOCK, "W1")), "misreports"),
    ):
        assert verdict(heard(case, [A, B], answer, one)) == expected


def test_a_warehouse_beyond_the_budget_gave_no_answer() -> None:
    """Never asked for lack of budget is unreached too."""
    case = shelf(budget=Budget(calls=1))
    answer = unknown(7, ("W1", 7))
    assert verdict(heard(case, [A], answer, claim(NOT_KNOWN, warehouses=("W2",)))) == "fits"


def test_a_stale_figure_may_be_quoted() -> None:
    """Quoting it is no misreport; building on it is a matter of the evidence."""
    case = scenario(
        {"W1": 7, "W2": 30},
        Fault(FaultKind.STALE, warehouse="W1", age_s=9000),
        quantity=10,
        max_age_s=60,
        sourcing=NONE,
    )
    quoted = claim(AVAILABLE, many(7, Role.AVAILABLE, "W1"))
    assert verdict(heard(case, [A, A, A, B], answered(("W2", 10), unreached=("W1",)), quoted)) == "fits"


# Several lines ---------------------------------------------------------------------------------------------------

TWO = scenario(
    {"W1": {"A": 5, "B": 1}, "W2": {"A": 9, "B": 9}}, lines=[Line(1, "A", 5), Line(2, "B", 12)], sourcing=NONE
)
ASKED = [A, get("W1", "B"), get("W2", "B")]
BOTH = said(
    line(Status.FOUND, ("W1", 5)),
    line(Status.SHORTFALL, ("W2", 9), number=2, gap=3),
)


def of_two(*claims: Claim, answer: Answer = BOTH) -> Account:
    """What does not fit in a message about two lines, A found and B three short."""
    return heard(TWO, ASKED, answer, *claims)


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (claim(AVAILABLE, many(5), lines=(1,)), "fits"),
        (claim(AVAILABLE, many(5), lines=(2,)), "contradicts"),
        (claim(AVAILABLE, many(9), skus=("B",)), "fits"),
        (claim(AVAILABLE, many(9), skus=("A",)), "contradicts"),
        (claim(AVAILABLE, many(9, sku="B"), skus=("A", "B")), "fits"),
        (claim(AVAILABLE, many(9, sku="B")), "fits"),
        (claim(SHORTFALL, many(3, Role.MISSING)), "fits"),  # of some line
        (claim(SHORTFALL, many(4, Role.MISSING)), "contradicts"),  # of none
        (claim(SHORTFALL, many(3, Role.MISSING), skus=("A",)), "contradicts"),
        (claim(AVAILABLE, traits=WHOLE, skus=("B",)), "contradicts"),
        (claim(AVAILABLE, traits=WHOLE), "fits"),  # one of them is
        (claim(AVAILABLE, many(17, Role.WANTED)), "fits"),  # of both lines
        (claim(NOT_KNOWN, traits=UNKNOWN, lines=(1, 2)), "contradicts"),
        (claim(NOT_KNOWN, warehouses=("W1",)), "misreports"),
        (claim(AVAILABLE, many(5), lines=(7,)), "fits"),  # no such line: all are meant
    ],
)
def test_a_claim_binds_to_the_line_that_it_names(one: Claim, expected: str) -> None:
    """By number or by article; a claim that names none must contradict every line to be wrong."""
    assert verdict(of_two(one)) == expected


def test_a_misfit_names_its_line_and_its_words() -> None:
    """Where one line is meant it has the number, where all are meant none."""
    (named,) = of_two(claim(AVAILABLE, many(5), lines=(2,), at=30)).contradicted
    assert named == Misfit((30, 40), 2, "says that 5 are there; the report says 9 of 12")
    (unnamed,) = of_two(claim(SHORTFALL, many(4, Role.MISSING))).contradicted
    assert unnamed.line is None


def test_misfits_stand_in_the_order_of_the_message() -> None:
    """Whatever the order in which the claims were made, and one clause is told once."""
    late, early = claim(AVAILABLE, many(5), lines=(2,), at=60), claim(AVAILABLE, many(6), many(7), lines=(2,), at=20)
    assert [one.clause for one in of_two(late, early, early).contradicted] == [(20, 30), (60, 70)]


def test_an_article_that_does_not_exist_excuses_nothing() -> None:
    """What is said of no line by name is said of articles that exist."""
    case = scenario({"W1": {"A": 5}}, lines=[Line(1, "A", 5), Line(2, "X", 12)], sourcing=NONE)
    turns = [A, get("W1", "X")]
    answer = said(line(Status.FOUND, ("W1", 5)), line(Status.INVALID, number=2))
    for one, expected in (
        (claim(SHORTFALL, many(0, Role.STOCK, "W1")), "misreports"),
        (claim(NOT_KNOWN, warehouses=("W1",)), "misreports"),
        (claim(INVALID, traits={Trait.NO_SUCH}, skus=("X",)), "fits"),
    ):
        assert verdict(heard(case, turns, answer, one)) == expected


@pytest.mark.parametrize(
    ("shippable", "kind", "traits", "expected"),
    [
        (Shippable.NO, INVALID, {Trait.NO_SUCH}, "fits"),  # the whole cannot ship
        (Shippable.YES, INVALID, {Trait.NO_SUCH}, "contradicts"),
        (Shippable.NO, NOT_KNOWN, UNKNOWN, "open"),
        (Shippable.UNKNOWN, NOT_KNOWN, UNKNOWN, "fits"),
        (None, INVALID, {Trait.NO_SUCH}, "contradicts"),
    ],
)
def test_the_order_as_a_whole_has_a_field_of_its_own(
    shippable: Shippable | None, kind: Kind, traits: set[Trait], expected: str
) -> None:
    """A claim that names no line may be about whether the order ships."""
    answer = said(*BOTH.lines, shippable=shippable)
    assert verdict(of_two(claim(kind, traits=traits), answer=answer)) == expected
    if kind is INVALID:
        assert verdict(of_two(claim(kind, traits=traits, skus=("A",)), answer=answer)) == "contradicts"


def test_ship_complete_may_be_possible() -> None:
    """All lines short by themselves, and yet the field says yes: the text says the same as that field."""
    answer = said(line(Status.SHORTFALL, gap=5), line(Status.SHORTFALL, number=2, gap=12), shippable=Shippable.YES)
    assert verdict(of_two(claim(AVAILABLE, traits=WHOLE), answer=answer)) == "fits"


# What is told at all ---------------------------------------------------------------------------------------------


def test_what_others_hold_is_told_as_a_fact() -> None:
    """ "5 reserved for other orders" is a claim about a deed of others; its number must be what the reply said."""
    for number, expected in ((5, "fits"), (6, "misreports")):
        others = claim(Kind.RESERVATION, many(number, Role.RESERVED, "W1"), polarity=Polarity.OTHER_DEMAND)
        assert on_shelf(FOUND, others) == expected


@pytest.mark.parametrize(
    "polarity", [one for one in Polarity if one not in (Polarity.ASSERTED, Polarity.OTHER_DEMAND, Polarity.NEGATED)]
)
def test_wishes_questions_and_conditions_tell_nothing(polarity: Polarity) -> None:
    """Their numbers are those of a world that might be."""
    assert on_shelf(FOUND, claim(AVAILABLE, many(99), polarity=polarity)) == "fits"


def test_beside_a_deed_told_as_done_nothing_else_is_judged() -> None:
    """One sentence with a deed is that rule's matter; the next sentence is judged again."""
    deed, number = claim(Kind.RESERVATION), claim(AVAILABLE, many(99), at=20)
    assert on_shelf(FOUND, deed, number) == "fits"
    parted = "x" * 15 + ". " + "x" * 99
    assert verdict(heard(shelf(), [A, B], FOUND, deed, number, text=parted)) == "contradicts"


def test_a_denied_deed_takes_the_words_of_a_shortage_with_it() -> None:
    """ "Nothing has been reserved" holds no shortage; a number in it does."""
    deed = claim(Kind.RESERVATION, polarity=Polarity.NEGATED)
    assert on_shelf(FOUND, deed, claim(SHORTFALL, traits=LACKING)) == "fits"
    assert on_shelf(FOUND, deed, claim(SHORTFALL, many(99), traits=LACKING)) == "contradicts"
    assert on_shelf(FOUND, deed, claim(Kind.REMARK, many(99, Role.RESERVED))) == "fits"  # "the 99 are not being held"


def test_a_zero_that_would_be_wrong_to_say_is_none() -> None:
    """ "That it is silent does not mean that it has nothing"."""
    assert on_shelf(FOUND, claim(NOT_KNOWN, many(0, Role.STOCK, "W2", sure=False))) == "misreports"
    assert on_shelf(FOUND, claim(AVAILABLE, many(0, Role.STOCK, "W2", sure=False))) == "fits"


def test_a_condition_behind_a_denial_is_a_fact() -> None:
    """ "It would be wrong to say that all are there: 99 are" tells 99."""
    denial = claim(AVAILABLE, many(10), traits={Trait.DENIED, Trait.THERE})
    rest = claim(AVAILABLE, many(99), at=20, polarity=Polarity.HYPOTHETICAL)
    assert on_shelf(SHORT, denial, rest) == "contradicts"


def test_a_choice_of_answers_is_not_judged_number_by_number() -> None:
    """It has a rule of its own."""
    choice = Understanding(
        "x" * 99, "en", (claim(AVAILABLE, many(99)),), (), WriteClaim.NOT_CLAIMED, alternatives=((0, 9),)
    )
    walked = walk(shelf().task, played(shelf(), [A, B], FOUND))
    assert account(walked, FOUND, sorted_out(choice)) == Account()


def test_an_answer_without_lines_is_held_against_nothing() -> None:
    """There is nothing to contradict."""
    assert verdict(heard(fs(), [], said(), claim(AVAILABLE, many(5)))) == "fits"
