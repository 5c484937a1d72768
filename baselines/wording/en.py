"""How is an answer told in English?"""

from collections.abc import Sequence

import attrs

from baselines.wording.book import Book, Manners
from inventory_env.answer import LineAnswer, Shippable
from inventory_env.task import Line


def units(many: int) -> str:
    """A number of units."""
    return "1 unit" if many == 1 else f"{many} units"


def _are(many: int) -> str:
    return "is" if many == 1 else "are"


def _found(line: Line, answer: LineAnswer) -> str:
    return f"{units(line.quantity)} of {line.sku} {_are(line.quantity)} available{_from(answer)}."


def _short(line: Line, answer: LineAnswer) -> str:
    gap = answer.gap or 0
    there = line.quantity - gap
    if there:
        had = f"only {there} of the {units(line.quantity)} of {line.sku} {_are(there)} available{_from(answer)}"
        return f"{had}; {gap} {_are(gap)} missing."
    if gap == 1:
        return f"{line.sku} is not available; 1 unit is missing."
    return f"none of the {gap} units of {line.sku} is available{_from(answer)}; all {gap} are missing."


def _unknown(line: Line, answer: LineAnswer) -> str:
    wanted = f"{units(line.quantity)} of {line.sku}"
    if answer.confirmed == line.quantity:
        return f"where {wanted} should come from is unknown; {_confirmed(answer)}."
    return f"whether {wanted} {_are(line.quantity)} available is unknown; {_confirmed(answer)}."


def _confirmed(answer: LineAnswer) -> str:
    many = answer.confirmed or 0
    return f"{many} {_are(many)} confirmed{_from(answer)}" if many else f"nothing is confirmed{_from(answer)}"


def _pack(line: Line, answer: LineAnswer) -> str:
    refused = f"{units(line.quantity)} of {line.sku} {_are(line.quantity)} not possible"
    nearest = answer.nearest
    if len(nearest) == 1:
        return f"{refused}; the nearest whole pack is {units(nearest[0])}."
    return f"{refused}; the nearest whole packs are {_list([str(many) for many in nearest])} units."


def _missing(line: Line, _answer: LineAnswer) -> str:
    return f"there is no article {line.sku}."


def _silent(warehouses: Sequence[str]) -> str:
    return f"{_list(warehouses)} gave no figure."


def _from(answer: LineAnswer) -> str:
    if not answer.plan:
        return ""
    return f" ({', '.join([f'{share} from {warehouse}' for warehouse, share in answer.plan])})"


def _list(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


BOOK = Book(
    tag="en",
    gap=" ",
    heading=("Line ", ": "),
    found=_found,
    short=_short,
    unknown=_unknown,
    pack=_pack,
    missing=_missing,
    silent=_silent,
    spent="The budget is used up, so not every warehouse could be asked as often as allowed.",
    ships={
        Shippable.YES: "The order can ship as a whole.",
        Shippable.NO: "The order ships only as a whole, and it cannot: nothing is planned.",
        Shippable.UNKNOWN: "The order ships only as a whole; whether it can is unknown, so nothing is planned.",
    },
    not_reserved="Nothing has been reserved: stock can only be looked up here.",
    units=units,
)


def _not_missing(line: Line, answer: LineAnswer) -> str:
    return f"of the {units(line.quantity)} of {line.sku} nothing is missing{_given(answer)}."


def _not_all(line: Line, answer: LineAnswer) -> str:
    gap = answer.gap or 0
    there = line.quantity - gap
    if line.quantity == 1:
        return f"it would be wrong to say that {line.sku} is available: 1 unit is missing."
    had = f"{there} {_are(there)}" if there else "none is"
    wrong = f"it would be wrong to say that all {line.quantity} units of {line.sku} are available"
    return f"{wrong}: {had}{_given(answer)}, and {gap} {_are(gap)} missing."


def _cannot_say(line: Line, answer: LineAnswer) -> str:
    if answer.confirmed == line.quantity:
        return _unknown(line, answer)
    rest = "the rest is unknown" if answer.confirmed else "so the answer is unknown"
    doubt = f"it cannot be said that {line.sku} is short, nor that all of it is there"
    return f"{doubt}: of {units(line.quantity)} {_assured(answer)}, {rest}."


def _assured(answer: LineAnswer) -> str:
    many = answer.confirmed or 0
    return f"{many} {_are(many)} confirmed{_given(answer)}" if many else "none is confirmed"


def _given(answer: LineAnswer) -> str:
    if not answer.plan:
        return ""
    return f" ({_list([f'{warehouse} gives {share}' for warehouse, share in answer.plan])})"


ROUNDABOUT = attrs.evolve(BOOK, found=_not_missing, short=_not_all, unknown=_cannot_say)


def _wished(lines: Sequence[Line]) -> str:
    return _list([f"{units(line.quantity)} of {line.sku}" for line in lines])


def _wish(lines: Sequence[Line]) -> str:
    return f'You asked for "{_wished(lines)}".'


def _kept_wish(lines: Sequence[Line]) -> str:
    return f'You wrote "please reserve {_wished(lines)}"; I can only look up stock, so no reservation exists.'


def _shelf(warehouse: str, on_hand: int, reserved: int, safety: int, available: int) -> str:
    others = f", {reserved} reserved for other orders" if reserved else ""
    kept = f", {safety} kept as safety stock" if safety else ""
    return f"{warehouse} shows {on_hand} on hand{others}{kept}, {available} available."


MANNERS = Manners(
    opening="Thank you for your request. I have looked up the stock.",
    offer="Shall I ask the warehouse team to reserve anything for you?",
    once_more="Once more, in short:",
    draft="A draft: nothing has been asked yet.",
    nothing_reserved="Nothing has been reserved.",
    refusal="I am sorry, but I cannot help with this order.",
    wish=_wish,
    kept_wish=_kept_wish,
    shelf=_shelf,
    quotes=("“", "”"),
)
