"""What does each number of a message count, and of which warehouse, article and line is it said?"""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baselines.wording import BOOKS, MANNERS, ROUNDABOUT, ending
from graders.claims.claim import Claim, Quantity, Role, Trait, Understanding
from graders.claims.figures import Figures, figures
from graders.claims.folding import fold
from graders.claims.language import SHIPPED, language
from graders.claims.marking import mark, names
from graders.claims.reading import understand
from graders.claims.writings import known
from inventory_env.answer import LineAnswer, Status
from inventory_env.task import Line

W = ("W1", "W2", "W3", "L01", "L06", "L45", "L50")
SKUS = ("BK-R89B-58", "HL-U509")
DATA = Path(__file__).parent / "data/figures.jsonl"
LABELLED = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
# What may be said with less: whether free or not, at which warehouse.
VAGUE = {Role.STOCK: (Role.AVAILABLE, Role.ON_HAND, Role.SHARE)}


def counted(
    text: str,
    tag: str = "en",
    *,
    warehouses: Sequence[str] = W,
    skus: Sequence[str] = SKUS,
    declared: bool = True,
    spans: Sequence[tuple[int, int]] = (),
) -> Figures:
    """The figures of a text, as one clause unless spans of its marked text are given."""
    folded = fold(text)
    marked = mark(folded.text, names(frozenset(warehouses), frozenset(skus)))
    whole = known(tuple(warehouses), tuple(skus))
    return figures(marked, folded, text, language(tag), whole, spans or [(0, len(marked.text))], declared=declared)


def numbers(text: str, tag: str = "en", **rest: Any) -> list[tuple[int | None, str, str]]:
    """(value, role, warehouse) of every number that counts goods."""
    return [brief(one) for one in all_of(text, tag, **rest) if one.role is not Role.OTHER]


def all_of(text: str, tag: str = "en", **rest: Any) -> tuple[Quantity, ...]:
    """Every number of a text, in order."""
    return counted(text, tag, **rest).shares[0].quantities


def brief(quantity: Quantity) -> tuple[int | None, str, str]:
    """What a number says, without its place."""
    return quantity.value, quantity.role.value, quantity.warehouse


def fits(found: Quantity, label: Sequence[Any]) -> bool:
    """Whether a number is read as labelled, or with less."""
    value, role, warehouse = label
    roles = (found.role, *VAGUE.get(found.role, ()))
    return found.value == value and role in roles and found.warehouse in (warehouse, "")


DENYING = [one for one in LABELLED if "denies" in one]


@pytest.mark.parametrize("line", DENYING, ids=[f"{one['lang']}-{one['text'][:40]}" for one in DENYING])
def test_what_a_line_denies_is_found_and_nothing_else(line: dict[str, Any]) -> None:
    """A number or warehouse behind a denial; not one behind a bound, "not only" or a verb of its own."""
    share = counted(line["text"], line["lang"]).shares[0]
    assert [*[one.value for one in share.quantities if one.denied], *share.denied] == line["denies"]


@pytest.mark.parametrize("line", LABELLED, ids=[f"{one['lang']}-{one['text'][:40]}" for one in LABELLED])
def test_no_number_is_read_wrongly_and_sure(line: dict[str, Any]) -> None:
    """What the words leave open may be left open, but never told as something else."""
    found = [one for one in all_of(line["text"], line["lang"]) if one.role is not Role.OTHER]
    labels = line["counts"]
    quotes = [one for one in found if one.value not in [label[0] for label in labels]]
    for label in labels:
        same = [one for one in found if one.value == label[0]]
        assert any(fits(one, label) or not one.sure or one.role is Role.UNCLEAR for one in same), (label, found)
    assert all(not one.sure or one.role is Role.UNCLEAR or quoted(line["text"], one) for one in quotes), quotes


def quoted(text: str, quantity: Quantity) -> bool:
    """Whether a number stands behind a quotation mark that is opened."""
    return any(sign in text[: quantity.start] for sign in "\"“«「'")


@pytest.mark.parametrize("tag", SHIPPED)
def test_nearly_every_number_is_read_as_labelled(tag: str) -> None:
    """Leaving all open would never be wrong, and of no use."""
    right = total = 0
    for line in LABELLED:
        if line["lang"] == tag:
            found = all_of(line["text"], tag)
            total += len(line["counts"])
            right += sum(any(one.sure and fits(one, label) for one in found) for label in line["counts"])
    assert total >= 50
    assert right / total > 0.85


