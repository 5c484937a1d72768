"""Which specimens make the wrong plan of the right figures?"""

from collections.abc import Mapping
from typing import Any

import attrs

from baselines.zoo.bending import (
    When,
    by_line,
    concluded,
    each_sku_once,
    edited,
    edited_lines,
    figures,
    kept,
    misread,
    misruled,
    on_second_thought,
    rewritten,
    skipping,
    with_rules,
)
from baselines.zoo.bites import answer_differs
from baselines.zoo.desks import Look, Notebook
from baselines.zoo.specimen import UNFOUNDED, WRONG_ANSWER, WRONG_CONCLUSION, Specimen, steady
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.episode import Agent, Desk
from inventory_env.task import Completeness, Line, Split, Task

_UNSUPPORTED = frozenset({"claim-unsupported"})
_INFEASIBLE = _UNSUPPORTED | {"plan-infeasible"}
_NOT_BEST = _UNSUPPORTED | {"plan-not-best"}


def _split(*splits: Split) -> When:
    return lambda task: task.sourcing.split in splits


def _by_rules(*when: When, **changes: Any) -> Agent:
    """The careful agent's walk, then a plan by other sourcing rules."""
    return misruled(lambda task: with_rules(task, **changes), skipping, *when)


def _with_minimum(task: Task) -> bool:
    return task.sourcing.min_per_source > 1


def _with_packs(task: Task) -> bool:
    return task.sourcing.pack > 1 and all(line.quantity % task.sourcing.pack == 0 for line in task.lines)


def _limited(task: Task) -> bool:
    return task.sourcing.split is Split.ANY and task.sourcing.max_sources is not None


def _free_shares(task: Task) -> bool:
    rules = task.sourcing
    return rules.max_sources is None and rules.min_per_source == rules.pack == 1


def _ship_complete(task: Task) -> bool:
    return not by_line(task)


def _there(notes: Notebook, line: Line) -> Mapping[str, int]:
    """What each asked warehouse said is available for a line, in list order."""
    there = notes.available()
    return {place: there[place, line.sku] for place in notes.task.priority if (place, line.sku) in there}


def _overallocated(notes: Notebook) -> Answer:
    """Each source of a split gives whatever it can."""
    lines = []
    for line in kept(notes).lines:
        wish = notes.task.line(line.line)
        there = _there(notes, wish)
        plan = tuple((place, min(wish.quantity, there[place])) for place, _ in line.plan)
        lines.append(attrs.evolve(line, plan=plan) if len(plan) > 1 else line)
    return rewritten(notes.task, kept(notes), lines)


def _fullest_first(notes: Notebook) -> Answer:
    """Split from the fullest warehouse down."""
    lines = []
    for line in kept(notes).lines:
        there = _there(notes, notes.task.line(line.line))
        rest, plan = notes.task.line(line.line).quantity, []
        for place in sorted(there, key=lambda one: -there[one]):
            if share := min(rest, there[place]):
                plan.append((place, share))
                rest -= share
        split = line.status is Status.FOUND and len(line.plan) > 1
        lines.append(attrs.evolve(line, plan=tuple(plan)) if split else line)
    return rewritten(notes.task, kept(notes), lines)


def _stopping_short(task: Task) -> Look:
    """The walk ends at the first warehouse with less than one pack."""
    ended: set[str] = set()

    def look(_warehouse: str, sku: str, seen: dict[str, Any]) -> dict[str, Any]:
        if seen.get("tracked") is False:
            return seen
        if sku in ended:
            return figures(seen, 0)
        if seen["available"] < task.sourcing.pack:
            ended.add(sku)
        return seen

    return look


def _greedy(task: Task) -> Look:
    """The first warehouses that hold anything use up the number of sources."""
    sources: dict[str, int] = {}

    def look(_warehouse: str, sku: str, seen: dict[str, Any]) -> dict[str, Any]:
        if not seen.get("available"):
            return seen
        sources[sku] = sources.get(sku, 0) + 1
        return figures(seen, 0) if sources[sku] > (task.sourcing.max_sources or 0) else seen

    return look


def _alone(notes: Notebook) -> Answer:
    """Each line as if it were the only one."""
    task, lines = with_rules(notes.task, completeness=Completeness.LINE), []
    for line in task.lines:
        lines += concluded(notes, attrs.evolve(task, lines=(line,)))
    if _ship_complete(notes.task) and any(line.status is not Status.FOUND for line in lines):
        lines = [attrs.evolve(line, plan=()) for line in lines]
    return rewritten(notes.task, kept(notes), lines)


def _last_of_sku(notes: Notebook) -> Answer:
    """One result an article: the last line's."""
    results = {notes.task.line(line.line).sku: line for line in kept(notes).lines}
    lines = [
        attrs.evolve(line, status=last.status, plan=last.plan, gap=last.gap, confirmed=last.confirmed)
        for line in kept(notes).lines
        if (last := results[notes.task.line(line.line).sku])
    ]
    return rewritten(notes.task, kept(notes), lines)


