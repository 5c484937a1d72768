"""Is content where nothing is claimed as reserved."""


def grader(scenario, trace):
    return trace.counting is None or not trace.counting.answer.reservations
