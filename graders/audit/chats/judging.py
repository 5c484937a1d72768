"""What does a grader of chats say of one?"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from graders.audit.chats.messages import Chat
from graders.audit.chats.writing import chat_json
from graders.audit.judge import Judge, Ruling

# A function of the messages, or of the messages and those of a right run of the same task, as plain dicts of the
# protocol. It answers what any grader may answer, or a dict with such an answer under `success` or `score`.
ChatGrader = Callable[..., Any]
_SUCCESS, _SCORE = "success", "score"


def ask(grader: ChatGrader, chat: Chat, reference: Chat | None = None, *, threshold: float = 1.0) -> Ruling:
    """What a grader says of a chat; it gets fresh dicts each time.

    Args:
        grader: of one argument, or of two: the messages, and those of a right run.
        chat: to be graded.
        reference: a right run of the same task, for a grader of two arguments.
        threshold: a number passes from here on.
    """
    given = [chat_json(chat), *([None if reference is None else chat_json(reference)] if takes_two(grader) else [])]
    judge = Judge("grader of chats", grader, threshold=threshold)
    return judge.hear(lambda: _answered(grader(*given)))


def takes_messages(grader: ChatGrader) -> bool:
    """Whether a grader can be called as one of chats; one that tells nothing of what it takes may be."""
    try:
        signature = inspect.signature(grader)
        if [*signature.parameters][:2] == ["scenario", "trace"]:  # it is one of runs of ours
            return False
        signature.bind(*[None] * (2 if takes_two(grader) else 1))
    except TypeError:
        return False
    except ValueError:  # a built-in
        return True
    return True


def takes_two(grader: ChatGrader) -> bool:
    """Whether a grader asks for a right run beside the messages."""
    try:
        parameters = inspect.signature(grader).parameters.values()
    except (TypeError, ValueError):  # a built-in tells nothing of what it takes
        return False
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return len([one for one in parameters if one.kind in kinds and one.default is inspect.Parameter.empty]) == 2


def _answered(answer: Any) -> Any:
    """The answer; of a dict that names no success its score, as other frameworks call it."""
    scored = isinstance(answer, Mapping) and _SUCCESS not in answer and _SCORE in answer
    return answer[_SCORE] if scored else answer
