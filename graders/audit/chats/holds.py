"""Which edits change no verdict in any domain? The same is said, asked and answered, in another writing."""

import json
from collections.abc import Callable

import attrs

from graders.audit.chats.changing import with_call, with_content
from graders.audit.chats.edit import Edit, Expected
from graders.audit.chats.facts import words_of
from graders.audit.chats.messages import Chat, Form, Message
from graders.audit.chats.writing import arguments_text
from graders.audit.draws import Draw, one_of
from inventory_env.codec import encode, parse
from inventory_env.errors import InputError
from inventory_env.frozen_json import FrozenJson, thaw

_SYSTEM = Message("system", "You are a helpful assistant.")
_CURLY = str.maketrans({"'": "’"})
_POLITE = (" Have a nice day!", " Please let me know if there is anything else.")
_FEWEST_WORDS = 4


def blanks_around(draw: Draw, chat: Chat) -> Chat | None:
    """White space around the final message."""
    final = _prose(chat)
    return None if final is None else with_content(chat, chat.final or 0, one_of(draw, (f"{final}\n", f" {final}")))


def typographic_quotes(draw: Draw, chat: Chat) -> Chat | None:
    """Curly quotes in the final message."""
    final = _prose(chat)
    if final is None or not {"'", '"'} & set(final):
        return None
    parts = final.translate(_CURLY).split('"')
    if len(parts) % 2 == 0:  # an inch, or a quotation that never ends
        return None
    quoted = "".join([part if place % 2 == 0 else f"“{part}”" for place, part in enumerate(parts)])
    return with_content(chat, chat.final or 0, quoted)


def politeness(draw: Draw, chat: Chat) -> Chat | None:
    """A polite sentence at the end of the final message."""
    final = _prose(chat)
    return None if final is None else with_content(chat, chat.final or 0, final.rstrip() + one_of(draw, _POLITE))


def keys_turned(draw: Draw, chat: Chat) -> Chat | None:
    """The arguments of a call with their keys in another order."""
    return _rewritten(draw, chat, lambda arguments: _text(sorted(arguments.items(), reverse=True)), least=2)


def arguments_spread(draw: Draw, chat: Chat) -> Chat | None:
    """The arguments of a call with white space between them."""
    return _rewritten(draw, chat, lambda arguments: json.dumps(thaw(arguments), indent=2, sort_keys=True), least=1)


def arguments_as_text(draw: Draw, chat: Chat) -> Chat | None:
    """Arguments that stand in the log as objects, as the JSON text that the protocol asks for."""
    steps = [step for step in chat.steps if step.call.as_object]
    if not steps:
        return None
    step = one_of(draw, steps)
    return with_call(chat, step, attrs.evolve(step.call, as_object=False))


def ids_renamed(draw: Draw, chat: Chat) -> Chat | None:
    """All calls with other ids, and their results with the same; ids that the words of the run name stay."""
    ids = [step.call.id for step in chat.steps]
    said = " ".join(part for message in chat.messages for part in words_of(message))
    if not ids or chat.problems or any(one is None or one in said for one in ids):
        return None
    names = {one: f"call_{place:04d}x" for place, one in enumerate(ids)}
    return Chat(tuple([_renamed(message, names) for message in chat.messages]))


def system_added(draw: Draw, chat: Chat) -> Chat | None:
    """A first message of the system that says what goes without saying."""
    led = any(message.role in ("system", "developer") for message in chat.messages)
    return None if led else Chat((_SYSTEM, *chat.messages))


def content_in_parts(draw: Draw, chat: Chat) -> Chat | None:
    """Every content as a list of one text part, as the protocol allows."""
    changed = Chat(tuple([_parted(message) for message in chat.messages]))
    return None if changed == chat else changed


def result_rewritten(draw: Draw, chat: Chat) -> Chat | None:
    """The result of a call that is a JSON object, with other white space and order of keys."""
    found = [(place, text) for place, one in enumerate(chat.messages) if (text := _spread(one)) is not None]
    if not found:
        return None
    place, text = one_of(draw, found)
    return with_content(chat, place, text)


HOLDS: tuple[Edit, ...] = tuple(
    [
        Edit(name, about, Expected.HOLDS, edit)
        for name, about, edit in (
            ("blanks-around", "white space stands around the final message", blanks_around),
            ("typographic-quotes", "the final message has curly quotes", typographic_quotes),
            ("politeness", "the final message ends with a polite sentence", politeness),
            ("keys-turned", "the arguments of a call have their keys in another order", keys_turned),
            ("arguments-spread", "the arguments of a call are written with white space", arguments_spread),
            ("arguments-as-text", "the arguments of a call are JSON text instead of an object", arguments_as_text),
            ("ids-renamed", "the calls have other ids, and their results the same", ids_renamed),
            ("system-added", "a system message asks for a helpful assistant", system_added),
            ("content-in-parts", "every content is a list of one text part", content_in_parts),
            ("result-rewritten", "the JSON of a result has other white space and order of keys", result_rewritten),
        )
    ]
)


def _prose(chat: Chat) -> str | None:
    """The final message, if it is some words that end as a sentence does: no code, no bare value."""
    final = None if chat.final is None else chat.messages[chat.final].content
    if not final or len(final.split()) < _FEWEST_WORDS or {"{", "[", "`", "|"} & set(final):
        return None
    return final if final.rstrip()[-1] in ".!?" else None


def _rewritten(draw: Draw, chat: Chat, write: Callable[[FrozenJson], str], *, least: int) -> Chat | None:
    steps = [step for step in chat.steps if not step.call.as_object and len(step.call.arguments) >= least]
    if not steps:
        return None
    step = one_of(draw, steps)
    text = write(step.call.arguments)
    same = text == arguments_text(step.call)
    return None if same else with_call(chat, step, attrs.evolve(step.call, written=text))


def _text(pairs: list[tuple[str, object]]) -> str:
    return "{" + ",".join([f"{_value(key)}:{_value(value)}" for key, value in pairs]) + "}"


def _value(value: object) -> str:
    return encode(value).decode()


def _renamed(message: Message, names: dict[str | None, str]) -> Message:
    calls = tuple([attrs.evolve(call, id=names[call.id]) for call in message.tool_calls])
    answered = names.get(message.tool_call_id, message.tool_call_id) if message.tool_call_id else None
    return attrs.evolve(message, tool_calls=calls, tool_call_id=answered)


def _parted(message: Message) -> Message:
    worded = message.content is not None and message.form is Form.TEXT
    return attrs.evolve(message, form=Form.PARTS) if worded else message


def _spread(message: Message) -> str | None:
    """The JSON text of a result in another writing; None where it is no object, or is written so."""
    if not message.answers_call or message.form is not Form.TEXT:
        return None
    try:
        value = parse((message.content or "").encode("utf-8", "surrogatepass"))
    except InputError:
        return None
    text = json.dumps(value, indent=1, sort_keys=True) if isinstance(value, dict) and value else message.content
    return None if text == message.content else text
