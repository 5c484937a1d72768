"""Which specimens know the right answer, or nothing, and report something else?"""

from itertools import count

import attrs

from baselines.notes import Notes
from baselines.rule_based import careful
from baselines.wording import BOOKS, in_words, language_of
from baselines.zoo.bending import by_line, edited, edited_lines, kept, rewritten, walked
from baselines.zoo.bites import always, answer_differs, said_differently
from baselines.zoo.desks import Notebook
from baselines.zoo.specimen import CALLED_SILENT, UNFOUNDED, WRONG_ANSWER, Specimen, steady
from inventory_env.answer import Answer, LineAnswer, Shippable, Status
from inventory_env.episode import Desk
from inventory_env.scenario import Scenario
from inventory_env.task import Completeness, Completion, Task
from inventory_env.trace import Trace

# No run makes so many calls.
_NEVER_CALLED = "c999999"
_UNSUPPORTED = frozenset({"claim-unsupported"})
# Words that repeat one field contradict another where the fields contradict each other.
_SELF_CONTRADICTED = frozenset({"text-contradicts-answer"})


def _short_not_unknown(line: LineAnswer, notes: Notebook) -> LineAnswer:
    if line.status is not Status.UNKNOWN:
        return line
    gap = notes.task.line(line.line).quantity - (line.confirmed or 0)
    return attrs.evolve(line, status=Status.SHORTFALL, gap=gap, confirmed=None)


def _unknown_not_short(line: LineAnswer, notes: Notebook) -> LineAnswer:
    if line.status is not Status.SHORTFALL:
        return line
    confirmed = notes.task.line(line.line).quantity - (line.gap or 0)
    return attrs.evolve(line, status=Status.UNKNOWN, gap=None, confirmed=confirmed)


def _short_not_missing(line: LineAnswer, notes: Notebook) -> LineAnswer:
    if line.status is not Status.INVALID or line.nearest:
        return line
    return attrs.evolve(line, status=Status.SHORTFALL, gap=notes.task.line(line.line).quantity)


def _short_by_odd_units(line: LineAnswer, notes: Notebook) -> LineAnswer:
    if not line.nearest:
        return line
    odd = notes.task.line(line.line).quantity % notes.task.sourcing.pack
    return attrs.evolve(line, status=Status.SHORTFALL, gap=odd, nearest=())


