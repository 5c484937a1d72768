"""Does a report say all that it has to say, in its order, and does each flaw of one that does not get its place?"""

import copy
import json
from typing import Any

import attrs
import pytest
from hypothesis import given
from study_rows import card, faulty, grounds, row, studies, study

from graders.report.checking import REQUIRED, Flaw, check_document, refuse_flawed
from graders.report.document import SECTIONS, Report, report_json
from graders.report.making import make_report
from graders.report.sections import report_blocks
from graders.study.plan import Study
from graders.study.row import Row
from inventory_env.codec import decode, encode, parse
from inventory_env.errors import InputError
from inventory_env.verdict import Mark

WHOLE = make_report(
    grounds(study(scenarios=3, trials=2)),
    [row("t0"), row("t0", trial=2), row("t1", Mark.FAIL), row("t1", Mark.UNCERTAIN, trial=2), faulty("t2")],
)
PLAIN = json.loads(json.dumps(report_json(WHOLE)))
FIGURES = ("results.agents.0.success", "results.agents.0.coverage.least", "failures.agents.0.failed",
           "environment.wall_s", "read_by_hand.read")  # fmt: skip


def at(plain: Any, path: str) -> Any:
    """What stands at a dotted place."""
    for part in path.split("."):
        plain = plain[int(part) if part.isdigit() else part]
    return plain


def changed(path: str, **fields: Any) -> Any:
    """The report with fields changed at a place; None of `...` is gone."""
    plain = copy.deepcopy(PLAIN)
    found = at(plain, path)
    for name, value in fields.items():
        if value is ...:
            del found[name]
        else:
            found[name] = value
    return plain


def shown(path: str) -> str:
    """A place as flaws write it."""
    return "".join(f"[{part}]" if part.isdigit() else f".{part}" for part in path.split(".")).removeprefix(".")


def flawed(plain: Any) -> list[str]:
    """The places of all flaws."""
    return [flaw.path for flaw in check_document(plain)]


def test_our_own_report_is_whole() -> None:
    """Nothing misses, as a document and as JSON."""
    refuse_flawed(WHOLE)
    assert check_document(PLAIN) == []
    assert tuple(PLAIN) == SECTIONS


@given(studies(("a", "b")))
def test_every_report_that_we_make_is_whole(made: tuple[Study, list[Row]]) -> None:
    """Whatever is missing, faulty or open, every number says how it is known, over how many, and from what."""
    planned, rows = made
    assert check_document(report_json(make_report(grounds(planned), rows))) == []


@given(studies())
def test_a_report_survives_json(made: tuple[Study, list[Row]]) -> None:
    """What is written is read back as it was, and in the order of its sections."""
    planned, rows = made
    report = make_report(grounds(planned), rows)
    assert decode(encode(report), Report) == report
    assert tuple(parse(json.dumps(report_json(report)).encode())) == SECTIONS


@pytest.mark.parametrize("section", SECTIONS)
def test_a_missing_section_is_found(section: str) -> None:
    """Each of the eight, by its name."""
    plain = {name: value for name, value in PLAIN.items() if name != section}
    assert check_document(plain) == [Flaw(section, "must be there: a report without it is not rendered", "nothing")]


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("nothing", [None, "  ", [], {}])
def test_an_empty_section_is_found(section: str, nothing: object) -> None:
    """A heading with nothing below it says nothing."""
    assert flawed(PLAIN | {section: nothing}) == [section]


@pytest.mark.parametrize("place", range(len(SECTIONS) - 1))
def test_sections_out_of_order_are_found(place: int) -> None:
    """Two that changed places are told by the first that stands wrong."""
    names = list(SECTIONS)
    names[place], names[place + 1] = names[place + 1], names[place]
    (flaw,) = check_document({name: PLAIN[name] for name in names})
    assert (flaw.path, flaw.got) == (SECTIONS[place + 1], f"it where {SECTIONS[place]} belongs")


def test_a_section_that_no_report_has_is_found() -> None:
    """What is added elsewhere would be read nowhere."""
    assert flawed(PLAIN | {"summary": "all is well"}) == ["summary"]


