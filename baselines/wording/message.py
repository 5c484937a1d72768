"""Which sentences make up a message, in the language of the task?"""

from collections.abc import Mapping, Sequence

from baselines.notes import Notes
from baselines.wording import en, ru, vi, zh
from baselines.wording.book import Book, Manners
from inventory_env.answer import LineAnswer, Shippable, Status
from inventory_env.task import Line, Task

BOOKS: Mapping[str, Book] = {book.tag: book for book in (en.BOOK, ru.BOOK, vi.BOOK, zh.BOOK)}
MANNERS: Mapping[str, Manners] = {"en": en.MANNERS, "ru": ru.MANNERS, "vi": vi.MANNERS, "zh": zh.MANNERS}
# The same said the other way round: what is not missing, what would be wrong to say.
ROUNDABOUT: Mapping[str, Book] = {
    book.tag: book for book in (en.ROUNDABOUT, ru.ROUNDABOUT, vi.ROUNDABOUT, zh.ROUNDABOUT)
}
FALLBACK = "en"


def language_of(task: Task) -> str:
    """The language in which to answer: that of the task, or English where it has no book."""
    tag = task.language
    if tag in BOOKS:
        return tag
    family = tag.partition("-")[0].lower()
    return family if family in BOOKS else FALLBACK


def in_words(notes: Notes, lines: Sequence[LineAnswer], shippable: Shippable | None) -> str:
    """The message to the customer: a sentence or two a line, then what holds for the whole order."""
    task = notes.task
    book = BOOKS.get(task.language) or BOOKS[language_of(task)]
    return book.gap.join(each_line(task, lines, book) + whole_order(notes, lines, shippable, book))


def each_line(task: Task, lines: Sequence[LineAnswer], book: Book) -> list[str]:
    """What is said of every line reported, in the order of the reports."""
    before, after = book.heading
    told = []
    for wish, answer in zip(task.lines, lines, strict=False):
        line = wish if wish.line == answer.line else task.line(answer.line)
        said = f"{before}{line.line}{after}{ending(line, answer, book)}"
        told.append(f"{said}{book.gap}{book.silent(answer.unreached)}" if answer.unreached else said)
    return told


def ending(line: Line, answer: LineAnswer, book: Book) -> str:
    """The sentence on how a line ended."""
    status = answer.status
    if status is Status.FOUND:
        return book.found(line, answer)
    if status is Status.SHORTFALL:
        return book.short(line, answer)
    if status is Status.UNKNOWN:
        return book.unknown(line, answer)
    return book.pack(line, answer) if answer.nearest else book.missing(line, answer)


def whole_order(notes: Notes, lines: Sequence[LineAnswer], shippable: Shippable | None, book: Book) -> list[str]:
    """What is said of the order as a whole, where there is anything to say."""
    told = []
    if notes.exhausted and any([answer.status is Status.UNKNOWN for answer in lines]):
        told.append(book.spent)
    if shippable is not None:
        told.append(book.ships[shippable])
    if notes.task.asks_to_reserve:
        told.append(book.not_reserved)
    return told
