"""What of a request stays open? Ambiguous numbers, words that turn a wish round, orders that leave a choice."""

import tomllib
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inventory_env.prompt_reader import LANGUAGES, read
from inventory_env.reading.numerals import Numerals
from inventory_env.reading.order import ordered
from inventory_env.reading.wishes import wishes


def said(text: str, language: str = "en") -> dict[str, tuple[object, ...]]:
    """What is read of a request, whether or not something is left."""
    return dict(read(text, language=language).said)


AMBIGUOUS = {
    "en": [
        "4,2 of A",
        "1.234 of A",
        "-5 of A",
        "+5 of A",
        "3.5 of A",
        "5-8 of A",
        "12:30 of A",
        "10% of A",
        "1,23 of A",
    ],
    "ru": ["4,2 штуки A", "1,000 штук A", "1.234 штук A", "-5 штук A", "5-8 штук A", "2,5 A"],
    "zh": ["A 4,2 件", "1.234 件 A", "-5 件 A", "5-8 件 A", "一百二件 A", "二三件 A"],
    "vi": ["4,2 chiếc A", "1,234 chiếc A", "1.23 chiếc A", "-5 chiếc A", "5-8 chiếc A", "một trăm hai chiếc A"],
}  # fmt: skip


@pytest.mark.parametrize(("language", "text"), [(tag, text) for tag, texts in AMBIGUOUS.items() for text in texts])
def test_an_ambiguous_number_is_no_quantity(language: str, text: str) -> None:
    """What can be read in several ways is named, never rounded, never taken by its half."""
    reading = read(f"{text}.", language=language)
    assert "lines" not in reading.said
    assert reading.unread


WHOLE = [
    ("en", "1,200 of A", 1200), ("en", "12,345,678 of A", 12_345_678), ("en", "10pcs of A", 10), ("en", "５ of A", 5),
    ("en", "a dozen of A", 12), ("en", "one hundred and five of A", 105),
    ("en", "two thousand three hundred of A", 2300),
    ("ru", "1 200 штук A", 1200), ("ru", "1\u00a0200 штук A", 1200), ("ru", "двадцать четыре штуки A", 24),
    ("ru", "сто двадцать пять штук A", 125), ("ru", "две тысячи штук A", 2000), ("ru", "24 шт. A", 24),
    ("zh", "1,200 件 A", 1200), ("zh", "A 二十四件", 24), ("zh", "一百零五件 A", 105), ("zh", "A 两千三百件", 2300),
    ("zh", "A １０ 件", 10),
    ("vi", "1.200 chiếc A", 1200), ("vi", "hai mươi tư chiếc A", 24), ("vi", "một trăm linh năm chiếc A", 105),
    ("vi", "mười lăm chiếc A", 15), ("vi", "hai chục chiếc A", 20),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "quantity"), WHOLE)
def test_a_number_may_be_written_in_several_ways(language: str, text: str, quantity: int) -> None:
    """With its thousands apart, in full-width digits, in words."""
    assert said(text, language) == {"lines": ((1, "A", quantity),)}


ARTICLES = [
    "BK-R89B-58", "A", "X1", "HL-U509-R", "W9-KIT", "7UP-2", "A.B/2", "NUT", "10-FOO", '"lower case"', "“шуруп 5”",
    '"4711"', "«Болт М8»",
]  # fmt: skip


@pytest.mark.parametrize("sku", ARTICLES)
def test_names_of_many_kinds_are_articles(sku: str) -> None:
    """With dashes, dots and digits, in capitals or in quotes of any kind."""
    name = sku.strip('"“”«»')
    for language, text in (("en", "5 of {}"), ("ru", "5 штук {}"), ("zh", "5 件 {}"), ("vi", "5 chiếc {}")):
        assert said(text.format(sku), language) == {"lines": ((1, name, 5),)}, language


def test_a_known_name_needs_no_capitals() -> None:
    """Who knows the articles finds them however they are written."""
    reading = read("10 of hex bolts from north depot", skus={"hex bolts"}, warehouses={"north depot"})
    assert dict(reading.said) == {"lines": ((1, "hex bolts", 10),), "priority": (("north depot",),)}
    assert read("10 of W1", warehouses={"W1"}).said.get("lines") is None


