"""Takes whatever ending the agent reports, as long as it reports one and names a source where it must."""


def handled(run):
    return run.status in ("shortfall", "unknown") or (run.status == "found" and run.source != "")


def obtained(run):
    return run.status != "unknown"