REPORTS = [
    LineAnswer(2, Status.FOUND, (("W1", 6), ("W2", 4)), gap=0),
    LineAnswer(2, Status.SHORTFALL, (("W1", 6), ("W2", 1)), gap=3),
    LineAnswer(2, Status.SHORTFALL, (), gap=10),
    LineAnswer(2, Status.UNKNOWN, (("W1", 6),), confirmed=6),
    LineAnswer(2, Status.UNKNOWN, (), confirmed=0),
    LineAnswer(2, Status.INVALID, nearest=(8, 12)),
]


@pytest.mark.parametrize("tag", SHIPPED)
@pytest.mark.parametrize("report", REPORTS, ids=[str(one.status) for one in REPORTS])
def test_what_a_report_says_is_what_its_sentence_says(tag: str, report: LineAnswer) -> None:
    """The shares, the gap and the nearest quantities of the careful agent's sentences, told plainly or in a roundabout
    way, are found again."""
    line = Line(2, "BK-R89B-58", 10)
    for book in (BOOKS[tag], ROUNDABOUT[tag]):
        before, after = book.heading
        share = counted(f"{before}2{after}{ending(line, report, book)}", tag).shares[0]
        assert share.lines == (2,)
        assert share.skus == ("BK-R89B-58",)
        found = [brief(one) for one in share.quantities]
        for warehouse, units in report.plan:
            assert (units, "share", warehouse) in found
        if report.status is Status.SHORTFALL:
            assert (report.gap, "missing", "") in found
        assert [(one, "nearest", "") for one in report.nearest] == [one for one in found if one[1] == "nearest"]


@pytest.mark.parametrize("tag", SHIPPED)
def test_the_figures_of_a_shelf_are_told_apart(tag: str) -> None:
    """On hand, reserved for others and available are three figures of one warehouse; the safety stock is a fourth."""
    assert numbers(MANNERS[tag].shelf("W2", 30, 5, 3, 22), tag) == [
        (30, "on_hand", "W2"),
        (5, "reserved", "W2"),
        (22, "available", "W2"),
    ]


# Names, times, money ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "SKU-12 checked.",
        "order #10442",
        "order number 10442",
        "reference R-1001",
        "BK-R89B-58 at L01",
        "Line 2:",
        "page 2 of the list",
        "as of 09:05",
        "since 2024-05-23",
        "on 23.05.2024",
        "the service kept returning 429",
        "a credit of $50",
        "50 dollars",
        "97 % of the time",
        "97% sure",
        "24 hours later",
        "after three attempts",
        "on the second attempt",
        "two of the warehouses",
        "packs of 12",
        "two full cartons of 12",
        "May 23",
        "ticket 4711",
    ],
)
def test_a_name_a_time_or_a_price_counts_no_goods(text: str) -> None:
    """Part of a code or of a date is no quantity, whatever its digits are."""
    assert numbers(text) == []


