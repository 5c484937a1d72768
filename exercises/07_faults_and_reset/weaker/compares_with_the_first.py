"""Resets the state and forgets the agent; compares starts with each other; takes every timeout for the environment's."""

from exercises.shop import digest, stands

COUNTED, LEFT_OUT = "counted as failures", "left out"


def run_all(make, case, trials, play):
    agent = make()
    return [play(agent, case, trial) for trial in trials]


def sound(runs, case, trials):
    return len({digest(trace.before) for trace in runs}) <= 1


def causes(trace, wanted):
    codes = {call.observation.error.code for call in trace.calls if call.observation.error}
    if "TIMEOUT" in codes or trace.stop == "environment_fault":
        return {"environment"}
    return set() if all(stands(change, trace) for change in wanted) else {"outcome"}


def counted(outcomes, rule):
    right = outcomes.count("right")
    return right, right + outcomes.count("wrong"), 0
