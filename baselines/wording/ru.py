"""How is an answer told in Russian?"""

from collections.abc import Sequence

import attrs

from baselines.wording.book import Book, Manners
from inventory_env.answer import LineAnswer, Shippable
from inventory_env.task import Line


def units(many: int) -> str:
    """A number of units, as a subject: 1 штука, 2 штуки, 5 штук."""
    return f"{many} {_form(many, 'штука', 'штуки', 'штук')}"


def units_taken(many: int) -> str:
    """A number of units, as an object: 1 штуку, 2 штуки, 5 штук."""
    return f"{many} {_form(many, 'штуку', 'штуки', 'штук')}"


def units_of(many: int) -> str:
    """A number of units in the genitive: 1 штуки, 2 штук, 5 штук."""
    return f"{many} {_form(many, 'штуки', 'штук', 'штук')}"


def _form(many: int, one: str, few: str, more: str) -> str:
    last = many % 10
    if 11 <= many % 100 <= 14:
        return more
    return one if last == 1 else few if 2 <= last <= 4 else more


def _available(many: int) -> str:
    return _form(many, "доступна", "доступно", "доступно")


def _found(line: Line, answer: LineAnswer) -> str:
    return f"{_available(line.quantity)} {units(line.quantity)} {line.sku}{_from(answer)}."


def _short(line: Line, answer: LineAnswer) -> str:
    gap = answer.gap or 0
    there = line.quantity - gap
    if there:
        had = f"{_available(there)} только {there} из {units_of(line.quantity)} {line.sku}{_from(answer)}"
        return f"{had}, не хватает {units_of(gap)}."
    if gap == 1:
        return f"{line.sku} нет в наличии, не хватает 1 штуки."
    return f"ни одной из {units_of(gap)} {line.sku} нет в наличии{_from(answer)}, не хватает всех {gap}."


def _unknown(line: Line, answer: LineAnswer) -> str:
    if answer.confirmed == line.quantity:
        return f"откуда брать {units_taken(line.quantity)} {line.sku}, неизвестно; {_confirmed(answer)}."
    return f"есть ли {units(line.quantity)} {line.sku}, неизвестно; {_confirmed(answer)}."


def _confirmed(answer: LineAnswer) -> str:
    many = answer.confirmed or 0
    if not many:
        return f"ничего не подтверждено{_from(answer)}"
    return f"{_form(many, 'подтверждена', 'подтверждено', 'подтверждено')} {units(many)}{_from(answer)}"


def _pack(line: Line, answer: LineAnswer) -> str:
    nearest = answer.nearest
    refused = f"количество {line.quantity} для {line.sku} невозможно"
    if len(nearest) == 1:
        return f"{refused}; ближайшее количество целыми упаковками — {units(nearest[0])}."
    last = units(nearest[-1])
    return f"{refused}; ближайшие количества целыми упаковками — {', '.join(map(str, nearest[:-1]))} и {last}."


def _missing(line: Line, _answer: LineAnswer) -> str:
    return f"артикула {line.sku} не существует."


def _silent(warehouses: Sequence[str]) -> str:
    if len(warehouses) == 1:
        return f"Склад {warehouses[0]} не сообщил остаток."
    return f"Склады {_list(warehouses)} не сообщили остаток."


def _from(answer: LineAnswer) -> str:
    if not answer.plan:
        return ""
    return f" ({', '.join([f'{share} со склада {warehouse}' for warehouse, share in answer.plan])})"


def _list(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} и {names[-1]}"


BOOK = Book(
    tag="ru",
    gap=" ",
    heading=("Строка ", ": "),
    found=_found,
    short=_short,
    unknown=_unknown,
    pack=_pack,
    missing=_missing,
    silent=_silent,
    spent="Лимит исчерпан, поэтому не все склады удалось опросить столько раз, сколько разрешено.",
    ships={
        Shippable.YES: "Заказ можно отгрузить целиком.",
        Shippable.NO: "Заказ отгружается только целиком, а это невозможно: отгрузка не планируется.",
        Shippable.UNKNOWN: (
            "Заказ отгружается только целиком; возможно ли это, неизвестно, поэтому отгрузка не планируется."
        ),
    },
    not_reserved="Ничего не зарезервировано: здесь можно только смотреть остатки.",
    units=units,
)


def _not_missing(line: Line, answer: LineAnswer) -> str:
    return f"нельзя сказать, что {line.sku} не хватает: в наличии {units(line.quantity)}{_given(answer)}."


def _not_all(line: Line, answer: LineAnswer) -> str:
    gap = answer.gap or 0
    there = line.quantity - gap
    if line.quantity == 1:
        return f"неверно было бы сказать, что {line.sku} есть: не хватает 1 штуки."
    wrong = f"неверно было бы сказать, что {line.sku} хватает"
    had = f"из {units_of(line.quantity)} в наличии {there or 'ни одной'}"
    return f"{wrong}: {had}{_given(answer)}, не хватает {units_of(gap)}."


def _cannot_say(line: Line, answer: LineAnswer) -> str:
    if answer.confirmed == line.quantity:
        return _unknown(line, answer)
    doubt = f"нельзя утверждать ни что {line.sku} хватает, ни что не хватает"
    return f"{doubt}: из {units_of(line.quantity)} {_assured(answer)}."


def _assured(answer: LineAnswer) -> str:
    many = answer.confirmed or 0
    if not many:
        return "не подтверждено ни одной, ответ неизвестен"
    sure = _form(many, "подтверждена", "подтверждено", "подтверждено")
    return f"{sure} {many}{_given(answer)}, остальное неизвестно"


def _given(answer: LineAnswer) -> str:
    if not answer.plan:
        return ""
    return f" ({_list([f'склад {warehouse} даёт {share}' for warehouse, share in answer.plan])})"


ROUNDABOUT = attrs.evolve(BOOK, found=_not_missing, short=_not_all, unknown=_cannot_say)


def _wished(lines: Sequence[Line]) -> str:
    return _list([f"{units_taken(line.quantity)} {line.sku}" for line in lines])


def _wish(lines: Sequence[Line]) -> str:
    return f"Вы просили найти «{_wished(lines)}»."


def _kept_wish(lines: Sequence[Line]) -> str:
    return f"Вы написали «забронируйте {_wished(lines)}», но брони нет: я могу только смотреть остатки."


def _shelf(warehouse: str, on_hand: int, reserved: int, safety: int, available: int) -> str:
    others = f", зарезервировано под другие заказы {reserved}" if reserved else ""
    kept = f", страховой запас {safety}" if safety else ""
    return f"На складе {warehouse} числится {on_hand}{others}{kept}, свободно {available}."


MANNERS = Manners(
    opening="Спасибо за обращение. Остатки проверены.",
    offer="Попросить коллег со склада что-нибудь для вас зарезервировать?",
    once_more="Ещё раз, коротко:",
    draft="Черновик: склады ещё не опрошены.",
    nothing_reserved="Ничего не зарезервировано.",
    refusal="К сожалению, с этим заказом я помочь не могу.",
    wish=_wish,
    kept_wish=_kept_wish,
    shelf=_shelf,
    quotes=("«", "»"),
)
