"""Do the words say what the fields say, in every language, and name what the customer must know?"""

import re
import unicodedata
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import scenario

from baselines import careful
from baselines.notes import Notes
from baselines.wording import BOOKS, ROUNDABOUT, Book, ending, in_words, language_of
from inventory_env.answer import LineAnswer, Shippable, Status
from inventory_env.episode import play
from inventory_env.faults import Fault, FaultKind
from inventory_env.scenario import Scenario
from inventory_env.task import Budget, Completeness, Line, Sourcing, Split

SILENT = Fault(FaultKind.TIMEOUT, warehouse="W1")
ORDER = Sourcing(Split.ANY, completeness=Completeness.ORDER)
LANGUAGES = sorted(BOOKS)
# What a message may hold besides names, digits and marks.
SCRIPT = {"en": "A-Za-z", "ru": "А-Яа-яЁё", "zh": "\u4e00-\u9fff", "vi": "A-Za-zÀ-ỹĐđ"}
NAMES = re.compile(r"\b(?:SKU-[A-C]|W[1-4])\b")

moderate = settings(deadline=None, max_examples=60)
books = pytest.mark.parametrize(
    "book", [*BOOKS.values(), *ROUNDABOUT.values()], ids=[*BOOKS, *(f"{tag}, roundabout" for tag in ROUNDABOUT)]
)
units = st.integers(1, 30) | st.sampled_from([101, 111, 121, 122, 1234567, 2**53 - 9])


def said(case: Scenario, language: str = "en") -> str:
    """The message of the careful agent."""
    trace = play(careful, attrs.evolve(case, task=attrs.evolve(case.task, language=language)))
    assert trace.counting is not None
    assert trace.counting.answer is not None
    return trace.counting.answer.message


def numbers(text: str) -> list[int]:
    """The numbers of a message, names left out."""
    return [int(digits) for digits in re.findall(r"\d+", NAMES.sub("", text))]


@st.composite
def shares(draw: st.DrawFn, total: int) -> tuple[tuple[str, int], ...]:
    """A plan of up to three sources for so many units."""
    plan = []
    for warehouse in ("W1", "W2", "W3"):
        share = draw(st.integers(0, total)) if warehouse != "W3" else total
        plan += [(warehouse, share)] if share else []
        total -= share
    return tuple(plan)


@st.composite
def told_lines(draw: st.DrawFn) -> tuple[Line, LineAnswer]:
    """A line with a report that agrees with itself; the plan may be empty, as where an order cannot ship."""
    line = Line(draw(st.integers(1, 40)), f"SKU-{draw(st.sampled_from('ABC'))}", draw(units))
    status = draw(st.sampled_from(Status))
    if status is Status.INVALID:
        below = draw(st.integers(0, line.quantity - 1))
        nearest = draw(st.sampled_from([(), (line.quantity + 3,), *([(below, line.quantity + 3)] if below else [])]))
        return line, LineAnswer(line.line, status, nearest=nearest)
    had = line.quantity
    if status is Status.SHORTFALL:
        had = draw(st.integers(0, line.quantity - 1))
    elif status is Status.UNKNOWN:
        had = draw(st.integers(0, line.quantity))
    plan = draw(st.sampled_from([(), draw(shares(had))]))
    gap = None if status is Status.UNKNOWN else line.quantity - had
    confirmed = had if status is Status.UNKNOWN else None
    unreached = ("W4",) if status is Status.UNKNOWN else ()
    return line, LineAnswer(line.line, status, plan, gap, confirmed, unreached)


