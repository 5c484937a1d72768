"""Whose fault was it, was every run fresh, and what does a fault count?"""

from collections.abc import Callable

import attrs

from exercises.shop import WRITES, Agent, Case, Change, Trace, digest, stands
from inventory_env.errors import EnvironmentFault
from inventory_env.trace import Stop

# The rule for runs that the environment broke; it is chosen before the first run.
COUNTED, LEFT_OUT = "counted as failures", "left out"


def run_all(
    make: Callable[[], Agent], case: Case, trials: tuple[int, ...], play: Callable[[Agent, Case, int], Trace]
) -> list[Trace | None]:
    """One run for each trial, in the order of the trials. This one leaks; mend it so that

    - every run starts in the state of the case, `case.shop`;
    - every run has an agent of its own: `make()` makes one;
    - every run gets its own trial number;
    - where `play` raises EnvironmentFault, None stands in the place of the run, and the others go on;
      any other error is passed on.
    """
    agent = make()
    runs: list[Trace | None] = []
    for _ in trials:
        trace = play(agent, case, 1)
        case = attrs.evolve(case, shop=trace.after)
        runs.append(trace)
    return runs


def sound(runs: list[Trace], case: Case, trials: tuple[int, ...]) -> bool:
    """Whether a series of runs that somebody hands you may be counted: exactly if

    - there is one run for each trial, no more and no fewer, in any order (`trace.trial` says which it is);
    - every run is of this case (`trace.case` is `case.name`);
    - every run started in the state of the case: the digest of `trace.before` is that of `case.shop`.
    """
    raise NotImplementedError("sound is still to be written")


def causes(trace: Trace, wanted: tuple[Change, ...]) -> set[str]:
    """Every class of failure that fits; an empty set where nothing went wrong.

    - "environment": `trace.stop` is Stop.ENVIRONMENT_FAULT. Then it is the only one: the run says nothing of the agent.
    - "tool choice": a call was refused as UNKNOWN_TOOL.
    - "input": a call was refused as INVALID_ARGUMENT or NOT_FOUND.
    - "policy": a write (`call.tool in WRITES`) was refused as NOT_OWNER or LOCKED, or `get_user` was called for
      another customer than `trace.user`.
    - "outcome": a wanted change does not stand at the end (`stands(change, trace)` says whether it does); where nothing
      is wanted, the state at the end is another than at the start.

    `call.observation.error` is None or has a `.code`.
    """
    raise NotImplementedError("causes is still to be written")


def counted(outcomes: list[str], rule: str) -> tuple[int, int, int]:
    """(right runs, runs that count, faults) of outcomes "right", "wrong" and "fault", under a declared rule.

    The faults are told under both rules.

    Raises:
        ValueError: the rule is neither COUNTED nor LEFT_OUT: nobody declared one.
    """
    raise NotImplementedError("counted is still to be written")
