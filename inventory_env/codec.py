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
from inventory_env.fields import conform
from inventory_env.frozen_json import MAX_DEPTH, FrozenJson, freeze, thaw

T = TypeVar("T")
# Turns plain JSON into a value of a type that msgspec does not know.
Hook = Callable[[type, Any], Any]

_BOM = b"\xef\xbb\xbf"
# Python refuses to read more digits than this at once.
_LONGEST_NUMBER = 4000

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
        raise _told(error, plain, kind) from None
    except UnicodeEncodeError as error:  # a lone surrogate where only known words stand
        raise InputError(f"must be known words and names; got {shown(error.object)}") from None
    _refuse_unknown_keys(plain, kind, "")
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
            if frozen != value and thaw(frozen) != value:
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


def _number(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:  # far beyond any field's bounds, which name the field
        raise InputError(f"must hold whole numbers of at most 16 digits; got one of {len(text.lstrip('-'))}")
    return int(text)


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


def _refuse_unknown_keys(plain: Any, hint: Any, path: str) -> None:
    """Walk the plain JSON beside the annotation: msgspec lets unknown keys of attrs classes pass."""
    if isinstance(plain, dict):
        known = _known(hint)
        for key, value in plain.items() if known else ():
            if key not in known:
                raise InputError(f"is not a field here ({choices(key, known)})", field=f"{path}.{key}".lstrip("."))
            _refuse_unknown_keys(value, known[key], f"{path}.{key}")
    elif isinstance(plain, list | tuple):
        for i, item in enumerate(plain):
            _refuse_unknown_keys(item, _item(hint, i), f"{path}[{i}]")


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
