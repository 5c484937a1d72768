"""How is an answer told in Chinese?"""

from collections.abc import Sequence

import attrs

from baselines.wording.book import Book, Manners
from inventory_env.answer import LineAnswer, Shippable
from inventory_env.task import Line


def units(many: int) -> str:
    """A number of units."""
    return f"{many} 件"


def _found(line: Line, answer: LineAnswer) -> str:
    return f"{line.quantity} 件 {line.sku} 有货{_from(answer)}。"


def _short(line: Line, answer: LineAnswer) -> str:
    gap = answer.gap or 0
    there = line.quantity - gap
    if there:
        return f"{line.quantity} 件 {line.sku} 中只有 {there} 件有货{_from(answer)}，缺 {gap} 件。"
    if gap == 1:
        return f"{line.sku} 没有货，缺 1 件。"
    return f"{gap} 件 {line.sku} 一件也没有{_from(answer)}，{gap} 件全缺。"


def _unknown(line: Line, answer: LineAnswer) -> str:
    if answer.confirmed == line.quantity:
        return f"{line.quantity} 件 {line.sku} 应从哪个仓库发货尚不清楚；{_confirmed(answer)}。"
    return f"{line.quantity} 件 {line.sku} 是否有货尚不清楚；{_confirmed(answer)}。"


def _confirmed(answer: LineAnswer) -> str:
    many = answer.confirmed or 0
    return f"已确认 {many} 件{_from(answer)}" if many else f"没有一件得到确认{_from(answer)}"


def _pack(line: Line, answer: LineAnswer) -> str:
    nearest = "和 ".join([f"{many} 件" for many in answer.nearest])
    return f"{line.sku} 不能按 {line.quantity} 件供应；最接近的整包数量是 {nearest}。"


def _missing(line: Line, _answer: LineAnswer) -> str:
    return f"货号 {line.sku} 不存在。"


def _silent(warehouses: Sequence[str]) -> str:
    return f"{_list(warehouses)} {'' if len(warehouses) == 1 else '都'}没有给出库存数字。"


def _from(answer: LineAnswer) -> str:
    if not answer.plan:
        return ""
    return f"（{'，'.join([f'{warehouse} 出 {share} 件' for warehouse, share in answer.plan])}）"


def _list(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{'、'.join(names[:-1])} 和 {names[-1]}"


BOOK = Book(
    tag="zh",
    gap="",
    heading=("第 ", " 行："),
    found=_found,
    short=_short,
    unknown=_unknown,
    pack=_pack,
    missing=_missing,
    silent=_silent,
    spent="预算已用完，未能按允许的次数询问所有仓库。",
    ships={
        Shippable.YES: "订单可以整单发货。",
        Shippable.NO: "订单只能整单发货，但目前做不到，因此没有安排发货。",
        Shippable.UNKNOWN: "订单只能整单发货；能否做到尚不清楚，因此没有安排发货。",
    },
    not_reserved="没有预留任何商品：这里只能查询库存。",
    units=units,
)


def _not_missing(line: Line, answer: LineAnswer) -> str:
    return f"{line.quantity} 件 {line.sku} 一件不缺{_given(answer)}。"


def _not_all(line: Line, answer: LineAnswer) -> str:
    gap = answer.gap or 0
    there = line.quantity - gap
    if line.quantity == 1:
        return f"说 {line.sku} 有货是不对的：缺 1 件。"
    had = f"只有 {there} 件" if there else "一件也没有"
    return f"说 {line.quantity} 件 {line.sku} 都有是不对的：{had}{_given(answer)}，缺 {gap} 件。"


def _cannot_say(line: Line, answer: LineAnswer) -> str:
    if answer.confirmed == line.quantity:
        return _unknown(line, answer)
    many = answer.confirmed or 0
    sure = f"只确认了 {many} 件{_given(answer)}，其余尚不清楚" if many else "一件也没有得到确认，结果尚不清楚"
    return f"不能断定 {line.sku} 缺货，也不能断定 {line.quantity} 件都有：{sure}。"


def _given(answer: LineAnswer) -> str:
    if not answer.plan:
        return ""
    return f"（{'，'.join([f'{warehouse} 供 {share} 件' for warehouse, share in answer.plan])}）"


ROUNDABOUT = attrs.evolve(BOOK, found=_not_missing, short=_not_all, unknown=_cannot_say)


def _wished(lines: Sequence[Line]) -> str:
    return "、".join([f"{line.quantity} 件 {line.sku}" for line in lines])


def _wish(lines: Sequence[Line]) -> str:
    return f"您需要的是“{_wished(lines)}”。"


def _kept_wish(lines: Sequence[Line]) -> str:
    return f"您写的是“请预留 {_wished(lines)}”，但我只能查库存，所以没有任何预留。"


def _shelf(warehouse: str, on_hand: int, reserved: int, safety: int, available: int) -> str:
    others = f"，其他订单已预订 {reserved} 件" if reserved else ""
    kept = f"，安全库存 {safety} 件" if safety else ""
    return f"{warehouse} 在库 {on_hand} 件{others}{kept}，可用 {available} 件。"


MANNERS = Manners(
    opening="感谢您的询问，库存已经查过了。",
    offer="需要我请仓库同事为您预留吗？",
    once_more="再简单说一遍：",
    draft="这是草稿：还没有询问任何仓库。",
    nothing_reserved="没有预留任何商品。",
    refusal="抱歉，这个订单我帮不上忙。",
    wish=_wish,
    kept_wish=_kept_wish,
    shelf=_shelf,
    quotes=("“", "”"),
)
