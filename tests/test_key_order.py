"""Is a trace with its keys turned round the same trace?"""

from worlds import report, scenario

from graders.key_order import keys_reversed
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.codec import encode
from inventory_env.episode import Desk, play
from inventory_env.task import Task


def asking(task: Task, desk: Desk) -> Answer:
    """Asks with two arguments, submits an answer that is refused, then one that is not."""
    desk.call("get_stock", sku="A", warehouse="W1", extra=({"a": 1, "b": ({"c": 1, "d": 2},)},))
    desk.call("get_stock", sku="A", warehouse="W1")
    desk.submit(Answer(lines=(LineAnswer(7, Status.FOUND),)))
    return report(Status.FOUND, ("W1", 10))


def test_only_the_order_of_keys_changes() -> None:
    """Arguments, bodies and refused answers, nested ones too; the same trace and the same bytes."""
    trace = play(asking, scenario({"W1": 10}))
    turned = keys_reversed(trace)
    assert turned == trace
    assert encode(turned) == encode(trace)
    for one, other in zip((*trace.calls, *trace.submissions), (*turned.calls, *turned.submissions), strict=True):
        assert list(other.arguments) == list(one.arguments)[::-1]
    assert list(turned.calls[0].arguments["extra"][0]["b"][0]) == ["d", "c"]
    assert list(turned.calls[1].observation.body) == list(trace.calls[1].observation.body)[::-1]
    assert any(one.arguments for one in trace.submissions)


def test_turned_twice_is_as_before() -> None:
    """Nothing is lost on the way."""
    trace = play(asking, scenario({"W1": 10}))
    twice = keys_reversed(keys_reversed(trace))
    assert list(twice.calls[1].observation.body) == list(trace.calls[1].observation.body)
