"""Wants more than enough."""

from inventory_env import Answer, Desk, LineAnswer, Task


def agent(task: Task, desk: Desk) -> Answer:
    """Ask in order, believe `available`, stop at the first warehouse that covers the line."""
    line = task.lines[0]
    most, where = 0, ""
    for warehouse in task.priority:
        reply = desk.call("get_stock", sku=line.sku, warehouse=warehouse)
        units = reply.body["available"]
        if units > line.quantity:
            return found(line, warehouse)
        if units > most:
            most, where = units, warehouse
    return short(line, most, where)


def report(got: str, baseline: str, expected: str) -> str:
    """The test is tested first: where the baseline misses the key, nothing is said of any agent."""
    if baseline != expected:
        return "environment suspect"
    return "pass" if got == expected else "agent failed"


def found(line, warehouse):
    """The answer: all of it from there."""
    return Answer([LineAnswer(line.line, "found", [(warehouse, line.quantity)], gap=0)])


def short(line, most, where):
    """The answer: no single warehouse has all of it; this one has most."""
    plan = [(where, most)] if most else []
    return Answer([LineAnswer(line.line, "shortfall", plan, gap=line.quantity - most)])
