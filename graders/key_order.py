"""Does the order of keys mean anything? A trace that differs in nothing else tells."""

from typing import Any

import attrs

from inventory_env.frozen_json import FrozenJson
from inventory_env.trace import Trace


def keys_reversed(trace: Trace) -> Trace:
    """The same trace with the keys of every argument and body in the opposite order."""
    calls = tuple(
        attrs.evolve(
            call,
            arguments=_reversed(call.arguments),
            observation=attrs.evolve(call.observation, body=_reversed(call.observation.body)),
        )
        for call in trace.calls
    )
    submissions = tuple(attrs.evolve(one, arguments=_reversed(one.arguments)) for one in trace.submissions)
    return attrs.evolve(trace, calls=calls, submissions=submissions)


def _reversed(value: Any) -> Any:
    if isinstance(value, FrozenJson):
        return FrozenJson({key: _reversed(value[key]) for key in reversed(value)})
    return tuple(_reversed(item) for item in value) if isinstance(value, tuple) else value
