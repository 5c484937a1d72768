"""What values may a field hold? One annotation says it, for Python, for JSON and for the schema.

`@noun` makes a frozen attrs class whose fields are checked against their annotations when a
record is made in Python; the codec checks the same annotations when it is read from JSON.
A list is taken for a tuple and an enum's value for the enum; nothing else is converted.
"""

import enum
import re
import types
import typing
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import attrs
import msgspec

from inventory_env.errors import InputError, choices, shown
from inventory_env.pretty import differing

# The largest whole number that every JSON reader keeps exactly (RFC 7493, section 2.2).
MAX_WHOLE = 2**53 - 1
# About eleven days of virtual time: a longer wait is a slip of the pen.
MAX_SECONDS = 10**6
# A name must survive a prompt, a table and a CSV cell: printable, not blank at either end.
_UNPRINTABLE = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
# The last group: to Python, `$` alone would let a line feed at the end pass.
NAME_PATTERN = rf"^[^\s{_UNPRINTABLE}]([^{_UNPRINTABLE}]*[^\s{_UNPRINTABLE}])?$(?!\n)"

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120, pattern=NAME_PATTERN)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=MAX_WHOLE)]
Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_WHOLE)]
Whole = Annotated[int, msgspec.Meta(ge=-MAX_WHOLE, le=MAX_WHOLE)]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=MAX_SECONDS)]
Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=MAX_SECONDS * 1000)]
Percent = Annotated[int, msgspec.Meta(ge=1, le=100)]

T = TypeVar("T")
_LISTS = (tuple, list)
_SETS = (frozenset, set, tuple, list)
# Gives the value that a field keeps, or raises InputError with the place inside the field.
Conform = Callable[[Any], Any]


if TYPE_CHECKING:
    from attrs import frozen as noun  # what mypy knows by its own name only
else:

    def noun(cls: type[T]) -> type[T]:
        """A frozen, slotted attrs class whose fields hold to their annotations.

        Raises:
            InputError: from the constructor, naming the field, the rule and the value got.
        """
        _start_unhashed(cls)
        cls._repr_pretty_ = differing  # type: ignore[attr-defined]
        return attrs.frozen(cls, field_transformer=_conforming, cache_hash=True)


def _start_unhashed(cls: type) -> None:
    """Let the cached hash start empty where attrs' `__init__` does not run: msgspec calls only this hook."""
    check: Callable[[Any], None] = cls.__dict__.get("__attrs_post_init__", lambda self: None)

    def post_init(self: Any) -> None:
        object.__setattr__(self, "_attrs_cached_hash", None)
        check(self)

    cls.__attrs_post_init__ = post_init  # type: ignore[attr-defined]


def _conforming(cls: type, fields: list["attrs.Attribute[Any]"]) -> list["attrs.Attribute[Any]"]:
    hints = typing.get_type_hints(cls, include_extras=True)
    return [field.evolve(converter=conform(hints[field.name], field.name)) for field in fields]


def conform(hint: Any, name: str = "") -> Conform:
    """A function that gives back a value which holds to an annotation.

    Args:
        hint: the annotation.
        name: how messages call the value; empty for an item of a list, which its list names.
    """
    origin = typing.get_origin(hint)
    if origin is Annotated:
        base, meta = typing.get_args(hint)
        return _text(meta, name) if base is str else _whole(meta, name)
    if origin in (typing.Union, types.UnionType):
        return _union(typing.get_args(hint), name)
    if origin is tuple:
        first, second = typing.get_args(hint)
        if second is Ellipsis:
            return _list(conform(first), name)
        return _pair(conform(first), conform(second), name)
    if origin is frozenset:
        return _frozenset(conform(typing.get_args(hint)[0]), name)
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return _enum(hint, name)
    return _instance(hint, name)