def _rounding(task: Task, desk: Desk) -> Answer:
    """Source the nearest whole packs; an article that does not exist is simply not there."""
    pack = task.sourcing.pack
    lines = tuple(attrs.evolve(line, quantity=max(pack, line.quantity // pack * pack)) for line in task.lines)
    answer = careful(attrs.evolve(task, lines=lines), desk)
    return rewritten(task, answer, [_not_invalid(line, task) for line in answer.lines])


def _not_invalid(line: LineAnswer, task: Task) -> LineAnswer:
    quantity = task.line(line.line).quantity
    if line.status is not Status.INVALID or quantity % task.sourcing.pack == 0:
        return line
    return attrs.evolve(line, status=Status.SHORTFALL, gap=quantity)


def _no_multiple(scenario: Scenario, _careful: Trace, _own: Trace) -> bool:
    return any(line.quantity % scenario.task.sourcing.pack for line in scenario.task.lines)


def _whole_gap(line: LineAnswer, notes: Notebook) -> LineAnswer:
    if line.status is not Status.SHORTFALL:
        return line
    return attrs.evolve(line, gap=notes.task.line(line.line).quantity)


def _hiding(line: LineAnswer, _notes: Notebook) -> LineAnswer:
    return attrs.evolve(line, unreached=())


def _hid_one_asked(scenario: Scenario, careful_trace: Trace, own: Trace) -> bool:
    """A warehouse that the careful agent names as unreached was asked for the sku."""
    asked = {(call.arguments.get("warehouse"), call.arguments.get("sku")) for call in own.calls}
    answer = careful_trace.counting.answer if careful_trace.counting else None
    return any(
        (warehouse, scenario.task.line(line.line).sku) in asked
        for line in (answer.lines if answer else ())
        for warehouse in line.unreached
    )


def _one_by_one(task: Task) -> bool:
    return "get_stock" in task.tools


def _miscopied(line: LineAnswer, notes: Notebook) -> LineAnswer:
    """One figure of the line, and none that its warehouse gave."""
    sku = notes.task.line(line.line).sku
    for warehouse, units in line.seen or ():
        if type(units) is int and not notes.odd:
            given = set(notes.stock()[warehouse, sku].body.values())
            return attrs.evolve(line, seen=((warehouse, next(n for n in count() if n not in given)),))
    return line


def _citing(line: LineAnswer, _notes: Notebook) -> LineAnswer:
    return attrs.evolve(line, evidence=(_NEVER_CALLED,))


def _promised(answer: Answer, notes: Notebook, _desk: Desk) -> Answer:
    """Say that the order ships, in the field and in the words alike."""
    if answer.shippable is None:
        return answer
    ships = BOOKS[language_of(notes.task)].ships
    message = answer.message.replace(ships[answer.shippable], ships[Shippable.YES])
    return attrs.evolve(answer, shippable=Shippable.YES, message=message)


def _reserved(answer: Answer, _notes: Notebook, _desk: Desk) -> Answer:
    return attrs.evolve(answer, reservations=("R-1001",))


def _without_last(answer: Answer, notes: Notebook, _desk: Desk) -> Answer:
    lines = answer.lines[:-1]
    return attrs.evolve(answer, lines=lines, message=in_words(Notes(notes.task), lines, answer.shippable))


def _guess(task: Task) -> Answer:
    """All lines found, each in the first warehouse."""
    shippable = Shippable.YES if task.sourcing.completeness is Completeness.ORDER else None
    lines = [LineAnswer(line.line, Status.FOUND, ((task.priority[0], line.quantity),), gap=0) for line in task.lines]
    return Answer(tuple(lines), in_words(Notes(task), lines, shippable), shippable)


def _guessing(task: Task, _desk: Desk) -> Answer:
    return _guess(task)


def _hurried(task: Task, desk: Desk) -> Answer:
    desk.submit(_guess(task))
    return careful(task, desk)


def _wavering(task: Task, desk: Desk) -> Answer:
    notes = walked(task, desk)
    desk.submit(kept(notes))
    return kept(notes) if notes.odd else _as_guessed(kept(notes), task)


def _as_guessed(answer: Answer, task: Task) -> Answer:
    """The answer with what it quotes and cites, but with the guess for a conclusion."""
    lines = []
    for line in answer.lines:
        plan = ((task.priority[0], task.line(line.line).quantity),)
        lines.append(attrs.evolve(line, status=Status.FOUND, plan=plan, gap=0, confirmed=None, nearest=()))
    return rewritten(task, answer, lines)


def _first_counts(scenario: Scenario, _careful: Trace, _own: Trace) -> bool:
    return scenario.task.completion is Completion.FIRST_ANSWER


REPORTING = (
    Specimen(
        name="takes-silence-for-zero",
        make=steady(edited_lines(_short_not_unknown)),
        must=frozenset({"status-wrong"}),
        may=UNFOUNDED | _SELF_CONTRADICTED | {"shippable-wrong"},
        applies=answer_differs,
        about="A warehouse that does not answer has nothing.",
        mirrors="B62 micro/go-micro#4503",
    ),
    Specimen(
        name="dares-not-say-short",
        make=steady(edited_lines(_unknown_not_short)),
        must=frozenset({"premature-unknown"}),
        may=_UNSUPPORTED | {"shippable-wrong"},
        applies=answer_differs,
        about="To say that something is missing is risky, so it is called unknown.",
        mirrors="B24 web-arena-x/webarena#79",
    ),
    Specimen(
        name="takes-unknown-sku-for-shortage",
        make=steady(edited_lines(_short_not_missing)),
        must=frozenset({"invalid-line-missed"}),
        may=_UNSUPPORTED,
        applies=answer_differs,
        about="An article that nobody knows is simply out of stock.",
        mirrors="B41 medusajs/medusa#13703",
    ),
    Specimen(
        name="takes-odd-units-for-shortage",
        make=steady(edited_lines(_short_by_odd_units)),
        must=frozenset({"invalid-line-missed"}),
        may=_UNSUPPORTED,
        applies=answer_differs,
        about="A quantity that is no multiple of the pack is short by the odd units.",
    ),
    Specimen(
        name="rounds-to-packs",
        make=steady(_rounding),
        must=frozenset({"invalid-line-missed"}),
        may=WRONG_ANSWER | UNFOUNDED | CALLED_SILENT | _SELF_CONTRADICTED | {"surplus-query", "text-unclassified"},
        applies=_no_multiple,
        about="A quantity that is no multiple of the pack means the nearest one below.",
    ),
    Specimen(
        name="calls-the-whole-line-short",
        make=steady(edited_lines(_whole_gap)),
        must=frozenset({"gap-wrong"}),
        may=_UNSUPPORTED,
        applies=answer_differs,
        about="A line that is not covered is missing as a whole.",
    ),
    Specimen(
        name="hides-the-unreached",
        make=steady(edited_lines(_hiding, _one_by_one)),
        must=frozenset({"unreached-not-disclosed"}),
        may=frozenset(),
        applies=_hid_one_asked,
        about="A warehouse that gave no answer is not worth a word.",
    ),
    Specimen(
        name="promises-the-order",
        make=steady(edited(_promised, lambda task: not by_line(task))),
        must=frozenset({"shippable-wrong"}),
        may=_SELF_CONTRADICTED | {"text-unclassified"},
        applies=answer_differs,
        about="The customer hears what the customer wants to hear: the order ships.",
    ),
    Specimen(
        name="mis-copies-a-number",
        make=steady(edited_lines(_miscopied, _one_by_one)),
        must=frozenset({"value-misquoted"}),
        may=frozenset(),
        applies=said_differently("seen"),
        about="A figure need not be checked against the reply when it is written down.",
        mirrors="B10 latitude-dev/latitude-llm#4674",
    ),
    Specimen(
        name="cites-a-call-never-made",
        make=steady(edited_lines(_citing)),
        must=frozenset({"evidence-fabricated"}),
        may=frozenset(),
        applies=said_differently("evidence"),
        about="Evidence is a form to fill in, and any id will do.",
        mirrors="B09 activeagents/activeagent#445",
    ),
    Specimen(
        name="fabricates-a-reservation",
        make=steady(edited(_reserved)),
        must=frozenset({"reservation-fabricated"}),
        may=frozenset(),
        applies=always,
        about="What is available is as good as reserved, so it gets a reference.",
        mirrors="B09 amd/gaia#3983",
    ),
    Specimen(
        name="leaves-out-the-last-line",
        make=steady(edited(_without_last)),
        must=frozenset({"answer-missing"}),
        may=frozenset(),
        applies=always,
        about="The last line of an order will follow later.",
    ),
    Specimen(
        name="guesses-without-asking",
        make=steady(_guessing),
        must=frozenset({"claim-unsupported"}),
        may=WRONG_ANSWER | {"stopped-early"},
        applies=always,
        about="There is nearly always enough in the first warehouse.",
        mirrors="B02 sierra-research/tau2-bench#224",
    ),
    Specimen(
        name="answers-before-asking",
        make=steady(_hurried),
        must=frozenset({"claim-unsupported"}),
        may=WRONG_ANSWER | {"stopped-early"},
        applies=_first_counts,
        about="A first answer can be sent at once, as it may be corrected afterwards.",
        mirrors="B20 openai/simple-evals#33",
    ),
    Specimen(
        name="has-second-thoughts",
        make=steady(_wavering),
        must=frozenset({"claim-unsupported"}),
        may=WRONG_ANSWER,
        applies=answer_differs,
        about="The answer with the best news is the one to send last.",
        mirrors="B12 sierra-research/tau2-bench",
    ),
)