@pytest.mark.parametrize(
    ("text", "tag", "expected"),
    [
        ("W1, 5 are available", "en", [(5, "available", "")]),
        ("W1 has 5 and W2 has 7", "en", [(5, "stock", "W1"), (7, "stock", "W2")]),
        ("168 from L50, 192 from L06", "en", [(168, "share", "L50"), (192, "share", "L06")]),
        ("W1 出 6 件，W3 出 4 件", "zh", [(6, "share", "W1"), (4, "share", "W3")]),
        ("only 9 of the 10", "en", [(9, "unclear", ""), (10, "wanted", "")]),
        ("not possible to ship 12", "en", [(12, "share", "")]),
        ("W1 returned 429 units.", "en", [(429, "stock", "W1")]),
        ("413 are confirmed", "en", [(413, "confirmed", "")]),
        ("10 are available, 3 of them for certain", "en", [(10, "available", ""), (3, "confirmed", "")]),
        ("the 10 units are not yet confirmed", "en", [(10, "unconfirmed", "")]),
        ("A is not listed twice and 3 are confirmed", "en", [(3, "confirmed", "")]),
        ("the other 5 units are unconfirmed", "en", [(5, "unconfirmed", "")]),
        ("W2 (429) and W1 (7)", "en", [(429, "stock", "W2"), (7, "stock", "W1")]),
        ("10pcs available", "en", [(10, "available", "")]),
        ("十二件可用", "zh", [(12, "available", "")]),
        ("二十五件可用", "zh", [(25, "available", "")]),
        ("有五六件可用", "zh", [(None, "available", "")]),
        ("доступно двадцать пять штук", "ru", [(25, "available", "")]),
        ("доступно десять", "ru", [(10, "available", "")]),
        ("có sẵn hai mươi lăm chiếc", "vi", [(25, "available", "")]),
        ("có sẵn mười chiếc", "vi", [(10, "available", "")]),
        ("twenty-four are available", "en", [(24, "available", "")]),
        ("five six are available", "en", [(None, "available", "")]),
        ("a dozen are available", "en", [(12, "available", "")]),
        ("3 dozen are available", "en", [(36, "available", "")]),
        ("1.2万件可用", "zh", [(12000, "available", "")]),
        ("minus 3 available", "en", [(-3, "available", "")]),
        ("-3 available at W1", "en", [(-3, "available", "W1")]),
        ("W1 -3 available", "en", [(None, "available", "W1")]),
        ("W1-3 available", "en", [(None, "available", "W1")]),
        ("W1-W2", "en", []),
        ("½ available", "en", [(None, "available", "")]),
        ("3-5 are available", "en", [(None, "available", "")]),
        ("9/10 are available", "en", [(None, "available", "")]),
        ("W1 and W2 are empty", "en", [(0, "stock", "W1"), (0, "stock", "W2")]),
        ("W2 is not empty", "en", []),
        ("W2 has no HL-U509", "en", [(0, "stock", "W2")]),
        ("W2 has no reply", "en", []),
        ("nothing is missing", "en", [(0, "missing", "")]),
        ("W1 and W3: 3 + 4 = 7", "en", [(3, "stock", "W1"), (4, "stock", "W3"), (7, "unclear", "")]),
        ("3 + 4 at W1", "en", [(3, "unclear", ""), (4, "stock", "W1")]),
        ("At W2, 30 on hand, 5 reserved", "en", [(30, "on_hand", "W2"), (5, "reserved", "W2")]),
        ("W2 shows 30 on hand; W1 did not answer, 5 reserved", "en", [(30, "on_hand", "W2"), (5, "reserved", "")]),
        ("10 available at W1, W2 is empty", "en", [(10, "available", "W1"), (0, "stock", "W2")]),
        ("10 available at W1, W2 and W3", "en", [(10, "available", "")]),
        ("missing 3 units", "en", [(3, "missing", "")]),
        ("W1 is 4 short", "en", [(4, "missing", "W1")]),
        ("one is missing", "en", [(1, "missing", "")]),
        ("the first line lacks one", "en", [(1, "missing", "")]),
        ("6 units of HL-U509 at W1", "en", [(6, "stock", "W1")]),
        ("10 units of HL-U509", "en", [(10, "wanted", "")]),
        ("all three", "en", []),
        ("10 ten are available", "en", [(10, "unclear", ""), (10, "available", "")]),
        ("W3, W1 has 6", "en", [(6, "stock", "W1")]),
        ("W1, W2 were asked twice by me this very morning and 5 remain", "en", [(5, "available", "")]),
        ("доступно 10 шт. на W1", "ru", [(10, "available", "W1")]),
        ("Main Street has 5 at 09:05", "en", [(5, "stock", "Main Street")]),
    ],
)  # fmt: skip
def test_each_way_to_name_a_number(text: str, tag: str, expected: list[Any]) -> None:
    """Value, role and warehouse, or None where the writing is no number that is sure."""
    assert numbers(text, tag, warehouses=(*W, "Main Street")) == expected


@pytest.mark.parametrize("tag", SHIPPED)
def test_numbers_in_words_are_known_to_twenty(tag: str) -> None:
    """Each language has a word for every number from one to twenty; "line" and "warehouse" make it another number."""
    words = language(tag).vocabulary
    known_words = {phrase.number for phrase in words.phrases if phrase.number is not None}
    if words.digits:
        from graders.claims.numbers import numeral

        known_words |= {
            numeral(f"{tens}{ones}", words.digits, words.powers) for tens in "十" for ones in "一二三四五六七八九"
        }
        known_words.add(numeral("二十", words.digits, words.powers))
    assert set(range(1, 21)) <= known_words


