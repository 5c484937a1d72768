"""How does a noun become bytes, and bytes a noun? One way, here, and strict.

Writing is canonical: sorted keys, no blanks, UTF-8, lone surrogates as `\\udXXX`. Reading is fast
for canonical bytes: they are decoded, written again and compared. Bytes that differ are parsed
a second time, where unknown keys, duplicate keys, odd numbers and deep nesting are refused by name.
"""

import functools
import json
import re
import typing
from collections.abc import Callable, Hashable
from typing import Any, NoReturn, TypeVar, cast

import attrs
import msgspec

from inventory_env.errors import InputError, choices, shown
from inventory_env.fields import conform
from inventory_env.frozen_json import MAX_DEPTH, FrozenJson, freeze, thaw

T = TypeVar("T")
# Turns plain JSON into a value of a type that msgspec does not know.
Hook = Callable[[type, Any], Any]

_BOM = b"\xef\xbb\xbf"

_ENCODER = msgspec.json.Encoder(order="sorted", enc_hook=lambda value: _plain(value))


def encode(noun: object) -> bytes:
    """The canonical JSON bytes of a noun: the same noun always gives the same bytes.

    Raises:
        InputError: the noun holds a number that JSON cannot say.
    """
    try:
        return _ENCODER.encode(noun)
    except UnicodeEncodeError:  # a lone surrogate, which is data in a message
        return _spelled(builtins(noun))


def builtins(noun: object) -> Any:
    """The noun as plain dicts, lists or tuples, strings and numbers."""
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
    if data.startswith(_BOM):
        raise InputError("must be JSON without a byte order mark")
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_pairs, parse_constant=_constant)
    except UnicodeDecodeError as error:
        raise InputError(f"must be UTF-8; byte {error.start} is {shown(data[error.start : error.start + 1])}") from None
    except json.JSONDecodeError as error:
        got = shown(data.decode("utf-8")[error.pos : error.pos + 20])
        raise InputError(f"must be JSON; {error.msg} at character {error.pos + 1}, got {got}") from None
    except InputError:
        raise
    except ValueError:  # Python itself refuses to read thousands of digits
        raise InputError("must hold whole numbers of at most 16 digits; got one of thousands") from None
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
        raise _told(error, plain, kind) from None
    except UnicodeEncodeError as error:  # a lone surrogate where only known words stand
        raise InputError(f"must be known words and names; got {shown(error.object)}") from None
    if known := _shape(cast(Hashable, kind)):
        _refuse_unknown_keys(plain, known, "")
    return noun


def _spelled(plain: Any) -> bytes:
    """Canonical bytes with lone surrogates as escapes; all else is spelled as the encoder spells it."""
    if isinstance(plain, dict):
        return b"{%b}" % b",".join(_spelled(key) + b":" + _spelled(plain[key]) for key in sorted(plain))
    if isinstance(plain, list | tuple):
        return b"[%b]" % b",".join(map(_spelled, plain))
    if isinstance(plain, str):
        return json.dumps(plain, ensure_ascii=False).encode("utf-8", "backslashreplace")
    return _ENCODER.encode(plain)


def _plain(value: Any) -> Any:
    if hasattr(value, "to_json"):
        return value.to_json()
    raise InputError(f"must be JSON; got {shown(value)}")


def _hook(hook: Hook | None) -> Hook:
    def build(kind: type, value: Any) -> Any:
        if kind is FrozenJson:
            if not isinstance(value, dict):
                raise InputError(f"must be an object; got {shown(value)}")
            frozen = freeze(value)
            if frozen != value and thaw(frozen) != value:  # what freezing replaced was no JSON that we keep
                raise InputError(f"must hold numbers of at most 16 digits, nested at most {MAX_DEPTH} deep")
            return frozen
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


def _constant(text: str) -> NoReturn:
    raise InputError(f"must be JSON, which has no {text}")


_PLACE = re.compile(r" - at `(?:key in )?\$\.?(.*?)`$")
_MISSING = re.compile(r"Object missing required field `(.*)`")


def _told(error: msgspec.ValidationError, plain: Any, kind: type) -> InputError:
    """msgspec's error in the words that the same value gets in Python: the field, the rule, the value got."""
    text = str(error)
    place = _PLACE.search(text)
    path, text = (place[1], text[: place.start()]) if place else ("", text)
    inner = error.__cause__
    if isinstance(inner, InputError):
        field = ".".join(part for part in (path, inner.field) if part)
        return InputError(inner.rule if inner.path is None else str(inner), field=field or None)
    if missing := _MISSING.match(text):
        return InputError(f"must have the field {missing[1]}", field=path or None)
    value, hint = _at(plain, kind, path)
    try:
        conform(hint, path)(value)
    except InputError as told:
        return told
    return InputError(f"must fit: {text}; got {shown(value)}", field=path or None)


def _at(plain: Any, hint: Any, path: str) -> tuple[Any, Any]:
    """The value at a path, and its annotation."""
    for step in re.findall(r"[^.\[\]]+", path):
        if isinstance(plain, list | tuple):
            plain, hint = plain[int(step)], _item(hint, int(step))
        else:
            plain, hint = plain[step], _known(hint)[step]
    return plain, hint


def _refuse_unknown_keys(plain: Any, shape: Any, path: str) -> None:
    """Walk the plain JSON beside the shape of its noun: msgspec lets unknown keys of attrs classes pass."""
    if isinstance(shape, list):
        for i, item in enumerate(plain or ()):
            _refuse_unknown_keys(item, shape[0], f"{path}[{i}]")
    elif isinstance(plain, dict):
        for key, value in plain.items():
            if key not in shape:
                raise InputError(f"is not a field here ({choices(key, shape)})", field=f"{path}.{key}".lstrip("."))
            if shape[key] is not None:
                _refuse_unknown_keys(value, shape[key], f"{path}.{key}")


@functools.cache
def _shape(hint: Any) -> Any:
    """Where nouns stand in an annotation: {field: its shape}, [the shape of each item], or None for nowhere."""
    inner = _item(hint, 0)
    if inner is not object:
        return None if _shape(inner) is None else [_shape(inner)]
    known = _known(hint)
    return {field: _shape(one) for field, one in known.items()} if known else None


@functools.cache
def _known(hint: Any) -> dict[str, Any]:
    """The fields, with their annotations, of the noun that an annotation allows; none where it allows free JSON."""
    options = (hint, *typing.get_args(hint))
    return next((typing.get_type_hints(one, include_extras=True) for one in options if attrs.has(one)), {})


def _item(hint: Any, index: int) -> Any:
    """The annotation of an item of a list."""
    options = (hint, *typing.get_args(hint))
    args = next((typing.get_args(one) for one in options if typing.get_origin(one) in (tuple, frozenset)), (object,))
    return args[0] if len(args) == 1 or args[-1] is Ellipsis else args[index]
