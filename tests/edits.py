"""How may a good run go wrong? Strategies that change an agent's calls and its answer, a little at a time."""

from collections.abc import Callable, Sequence

import attrs
from builders import Call, get, page, wait
from hypothesis import strategies as st

from inventory_env.answer import Answer, LineAnswer, NotANumber, Shippable, Status
from inventory_env.task import Task
from inventory_env.trace import Trace

Turns = list[list[Call]]
_ODD: tuple[Call, ...] = (
    ("get_item", {"sku": "A"}), ("get_policy", {}), ("check", {}), ("get_stock", {"sku": 1}), get("W9"), get("W1", "Z"),
    ("create_order", {"sku": "A", "quantity": 1}),
)  # fmt: skip
_PAGES = ({}, {}, {"cursor": "after:A"}, {"cursor": "after:0"}, {"limit": 1})


def turns_of(trace: Trace) -> Turns:
    """The calls of a trace, decision by decision."""
    turns: dict[int, list[Call]] = {}
    for call in trace.calls:
        turns.setdefault(call.decision, []).append((call.tool, dict(call.arguments)))
    return list(turns.values())


@st.composite
def questions(draw: st.DrawFn, task: Task) -> Call:
    """Any question about stock that the task allows, in turn or not; shrinks to the first warehouse."""
    warehouse = draw(st.sampled_from(task.priority))
    if "list_stock" in task.tools:
        return page(warehouse, **draw(st.sampled_from(_PAGES)))
    return get(warehouse, draw(st.sampled_from(task.skus())))


@st.composite
def edited_turns(draw: st.DrawFn, task: Task, turns: Turns) -> Turns:
    """The same calls with up to three changes: dropped, doubled, swapped, moved, cut off, joined, or other ones."""
    edited = [list(turn) for turn in turns]
    for _ in range(draw(st.integers(0, 3))):
        kind, size = draw(st.sampled_from(sorted(_EDITS))), len(edited)
        first, second = draw(st.integers(0, max(0, size - 1))), draw(st.integers(0, max(0, size - 1)))
        new = draw(questions(task) if kind in ("ask", "other") else _NEW.get(kind, st.none()))
        if size or kind in ("ask", "wait", "odd"):
            edited = _EDITS[kind](edited, first, second, new)
    return edited


_NEW: dict[str, st.SearchStrategy[Call]] = {
    "wait": st.integers(0, 4).map(wait),
    "odd": st.sampled_from(_ODD),
}


def _drop(turns: Turns, first: int, second: int, new: Call) -> Turns:
    return turns[:first] + turns[first + 1 :]


def _double(turns: Turns, first: int, second: int, new: Call) -> Turns:
    return [*turns[:first], turns[first], *turns[first:]]


def _swap(turns: Turns, first: int, second: int, new: Call) -> Turns:
    turns[first], turns[second] = turns[second], turns[first]
    return turns


def _move(turns: Turns, first: int, second: int, new: Call) -> Turns:
    rest = _drop(turns, first, second, new)
    return [*rest[:second], turns[first], *rest[second:]]


def _cut(turns: Turns, first: int, second: int, new: Call) -> Turns:
    return turns[:first]


def _join(turns: Turns, first: int, second: int, new: Call) -> Turns:
    joined = [call for turn in turns[first : first + 2] for call in turn]
    return [*turns[:first], joined, *turns[first + 2 :]]


def _add(turns: Turns, first: int, second: int, new: Call) -> Turns:
    return [*turns[:first], [new], *turns[first:]]


def _other(turns: Turns, first: int, second: int, new: Call) -> Turns:
    return [*turns[:first], [new], *turns[first + 1 :]]


_EDITS: dict[str, Callable[[Turns, int, int, Call], Turns]] = {
    "drop": _drop, "double": _double, "swap": _swap, "move": _move, "cut": _cut, "join": _join,
    "ask": _add, "wait": _add, "odd": _add, "other": _other,
}  # fmt: skip


@st.composite
def edited_answers(draw: st.DrawFn, task: Task, answer: Answer) -> Answer:
    """The same answer with up to two changes in its fields; shrinks to the answer itself."""
    for _ in range(draw(st.integers(0, 2))):
        if not answer.lines:
            break
        place = draw(st.integers(0, len(answer.lines) - 1))
        lines = answer.lines
        kind = draw(st.sampled_from(["line", "line", "line", "leave out", "turn round", "ships", "reserved"]))
        if kind == "line":
            lines = (*lines[:place], draw(_edited_lines(task, lines[place])), *lines[place + 1 :])
        elif kind == "leave out":
            lines = (*lines[:place], *lines[place + 1 :])
        elif kind == "turn round":
            lines = lines[::-1]
        elif kind == "ships":
            answer = attrs.evolve(answer, shippable=draw(st.none() | st.sampled_from(Shippable)))
        else:
            answer = attrs.evolve(answer, reservations=("R-1",))
        answer = attrs.evolve(answer, lines=lines)
    return answer


def _edited_lines(task: Task, line: LineAnswer) -> st.SearchStrategy[LineAnswer]:
    """One field of a line changed."""
    places, few = st.sampled_from((*task.priority, "W9")), st.none() | st.integers(0, 4)
    changes: Sequence[st.SearchStrategy[LineAnswer]] = [
        st.builds(lambda status: attrs.evolve(line, status=status), st.sampled_from(Status)),
        st.builds(lambda by: attrs.evolve(line, plan=_shifted(line.plan, by)), st.integers(-2, 2)),
        st.just(attrs.evolve(line, plan=line.plan[1:])),
        st.just(attrs.evolve(line, plan=line.plan[::-1])),
        st.builds(lambda one, units: attrs.evolve(line, plan=_with(line.plan, one, units)), places, st.integers(1, 3)),
        st.builds(lambda gap: attrs.evolve(line, gap=gap), few),
        st.builds(lambda units: attrs.evolve(line, confirmed=units), few),
        st.builds(lambda one: attrs.evolve(line, unreached=tuple({*line.unreached, one})), places),
        st.just(attrs.evolve(line, unreached=line.unreached[1:])),
        st.builds(lambda near: attrs.evolve(line, nearest=tuple(near)), st.lists(st.integers(1, 8), max_size=2)),
        st.builds(lambda one, saw: attrs.evolve(line, seen=((one, saw),)), places,
                  st.sampled_from(NotANumber) | st.integers(0, 9)),
        st.builds(lambda ids: attrs.evolve(line, evidence=ids), st.sampled_from([(), ("c1",), ("c99",)])),
    ]  # fmt: skip
    return st.one_of(changes)


def _shifted(plan: tuple[tuple[str, int], ...], by: int) -> tuple[tuple[str, int], ...]:
    return tuple((one, max(1, units + by)) if place == 0 else (one, units) for place, (one, units) in enumerate(plan))


def _with(plan: tuple[tuple[str, int], ...], warehouse: str, units: int) -> tuple[tuple[str, int], ...]:
    return tuple({**dict(plan), warehouse: units}.items())
