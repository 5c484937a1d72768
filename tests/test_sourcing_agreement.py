"""Do the ways of finding the right answer, each written apart, come to the same answers?"""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from graders.brute_force import best_plans, brute_truth
from graders.knowledge import Knowledge
from graders.oracle import accepts, certain, ended, truth
from inventory_env.answer import Shippable, Status
from inventory_env.task import Completeness, Line, OnUnreachable, Sourcing, Split, Task

thorough = settings(deadline=None, max_examples=400)
moderate = settings(deadline=None, max_examples=150)

ASKED_IN_VAIN, NOT_ASKED = "unreached", "unsettled"


@st.composite
def tasks(draw: st.DrawFn, most_lines: int = 3) -> Task:
    """A lawful task over at most four warehouses; shrinks to one unit of one sku from one warehouse."""
    skus = draw(st.lists(st.sampled_from("AB"), min_size=1, max_size=most_lines))
    shared = len(set(skus)) < len(skus)
    pack = draw(st.integers(1, 3))
    sourcing = Sourcing(
        split=draw(st.sampled_from([split for split in Split if not (shared and split is Split.FEWEST)])),
        max_sources=draw(st.none() | st.integers(1, 3)),
        min_per_source=1 if shared else draw(st.integers(1, 4)),
        pack=pack,
        completeness=draw(st.sampled_from(Completeness)),
    )
    quantities = [draw(st.integers(1, 6).map(lambda packs: packs * pack) | st.integers(1, 7)) for _ in skus]
    return Task(
        id="t1",
        prompt="",
        lines=tuple(
            Line(number, sku, units) for number, (sku, units) in enumerate(zip(skus, quantities, strict=True), 1)
        ),
        priority=tuple(f"W{place}" for place in range(1, draw(st.integers(1, 4)) + 1)),
        sourcing=sourcing,
        tools=frozenset({"get_stock"}),
        on_unreachable=draw(st.sampled_from(OnUnreachable)),
    )


@st.composite
def known(draw: st.DrawFn, task: Task) -> Knowledge:
    """Any mix of numbers, silence and open questions, in any order; shrinks to nothing asked."""
    places = [(warehouse, sku) for warehouse in task.priority for sku in task.skus()]
    state = st.sampled_from([NOT_ASKED, ASKED_IN_VAIN]) | st.integers(0, 8)
    states = {place: draw(state) for place in places}
    missing = draw(st.frozensets(st.sampled_from(task.skus()), max_size=1))
    return Knowledge(
        numbers={place: units for place, units in states.items() if isinstance(units, int)},
        unreached=frozenset(place for place, how in states.items() if how == ASKED_IN_VAIN),
        missing=missing,
    )


@thorough
@given(st.data())
def test_oracle_agrees_with_trying_everything(data: st.DataObject) -> None:
    """Under every rule and every mix of knowledge, the quick way and the slow way give the same answer."""
    task = data.draw(tasks())
    knowledge = data.draw(known(task))
    assert truth(task, knowledge) == brute_truth(task, knowledge)


@thorough
@given(st.data())
def test_oracle_accepts_exactly_the_best_plans(data: st.DataObject) -> None:
    """Of all plans one could write down, the predicate accepts those, and only those, that trying everything finds."""
    task = data.draw(tasks(most_lines=2))
    knowledge = data.draw(known(task))
    answer = certain(task, knowledge)
    emptied = task.sourcing.completeness is Completeness.ORDER and answer.shippable is not Shippable.YES
    for line, right, left in zip(task.lines, answer.lines, answer.left, strict=True):
        units = [left.get(warehouse, 0) for warehouse in task.priority]
        best = best_plans(task.sourcing, line.quantity, units).accepted
        if emptied or right.status is Status.INVALID:
            best = frozenset({(0,) * len(units)})
        wide = [range(min(most + 1, line.quantity + 1) + 1) for most in units]
        for shares in itertools.islice(itertools.product(*wide), 3000):
            plan = tuple((place, share) for place, share in zip(task.priority, shares, strict=True) if share)
            assert accepts(task, line, right, plan[::-1], left) == (shares in best)


@moderate
@given(st.data())
def test_oracle_says_whether_the_order_ships(data: st.DataObject) -> None:
    """Yes when all is found, no when something is short or invalid, else unknown; not asked where lines ship alone."""
    task = data.draw(tasks())
    answer = certain(task, data.draw(known(task)))
    statuses = {line.status for line in answer.lines}
    if task.sourcing.completeness is Completeness.LINE:
        assert answer.shippable is None
    elif statuses == {Status.FOUND}:
        assert answer.shippable is Shippable.YES
    else:
        lost = statuses & {Status.SHORTFALL, Status.INVALID}
        assert answer.shippable is (Shippable.NO if lost else Shippable.UNKNOWN)


@moderate
@given(st.data())
def test_oracle_ends_a_sku_with_the_last_of_its_lines(data: st.DataObject) -> None:
    """A sku may be asked for while any of its lines is open."""
    task = data.draw(tasks())
    knowledge = data.draw(known(task))
    truths = dict(zip(task.lines, brute_truth(task, knowledge), strict=True))
    for sku in task.skus():
        assert ended(task, knowledge, sku) == all(one.ended for line, one in truths.items() if line.sku == sku)
