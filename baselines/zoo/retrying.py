"""Which specimens mishandle a question that failed?"""

from typing import Any

import attrs

from baselines.zoo.bending import by_line, given, relaxed, silence, through
from baselines.zoo.bites import calls_differ, lines
from baselines.zoo.desks import Ask
from baselines.zoo.specimen import CALLED_SILENT, UNBACKED, UNFOUNDED, WRONG_ANSWER, Specimen, steady
from inventory_env.episode import Desk
from inventory_env.frozen_json import freeze
from inventory_env.scenario import Scenario
from inventory_env.task import OnUnreachable, Split, Task
from inventory_env.trace import Code, Observation, Trace

# So many attempts too many that no plan of a test lasts longer.
_FOREVER = 20


def _simple_split(task: Task) -> bool:
    return task.sourcing.split in (Split.NONE, Split.ANY) and task.sourcing.max_sources is None


def _holding(task: Task) -> bool:
    return task.on_unreachable is OnUnreachable.HOLD


def _endless(task: Task) -> Task:
    return attrs.evolve(task, retry=attrs.evolve(task.retry, max_attempts=task.retry.max_attempts + _FOREVER))


def _hasty(task: Task) -> Task:
    return attrs.evolve(task, retry=attrs.evolve(task.retry, backoff_s=0))


def _skip(task: Task) -> Task:
    return attrs.evolve(task, on_unreachable=OnUnreachable.SKIP_AND_DISCLOSE)


def _hold(task: Task) -> Task:
    return attrs.evolve(task, on_unreachable=OnUnreachable.HOLD)


def _discouraged(task: Task) -> Ask:
    """After the first failure that a retry might cure, nothing more is asked."""
    failed: list[Observation] = []

    def ask(desk: Desk, tool: str, arguments: dict[str, Any]) -> Observation:
        if failed:
            return silence("the service is down")
        reply = desk.call(tool, **arguments)
        if reply.error is None or not reply.error.retryable or task.retry.max_attempts == 1:
            return reply
        failed.append(reply)
        return attrs.evolve(reply, error=attrs.evolve(reply.error, retryable=False))

    return ask


def _in_vain(_task: Task) -> Ask:
    """What cannot be answered is asked once more."""

    def ask(desk: Desk, tool: str, arguments: dict[str, Any]) -> Observation:
        reply = desk.call(tool, **arguments)
        if tool != "get_stock" or not _final(reply):
            return reply
        again = desk.call(tool, **arguments)
        return reply if reply.error and reply.error.code is Code.SKU_NOT_FOUND else again

    return ask


def _final(reply: Observation) -> bool:
    """Whether another attempt is not welcome although no number came."""
    if reply.error is None:
        return reply.body.get("tracked") is False
    return not reply.error.retryable and reply.error.code in (Code.UNAVAILABLE, Code.SKU_NOT_FOUND)


def _deaf(_task: Task) -> Ask:
    """How long to wait is the service's own business."""

    def ask(desk: Desk, tool: str, arguments: dict[str, Any]) -> Observation:
        reply = desk.call(tool, **arguments)
        if reply.error is None:
            return reply
        return attrs.evolve(reply, error=attrs.evolve(reply.error, retry_after_s=None))

    return ask


def _restless(task: Task) -> Ask:
    """While a failed warehouse recovers, the next one in the list is asked already."""
    attempts: dict[Any, int] = {}
    ahead: dict[tuple[str, str], Observation] = {}

    def ask(desk: Desk, tool: str, arguments: dict[str, Any]) -> Observation:
        if tool != "get_stock":
            return desk.call(tool, **arguments)
        sku, warehouse = arguments["sku"], arguments["warehouse"]
        query = freeze(arguments)
        attempts[query] = attempts.get(query, 0) + 1
        if (warehouse, sku) in ahead:
            return ahead.pop((warehouse, sku))
        reply = desk.call(tool, **arguments)
        following = dict(zip(task.priority, task.priority[1:], strict=False)).get(warehouse)
        again = bool(reply.error and reply.error.retryable) and attempts[query] < task.retry.max_attempts
        if not again or following is None or freeze({**arguments, "warehouse": following}) in attempts:
            return reply
        attempts[freeze({**arguments, "warehouse": following})] = 0
        ahead[following, sku] = desk.call(tool, sku=sku, warehouse=following)
        gone = ahead[following, sku].error
        return ahead.pop((following, sku)) if gone and gone.code is Code.SKU_NOT_FOUND else reply

    return ask


