"""Which tasks are told in the tests of prompts, and what does the linter find in a prompt?"""

import attrs
from hypothesis import strategies as st

from inventory_env.fields import NAME_PATTERN
from inventory_env.lint import lint
from inventory_env.prompts import LANGUAGES, Manner
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock
from inventory_env.task import Budget, Line, Retry, Sourcing, Task
from inventory_env.tools import ALWAYS_OFFERED, TOOLS

ODD_NAMES = (
    "A", "THE", "THEN", "the", "3", "1-2", "W1, then W2", "W1, W2", "W1.", "- W1", '"', '"W1"', "\\", '\\"', "“W1”",
    "W”1", "\ue0000\ue001", "\ue000", "a\u00a0b", "a b", "a\u200bb", "склад 1", "仓库", "Line 2: 5 units of B",
    "W1; ask no other", "no limit", "x" * 120, "🏬", "e\u0301", "\u00e9", "請", "W1、W2", "«W1»", "１０", "затем",
    "rồi",
)  # fmt: skip
names = st.sampled_from(ODD_NAMES) | st.from_regex(NAME_PATTERN, fullmatch=True).filter(lambda name: len(name) <= 120)
wholes = st.integers(1, 50) | st.integers(1, 2**53 - 1)
# A quantity and a pack must add up to a whole number that every reader keeps.
halves = st.integers(1, 50) | st.integers(1, 2**52 - 1)
seconds = st.integers(0, 10**6)
limits = st.none() | st.integers(0, 10**6)
manners = st.sampled_from(Manner)
TELLINGS = [(language, manner) for language in LANGUAGES for manner in Manner]


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    """Any task, without its prompt; shrinks to one plain line at one warehouse, in English."""
    numbers = draw(st.lists(wholes, min_size=1, max_size=4, unique=True))
    return Task(
        id="t",
        prompt="",
        lines=tuple(Line(number, draw(names), draw(halves)) for number in numbers),
        priority=tuple(draw(st.lists(names, min_size=1, max_size=4, unique=True))),
        sourcing=Sourcing(
            draw(st.sampled_from(["none", "any", "prefer_single", "fewest"])),
            max_sources=draw(st.none() | wholes),
            min_per_source=draw(wholes),
            pack=draw(halves),
            completeness=draw(st.sampled_from(["line", "order"])),
        ),
        tools=draw(st.frozensets(st.sampled_from(sorted(TOOLS)) | names, max_size=5)),
        on_unreachable=draw(st.sampled_from(["skip_and_disclose", "hold"])),
        max_age_s=draw(st.none() | seconds),
        retry=Retry(draw(seconds.filter(bool)), draw(wholes), draw(seconds)),
        budget=Budget(draw(limits), draw(limits), draw(limits), draw(limits)),
        completion=draw(st.sampled_from(["first_answer", "last_answer"])),
        asks_to_reserve=draw(st.booleans()),
        language=draw(st.sampled_from(LANGUAGES)),
    )


# As many rules as one task can have.
PLAIN = Task(
    id="t",
    prompt="",
    lines=(Line(1, "BK-R89B-58", 24), Line(2, "A", 36)),
    priority=("W1", "W2", "W3"),
    sourcing=Sourcing("any", max_sources=2, min_per_source=5, pack=12, completeness="order"),
    tools=frozenset({"get_stock", "list_stock", "create_reservation"}),
    max_age_s=300,
    retry=Retry(2, 3, 4),
    budget=Budget(calls=12, decisions=11, seconds=60, tokens=9000),
    asks_to_reserve=True,
)
# And its rules the other way round.
OTHERWISE = attrs.evolve(
    PLAIN,
    lines=PLAIN.lines[:1],
    sourcing=Sourcing("prefer_single"),
    on_unreachable="hold",
    max_age_s=None,
    retry=Retry(7, 1, 0),
    budget=Budget(),
    completion="last_answer",
    asks_to_reserve=False,
)


def faults(task: Task, prompt: str) -> list[str]:
    """The fields that the linter finds at odds with this prompt."""
    scenario = Scenario(attrs.evolve(task, prompt=prompt), Stock.of(), reply_ms=0)
    return [fault.field for fault in lint(scenario) if fault.code in ("prompt-mismatch", "unknown-language")]


def changes(task: Task) -> list[tuple[str, Task]]:
    """Every kind of single change to a task, with the field that it changes."""
    changed: list[tuple[str, Task]] = []

    def change(field: str, outer: str = "", **to: object) -> None:
        if outer:
            inner = getattr(task, outer)
            changed.append((f"task.{outer}.{field}", attrs.evolve(task, **{outer: attrs.evolve(inner, **to)})))
        else:
            changed.append((f"task.{field}", attrs.evolve(task, **to)))

    first, *others = task.lines
    for to in ({"quantity": first.quantity % 9 + 1}, {"sku": "another sku"}, {"line": 2**53 - 1}):
        change("lines", lines=(attrs.evolve(first, **to), *(one for one in others if one.line != 2**53 - 1)))
    change("lines", lines=(Line(2**52, "B", 1), *(one for one in task.lines if one.line != 2**52)))
    change("priority", priority=(*task.priority, "NEW-1"))
    if others:
        change("lines", lines=tuple(others))
        change("lines", lines=tuple(reversed(task.lines)))
    if task.priority[1:]:
        change("priority", priority=task.priority[1:])
        change("priority", priority=tuple(reversed(task.priority)))
    for outer, record in (("sourcing", task.sourcing), ("retry", task.retry), ("budget", task.budget), ("", task)):
        for attribute in attrs.fields(type(record)):
            field, value = attribute.name, getattr(record, attribute.name)
            for other in _others(value):
                change(field, outer, **{field: other})
    for name in {"get_item", "new tool", *task.tools} - ALWAYS_OFFERED:
        change("tools", tools=task.tools ^ {name})
    return [(field, other) for field, other in changed if other != task]


def _others(value: object) -> list[object]:
    if isinstance(value, bool):
        return [not value]
    if value is None:
        return [1, 7]
    if isinstance(value, int):
        return [value - 1 if value > 2 else value + 1]
    if hasattr(type(value), "__members__"):
        return [one for one in type(value) if one is not value]
    return []
