"""How is a chat changed in one place, with all else as it was?"""

from collections.abc import Iterable

import attrs

from graders.audit.chats.messages import Chat, Form, Message, Step, ToolCall
from inventory_env.codec import parse
from inventory_env.errors import InputError


def with_message(chat: Chat, place: int, message: Message) -> Chat:
    """Another message in that place."""
    return Chat((*chat.messages[:place], message, *chat.messages[place + 1 :]))


def with_content(chat: Chat, place: int, content: str | None) -> Chat:
    """Another content of the message in that place; a result that was an object stays one if it can."""
    message = chat.messages[place]
    form = Form.TEXT if message.form is Form.JSON and not _is_json(content) else message.form
    return with_message(chat, place, attrs.evolve(message, content=content, form=form))


def with_call(chat: Chat, step: Step, call: ToolCall) -> Chat:
    """Another call in the place of that one."""
    calls = chat.messages[step.message].tool_calls
    changed = (*calls[: step.place], call, *calls[step.place + 1 :])
    return with_message(chat, step.message, attrs.evolve(chat.messages[step.message], tool_calls=changed))


def without(chat: Chat, places: Iterable[int]) -> Chat:
    """The chat without the messages in these places."""
    gone = frozenset(places)
    return Chat(tuple([one for place, one in enumerate(chat.messages) if place not in gone]))


def without_step(chat: Chat, step: Step) -> Chat:
    """The chat without a call and its result; a message of which nothing is left goes with them."""
    message = chat.messages[step.message]
    calls = message.tool_calls[: step.place] + message.tool_calls[step.place + 1 :]
    left = with_message(chat, step.message, attrs.evolve(message, tool_calls=calls, legacy=False))
    empty = () if calls or message.content else (step.message,)
    return without(left, (*empty, *(() if step.result is None else (step.result,))))


def _is_json(text: str | None) -> bool:
    try:
        parse((text or "").encode("utf-8", "surrogatepass"))
    except InputError:
        return False
    return True
