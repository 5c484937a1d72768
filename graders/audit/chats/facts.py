"""Which numbers and ids of the final message can only come from the result of a call?"""

import functools
import re
from collections.abc import Iterator

import attrs

from graders.audit.chats.messages import Chat, Message
from graders.audit.chats.writing import arguments_text

# A number or a name with a digit: 12, 1,204.50, 2026-05-01, 09:45, HK-4821, W2.
_TOKEN = re.compile(r"[^\W_]+(?:[-._/:,#@][^\W_]+)*")
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_SENTENCE_END = re.compile(r"[.!?](?=\s)|\n|[;。!?]")
# A sentence with one of these may be true of a wrong number too: "not 12", "at most 12".
_LOOSE = re.compile(
    r"n['’]t\b|\b(?:not?|nor|none|never|without|neither|cannot|least|most|less|more|over|under|fewer|between|about|around|"
    r"approximately|roughly|nearly|almost|if|unless|whether|or)\b|[~≈<>≤≥?]",
    re.IGNORECASE,
)
# As people write small numbers.
_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_MOST_NUMBERS = 40
# One chat is edited in a hundred ways, of which most leave most messages as they are.
_KEPT_CHATS, _KEPT_MESSAGES = 512, 8192


@attrs.frozen
class Fact:
    """A number or an id that the final message tells, and that no message named before some result did.

    Attributes:
        text: as written, there and in the result.
        start: its first character in the final message.
        result: place of the message with the first result that says it.
        plain: whether its sentence simply says it: no denial, no limit, no choice, no question.
    """

    text: str
    start: int
    result: int
    plain: bool

    @property
    def end(self) -> int:
        """The character behind it."""
        return self.start + len(self.text)


@functools.lru_cache(maxsize=_KEPT_CHATS)
def facts(chat: Chat) -> tuple[Fact, ...]:
    """The facts of the final message, in its order, each text once.

    What could be known without the result is none: it stands, as a part of another word too, in an earlier message or
    argument, or is a sum, difference or product of two numbers there.
    """
    if chat.final is None:
        return ()
    final = chat.messages[chat.final].content or ""
    told = {one.group(): one.start() for one in reversed([*tokens(final)])}
    found = []
    for text, start in sorted(told.items(), key=lambda pair: pair[1]):
        place = next((at for at, one in enumerate(chat.messages) if _says(one, text)), None)
        if place is not None and chat.messages[place].answers_call and not _known(chat.messages[:place], text):
            found.append(Fact(text, start, place, not _LOOSE.search(_sentence(final, start))))
    return tuple(found)


def tokens(text: str) -> Iterator[re.Match[str]]:
    """The numbers and ids in a text."""
    return (one for one in _TOKEN.finditer(text) if _DIGIT.search(one.group()))


def words_of(message: Message) -> tuple[str, ...]:
    """Everything that a message says: its content, and the names and arguments of its calls."""
    called = [part for call in message.tool_calls for part in (call.name, arguments_text(call))]
    return (message.content or "", *called)


def stands_in(message: Message, text: str) -> bool:
    """Whether a number or id stands in a message in any writing: other commas, a part of a word, in letters."""
    bare = text.replace(",", "")
    spelled = _WORDS[int(bare)] if bare.isdecimal() and len(bare) < 3 and int(bare) < len(_WORDS) else None
    said = _said(message)
    return bare.lower() in said or (spelled is not None and spelled in said)


def _says(message: Message, text: str) -> bool:
    """Whether the content of a result has this very number or id; of other messages, whether it stands in them."""
    if message.answers_call:
        return text in _tokens(message)
    return stands_in(message, text)


@functools.lru_cache(maxsize=_KEPT_MESSAGES)
def _said(message: Message) -> str:
    """All words of a message, in small letters and without commas."""
    return " ".join(words_of(message)).lower().replace(",", "")


@functools.lru_cache(maxsize=_KEPT_MESSAGES)
def _tokens(message: Message) -> frozenset[str]:
    return frozenset(one.group() for one in tokens(message.content or ""))


def _known(earlier: tuple[Message, ...], text: str) -> bool:
    if any(stands_in(message, text) for message in earlier):
        return True
    bare = text.replace(",", "")
    return bool(_NUMBER.fullmatch(bare)) and float(bare) in _derived(earlier)


def _derived(earlier: tuple[Message, ...]) -> set[float]:
    """What two of the numbers named so far give, added, subtracted or multiplied."""
    said = " ".join(part for message in earlier for part in words_of(message)).replace(",", "")
    numbers = [float(one) for one in dict.fromkeys(_NUMBER.findall(said))][:_MOST_NUMBERS]
    return {result for a in numbers for b in numbers for result in (a + b, a - b, a * b)}


def _sentence(text: str, place: int) -> str:
    start = max((one.end() for one in _SENTENCE_END.finditer(text, 0, place)), default=0)
    end = _SENTENCE_END.search(text, place)
    return text[start : end.end() if end else len(text)]
