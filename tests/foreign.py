"""Which frameworks are there to be tested? A test that needs one is skipped, with the command that installs it."""

import importlib.util

import attrs
import pytest

from graders.audit.foreign.bfcl import ALONE
from graders.audit.foreign.needs import EXTRA
from inventory_env.scenario import Scenario
from inventory_env.suites import load_suite
from inventory_env.trace import Code, Failure, Observation, Trace

WORKED: dict[str, Scenario] = {one.id: one for one in load_suite("worked")}
TIMEOUT = Failure(Code.TIMEOUT, "no reply within 2 s", retryable=True)


def needing(module: str, what: str = EXTRA) -> pytest.MarkDecorator:
    """Skips a test where the module's package is not installed."""
    missing = importlib.util.find_spec(module) is None
    return pytest.mark.skipif(missing, reason=f"{module} is not installed; it needs {what}")


AGENTEVALS, INSPECT_AI, AGENTDOJO = needing("agentevals"), needing("inspect_ai"), needing("agentdojo")
BFCL = needing("bfcl_eval", ALONE)


def saying(trace: Trace, message: str) -> Trace:
    """The same run with another message to the customer."""
    last = trace.submissions[-1]
    assert last.answer is not None
    said = attrs.evolve(last, answer=attrs.evolve(last.answer, message=message))
    return attrs.evolve(trace, submissions=(*trace.submissions[:-1], said))


def all_silent(trace: Trace) -> Trace:
    """The same calls and the same answer, though no call was ever answered."""
    calls = [attrs.evolve(one, observation=Observation(one.call_id, False, error=TIMEOUT)) for one in trace.calls]
    return attrs.evolve(trace, calls=tuple(calls))