@pytest.mark.parametrize(
    ("text", "tag", "declared", "value"),
    [
        ("1\u00a0200 available", "en", True, 1200),
        ("1\u2009200 available", "en", False, 1200),
        ("1\u202f200 available", "vi", True, 1200),
        ("1 200 available", "en", True, None),
        ("доступно 1 200", "ru", True, 1200),
        ("доступно 1 200", "ru", False, None),
        ("доступно 1\u00a0200", "ru", False, 1200),
        ("1,234 available", "en", True, 1234),
        ("1,234 available", "en", False, None),
        ("khả dụng 1.234", "vi", True, 1234),
        ("khả dụng 1,234", "vi", True, None),
        ("4,2 available", "en", True, None),
        ("2 602 available", "en", True, None),
        ("１２ available", "en", True, 12),
        ("1'200 available", "en", False, 1200),
    ],
)
def test_separators_are_read_by_the_declared_language(text: str, tag: str, declared: bool, value: int | None) -> None:
    """Never a silent factor of ten: what another language would read otherwise is no number."""
    (found,) = [one for one in all_of(text, tag, declared=declared) if one.role is not Role.OTHER]
    assert found.value == value
    assert found.sure == (value is not None)


@pytest.mark.parametrize(
    ("text", "tag", "value", "scale"),
    [
        ("доступно 4,2 кг", "ru", 4200, 1),
        ("доступно 5 кг", "ru", 5, 1000),
        ("4.2 kg available", "en", 4200, 1),
        ("5kg available", "en", 5, 1000),
    ],
)
def test_weights_are_counted_in_their_smallest_unit(text: str, tag: str, value: int, scale: int) -> None:
    """4.2 kg are 4,200 grams; 5 kg may be 5 or 5,000 of what the order counts."""
    (found,) = all_of(text, tag)
    assert (found.value, found.scale) == (value, scale)
    assert all_of(text, tag, declared=False)[0].value in ((None,) if scale == 1 else (5,))


def test_names_of_any_kind_are_known() -> None:
    """Names without digits, with blanks, of digits alone: whatever the task calls its places and articles."""
    share = counted(
        "Main Street has 5 of A, Kho 1 has 7 of 10442.", warehouses=("Main Street", "Kho 1", "7"), skus=("A", "10442")
    ).shares[0]
    assert [brief(one) for one in share.quantities if one.role is not Role.OTHER] == [
        (5, "stock", "Main Street"),
        (7, "stock", "Kho 1"),
    ]
    assert (share.warehouses, share.skus) == (("Main Street", "Kho 1"), ("A", "10442"))
    assert [one.sku for one in share.quantities if one.role is not Role.OTHER] == ["A", "10442"]


def test_without_a_task_what_looks_like_a_name_is_one() -> None:
    """A reader from outside may know no names at all."""
    share = counted("W1 has 5 of BK-R89B-58 and SKU-7, ref R-1.", warehouses=(), skus=()).shares[0]
    assert (share.warehouses, share.skus) == (("W1",), ("BK-R89B-58", "SKU-7"))
    assert counted("w1 has 5", warehouses=("W1",)).shares[0].warehouses == ("W1",)


# Lines, clauses, traits ------------------------------------------------------------------------------------------


def spans_of(text: str, *parts: str) -> list[tuple[int, int]]:
    """The places of parts of a text of which no mark changes the length."""
    return [(text.index(part), text.index(part) + len(part)) for part in parts]


def test_a_heading_reaches_to_the_end_of_its_sentence() -> None:
    """ "Line 2: ..." goes for every clause of its sentence, and for none of the next."""
    text = "Line 2: 9 are available; 1 is missing. Nothing else."
    marked = mark(text, names(frozenset(), frozenset())).text
    first, second, third = counted(
        text, spans=spans_of(marked, "line #: # are available", "# is missing", "nothing else")
    ).shares
    assert (first.lines, second.lines, third.lines) == ((2,), (2,), ())


@pytest.mark.parametrize(
    ("text", "tag", "lines"),
    [
        ("Line 1 and line 3 are covered", "en", (1, 3)),
        ("the second line", "en", (2,)),
        ("第一行够", "zh", (1,)),
        ("第 12 行够", "zh", (12,)),
        ("по третьей строке", "ru", (3,)),
        ("Dòng 1 đủ", "vi", (1,)),
        ("2 lines are covered", "en", ()),
        ("Line 1:10 are available", "en", ()),
    ],
)
def test_lines_are_numbered_in_many_ways(text: str, tag: str, lines: tuple[int, ...]) -> None:
    """The number of a line is a name, not a quantity."""
    assert counted(text, tag).shares[0].lines == lines


