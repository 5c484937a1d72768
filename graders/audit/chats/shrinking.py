"""How small can a chat get that still shows the same? Messages go first, then sentences, then parts of JSON."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import attrs

from graders.audit.chats.changing import with_call, with_content, with_message, without, without_step
from graders.audit.chats.messages import Chat, Form
from inventory_env.codec import encode, parse
from inventory_env.errors import InputError
from inventory_env.frozen_json import EMPTY, freeze

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
    for start, end in _spans(len(chat.steps)):
        smaller = chat
        for _ in range(start, end):
            smaller = without_step(smaller, smaller.steps[start])
        yield smaller


def _without_messages(chat: Chat) -> Iterator[Chat]:
    """Any message that neither calls nor answers a call; results without a call too."""
    first = next((place for place, one in enumerate(chat.messages) if one.role == "user"), None)
    kept = {first, chat.final, *(step.result for step in chat.steps)}
    places = [place for place, one in enumerate(chat.messages) if not one.tool_calls and place not in kept]
    return (without(chat, places[start:end]) for start, end in _spans(len(places)))


def _with_fewer_sentences(chat: Chat) -> Iterator[Chat]:
    for place, message in enumerate(chat.messages):
        sentences = _SENTENCE.split(message.content or "")
        for start, end in _spans(len(sentences)):
            if left := sentences[:start] + sentences[end:]:
                yield with_content(chat, place, " ".join(left))


def _with_less_json(chat: Chat) -> Iterator[Chat]:
    """Results and arguments with fewer keys or items."""
    for place, message in enumerate(chat.messages):
        if message.answers_call and message.content:
            for smaller in _less(_value(message.content)):
                yield with_content(chat, place, encode(smaller).decode())
    for step in chat.steps:
        for fewer in _less(step.call.arguments):
            yield with_call(chat, step, attrs.evolve(step.call, arguments=freeze(fewer), written=None))


def _plainer(chat: Chat) -> Iterator[Chat]:
    """One message without further keys and in the plainest form, or a call without words beside it."""
    for place, message in enumerate(chat.messages):
        plain = attrs.evolve(message, rest=EMPTY, form=Form.TEXT)
        silent = attrs.evolve(plain, content=None) if message.tool_calls else plain
        yield from (with_message(chat, place, one) for one in (silent, plain) if one != message)


_WAYS = (_without_steps, _without_messages, _with_fewer_sentences, _with_less_json, _plainer)


def _value(text: str) -> Any:
    try:
        return parse(text.encode("utf-8", "surrogatepass"))
    except InputError:
        return None


def _less(value: Any) -> Iterator[Any]:
    """The same JSON with fewer keys or items, or with a smaller value in the place of one."""
    if isinstance(value, dict):
        keys = [*value]
        for start, end in _spans(len(keys)):
            yield {key: value[key] for key in keys[:start] + keys[end:]}
        for key in keys:
            yield from ({**value, key: smaller} for smaller in _less(value[key]))
    elif isinstance(value, list | tuple):
        for start, end in _spans(len(value)):
            yield [*value[:start], *value[end:]]
        for place, item in enumerate(value):
            yield from ([*value[:place], smaller, *value[place + 1 :]] for smaller in _less(item))


def _spans(size: int) -> Iterator[tuple[int, int]]:
    """Parts of a list of that size, from and to: all of it, its halves, and so on down to each item.

    >>> list(_spans(2))
    [(0, 2), (0, 1), (1, 2)]
    """
    length = size
    while length:
        yield from ((start, min(start + length, size)) for start in range(0, size, length))
        length //= 2
