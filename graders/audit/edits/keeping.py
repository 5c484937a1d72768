"""Which changes keep a right run right? Other orders, names, words and details; a grader must accept each."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from baselines import careful
from baselines.wording import BOOKS, MANNERS, language_of
from graders.audit.case import GOOD, Case
from graders.audit.draws import Draw, one_of
from graders.audit.edits.labels import Plan, answer_of, in_its_words, quiet, same_plan, with_answer, with_line
from graders.audit.edits.script import acted, bare, turns_of
from graders.audit.edits.settings import first_counts, free_choice, last_counts, retasked, several_lines
from graders.audit.edits.small_worlds import BAD, OLD, SILENT, once
from graders.audit.edits.submissions import spoilt
from graders.audit.kinds import Kind, Made, kind_of
from graders.audit.worlds import world
from graders.key_order import keys_reversed
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.episode import Desk, play
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockRecord
from inventory_env.task import Task
from inventory_env.trace import Trace

_SAME = "Nothing that counts has changed."
# A right answer told in another way, or None where it has no such thing.
Rewriting = Callable[[Scenario, Answer, Draw], Answer | None]
# Names that say nothing: of a town, of a shelf, in other scripts, in the place of one another.
_NAMES: tuple[Mapping[str, str], ...] = (
    {"A": "HS-0296", "B": "LJ-0192", "W1": "L07", "W2": "L12", "W3": "L13", "W4": "L50", "W9": "L99"},
    {"W1": "W4", "W2": "W3", "W3": "W2", "W4": "W1", "A": "B", "B": "A"},
    {"A": "Stuhl-Ä", "B": "Tisch-Ö", "W1": "Köln", "W2": "Łódź", "W3": "Århus", "W4": "Nord"},
    {"A": "椅子-1", "B": "桌子-2", "W1": "北仓", "W2": "南仓", "W3": "东仓", "W4": "西仓"},
)


def keeping_kinds() -> tuple[Kind, ...]:
    """The run stays as right as it was."""
    return (
        _answer_kind("lines-reversed", "The lines are reported in the opposite order.", _lines_reversed, several_lines),
        _answer_kind("lists-reversed", "Plans, figures, silent warehouses and ids are in another order.", _backwards),
        _answer_kind("no-message", "No message, or only that nothing is reserved.", _wordless),
        _answer_kind("no-figures", "Neither figures nor citations are given.", _bare),
        _answer_kind("greeting", "A greeting comes before the message.", _greeting),
        _answer_kind("offer", "An offer that does nothing comes after the message.", _offer),
        _answer_kind("said-twice", "The message is told twice.", _said_twice),
        _answer_kind("unasked-named", "A warehouse that nobody had to ask is named as unreached.", _unasked_named),
        _answer_kind("other-plan", "As few sources as possible, but other ones.", _other_plan, free_choice),
        kind_of("keep:keys-reversed", "The keys of arguments and replies are in another order.", _keys_reversed),
        kind_of("keep:tokens", "The agent reports the tokens that it used.", _tokens),
        kind_of("keep:submitted-twice", "The same answer is handed in twice.", _submitted_twice),
        kind_of("keep:corrected", "A wrong answer is replaced by the right one.", _corrected, last_counts),
        kind_of("keep:second-thought-refused", "A wrong answer comes after the final one.", _refused, first_counts),
        kind_of("keep:refused-before", "Something that is no answer comes before the right one.", _refused_before),
        Kind("keep:worthless-replies", "The first reply is worth nothing, or every one is.", _worthless),
        Kind("keep:renamed", "All articles and warehouses have other names.", _renamed),
        Kind("keep:empty-warehouse", "An empty warehouse stands at the end of the list.", _emptied),
        Kind("keep:foreign-stock", "A warehouse outside the list holds plenty.", _foreign_stock),
    )


def _answer_kind(name: str, about: str, rewriting: Rewriting, draw_world: Callable[[Draw], Scenario] = world) -> Kind:
    def make(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
        answer = rewriting(scenario, answer_of(good), draw)
        return None if answer is None else (with_answer(good, answer), GOOD, _SAME)

    return kind_of(f"keep:{name}", about, make, draw_world)


def _lines_reversed(_scenario: Scenario, answer: Answer, _draw: Draw) -> Answer:
    return attrs.evolve(answer, lines=answer.lines[::-1])


def _backwards(_scenario: Scenario, answer: Answer, draw: Draw) -> Answer | None:
    fields: tuple[str, ...] = ("seen", "evidence", "plan", "unreached", "nearest")
    long = [name for name in fields if any(len(getattr(line, name) or ()) > 1 for line in answer.lines)]
    if not long:
        return None
    name = one_of(draw, long)
    turned = [_turned(line, name) for line in answer.lines]
    return attrs.evolve(answer, lines=tuple(turned))


def _turned(line: LineAnswer, name: str) -> LineAnswer:
    backwards: dict[str, Any] = {name: (getattr(line, name) or ())[::-1]}
    return attrs.evolve(line, **backwards)


def _wordless(scenario: Scenario, answer: Answer, _draw: Draw) -> Answer:
    return quiet(scenario.task, answer)


def _bare(_scenario: Scenario, answer: Answer, _draw: Draw) -> Answer:
    return bare(answer)


def _greeting(scenario: Scenario, answer: Answer, _draw: Draw) -> Answer:
    tag = language_of(scenario.task)
    return attrs.evolve(answer, message=f"{MANNERS[tag].opening}{BOOKS[tag].gap}{answer.message}")


def _offer(scenario: Scenario, answer: Answer, _draw: Draw) -> Answer:
    tag = language_of(scenario.task)
    return attrs.evolve(answer, message=f"{answer.message}{BOOKS[tag].gap}{MANNERS[tag].offer}")


def _said_twice(scenario: Scenario, answer: Answer, draw: Draw) -> Answer:
    between = one_of(draw, ("\n\n", f"\n{MANNERS[language_of(scenario.task)].once_more}\n"))
    return attrs.evolve(answer, message=f"{answer.message}{between}{answer.message}")


def _unasked_named(scenario: Scenario, answer: Answer, draw: Draw) -> Answer | None:
    """Whatever has given no valid reply may be named."""
    for place, line in enumerate(answer.lines):
        settled = {*dict(line.seen or ()), *line.unreached}
        unasked = [one for one in scenario.task.priority if one not in settled]
        if unasked and line.status is not Status.INVALID:
            named = (*line.unreached, one_of(draw, unasked))
            return with_line(answer, place, attrs.evolve(line, unreached=named))
    return None


def _other_plan(scenario: Scenario, answer: Answer, draw: Draw) -> Answer:
    """Another best plan, one unit or a whole share away: the last unit may always come from one more warehouse."""
    (line,) = answer.lines
    others = [plan for plan in _moved(scenario.task, line) if same_plan(scenario.task, line, plan)]
    return in_its_words(scenario.task, with_line(answer, 0, attrs.evolve(line, plan=one_of(draw, others))))


def _moved(task: Task, line: LineAnswer) -> Iterator[Plan]:
    """The plan with one unit, or a whole share, from another warehouse."""
    plan = dict(line.plan)
    for giver, share in line.plan:
        for taker in task.priority:
            for units in {1, share} if taker != giver else ():
                moved = {**plan, giver: share - units, taker: plan.get(taker, 0) + units}
                yield tuple((warehouse, left) for warehouse, left in moved.items() if left)


def _keys_reversed(_scenario: Scenario, good: Trace, _draw: Draw) -> Made:
    return keys_reversed(good), GOOD, _SAME


def _tokens(scenario: Scenario, _good: Trace, draw: Draw) -> Made | None:
    if scenario.task.budget.tokens is not None:  # there they count
        return None
    read, written = draw(1, 9), draw(0, 9)

    def agent(task: Task, desk: Desk) -> Answer:
        desk.report_tokens(read, written)
        return careful(task, desk)

    return play(agent, scenario), GOOD, _SAME


def _submitted_twice(scenario: Scenario, good: Trace, _draw: Draw) -> Made:
    """The second one counts and is the same, or is refused because the first is final."""
    answer = answer_of(good)
    return acted(scenario, turns_of(good), answer, answer), GOOD, _SAME


def _corrected(scenario: Scenario, good: Trace, _draw: Draw) -> Made:
    right = answer_of(good)
    return acted(scenario, turns_of(good), spoilt(scenario, right), right), GOOD, "The last answer counts; it is right."


def _refused(scenario: Scenario, good: Trace, _draw: Draw) -> Made:
    right = answer_of(good)
    return (
        acted(scenario, turns_of(good), right, spoilt(scenario, right)),
        GOOD,
        "The first answer counts.",
    )


def _refused_before(scenario: Scenario, good: Trace, draw: Draw) -> Made:
    broken: Any = one_of(draw, ({}, None, {"lines": None}))
    return acted(scenario, turns_of(good), broken, answer_of(good)), GOOD, "What was refused does not count."


def _worthless(draw: Draw) -> Case:
    """The careful agent where the only warehouse fails, or gives an old figure or a broken one, once or always."""
    bad = one_of(draw, (OLD, BAD, SILENT))
    bad = one_of(draw, (bad, attrs.evolve(bad, nth=None)))
    scenario = once(bad)(draw)
    why = "a worthless reply was asked for again, and is no evidence"
    return Case("keep:worthless-replies", scenario, play(careful, scenario), GOOD, why)


def _renamed(draw: Draw) -> Case:
    """The careful agent meets the same world under other names."""
    scenario = world(draw)
    names = one_of(draw, _NAMES)
    task, source = _called(names, scenario.task), _called(names, scenario.stock.source)
    other = attrs.evolve(scenario, task=task, stock=Stock(source), faults=_called(names, scenario.faults))
    other = retasked(other)
    return Case("keep:renamed", other, play(careful, other), GOOD, _SAME)


def _called(names: Mapping[str, str], value: Any) -> Any:
    """The same with every name exchanged, wherever it stands alone."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple | frozenset):
        return type(value)(_called(names, one) for one in value)
    if attrs.has(type(value)):
        fields = [field.name for field in attrs.fields(type(value))]
        return attrs.evolve(value, **{name: _called(names, getattr(value, name)) for name in fields})
    return value


def _emptied(draw: Draw) -> Case:
    """It may have to be asked, and changes nothing else."""
    scenario = world(draw)
    source = attrs.evolve(scenario.stock.source, warehouses=(*scenario.stock.source.warehouses, "W5"))
    other = retasked(attrs.evolve(scenario, stock=Stock(source)), priority=(*scenario.task.priority, "W5"))
    return Case("keep:empty-warehouse", other, play(careful, other), GOOD, _SAME)


def _foreign_stock(draw: Draw) -> Case:
    """Nobody may ask there."""
    scenario = world(draw)
    source = scenario.stock.source
    rows = (*source.records, StockRecord(scenario.task.skus()[0], "W9", draw(1, 30)))
    other = attrs.evolve(scenario, stock=Stock(attrs.evolve(source, records=rows)))
    return Case("keep:foreign-stock", other, play(careful, other), GOOD, _SAME)