def test_a_name_that_only_starts_like_a_known_one_is_another() -> None:
    """All words of a name count."""
    reading = read("5 of A from north tower", skus={"A"}, warehouses={"north depot"})
    assert (dict(reading.said), len(reading.unread)) == ({"lines": ((1, "A", 5),)}, 1)


def test_lines_may_be_listed_and_wrapped() -> None:
    """Bullets and numbers of a list are no part of it; a sentence may go on in the next line."""
    listed = {"lines": ((1, "A", 5), (2, "B", 8))}
    for text in ("- 5 of A\n- 8 of B\n", "1. A: 5\n2. B: 8\n", "* 5 x A\n* 8 x B", "5 of A\n8 of B"):
        assert said(text) == listed, text
    assert said("5 of A, 8 of B. Ship complete\nor not at all.") == {**listed, "sourcing.completeness": ("order",)}
    assert said("Max. 2 parcels for 5 of A.")["sourcing.max_sources"] == (2,)
    assert read("5 of A and 7 pcs. only these warehouses count; ask no other.").unread == ("5 of A and 7 pcs.",)


def test_a_wish_with_an_impossible_number_or_name_stays_open() -> None:
    """No pack of no number, no article that is a warehouse to be left out, no age beyond all time."""
    for text in ("24 of A in packs of twenty twelve.", "24 of A, except A.", "24 of A, nothing older than 99999 days."):
        reading = read(text, skus={"A"})
        assert reading.said.keys() == {"lines"}, text
        assert reading.unread, text


UNSAID = [
    ("en", "Do not reserve 5 of A.", "asks_to_reserve", True),
    ("en", "5 of A, and please do not hurry.", "asks_to_reserve", True),
    ("en", "10 of A. W1 or W2, I don't know.", "sourcing.split", "any"),
    ("en", "10 of A. Nobody said to split it.", "sourcing.split", "any"),
    ("ru", "5 штук A. Бронировать не нужно.", "asks_to_reserve", True),
    ("ru", "10 штук A. Не вздумайте брать со всех складов.", "sourcing.split", "any"),
    ("zh", "5 件 A，不要预留。", "asks_to_reserve", True),
    ("zh", "5 件 A，并非可以拆单。", "sourcing.split", "any"),
    ("vi", "5 chiếc A, đừng giữ hàng.", "asks_to_reserve", True),
    ("vi", "10 chiếc A. Chưa ai nói tách đơn cũng được.", "sourcing.split", "any"),
]


@pytest.mark.parametrize(("language", "text", "field", "value"), UNSAID)
def test_a_wish_turned_round_is_not_the_wish(language: str, text: str, field: str, value: object) -> None:
    """A no beside a wish is never passed over."""
    assert value not in said(text, language).get(field, ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_strange_clause_is_named_and_the_rest_is_read(language: str) -> None:
    """What is understood of the others stays understood."""
    order = {"en": "5 of A.", "ru": "5 штук A.", "zh": "5 件 A。", "vi": "5 chiếc A."}[language]
    strange = {"en": "Paint them blue.", "ru": "Покрасьте их.", "zh": "涂成蓝色。", "vi": "Sơn màu xanh."}[language]
    reading = read(order + " " + strange, language=language)
    assert (dict(reading.said), reading.unread) == ({"lines": ((1, "A", 5),)}, (strange,))


def test_what_is_no_request_is_not_read_as_one() -> None:
    """A text of no wish at all, or one as long as a contract, is left as it is."""
    assert read("Paint it. Hello!").unread == ("Paint it.",)
    long = "5 of A, please, and 6 of B. " * 60
    assert dict(read(long).said) == {}
    assert len(read(long).unread) == 60


ORDERS = [
    ("W1 before W2", ("W1", "W2")),
    ("W2 after W1", ("W1", "W2")),
    ("W1 > W2 > W3", ("W1", "W2", "W3")),
    ("W1 → W2", ("W1", "W2")),
    ("W2 last, W1 first", ("W1", "W2")),
    ("W3 second, W2 third, W1 first", ("W1", "W3", "W2")),
    ("from W3 and W1, W1 first", ("W1", "W3")),
    ("W1 before W2, W2 before W3 and W3 before W1", None),
    ("W1 before W3. W2 before W3.", None),
    ("from W1. Also from W2.", None),
]


@pytest.mark.parametrize(("text", "order"), ORDERS)
def test_an_order_is_read_only_where_it_leaves_no_choice(text: str, order: tuple[str, ...] | None) -> None:
    """Before, after, first and last decide; a list without a word on it is in its order."""
    reading = read(f"5 of A. {text}")
    assert reading.said.get("priority") == (None if order is None else (order,))
    assert bool(reading.unread) is (order is None)


@given(st.permutations("abcde"), st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4))))
@settings(deadline=None, max_examples=60)
def test_an_order_keeps_every_pair(names: list[str], pairs: set[tuple[int, int]]) -> None:
    """Whatever order comes out agrees with all that was said."""
    told = [(names[a], names[b], True) for a, b in sorted(pairs) if a < b]
    order = ordered(sorted(names), told, {})
    chain = {(names[a], names[a + 1], True) for a in range(4)}
    assert (order is not None) is (chain <= set(told))
    assert order in (None, tuple(names))


