"""How is a counterexample told, so that a person sees the mistake at once?"""

from collections.abc import Iterator
from difflib import SequenceMatcher

from graders.audit.chats.edit import Expected
from graders.audit.chats.findings import Counterexample
from graders.audit.chats.messages import Chat, Form, Message, ToolCall
from graders.audit.chats.writing import arguments_text
from graders.audit.judge import Said
from graders.printing import plain, short

MOST_LINES = 25
_WIDTH = 120
# Lines that are no messages: two of the head, a blank one, a blank one, three of the verdict.
_FRAME = 7
_ROLE = 10
# Cells before the role.
_MARGIN = 6
# Characters before the changed place, where a message is too long to be shown whole.
_BEFORE = 40
# A sign (" " as before, ">" new or changed, "x" gone), the number in the chat, what is said.
Row = tuple[str, int | None, str]


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
        f"grader said: {found.ruling.said} ({found.ruling.words})",
        f"right is:    {found.right}",
        f"why:         {why(found)}",
    ]


def why(found: Counterexample) -> str:
    """The reason why the grader's word is wrong, in a sentence."""
    if found.ruling.said is Said.BROKEN:
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
        gone, come = [*map(_said, old[old_start:old_end])], [*map(_said, new[start:end])]
        if tag == "replace":
            gone, come = _near([*gone], [*come]), _near([*come], [*gone])
        if tag != "equal":
            yield from (("x", None, text) for text in gone)
        sign = " " if tag == "equal" else ">"
        yield from ((sign, place, text) for place, text in enumerate(come, start + 1))


def _near(texts: list[str], others: list[str]) -> list[str]:
    """The texts, those too long for a line from shortly before the place where they differ from the other ones."""
    for place, (text, other) in enumerate(zip(texts, others, strict=False)):
        alike = next((at for at, pair in enumerate(zip(text, other, strict=False)) if len({*pair}) > 1), len(text))
        if max(len(text), len(other)) > _WIDTH - _MARGIN and alike > _BEFORE:
            role, _, _ = text.partition(" ")
            texts[place] = f"{role:{_ROLE}} ...{text[alike - _BEFORE :]}"
    return texts


def _table(rows: list[Row], most: int) -> list[str]:
    """The rows, and in place of those for which there is no room how many they are; changed ones come first."""
    order = sorted(range(len(rows)), key=lambda place: (rows[place][0] == " ", place))
    kept = sorted(order[: most if len(rows) <= most else most - 1])
    left = len(rows) - len(kept)
    return [*(_row(*rows[place]) for place in kept), *([f"     ... and {left} more messages"] if left else [])]


def _row(sign: str, number: int | None, text: str) -> str:
    return short(f"{sign} {number or '':>3} {text}", _WIDTH)


def _said(message: Message) -> str:
    calls = [_called(call) for call in message.tool_calls]
    content = [] if message.content is None and calls else [_quoted(message)]
    cited = _cited(message.tool_call_id) if message.answers_call else ""
    return f"{message.role:{_ROLE}} {' '.join([*content, *calls])}{cited}"


def _called(call: ToolCall) -> str:
    written = " (as object)" if call.as_object else ""
    return f"{plain(call.name)}({plain(arguments_text(call))}){written}{_cited(call.id)}"


def _quoted(message: Message) -> str:
    text = "null" if message.content is None else f'"{plain(message.content)}"'
    return text if message.form is Form.TEXT else f"{text} (as {message.form})"


def _cited(name: str | None) -> str:
    return "" if name is None else f" [{plain(name)}]"
