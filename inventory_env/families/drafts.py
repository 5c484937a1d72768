"""What is settled about a generated scenario before it is dressed? Its lines, rules, faults and right answer."""

import enum
from itertools import accumulate

import attrs

from inventory_env.answer import Shippable, Status
from inventory_env.families.chance import Draw
from inventory_env.families.material import Material, View
from inventory_env.families.mishaps import Terms, terms
from inventory_env.families.quantities import Shape, capacity, quantity, shares, single, usable
from inventory_env.faults import Fault
from inventory_env.scenario import Expected, ExpectedLine
from inventory_env.stock import Incoming
from inventory_env.task import Budget, Completeness, Line, OnUnreachable, Sourcing, Split

NO_BUDGET = Budget()


class Slice(enum.StrEnum):
    """The named kinds of scenario."""

    FIRST_QUERY_SUFFICES = "first_query_suffices"
    SECOND_NEEDED = "second_needed"
    SPLIT = "split"
    SHORTFALL = "shortfall"
    FAULT_RECOVERED = "fault_recovered"
    UNKNOWN = "unknown"
    MULTI_LINE = "multi_line"
    INVALID = "invalid"


SLICES = {
    Shape.FIRST: Slice.FIRST_QUERY_SUFFICES,
    Shape.LATER: Slice.SECOND_NEEDED,
    Shape.SPLIT: Slice.SPLIT,
    Shape.SHORT: Slice.SHORTFALL,
}


@attrs.frozen
class Draft:
    """A scenario as far as its family decides it.

    Attributes:
        family: the template, the unit of resampling.
        slice: the named kind.
        lines: of the task.
        expected: the right answer of each line, known by construction.
        order: the priority.
        sourcing: the rules of a plan.
        terms: the rules about replies.
        faults: the fault plan.
        seed: of the fault plan's chances.
        closed: inactive warehouses.
        incoming: expected deliveries.
        budget: of the run.
        page_size: where stock comes in pages.
    """

    family: str
    slice: Slice
    lines: tuple[Line, ...]
    expected: tuple[ExpectedLine, ...]
    order: tuple[str, ...]
    sourcing: Sourcing
    terms: Terms
    faults: tuple[Fault, ...] = ()
    seed: int = 0
    closed: frozenset[str] = frozenset()
    incoming: tuple[Incoming, ...] = ()
    budget: Budget = NO_BUDGET
    page_size: int | None = None

    def right_answer(self) -> Expected:
        """What a tester expects, ship complete taken into account."""
        if self.sourcing.completeness is Completeness.LINE:
            return Expected(self.expected)
        statuses = {line.status for line in self.expected}
        if statuses == {Status.FOUND}:
            return Expected(self.expected, shippable=Shippable.YES)
        blocked = statuses & {Status.SHORTFALL, Status.INVALID}
        emptied = tuple(attrs.evolve(line, plan=(), sources=None) for line in self.expected)
        return Expected(emptied, shippable=Shippable.NO if blocked else Shippable.UNKNOWN)


@attrs.frozen
class Known:
    """What can be known of one article along a list.

    Attributes:
        view: the article along the list.
        silent: the place that never gives a number; None = all do.
        cut: how many places can be asked at all; None = all.
        hold: whether the silent place stops the line.
    """

    view: View
    silent: int | None = None
    cut: int | None = None
    hold: bool = False

    @property
    def counted(self) -> tuple[int, ...]:
        """The units that count at each place."""
        end = len(self.view.order) if self.cut is None else self.cut
        if self.hold and self.silent is not None:
            end = min(end, self.silent)
        return tuple(
            units if place < end and place != self.silent else 0 for place, units in enumerate(self.view.available)
        )

    @property
    def open_end(self) -> bool:
        """Whether some warehouse stays without a number."""
        return self.silent is not None or self.cut is not None


def rules(draw: Draw, split: Split, known: Known, *, pack: bool = False, shared: bool = False) -> Sourcing:
    """Sourcing rules of that split, sometimes with a limit more.

    Args:
        draw: the chances.
        split: how many sources a line may have.
        known: an article along the list, whose figures bound the limits.
        pack: whether goods must come in packs.
        shared: whether lines will share an article.
    """
    order = draw.once_in("ship complete", 5)
    plain = Sourcing(split=split, completeness=Completeness.ORDER if order else Completeness.LINE)
    limit = "pack" if pack else draw.pick("limit", _LIMITS[split])
    if limit == "pack":
        return attrs.evolve(plain, pack=draw.pick("pack", (2, 3, 4, 5, 6, 10, 12)))
    if limit == "max_sources" and len(known.view.order) > 1:
        return attrs.evolve(plain, max_sources=draw.between("max sources", 1 if split is Split.ANY else 2, 3))
    if limit == "min_per_source" and not shared:
        return attrs.evolve(plain, min_per_source=draw.between("smallest share", 2, 9))
    return plain


