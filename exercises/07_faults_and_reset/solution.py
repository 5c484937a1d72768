"""Whose fault was it, was every run fresh, and what does a fault count?"""

from collections.abc import Callable

from exercises.shop import WRITES, Agent, Case, Change, Trace, digest, stands
from inventory_env.errors import EnvironmentFault
from inventory_env.trace import Call, Stop

COUNTED, LEFT_OUT = "counted as failures", "left out"
_BY_CODE = {"UNKNOWN_TOOL": "tool choice", "INVALID_ARGUMENT": "input", "NOT_FOUND": "input"}


def run_all(
    make: Callable[[], Agent], case: Case, trials: tuple[int, ...], play: Callable[[Agent, Case, int], Trace]
) -> list[Trace | None]:
    """Nothing that one run made is in reach of the next."""

    def one(trial: int) -> Trace | None:
        try:
            return play(make(), case, trial)
        except EnvironmentFault:
            return None

    return [one(trial) for trial in trials]


def sound(runs: list[Trace], case: Case, trials: tuple[int, ...]) -> bool:
    """The starts are compared with the case, not with each other: all of them may be wrong in the same way."""
    start = digest(case.shop)
    return sorted(trace.trial for trace in runs) == sorted(trials) and all(
        trace.case == case.name and digest(trace.before) == start for trace in runs
    )


def causes(trace: Trace, wanted: tuple[Change, ...]) -> set[str]:
    """A planned timeout is part of the task; only a broken world is the environment's fault."""
    if trace.stop is Stop.ENVIRONMENT_FAULT:
        return {"environment"}
    found = {_cause(call, trace.user) for call in trace.calls} - {""}
    missing = not all(stands(change, trace) for change in wanted)
    touched = not wanted and digest(trace.before) != digest(trace.after)
    return found | ({"outcome"} if missing or touched else set())


def counted(outcomes: list[str], rule: str) -> tuple[int, int, int]:
    """Both rules tell the faults; they differ in what the rate is taken of."""
    if rule not in (COUNTED, LEFT_OUT):
        raise ValueError("the rule for faults must be declared before the first run")
    faults = outcomes.count("fault")
    return outcomes.count("right"), len(outcomes) - (faults if rule == LEFT_OUT else 0), faults


def _cause(call: Call, user: str) -> str:
    error = call.observation.error
    if call.tool == "get_user" and call.arguments.get("user") != user:
        return "policy"
    if error is None:
        return ""
    if call.tool in WRITES and error.code in ("NOT_OWNER", "LOCKED"):
        return "policy"
    return _BY_CODE.get(error.code, "")