@books
@moderate
@given(told=told_lines())
def test_a_sentence_names_every_figure_of_its_fields_and_no_other(book: Book, told: tuple[Line, LineAnswer]) -> None:
    """Wanted, planned, missing, confirmed, nearest: each is there, and each number that is there is one of them."""
    line, answer = told
    text = ending(line, answer, book)
    fields = {line.quantity, *[share for _, share in answer.plan], *answer.nearest}
    fields |= {answer.gap or 0, answer.confirmed or 0, line.quantity - (answer.gap or 0)}
    must = {share for _, share in answer.plan} | set(answer.nearest)
    must |= {answer.gap or 0, answer.confirmed or 0} - {0}
    if answer.status is not Status.INVALID or answer.nearest:
        must.add(line.quantity)
    if answer.status is Status.SHORTFALL and answer.gap != line.quantity:
        must.add(line.quantity - (answer.gap or 0))
    assert must <= set(numbers(text)) <= fields
    assert line.sku in text
    assert set(re.findall(r"W\d", text)) == {warehouse for warehouse, _ in answer.plan}


@books
@moderate
@given(told=told_lines())
def test_a_sentence_is_whole_and_in_its_language(book: Book, told: tuple[Line, LineAnswer]) -> None:
    """No template is left open, no word of another language slips in, the text is composed (NFC), and it ends."""
    line, answer = told
    text = ending(line, answer, book)
    assert unicodedata.is_normalized("NFC", text)
    assert not re.search(r"[{}]|None|  | [.,;:]", text)
    assert text.endswith("。" if book.tag == "zh" else ".")
    assert re.fullmatch(rf"[{SCRIPT[book.tag]}\d\s.,;:()—，。；：（）、-]+", NAMES.sub("", text)), text


@moderate
@given(told=told_lines(), ships=st.sampled_from([None, *Shippable]), asks=st.booleans())
def test_each_language_says_as_much_as_english(
    told: tuple[Line, LineAnswer], ships: Shippable | None, asks: bool
) -> None:
    """The same figures and names, line by line, and the same sentences on the order."""
    line, answer = told
    task = attrs.evolve(scenario({"W1": 1, "W4": 1}, lines=[line]).task, asks_to_reserve=asks)
    texts = {tag: in_words(Notes(attrs.evolve(task, language=tag)), [answer], ships) for tag in LANGUAGES}
    assert all(set(numbers(text)) == set(numbers(texts["en"])) for text in texts.values())
    assert all(set(NAMES.findall(text)) == set(NAMES.findall(texts["en"])) for text in texts.values())
    for tag, text in texts.items():
        book = BOOKS[tag]
        assert text.startswith(f"{book.heading[0]}{line.line}{book.heading[1]}")
        assert (book.silent(("W4",)) in text) is bool(answer.unreached)
        assert (book.not_reserved in text) is asks
        assert [one for one in Shippable if book.ships[one] in text] == ([] if ships is None else [ships])


@pytest.mark.parametrize(
    ("case", "message"),
    [
        pytest.param(
            scenario({"W1": 6, "W2": 9}), "Line 1: 10 units of A are available (6 from W1, 4 from W2).", id="found"
        ),
        pytest.param(
            scenario({"W1": 6, "W2": 1}),
            "Line 1: only 7 of the 10 units of A are available (6 from W1, 1 from W2); 3 are missing.",
            id="short",
        ),
        pytest.param(
            scenario({"W1": 0}), "Line 1: none of the 10 units of A is available; all 10 are missing.", id="nothing"
        ),
        pytest.param(
            scenario({"W1": 6, "W2": 4}, SILENT),
            "Line 1: whether 10 units of A are available is unknown; 4 are confirmed (4 from W2). W1 gave no figure.",
            id="unknown",
        ),
        pytest.param(
            scenario({"W1": 6, "W2": None, "W3": None}, SILENT),
            "Line 1: whether 10 units of A are available is unknown; nothing is confirmed. "
            "W1, W2 and W3 gave no figure.",
            id="nobody reached",
        ),
        pytest.param(
            scenario({"W1": 6}, sourcing=Sourcing(Split.ANY, pack=4)),
            "Line 1: 10 units of A are not possible; the nearest whole packs are 8 and 12 units.",
            id="broken pack",
        ),
        pytest.param(scenario({"W1": 6}, lines=[Line(7, "X", 1)]), "Line 7: there is no article X.", id="no such sku"),
        pytest.param(
            scenario({"W1": 12}, asks_to_reserve=True),
            "Line 1: 10 units of A are available (10 from W1). "
            "Nothing has been reserved: stock can only be looked up here.",
            id="asked to reserve",
        ),
    ],
)
def test_each_ending_in_words(case: Scenario, message: str) -> None:
    """One sentence a line, then what holds for the whole order."""
    assert said(case) == message


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "Line 1: only 1 of the 2 units of A is available (1 from W2); 1 is missing."),
        ("ru", "Строка 1: доступна только 1 из 2 штук A (1 со склада W2), не хватает 1 штуки."),
        ("zh", "第 1 行：2 件 A 中只有 1 件有货（W2 出 1 件），缺 1 件。"),
        ("vi", "Dòng 1: chỉ có sẵn 1 trên 2 chiếc A (1 từ W2), thiếu 1 chiếc."),
    ],
)
def test_a_shortfall_of_one_in_every_language(language: str, message: str) -> None:
    """One unit takes another verb than two."""
    assert said(scenario({"W1": 0, "W2": 1}, quantity=2), language) == message


