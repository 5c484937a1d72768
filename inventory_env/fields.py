"""What values may a field hold? One annotation says it, for Python, for JSON and for the schema.

`@noun` makes a frozen attrs class whose fields are checked against their annotations when a
record is made in Python; the codec checks the same annotations when it is read from JSON.
A list is taken for a tuple and an enum's value for the enum; nothing else is converted.
"""

import enum
import re
import types
import typing
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import attrs
import msgspec

from inventory_env.errors import InputError, choices, shown

# The largest whole number that every JSON reader keeps exactly (RFC 7493, section 2.2).
MAX_WHOLE = 2**53 - 1
# About eleven days of virtual time: a longer wait is a slip of the pen.
MAX_SECONDS = 10**6
# A name must survive a prompt, a table and a CSV cell: printable, not blank at either end.
_UNPRINTABLE = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
NAME_PATTERN = rf"^[^\s{_UNPRINTABLE}]([^{_UNPRINTABLE}]*[^\s{_UNPRINTABLE}])?$"

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120, pattern=NAME_PATTERN)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=MAX_WHOLE)]
Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_WHOLE)]
Whole = Annotated[int, msgspec.Meta(ge=-MAX_WHOLE, le=MAX_WHOLE)]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=MAX_SECONDS)]
Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=MAX_SECONDS * 1000)]
Percent = Annotated[int, msgspec.Meta(ge=1, le=100)]

T = TypeVar("T")
Conform = Callable[[str, Any], Any]


@typing.dataclass_transform(frozen_default=True, field_specifiers=(attrs.field,))
def noun(cls: type[T]) -> type[T]:
    """A frozen, slotted attrs class whose fields hold to their annotations.

    Raises:
        InputError: from the constructor, naming the field, the rule and the value got.
    """
    return attrs.frozen(cls, field_transformer=_conforming, cache_hash=True)


def _conforming(cls: type, fields: list["attrs.Attribute[Any]"]) -> list["attrs.Attribute[Any]"]:
    hints = typing.get_type_hints(cls, include_extras=True)
    return [field.evolve(converter=_converter(field.name, conform(hints[field.name]))) for field in fields]


def _converter(name: str, check: Conform) -> Callable[[Any], Any]:
    return lambda value: check(name, value)


def conform(hint: Any) -> Conform:
    """A function `(field, value) -> value` that holds a value to an annotation, or raises InputError."""
    origin = typing.get_origin(hint)
    if origin is Annotated:
        base, meta = typing.get_args(hint)
        return _text(meta) if base is str else _whole(meta)
    if origin in (typing.Union, types.UnionType):
        return _optional(hint)
    if origin is tuple:
        return _tuple(typing.get_args(hint))
    if origin is frozenset:
        return _frozenset(conform(typing.get_args(hint)[0]))
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return _enum(hint)
    return _instance(hint)


def whole_rule(low: int | None, high: int | None) -> str:
    """The rule that a whole number breaks, in words."""
    if high is None or high >= MAX_WHOLE:
        bounds = "" if low is None or low <= -MAX_WHOLE else f", {low} or more"
        return (
            f"must be a whole number{bounds} (at most 16 digits)" if not bounds else f"must be a whole number{bounds}"
        )
    return f"must be a whole number from {low} to {high}"


def _whole(meta: msgspec.Meta) -> Conform:
    low, high = int(meta.ge or 0), int(meta.le or MAX_WHOLE)

    def check(name: str, value: Any) -> Any:
        if type(value) is int and low <= value <= high:
            return value
        raise InputError(f"{whole_rule(low, high)}; got {shown(value)}", field=name)

    return check


def _text(meta: msgspec.Meta) -> Conform:
    longest, pattern = meta.max_length or MAX_WHOLE, re.compile(meta.pattern or "")

    def check(name: str, value: Any) -> Any:
        if type(value) is str and len(value) <= longest and pattern.search(value):
            return value
        raise InputError(f"must be a name: printable text, 1 to {longest} characters; got {shown(value)}", field=name)

    return check


def _optional(hint: Any) -> Conform:
    inner = [option for option in typing.get_args(hint) if option is not types.NoneType]
    checks = [conform(option) for option in inner]

    def check(name: str, value: Any) -> Any:
        if value is None and len(inner) < len(typing.get_args(hint)):
            return None
        for option in checks[:-1]:
            try:
                return option(name, value)
            except InputError:
                continue
        return checks[-1](name, value)

    return check


def _tuple(args: tuple[Any, ...]) -> Conform:
    repeated = len(args) == 2 and args[1] is Ellipsis
    checks = [conform(arg) for arg in args if arg is not Ellipsis]

    def check(name: str, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise InputError(f"must be a list; got {shown(value)}", field=name)
        if not repeated and len(value) != len(checks):
            raise InputError(f"must be a list of {len(checks)}; got {shown(value)}", field=name)
        each = checks * len(value) if repeated else checks
        return tuple(one(f"{name}[{i}]", item) for i, (one, item) in enumerate(zip(each, value, strict=True)))

    return check


def _frozenset(one: Conform) -> Conform:
    def check(name: str, value: Any) -> Any:
        if not isinstance(value, list | tuple | set | frozenset):
            raise InputError(f"must be a list; got {shown(value)}", field=name)
        return frozenset(one(f"{name}[]", item) for item in value)

    return check


def _enum(kind: type[enum.Enum]) -> Conform:
    def check(name: str, value: Any) -> Any:
        try:
            return kind(value)
        except ValueError:
            known = choices(value if isinstance(value, str) else "", [str(one.value) for one in kind])
            raise InputError(f"must be a known value; got {shown(value)} ({known})", field=name) from None

    return check


def _instance(kind: type) -> Conform:
    words = {bool: "true or false", str: "text"}.get(kind, f"a {getattr(kind, '__name__', kind)}")

    def check(name: str, value: Any) -> Any:
        if isinstance(value, kind):
            return value
        raise InputError(f"must be {words}; got {shown(value)}", field=name)

    return check
