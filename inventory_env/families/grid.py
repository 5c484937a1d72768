"""Which families of scenarios are there? Each is a function that drafts one case from chances and a stock table."""

from collections.abc import Callable
from functools import partial

import attrs

from inventory_env.answer import Status
from inventory_env.families.chance import Draw
from inventory_env.families.drafts import SLICES, Draft, Known, Slice, holds, line, page_size, rules
from inventory_env.families.material import Material, View
from inventory_env.families.mishaps import A_DAY_S, MODES, NEED_FIGURES, Mode, Target, mishap, scattered, terms
from inventory_env.families.quantities import Shape, surely_asked
from inventory_env.faults import FaultKind
from inventory_env.scenario import ExpectedLine
from inventory_env.task import Budget, Line, Sourcing, Split

# A draft from chances, a stock table and the number of the turn; None where this draw leads nowhere.
Make = Callable[[Draw, Material, int], Draft | None]


@attrs.frozen
class Family:
    """One entry of the menu.

    Attributes:
        key: names it among all entries; the chances of its scenarios hang on it.
        make: drafts one scenario.
    """

    key: str
    make: Make


def grid_families() -> tuple[Family, ...]:
    """One entry for every fault kind (or none), split and ending of a line."""
    return tuple(
        Family(f"{kind or 'clean'} {split} {ends}", partial(cell, kind=kind, split=split, ends=ends))
        for kind in (None, *FaultKind)
        for split in Split
        for ends in Status
    )


def cell(
    draw: Draw, material: Material, turn: int, *, kind: FaultKind | None, split: Split, ends: Status
) -> Draft | None:
    """A line of that split which ends so while a fault of that kind is met."""
    mode = mode_of(kind, ends, turn)
    if ends is Status.INVALID:
        base = draw.pick("beside", _BESIDE if mode is not Mode.LASTING else _BESIDE_LASTING)
        paged = kind is FaultKind.PARTIAL_PAGE
        packs = paged or turn % 3 == 1
        draft = _one_line(draw, material, turn, kind, mode, split, base, packs=packs)
        return draft and beside_invalid(draw, material, draft, kind, mode)
    return _one_line(draw, material, turn, kind, mode, split, ends)


_BESIDE = (Status.FOUND, Status.FOUND, Status.SHORTFALL)
_BESIDE_LASTING = (Status.FOUND, Status.UNKNOWN)


def mode_of(kind: FaultKind | None, ends: Status, turn: int) -> Mode | None:
    if kind is None:
        return None
    possible = [
        mode
        for mode in MODES[kind]
        if not (mode is Mode.LASTING and ends is Status.SHORTFALL)
        and not (mode is not Mode.LASTING and ends is Status.UNKNOWN and Mode.LASTING in MODES[kind])
    ]
    return possible[turn % len(possible)]


def _one_line(
    draw: Draw,
    material: Material,
    turn: int,
    kind: FaultKind | None,
    mode: Mode | None,
    split: Split,
    ends: Status,
    *,
    packs: bool = False,
) -> Draft | None:
    shape = draw.pick("shape", _SHAPES[split]) if ends is Status.FOUND else Shape.SHORT
    paged = kind is FaultKind.PARTIAL_PAGE or (kind is None and ends is not Status.UNKNOWN and turn % 3 == 2)
    view = material.aisle(draw, least=2 if shape is Shape.SPLIT or ends is Status.UNKNOWN else 1, paged=paged)
    if view is None or not view.open:
        return None
    said = terms(draw, kind, mode, may_hold=ends is not Status.FOUND or mode is not Mode.LASTING)
    known = _known(draw, view, ends, kind, mode, holds(said))
    sourcing = rules(draw, split, known, pack=packs)
    made = line(draw, 1, shape, sourcing, known)
    if made is None or not _telling(known, sourcing, made[0], ends):
        return None
    mishaps = (f"{mode}" if mode else "cut_off" if known.cut is not None else "clean") + ("_paged" if paged else "")
    draft = Draft(
        family=f"{split}_{SLICES[shape] if ends is not Status.UNKNOWN else 'unknown'}_{mishaps}",
        slice=_slice(shape, ends, mode),
        lines=(made[0],),
        expected=(made[1],),
        order=view.order,
        sourcing=sourcing,
        terms=said,
        closed=view.closed,
    )
    if known.cut is not None:
        return _cut_off(draw, draft, known.cut)
    return _with_mishap(draw, material, draft, known, kind, mode, paged=paged)