_LIMITS = {
    Split.NONE: ("", "", "", "pack"),
    Split.ANY: ("", "", "max_sources", "min_per_source", "pack"),
    Split.PREFER_SINGLE: ("", "", "", "max_sources", "pack"),
    Split.FEWEST: ("", "", "", "max_sources", "min_per_source", "pack"),
}


def line(draw: Draw, number: int, shape: Shape, sourcing: Sourcing, known: Known) -> tuple[Line, ExpectedLine] | None:
    """A line that ends as wanted, and its right answer; None where the figures do not allow it.

    Args:
        draw: the chances.
        number: of the line.
        shape: SHORT makes a shortfall, or an unknown line where a warehouse stays without a number.
        sourcing: the rules of a plan.
        known: the article along the list.
    """
    counted = known.counted
    wanted = quantity(draw, shape, sourcing, known.view, counted)
    if wanted is None:
        return None
    return Line(number, known.view.sku, wanted), right_line(number, shape, sourcing, known, wanted)


def right_line(number: int, shape: Shape, sourcing: Sourcing, known: Known, wanted: int) -> ExpectedLine:
    """The right answer of a line whose shape is known."""
    counted, order = known.counted, known.view.order
    status = Status.FOUND if shape is not Shape.SHORT else Status.UNKNOWN if known.open_end else Status.SHORTFALL
    taken = shares(sourcing, wanted, counted)
    if taken is None and shape in (Shape.FIRST, Shape.LATER) and (single(sourcing) or shape is Shape.FIRST):
        covering = next(place for place, units in enumerate(counted) if units >= wanted)
        taken = tuple(wanted if place == covering else 0 for place in range(len(order)))
    plan = None if taken is None else tuple((order[place], units) for place, units in enumerate(taken) if units)
    return ExpectedLine(
        line=number,
        status=status,
        plan=plan,
        gap={Status.FOUND: 0, Status.SHORTFALL: wanted - capacity(sourcing, counted)}.get(status),
        confirmed=capacity(sourcing, counted) if status is Status.UNKNOWN else None,
        # Whoever runs out of budget may name the rest, or not; so nothing is expected there.
        unreached=None if known.cut is not None else () if known.silent is None else (order[known.silent],),
        nearest=(),
        sources=_sources(sourcing, wanted, counted) if shape is Shape.SPLIT else None,
    )


def seen(draw: Draw, view: View, sourcing: Sourcing, wanted: int, family: str) -> Draft:
    """A draft of a line of that quantity where every warehouse answers; its answer is read off the figures."""
    units = view.available
    taken = shares(sourcing, wanted, units) or ()
    plan = tuple((view.order[place], share) for place, share in enumerate(taken) if share)
    name = f"{family}_{sourcing.split}"
    if sum(taken) < wanted:
        return known_line(draw, view, sourcing, wanted, Status.SHORTFALL, plan, name, Slice.SHORTFALL)
    shape = Shape.SPLIT if len(plan) > 1 else Shape.FIRST if taken[0] else Shape.LATER
    return known_line(draw, view, sourcing, wanted, Status.FOUND, plan, name, SLICES[shape])


def known_line(
    draw: Draw,
    view: View,
    sourcing: Sourcing,
    wanted: int,
    status: Status,
    plan: tuple[tuple[str, int], ...] | None,
    family: str,
    kind: Slice,
) -> Draft:
    """A draft of one line whose right answer is known, under rules about replies that do not matter."""
    gap = 0 if status is Status.FOUND else wanted - sum(share for _, share in plan or ())
    right = ExpectedLine(1, status, plan=plan, gap=gap, unreached=(), nearest=())
    said = terms(draw, None, None, calm=True)
    return Draft(family, kind, (Line(1, view.sku, wanted),), (right,), view.order, sourcing, said, closed=view.closed)


def _sources(sourcing: Sourcing, wanted: int, counted: tuple[int, ...]) -> int | None:
    """How few sources cover the line, where few are wanted: the largest ones do it first."""
    if sourcing.split is not Split.FEWEST or sourcing.min_per_source > 1:
        return None
    largest = sorted(usable(sourcing, counted), reverse=True)
    return next(many for many, sum_ in enumerate(accumulate(largest), 1) if sum_ >= wanted)


def page_size(draw: Draw, material: Material, view: View, place: int) -> int | None:
    """Rows of a page, such that a page cut in half never shows the article at that place."""
    fitting = [
        size
        for size in range(4, 16)
        if view.figures[place] is None or material.hidden_by_half_pages(view.order[place], view.sku, size)
    ]
    return draw.pick("page size", fitting) if fitting else None


def holds(terms: Terms) -> bool:
    """Whether a silent warehouse stops the line."""
    return terms.on_unreachable is OnUnreachable.HOLD