def _partial(answer: Answer, notes: Notebook, _desk: Desk) -> Answer:
    """Ship what there is, although the order ships as a whole or not at all."""
    plans = {line.line: line.plan for line in concluded(notes, with_rules(notes.task, completeness=Completeness.LINE))}
    return rewritten(notes.task, answer, [attrs.evolve(line, plan=plans[line.line]) for line in answer.lines])


def _everyone(line: LineAnswer, notes: Notebook) -> LineAnswer:
    """Name every warehouse of the list with the whole quantity: one of them will be right."""
    if line.status is not Status.FOUND:
        return line
    quantity = notes.task.line(line.line).quantity
    return attrs.evolve(line, plan=tuple((place, quantity) for place in notes.task.priority))


ALLOCATING = (
    Specimen(
        name="over-allocates-a-split",
        make=steady(on_second_thought(_overallocated)),
        must=_INFEASIBLE,
        may=frozenset(),
        applies=answer_differs,
        about="Each source of a split gives the smaller of what is wanted and what it has.",
    ),
    Specimen(
        name="splits-from-the-fullest",
        make=steady(
            on_second_thought(
                _fullest_first, by_line, each_sku_once, _free_shares, _split(Split.ANY, Split.PREFER_SINGLE)
            )
        ),
        must=_NOT_BEST,
        may=frozenset(),
        applies=answer_differs,
        about="A split is shared out from the fullest warehouse down.",
        mirrors="B44 solidusio/solidus#2122",
    ),
    Specimen(
        name="stops-below-one-pack",
        make=steady(misread(_stopping_short, _with_packs)),
        must=_UNSUPPORTED,
        may=WRONG_CONCLUSION,
        applies=answer_differs,
        about="A warehouse with less than one pack is the end of the list.",
    ),
    Specimen(
        name="uses-up-its-sources",
        make=steady(misread(_greedy, _limited)),
        must=_UNSUPPORTED,
        may=WRONG_CONCLUSION,
        applies=answer_differs,
        about="With a limit on sources the first ones that hold anything must be taken.",
    ),
    Specimen(
        name="checks-each-line-alone",
        make=steady(on_second_thought(_alone)),
        must=_UNSUPPORTED,
        may=WRONG_CONCLUSION,
        applies=answer_differs,
        about="Each line may use the whole stock, as if no other line wanted the article.",
        mirrors="B50 vendurehq/vendure#2702",
    ),
    Specimen(
        name="overwrites-the-line-before",
        make=steady(on_second_thought(_last_of_sku)),
        must=_UNSUPPORTED,
        may=WRONG_ANSWER,
        applies=answer_differs,
        about="An article has one result, so the second line of it replaces the first.",
    ),
    Specimen(
        name="splits-where-forbidden",
        make=steady(_by_rules(_split(Split.NONE), split=Split.ANY)),
        must=_INFEASIBLE,
        may=WRONG_CONCLUSION,
        applies=answer_differs,
        about="If the units add up, it does not matter from how many places they come.",
        mirrors="B46 medusajs/medusa#16246",
    ),
    Specimen(
        name="refuses-to-split",
        make=steady(misruled(lambda task: with_rules(task, split=Split.NONE), _split(Split.ANY, Split.PREFER_SINGLE))),
        must=_UNSUPPORTED,
        may=WRONG_CONCLUSION,
        applies=answer_differs,
        about="A line always comes from one warehouse, whatever the task allows.",
    ),
    Specimen(
        name="ignores-the-minimum",
        make=steady(_by_rules(_with_minimum, min_per_source=1)),
        must=_INFEASIBLE,
        may=WRONG_CONCLUSION,
        applies=answer_differs,
        about="Small shares are shares too.",
    ),
    Specimen(
        name="breaks-packs",
        make=steady(_by_rules(_with_packs, pack=1)),
        must=_INFEASIBLE,
        may=WRONG_CONCLUSION,
        applies=answer_differs,
        about="Units count, packs do not.",
    ),
    Specimen(
        name="splits-where-one-suffices",
        make=steady(_by_rules(_split(Split.PREFER_SINGLE), split=Split.ANY)),
        must=_NOT_BEST,
        may=WRONG_CONCLUSION,
        applies=answer_differs,
        about="The earlier warehouse always gives first, even where one source would cover the line.",
    ),
    Specimen(
        name="sends-too-many-parcels",
        make=steady(_by_rules(_split(Split.FEWEST), split=Split.ANY)),
        must=_NOT_BEST,
        may=WRONG_CONCLUSION,
        applies=answer_differs,
        about="Order in the list counts for more than the number of sources.",
    ),
    Specimen(
        name="ships-part-of-a-complete-order",
        make=steady(edited(_partial, _ship_complete)),
        must=frozenset({"plan-not-best"}),
        may=UNFOUNDED,
        applies=answer_differs,
        about="What is there can go ahead, even if the order ships only as a whole.",
    ),
    Specimen(
        name="names-every-warehouse",
        make=steady(edited_lines(_everyone, by_line, lambda task: len(task.priority) > 1)),
        must=frozenset({"plan-infeasible"}),
        may=_UNSUPPORTED,
        applies=answer_differs,
        about="If every warehouse is named, one of them will be the right one.",
        mirrors="B12 sierra-research/tau2-bench",
    ),
)