@pytest.mark.parametrize(("section", "field"), [(name, field) for name in REQUIRED for field in REQUIRED[name]])
def test_a_required_field_that_is_missing_is_found(section: str, field: str) -> None:
    """Each by section and name."""
    assert f"{section}.{field}" in flawed(changed(section, **{field: ...}))


@pytest.mark.parametrize("section", REQUIRED)
def test_a_section_that_is_no_object_is_found(section: str) -> None:
    """Running text has no fields that anybody could check."""
    assert flawed(PLAIN | {section: "words"}) == [section]


@pytest.mark.parametrize("path", FIGURES)
@pytest.mark.parametrize("field", ["value", "n", "status", "evidence"])
def test_a_figure_without_one_of_its_parts_is_found(path: str, field: str) -> None:
    """Value, n, known or estimate, kind of evidence."""
    assert f"{shown(path)}.{field}" in flawed(changed(path, **{field: ...}))


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"value": "many"}, "value"),
        ({"value": True}, "value"),
        ({"value": float("nan")}, "value"),
        ({"n": -1}, "n"),
        ({"n": 2.0}, "n"),
        ({"n": True}, "n"),
        ({"status": "sure"}, "status"),
        ({"evidence": "hearsay"}, "evidence"),
        ({"evidence": "not run"}, "value"),
        ({"method": " "}, "method"),
        ({"low": 0.1, "high": None}, "low"),
        ({"low": 0.9, "high": 1.0}, "value"),
        ({"value": None, "low": 0.0, "high": 1.0}, "value"),
    ],
)
def test_a_figure_that_cannot_be_is_found(fields: dict[str, Any], part: str) -> None:
    """By its place and part."""
    path = "results.agents.0.coverage.least"
    assert f"{shown(path)}.{part}" in flawed(changed(path, **fields))


@pytest.mark.parametrize("path", ["results", "failures", "read_by_hand"])
def test_a_number_outside_a_figure_is_found(path: str) -> None:
    """A bare rate says neither n nor how it is known; whole numbers are counts."""
    assert flawed(changed(path, more={"rates": [3, 0.75]})) == [f"{path}.more.rates[1]"]


@pytest.mark.parametrize("part", ["program", "selector", "name", "takes_decoding_seed"])
@pytest.mark.parametrize("value", [..., "not stated", None, ""])
def test_a_card_with_unstated_parts_is_found(part: str, value: object) -> None:
    """By agent and part."""
    assert flawed(changed("cards.0.card", **{part: value})) == [f"cards[0].card.{part}"]


@pytest.mark.parametrize(
    ("cards", "places"),
    [
        ("words", ["cards"]),
        ({"a": 1}, ["cards"]),
        (["a"], ["cards[0]"]),
        (
            [{"role": "hero", "evidence": None, "card": PLAIN["cards"][0]["card"]}],
            ["cards[0].role", "cards[0].evidence"],
        ),
    ],
)
def test_cards_that_are_none_are_found(cards: object, places: list[str]) -> None:
    """Each card stands beside its agent's role and kind of evidence."""
    assert flawed(PLAIN | {"cards": cards}) == places


def test_an_unknown_kind_of_split_is_found() -> None:
    """dev, test or unsplit; nothing between."""
    assert flawed(changed("split", kind="mostly held out")) == ["split.kind"]


@pytest.mark.parametrize("plain", [None, [], "report", 3])
def test_what_is_no_object_is_no_report(plain: object) -> None:
    """One flaw, of the whole."""
    (flaw,) = check_document(plain)
    assert flaw.rule == "must be an object with the sections of a report"


def test_no_flawed_report_is_rendered() -> None:
    """The first flaw is named, and how many more there are."""
    half = attrs.evolve(WHOLE, cards=(), not_shown=attrs.evolve(WHOLE.not_shown, sentences=()))
    with pytest.raises(InputError) as caught:
        report_blocks(half)
    assert str(caught.value) == "cards must not be empty; got () (and 1 more)"
    unstated = attrs.evolve(WHOLE.cards[0], card=card("a", decoding="not stated"))
    with pytest.raises(InputError, match=r"cards\[0\].card.decoding must be stated"):
        refuse_flawed(attrs.evolve(WHOLE, cards=(unstated,)))
