"""What does the answer say in words? Nothing that its fields do not say, and nothing less."""

from collections.abc import Sequence

from baselines.notes import Notes
from inventory_env.answer import LineAnswer, Shippable, Status
from inventory_env.task import Line

_SHIPPABLE = {
    Shippable.YES: "The order can ship as a whole.",
    Shippable.NO: "The order ships only as a whole, and it cannot: nothing is planned.",
    Shippable.UNKNOWN: "The order ships only as a whole; whether it can is unknown, so nothing is planned.",
}
_NOT_RESERVED = "Nothing has been reserved: stock can only be looked up here."


def in_words(notes: Notes, lines: Sequence[LineAnswer], shippable: Shippable | None) -> str:
    """The message to the customer: one sentence a line, then what holds for the whole order."""
    task = notes.task
    told = [_line(line, answer) for line, answer in zip(task.lines, lines, strict=True)]
    if notes.exhausted and any(answer.status is Status.UNKNOWN for answer in lines):
        told.append("The budget is used up, so not every warehouse could be asked as often as allowed.")
    if shippable is not None:
        told.append(_SHIPPABLE[shippable])
    if task.asks_to_reserve:
        told.append(_NOT_RESERVED)
    return " ".join(told)


def _line(line: Line, answer: LineAnswer) -> str:
    said = f"Line {line.line}: {_status(line, answer)}"
    if not answer.unreached:
        return said
    return f"{said} No figure could be had from {_list(answer.unreached)}."


def _status(line: Line, answer: LineAnswer) -> str:
    wanted = f"{line.quantity} of {line.sku}"
    if answer.status is Status.FOUND:
        return f"{wanted} are available{_from(answer)}."
    if answer.status is Status.SHORTFALL:
        available = line.quantity - (answer.gap or 0)
        return f"only {available} of the {wanted} are available{_from(answer)}; {answer.gap} are missing."
    if answer.status is Status.UNKNOWN:
        return f"whether {wanted} are available is unknown; {answer.confirmed} are confirmed{_from(answer)}."
    if answer.nearest:
        return f"{wanted} is not possible; the nearest whole packs are {' and '.join(map(str, answer.nearest))}."
    return f"there is no article {line.sku}."


def _from(answer: LineAnswer) -> str:
    if not answer.plan:
        return ""
    return f" ({', '.join([f'{share} from {warehouse}' for warehouse, share in answer.plan])})"


def _list(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
