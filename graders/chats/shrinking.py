"""How small can a chat get that still shows the same? Messages go first, then sentences, then parts of JSON."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import attrs

from graders.chats.changing import with_call, with_content, with_message, without, without_step
from graders.chats.messages import Chat, Form
from inventory_env.codec import encode, parse
from inventory_env.errors import InputError
from inventory_env.frozen_json import EMPTY, FrozenJson

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


def shrink(chat: Chat, shows: Callable[[Chat], bool]) -> Chat:
    """The chat made smaller, step by step, as long as it shows the same; the same chat always ends in the same one.

    The first message of the user, the final message and the result of a call whose call stays are never dropped.

    Args:
        chat: shows it.
        shows: whether a chat shows it.
    """
    while True:
        before = chat
        for smaller in _WAYS:
            while (found := next(filter(shows, smaller(chat)), None)) is not None:
                chat = found
        if chat == before:
            return chat


def _without_steps(chat: Chat) -> Iterator[Chat]:
    """A call goes with its result."""
    return (without_step(chat, step) for step in chat.steps)


def _without_messages(chat: Chat) -> Iterator[Chat]:
    """Any message that neither calls nor answers a call; results without a call too."""
    first = next((place for place, one in enumerate(chat.messages) if one.role == "user"), None)
    answered = {step.result for step in chat.steps}
    for place, message in enumerate(chat.messages):
        if not message.tool_calls and place not in answered and place not in (first, chat.final):
            yield without(chat, (place,))


def _with_fewer_sentences(chat: Chat) -> Iterator[Chat]:
    for place, message in enumerate(chat.messages):
        sentences = _SENTENCE.split(message.content or "")
        for gone in range(len(sentences) if len(sentences) > 1 else 0):
            yield with_content(chat, place, " ".join(sentences[:gone] + sentences[gone + 1 :]))


def _with_less_json(chat: Chat) -> Iterator[Chat]:
    """Results and arguments with one key or item less."""
    for place, message in enumerate(chat.messages):
        if message.answers_call and message.content:
            for smaller in _less(_value(message.content)):
                yield with_content(chat, place, encode(smaller).decode())
    for step in chat.steps:
        for fewer in _less(step.call.arguments):
            yield with_call(chat, step, attrs.evolve(step.call, arguments=FrozenJson(fewer), written=None))


def _plainer(chat: Chat) -> Iterator[Chat]:
    """One message without its further keys, or in the plainest form."""
    for place, message in enumerate(chat.messages):
        plain = attrs.evolve(message, rest=EMPTY, form=Form.TEXT)
        if plain != message:
            yield with_message(chat, place, plain)


_WAYS = (_without_steps, _without_messages, _with_fewer_sentences, _with_less_json, _plainer)


def _value(text: str) -> Any:
    try:
        return parse(text.encode("utf-8", "surrogatepass"))
    except InputError:
        return None


def _less(value: Any) -> Iterator[Any]:
    """The same JSON with one key or item less, or with such a smaller value in the place of one."""
    if isinstance(value, dict):
        for key in value:
            yield {other: value[other] for other in value if other != key}
        for key in value:
            yield from ({**value, key: smaller} for smaller in _less(value[key]))
    elif isinstance(value, list | tuple):
        for place in range(len(value)):
            yield [*value[:place], *value[place + 1 :]]
        for place, item in enumerate(value):
            yield from ([*value[:place], smaller, *value[place + 1 :]] for smaller in _less(item))
