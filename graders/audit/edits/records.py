"""Which records of a good run have lost something, or gained it? The run was right; what is left of it is not."""

import attrs

from graders.audit.case import ALL_RULES, Label
from graders.audit.draws import Draw, one_of
from graders.audit.edits.calls import LEFT_OPEN, answered, place_of
from graders.audit.edits.labels import NOTHING, UNSUPPORTED, answer_of, by_line
from graders.audit.kinds import Kind, Made, kind_of
from inventory_env.answer import Status
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace


def record_kinds() -> tuple[Kind, ...]:
    """The record says less than the run, or something else."""
    return (
        kind_of("edit:record-cut", "The last question and its reply are missing in the record.", _cut),
        kind_of("edit:reply-dropped", "A question and its valid reply are missing in the record.", _dropped),
        kind_of("edit:stock-changed", "The stock is another one after the run.", _stock_changed),
    )


def _timed(scenario: Scenario) -> bool:
    """Whether time alone may end the asking: a record that lost a call has not lost its time."""
    return scenario.task.budget.seconds is not None


def _without(trace: Trace, place: int) -> Trace:
    """The record as if one call had not been made; the answer and every time stay."""
    calls = (*trace.calls[:place], *trace.calls[place + 1 :])
    submissions = tuple(attrs.evolve(one, after_calls=min(one.after_calls, len(calls))) for one in trace.submissions)
    return attrs.evolve(trace, calls=calls, submissions=submissions, decisions=trace.decisions - 1)


def _cut(scenario: Scenario, good: Trace, _draw: Draw) -> Made | None:
    """The careful agent asks nothing that is not needed, so the last question was."""
    if not good.calls or _timed(scenario):
        return None
    label = Label(frozenset({"stopped-early"}), ALL_RULES)
    return _without(good, len(good.calls) - 1), label, "The question that settled the last line is not in the record."


def _dropped(scenario: Scenario, good: Trace, draw: Draw) -> Made | None:
    """Who asked no further than needed cannot claim the same with one reply less."""
    replies = answered(scenario, good)
    if not replies or _timed(scenario) or not by_line(scenario.task):
        return None
    place = one_of(draw, replies)
    warehouse, sku = place_of(good.calls[place])
    told = [line.status for line in answer_of(good).lines if scenario.task.line(line.line).sku == sku]
    # What is unknown anyway may stay so without the reply.
    claims = () if Status.UNKNOWN in told else (UNSUPPORTED | {"value-misquoted"},)
    label = Label(NOTHING, ALL_RULES, (*LEFT_OPEN, *claims))
    return _without(good, place), label, f"The reply of {warehouse} about {sku} is not in the record."


def _stock_changed(_scenario: Scenario, good: Trace, _draw: Draw) -> Made:
    changed = attrs.evolve(good, stock_after=good.stock_after[::-1] + "0")
    return changed, Label(frozenset({"state-changed"})), "A row of the order is not what it was."
