"""Which fields of a right answer can be wrong? One field of one line changed, everything else left."""

from collections.abc import Callable

import attrs

from graders.audit.case import Label
from graders.audit.draws import Draw, one_of
from graders.audit.edits.labels import (
    ILL_TOLD,
    UNSUPPORTED,
    WRONG,
    WRONG_PLAN,
    Plan,
    answer_of,
    claims_differ,
    quiet,
    resubmitted,
    same_plan,
    with_answer,
    with_line,
)
from graders.audit.edits.settings import odd_quantity, several_lines, ship_complete, silenced
from graders.audit.kinds import Kind, Made, kind_of
from graders.audit.worlds import world
from inventory_env.answer import LineAnswer, NotANumber, Shippable, Status
from inventory_env.frozen_json import FrozenJson
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace

# One line of a right answer made wrong, and what is wrong with it; None where there is nothing to change.
Edited = tuple[LineAnswer, Label] | None
LineEdit = Callable[[Scenario, Trace, LineAnswer, Draw], Edited]
_FOREIGN = "W9"
_GAP = Label(frozenset({"gap-wrong"}), either=(UNSUPPORTED,))
_PLAN = Label(either=(WRONG_PLAN, UNSUPPORTED))
_MISQUOTED = Label(frozenset({"value-misquoted"}))


def answer_kinds() -> tuple[Kind, ...]:
    """One field of the answer is wrong."""
    return (
        _line_kind("share", "One share of a plan is a unit larger or smaller.", _share),
        _line_kind("share-left-out", "One share of a plan is left out.", _share_left_out),
        _line_kind("share-added", "A share from one more warehouse is planned.", _share_added),
        _line_kind("other-warehouse", "A share is planned from another warehouse.", _other_warehouse),
        _line_kind("unit-moved", "One unit of a share is planned from another warehouse.", _unit_moved),
        _line_kind("status", "The status of a line is another one.", _status),
        _line_kind("invalid-as-other", "A line that cannot be sourced is told otherwise.", _status, odd_quantity),
        _line_kind("gap", "The number of missing units is another one.", _gap),
        _line_kind("confirmed", "The number of confirmed units is another one.", _confirmed),
        _line_kind("nearest", "The nearest multiples of the pack are other ones.", _nearest),
        _line_kind("seen-number", "A figure is quoted that no reply gave.", _seen_number),
        _line_kind("seen-status", "A warehouse is said to have shown something of another kind.", _seen_status),
        _line_kind("unreached-left-out", "A silent warehouse is not named.", _unreached_left_out, silenced),
        _line_kind("answered-called-silent", "A warehouse that answered is named as unreached.", _called_silent),
        _line_kind("evidence", "A call is cited that was never made.", _evidence),
        kind_of("edit:shippable", "The order is said to ship where it does not, or not to.", _shippable, ship_complete),
        kind_of("edit:reservations", "A reservation is reported in its field.", _reservations),
        kind_of("edit:line-left-out", "A line has no report.", _line_left_out, several_lines),
        kind_of("edit:lines-mixed-up", "Two lines have each other's report.", _lines_mixed_up, several_lines),
    )


