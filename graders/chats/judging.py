"""What does a grader of chats say? Whatever it returns becomes accept, reject, undecided or crash."""

import enum
import inspect
import math
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from graders.chats.messages import Chat
from graders.chats.writing import chat_json
from inventory_env.errors import shown
from inventory_env.verdict import Mark, Verdict

# A function of the messages, or of the messages and those of a right run of the same task, as plain dicts of the
# protocol. It gives true or false, a number, a mark, None, or a dict that holds such a value.
ChatGrader = Callable[..., Any]
# Where a dict keeps the word, in the order in which it is looked for.
_KEYS = ("score", "result", "success", "passed", "mark", "value")


class Word(enum.StrEnum):
    """What the grader means."""

    ACCEPT = "accept"
    REJECT = "reject"
    UNDECIDED = "undecided"
    CRASH = "crash"


@attrs.frozen
class Said:
    """What a grader said of one chat.

    Attributes:
        word: what it means.
        given: what it returned or raised, in one line.
    """

    word: Word
    given: str


_MARKS = {
    Mark.PASS: Word.ACCEPT,
    Mark.FAIL: Word.REJECT,
    Mark.UNCERTAIN: Word.UNDECIDED,
    Mark.NOT_APPLICABLE: Word.UNDECIDED,
}


def ask(grader: ChatGrader, chat: Chat, reference: Chat | None = None, *, threshold: float = 1.0) -> Said:
    """What a grader says of a chat; it gets fresh dicts each time.

    Args:
        grader: of one argument, or of two: the messages, and those of a right run.
        chat: to be graded.
        reference: a right run of the same task, for a grader of two arguments.
        threshold: a number passes from here on.
    """
    given = [chat_json(chat), *([None if reference is None else chat_json(reference)] if takes_two(grader) else [])]
    try:
        result = grader(*given)
    except KeyboardInterrupt:  # the person at the keyboard, who wants to stop us all
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a grader raises is data, SystemExit too
        return Said(Word.CRASH, f"{type(error).__name__}: {shown(str(error))}")
    word = meaning(result, threshold)
    return Said(word or Word.CRASH, shown(result) if word else f"{shown(result)}, which is no verdict")


def meaning(result: object, threshold: float = 1.0) -> Word | None:
    """What a grader's result means; None where it is no verdict.

    >>> meaning(0.5), meaning({"score": True}), meaning("uncertain"), meaning("fine")
    (<Word.REJECT: 'reject'>, <Word.ACCEPT: 'accept'>, <Word.UNDECIDED: 'undecided'>, None)
    """
    if isinstance(result, Verdict):
        return _MARKS[result.success]
    if isinstance(result, Mapping):
        key = next((key for key in _KEYS if key in result), None)
        return None if key is None else meaning(result[key], threshold)
    if result is None:
        return Word.UNDECIDED
    if isinstance(result, str):
        return _MARKS[Mark(result)] if result in [*Mark] else None
    return _number(result, threshold)


def takes_two(grader: ChatGrader) -> bool:
    """Whether a grader asks for a right run beside the messages."""
    try:
        parameters = inspect.signature(grader).parameters.values()
    except (TypeError, ValueError):  # a built-in tells nothing of what it takes
        return False
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return len([one for one in parameters if one.kind in kinds and one.default is inspect.Parameter.empty]) == 2


def _number(result: object, threshold: float) -> Word | None:
    """Numbers of other libraries too, as long as they say which number they are."""
    try:
        number = float(result)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None
    if math.isnan(number):
        return Word.UNDECIDED
    if isinstance(result, bool):
        return Word.ACCEPT if result else Word.REJECT
    return Word.ACCEPT if number >= threshold else Word.REJECT
