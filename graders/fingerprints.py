"""Does the same run give the same bytes everywhere?

`python -m graders.fingerprints renew` writes the digests that every machine must find.
"""

import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from baselines import careful
from graders.grading import grade
from inventory_env.codec import encode
from inventory_env.episode import play
from inventory_env.scenario import Scenario
from inventory_env.suites import DEFAULT, load_suite

GOLDEN = Path(__file__).parent / "golden.json"
GOLDEN_COUNT = 20

T = TypeVar("T")


def fingerprint(scenario: Scenario) -> str:
    """A digest of careful's trace and its verdict, 16 hexadecimal digits."""
    trace = play(careful, scenario)
    return hashlib.sha256(encode(trace) + encode(grade(scenario, trace))).hexdigest()[:16]


def fingerprints(scenarios: Iterable[Scenario]) -> dict[str, str]:
    """A digest per scenario id."""
    return {scenario.id: fingerprint(scenario) for scenario in scenarios}


def evenly(items: Sequence[T], most: int) -> tuple[T, ...]:
    """At most so many items, evenly spread over all of them: the same ones every time."""
    if len(items) <= most:
        return tuple(items)
    return tuple(items[place * len(items) // most] for place in range(most))


def renew() -> None:
    """Write the digests of some scenarios of the default suite; only after a change that is meant to move them."""
    found = {DEFAULT: fingerprints(evenly(load_suite(DEFAULT), GOLDEN_COUNT))}
    GOLDEN.write_text(json.dumps(found, indent=1) + "\n", encoding="ascii")


def main(arguments: Sequence[str]) -> int:
    """Print what this process finds: `hash("x")`, which differs between hash seeds, and every digest."""
    if arguments[0] == "renew":
        renew()
        return 0
    suite, limit, most = arguments[0], int(arguments[1]), int(arguments[2])
    found = {"hash": hash("x"), "fingerprints": fingerprints(evenly(evenly(load_suite(suite), limit), most))}
    sys.stdout.write(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