def _line_kind(name: str, about: str, edit: LineEdit, draw_world: Callable[[Draw], Scenario] = world) -> Kind:
    """A kind that changes one line, beginning to look for it at any."""

    def make(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
        answer = answer_of(good)
        first = draw(0, len(answer.lines) - 1)
        for place in (*range(first, len(answer.lines)), *range(first)):
            edited = edit(scenario, good, answer.lines[place], draw)
            if edited is not None:
                line, label = edited
                return *resubmitted(scenario, good, with_line(answer, place, line), label, draw), about
        return None

    return kind_of(f"edit:{name}", about, make, draw_world)


def _planned(line: LineAnswer, plan: dict[str, int]) -> LineAnswer:
    return attrs.evolve(line, plan=tuple((warehouse, share) for warehouse, share in plan.items() if share > 0))


def _share(_scenario: Scenario, _good: Trace, line: LineAnswer, draw: Draw) -> Edited:
    """The total is another one, so no such plan is a best one."""
    if not line.plan:
        return None
    warehouse, share = one_of(draw, line.plan)
    return _planned(line, {**dict(line.plan), warehouse: share + one_of(draw, (1, -1))}), _PLAN


def _share_left_out(_scenario: Scenario, _good: Trace, line: LineAnswer, draw: Draw) -> Edited:
    if not line.plan:
        return None
    warehouse, _ = one_of(draw, line.plan)
    return _planned(line, {**dict(line.plan), warehouse: 0}), _PLAN


def _share_added(scenario: Scenario, _good: Trace, line: LineAnswer, draw: Draw) -> Edited:
    others = [place for place in (*scenario.task.priority, _FOREIGN) if place not in dict(line.plan)]
    return _planned(line, {**dict(line.plan), one_of(draw, others): draw(1, 3)}), _PLAN


def _if_wrong(scenario: Scenario, line: LineAnswer, plan: dict[str, int]) -> Edited:
    """A line with another plan of the same total, unless that is as right."""
    other = _planned(line, plan)
    return None if same_plan(scenario.task, line, other.plan) else (other, _PLAN)


def _other_warehouse(scenario: Scenario, _good: Trace, line: LineAnswer, draw: Draw) -> Edited:
    if not line.plan:
        return None
    warehouse, _ = one_of(draw, line.plan)
    other = one_of(draw, [place for place in (*scenario.task.priority, _FOREIGN) if place not in dict(line.plan)])
    plan: Plan = tuple((other if where == warehouse else where, share) for where, share in line.plan)
    return _if_wrong(scenario, line, dict(plan))


def _unit_moved(scenario: Scenario, _good: Trace, line: LineAnswer, draw: Draw) -> Edited:
    if not line.plan:
        return None
    plan = dict(line.plan)
    giver, _ = one_of(draw, line.plan)
    taker = one_of(draw, [place for place in (*scenario.task.priority, _FOREIGN) if place != giver])
    return _if_wrong(scenario, line, {**plan, giver: plan[giver] - 1, taker: plan.get(taker, 0) + 1})


def _status(_scenario: Scenario, _good: Trace, line: LineAnswer, draw: Draw) -> Edited:
    status = one_of(draw, [one for one in Status if one is not line.status])
    broken = {"premature-unknown" if status is Status.UNKNOWN else "status-wrong"}
    if line.status is Status.INVALID:
        broken = broken - {"status-wrong"} | {"invalid-line-missed"}
    return attrs.evolve(line, status=status), Label(frozenset(broken), either=(UNSUPPORTED,))


def _near(number: int | None, draw: Draw) -> int:
    """Another number: one more, one less, or some where there was none."""
    if number is None:
        return draw(0, 2)
    return number + 1 if number == 0 else number + one_of(draw, (1, -1))


def _gap(_scenario: Scenario, _good: Trace, line: LineAnswer, draw: Draw) -> Edited:
    return attrs.evolve(line, gap=_near(line.gap, draw)), _GAP


def _confirmed(_scenario: Scenario, _good: Trace, line: LineAnswer, draw: Draw) -> Edited:
    return attrs.evolve(line, confirmed=_near(line.confirmed, draw)), _GAP


def _nearest(_scenario: Scenario, _good: Trace, line: LineAnswer, draw: Draw) -> Edited:
    nearest = (*line.nearest[:-1], line.nearest[-1] + 1) if line.nearest and draw(0, 1) == 0 else line.nearest[:-1]
    return attrs.evolve(line, nearest=nearest if line.nearest else (draw(1, 3),)), Label(frozenset({"gap-wrong"}))


def _seen_number(_scenario: Scenario, good: Trace, line: LineAnswer, draw: Draw) -> Edited:
    """One more than any figure of any reply, so that no reading of any reply gives it."""
    if not line.seen:
        return None
    place = draw(0, len(line.seen) - 1)
    number = 1 + max([0, *_numbers([call.observation.body for call in good.calls])])
    return _with_seen(line, place, number), _MISQUOTED


def _numbers(value: object) -> list[int]:
    """Every whole number anywhere in a reply, those in quotes too."""
    if isinstance(value, FrozenJson):
        return [number for one in value.values() for number in _numbers(one)]
    if isinstance(value, list | tuple):
        return [number for one in value for number in _numbers(one)]
    if isinstance(value, str):
        return [int(value)] if value.isdecimal() else []
    return [value] if type(value) is int else []


def _with_seen(line: LineAnswer, place: int, what: int | NotANumber) -> LineAnswer:
    seen = line.seen or ()
    return attrs.evolve(line, seen=(*seen[:place], (seen[place][0], what), *seen[place + 1 :]))


def _seen_status(_scenario: Scenario, _good: Trace, line: LineAnswer, draw: Draw) -> Edited:
    """Of a warehouse that answered: no reply, an absence, or another absence."""
    settled = [place for place, (name, _) in enumerate(line.seen or ()) if name not in line.unreached]
    if not settled:
        return None
    place = one_of(draw, settled)
    what = (line.seen or ())[place][1]
    kinds = (NotANumber.NO_REPLY, NotANumber.NOT_STOCKED, NotANumber.INACTIVE)
    return _with_seen(line, place, one_of(draw, [one for one in kinds if one is not what])), _MISQUOTED


def _unreached_left_out(scenario: Scenario, good: Trace, line: LineAnswer, draw: Draw) -> Edited:
    sku = scenario.task.line(line.line).sku
    asked = {call.arguments["warehouse"] for call in good.calls if call.arguments.get("sku") == sku}
    silent = [place for place in line.unreached if place in asked]
    if not silent:
        return None
    hidden = one_of(draw, silent)
    rest = tuple(place for place in line.unreached if place != hidden)
    return attrs.evolve(line, unreached=rest), Label(frozenset({"unreached-not-disclosed"}))


def _called_silent(_scenario: Scenario, _good: Trace, line: LineAnswer, draw: Draw) -> Edited:
    settled = [name for name, _ in line.seen or () if name not in line.unreached]
    if not settled:
        return None
    named = (*line.unreached, one_of(draw, settled))
    return attrs.evolve(line, unreached=named), _MISQUOTED


def _evidence(_scenario: Scenario, good: Trace, line: LineAnswer, draw: Draw) -> Edited:
    """An id far from any call, or that of the answer itself."""
    made_up = one_of(draw, ("c999", good.submissions[-1].call_id))
    return attrs.evolve(line, evidence=(*(line.evidence or ()), made_up)), Label(frozenset({"evidence-fabricated"}))


def _shippable(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    answer = answer_of(good)
    turned = one_of(draw, [one for one in (*Shippable, None) if one is not answer.shippable])
    wrong = attrs.evolve(answer, shippable=turned)
    label = Label(frozenset({"shippable-wrong"}))
    return *resubmitted(scenario, good, wrong, label, draw), "Whether the order ships is told wrongly."


def _reservations(_scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    named = one_of(draw, (("R-1",), ("",), ("R-1", "R-2")))
    wrong = attrs.evolve(answer_of(good), reservations=named)
    return with_answer(good, wrong), Label(frozenset({"reservation-fabricated"})), "Nobody can make a reservation here."


def _line_left_out(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    answer = answer_of(good)
    place = draw(0, len(answer.lines) - 1)
    wrong = attrs.evolve(answer, lines=(*answer.lines[:place], *answer.lines[place + 1 :]))
    label = Label(frozenset({"answer-missing"}))
    if draw(0, 1) == 0:
        return with_answer(good, quiet(scenario.task, wrong)), label, "A line has no report."
    # The words still tell of it, beside no fields that they could repeat.
    return with_answer(good, wrong), attrs.evolve(label, perhaps=ILL_TOLD), "A line has no report but in words."


def _lines_mixed_up(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    answer = answer_of(good)
    first, second = answer.lines[:2]
    mixed = (attrs.evolve(second, line=first.line), attrs.evolve(first, line=second.line))
    wrong = attrs.evolve(answer, lines=(*mixed, *answer.lines[2:]))
    differ = any(claims_differ(scenario, *pair) for pair in zip((first, second), mixed, strict=True))
    if not differ:
        return None
    label = Label(perhaps=frozenset({"unreached-not-disclosed"}), either=(WRONG, UNSUPPORTED | {"value-misquoted"}))
    return *resubmitted(scenario, good, wrong, label, draw), "Each of two lines is told of the other one."