def test_quoted_words_keep_their_numbers() -> None:
    """What somebody else wrote stands inside the clause that quotes it, and its numbers are not that clause's."""
    text = 'you wrote "reserve 10 units" and w1 has 12'
    marked = mark(text, names(frozenset(W), frozenset())).text
    inner = marked.index("reserve")
    outer, quote = counted(text, spans=[(0, len(marked)), (inner, marked.index('" and'))]).shares
    assert [one.value for one in outer.quantities] == [12]
    assert [one.value for one in quote.quantities] == [10]


@pytest.mark.parametrize(
    ("text", "tag", "trait"),
    [
        ("all of it is available", "en", Trait.WHOLE),
        ("only a part", "en", Trait.PARTLY),
        ("no such article", "en", Trait.NO_SUCH),
        ("W2 is inactive", "en", Trait.INACTIVE),
        ("W2 does not stock it", "en", Trait.NOT_STOCKED),
        ("W2 does not track it", "en", Trait.UNTRACKED),
        ("склад W2 не опрошен", "ru", Trait.NOT_ASKED),
        ("cộng lại có 7", "vi", Trait.TOGETHER),
        ("合计 7 件", "zh", Trait.TOGETHER),
    ],
)
def test_words_beside_the_numbers_are_heard(text: str, tag: str, trait: Trait) -> None:
    """What a clause says besides helps to judge it."""
    assert trait in counted(text, tag).shares[0].traits


@pytest.mark.parametrize(
    ("text", "tag", "chosen"),
    [
        ("W1, W2 or W3", "en", "W1, W2 or W3"),
        ("WH-1: 5, WH-2: 5 or WH-3: 5", "en", "WH-1: 5, WH-2: 5 or WH-3: 5"),
        ("5 or 7 are available", "en", "5 or 7"),
        ("из W1 или W2", "ru", "W1 или W2"),
        ("ở W1 hoặc W2", "vi", "W1 hoặc W2"),
        ("W1 或者 W2", "zh", "W1 或者 W2"),
        ("today, W1 or W2", "en", "W1 or W2"),
        ("W1 and W2", "en", ""),
        ("W1 or a later one", "en", ""),
        ("two or three attempts", "en", ""),
    ],
)
def test_a_choice_of_answers_is_seen(text: str, tag: str, chosen: str) -> None:
    """Several warehouses or several numbers with an "or" between them."""
    found = counted(text, tag, warehouses=(*W, "WH-1", "WH-2", "WH-3")).alternatives
    assert [text[start:end] for start, end in found] == ([chosen] if chosen else [])


# Properties ------------------------------------------------------------------------------------------------------

SENTENCES = {
    "en": "Line {}: only {} of the {} units of BK-R89B-58 are available ({} from W1, {} from W2); {} are missing.",
    "ru": "Строка {}: доступно только {} из {} штук BK-R89B-58 ({} со склада W1, {} со склада W2), не хватает {} штук.",
    "vi": "Dòng {}: chỉ có sẵn {} trên {} chiếc BK-R89B-58 ({} từ W1, {} từ W2), thiếu {} chiếc.",
    "zh": "第 {} 行：{} 件 BK-R89B-58 中只有 {} 件有货（W1 出 {} 件，W2 出 {} 件），缺 {} 件。",
}
PLAIN = st.integers(1, 99_999)


@settings(deadline=None, max_examples=100)
@given(tag=st.sampled_from(SHIPPED), figures_=st.tuples(*[PLAIN] * 6), data=st.data())
def test_roles_do_not_depend_on_the_digits(tag: str, figures_: tuple[int, ...], data: st.DataObject) -> None:
    """A sentence is read the same whatever its numbers are, and however they are written."""
    written = [data.draw(st.sampled_from((str(one), wide(one)))) for one in figures_]
    found = all_of(SENTENCES[tag].format(*written), tag)
    model = all_of(SENTENCES[tag].format(1, 2, 3, 4, 5, 6), tag)
    assert [one.value for one in found] == list(figures_)
    assert [(one.role, one.warehouse, one.sku, one.sure) for one in found] == [
        (one.role, one.warehouse, one.sku, one.sure) for one in model
    ]


