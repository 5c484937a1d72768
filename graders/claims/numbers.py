"""Which number does a writing stand for? By the habits of a language; what may be read in several ways is None."""

import re
from collections.abc import Mapping
from decimal import Decimal

import attrs

# A whole number, a fraction, or nothing that a careful reader could be sure of.
Value = int | Decimal | None

# Longer than any quantity: 2^53 has 16 digits.
_LONGEST = 16
_LONGEST_WRITING = 32
_GROUPED = {group: re.compile(rf"\d{{1,3}}(?:{group}\d{{3}})+") for group in (r"\.", ",", " ", "'")}


@attrs.frozen
class Habits:
    """How a language writes numbers.

    Attributes:
        decimal: what stands before the fraction.
        group: what stands between groups of three digits.
    """

    decimal: str
    group: str


def value(writing: str, habits: Habits | None, *, firm: bool = False) -> Value:
    """The number that digits and separators stand for.

    Args:
        writing: digits, with dots, commas, apostrophes or blanks between them.
        habits: of the language that is declared; None where none is. Then a single dot or comma decides nothing.
        firm: whether its blanks are ones at which no line may break: those hold groups together in any language.

    >>> value("1,234", Habits(".", ",")), value("1,234", Habits(",", ".")), value("4,2", None)
    (1234, Decimal('1.234'), None)
    """
    if writing.isdecimal():
        return int(writing) if len(writing) <= _LONGEST else None
    if len(writing) > _LONGEST_WRITING:
        return None
    if habits is None:
        return _undeclared(writing, firm=firm)
    units, mark, fraction = writing.partition(habits.decimal)
    groups = [habits.group, "'", *([" "] if firm else [])]
    number = _units(units, groups)
    if number is None or (mark and not fraction.isdecimal()):
        return None
    return _exact(Decimal(f"{number}.{_plain(fraction)}")) if mark else number


def times(number: Value, scale: int) -> Value:
    """A number of thousands, dozens and the like; a fraction that becomes whole is whole.

    >>> times(Decimal("1.2"), 10000)
    12000
    """
    return None if number is None else _exact(Decimal(number) * scale) if scale != 1 else number


def numeral(writing: str, digits: Mapping[str, int], powers: Mapping[str, int]) -> int | None:
    """The number that Chinese numerals stand for, or None where they are no single number.

    Args:
        writing: digits and powers of ten alone.
        digits: the value of each digit.
        powers: the value of each power of ten.

    >>> numeral("二十五", {"二": 2, "五": 5}, {"十": 10})
    25
    """
    total = part = 0
    digit: int | None = None
    for place, sign in enumerate(writing):
        if sign in digits:
            if digit:  # two digits side by side: five or six, or a year
                return None
            digit = digits[sign]
            continue
        power = powers[sign]
        if digit is None and power != 10 and not part:
            return None
        if power >= 10_000:
            total, part = total + (part + (digit or 0)) * power, 0
        else:
            part += (1 if digit is None else digit) * power
        digit = None
        if place > _LONGEST:
            return None
    return total + part + (digit or 0)


def _undeclared(writing: str, *, firm: bool) -> int | None:
    """Where no language is declared: a number only if every language reads it so."""
    if firm and " " in writing:
        return _units(writing, [" "])
    if writing.count(".") > 1 or writing.count(",") > 1 or "'" in writing:
        return _units(writing, [".", ",", "'"])
    return None


def _units(writing: str, groups: list[str]) -> int | None:
    if writing.isdecimal():
        return int(writing) if len(writing) <= _LONGEST else None
    for group in groups:
        if group in writing and _GROUPED[re.escape(group) if group == "." else group].fullmatch(writing):
            return int(writing.replace(group, ""))
    return None


def _plain(fraction: str) -> str:
    return "".join([str(int(digit)) for digit in fraction])


def _exact(number: Decimal) -> int | Decimal:
    return int(number) if number == number.to_integral_value() else number