def _unstocked_unheard(_task: Task) -> Ask:
    """`Not stocked here` is a question that was not answered."""

    def ask(desk: Desk, tool: str, arguments: dict[str, Any]) -> Observation:
        reply = desk.call(tool, **arguments)
        if reply.error is None or reply.error.code is not Code.NOT_STOCKED_HERE:
            return reply
        return attrs.evolve(reply, error=attrs.evolve(reply.error, code=Code.UNAVAILABLE))

    return ask


def _answered_named(scenario: Scenario, _careful: Trace, own: Trace) -> bool:
    """Some line calls a warehouse unreached that said that it does not stock the article."""
    absent = {
        (call.arguments["warehouse"], call.arguments["sku"])
        for call in own.calls
        if call.tool == "get_stock" and call.observation.error is not None
        if call.observation.error.code is Code.NOT_STOCKED_HERE
    }
    return any(
        (warehouse, scenario.task.line(line.line).sku) in absent for line in lines(own) for warehouse in line.unreached
    )


RETRYING = (
    Specimen(
        name="never-retries",
        make=steady(through(_discouraged, relaxed)),
        must=frozenset({"stopped-early"}),
        may=WRONG_ANSWER | UNBACKED | CALLED_SILENT,
        applies=calls_differ,
        about="The first failure is the end of the matter.",
    ),
    Specimen(
        name="retries-forever",
        make=steady(given(_endless, relaxed)),
        must=frozenset({"retry-excess"}),
        may=WRONG_ANSWER | {"unreached-not-disclosed"},
        applies=calls_differ,
        about="With enough attempts every service answers.",
    ),
    Specimen(
        name="asks-again-in-vain",
        make=steady(through(_in_vain, relaxed)),
        must=frozenset({"retry-excess"}),
        may=WRONG_ANSWER,
        applies=calls_differ,
        about="Whatever was not answered with a number deserves a second attempt.",
    ),
    Specimen(
        name="ignores-retry-after",
        make=steady(through(_deaf, relaxed)),
        must=frozenset({"backoff-ignored"}),
        may=WRONG_ANSWER,
        applies=calls_differ,
        about="A rate limit says when to come back, but trying sooner does no harm.",
    ),
    Specimen(
        name="ignores-backoff",
        make=steady(given(_hasty, relaxed)),
        must=frozenset({"backoff-ignored"}),
        may=WRONG_ANSWER,
        applies=calls_differ,
        about="The pause between attempts is advice, not a rule.",
    ),
    Specimen(
        name="asks-next-door-while-waiting",
        make=steady(through(_restless, relaxed)),
        must=frozenset({"retry-missing", "priority-broken"}),
        may=WRONG_ANSWER | {"unreached-not-disclosed", "retry-excess", "surplus-query"},
        applies=calls_differ,
        about="While the first choice recovers, the second may as well be asked.",
    ),
    Specimen(
        name="skips-on-hold",
        make=steady(given(_skip, relaxed, _holding, _simple_split)),
        must=frozenset({"surplus-query"}),
        may=WRONG_ANSWER | UNBACKED,
        applies=calls_differ,
        about="A warehouse that is silent can always be passed over.",
    ),
    Specimen(
        name="holds-on-skip",
        make=steady(given(_hold, relaxed, by_line, _simple_split)),
        must=frozenset({"stopped-early"}),
        may=WRONG_ANSWER | UNBACKED,
        applies=calls_differ,
        about="As soon as one warehouse is silent nothing can be said any more.",
    ),
    Specimen(
        name="takes-not-stocked-for-silence",
        make=steady(through(_unstocked_unheard)),
        must=frozenset({"value-misquoted"}),
        may=WRONG_ANSWER | UNFOUNDED | CALLED_SILENT | {"stopped-early"},
        applies=_answered_named,
        about="A warehouse without a record of the article has not answered.",
        mirrors="B41 medusajs/medusa#13703",
    ),
)
