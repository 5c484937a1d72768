"""How fast is it? Figures of this machine, taken by hand: `python tests/bench_speed.py`.

Rates are per second of CPU on one core, each the best of some rounds over the default suite.
"""

import resource
import time
from collections.abc import Callable

from baselines import careful
from graders import grade
from inventory_env import load_suite, play
from inventory_env.codec import decode, encode
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
    for what, found in figures.items():
        print(f"{what:<16}{found:>12,.0f} /s")
    print(f"{'memory, at most':<16}{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024:>12,} MB")


if __name__ == "__main__":
    main()
