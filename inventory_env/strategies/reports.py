"""What may an agent answer?"""

from hypothesis import strategies as st

from inventory_env.answer import Answer, LineAnswer, NotANumber, Shippable, Status
from inventory_env.strategies.sayings import messages
from inventory_env.task import Task


@st.composite
def line_answers(draw: st.DrawFn, task: Task, number: int) -> LineAnswer:
    """Any well-formed report on a line, right or wrong; shrinks to a bare `found`.

    Args:
        draw: given by Hypothesis.
        task: whose warehouses it names.
        number: of the line.
    """
    some = st.lists(st.sampled_from(task.priority), unique=True)
    count = st.none() | st.integers(0, 12)
    saw = st.integers(0, 30) | st.sampled_from(NotANumber)
    return LineAnswer(
        line=number,
        status=draw(st.sampled_from(Status)),
        plan=tuple((warehouse, draw(st.integers(1, 12))) for warehouse in draw(some)),
        gap=draw(count),
        confirmed=draw(count),
        unreached=tuple(draw(some)),
        nearest=tuple(draw(st.lists(st.integers(1, 12), max_size=2))),
        seen=draw(st.none() | some.flatmap(lambda asked: st.tuples(*(st.tuples(st.just(one), saw) for one in asked)))),
        evidence=draw(st.none() | st.lists(st.sampled_from(["c1", "c2", "c9"]), max_size=2).map(tuple)),
    )


@st.composite
def answers(draw: st.DrawFn, task: Task) -> Answer:
    """Any well-formed answer to a task, right or wrong, in any order; shrinks to one that reports no line.

    Args:
        draw: given by Hypothesis.
        task: the task answered.
    """
    numbers = draw(st.lists(st.sampled_from([line.line for line in task.lines]), unique=True))
    return Answer(
        lines=tuple(draw(line_answers(task, number)) for number in numbers),
        message=draw(messages(task.language, warehouses=task.priority)),
        shippable=draw(st.none() | st.sampled_from(Shippable)),
        reservations=tuple(draw(st.lists(st.text(max_size=5), max_size=1))),
    )
