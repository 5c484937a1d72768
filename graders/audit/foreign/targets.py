"""What would a user of another framework write down as the right run and the right answer?"""

import functools
from collections.abc import Mapping
from typing import Any

from baselines import careful
from inventory_env.answer import Answer, LineAnswer, Status
from inventory_env.codec import convert
from inventory_env.episode import play
from inventory_env.errors import InputError
from inventory_env.scenario import Scenario
from inventory_env.task import Line
from inventory_env.trace import Trace

# The cases of one scenario come one after another; a search needs no more than these.
_KEPT = 1024


@functools.lru_cache(maxsize=_KEPT)
def reference_run(scenario: Scenario) -> Trace:
    """The run that a user would keep as the expected one: the careful agent's."""
    return play(careful, scenario)


def submitted(trace: Trace) -> Answer | None:
    """The answer of a run that counts, or None."""
    return None if trace.counting is None else trace.counting.answer


def told(trace: Trace) -> str:
    """What the customer reads at the end of a run; empty without an answer."""
    answer = submitted(trace)
    return "" if answer is None else answer.message


def numbers(scenario: Scenario) -> tuple[str, ...] | None:
    """The number that a right message must hold, line by line.

    Found: the units wanted; a shortfall: the units missing; unknown: the units confirmed; no whole pack: the nearest.
    None where an ending has no number to look for, such as an article that does not exist.
    """
    answer = submitted(reference_run(scenario))
    if answer is None:
        return None
    found = [_number(scenario.task.line(line.line), line) for line in answer.lines]
    return tuple([str(number) for number in found]) if all(found) else None


def _number(wish: Line, line: LineAnswer) -> int | None:
    if line.status is Status.FOUND:
        return wish.quantity
    return line.gap or line.confirmed or next(iter(line.nearest), None)


def in_short(answer: Answer) -> str:
    """What an answer comes to in one line: no words, no citations, its sources in the order of their names.

    >>> in_short(Answer((LineAnswer(1, Status.FOUND, (("W2", 4), ("W1", 6)), 0),), "10 are there."))
    'line 1 found: 6 from W1, 4 from W2, missing 0'
    """
    whole = [] if answer.shippable is None else [f"order {answer.shippable}"]
    reserved = [f"reserved {reference}" for reference in answer.reservations]
    return "; ".join([*map(_line_in_short, answer.lines), *whole, *reserved])


def same_answer(submitted: Mapping[str, Any], expected: Mapping[str, Any]) -> bool:
    """Whether two submissions come to the same; where one of them is no answer, whether they are equal."""
    try:
        return in_short(convert(submitted, Answer)) == in_short(convert(expected, Answer))
    except InputError:
        return submitted == expected


def _line_in_short(line: LineAnswer) -> str:
    shares = [f"{units} from {warehouse}" for warehouse, units in sorted(line.plan)]
    counts = [
        f"{name} {units}" for name, units in (("missing", line.gap), ("confirmed", line.confirmed)) if units is not None
    ]
    nearest = [f"nearest {units}" for units in line.nearest]
    return f"line {line.line} {line.status}: {', '.join([*shares, *counts, *nearest])}"
