"""How are chats read that others recorded? Strictly in shape, and with whatever does not fit together kept as data."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graders.audit.chats.messages import Chat, Form, Message, ToolCall
from inventory_env.codec import encode, parse
from inventory_env.errors import InputError, choices, shown
from inventory_env.frozen_json import EMPTY, MAX_DEPTH, FrozenJson, freeze, thaw
from inventory_env.store import numbered_lines

ROLES = ("assistant", "developer", "function", "system", "tool", "user")
_KNOWN = frozenset({"role", "content", "tool_calls", "tool_call_id", "name", "function_call"})
_PARTS = frozenset({"text", "input_text", "output_text"})


def read_chats(path: Path) -> Iterator[Chat]:
    """The chats of a JSON-lines file, one after the other; blank lines are passed over.

    Raises:
        InputError: with path, line, field, rule and value got; a file without a chat is refused.
    """
    number = 0
    for number, text in numbered_lines(path):
        try:
            chat = read_chat(text)
        except InputError as error:
            raise error.at(str(path), number) from None
        yield chat
    if not number:
        raise InputError("must hold at least one chat", path=str(path))


def read_chat(value: object) -> Chat:
    """The chat that plain JSON says, in the shape of OpenAI's chat completions.

    A chat is a list of messages, or an object with the list under `messages`, whose further keys are not read. Further
    keys of a message or of a call are kept as they are. Content is text, null, or a list of text parts; the result of a
    call may be any JSON. Arguments are JSON text, or an object; text that is no JSON object is kept as text. The older
    `function_call` and the role `function` are read too. Results without a call, calls without a result and ids that
    come twice are data: `Chat.problems` lists them.

    Args:
        value: JSON text as bytes, or what it says as dicts and lists.

    Raises:
        InputError: naming the field, the rule and the value got.
    """
    plain = parse(value) if isinstance(value, bytes) else value
    if isinstance(plain, dict):
        if "messages" not in plain:
            raise InputError("must be a list of messages or an object with the key messages")
        plain = plain["messages"]
    items = _list(plain, "messages")
    if not items:
        raise InputError("must hold at least one message; got []", field="messages")
    return Chat(tuple([_message(one, f"messages[{place}]") for place, one in enumerate(items)]))


def _message(value: Any, field: str) -> Message:
    plain = _object(value, field)
    role = plain.get("role")
    if role not in ROLES:
        known = choices(role if isinstance(role, str) else "", ROLES)
        raise InputError(f"must be a role; got {shown(role)} ({known})", field=f"{field}.role")
    content, form = _content(plain.get("content"), role, f"{field}.content")
    calls = _calls(plain, field)
    if calls and role != "assistant":
        raise InputError(f"must stand in a message of the assistant; got the role {role}", field=f"{field}.tool_calls")
    return Message(
        role=role,
        content=content,
        tool_calls=calls,
        tool_call_id=_text(plain, "tool_call_id", field),
        name=_text(plain, "name", field),
        form=form,
        legacy=plain.get("function_call") is not None,
        rest=_rest(plain, _KNOWN, field),
    )


def _content(value: Any, role: str, field: str) -> tuple[str | None, Form]:
    if value is None or isinstance(value, str):
        return value, Form.TEXT
    result = role in ("tool", "function")
    if isinstance(value, list) and (not result or (value and all(map(_is_part, value)))):
        return "".join([_part(one, f"{field}[{place}]") for place, one in enumerate(value)]), Form.PARTS
    if not result:
        raise InputError(f"must be text, null or a list of text parts; got {shown(value)}", field=field)
    return encode(_frozen(value, field)).decode(), Form.JSON


def _is_part(value: Any) -> bool:
    return isinstance(value, dict) and value.get("type") in _PARTS and isinstance(value.get("text"), str)


def _part(value: Any, field: str) -> str:
    if not _is_part(value):
        raise InputError(f"must be a part of type text; got {shown(value)}", field=field)
    text: str = value["text"]
    return text


def _calls(plain: dict[str, Any], field: str) -> tuple[ToolCall, ...]:
    calls, legacy = plain.get("tool_calls"), plain.get("function_call")
    if legacy is not None:
        if calls:
            raise InputError("must not stand beside tool_calls", field=f"{field}.function_call")
        return (_function(legacy, None, EMPTY, f"{field}.function_call"),)
    if calls is None:
        return ()
    places = enumerate(_list(calls, f"{field}.tool_calls"))
    return tuple([_call(one, f"{field}.tool_calls[{place}]") for place, one in places])


def _call(value: Any, field: str) -> ToolCall:
    plain = _object(value, field)
    kind = plain.get("type", "function")
    if kind != "function":
        raise InputError(f"must be function; got {shown(kind)}", field=f"{field}.type")
    rest = _rest(plain, frozenset({"id", "type", "function"}), field)
    return _function(plain.get("function"), _text(plain, "id", field), rest, f"{field}.function")


def _function(value: Any, known_as: str | None, rest: FrozenJson, field: str) -> ToolCall:
    plain = _object(value, field)
    name = _text(plain, "name", field)
    if name is None:
        raise InputError("must be text; got None", field=f"{field}.name")
    given = plain.get("arguments")
    arguments, written = _arguments(given, f"{field}.arguments")
    return ToolCall(known_as, name, arguments, written, isinstance(given, dict), rest)


def _arguments(value: Any, field: str) -> tuple[FrozenJson, str | None]:
    """The arguments, and their text where it is not the canonical one."""
    if value is None:
        return EMPTY, None
    if isinstance(value, str):
        arguments = _told(value)
        return arguments, None if value == encode(arguments).decode() else value
    frozen: FrozenJson = _frozen(_object(value, field), field)
    return frozen, None


def _told(text: str) -> FrozenJson:
    """The object that a JSON text says; an empty one where it says none that we can keep."""
    try:
        frozen: FrozenJson = _frozen(_object(parse(text.encode("utf-8", "surrogatepass")), ""), "")
    except InputError:  # an assistant writes what it writes: the text itself is kept
        return EMPTY
    return frozen


def _rest(plain: dict[str, Any], known: frozenset[str], field: str) -> FrozenJson:
    rest = {key: plain[key] for key in plain if key not in known}
    frozen: FrozenJson = _frozen(rest, field) if rest else EMPTY
    return frozen


def _frozen(value: Any, field: str) -> Any:
    frozen = freeze(value)
    if frozen != value and thaw(frozen) != value:
        raise InputError(f"must hold numbers of at most 16 digits, nested at most {MAX_DEPTH} deep", field=field)
    return frozen


def _object(value: Any, field: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"must be an object; got {shown(value)}", field=field)
    return value


def _list(value: Any, field: str) -> list[Any]:
    if not isinstance(value, list):
        raise InputError(f"must be a list; got {shown(value)}", field=field)
    return value


def _text(plain: dict[str, Any], key: str, field: str) -> str | None:
    value = plain.get(key)
    if value is not None and not isinstance(value, str):
        raise InputError(f"must be text; got {shown(value)}", field=f"{field}.{key}")
    return value
