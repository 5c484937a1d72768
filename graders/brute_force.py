"""What is the right answer when everything is tried? For small worlds; it shares no idea with any other judge."""

import enum
import itertools
import math
from collections.abc import Sequence

import attrs

from graders.knowledge import Knowledge, LineTruth, Place
from inventory_env.answer import Status
from inventory_env.errors import InputError
from inventory_env.task import Completeness, Line, OnUnreachable, Sourcing, Split, Task

# Trying more than this takes seconds: a world that needs it is not small.
MOST_VECTORS = 2_000_000

Shares = tuple[int, ...]


@attrs.frozen
class BestPlans:
    """The best that one line can get.

    Attributes:
        total: units of every best plan, 0 up to the quantity.
        canonical: the share of each warehouse, in the order of the figures given.
        accepted: every plan that is as right as the canonical one, which is among them.
    """

    total: int
    canonical: Shares
    accepted: frozenset[Shares]


def best_plans(
    sourcing: Sourcing, quantity: int, available: Sequence[int], *, most_vectors: int = MOST_VECTORS
) -> BestPlans:
    """The best plans of one line, found by looking at every plan that is allowed.

    >>> best_plans(Sourcing(Split.ANY, max_sources=2), 10, (3, 3, 7)).canonical
    (3, 0, 7)

    Args:
        sourcing: which plans are allowed, and which is best.
        quantity: wanted, 1 or more.
        available: units left at each warehouse, 0 or more, first choice first.
        most_vectors: how many share vectors may be tried.

    Raises:
        InputError: there are more share vectors than that.
    """
    plans = _allowed(sourcing, quantity, available, most_vectors)
    best = max(_wishes(sourcing, quantity, shares) for shares in plans)
    equals = frozenset(shares for shares in plans if _wishes(sourcing, quantity, shares) == best)
    canonical = max(equals)  # tuples compare from the first: most from the earlier warehouse
    accepted = equals if sourcing.split is Split.FEWEST else frozenset({canonical})
    return BestPlans(sum(canonical), canonical, accepted)


def brute_truth(task: Task, knowledge: Knowledge, *, most_vectors: int = MOST_VECTORS) -> tuple[LineTruth, ...]:
    """The certain answer of every line, in the order of the task.

    Args:
        task: lines, warehouses and rules.
        knowledge: what is settled, and how.
        most_vectors: how many share vectors may be tried for one line.

    Raises:
        InputError: a line has more share vectors than that.
    """
    existing = [sku for sku in task.skus() if sku not in knowledge.missing]
    views = {sku: _view(task, knowledge, sku, most_vectors) for sku in existing}
    truths = tuple(_truth(task, line, views.get(line.sku)) for line in task.lines)
    return _ship_complete(truths) if task.sourcing.completeness is Completeness.ORDER else truths


def _allowed(sourcing: Sourcing, quantity: int, available: Sequence[int], most_vectors: int) -> list[Shares]:
    """Every share vector that breaks no rule."""
    multiples = [range(0, min(units, quantity) + 1, sourcing.pack) for units in available]
    vectors = math.prod(len(each) for each in multiples)
    if vectors > most_vectors:
        raise InputError(f"must have at most {most_vectors} share vectors; got {vectors}", field="available")
    least = sourcing.min_per_source
    options = [[share for share in each if share == 0 or share >= least or share == quantity] for each in multiples]
    most_sources = _most_sources(sourcing, len(available))
    return [
        shares for shares in itertools.product(*options) if sum(shares) <= quantity and _sources(shares) <= most_sources
    ]


def _most_sources(sourcing: Sourcing, warehouses: int) -> int:
    if sourcing.split is Split.NONE:
        return 1
    return warehouses if sourcing.max_sources is None else sourcing.max_sources


def _sources(shares: Shares) -> int:
    return sum(share > 0 for share in shares)


def _wishes(sourcing: Sourcing, quantity: int, shares: Shares) -> tuple[int, int]:
    """How well a plan fulfils the wishes before the last one; larger is better."""
    wish = 0
    if sourcing.split is Split.FEWEST:
        wish = -_sources(shares)
    elif sourcing.split is Split.PREFER_SINGLE:
        wish = int(quantity in shares)  # one warehouse gives the whole line
    return sum(shares), wish


class _Open(enum.Enum):
    """Why a warehouse has no number."""

    UNREACHED = enum.auto()
    UNSETTLED = enum.auto()


