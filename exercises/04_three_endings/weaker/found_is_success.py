"""Takes found for success, and the two other endings for failure."""


def handled(run):
    return run.status == "found"


def obtained(run):
    return run.status == "found"
