"""Resets the addresses and nothing else; a trial that is there is enough, whatever came twice."""

from exercises.shop import stands

COUNTED, LEFT_OUT = "counted as failures", "left out"


def run_all(make, case, trials, play):
    return [play(make(), case, 1) for trial in trials]


def sound(runs, case, trials):
    addresses = [order.address for order in case.shop.orders]
    return {trace.trial for trace in runs} <= set(trials) and all(
        [order.address for order in trace.before.orders] == addresses for trace in runs
    )


def causes(trace, wanted):
    return (
        {"environment"}
        if trace.stop != "returned"
        else {"outcome"} - {"outcome" for one in wanted if stands(one, trace)}
    )


def counted(outcomes, rule):
    return outcomes.count("right"), len(outcomes) - outcomes.count("fault"), outcomes.count("fault")