@attrs.frozen
class _View:
    """What is known about one sku, and the plans of its valid lines by line number.

    Attributes:
        held: under hold, some warehouse is unreached.
        numberless: some warehouse counts as one without a number.
        exhausted: nothing more may be asked: all is settled, or the lines are closed.
        low: plans with every number-less warehouse at 0.
        high: plans with those whose stock may still matter at the sum of all quantities of the sku.
    """

    held: bool
    numberless: bool
    exhausted: bool
    low: dict[int, Shares]
    high: dict[int, Shares]


def _view(task: Task, knowledge: Knowledge, sku: str, most_vectors: int) -> _View:
    states = [_state(knowledge, (warehouse, sku)) for warehouse in task.priority]
    hold = task.on_unreachable is OnUnreachable.HOLD
    held = hold and _Open.UNREACHED in states
    first = states.index(_Open.UNREACHED) if held else len(states)
    numberless = [isinstance(state, _Open) or place >= first for place, state in enumerate(states)]
    matters = [less and (hold or state is _Open.UNSETTLED) for less, state in zip(numberless, states, strict=True)]
    numbers = [0 if less or isinstance(state, _Open) else state for less, state in zip(numberless, states, strict=True)]
    most = sum(line.quantity for line in task.lines if line.sku == sku)
    return _View(
        held=held,
        numberless=any(numberless),
        exhausted=_Open.UNSETTLED not in states[:first],
        low=_plans(task, sku, numbers, most_vectors),
        high=_plans(task, sku, [most if may else n for may, n in zip(matters, numbers, strict=True)], most_vectors),
    )


def _state(knowledge: Knowledge, place: Place) -> int | _Open:
    if place in knowledge.numbers:
        return knowledge.numbers[place]
    return _Open.UNREACHED if place in knowledge.unreached else _Open.UNSETTLED


def _plans(task: Task, sku: str, stock: Sequence[int], most_vectors: int) -> dict[int, Shares]:
    """The canonical plan of each valid line of a sku, each from what the earlier ones left."""
    left, plans = list(stock), {}
    for line in task.lines:
        if line.sku == sku and line.quantity % task.sourcing.pack == 0:
            plan = best_plans(task.sourcing, line.quantity, left, most_vectors=most_vectors).canonical
            left = [units - share for units, share in zip(left, plan, strict=True)]
            plans[line.line] = plan
    return plans


def _truth(task: Task, line: Line, view: _View | None) -> LineTruth:
    nearest = _nearest(line.quantity, task.sourcing.pack)
    if view is None or nearest:
        return LineTruth(line.line, Status.INVALID, (), 0, None, nearest, plan_certain=True, ended=True)
    plan = view.low[line.line]
    total, same = sum(plan), plan == view.high[line.line]
    status = _status(view, total == line.quantity, same)
    return LineTruth(
        line=line.line,
        status=status,
        plan=tuple((warehouse, share) for warehouse, share in zip(task.priority, plan, strict=True) if share),
        total=total,
        gap=None if status is Status.UNKNOWN else line.quantity - total,
        nearest=nearest,
        plan_certain=same,
        ended=(total == line.quantity and same) or view.exhausted,
    )


def _nearest(quantity: int, pack: int) -> tuple[int, ...]:
    """The nearest multiples of the pack above 0, none where the quantity is one."""
    below = quantity // pack * pack
    return tuple(near for near in (below, below + pack) if near > 0) if quantity > below else ()


def _status(view: _View, covered: bool, same: bool) -> Status:
    if view.held:
        return Status.FOUND if covered and same else Status.UNKNOWN
    if covered:
        return Status.FOUND
    return Status.UNKNOWN if view.numberless else Status.SHORTFALL


def _ship_complete(truths: tuple[LineTruth, ...]) -> tuple[LineTruth, ...]:
    """The truths of an order that ships only as a whole: unless every line is found, nothing does."""
    if all(truth.status is Status.FOUND for truth in truths):
        return truths
    # Once one line cannot be found any more, every plan is certainly empty: a certain status is enough.
    hopeless = any(truth.ended and truth.status is not Status.FOUND for truth in truths)
    return tuple(
        attrs.evolve(
            truth,
            plan=(),
            plan_certain=truth.plan_certain or hopeless,
            ended=truth.ended or (hopeless and truth.status is Status.FOUND),
        )
        for truth in truths
    )
