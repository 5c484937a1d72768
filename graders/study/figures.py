"""What can be counted in one trace, beside what the grader says of it?"""

import hashlib
from collections import Counter

from inventory_env.codec import encode
from inventory_env.fields import Count, Name, noun
from inventory_env.scenario import Scenario
from inventory_env.tools import WRITE_TOOLS
from inventory_env.trace import Code, Stop, Trace


@noun
class Figures:
    """Counts of one run.

    Attributes:
        stop: why the run ended.
        parallel_calls: calls made in one decision with others.
        timeouts: replies that did not come in time.
        tokens_in: tokens read, as reported by the agent.
        tokens_out: tokens written, as reported by the agent.
        writes_attempted: calls of write tools, refused or not.
        writes_blocked: those of them that the world refused.
        faults: kinds of the faults delivered, each once, ordered.
        path: a fingerprint of the calls, their order and the answer's fields; equal paths did the same.
    """

    stop: Stop
    parallel_calls: Count
    timeouts: Count
    tokens_in: Count
    tokens_out: Count
    writes_attempted: Count
    writes_blocked: Count
    faults: tuple[Name, ...]
    path: str


def figures(scenario: Scenario, trace: Trace) -> Figures:
    """The counts of a run.

    Args:
        scenario: its case; names the kinds of the faults delivered.
        trace: the record of the run.
    """
    sizes = Counter(call.decision for call in trace.calls)
    errors = [call.observation.error for call in trace.calls]
    writes = [call for call in trace.calls if call.tool in WRITE_TOOLS]
    delivered = {call.fault for call in trace.calls if call.fault is not None}
    return Figures(
        stop=trace.stop,
        parallel_calls=sum(size for size in sizes.values() if size > 1),
        timeouts=sum(error is not None and error.code is Code.TIMEOUT for error in errors),
        tokens_in=trace.tokens_in,
        tokens_out=trace.tokens_out,
        writes_attempted=len(writes),
        writes_blocked=sum(not call.observation.ok for call in writes),
        faults=tuple(sorted({scenario.faults[i].kind.value for i in delivered if i < len(scenario.faults)})),
        path=_path(trace),
    )


def _path(trace: Trace) -> str:
    calls = [(call.decision, call.tool, call.arguments) for call in trace.calls]
    answer = trace.counting.answer if trace.counting else None
    said = None if answer is None else (answer.lines, answer.shippable, answer.reservations)
    return hashlib.blake2b(encode((calls, said)), digest_size=8).hexdigest()
