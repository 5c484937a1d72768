"""In which other ways can an agent be right? Agents that behave unlike `careful` and report the same truth."""

import attrs

from baselines.juggling import Juggler, Together
from baselines.notes import Notes
from baselines.reading import NO_REPLY, Seen, is_silent
from baselines.reporting import report
from baselines.rule_based import Inquiry, careful
from baselines.wording import BOOKS, MANNERS, in_words, language_of
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.codec import builtins
from inventory_env.episode import Desk
from inventory_env.task import Budget, Completion, Line, Split, Task
from inventory_env.trace import Observation

_UNLIMITED = Budget()


def reads_policy_first(task: Task, desk: Desk) -> Answer:
    """Reads the rules as fields before it begins, where they are on offer."""
    if "get_policy" in task.tools:
        desk.call("get_policy")
    return careful(task, desk)


def waits_longer(task: Task, desk: Desk) -> Answer:
    """Takes its time: before it begins, and longer than asked before each further attempt."""
    desk.call("wait", seconds=3)
    inquiry = _Patient(task, desk)
    inquiry.pursue_all(task.lines)
    return report(inquiry.conclude())


def corrects_refused_answer(task: Task, desk: Desk) -> Answer:
    """Submits what is no answer, reads why it was refused, and submits it properly."""
    answer = careful(task, desk)
    desk.submit({"lines": "as told in the message", "message": answer.message})
    return answer


def terse(task: Task, desk: Desk) -> Answer:
    """Says only what is asked: no words beyond what was not reserved, nothing seen, nothing cited."""
    answer = careful(task, desk)
    lines = tuple([attrs.evolve(line, seen=None, evidence=None) for line in answer.lines])
    message = MANNERS[language_of(task)].nothing_reserved if task.asks_to_reserve else ""
    return attrs.evolve(answer, lines=lines, message=message)


def verbose(task: Task, desk: Desk) -> Answer:
    """Names every listed warehouse on every line, also those that had no reason to be asked, and says it all twice."""
    answer = careful(task, desk)
    lines = tuple([attrs.evolve(line, seen=_everywhere(task, line)) for line in answer.lines])
    tag = language_of(task)
    again = f"{MANNERS[tag].once_more}{BOOKS[tag].gap}{answer.message}"
    return attrs.evolve(answer, lines=lines, message=f"{answer.message}\n\n{again}")


def names_the_unasked(task: Task, desk: Desk) -> Answer:
    """Names as unreached every warehouse that has given no figure, asked or not."""
    answer = careful(task, desk)
    return attrs.evolve(answer, lines=tuple([_naming_all(task, line) for line in answer.lines]))


def cites_every_call(task: Task, desk: Desk) -> Answer:
    """Cites each call that it made, the failed ones too."""
    inquiry = _Citing(task, desk)
    inquiry.pursue_all(task.lines)
    answer = report(inquiry.conclude())
    lines = [
        attrs.evolve(told, evidence=inquiry.cited_for(line.sku))
        for line, told in zip(task.lines, answer.lines, strict=True)
    ]
    return attrs.evolve(answer, lines=tuple(lines))


def lines_reversed(task: Task, desk: Desk) -> Answer:
    """Asks for the last article first; lines of one article stay in order."""
    inquiry = Inquiry(task, desk)
    last_first = reversed(task.skus())
    inquiry.pursue_all([line for sku in last_first for line in task.lines if line.sku == sku])
    return report(inquiry.conclude())


def allocations_reversed(task: Task, desk: Desk) -> Answer:
    """Writes every list of its answer from back to front."""
    answer = careful(task, desk)
    return attrs.evolve(answer, lines=tuple([_backwards(line) for line in reversed(answer.lines)]))


def submits_through_desk(task: Task, desk: Desk) -> None:
    """Hands its answer in at the desk instead of returning it."""
    desk.submit(careful(task, desk))


def submits_json(task: Task, desk: Desk) -> None:
    """Hands in plain JSON, as a program in another language would."""
    desk.submit(builtins(careful(task, desk)))


def drafts_first(task: Task, desk: Desk) -> Answer:
    """Submits a draft before it asks, where only the last answer counts."""
    if task.completion is Completion.LAST_ANSWER:
        lines = tuple([LineAnswer(line=line.line, status=Status.UNKNOWN, confirmed=0) for line in task.lines])
        desk.submit(Answer(lines, MANNERS[language_of(task)].draft))
    return careful(task, desk)


