"""Swallows whatever is raised, and leaves it out; counts runs, and looks at the first start."""

from exercises.shop import digest, stands

COUNTED, LEFT_OUT = "counted as failures", "left out"


def run_all(make, case, trials, play):
    runs = []
    for trial in trials:
        try:
            runs.append(play(make(), case, trial))
        except Exception:
            continue
    return runs


def sound(runs, case, trials):
    return len(runs) == len(trials) and digest(runs[0].before) == digest(case.shop)


def causes(trace, wanted):
    found = set()
    for call in trace.calls:
        code = call.observation.error.code if call.observation.error else ""
        found |= {"UNKNOWN_TOOL": {"tool choice"}, "INVALID_ARGUMENT": {"input"}, "NOT_OWNER": {"policy"}}.get(
            code, set()
        )
    if trace.stop == "environment_fault":
        found.add("environment")
    return found | (set() if all(stands(change, trace) for change in wanted) else {"outcome"})


def counted(outcomes, rule):
    faults = outcomes.count("fault")
    return outcomes.count("right"), len(outcomes), faults