_SHAPES = {
    Split.NONE: (Shape.FIRST, Shape.LATER, Shape.LATER),
    Split.ANY: (Shape.FIRST, Shape.SPLIT, Shape.SPLIT, Shape.LATER),
    Split.PREFER_SINGLE: (Shape.FIRST, Shape.LATER, Shape.LATER, Shape.SPLIT),
    Split.FEWEST: (Shape.FIRST, Shape.LATER, Shape.SPLIT, Shape.SPLIT),
}


def _slice(shape: Shape, ends: Status, mode: Mode | None) -> Slice:
    if ends is Status.UNKNOWN:
        return Slice.UNKNOWN
    return Slice.FAULT_RECOVERED if mode is Mode.CURED and ends is Status.FOUND else SLICES[shape]


def _known(draw: Draw, view: View, ends: Status, kind: FaultKind | None, mode: Mode | None, hold: bool) -> Known:
    """The article with the place that stays silent, or with the places that the budget reaches."""
    if ends is Status.UNKNOWN and kind is None:
        return Known(view, cut=draw.between("cut", 1, max(1, len(view.order) - 1)))
    if mode is Mode.LASTING or ends is Status.UNKNOWN:
        places = view.open if kind in NEED_FIGURES else range(len(view.order))
        return Known(view, silent=draw.pick("silent", places), hold=hold)
    return Known(view, hold=hold)


def _telling(known: Known, sourcing: Sourcing, wish: Line, ends: Status) -> bool:
    """Whether the line ends so for no other reason than the one planned, and is worth a query."""
    counted = known.counted
    if ends is Status.UNKNOWN and not any(counted):
        return False  # whoever asks nothing would be right
    if known.silent is None:
        return known.cut is None or known.cut < len(counted)
    return known.silent < surely_asked(sourcing, wish.quantity, counted)


def _cut_off(draw: Draw, draft: Draft, places: int) -> Draft:
    """The same with a budget that ends after so many places."""
    limit = draw.pick("limit of", ("calls", "decisions", "seconds"))
    # A reply a second makes seconds and calls the same.
    said = attrs.evolve(draft.terms, reply_ms=1000) if limit == "seconds" else draft.terms
    return attrs.evolve(draft, terms=said, budget=Budget(**{limit: places}))


def _with_mishap(
    draw: Draw,
    material: Material,
    draft: Draft,
    known: Known,
    kind: FaultKind | None,
    mode: Mode | None,
    *,
    paged: bool,
) -> Draft | None:
    """The same with its fault plan, and with pages where stock comes in pages."""
    view, wish = known.view, draft.lines[0]
    place = _hit(draw, known, draft.sourcing, wish, kind)
    if paged:
        size = page_size(draw, material, view, place)
        if size is None:
            return None
        draft = attrs.evolve(draft, page_size=size)
    if kind is None or mode is None:
        return draft
    hit = target(draw, draft, place, paged=paged)
    faults = mishap(draw, kind, mode, draft.terms, hit)
    if known.silent is not None and mode is not Mode.LASTING:
        silent = attrs.evolve(hit, warehouse=view.order[known.silent])
        faults = (*mishap(draw.at("silent"), FaultKind.TIMEOUT, Mode.LASTING, draft.terms, silent), *faults)
    elif mode is Mode.CURED and not paged and draw.once_in("scattered", 4):
        # By chance instead of by count.
        places = [(one, wish.sku) for one in (view.order[place], *view.order)]
        chance, seed = scattered(draw, faults[0], draft.terms.retry, places)
        return attrs.evolve(draft, faults=(chance,), seed=seed)
    return attrs.evolve(draft, faults=faults)


