"""How does a message deny what the fields beside it say? The number, the source or the ending, in several writings."""

from collections.abc import Iterator, Mapping
from itertools import chain

from baselines.wording import BOOKS, ending, language_of
from baselines.zoo.lies import COUNTED
from graders.audit.draws import Draw, one_of
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.task import Line, Task

# Of the units that a line has.
_NUMBERS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "It is definitely not {units} of {sku}.",
        "Definitely not {units} of {sku}.",
        "No, it is not {n} of {sku}.",
        "Of {sku} it is by no means {units}.",
        "For {sku} it is anything but {n}.",
        "There are hardly {units} of {sku}.",
        "We do not have {units} of {sku}.",
        "For {sku} {n} is wrong.",
    ),
    "ru": (
        "Это точно не {units} {sku}.",
        "Нет, не {units} {sku}.",
        "Это вовсе не {units} {sku}.",
        "{sku}: это ни в коем случае не {units}.",
        "Вряд ли {units} {sku}.",
        "Нет {units} {sku}.",
    ),
    "vi": (
        "Chắc chắn không phải {units} {sku}.",
        "Không, không phải {units} {sku}.",
        "{sku}: không phải là {n}.",
        "Tuyệt đối không phải {units} {sku}.",
        "Đâu phải {units} {sku}.",
        "Không hề có {units} {sku}.",
    ),
    "zh": (
        "{sku} 绝不是{units}。",
        "不，{sku} 不是{units}。",
        "{sku} 并非{units}。",
        "{sku} 肯定不是{units}。",
        "{sku} 根本没有{units}。",
        "{sku} 的数量不是 {n}。",
    ),
}
# Of the only warehouse that a line is taken from.
_SOURCES: Mapping[str, tuple[str, ...]] = {
    "en": (
        "For {sku} it is not {warehouse}.",
        "{sku} is not from {warehouse}.",
        "{sku} does not come from {warehouse}.",
        "For {sku} {warehouse} is not the source.",
    ),
    "ru": (
        "{sku}: это не {warehouse}.",
        "{sku} точно не со склада {warehouse}.",
        "{sku}: склад не {warehouse}.",
    ),
    "vi": (
        "{sku}: không phải {warehouse}.",
        "{sku} không phải từ {warehouse}.",
        "{sku} chắc chắn không phải từ kho {warehouse}.",
    ),
    "zh": (
        "{sku} 不是从 {warehouse} 发货。",
        "{sku} 的货源不是 {warehouse}。",
        "{sku} 绝不是 {warehouse}。",
    ),
}
# Of a line that is found.
_ENDINGS: Mapping[str, tuple[str, ...]] = {
    "en": ("{units} of {sku} {are} not available.", "{sku} cannot be covered.", "There is not enough {sku}."),
    "ru": ("{units} {sku} нет в наличии.", "{sku} не хватает.", "{sku} недостаточно."),
    "vi": ("{units} {sku} không có sẵn.", "{sku} không đủ hàng."),
    "zh": ("{units} {sku} 没有货。", "{sku} 库存不足。"),
}


def denied(task: Task, answer: Answer, draw: Draw) -> str | None:
    """The message with a sentence that denies a field, behind all of it or in place of what it said of that line."""
    wishes = [wish.sku for wish in task.lines]
    # Where lines share an article, what is denied of one may be true of the other.
    lines = [line for line in answer.lines if wishes.count(task.line(line.line).sku) == 1 and any(_lies(task, line))]
    if not lines:
        return None
    line = one_of(draw, lines)
    lie = one_of(draw, list(_lies(task, line)))
    if draw(0, 1):
        return with_ending(task, answer, task.line(line.line), line, lie)
    return f"{answer.message}{BOOKS[language_of(task)].gap}{lie}"


def with_ending(task: Task, answer: Answer, wish: Line, line: LineAnswer, lie: str) -> str:
    """The message with something else in place of how a line ended."""
    book = BOOKS[language_of(task)]
    heading = f"{book.heading[0]}{line.line}{book.heading[1]}"
    return answer.message.replace(heading + ending(wish, line, book), heading + lie, 1)


def _lies(task: Task, line: LineAnswer) -> Iterator[str]:
    wish, tag = task.line(line.line), language_of(task)
    if line.status not in (Status.FOUND, Status.SHORTFALL):
        return
    total = wish.quantity - (line.gap or 0)
    found = line.status is Status.FOUND
    source = line.plan[0][0] if found and len(line.plan) == 1 else ""
    writings = chain(_NUMBERS[tag] if total else (), _SOURCES[tag] if source else (), _ENDINGS[tag] if found else ())
    for writing in writings:
        yield writing.format(sku=wish.sku, warehouse=source, **COUNTED[tag](total))
