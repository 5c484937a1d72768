"""Do the oracle and trying everything, written apart, come to the same answers?"""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st
from small_worlds import known, tasks

from graders.brute_force import best_plans, brute_truth
from graders.oracle import accepts, certain, ended, truth
from inventory_env.answer import Shippable, Status
from inventory_env.task import Completeness

thorough = settings(deadline=None, max_examples=300)
moderate = settings(deadline=None, max_examples=150)


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
