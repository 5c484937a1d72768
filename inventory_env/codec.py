"""How does a noun become bytes, and bytes a noun? One way, here, and strict.

Writing is canonical: sorted keys, no blanks, UTF-8, lone surrogates as `\\udXXX`. Reading is fast
for canonical bytes: they are decoded, written again and compared. Bytes that differ are parsed
a second time, where unknown keys, duplicate keys, odd numbers and deep nesting are refused by name.
"""

import functools
import json
import re
import typing
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import attrs
import msgspec

from inventory_env.errors import InputError, choices, shown
from inventory_env.fields import MAX_WHOLE, NAME_PATTERN
from inventory_env.frozen_json import FrozenJson, freeze

T = TypeVar("T")
# Turns plain JSON into a value of a type that msgspec does not know.
Hook = Callable[[type, Any], Any]

_ENCODER = msgspec.json.Encoder(order="sorted", enc_hook=lambda value: _plain(value))


def encode(noun: object) -> bytes:
    """The canonical JSON bytes of a noun: the same noun always gives the same bytes.

    Raises:
        InputError: the noun holds a number that JSON cannot say.
    """
    try:
        return _ENCODER.encode(noun)
    except UnicodeEncodeError:  # a lone surrogate, which is data in a message
        text = json.dumps(builtins(noun), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return text.encode("utf-8", "backslashreplace")


def builtins(noun: object) -> Any:
    """The noun as plain dicts, lists, strings and numbers."""
    return msgspec.to_builtins(noun, order="sorted", enc_hook=_plain)


def decode(data: bytes, kind: type[T], *, hook: Hook | None = None) -> T:
    """The noun that the bytes say, and nothing that they do not say.

    Args:
        data: one JSON text in UTF-8.
        kind: the noun's class.
        hook: makes values of types that only the caller knows how to build.

    Raises:
        InputError: naming the field, the rule and the value got.
    """
    try:
        noun = msgspec.json.decode(data, type=kind, dec_hook=_hook(hook))
        if encode(noun) == data:
            return noun
    except (msgspec.MsgspecError, InputError, RecursionError, UnicodeDecodeError):
        pass  # the strict reading below says what is wrong, in words
    return convert(parse(data), kind, hook=hook)


def parse(data: bytes) -> Any:
    """Plain JSON from bytes, with duplicate keys, NaN, huge numbers and deep nesting refused.

    Raises:
        InputError: naming the rule.
    """
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_pairs, parse_int=_number, parse_constant=_constant)
    except UnicodeDecodeError as error:
        raise InputError(f"must be UTF-8; byte {error.start} is {shown(data[error.start : error.start + 1])}") from None
    except json.JSONDecodeError as error:
        got = shown(data.decode("utf-8")[error.pos : error.pos + 20])
        raise InputError(f"must be JSON; {error.msg} at character {error.pos + 1}, got {got}") from None
    except RecursionError:
        raise InputError("must be JSON that is not nested so deeply") from None


def convert(plain: Any, kind: type[T], *, hook: Hook | None = None) -> T:
    """The noun that plain JSON says.

    Raises:
        InputError: naming the field, the rule and the value got; unknown keys are refused.
    """
    try:
        noun = msgspec.convert(plain, kind, dec_hook=_hook(hook))
    except msgspec.ValidationError as error:
        raise _told(error, plain) from None
    except RecursionError:
        raise InputError("must be JSON that is not nested so deeply") from None
    _refuse_unknown_keys(plain, kind, "")
    return noun


def _plain(value: Any) -> Any:
    if hasattr(value, "to_json"):
        return value.to_json()
    raise InputError(f"must be JSON; got {shown(value)}")


def _hook(hook: Hook | None) -> Hook:
    def build(kind: type, value: Any) -> Any:
        if kind is FrozenJson:
            if not isinstance(value, dict):
                raise InputError(f"must be an object; got {shown(value)}")
            return freeze(value)
        if hook is None:
            raise InputError(f"cannot be read here: {kind.__name__}")
        return hook(kind, value)

    return build


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise InputError(f"must hold each key once; got the key {shown(twice)} twice")
    return plain


