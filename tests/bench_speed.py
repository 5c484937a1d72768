"""How fast is it? Figures of this machine, taken by hand: `python tests/bench_speed.py`.

Rates are per second of CPU on one core, each the best of some rounds over the default suite.
"""

import resource
import time
from collections.abc import Callable

from baselines import careful
from graders import grade
from graders.audit.auditing import Order
from graders.audit.by_hypothesis import falsified
from graders.audit.catalogue import all_kinds
from graders.audit.draws import Seeded
from graders.audit.hunt import EXAMINED_ROUNDS, search
from graders.audit.judge import Judge
from inventory_env import load_suite, play
from inventory_env.codec import decode, encode
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace

ROUNDS = 5


def rate(work: Callable[[], object], count: int) -> float:
    """How many of `count` pieces of work are done in a second of CPU, in the best round."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return count / best


def undecided(scenario: Scenario, trace: Trace) -> None:
    """A grader that costs nothing and is never wrong, so that only the search is measured."""


def searched(cases: int = 2000) -> dict[str, float]:
    """The seeded search of the audit beside that of Hypothesis, on the same kinds of cases."""
    kinds, judge = all_kinds(), Judge("undecided", undecided)
    order = Order("undecided", examples=cases // 10)
    first = EXAMINED_ROUNDS * len(kinds)  # these are asked several times
    return {
        "choices, seeded": rate(lambda: [Seeded(0, number)(0, 9) for number in range(cases)], cases),
        "audit, seeded": rate(lambda: list(search(judge, kinds, 0, range(first, first + cases))), cases),
        "by Hypothesis": rate(lambda: falsified(judge, kinds, order), cases // 10),
    }


def main() -> None:
    """Print the figures."""
    scenarios = load_suite()
    played = [(scenario, play(careful, scenario)) for scenario in scenarios]
    written = [encode(trace) for _, trace in played]
    count = len(scenarios)
    figures = {
        "run": rate(lambda: [play(careful, one) for one in scenarios], count),
        "grade": rate(lambda: [grade(one, trace) for one, trace in played], count),
        "run + grade": rate(lambda: [grade(one, play(careful, one)) for one in scenarios], count),
        "traces written": rate(lambda: [encode(trace) for _, trace in played], count),
        "traces read": rate(lambda: [decode(data, Trace) for data in written], count),
    }
    figures |= searched()
    for what, found in figures.items():
        print(f"{what:<18}{found:>12,.0f} /s")
    print(f"{'memory, at most':<18}{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024:>12,} MB")


if __name__ == "__main__":
    main()
