"""How is a counterexample told, so that a person sees the mistake at once?"""

from collections.abc import Iterator
from difflib import SequenceMatcher

from graders.chats.edit import Expected
from graders.chats.findings import Counterexample
from graders.chats.judging import Word
from graders.chats.messages import Chat, Form, Message, ToolCall
from graders.chats.writing import arguments_text
from graders.printing import plain, short

MOST_LINES = 25
_WIDTH = 120
# Lines that are no messages: two of the head, a blank one, a blank one, three of the verdict.
_FRAME = 7
_ROLE = 10
# A sign (" " as before, ">" new or changed, "x" gone), the number in the chat, the message.
Row = tuple[str, int | None, Message]


def explained(found: Counterexample) -> list[str]:
    """The case in at most MOST_LINES lines: what was changed, the messages, what the grader said, what is right."""
    rows = [*_rows(found.source, found.chat)]
    made_smaller = ", with all taken away that does not matter" if found.about else ""
    return [
        f"{found.kind}: {found.about or 'a run as you gave it'}",
        f"from {found.label} run {found.place + 1}{made_smaller}",
        "",
        *_table(rows, MOST_LINES - _FRAME),
        "",
        f"grader said: {found.said.word} ({plain(found.said.given)})",
        f"right is:    {found.right}",
        f"why:         {why(found)}",
    ]


def why(found: Counterexample) -> str:
    """The reason why the grader's word is wrong, in a sentence."""
    if found.said.word is Word.CRASH:
        return "a grader must have a word on every chat, also on this one"
    if not found.about:
        return f"you say that this run is {found.label}"
    if found.expected is Expected.HOLDS:
        return f"that changes nothing, and without it the grader says {found.right}"
    return f"{found.about}; no task makes that right"


def _rows(before: Chat, after: Chat) -> Iterator[Row]:
    old, new = before.messages, after.messages
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, old_start, old_end, start, end in matcher.get_opcodes():
        if tag != "equal":
            yield from (("x", None, old[place]) for place in range(old_start, old_end))
        yield from ((" " if tag == "equal" else ">", place + 1, new[place]) for place in range(start, end))


def _table(rows: list[Row], most: int) -> list[str]:
    """The rows, and in place of those for which there is no room how many they are; changed ones come first."""
    order = sorted(range(len(rows)), key=lambda place: (rows[place][0] == " ", place))
    kept = sorted(order[: most if len(rows) <= most else most - 1])
    left = len(rows) - len(kept)
    return [*(_row(*rows[place]) for place in kept), *([f"     ... and {left} more messages"] if left else [])]


def _row(sign: str, number: int | None, message: Message) -> str:
    return short(f"{sign} {number or '':>3} {message.role:{_ROLE}} {_said(message)}", _WIDTH)


def _said(message: Message) -> str:
    calls = [_called(call) for call in message.tool_calls]
    content = [] if message.content is None and calls else [_quoted(message)]
    cited = _cited(message.tool_call_id) if message.answers_call else ""
    return " ".join([*content, *calls]) + cited


def _called(call: ToolCall) -> str:
    written = " (as object)" if call.as_object else ""
    return f"{plain(call.name)}({plain(arguments_text(call))}){written}{_cited(call.id)}"


def _quoted(message: Message) -> str:
    text = "null" if message.content is None else f'"{plain(message.content)}"'
    return text if message.form is Form.TEXT else f"{text} (as {message.form})"


def _cited(name: str | None) -> str:
    return "" if name is None else f" [{plain(name)}]"