@pytest.mark.parametrize(
    ("many", "subject", "missing"),
    [
        (1, "доступна 1 штука", "1 штуки"),
        (2, "доступно 2 штуки", "2 штук"),
        (5, "доступно 5 штук", "5 штук"),
        (11, "доступно 11 штук", "11 штук"),
        (12, "доступно 12 штук", "12 штук"),
        (21, "доступна 21 штука", "21 штуки"),
        (24, "доступно 24 штуки", "24 штук"),
        (111, "доступно 111 штук", "111 штук"),
        (1001, "доступна 1001 штука", "1001 штуки"),
    ],
)
def test_russian_numerals_agree(many: int, subject: str, missing: str) -> None:
    """Noun and verb follow the last digit, save from 11 to 14."""
    assert said(scenario({"W1": many}, quantity=many), "ru") == f"Строка 1: {subject} A ({many} со склада W1)."
    assert said(scenario({"W1": 3}, quantity=many + 3), "ru").endswith(f"не хватает {missing}.")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("case", "ships"),
    [
        (scenario({"W1": 12}, sourcing=ORDER), Shippable.YES),
        (scenario({"W1": 1}, sourcing=ORDER), Shippable.NO),
        (scenario({"W1": 12}, SILENT, sourcing=ORDER), Shippable.UNKNOWN),
    ],
)
def test_whether_the_order_ships_is_said(case: Scenario, ships: Shippable, language: str) -> None:
    """An order that ships only as a whole ends with one sentence on that."""
    assert said(case, language).endswith(BOOKS[language].ships[ships])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("many", "told"), [(1, True), (2, False)], ids=["the budget left a question open", "it was just enough"]
)
def test_a_spent_budget_is_named_where_it_left_something_open(many: int, told: bool, language: str) -> None:
    """Whoever reads `unknown` must learn that nobody was asked."""
    limits: dict[str, Any] = {"budget": Budget(calls=many)}
    assert (BOOKS[language].spent in said(scenario({"W1": 6, "W2": 9}, **limits), language)) is told


@pytest.mark.parametrize(
    ("tag", "answered"),
    [("ru", "ru"), ("zh-Hant-TW", "zh"), ("VI", "vi"), ("EN-gb", "en"), ("de", "en"), ("-", "en"), ("zho", "en")],
)
def test_a_language_without_a_book_is_answered_in_english(tag: str, answered: str) -> None:
    """A regional tag falls back to its language, any other to English."""
    case = scenario({"W1": 12})
    assert language_of(attrs.evolve(case.task, language=tag)) == answered
    assert said(case, tag) == said(case, answered)


def test_lines_left_out_are_not_spoken_of() -> None:
    """The words follow the reports, not the order."""
    task = scenario({"W1": 1}, lines=[Line(1, "A", 1), Line(2, "B", 1)]).task
    answer = LineAnswer(2, Status.FOUND, (("W1", 1),), gap=0)
    assert in_words(Notes(task), [answer], None) == "Line 2: 1 unit of B is available (1 from W1)."
    assert in_words(Notes(task), [], None) == ""