def _number(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > MAX_WHOLE:
        raise InputError(f"must be a number of at most 16 digits; got one of {len(text.lstrip('-'))}")
    return int(text)


def _constant(text: str) -> NoReturn:
    raise InputError(f"must be JSON, which has no {text}")


_PLACE = re.compile(r" - at `(?:key in )?\$\.?(.*?)`$")
_RULES = (
    (re.compile(re.escape(f"Expected `str` matching regex '{NAME_PATTERN}'")), "must be a name: printable text"),
    (re.compile(r"Expected `int` >= (-?\d+)"), r"must be a whole number, \1 or more"),
    (re.compile(r"Expected `int` <= (-?\d+)"), r"must be a whole number, at most \1"),
    (re.compile(r"Expected `int`.*"), "must be a whole number"),
    (re.compile(r"Expected `str`.*length <= (\d+)"), r"must be text of at most \1 characters"),
    (re.compile(r"Expected `str`.*length >= 1"), "must not be empty"),
    (re.compile(r"Expected `str`.*"), "must be text"),
    (re.compile(r"Expected `bool`.*"), "must be true or false"),
    (re.compile(r"Expected `object`.*"), "must be an object"),
    (re.compile(r"Expected `array` of length (\d+)"), r"must be a list of \1"),
    (re.compile(r"Expected `array`.*"), "must be a list"),
    (re.compile(r"Invalid enum value '.*'"), "must be a known value"),
    (re.compile(r"Expected `(\S+) \| null`, got .*"), r"must be \1 or null"),
    (re.compile(r"Object missing required field `(.*)`"), r"must have the field \1"),
)


def _told(error: msgspec.ValidationError, plain: Any) -> InputError:
    """msgspec's words in ours: the field, the rule, the value got."""
    text = str(error)
    place = _PLACE.search(text)
    path, text = (place[1], text[: place.start()]) if place else ("", text)
    if isinstance(error.__cause__, InputError):
        inner = error.__cause__
        field = ".".join(part for part in (path, inner.field) if part)
        return InputError(inner.rule, field=field or None)
    text = text.encode("unicode_escape").decode() if "regex" in text and NAME_PATTERN not in text else text
    for pattern, rule in _RULES:
        if match := pattern.match(text):
            got = "" if "missing" in text else f"; got {shown(_at(plain, path))}"
            return InputError(match.expand(rule) + got, field=path or None)
    return InputError(f"must fit: {text}", field=path or None)


def _at(plain: Any, path: str) -> Any:
    for step in re.findall(r"[^.\[\]]+", path):
        try:
            plain = plain[int(step)] if isinstance(plain, list) else plain[step]
        except (KeyError, IndexError, ValueError, TypeError):
            return plain
    return plain


def _refuse_unknown_keys(plain: Any, hint: Any, path: str) -> None:
    """Walk the plain JSON beside the annotation: msgspec lets unknown keys of attrs classes pass."""
    if isinstance(plain, dict):
        known = next((known for known in _fields(hint) if known), None)
        if known is None:
            return
        for key, value in plain.items():
            if key not in known:
                raise InputError(f"is not a field here ({choices(key, known)})", field=f"{path}.{key}".lstrip("."))
            _refuse_unknown_keys(value, known[key], f"{path}.{key}")
    elif isinstance(plain, list):
        for i, item in enumerate(plain):
            _refuse_unknown_keys(item, _item(hint, i), f"{path}[{i}]")


@functools.cache
def _fields(hint: Any) -> tuple[dict[str, Any] | None, ...]:
    """For each noun that the annotation allows, its fields and their annotations."""
    options = typing.get_args(hint) or (hint,)
    return tuple(typing.get_type_hints(option) if attrs.has(option) else None for option in options)


def _item(hint: Any, index: int) -> Any:
    args = next((typing.get_args(one) for one in (hint, *typing.get_args(hint)) if typing.get_origin(one) is tuple), ())
    if not args:
        return object
    return args[0] if args[-1] is Ellipsis else args[min(index, len(args) - 1)]
