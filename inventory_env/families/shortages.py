"""Which families need stock that is held back, promised twice or not counted? Safety stock, oversold, untracked."""

from functools import partial

from inventory_env.answer import Status
from inventory_env.families.chance import Draw
from inventory_env.families.drafts import SLICES, Draft, Known, Slice, holds, line, rules, seen
from inventory_env.families.grid import Family
from inventory_env.families.material import Material
from inventory_env.families.mishaps import terms
from inventory_env.families.quantities import Shape, shares, surely_asked
from inventory_env.task import Sourcing, Split

_LISTED = (Split.NONE, Split.ANY, Split.PREFER_SINGLE)
_SHARING = (Split.ANY, Split.PREFER_SINGLE)


def shortage_families() -> tuple[Family, ...]:
    """One entry for every split and kind of such stock."""
    dips = [Family(f"dips into safety stock {split}", partial(safety, split=split)) for split in _LISTED]
    deep = [Family(f"oversold neighbour {split}", partial(oversold, split=split)) for split in _SHARING]
    minus = [Family(f"minus read as plus {split}", partial(minus_as_plus, split=split)) for split in _LISTED]
    none = [
        Family(f"untracked {split} {ends}", partial(untracked, split=split, ends=ends))
        for split in Split
        for ends in (Status.FOUND, Status.UNKNOWN)
    ]
    return (*dips, *deep, *minus, *none)


def safety(draw: Draw, material: Material, turn: int, *, split: Split) -> Draft | None:
    """The first warehouse covers the line only if its safety stock is touched."""
    view = material.aisle(draw, least=2)
    row = view.rows[0] if view else None
    if view is None or row is None or not row.safety_stock:
        return None
    unpromised = max(0, (row.on_hand or 0) - row.reserved)
    if unpromised <= view.available[0]:
        return None
    wanted = draw.between("wanted", view.available[0] + 1, unpromised)
    return seen(draw, view, Sourcing(split), wanted, "safety")


def oversold(draw: Draw, material: Material, turn: int, *, split: Split) -> Draft | None:
    """One warehouse has promised more than it has, which takes nothing from the others."""
    view = material.aisle(draw, least=2)
    if view is None:
        return None
    raw = [row.on_hand - row.reserved - row.safety_stock if row and row.on_hand else 0 for row in view.rows]
    most = sum(view.available)
    if min(raw) >= 0 or not most:
        return None
    wanted = draw.between("wanted", max(1, sum(raw) + 1), most)
    met = surely_asked(Sourcing(split), wanted, view.available)
    if raw.index(min(raw)) >= met:
        return None
    return seen(draw, view, Sourcing(split), wanted, "oversold")


def minus_as_plus(draw: Draw, material: Material, turn: int, *, split: Split) -> Draft | None:
    """One warehouse is oversold; were its figure not negative, the plan would be another one."""
    view = material.aisle(draw, least=2)
    if view is None or min(view.on_hand) >= 0:
        return None
    place = view.on_hand.index(min(view.on_hand))
    misread = tuple(-view.on_hand[place] if one == place else units for one, units in enumerate(view.available))
    wanted = draw.between("wanted", 1, sum(misread))
    if shares(Sourcing(split), wanted, misread) == shares(Sourcing(split), wanted, view.available):
        return None
    return seen(draw, view, Sourcing(split), wanted, "minus")


def untracked(draw: Draw, material: Material, turn: int, *, split: Split, ends: Status) -> Draft | None:
    """One warehouse does not track the article."""
    view = material.aisle(draw, least=2, tracked=False)
    if view is None or len(view.untracked) != 1:
        return None
    said = terms(draw, None, None, may_hold=ends is Status.UNKNOWN)
    known = Known(view, silent=view.untracked[0], hold=holds(said))
    shape = Shape.SHORT if ends is Status.UNKNOWN else draw.pick("shape", (Shape.LATER, Shape.SPLIT))
    sourcing = rules(draw, split, known)
    made = line(draw, 1, shape, sourcing, known)
    if made is None or not any(known.counted):
        return None
    if view.untracked[0] >= surely_asked(sourcing, made[0].quantity, known.counted):
        return None
    return Draft(
        family=f"untracked_{split}_{ends}",
        slice=Slice.UNKNOWN if ends is Status.UNKNOWN else SLICES[shape],
        lines=(made[0],),
        expected=(made[1],),
        order=view.order,
        sourcing=sourcing,
        terms=said,
        closed=view.closed,
    )
