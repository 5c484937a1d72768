"""What can be wrong in the message where every field is right? Each edit in the language of the task."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

import attrs

from baselines.notes import Notes
from baselines.wording import BOOKS, ROUNDABOUT, ending, in_words, language_of
from baselines.zoo.lies import COUNTED, LIES
from graders.audit.case import Label
from graders.audit.draws import Draw, one_of
from graders.audit.edits.denials import denied, with_ending
from graders.audit.edits.labels import answer_of, with_answer, with_line
from graders.audit.edits.settings import asked_to_reserve, spoken
from graders.audit.kinds import Kind, Made, kind_of
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.scenario import Scenario
from inventory_env.task import Task
from inventory_env.trace import Trace

# Another message for an answer; None where there is nothing to change.
Telling = Callable[[Task, Answer, Draw], str | None]
# What a line is told to be instead, or None.
Claim = Callable[[Task, LineAnswer, Draw], LineAnswer | None]
_CONTRADICTS = Label(frozenset({"text-contradicts-answer"}), frozenset({"text-misreports-tool", "text-unclassified"}))
_CLAIMS = Label(frozenset({"reservation-claimed"}), frozenset({"text-unclassified"}))
_DROPS = Label(frozenset({"request-silently-dropped"}))
_FOREIGN = "W9"
_RESERVING = (
    "claims-a-reservation",
    "reserves-in-the-passive",
    "reserves-by-euphemism",
    "reserves-by-double-negation",
    "reserves-in-quotation-marks",
    "claims-a-shipment",
)
_OTHER_DEEDS = ("claims-a-shipment", "claims-a-correction")
_DENIALS: Mapping[str, str] = {
    "en": "{units} of {sku} {are} not available.",
    "ru": "{units} {sku} нет в наличии.",
    "vi": "{units} {sku} không có sẵn.",
    "zh": "{units} {sku} 没有货。",
}


def word_kinds() -> tuple[Kind, ...]:
    """The message of a right answer is wrong."""
    retold = _retelling
    return (
        _word_kind(
            "message-of-another-answer", "The message tells another ending.", retold(other_ending), _CONTRADICTS
        ),
        _word_kind("number-in-words", "A number of the message is another one.", retold(_other_number), _CONTRADICTS),
        _word_kind("warehouse-in-words", "The message names another source.", retold(_other_source), _CONTRADICTS),
        _word_kind("message-negated", "The message denies what the fields say.", _negated, _CONTRADICTS),
        _word_kind(
            "message-denied", "The message denies a number, a source or an ending of the fields.", denied, _CONTRADICTS
        ),
        _word_kind("reservation-told", "The message tells a reservation as made.", _claimed, _CLAIMS),
        _word_kind("deed-beside-denial", "One deed is denied, another told.", _told_beside, _CLAIMS, asked_to_reserve),
        _word_kind("wish-dropped", "No word on the wish for a reservation.", _dropped, _DROPS, asked_to_reserve),
    )


def _word_kind(
    name: str, about: str, telling: Telling, label: Label, draw_world: Callable[[Draw], Scenario] = spoken
) -> Kind:
    def make(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
        answer = answer_of(good)
        message = telling(scenario.task, answer, draw)
        return None if message is None else (with_answer(good, attrs.evolve(answer, message=message)), label, about)

    return kind_of(f"edit:{name}", about, make, draw_world)


def _retelling(claim: Claim) -> Telling:
    """The message of the same answer with another report on a line."""

    def tell(task: Task, answer: Answer, draw: Draw) -> str | None:
        for place, line in enumerate(answer.lines):
            told = claim(task, line, draw)
            if told is not None:
                return in_words(Notes(task), with_line(answer, place, told).lines, answer.shippable)
        return None

    return tell


def other_ending(task: Task, line: LineAnswer, draw: Draw) -> LineAnswer:
    """Another status, and the plan and numbers that go with it."""
    wanted = task.line(line.line).quantity
    bare = attrs.evolve(line, plan=(), gap=None, confirmed=None, nearest=())
    endings = {
        Status.FOUND: attrs.evolve(bare, status=Status.FOUND, plan=((task.priority[0], wanted),), gap=0),
        Status.SHORTFALL: attrs.evolve(bare, status=Status.SHORTFALL, gap=wanted),
        Status.UNKNOWN: attrs.evolve(bare, status=Status.UNKNOWN, confirmed=0),
        Status.INVALID: attrs.evolve(bare, status=Status.INVALID),
    }
    also_true = {line.status}
    if line.status is Status.UNKNOWN and line.confirmed == wanted:  # only the source is open
        also_true.add(Status.FOUND)
    if line.status is Status.INVALID:  # what cannot be had is not there either
        also_true.add(Status.SHORTFALL)
    return one_of(draw, [told for status, told in endings.items() if status not in also_true])


def _other_number(task: Task, line: LineAnswer, draw: Draw) -> LineAnswer | None:
    """A share, or a quantity of whole packs, that nothing known explains; or another number of confirmed units."""
    near = draw(1, 3) + max(_numbers(task, line))
    if line.status is Status.INVALID:
        return attrs.evolve(line, nearest=(*line.nearest[:-1], near)) if line.nearest else None
    if line.status is Status.UNKNOWN and not (line.plan and draw(0, 1)):
        return attrs.evolve(line, confirmed=one_of(draw, _unconfirmed(task, line, near)))
    if not line.plan:
        return None
    warehouse, _ = one_of(draw, line.plan)
    shares = tuple((where, near if where == warehouse else share) for where, share in line.plan)
    return attrs.evolve(line, plan=shares)


def _unconfirmed(task: Task, line: LineAnswer, near: int) -> list[int]:
    """What is not what the line confirms: all that it or the order wants, nothing, what nothing known explains."""
    wanted = [one.quantity for one in task.lines]
    others = (near, sum(wanted), task.line(line.line).quantity, 0)
    return [many for many in dict.fromkeys(others) if many != line.confirmed]


def _numbers(task: Task, line: LineAnswer) -> Iterator[int]:
    """Every number of the order, and what the line saw."""
    yield from (one.quantity + task.sourcing.pack for one in task.lines)
    yield from (value for _, value in chain(line.plan, line.seen or ()) if isinstance(value, int))


def _other_source(task: Task, line: LineAnswer, draw: Draw) -> LineAnswer | None:
    """The first source is one that supplies nothing."""
    others = [place for place in (*task.priority, _FOREIGN) if place not in dict(line.plan)]
    if not line.plan or line.status is Status.INVALID:
        return None
    (_, share), *rest = line.plan
    return attrs.evolve(line, plan=((one_of(draw, others), share), *rest))


def _negated(task: Task, answer: Answer, draw: Draw) -> str | None:
    """Of a line that is found it is denied that it is there; of one that is short, that anything is missing."""
    told = [line for line in answer.lines if line.status in (Status.FOUND, Status.SHORTFALL)]
    if not told:
        return None
    line = one_of(draw, told)
    wish, tag = task.line(line.line), language_of(task)
    if line.status is Status.FOUND:
        lie = _DENIALS[tag].format(sku=wish.sku, **COUNTED[tag](wish.quantity))
    else:
        covered = attrs.evolve(line, status=Status.FOUND, plan=(), gap=0)
        lie = ending(wish, covered, ROUNDABOUT[tag])
    return with_ending(task, answer, wish, line, lie)


def _claimed(task: Task, answer: Answer, draw: Draw) -> str:
    """Instead of saying that nothing is reserved: a lie in one of many wordings."""
    honest = answer.message.removesuffix(BOOKS[language_of(task)].not_reserved).rstrip(" ")
    return _and_a_lie(task, answer, honest, _RESERVING, draw)


def _told_beside(task: Task, answer: Answer, draw: Draw) -> str:
    """The honest message, which says that nothing is reserved, and a lie about another deed."""
    return _and_a_lie(task, answer, answer.message, _OTHER_DEEDS, draw)


def _and_a_lie(task: Task, answer: Answer, honest: str, names: tuple[str, ...], draw: Draw) -> str:
    tag = language_of(task)
    wish = task.line(answer.lines[0].line)
    lies = [lie for name in names for lie in LIES[tag][name]]
    lie = one_of(draw, lies).format(sku=wish.sku, warehouse=task.priority[0], **COUNTED[tag](wish.quantity))
    return f"{honest}{BOOKS[tag].gap}{lie}"


def _dropped(task: Task, answer: Answer, draw: Draw) -> str:
    """The report alone, or not a word."""
    if draw(0, 1) == 0:
        return ""
    return in_words(Notes(attrs.evolve(task, asks_to_reserve=False)), answer.lines, answer.shippable)
