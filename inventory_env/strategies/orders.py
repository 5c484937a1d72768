"""Which orders are there, and under which rules?"""

import attrs
from hypothesis import strategies as st

from inventory_env.prompts import LANGUAGES, Manner, render
from inventory_env.strategies.shelves import SKUS, WAREHOUSES
from inventory_env.task import Budget, Completeness, Completion, Line, OnUnreachable, Retry, Sourcing, Split, Task
from inventory_env.tools import WRITE_TOOLS

# Made once: Hypothesis spends more on making a strategy than on drawing from it.
_LIMITS = st.none() | st.integers(1, 12)
_BUDGETS = st.builds(Budget) | st.builds(Budget, calls=_LIMITS, decisions=_LIMITS, seconds=_LIMITS, tokens=_LIMITS)
_RETRIES = st.builds(Retry, st.integers(1, 3), st.integers(1, 3), st.integers(0, 3))
_UNITS = st.integers(1, 12)
_MANY = st.tuples(_UNITS, st.booleans())
_PACKS = st.sampled_from([1, 1, 2, 3])
_SOURCES = st.none() | st.integers(1, 3)
_MINIMUM = st.integers(1, 4)
_SPLITS = st.sampled_from(Split)
_SPLITS_OF_SHARED = st.sampled_from([split for split in Split if split is not Split.FEWEST])
_COMPLETENESS = st.sampled_from(Completeness)
_UNREACHABLE = st.sampled_from(OnUnreachable)
_COMPLETION = st.sampled_from(Completion)
_AGES = st.none() | st.integers(0, 90)
_LANGUAGES = st.sampled_from(LANGUAGES)
_MANNERS = st.sampled_from(Manner)
_IDS = st.sampled_from(["t1", "t2", "t-3"])
_PRIORITIES = st.builds(lambda order, many: tuple(order[:many]), st.permutations(WAREHOUSES), st.integers(1, 4))
_FURTHER = st.frozensets(st.sampled_from(["get_item", "get_policy", "get_incoming", "list_warehouses"]))
_WRITES = st.sampled_from([frozenset[str](), frozenset({"create_reservation"}), WRITE_TOOLS])


@st.composite
def sourcings(draw: st.DrawFn, *, shared: bool = False) -> Sourcing:
    """Any sourcing rule; shrinks to one source, no pack, no limits.

    Args:
        draw: given by Hypothesis.
        shared: whether lines share a sku; then neither `fewest` nor a smallest share is lawful.
    """
    return Sourcing(
        split=draw(_SPLITS_OF_SHARED if shared else _SPLITS),
        max_sources=draw(_SOURCES),
        min_per_source=1 if shared else draw(_MINIMUM),
        pack=draw(_PACKS),
        completeness=draw(_COMPLETENESS),
    )


@st.composite
def tasks(draw: st.DrawFn, *, paged: bool | None = None, most_lines: int = 3) -> Task:
    """A task over warehouses W1 to W4 and skus A to C, in any language; shrinks to one unit of A from W1, in English.

    Args:
        draw: given by Hypothesis.
        paged: whether figures come in pages (`list_stock`); either by default.
        most_lines: 1 or more.
    """
    first, further = draw(_MANY), draw(st.lists(st.tuples(st.sampled_from(SKUS), _MANY), max_size=most_lines - 1))
    wishes = [(SKUS[0], *first), *((sku, *many) for sku, many in further)]
    skus = {sku for sku, _, _ in wishes}
    sourcing = draw(sourcings(shared=len(skus) < len(wishes)))
    paged = draw(st.booleans()) if paged is None else paged
    budget = draw(_BUDGETS)
    task = Task(
        id=draw(_IDS),
        prompt="",
        lines=tuple(
            Line(number, sku, units * (sourcing.pack if packed else 1))
            for number, (sku, units, packed) in enumerate(wishes, 1)
        ),
        priority=draw(_PRIORITIES),
        sourcing=sourcing,
        tools=draw(_FURTHER) | {"list_stock" if paged else "get_stock"} | draw(_WRITES),
        on_unreachable=draw(_UNREACHABLE),
        max_age_s=draw(_AGES),
        retry=draw(_RETRIES),
        budget=attrs.evolve(budget, calls=None) if paged else budget,
        completion=draw(_COMPLETION),
        asks_to_reserve=draw(st.booleans()),
        language=draw(_LANGUAGES),
    )
    return attrs.evolve(task, prompt=render(task, manner=draw(_MANNERS)))