def takes_the_fullest_where_free(task: Task, desk: Desk) -> Answer:
    """Under fewest sources takes the fullest warehouses, one of several plans that are equally good."""
    inquiry = Inquiry(task, desk)
    inquiry.pursue_all(task.lines)
    notes = inquiry.conclude()
    answer = report(notes)
    if task.sourcing.split is not Split.FEWEST:
        return answer
    lines = [_from_the_fullest(notes, line, told) for line, told in zip(task.lines, answer.lines, strict=True)]
    return attrs.evolve(answer, lines=tuple(lines), message=in_words(notes, lines, answer.shippable))


def parallel(task: Task, desk: Desk) -> Answer:
    """Asks the first question of every article in one decision, where no limit makes time or calls count."""
    inquiry = Together(task, desk)
    if task.budget == _UNLIMITED and task.max_age_s is None and inquiry.lists is None:
        inquiry.open_together()
    inquiry.pursue_all(task.lines)
    return report(inquiry.conclude())


def fills_the_waits(task: Task, desk: Desk) -> Answer:
    """While one article must wait for its next attempt, asks for another."""
    inquiry = Juggler(task, desk)
    if inquiry.lists is None:
        inquiry.juggle()
    inquiry.pursue_all(task.lines)
    return report(inquiry.conclude())


class _Patient(Inquiry):
    """Waits two seconds longer than needed."""

    __slots__ = ()

    def wait(self, seconds: int) -> None:
        """Let more time pass."""
        super().wait(seconds + 2)


class _Citing(Inquiry):
    """Remembers every call, and the article that it asked for; a page asks for them all."""

    __slots__ = ("_made",)

    def __init__(self, task: Task, desk: Desk) -> None:
        super().__init__(task, desk)
        self._made: list[tuple[str, str | None]] = []

    def ask(self, tool: str, **arguments: str) -> Observation:
        """Make one call, and remember it."""
        reply = super().ask(tool, **arguments)
        self._made.append((reply.call_id, arguments.get("sku")))
        return reply

    def cited_for(self, sku: str) -> tuple[str, ...]:
        """The ids of the calls that asked for an article."""
        return tuple([call_id for call_id, asked_for in self._made if asked_for in (None, sku)])


def _everywhere(task: Task, line: LineAnswer) -> tuple[tuple[str, Seen], ...] | None:
    if line.status is Status.INVALID:
        return line.seen  # "there is no such article" is nothing that `seen` can say
    seen = dict(line.seen or ())
    return tuple([(warehouse, seen.get(warehouse, NO_REPLY)) for warehouse in task.priority])


def _naming_all(task: Task, line: LineAnswer) -> LineAnswer:
    if line.status is Status.INVALID:
        return line
    silent = {warehouse for warehouse, value in line.seen or () if is_silent(value)}
    answered = {warehouse for warehouse, _ in line.seen or ()} - silent
    return attrs.evolve(line, unreached=tuple([place for place in task.priority if place not in answered]))


def _backwards(line: LineAnswer) -> LineAnswer:
    return attrs.evolve(
        line,
        plan=line.plan[::-1],
        unreached=line.unreached[::-1],
        nearest=line.nearest[::-1],
        seen=line.seen and line.seen[::-1],
        evidence=line.evidence and line.evidence[::-1],
    )


def _from_the_fullest(notes: Notes, line: Line, told: LineAnswer) -> LineAnswer:
    """The same total from the same number of sources, but the fullest ones, which give most."""
    pack, stock = notes.task.sourcing.pack, notes.stock(notes.sheets[line.sku], 0)
    least = -(-notes.task.sourcing.min_per_source // pack) * pack
    by_units = sorted(range(len(stock)), key=lambda place: (stock[place], place), reverse=True)
    rest = sum(share for _, share in told.plan) - least * len(told.plan)
    plan = []
    for place in by_units[: len(told.plan)]:
        more = min(stock[place] // pack * pack - least, rest)
        rest -= more
        plan.append((notes.task.priority[place], least + more))
    return attrs.evolve(told, plan=tuple(plan))
