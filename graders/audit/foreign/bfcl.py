"""What do the checkers of the Berkeley Function Calling Leaderboard say of our cases?

`agentic` looks for the right number in what the customer reads, once per line. `multi_turn` runs the calls of a trace
and those of the careful agent in two warehouses, and compares what the tools replied and what was submitted, but for
its message: the checker reads no text. Tested with bfcl-eval 2026.3.23, data BFCL v4; both checks are described in
the leaderboard's blog posts on multi-turn and on agentic evaluation, and in the docstrings of its `eval_checker`.
The package pins dependencies of which these two checkers import one, so it is installed without the others.
"""

import itertools
from typing import Any

from graders.audit.foreign.bfcl_world import MODULE, World, written
from graders.audit.foreign.needs import needs
from graders.audit.foreign.targets import numbers, reference_run, told
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace

ALONE = "bfcl-eval without its dependencies: pip install --no-deps bfcl-eval==2026.3.23 mpmath"
_CHECKERS = "bfcl_eval.eval_checker"
_UTILS = f"{_CHECKERS}.multi_turn_eval.multi_turn_utils"
_runs = itertools.count(1)


def agentic(scenario: Scenario, trace: Trace) -> bool | None:
    """The message holds the right number of every line as a word; None where there is no number to look for."""
    wanted = numbers(scenario)
    if wanted is None:
        return None
    return all(contains_answer(told(trace), [number]) for number in wanted)


def multi_turn(scenario: Scenario, trace: Trace) -> bool:
    """Every reply that the careful agent got is among those of this run's calls, and what was submitted is the same."""
    needs("bfcl_eval.constants.executable_backend_config", ALONE).CLASS_FILE_PATH_MAPPING[World.__name__] = MODULE
    # The checker copies this twice; a function is copied as it is, a scenario would cost more than all the rest.
    config = {World.__name__: {"scenario": lambda: scenario}}
    entry = {"id": "inventory_0", "initial_config": config, "involved_classes": [World.__name__]}
    steps = [written(reference_run(scenario))]
    return same_state_and_replies([[written(trace)]], steps, entry)


def contains_answer(response: str, possible: list[str]) -> bool:
    """What the agentic checker says of a final message and the answers that count as right."""
    checker = needs(f"{_CHECKERS}.agentic_eval.agentic_checker", ALONE)
    return bool(checker.agentic_checker(response, possible)["valid"])


def same_state_and_replies(turns: list[list[list[str]]], expected: list[list[str]], entry: dict[str, Any]) -> bool:
    """What the multi-turn checker says.

    Args:
        turns: the calls of each step of each turn, as Python text.
        expected: the calls of each turn that are known to be right.
        entry: id, initial_config and involved_classes of the task.
    """
    checker = needs(f"{_CHECKERS}.multi_turn_eval.multi_turn_checker", ALONE)
    # The checker keeps its worlds under the name of the model: with the same name twice a run would go on in the
    # world that the run before it left behind.
    model = f"model_{next(_runs)}"
    try:
        return bool(checker.multi_turn_checker(turns, expected, entry, "", model)["valid"])
    finally:
        _forget(f"{model}_")


def _forget(prefix: str) -> None:
    kept = vars(needs(_UTILS, ALONE))
    for name in [one for one in kept if one.startswith(prefix)]:
        del kept[name]
