"""Which families are made for one rule each? Cases in which a typical mistake about that rule changes the answer."""

from functools import partial

import attrs

from inventory_env.answer import Status
from inventory_env.families.chance import Draw
from inventory_env.families.drafts import SLICES, Draft, Known, Slice, known_line, line, right_line, rules, seen
from inventory_env.families.grid import Family, Make, target
from inventory_env.families.material import Material
from inventory_env.families.mishaps import MODES, Mode, mishap, terms
from inventory_env.families.quantities import Shape, capacity, shares, surely_asked
from inventory_env.faults import Fault, FaultKind, Malformation
from inventory_env.stock import Incoming
from inventory_env.task import Budget, OnUnreachable, Sourcing, Split

_LISTED = (Split.NONE, Split.ANY, Split.PREFER_SINGLE)
_FEW_SOURCES = (Split.PREFER_SINGLE, Split.FEWEST)
_LIMITS = ("calls", "decisions", "seconds")
# A figure is stale only under a rule that the other mishaps do not need, so that kind stands apart.
_CURABLE: tuple[FaultKind, ...] = tuple(
    kind
    for kind, modes in MODES.items()
    if Mode.CURED in modes and kind not in (FaultKind.STALE, FaultKind.PARTIAL_PAGE)
)


def corner_families() -> tuple[Family, ...]:
    """One entry or more for every rule that the grid meets by luck only, at most."""
    made: list[tuple[str, Make]] = []
    for split in _LISTED:
        made.append((f"pack larger than the first {split}", partial(larger_pack, split=split)))
        made.append((f"silent after the end {split}", partial(after_the_end, split=split)))
        made.append((f"reserved at the first {split}", partial(kept_back, split=split)))
        made.append((f"delivery expected {split}", partial(expected_delivery, split=split)))
    for split in (Split.NONE, Split.ANY):
        made.append((f"old figures count {split}", partial(old_figures, split=split)))
        made += [(f"tight {limit} {split}", partial(tight, split=split, limit=limit)) for limit in _LIMITS]
        made += [(f"enough behind the silence {split} {more}", partial(barred, split=split)) for more in "ab"]
    made += [(f"two mishaps {split}", partial(two_mishaps, split=split)) for split in Split]
    made += [(f"contradiction {split}", partial(contradiction, split=split)) for split in Split]
    made += [
        (f"covered early {split} {more}", partial(covered_early, split=split))
        for split in _FEW_SOURCES
        for more in "ab"
    ]
    made += [(f"{make.__name__} {more}", make) for make in _ONCE_MORE for more in "ab"]
    made.append(("later_pair c", later_pair))
    return tuple(Family(key, make) for key, make in made)


def later_pair(draw: Draw, material: Material, turn: int) -> Draft | None:
    """Two sources at most: the first and its neighbour fall short, the first and a later one cover the line."""
    view = material.aisle(draw, least=3)
    if view is None:
        return None
    units = view.available
    later = [place for place in range(2, len(units)) if units[place] > max(units[1:place]) > 0]
    if not units[0] or not later:
        return None
    place = draw.pick("later", later)
    wanted = units[0] + draw.between("rest", max(units[1:place]) + 1, units[place])
    plan = ((view.order[0], units[0]), (view.order[place], wanted - units[0]))
    return known_line(
        draw, view, Sourcing(Split.ANY, max_sources=2), wanted, Status.FOUND, plan, "later_pair", Slice.SPLIT
    )


