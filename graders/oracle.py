"""What is the right answer, given what is known? Written from the contract, apart from every agent.

The oracle reads what replies have settled, never the stock.
"""

import functools
from collections.abc import Mapping, Sequence

import attrs

from graders.facts import Facts, facts
from graders.knowledge import Knowledge, LineTruth
from graders.plans import best_plan
from inventory_env.answer import Shippable, Status
from inventory_env.task import Completeness, Line, OnUnreachable, Split, Task

Plan = tuple[tuple[str, int], ...]
# Of one sku: what is known of each listed warehouse, and whether the article is missing.
States = tuple[tuple[int, ...], bool]


@attrs.frozen
class Certain:
    """The certain answer of a whole order.

    Attributes:
        lines: one per line of the task, in its order.
        left: per line, the units in each warehouse with a number that earlier lines leave to it.
        shippable: whether the order ships as a whole; None where lines ship alone.
    """

    lines: tuple[LineTruth, ...]
    left: tuple[Mapping[str, int], ...]
    shippable: Shippable | None


def truth(task: Task, knowledge: Knowledge) -> tuple[LineTruth, ...]:
    """The certain answer of every line."""
    return certain(task, knowledge).lines


def certain(task: Task, knowledge: Knowledge) -> Certain:
    """The certain answer, and what each line could draw on."""
    known = facts(task)
    return _certain(known, tuple([_states(task, knowledge, sku) for sku in known.skus]))


def ended(task: Task, knowledge: Knowledge, sku: str) -> bool:
    """Whether the stop rule has ended every line of that sku."""
    if task.sourcing.completeness is Completeness.LINE:
        return all([truth.ended for truth, _ in _drawn(facts(task), sku, *_states(task, knowledge, sku))])
    lines = certain(task, knowledge).lines
    return all([one.ended for line, one in zip(task.lines, lines, strict=True) if line.sku == sku])


def nearest_multiples(quantity: int, pack: int) -> tuple[int, ...]:
    """The multiples of the pack just below and just above, those above 0 only."""
    below = quantity // pack * pack
    return (below, below + pack) if below else (below + pack,)


# What is known of one listed warehouse: its units, or one of these.
_UNSETTLED, _SILENT = -1, -2
# Many agents on one scenario come to know the same things; a truth is found once for each.
_KEPT = 8192


def _states(task: Task, knowledge: Knowledge, sku: str) -> States:
    """What is known of each listed warehouse, in list order, and whether the article is missing."""
    numbers, unreached = knowledge.numbers, knowledge.unreached
    states = [numbers.get((warehouse, sku), _UNSETTLED) for warehouse in task.priority]
    if unreached:
        places = zip(task.priority, states, strict=True)
        states = [_SILENT if (warehouse, sku) in unreached else units for warehouse, units in places]
    return tuple(states), sku in knowledge.missing


@functools.lru_cache(maxsize=_KEPT)
def _certain(known: Facts, states: tuple[States, ...]) -> Certain:
    """The certain answer of a whole order, from what is known of each of its skus."""
    task = known.task
    shelves = {sku: iter(_drawn(known, sku, *seen)) for sku, seen in zip(known.skus, states, strict=True)}
    drawn = [next(shelves[line.sku]) for line in task.lines]
    truths = [one for one, _ in drawn]
    shippable = None
    if task.sourcing.completeness is Completeness.ORDER:
        truths = _ship_complete(truths)
        shippable = _shippable(truths)
    return Certain(tuple(truths), tuple([left for _, left in drawn]), shippable)


@functools.lru_cache(maxsize=_KEPT)
def _drawn(
    known: Facts, sku: str, states: tuple[int, ...], missing: bool
) -> tuple[tuple[LineTruth, Mapping[str, int]], ...]:
    """The certain answer of each line of a sku, in order, and what earlier lines left to it."""
    shelf = _Shelf(known.task, sku, states, missing)
    return tuple([shelf.draw(line) for line in known.task.lines if line.sku == sku])


