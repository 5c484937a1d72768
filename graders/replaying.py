"""Does a stored run happen again, and if not, where does it first differ?"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from baselines.replay import replay
from graders.printing import plain, short
from graders.records import Record, read_records, with_scenarios
from inventory_env.codec import encode, parse
from inventory_env.episode import play
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace

# What stands in the place of a value that one side does not have.
NOTHING = "(nothing)"
_SHOWN = 100


@attrs.frozen
class Difference:
    """The first place at which a replayed trace is not the stored one.

    Attributes:
        index: place of the run in its file, from 0.
        scenario: its id.
        agent: who ran.
        trial: which run of this agent on this scenario.
        pointer: JSON pointer into the trace.
        stored: the value there, as JSON.
        replayed: the value that came instead, as JSON.
    """

    index: int
    scenario: str
    agent: str
    trial: int
    pointer: str
    stored: Any
    replayed: Any

    def plain(self) -> dict[str, Any]:
        """The difference as JSON."""
        return attrs.asdict(self, recurse=False)

    def told(self) -> str:
        """The difference on one line."""
        stored, replayed = (short(json.dumps(one), _SHOWN) for one in (self.stored, self.replayed))
        run = f"run {self.index}: {self.scenario}, {self.agent}, trial {self.trial}"
        return plain(f"{run}: {self.pointer}: stored {stored}, replayed {replayed}")


def replayed(path: Path, suite: str) -> Iterator[Difference | None]:
    """For each run of a file its first difference, or None where every byte of its trace came again.

    Raises:
        InputError: the file or the suite cannot be read, or they do not belong together.
    """
    for index, (scenario, record) in enumerate(with_scenarios(read_records(path), suite, path)):
        fresh = again(scenario, record.trace)
        yield None if encode(fresh) == encode(record.trace) else _difference(index, record, fresh)


def again(scenario: Scenario, trace: Trace) -> Trace:
    """The trace that comes of making the stored calls again; how the agent was kept apart is taken over."""
    return attrs.evolve(play(replay(trace), scenario), isolation=trace.isolation)


def first_difference(stored: Any, fresh: Any, pointer: str = "") -> tuple[str, Any, Any] | None:
    """The first place, in canonical order, at which two JSON values differ: pointer and both values.

    >>> first_difference({"a": [1, 2]}, {"a": [1, 3]})
    ('/a/1', 2, 3)
    """
    if isinstance(stored, dict) and isinstance(fresh, dict):
        names = sorted({*stored, *fresh})
        pairs = [(_step(name), stored.get(name, NOTHING), fresh.get(name, NOTHING)) for name in names]
    elif isinstance(stored, list) and isinstance(fresh, list):
        longest = max(len(stored), len(fresh))
        both = ([*one, *[NOTHING] * (longest - len(one))] for one in (stored, fresh))
        pairs = [(str(i), one, other) for i, (one, other) in enumerate(zip(*both, strict=True))]
    else:
        same = type(stored) is type(fresh) and stored == fresh
        return None if same else (pointer, stored, fresh)
    found = (first_difference(one, other, f"{pointer}/{step}") for step, one, other in pairs)
    return next((one for one in found if one is not None), None)


def _step(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _difference(index: int, record: Record, fresh: Trace) -> Difference:
    found = first_difference(parse(encode(record.trace)), parse(encode(fresh)))
    assert found is not None  # their bytes differ
    return Difference(index, record.trace.scenario, record.agent, record.trial, *found)
