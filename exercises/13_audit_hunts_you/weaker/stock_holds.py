"""Compares the promise with the stock, which the agent never saw."""


def grader(scenario, trace):
    if trace.counting is None:
        return False
    for line in trace.counting.answer.lines:
        for warehouse, units in line.plan:
            figures = scenario.stock.table.figures(warehouse, "A")
            if figures is None or (figures.available or 0) < units:
                return False
    return True
