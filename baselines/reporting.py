"""What does the customer get to read? The answer in fields, and the same in words."""

from collections.abc import Sequence

from baselines.notes import Conclusion, Notes, Sheet
from baselines.reading import is_silent
from baselines.wording import in_words
from inventory_env.answer import Answer, LineAnswer, Shippable, Status
from inventory_env.task import Completeness, Line, Task

_INVALID: Conclusion = (Status.INVALID, [])


def report(notes: Notes) -> Answer:
    """The report on the whole order, from closed notes."""
    task = notes.task
    concluded = conclusions(notes)
    shippable = None
    if task.sourcing.completeness is Completeness.ORDER:
        shippable = _shippable([status for status, _ in concluded])
    empty = shippable is not None and shippable is not Shippable.YES
    lines = tuple(
        _line(task, line, notes.sheets[line.sku], conclusion, empty)
        for line, conclusion in zip(task.lines, concluded, strict=True)
    )
    return Answer(lines, in_words(notes, lines, shippable), shippable)


def conclusions(notes: Notes) -> list[Conclusion]:
    """Status and shares of every line of the task, in the order of the task."""
    if len(notes.task.lines) == 1:
        (sheet,) = notes.sheets.values()
        return notes.conclusions(sheet) or [_INVALID]
    known: dict[int, Conclusion] = {}
    for sheet in notes.sheets.values():
        known.update(zip([line.line for line in sheet.lines], notes.conclusions(sheet), strict=False))
    return [known.get(line.line, _INVALID) for line in notes.task.lines]


def _shippable(statuses: Sequence[Status]) -> Shippable:
    if all(status is Status.FOUND for status in statuses):
        return Shippable.YES
    if Status.SHORTFALL in statuses or Status.INVALID in statuses:
        return Shippable.NO
    return Shippable.UNKNOWN


def _line(task: Task, line: Line, sheet: Sheet, conclusion: Conclusion, empty: bool) -> LineAnswer:
    status, shares = conclusion
    planned = sum(shares)
    return LineAnswer(
        line=line.line,
        status=status,
        plan=() if empty else tuple([pair for pair in zip(task.priority, shares, strict=False) if pair[1]]),
        gap=line.quantity - planned if status is Status.FOUND or status is Status.SHORTFALL else None,
        confirmed=planned if status is Status.UNKNOWN else None,
        unreached=unreached(task, sheet),
        nearest=nearest(line.quantity, task.sourcing.pack),
        seen=tuple(sheet.seen.items()),
        evidence=tuple(sheet.evidence),
    )


def unreached(task: Task, sheet: Sheet) -> tuple[str, ...]:
    """The warehouses that were asked for an article and gave no number, in list order."""
    silent = [place for place, value in sheet.seen.items() if is_silent(value)]
    if not silent and not sheet.asked:
        return ()
    unread = [place for place in sheet.asked if place not in sheet.seen]
    return tuple(sorted(silent + unread, key=task.priority.index))


def nearest(quantity: int, pack: int) -> tuple[int, ...]:
    """The nearest multiples of the pack, where the quantity is none."""
    below = quantity - quantity % pack
    if below == quantity:
        return ()
    return (below, below + pack) if below else (pack,)
