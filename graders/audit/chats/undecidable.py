"""Which edits change a verdict in some domains and not in others? They are counted, never held against a grader."""

import itertools
import re

import attrs

from graders.audit.chats.changing import with_call, with_content, without_step
from graders.audit.chats.edit import Edit, Expected
from graders.audit.chats.facts import facts, stands_in
from graders.audit.chats.messages import Chat, Step
from graders.audit.draws import Draw, one_of
from inventory_env.frozen_json import FrozenJson


def calls_swapped(draw: Draw, chat: Chat) -> Chat | None:
    """Two calls that follow one another trade places, each with its result."""
    steps = [step for step in chat.steps if step.result is not None]
    pairs = [(one, other) for one, other in itertools.pairwise(steps) if _alike(one, other)]
    if not pairs:
        return None
    first, second = one_of(draw, pairs)
    changed = with_call(with_call(chat, first, second.call), second, first.call)
    messages = list(changed.messages)
    here, there = first.result or 0, second.result or 0
    messages[here], messages[there] = messages[there], messages[here]
    return Chat(tuple(messages))


def call_doubled(draw: Draw, chat: Chat) -> Chat | None:
    """A call is made twice, with the same result."""
    steps = [step for step in chat.steps if step.result is not None and step.result > step.message]
    if not steps:
        return None
    step = one_of(draw, steps)
    call = attrs.evolve(step.call, id=None if step.call.id is None else f"{step.call.id}-again")
    message, result = chat.messages[step.message], chat.messages[step.result or 0]
    cited = None if result.tool_call_id is None else call.id
    again = (attrs.evolve(message, content=None, tool_calls=(call,)), attrs.evolve(result, tool_call_id=cited))
    after = 1 + max(one.result or 0 for one in chat.steps if one.message == step.message)
    return Chat((*chat.messages[:after], *again, *chat.messages[after:]))


def argument_changed(draw: Draw, chat: Chat) -> Chat | None:
    """A number in the arguments of a call is one more, its result stays."""
    found = [
        (step, key)
        for step in chat.steps
        for key, value in sorted(step.call.arguments.items())
        if type(value) is int or (isinstance(value, str) and re.search(r"\d", value))
    ]
    if not found:
        return None
    step, key = one_of(draw, found)
    changed = FrozenJson({**step.call.arguments, key: _one_more(step.call.arguments[key])})
    return with_call(chat, step, attrs.evolve(step.call, arguments=changed, written=None))


def call_unmade(draw: Draw, chat: Chat) -> Chat | None:
    """A call of which the final message tells no fact was never made."""
    told = [fact.text for fact in facts(chat)]
    steps = [step for step in chat.steps if not _tells(chat, step, told)]
    return without_step(chat, one_of(draw, steps)) if len(chat.steps) > 1 and steps else None


def final_dumped(draw: Draw, chat: Chat) -> Chat | None:
    """The final message is everything that the calls gave, word for word."""
    given = [message.content for message in chat.messages if message.answers_call and message.content]
    return with_content(chat, chat.final, "\n".join(given)) if chat.final is not None and given else None


def arguments_as_object(draw: Draw, chat: Chat) -> Chat | None:
    """Arguments as an object, which the protocol does not know and some recorders write."""
    steps = [step for step in chat.steps if not step.call.as_object and step.call.arguments]
    if not steps:
        return None
    step = one_of(draw, steps)
    return with_call(chat, step, attrs.evolve(step.call, as_object=True, written=None))


UNDECIDABLE: tuple[Edit, ...] = tuple(
    [
        Edit(name, about, Expected.UNDECIDABLE, edit)
        for name, about, edit in (
            ("calls-swapped", "two calls trade places: it may be that the order does not matter", calls_swapped),
            ("call-doubled", "a call is made twice: it may be that this does no harm", call_doubled),
            ("argument-changed", "a number in a call is one more: it may be that it does not matter", argument_changed),
            ("call-unmade", "a call whose result nobody tells is not made: it may not be needed", call_unmade),
            ("final-dumped", "the final message is all that the calls gave: the answer is in it", final_dumped),
            ("arguments-as-object", "arguments are an object: a grader need not read that", arguments_as_object),
        )
    ]
)


def _alike(one: Step, other: Step) -> bool:
    """Whether two calls stand in the same way, so that each can take the other's place."""
    ways = [(step.call.id is None, (step.result or 0) > step.message) for step in (one, other)]
    same = (one.call.name, one.call.arguments) == (other.call.name, other.call.arguments)
    return ways[0] == ways[1] == (False, True) and not same


def _tells(chat: Chat, step: Step, told: list[str]) -> bool:
    return step.result is not None and any(stands_in(chat.messages[step.result], text) for text in told)


def _one_more(value: object) -> object:
    if isinstance(value, str):
        return re.sub(r"\d+", lambda one: str(int(one.group()[-9:]) + 1), value, count=1)
    return value + 1 if isinstance(value, int) else value
