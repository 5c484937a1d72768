"""Asks the project's own judge."""

from graders import grade


def grader(scenario, trace):
    return grade(scenario, trace).success == "pass"
