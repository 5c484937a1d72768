"""What do agentevals' trajectory matchers say of our cases?

Each compares a run with the careful agent's of the same scenario, both as chat messages. The arguments of every call
must be equal, but answers may differ in words, citations and the order of their sources. Tested with agentevals 0.0.9;
the four modes and the overrides for single tools are described in the project's README, under "Agent trajectory match".
"""

import functools
from collections.abc import Callable
from typing import Any

from graders.audit.chats.writing import chat_messages
from graders.audit.foreign.needs import needs
from graders.audit.foreign.targets import reference_run, same_answer
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace


def strict(scenario: Scenario, trace: Trace) -> bool:
    """The same calls in the same order."""
    return _match("strict", scenario, trace)


def unordered(scenario: Scenario, trace: Trace) -> bool:
    """The same calls in any order."""
    return _match("unordered", scenario, trace)


def subset(scenario: Scenario, trace: Trace) -> bool:
    """No call that the reference does not make."""
    return _match("subset", scenario, trace)


def superset(scenario: Scenario, trace: Trace) -> bool:
    """Every call that the reference makes."""
    return _match("superset", scenario, trace)


def _match(mode: str, scenario: Scenario, trace: Trace) -> bool:
    expected = chat_messages(scenario, reference_run(scenario))
    # The matchers report to LangSmith where a user's environment says so; an audit makes thousands of such calls.
    with needs("langsmith").tracing_context(enabled=False):
        result = _evaluator(mode)(outputs=chat_messages(scenario, trace), reference_outputs=expected)
    return bool(result["score"])


@functools.cache
def _evaluator(mode: str) -> Callable[..., dict[str, Any]]:
    module = needs("agentevals.trajectory.match")
    made: Callable[..., dict[str, Any]] = module.create_trajectory_match_evaluator(
        trajectory_match_mode=mode, tool_args_match_overrides={"submit_answer": same_answer}
    )
    return made