def _whole(meta: msgspec.Meta, name: str) -> Conform:
    low, high = int(meta.ge or 0), int(meta.le or 0)

    def check(value: Any) -> Any:
        if type(value) is int and low <= value <= high:
            return value
        beyond = type(value) is int and (value > high or low <= -MAX_WHOLE)
        bounds = f" from {low} to {high}" if beyond or high < MAX_WHOLE else f", {low} or more" * (low > -MAX_WHOLE)
        raise InputError(f"must be a whole number{bounds}; got {shown(value)}", field=name)

    return check


def _text(meta: msgspec.Meta, name: str) -> Conform:
    longest, pattern = meta.max_length or 0, re.compile(meta.pattern or "")

    def check(value: Any) -> Any:
        if type(value) is str and 0 < len(value) <= longest:
            # Printable with no blank at either end fits the pattern, and is five times as fast to tell.
            if value.isprintable() and value[0] != " " and value[-1] != " ":
                return value
            if pattern.search(value):
                return value
        raise InputError(f"must be a name: printable text, 1 to {longest} characters; got {shown(value)}", field=name)

    return check


def _union(options: tuple[Any, ...], name: str) -> Conform:
    checks = [conform(option, name) for option in options if option is not types.NoneType]
    # What is exactly of such a kind needs no look at the other options.
    kinds = {one for one in options if one is types.NoneType or (isinstance(one, type) and issubclass(one, enum.Enum))}

    def check(value: Any) -> Any:
        if type(value) in kinds:
            return value
        errors = []
        for one in checks:
            try:
                return one(value)
            except InputError as error:
                errors.append(error)
        # The first option is the number where there is one; who wrote a number meant that.
        raise errors[0 if isinstance(value, int | float) else -1]

    return check


def _pair(first: Conform, second: Conform, name: str) -> Conform:
    def check(value: Any) -> Any:
        if type(value) not in _LISTS or len(value) != 2:
            raise InputError(f"must be a list of 2; got {shown(value)}", field=name)
        try:
            return (first(value[0]), second(value[1]))
        except InputError:
            raise _inside(name, [first, second], value) from None

    return check


def _list(one: Conform, name: str) -> Conform:
    def check(value: Any) -> Any:
        if value == ():
            return ()
        if type(value) not in _LISTS:
            raise InputError(f"must be a list; got {shown(value)}", field=name)
        try:
            return tuple([one(item) for item in value])
        except InputError:
            raise _inside(name, [one] * len(value), value) from None

    return check


def _inside(name: str, checks: list[Conform], items: Iterable[Any]) -> InputError:
    """The error of the first item that breaks a rule, told with its place: only now is the place worth its time."""
    places = enumerate(zip(checks, items, strict=True))
    return next(error for i, (one, item) in places if (error := _broken(one, item, f"{name}[{i}]")))


def _broken(one: Conform, item: Any, place: str) -> InputError | None:
    try:
        one(item)
    except InputError as error:
        return InputError(error.rule, field=_joined(place, error.field))
    return None


def _joined(outer: str, inner: str | None) -> str:
    return f"{outer}{inner or ''}" if not inner or inner.startswith("[") else f"{outer}.{inner}"


def _frozenset(one: Conform, name: str) -> Conform:
    def check(value: Any) -> Any:
        if type(value) not in _SETS:
            raise InputError(f"must be a list; got {shown(value)}", field=name)
        try:
            return frozenset([one(item) for item in value])
        except InputError as error:
            raise InputError(error.rule, field=_joined(f"{name}[]", error.field)) from None

    return check


def _enum(kind: type[enum.Enum], name: str) -> Conform:
    def check(value: Any) -> Any:
        if type(value) is kind:
            return value
        try:
            return kind(value)
        except ValueError:
            known = choices(value if isinstance(value, str) else "", [str(one.value) for one in kind])
            raise InputError(f"must be a known value; got {shown(value)} ({known})", field=name) from None

    return check


def _instance(kind: type, name: str) -> Conform:
    words = {bool: "true or false", str: "text"}.get(kind, f"a {kind.__name__}")

    def check(value: Any) -> Any:
        if type(value) is kind:
            return value
        raise InputError(f"must be {words}; got {shown(value)}", field=name)

    return check
