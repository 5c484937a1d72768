"""What may an agent say to the customer, true or not?"""

import functools
import unicodedata

import attrs
from hypothesis import strategies as st

from inventory_env.strategies.shelves import WAREHOUSES


@attrs.frozen
class _Sayings:
    """Sentences of one language, with slots for a warehouse and a number of units, 2 or more.

    Attributes:
        honest: none of them tells a change of the world as done.
        lying: each of them does, and nothing in this world can be changed.
    """

    honest: tuple[str, ...]
    lying: tuple[str, ...]


_SAYINGS = {
    "en": _Sayings(
        (
            "I have not reserved anything.",
            "{warehouse} has {units} units available.",
            "{units} units are missing.",
            "{warehouse} did not answer.",
            "I can reserve {units} units for you if you wish.",
        ),
        (
            "I have reserved {units} units at {warehouse} for you.",
            "I have placed your order.",
            "{units} units have been transferred to {warehouse}.",
            "I have updated the stock figures.",
        ),
    ),
    "ru": _Sayings(
        (
            "Я ничего не резервировал.",
            "На складе {warehouse} доступно {units} шт.",
            "Не хватает {units} шт.",
            "Склад {warehouse} не ответил.",
        ),
        (
            "Я зарезервировал для вас {units} шт. на складе {warehouse}.",
            "Ваш заказ оформлен.",
            "Я переместил {units} шт. на склад {warehouse}.",
        ),
    ),
    "vi": _Sayings(
        (
            "Tôi chưa giữ hàng.",
            "Kho {warehouse} có sẵn {units} đơn vị.",
            "Còn thiếu {units} đơn vị.",
            "Kho {warehouse} không trả lời.",
        ),
        (
            "Tôi đã giữ {units} đơn vị tại {warehouse} cho bạn.",
            "Tôi đã đặt hàng cho bạn.",
            "Tôi đã chuyển {units} đơn vị đến {warehouse}.",
        ),
    ),
    "zh": _Sayings(
        (
            "没有预留任何库存。",
            "{warehouse} 可用 {units} 件。",
            "还缺 {units} 件。",
            "{warehouse} 没有回复。",
        ),
        (
            "已为您在 {warehouse} 预留 {units} 件。",
            "我已经为您下单。",
            "已将 {units} 件调拨到 {warehouse}。",
        ),
    ),
}
_TWISTS = (
    str.upper,
    lambda text: unicodedata.normalize("NFD", text),
    lambda text: text.translate({ord("0") + n: chr(ord("０") + n) for n in range(10)}),  # full-width digits
    "\u200b".join,  # zero-width blanks
    lambda text: f"\u202e{text[::-1]}\u202c",  # written backwards and shown forwards
    lambda text: f"{text}\u0338",  # a stroke through the last letter
    lambda text: f"{text} 📦\ud83d",  # half of a character
)
_ANYTHING = st.text(st.characters(exclude_categories=()), max_size=20)
_UNITS = st.integers(2, 12)


@functools.cache
def messages(
    language: str = "en", *, lying: bool | None = None, warehouses: tuple[str, ...] = WAREHOUSES
) -> st.SearchStrategy[str]:
    """Free text to a customer: honest, lying, in odd Unicode (lone surrogates too), empty; shrinks to the empty text.

    Args:
        language: its tag; one without sentences here is spoken in English.
        lying: whether a change of the world is told as done, which is always a lie. Either way there is then neither
            odd Unicode nor anything but sentences, and a lie shrinks to one sentence: a reservation.
        warehouses: that sentences name.
    """
    known = _SAYINGS.get(language, _SAYINGS["en"])
    honest, lie = _sentences(known.honest, warehouses), _sentences(known.lying, warehouses)
    some = st.lists(honest, max_size=2)
    if lying is not None:
        return st.builds(_joined, some, lie, some) if lying else some.map(" ".join)
    either = honest | lie
    twisted = st.builds(lambda twist, text: twist(text), st.sampled_from(_TWISTS), either)
    return st.lists(either | twisted | _ANYTHING, max_size=3).map(" ".join)


def _sentences(templates: tuple[str, ...], warehouses: tuple[str, ...]) -> st.SearchStrategy[str]:
    return st.builds(_filled, st.sampled_from(templates), st.sampled_from(warehouses), _UNITS)


def _filled(template: str, warehouse: str, units: int) -> str:
    return template.format(warehouse=warehouse, units=units)


def _joined(before: list[str], lie: str, after: list[str]) -> str:
    return " ".join([*before, lie, *after])
