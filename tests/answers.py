"""Does an answer say what a tester expects? Helpers of the tests about suites."""

from inventory_env.answer import Answer, LineAnswer
from inventory_env.scenario import ExpectedLine
from inventory_env.trace import Trace


def answer_of(trace: Trace) -> Answer:
    """The answer that counts."""
    assert trace.counting is not None
    assert trace.counting.answer is not None
    return trace.counting.answer


def fits(expected: ExpectedLine, line: LineAnswer | None) -> bool:
    """Whether an answer says all that is expected of a line; what is not stated may be anything."""
    if line is None or line.status is not expected.status:
        return False
    return (
        (expected.plan is None or set(expected.plan) == set(line.plan))
        and (expected.gap is None or expected.gap == line.gap)
        and (expected.confirmed is None or expected.confirmed == line.confirmed)
        and (expected.unreached is None or set(expected.unreached) <= set(line.unreached))
        and (expected.nearest is None or expected.nearest == line.nearest)
        and (expected.sources is None or expected.sources == len(line.plan))
    )