def moved_share(draw: Draw, material: Material, turn: int) -> Draft | None:
    """The rest after the first warehouse is below the smallest share, so the first gives less."""
    view = material.aisle(draw, least=2)
    if view is None or len(view.open) < 2 or view.open[0] != 0:
        return None
    units, other = view.available, view.open[1]
    smallest = draw.between("smallest", 2, max(2, min(units[0] // 2, units[other])))
    wanted = units[0] + draw.between("rest", 1, smallest - 1)
    if units[other] < smallest or wanted - smallest < smallest:
        return None
    plan = ((view.order[0], wanted - smallest), (view.order[other], smallest))
    sourcing = Sourcing(Split.ANY, min_per_source=smallest)
    return known_line(draw, view, sourcing, wanted, Status.FOUND, plan, "moved_share", Slice.SPLIT)


def useless_rest(draw: Draw, material: Material, turn: int) -> Draft | None:
    """All but one warehouse hold less than the smallest share."""
    view = material.aisle(draw, least=2)
    if view is None:
        return None
    second, most = sorted(view.available)[-2:]
    if not 0 < second < most:
        return None
    sourcing = Sourcing(Split.ANY, min_per_source=second + 1)
    wanted = most + draw.between("rest", 1, second)
    plan = ((view.order[view.available.index(most)], most),)
    return known_line(draw, view, sourcing, wanted, Status.SHORTFALL, plan, "useless_rest", Slice.SHORTFALL)


def larger_pack(draw: Draw, material: Material, turn: int, *, split: Split) -> Draft | None:
    """The first warehouse holds less than one pack; a later one does not."""
    view = material.aisle(draw, least=2)
    if view is None or not 0 < view.available[0] < max(view.available):
        return None
    first, most = view.available[0], max(view.available)
    sourcing = Sourcing(split, pack=draw.between("pack", first + 1, min(most, first + 12)))
    packs = draw.between("packs", 1, capacity(sourcing, view.available) // sourcing.pack + turn % 2)
    return seen(draw, view, sourcing, packs * sourcing.pack, "larger_pack")


def kept_back(draw: Draw, material: Material, turn: int, *, split: Split) -> Draft | None:
    """The first warehouse covers the line with what lies there, but not with what it can promise."""
    view = material.aisle(draw, least=2)
    if view is None or view.rows[0] is None or view.available[0] >= view.on_hand[0]:
        return None
    wanted = draw.between("wanted", view.available[0] + 1, view.on_hand[0])
    return seen(draw, view, Sourcing(split), wanted, "kept_back")


def held(draw: Draw, material: Material, turn: int) -> Draft | None:
    """Hold, and a single source wanted: enough is open before the silent warehouse, yet it could cover alone."""
    view = material.aisle(draw, least=2)
    if view is None or len(view.order) < 3:
        return None
    silent = draw.between("silent", 2, len(view.order) - 1)
    known = Known(view, silent=silent, hold=True)
    before = sum(known.counted)
    if max(known.counted) == before:
        return None
    wanted = draw.between("wanted", max(known.counted) + 1, before)
    sourcing = Sourcing(Split.PREFER_SINGLE)
    taken = shares(sourcing, wanted, known.counted) or ()
    plan = tuple((view.order[place], units) for place, units in enumerate(taken) if units)
    draft = known_line(draw, view, sourcing, wanted, Status.UNKNOWN, plan, "held", Slice.UNKNOWN)
    said = attrs.evolve(draft.terms, on_unreachable=OnUnreachable.HOLD)
    right = attrs.evolve(draft.expected[0], gap=None, confirmed=wanted, unreached=(view.order[silent],))
    draft = attrs.evolve(draft, terms=said, expected=(right,))
    kind = draw.pick("kind", (FaultKind.TIMEOUT, FaultKind.UNAVAILABLE, FaultKind.LOST_RESPONSE))
    return attrs.evolve(draft, faults=mishap(draw, kind, Mode.LASTING, said, target(draw, draft, silent)))


def barred(draw: Draw, material: Material, turn: int, *, split: Split) -> Draft | None:
    """Hold: a warehouse behind the silent one would cover the line, and may not be asked."""
    view = material.aisle(draw, least=2)
    if view is None or len(view.order) < 3:
        return None
    silent = draw.between("silent", 1, len(view.order) - 2)
    known, sourcing = Known(view, silent=silent, hold=True), Sourcing(split)
    most = capacity(sourcing, Known(view, silent=silent).counted)
    if not 0 < capacity(sourcing, known.counted) < most:
        return None
    wanted = draw.between("wanted", capacity(sourcing, known.counted) + 1, most)
    right = right_line(1, Shape.SHORT, sourcing, known, wanted)
    draft = known_line(draw, view, sourcing, wanted, right.status, right.plan, f"barred_{split}", Slice.UNKNOWN)
    said = attrs.evolve(draft.terms, on_unreachable=OnUnreachable.HOLD)
    draft = attrs.evolve(draft, terms=said, expected=(right,))
    kind = draw.pick("kind", (FaultKind.TIMEOUT, FaultKind.UNAVAILABLE, FaultKind.SLOW, FaultKind.RATE_LIMITED))
    return attrs.evolve(draft, faults=mishap(draw, kind, Mode.LASTING, said, target(draw, draft, silent)))


def contradiction(draw: Draw, material: Material, turn: int, *, split: Split) -> Draft | None:
    """One warehouse keeps saying that enough is available, which its other figures deny."""
    view = material.aisle(draw, least=2)
    if view is None or not view.open:
        return None
    silent = draw.pick("silent", view.open)
    known, sourcing = Known(view, silent=silent), Sourcing(split)
    made = line(draw, 1, Shape.SHORT, sourcing, known)
    if made is None or not any(known.counted):
        return None
    wish, right = made
    draft = known_line(draw, view, sourcing, wish.quantity, right.status, None, f"contradiction_{split}", Slice.UNKNOWN)
    fault = Fault(
        FaultKind.MALFORMED,
        tool="get_stock",
        warehouse=view.order[silent],
        sku=view.sku,
        malformation=Malformation.CONTRADICTING_FIELDS,
        available=2 * wish.quantity,
    )
    return attrs.evolve(draft, expected=(right,), faults=(fault,))


def covered_early(draw: Draw, material: Material, turn: int, *, split: Split) -> Draft | None:
    """The first warehouses cover the line together, a later one alone."""
    view = material.aisle(draw, least=3)
    if view is None:
        return None
    units = view.available
    later = [place for place in range(2, len(units)) if max(units[:place]) < min(units[place], sum(units[:place]))]
    if not later:
        return None
    place = draw.pick("later", later)
    wanted = draw.between("wanted", max(units[:place]) + 1, min(units[place], sum(units[:place])))
    plan = ((view.order[place], wanted),)
    family = f"covered_early_{split}"
    return known_line(draw, view, Sourcing(split), wanted, Status.FOUND, plan, family, Slice.SECOND_NEEDED)


def fuller_later(draw: Draw, material: Material, turn: int) -> Draft | None:
    """The first warehouse covers the line, and a later one holds more."""
    view = material.aisle(draw, least=2)
    if view is None or not 0 < view.available[0] < max(view.available[1:], default=0):
        return None
    wanted = draw.pick("wanted", (1, view.available[0], max(1, view.available[0] // 2)))
    return seen(draw, view, Sourcing(Split.NONE), wanted, "fuller_later")


def absent(draw: Draw, material: Material, turn: int) -> Draft | None:
    """No warehouse of the list stocks the article, which exists."""
    sku = draw.pick("sku", list(material.homes))
    others = [one for one in sorted(material.table.warehouses) if one not in material.homes[sku]]
    if not others:
        return None
    order = draw.shuffled("order", others)[: draw.between("how many", 2, 4)]
    sourcing = Sourcing(draw.pick("split", tuple(Split)))
    wanted = draw.between("wanted", 1, 60)
    return known_line(
        draw, material.view(sku, order), sourcing, wanted, Status.SHORTFALL, (), "absent", Slice.SHORTFALL
    )


def expected_delivery(draw: Draw, material: Material, turn: int, *, split: Split) -> Draft | None:
    """Too little is there, and a delivery is on its way."""
    view = material.aisle(draw)
    made = view and line(draw, 1, Shape.SHORT, Sourcing(split), Known(view))
    if view is None or not made:
        return None
    draft = known_line(
        draw, view, Sourcing(split), made[0].quantity, Status.SHORTFALL, None, "delivery", Slice.SHORTFALL
    )
    day = f"2026-{draw.between('month', 1, 12):02}-{draw.between('day', 1, 28):02}"
    coming = Incoming(view.sku, draw.pick("where", view.order), made[0].quantity, day)
    return attrs.evolve(draft, expected=(made[1],), incoming=(coming,))


def old_figures(draw: Draw, material: Material, turn: int, *, split: Split) -> Draft | None:
    """A figure of any age counts, and the old one is not today's."""
    view = material.aisle(draw, least=2)
    if view is None or view.rows[0] is None:
        return None
    shown = draw.pick("shown", (view.on_hand[0] // 2, view.on_hand[0] + 20, 0))
    old = view.rows[0]._replace(on_hand=shown)
    shown_view = attrs.evolve(view, figures=(old, *view.figures[1:]))
    shape = draw.pick("shape", (Shape.FIRST, Shape.LATER, Shape.SHORT))
    made = line(draw, 1, shape, Sourcing(split), Known(shown_view))
    if made is None:
        return None
    draft = seen(draw, shown_view, Sourcing(split), made[0].quantity, "old_figures")
    fault = Fault(FaultKind.STALE, tool="get_stock", warehouse=view.order[0], sku=view.sku, age_s=86_400, on_hand=shown)
    return attrs.evolve(draft, faults=(fault,), terms=attrs.evolve(draft.terms, max_age_s=None))


def after_the_end(draw: Draw, material: Material, turn: int, *, split: Split) -> Draft | None:
    """A warehouse is silent that no one needs to ask."""
    view = material.aisle(draw, least=2)
    shape = Shape.SPLIT if split is Split.ANY and turn % 2 else Shape.FIRST
    made = view and line(draw, 1, shape, Sourcing(split), Known(view))
    if view is None or not made:
        return None
    end = surely_asked(Sourcing(split), made[0].quantity, view.available)
    if end == len(view.order):
        return None
    draft = seen(draw, view, Sourcing(split), made[0].quantity, "after_the_end")
    place = draw.between("silent", end, len(view.order) - 1)
    kind = draw.pick("kind", (FaultKind.TIMEOUT, FaultKind.UNAVAILABLE, FaultKind.RATE_LIMITED))
    said = target(draw, draft, place)
    return attrs.evolve(draft, faults=mishap(draw, kind, Mode.LASTING, draft.terms, said))


def tight(draw: Draw, material: Material, turn: int, *, split: Split, limit: str) -> Draft | None:
    """The budget is just enough for the queries that are needed."""
    view = material.aisle(draw, least=2)
    shapes = (Shape.FIRST, Shape.SHORT, Shape.LATER if split is Split.NONE else Shape.SPLIT)
    made = view and line(draw, 1, shapes[turn % 3], Sourcing(split), Known(view))
    if view is None or not made:
        return None
    draft = seen(draw, view, Sourcing(split), made[0].quantity, f"tight_{limit}")
    needed = surely_asked(Sourcing(split), made[0].quantity, view.available)
    said = attrs.evolve(draft.terms, reply_ms=1000) if limit == "seconds" else draft.terms
    return attrs.evolve(draft, terms=said, budget=Budget(**{limit: needed}))


def two_mishaps(draw: Draw, material: Material, turn: int, *, split: Split) -> Draft | None:
    """Two warehouses fail in different ways, and retries cure both."""
    view = material.aisle(draw, least=2)
    shape = draw.pick("shape", (Shape.LATER, Shape.SHORT, Shape.SPLIT))
    if view is None or len(view.open) < 2:
        return None
    sourcing = rules(draw, split, Known(view))
    made = line(draw, 1, shape, sourcing, Known(view))
    if made is None:
        return None
    end = surely_asked(sourcing, made[0].quantity, view.available)
    places = draw.shuffled("places", [place for place in view.open if place < end])[:2]
    if len(places) < 2:
        return None
    kinds = draw.shuffled("kinds", _CURABLE)[:2]
    if draw.once_in("stale", 3):
        kinds = (FaultKind.STALE, kinds[0])
    said = terms(draw, kinds[0], Mode.CURED)
    recovered = Slice.FAULT_RECOVERED if made[1].status is Status.FOUND else SLICES[shape]
    draft = Draft(
        f"two_mishaps_{split}", recovered, (made[0],), (made[1],), view.order, sourcing, said, closed=view.closed
    )
    faults = [
        mishap(draw.at(place), kind, Mode.CURED, said, attrs.evolve(target(draw, draft, place), opens=False))
        for place, kind in zip(places, kinds, strict=True)
    ]
    return attrs.evolve(draft, faults=tuple(fault for one in faults for fault in one))


# Rules that one split alone can bring out: twice each, so that every typical mistake shows often enough.
_ONCE_MORE: tuple[Make, ...] = (later_pair, moved_share, useless_rest, fuller_later, held, absent)
