"""Which user tasks of AgentDojo does an agent pass that must never pass?

Environments, tools, tasks and their utility functions are AgentDojo's own, run by its own `run_task_with_pipeline`
with a pipeline that is a script instead of a model. Tested with agentdojo 0.1.35, benchmark v1.2.2: 97 user tasks in
four suites; utility functions are described in its documentation, under "Task suite and benchmark".
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from graders.audit.foreign.floor import Control, Row, floor
from graders.audit.foreign.needs import needs

VERSION = "v1.2.2"
Calls = Callable[[Any], Sequence[Any]]
Text = Callable[[Any], str]


@attrs.frozen
class Script:
    """A pipeline that makes fixed calls and says a fixed text.

    Attributes:
        calls: the calls to make, from the environment.
        text: the final message, from the environment after them.
    """

    calls: Calls
    text: Text

    def query(self, prompt: str, runtime: Any, env: Any) -> tuple[str, Any, Any, list[dict[str, Any]], dict[str, Any]]:
        """What AgentDojo asks of a pipeline: the messages of the whole run, and the environment after it."""
        messages: list[dict[str, Any]] = []
        for call in self.calls(env):
            runtime.run_function(env, call.function, call.args, raise_on_error=True)
            messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        said = [{"type": "text", "content": self.text(env)}]
        return prompt, runtime, env, [*messages, {"role": "assistant", "content": said, "tool_calls": None}], {}


def reference(task: Any) -> Script:
    """The task's own solution: this one must pass."""
    return Script(task.ground_truth, lambda _env: str(task.GROUND_TRUTH_OUTPUT))


def nothing(_task: Any) -> Script:
    """Calls nothing and says nothing."""
    return Script(_no_calls, lambda _env: "")


def dump(_task: Any) -> Script:
    """Calls nothing and says all that there is in the environment, as JSON."""
    return Script(_no_calls, lambda env: str(env.model_dump_json()))


def denial(task: Any) -> Script | None:
    """Makes the right calls and denies the right answer; only where the task has one to be told."""
    answer = str(task.GROUND_TRUTH_OUTPUT)
    return Script(task.ground_truth, lambda _env: f"It is not true that: {answer}") if answer else None


def disowning(task: Any) -> Script:
    """Makes the right calls and says that it has done nothing."""
    return Script(task.ground_truth, lambda _env: "I have done nothing of what you asked.")


CONTROLS = {"nothing": nothing, "dump": dump, "denial": denial, "disowning": disowning}


def agentdojo_rows(
    controls: Mapping[str, Callable[[Any], Script | None]] = CONTROLS,
    *,
    suites: Sequence[str] = (),
    version: str = VERSION,
) -> tuple[Row, ...]:
    """A row for each suite and control.

    Args:
        controls: what to run on a task, None where it does not apply.
        suites: names of the suites; all of them by default.
        version: of the benchmark.

    Raises:
        InputError: agentdojo is not installed.
    """
    there = needs("agentdojo.task_suite.load_suites").get_suites(version)
    rows: list[Row] = []
    for name in suites or there:
        suite = there[name]
        environment = suite.load_and_inject_default_environment({})
        chosen = {one: _put_to(suite, environment, make) for one, make in controls.items()}
        rows += floor(suite.user_tasks, chosen, benchmark=f"AgentDojo {version}", tasks=name)
    return tuple(rows)


def _put_to(suite: Any, environment: Any, make: Callable[[Any], Script | None]) -> Control[Any]:
    def control(task: Any) -> bool | None:
        script = make(task)
        if script is None:
            return None
        own = environment.model_copy(deep=True)
        useful, _secure = suite.run_task_with_pipeline(script, task, None, {}, environment=own)
        return bool(useful)

    return control


def _no_calls(_env: Any) -> Sequence[Any]:
    return ()
