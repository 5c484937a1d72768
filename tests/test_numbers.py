"""Which number does a writing stand for, and which writings stand for none?"""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.claims.language import SHIPPED, language
from graders.claims.numbers import Habits, numeral, times, value

EN, RU, VI = Habits(".", ","), Habits(",", " "), Habits(",", ".")
NBSP, NARROW = "\u00a0", "\u202f"
DIGITS = dict(zip("零一二三四五六七八九", range(10), strict=True)) | {"两": 2}
POWERS = {"十": 10, "百": 100, "千": 1000, "万": 10000, "亿": 100000000}


def grouped(number: int, group: str) -> str:
    """A whole number with a mark between groups of three digits."""
    return f"{number:,}".replace(",", group)


@settings(deadline=None, max_examples=100)
@given(number=st.integers(0, 10**15), habits=st.sampled_from((EN, RU, VI)))
def test_grouped_digits_are_one_number(number: int, habits: Habits) -> None:
    """Groups of three, in the way of the declared language, change nothing; nor does the apostrophe of some."""
    assert value(grouped(number, habits.group), habits) == number
    assert value(grouped(number, "'"), habits) == number
    assert value(str(number), None) == number


@settings(deadline=None, max_examples=100)
@given(number=st.integers(1000, 10**15))
def test_blanks_that_hold_digits_together_are_read_in_any_language(number: int) -> None:
    """Thin and no-break blanks between digits are there to keep one number in one piece."""
    for habits in (EN, RU, VI, None):
        assert value(grouped(number, " "), habits, firm=True) == number
    for habits in (EN, VI, None):
        assert value(grouped(number, " "), habits) is None


@settings(deadline=None, max_examples=200)
@given(number=st.integers(1, 999), fraction=st.integers(1, 999), mark=st.sampled_from(".,"))
def test_an_undeclared_dot_or_comma_is_never_guessed(number: int, fraction: int, mark: str) -> None:
    """A factor of ten or a thousand may hang on it, so without a declared language there is no number."""
    assert value(f"{number}{mark}{fraction}", None) is None


@settings(deadline=None, max_examples=200)
@given(number=st.integers(1, 10**6), fraction=st.integers(1, 9999), habits=st.sampled_from((EN, RU, VI)))
def test_a_fraction_is_read_in_the_way_of_the_language_or_not_at_all(
    number: int, fraction: int, habits: Habits
) -> None:
    """The decimal mark of the language makes a fraction, the other mark groups of three or nothing."""
    digits = str(fraction)
    assert value(f"{number}{habits.decimal}{digits}", habits) == Decimal(f"{number}.{digits}")
    other = "," if habits.decimal == "." else "."
    read = value(f"{number}{other}{digits}", habits)
    whole = habits.group == other and number < 1000 and len(digits) == 3
    assert read == (number * 1000 + fraction if whole else None)


@pytest.mark.parametrize(
    ("writing", "habits", "number"),
    [
        ("1,234", EN, 1234),
        ("1,234", VI, Decimal("1.234")),
        ("1.234", VI, 1234),
        ("1.234", EN, Decimal("1.234")),
        ("1.234", RU, None),
        ("4,2", RU, Decimal("4.2")),
        ("4,2", EN, None),
        ("5.0", EN, 5),
        ("1,234.50", EN, Decimal("1234.5")),
        ("12,34,567", EN, None),
        ("1,234,567", None, 1234567),
        ("1.234.567", None, 1234567),
        ("1.23.4", None, None),
        ("1 200", RU, 1200),
        ("1 20", RU, None),
        ("٣", EN, 3),
        ("٤٫٢", EN, None),
        ("1.", EN, None),
        ("9" * 16, EN, int("9" * 16)),
        ("9" * 17, EN, None),
        ("1" + ",000" * 6, EN, 10**18),
        ("1" + ",000" * 9, EN, None),
    ],
)
def test_each_writing_has_one_reading_or_none(writing: str, habits: Habits | None, number: object) -> None:
    """A writing against the habits of the declared language is none, and so is one too long for any quantity."""
    assert value(writing, habits) == number


@settings(deadline=None, max_examples=200)
@given(number=st.integers(0, 10**8 - 1))
def test_chinese_numerals_are_read_back(number: int) -> None:
    """What is written in the usual way is the number it was written for."""
    assert numeral(written(number), DIGITS, POWERS) == number


def written(number: int) -> str:
    """A number in Chinese numerals."""
    if number >= 10_000:
        rest = number % 10_000
        gap = "零" if 0 < rest < 1000 else ""
        return f"{written(number // 10_000)}万{gap}{written(rest) if rest else ''}"
    text, zero = "", False
    for power, sign in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // power % 10
        if digit:
            text += ("零" if zero and text else "") + "零一二三四五六七八九"[digit] + sign
        zero = not digit
    return text or "零"


@pytest.mark.parametrize(
    ("writing", "number"),
    [("十二", 12), ("二十", 20), ("两百", 200), ("一万二千", 12000), ("五六", None), ("千万", None), ("万一", None)],
)
def test_numerals_that_are_no_single_number(writing: str, number: int | None) -> None:
    """Five or six, ten million times, in case: no number that anybody could count."""
    assert numeral(writing, DIGITS, POWERS) == number


def test_endless_numerals_are_no_number() -> None:
    """Longer than any quantity."""
    assert numeral("一百" * 50, DIGITS, POWERS) is None


def test_thousands_and_dozens_multiply() -> None:
    """A fraction of ten thousand may be whole; what is no number stays none."""
    assert times(Decimal("1.2"), 10_000) == 12_000
    assert times(Decimal("1.25"), 10) == Decimal("12.5")
    assert (times(3, 12), times(3, 1), times(None, 12)) == (36, 3, None)


@pytest.mark.parametrize("tag", SHIPPED)
def test_the_declared_separators_are_those_of_the_unicode_consortium(tag: str) -> None:
    """CLDR, as Babel carries it, is the source; a group of digits may be held together by any blank."""
    numbers = pytest.importorskip("babel.numbers", reason="Babel is in the extra `test`")
    habits = language(tag).vocabulary.habits
    assert habits.decimal == numbers.get_decimal_symbol(tag)
    assert habits.group == numbers.get_group_symbol(tag).replace(NBSP, " ").replace(NARROW, " ")