def _hit(draw: Draw, known: Known, sourcing: Sourcing, wish: Line, kind: FaultKind | None) -> int:
    """The place of the list at which the fault is met for certain."""
    if known.silent is not None and kind is not FaultKind.INJECTED_TEXT:
        return known.silent
    end = surely_asked(sourcing, wish.quantity, known.counted)
    if known.hold and known.silent is not None:
        end = min(end, known.silent)
    places = [place for place in range(end) if place != known.silent]
    if kind in NEED_FIGURES or kind is FaultKind.INJECTED_TEXT:
        places = [place for place in places if place in known.view.open]
    return draw.pick("place", places)


def target(draw: Draw, draft: Draft, place: int, *, paged: bool = False) -> Target:
    """The query of the first line at that place of the list, sometimes whatever the article."""
    met = target_of(draft.lines[0], draft.order, place)
    if paged:
        return attrs.evolve(met, tool="list_stock", sku=None, opens=False)
    return attrs.evolve(met, sku=None) if draw.once_in("any sku", 4) else met


def target_of(wish: Line, order: tuple[str, ...], place: int) -> Target:
    """The query of that line at that place of the list."""
    return Target("get_stock", order[place], wish.sku, wish.quantity, opens=place == 0, other=order[-1])


def beside_invalid(
    draw: Draw, material: Material, draft: Draft, kind: FaultKind | None, mode: Mode | None
) -> Draft | None:
    """The same with one more line, which asks for what does not exist or for a broken pack."""
    number = draft.lines[-1].line + 1
    if draft.sourcing.pack > 1:
        added = _broken_pack(draw, material, draft, number)
    elif draft.page_size is not None:
        return None  # pages cannot say that an article does not exist
    else:
        added = _no_such_article(draw, material, draft, number)
    if added is None or (kind is not None and holds(draft.terms) and mode is Mode.LASTING):
        return None
    faults = draft.faults
    if draft.page_size is None and (mode is Mode.LASTING or draft.seed):
        # Where a warehouse stays silent for an article that does not exist, no one would know that it does not.
        faults = tuple(attrs.evolve(fault, sku=draft.lines[0].sku) for fault in faults)
    # A fault that lasts for a while is timed from the first call, so its line stays first.
    first = draw.once_in("invalid first", 2) and all(fault.to_s in (None, A_DAY_S) for fault in faults)
    old = list(zip(draft.lines, draft.expected, strict=True))
    numbered = list(enumerate([added, *old] if first else [*old, added], 1))
    return attrs.evolve(
        draft,
        family=f"{draft.sourcing.split}_beside_{'broken_pack' if draft.sourcing.pack > 1 else 'no_article'}",
        slice=Slice.INVALID,
        lines=tuple(attrs.evolve(wish, line=number) for number, (wish, _) in numbered),
        expected=tuple(attrs.evolve(right, line=number) for number, (_, right) in numbered),
        faults=faults,
    )


def _broken_pack(draw: Draw, material: Material, draft: Draft, number: int) -> tuple[Line, ExpectedLine] | None:
    pack, view = draft.sourcing.pack, material.view(draft.lines[0].sku, draft.order)
    others = material.others_along(view)
    if not others:
        return None
    packs = draw.between("packs", 0, 9)
    wish = Line(number, draw.pick("other sku", others), packs * pack + draw.between("broken", 1, pack - 1))
    nearest = tuple(multiple * pack for multiple in (packs, packs + 1) if multiple)
    return wish, ExpectedLine(number, Status.INVALID, plan=(), unreached=(), nearest=nearest)


def _no_such_article(draw: Draw, material: Material, draft: Draft, number: int) -> tuple[Line, ExpectedLine]:
    view = material.view(draft.lines[0].sku, draft.order)
    similar = draw.pick("similar", [*material.others_along(view), view.sku])
    wish = Line(number, material.near(similar), draw.between("wanted", 1, 40))
    return wish, ExpectedLine(number, Status.INVALID, plan=(), unreached=(), nearest=())
