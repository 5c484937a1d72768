"""How is an answer told in Vietnamese?"""

from collections.abc import Sequence

import attrs

from baselines.wording.book import Book, Manners
from inventory_env.answer import LineAnswer, Shippable
from inventory_env.task import Line


def units(many: int) -> str:
    """A number of units."""
    return f"{many} chiếc"


def _found(line: Line, answer: LineAnswer) -> str:
    return f"có sẵn {line.quantity} chiếc {line.sku}{_from(answer)}."


def _short(line: Line, answer: LineAnswer) -> str:
    gap = answer.gap or 0
    there = line.quantity - gap
    if there:
        return f"chỉ có sẵn {there} trên {line.quantity} chiếc {line.sku}{_from(answer)}, thiếu {gap} chiếc."
    if gap == 1:
        return f"không có {line.sku}, thiếu 1 chiếc."
    return f"không có chiếc nào trong {gap} chiếc {line.sku}{_from(answer)}, thiếu cả {gap} chiếc."


def _unknown(line: Line, answer: LineAnswer) -> str:
    if answer.confirmed == line.quantity:
        return f"chưa biết nên lấy {line.quantity} chiếc {line.sku} từ kho nào; {_confirmed(answer)}."
    return f"chưa biết có đủ {line.quantity} chiếc {line.sku} hay không; {_confirmed(answer)}."


def _confirmed(answer: LineAnswer) -> str:
    many = answer.confirmed or 0
    return f"đã xác nhận {many} chiếc{_from(answer)}" if many else f"chưa xác nhận được chiếc nào{_from(answer)}"


def _pack(line: Line, answer: LineAnswer) -> str:
    nearest = _list([str(many) for many in answer.nearest])
    return f"không thể lấy {line.quantity} chiếc {line.sku}; số lượng chẵn kiện gần nhất là {nearest} chiếc."


def _missing(line: Line, _answer: LineAnswer) -> str:
    return f"mã hàng {line.sku} không tồn tại."


def _silent(warehouses: Sequence[str]) -> str:
    return f"{'Kho' if len(warehouses) == 1 else 'Các kho'} {_list(warehouses)} không cho biết số tồn."


def _from(answer: LineAnswer) -> str:
    if not answer.plan:
        return ""
    return f" ({', '.join([f'{share} từ {warehouse}' for warehouse, share in answer.plan])})"


def _list(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} và {names[-1]}"


BOOK = Book(
    tag="vi",
    gap=" ",
    heading=("Dòng ", ": "),
    found=_found,
    short=_short,
    unknown=_unknown,
    pack=_pack,
    missing=_missing,
    silent=_silent,
    spent="Hạn mức đã hết nên chưa thể hỏi mọi kho đủ số lần cho phép.",
    ships={
        Shippable.YES: "Đơn hàng có thể giao trọn.",
        Shippable.NO: "Đơn hàng chỉ giao trọn một lần, mà điều đó không thể: không lên kế hoạch giao gì.",
        Shippable.UNKNOWN: (
            "Đơn hàng chỉ giao trọn một lần; chưa biết có giao được không nên không lên kế hoạch giao gì."
        ),
    },
    not_reserved="Chưa giữ hàng nào: ở đây chỉ xem được tồn kho.",
    units=units,
)


def _not_missing(line: Line, answer: LineAnswer) -> str:
    return f"{line.quantity} chiếc {line.sku} không thiếu chiếc nào{_given(answer)}."


def _not_all(line: Line, answer: LineAnswer) -> str:
    gap = answer.gap or 0
    there = line.quantity - gap
    if line.quantity == 1:
        return f"nói có {line.sku} là sai: thiếu 1 chiếc."
    had = f"chỉ có {there} chiếc" if there else "không có chiếc nào"
    return f"nói có đủ {line.quantity} chiếc {line.sku} là sai: {had}{_given(answer)}, thiếu {gap} chiếc."


def _cannot_say(line: Line, answer: LineAnswer) -> str:
    if answer.confirmed == line.quantity:
        return _unknown(line, answer)
    many = answer.confirmed or 0
    sure = (
        f"mới xác nhận {many} chiếc{_given(answer)}, phần còn lại chưa rõ" if many else "chưa xác nhận được chiếc nào"
    )
    return f"chưa thể kết luận là {line.sku} thiếu, cũng chưa thể nói là đủ {line.quantity} chiếc: {sure}."


def _given(answer: LineAnswer) -> str:
    if not answer.plan:
        return ""
    return f" ({_list([f'{share} chiếc lấy ở {warehouse}' for warehouse, share in answer.plan])})"


ROUNDABOUT = attrs.evolve(BOOK, found=_not_missing, short=_not_all, unknown=_cannot_say)


def _wished(lines: Sequence[Line]) -> str:
    return _list([f"{line.quantity} chiếc {line.sku}" for line in lines])


def _wish(lines: Sequence[Line]) -> str:
    return f'Bạn cần "{_wished(lines)}".'


def _kept_wish(lines: Sequence[Line]) -> str:
    return f'Bạn viết "giữ giúp {_wished(lines)}", nhưng tôi chỉ xem được tồn kho nên chưa có lượt giữ nào.'


def _shelf(warehouse: str, on_hand: int, reserved: int, safety: int, available: int) -> str:
    others = f", {reserved} đã giữ cho đơn khác" if reserved else ""
    kept = f", {safety} là tồn kho an toàn" if safety else ""
    return f"{warehouse} tồn {on_hand}{others}{kept}, khả dụng {available}."


MANNERS = Manners(
    opening="Cảm ơn bạn đã hỏi. Tôi đã tra tồn kho.",
    offer="Bạn có muốn tôi nhờ bộ phận kho giữ hàng cho bạn không?",
    once_more="Nói ngắn gọn lại:",
    draft="Bản nháp: chưa hỏi kho nào.",
    nothing_reserved="Chưa giữ hàng nào.",
    refusal="Rất tiếc, tôi không giúp được với đơn hàng này.",
    wish=_wish,
    kept_wish=_kept_wish,
    shelf=_shelf,
    quotes=("“", "”"),
)