class _Shelf:
    """One sku in the listed warehouses: what is there for sure, and what could be there at most."""

    __slots__ = ("closed_in", "held", "high", "low", "missing", "numberless", "task", "unsettled")

    def __init__(self, task: Task, sku: str, states: tuple[int, ...], missing: bool) -> None:
        self.task = task
        self.missing = missing
        self.unsettled = _UNSETTLED in states
        self.numberless = self.unsettled or _SILENT in states
        self.held = task.on_unreachable is OnUnreachable.HOLD and _SILENT in states
        # Under hold the first silent warehouse and every later one count as number-less.
        known = states.index(_SILENT) if self.held else len(states)
        # Under hold, with every warehouse before the first silent one settled, nothing more may be asked.
        self.closed_in = self.held and _UNSETTLED not in states[:known]
        self.low = [max(0, units) if place < known else 0 for place, units in enumerate(states)]
        most = sum(line.quantity for line in task.lines if line.sku == sku)
        # A skipped warehouse counts as 0 for the choice of sources, whatever it may hold.
        self.high = [
            most if place >= known or units == _UNSETTLED else max(0, units) for place, units in enumerate(states)
        ]

    def draw(self, line: Line) -> tuple[LineTruth, dict[str, int]]:
        """The certain answer of the next line of this sku, which takes its plan off the shelf."""
        task = self.task
        left = dict(zip(task.priority, self.low, strict=True))
        odd = line.quantity % task.sourcing.pack
        if self.missing or odd:
            nearest = nearest_multiples(line.quantity, task.sourcing.pack) if odd else ()
            return LineTruth(line.line, Status.INVALID, (), 0, None, nearest, True, True), left
        shares = best_plan(task.sourcing, line.quantity, self.low)
        other = shares if self.high == self.low else best_plan(task.sourcing, line.quantity, self.high)
        self.low = [units - share for units, share in zip(self.low, shares, strict=True)]
        self.high = [units - share for units, share in zip(self.high, other, strict=True)]
        return self._truth(line, shares, shares == other), left

    def _truth(self, line: Line, shares: Sequence[int], plan_certain: bool) -> LineTruth:
        total = sum(shares)
        covered = total == line.quantity
        if covered and (plan_certain or not self.held):
            status = Status.FOUND
        elif self.numberless:
            status = Status.UNKNOWN
        else:
            status = Status.SHORTFALL
        certain = covered and plan_certain
        return LineTruth(
            line=line.line,
            status=status,
            plan=tuple(
                (warehouse, share) for warehouse, share in zip(self.task.priority, shares, strict=True) if share
            ),
            total=total,
            gap=None if status is Status.UNKNOWN else line.quantity - total,
            nearest=(),
            plan_certain=plan_certain,
            ended=certain or self.closed_in or not self.unsettled,
        )


def _ship_complete(truths: Sequence[LineTruth]) -> list[LineTruth]:
    """Unless every line is found, the plans are emptied; a line that surely is not frees the others from theirs."""
    if all(one.status is Status.FOUND for one in truths):
        return list(truths)
    blocked = any(one.ended and one.status is not Status.FOUND for one in truths)
    return [
        attrs.evolve(
            one,
            plan=(),
            plan_certain=one.plan_certain or blocked,
            ended=one.ended or (blocked and one.status is Status.FOUND),
        )
        for one in truths
    ]


def _shippable(truths: Sequence[LineTruth]) -> Shippable:
    statuses = {one.status for one in truths}
    if statuses == {Status.FOUND}:
        return Shippable.YES
    return Shippable.NO if statuses & {Status.SHORTFALL, Status.INVALID} else Shippable.UNKNOWN


def infeasible(task: Task, line: Line, plan: Plan, left: Mapping[str, int]) -> str | None:
    """Why no plan like this could be carried out, or None.

    Args:
        left: units in each listed warehouse that earlier lines leave to this one; 0 where there is no number.
    """
    sourcing = task.sourcing
    total = sum(share for _, share in plan)
    most = 1 if sourcing.split is Split.NONE else sourcing.max_sources
    for warehouse, share in plan:
        if warehouse not in left:
            return f"{warehouse} is not in the list of warehouses"
        if share > left[warehouse]:
            return f"{warehouse} has {left[warehouse]} for this line, not {share}"
        if share % sourcing.pack:
            return f"{share} from {warehouse} is no multiple of the pack of {sourcing.pack}"
        if share < sourcing.min_per_source and share != line.quantity:
            return f"{share} from {warehouse} is below the minimum of {sourcing.min_per_source} per source"
    if total > line.quantity:
        return f"the shares add up to {total}, more than the {line.quantity} wanted"
    if most is not None and len(plan) > most:
        return f"it has {len(plan)} sources, allowed are {most}"
    return None


def accepts(task: Task, line: Line, right: LineTruth, plan: Plan, left: Mapping[str, int]) -> bool:
    """Whether a plan is one of the best: a predicate, never a comparison of writings."""
    if task.sourcing.split is not Split.FEWEST or not right.plan:
        return dict(plan) == dict(right.plan)
    return (
        infeasible(task, line, plan, left) is None
        and sum(share for _, share in plan) == right.total
        and len(plan) == len(right.plan)
    )
