"""Which families have several lines? Orders of several articles, and orders of one."""

from collections.abc import Iterator
from functools import partial

import attrs

from inventory_env.answer import Status
from inventory_env.families.chance import Draw
from inventory_env.families.drafts import Draft, Known, Slice, holds, line, rules
from inventory_env.families.grid import Family, target, target_of
from inventory_env.families.material import Material, View
from inventory_env.families.mishaps import Mode, Terms, mishap, terms
from inventory_env.families.quantities import Shape, capacity, shares, surely_asked
from inventory_env.faults import Fault, FaultKind
from inventory_env.scenario import ExpectedLine
from inventory_env.task import Completeness, Line, Sourcing, Split

_LISTED = (Split.NONE, Split.ANY, Split.PREFER_SINGLE)
_SHAPES = (Shape.FIRST, Shape.LATER, Shape.SPLIT, Shape.SHORT)
_KINDS = (
    FaultKind.TIMEOUT,
    FaultKind.LOST_RESPONSE,
    FaultKind.RATE_LIMITED,
    FaultKind.UNAVAILABLE,
    FaultKind.SLOW,
)


def order_families() -> tuple[Family, ...]:
    """One entry for every split and kind of order."""
    shared = [
        Family(f"one article {split} {tries}", partial(one_article, split=split))
        for split in _LISTED
        for tries in (1, 2, 3)
    ]
    several = [
        Family(f"several articles {split} {whole}", partial(several_articles, split=split, whole=whole))
        for split in Split
        for whole in Completeness
    ]
    return (*shared, *several)


def one_article(draw: Draw, material: Material, turn: int, *, split: Split) -> Draft | None:
    """Two or three lines of one article: each takes from what the ones before left."""
    view = material.aisle(draw)
    if view is None or not view.open:
        return None
    sourcing = rules(draw, split, Known(view), shared=True)
    silent = draw.pick("silent", view.open) if turn % 3 == 2 and len(view.open) > 1 else None
    known = Known(view, silent=silent)
    kind = draw.pick("kind", _KINDS) if silent is not None else None
    said = terms(draw, kind, Mode.LASTING, may_hold=False)
    both = list(_competing(draw, sourcing, known, draw.between("lines", 2, 3)))
    if any(right is None for _, right in both) or capacity(sourcing, known.counted) == 0:
        return None
    draft = Draft(
        family=f"one_article_{split}" + ("" if silent is None else "_silent"),
        slice=Slice.MULTI_LINE,
        lines=tuple(wish for wish, _ in both),
        expected=tuple(right for _, right in both if right is not None),
        order=view.order,
        sourcing=sourcing,
        terms=said,
        closed=view.closed,
    )
    if silent is None or kind is None:
        return draft
    if silent >= surely_asked(sourcing, draft.lines[0].quantity, known.counted):
        return None
    return attrs.evolve(draft, faults=mishap(draw, kind, Mode.LASTING, said, target(draw, draft, silent)))


def _competing(draw: Draw, sourcing: Sourcing, known: Known, many: int) -> Iterator[tuple[Line, ExpectedLine | None]]:
    """Lines that draw on what is left, with their right answers where these are plain to see."""
    left, order = known.counted, known.view.order
    for number in range(1, many + 1):
        whole, rest = capacity(sourcing, known.counted), capacity(sourcing, left)
        # Enough for the line alone, or for what is left: exactly, one less, one more.
        near = [units + by for units in (whole, rest, whole // 2, rest // 2, max(left)) for by in (-1, 0, 1)]
        choices = sorted({units - units % sourcing.pack for units in near if units >= sourcing.pack})
        wish = Line(number, known.view.sku, draw.pick(f"quantity {number}", choices or [sourcing.pack]))
        taken = shares(sourcing, wish.quantity, left)
        yield wish, None if taken is None else _right(number, known, wish.quantity, taken, order)
        left = tuple(units - share for units, share in zip(left, taken or left, strict=True))


def _right(number: int, known: Known, wanted: int, taken: tuple[int, ...], order: tuple[str, ...]) -> ExpectedLine:
    short = wanted - sum(taken)
    status = Status.FOUND if not short else Status.SHORTFALL if known.silent is None else Status.UNKNOWN
    return ExpectedLine(
        line=number,
        status=status,
        plan=tuple((order[place], share) for place, share in enumerate(taken) if share),
        gap=None if status is Status.UNKNOWN else short,
        confirmed=sum(taken) if status is Status.UNKNOWN else None,
        unreached=() if known.silent is None else (order[known.silent],),
        nearest=(),
    )


def several_articles(draw: Draw, material: Material, turn: int, *, split: Split, whole: Completeness) -> Draft | None:
    """Two to four lines of different articles along one list, each with its own ending."""
    first = material.aisle(draw, least=2)
    if first is None:
        return None
    others = draw.shuffled("others", material.others_along(first))[: draw.between("lines", 1, 3)]
    views = [first, *(material.view(sku, first.order, first.closed) for sku in others)]
    if any(view.untracked for view in views):
        return None
    kind = draw.pick("kind", _KINDS)
    mode = draw.pick("mode", (None, Mode.CURED, Mode.LASTING))
    said = terms(draw, kind, mode)
    sourcing = attrs.evolve(rules(draw, split, Known(first)), completeness=whole)
    hit = draw.below("hit", len(views))
    lines, expected = [], []
    faults: tuple[Fault, ...] = ()
    for place, view in enumerate(views):
        at = draw.at("line", place)
        made = _ended(at, place + 1, sourcing, view, said, kind, mode if place == hit else None)
        if made is None:
            return None
        lines.append(made[0])
        expected.append(made[1])
        faults += made[2]
    mishaps = f"_{mode}" if mode else ""
    return Draft(
        family=f"several_articles_{split}_{whole}{mishaps}",
        slice=Slice.MULTI_LINE,
        lines=tuple(lines),
        expected=tuple(expected),
        order=first.order,
        sourcing=sourcing,
        terms=said,
        faults=faults,
        closed=first.closed,
    )


def _ended(
    draw: Draw, number: int, sourcing: Sourcing, view: View, said: Terms, kind: FaultKind, mode: Mode | None
) -> tuple[Line, ExpectedLine, tuple[Fault, ...]] | None:
    """A line with the mishap that only its article meets."""
    shape = Shape.SHORT if mode is Mode.LASTING else draw.pick("shape", _SHAPES)
    silent = draw.below("silent", len(view.order)) if mode is Mode.LASTING else None
    known = Known(view, silent=silent, hold=holds(said))
    made = line(draw, number, shape, sourcing, known)
    if made is None or (silent is not None and not any(known.counted)):
        return None
    if mode is None:
        return (*made, ())
    place = draw.below("place", surely_asked(sourcing, made[0].quantity, known.counted)) if silent is None else silent
    hit = attrs.evolve(target_of(made[0], view.order, place), opens=place == 0 and number == 1)
    return (*made, mishap(draw, kind, mode, said, hit))