TEN = {
    "en": "- ten twenty thirty forty fifty sixty seventy eighty ninety",
    "ru": "- десять двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто",
}
ONE = {
    "en": "- one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen",
    "ru": "- один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать "
    "четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать",
    "zh": "- 一 二 三 四 五 六 七 八 九",
    "vi": "- một hai ba bốn năm sáu bảy tám chín",
}
HUNDRED = "- сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот"


def in_words(number: int, language: str) -> str:
    """A number from 1 to 999 in words, as a plain rule writes it."""
    hundreds, tens, ones = number // 100, number // 10 % 10, number % 10
    digit = ONE[language].split()
    if language == "zh":
        told = f"{digit[hundreds]}百" if hundreds else ""
        told += f"{digit[tens]}十" if tens else "零" if hundreds and ones else ""
        return told + (digit[ones] if ones else "")
    if language == "vi":
        told = f"{digit[hundreds]} trăm" if hundreds else ""
        told += (" mười" if tens == 1 else f" {digit[tens]} mươi") if tens else " linh" if hundreds and ones else ""
        return (told + (f" {digit[ones]}" if ones else "")).strip()
    parts = [f"{digit[hundreds]} hundred" if language == "en" else HUNDRED.split()[hundreds]] if hundreds else []
    if number % 100 < 20:
        parts += [digit[number % 100]] if number % 100 else []
    else:
        parts += [TEN[language].split()[tens]] + ([digit[ones]] if ones else [])
    return " ".join(parts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_below_a_thousand_is_read_in_words(language: str) -> None:
    """From 1 to 999, in each language."""
    numerals = wishes(language).numerals
    assert [number for number in range(1, 1000) if numerals.value(in_words(number, language)) != number] == []


def test_words_that_make_no_number_make_none() -> None:
    """Two numbers beside each other are not added up; digits are no words."""
    numerals = wishes("en").numerals
    strange = ["twenty twelve", "two three", "five ten", "hundred hundred", "thousand two thousand", "million", ""]
    assert [numerals.value(one) or 0 for one in strange] == [0] * len(strange)
    assert numerals.value("9" * 17) is None
    assert Numerals({"words": {"1": "one"}, "times": {}, "and": [], "gap": False}, spaced=True).value("one") == 1


def test_every_language_knows_every_wish() -> None:
    """What can be asked for in one language can be asked for in each."""
    files = resources.files("inventory_env.reading") / "requests"
    known = {tag: tomllib.loads((files / f"{tag}.toml").read_text(encoding="utf-8")) for tag in LANGUAGES}
    for data in known.values():
        assert data.keys() == known["en"].keys()
        for table in ("wishes", "lines", "order"):
            assert data[table].keys() == known["en"][table].keys(), table
        assert all(data["wishes"].values())