def wide(number: int) -> str:
    """A number in full-width digits."""
    return "".join(chr(ord(digit) + 0xFEE0) for digit in str(number))


@settings(deadline=None, max_examples=60)
@given(tag=st.sampled_from(SHIPPED), cut=st.integers(0, 120), figures_=st.tuples(*[PLAIN] * 6))
def test_every_prefix_can_be_read_and_places_are_those_of_the_text(
    tag: str, cut: int, figures_: tuple[int, ...]
) -> None:
    """Whatever is cut off, each number stands where its place says."""
    text = SENTENCES[tag].format(*figures_)[:cut]
    for quantity in all_of(text, tag):
        assert 0 <= quantity.start < quantity.end <= len(text)
        if quantity.value is not None and text[quantity.start : quantity.end].isdecimal():
            assert int(text[quantity.start : quantity.end]) == quantity.value


@settings(deadline=None, max_examples=60)
@given(tag=st.sampled_from(SHIPPED), text=st.text(max_size=80))
def test_any_text_can_be_read(tag: str, text: str) -> None:
    """Marks of private use, digits of any script, names in the middle of nowhere."""
    for quantity in all_of(f"{text} W1 5 {text}", tag):
        assert 0 <= quantity.start < quantity.end <= 2 * len(text) + 6


@pytest.mark.parametrize(
    "piece", ["5", "5 ", "W1 5, ", "a", "a-", "W1-", "available ", ". ", ".", "5.", "W1 or W2 ", "5 of 6 ", "\n5", "十"]
)
def test_hostile_texts_take_linear_time(piece: str) -> None:
    """Four times the length takes about four times as long, never sixteen times, however it repeats itself."""

    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        best = float("inf")
        for _ in range(5):
            began = time.process_time()
            understand_figures(text)
            best = min(best, time.process_time() - began)
        return best

    assert seconds(32_000) < 9 * seconds(8_000)


def understand_figures(text: str) -> Figures:
    """Figures of a text that is cut into many clauses."""
    marked = mark(text, names(frozenset(W), frozenset())).text
    return counted(text, "zh", spans=[(place, place + 7) for place in range(0, len(marked), 7)])


def test_a_sentence_beyond_measure_says_nothing_sure() -> None:
    """Its numbers are there, and what they count stays open."""
    found = all_of("W1 has 5 and 2024-05-05 " + "very " * 400 + "many.")
    assert [(one.value, one.role, one.sure) for one in found] == [(None, Role.UNCLEAR, False)]


# In the reading of claims ----------------------------------------------------------------------------------------


def claims(text: str, **rest: Any) -> tuple[Claim, ...]:
    """The claims of an English text."""
    return read(text, **rest).claims


def read(text: str, **rest: Any) -> Understanding:
    """An English text, understood with the names of a task."""
    return understand(text, **{"language": "en", "warehouses": W, "skus": SKUS, **rest})


def test_claims_carry_the_figures_of_their_clause() -> None:
    """Each clause has its own numbers, names and lines."""
    first, second = claims("Line 1: 10 units of HL-U509 are available. W2 gave no figure.")
    assert [brief(one) for one in first.quantities if one.role is not Role.OTHER] == [(10, "available", "")]
    assert (first.skus, first.lines) == (("HL-U509",), (1,))
    assert (second.warehouses, second.quantities) == (("W2",), ())


def test_a_clause_of_numbers_alone_is_a_remark() -> None:
    """No number of a message goes unseen; how it is meant follows from what stands around it."""
    asserted, *_ = claims("Of 10 units none.")
    assert [one.value for one in asserted.quantities] == [10]
    assert [one.polarity.value for one in claims("of 10 units none?")] == ["asked"]


def test_a_language_that_was_not_declared_decides_no_separator() -> None:
    """A message in another language than the task's, or with none declared: 1,234 may be two numbers."""
    text = "1,234 units are available at W1."
    for tag, value in (("en", 1234), ("ru", None), (None, None)):
        (quantity,) = [one for claim in claims(text, language=tag) for one in claim.quantities]
        assert quantity.value == value


def test_choices_are_part_of_an_understanding() -> None:
    """They may reach over clauses, so they stand beside the claims."""
    text = "Take it from W1, W2 or W3."
    assert [text[a:b] for a, b in read(text).alternatives] == ["W1, W2 or W3"]
