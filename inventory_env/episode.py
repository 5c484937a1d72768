"""How does one agent meet one scenario? `play` runs them and returns the trace."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

from inventory_env import intake
from inventory_env.answer import Answer
from inventory_env.run import Recorder, Run
from inventory_env.scenario import Scenario
from inventory_env.task import Task
from inventory_env.trace import Observation, Stop, Trace
from inventory_env.warehouse import Warehouse


class Desk:
    """Where an agent sits: everything that it can do passes through here.

    Nothing of the scenario, the clock or the recorder can be reached through a desk's public names, and a
    desk cannot be copied or pickled. In one process Python hides nothing from an agent that digs deeper.
    """

    __slots__ = ("__run",)

    def __init__(self, run: Run) -> None:
        self.__run = run

    def call(self, tool: str, /, **arguments: Any) -> Observation:
        """Make one call in one decision."""
        return self.__run.decide(((tool, arguments),))[0]

    def decide(self, calls: Iterable[tuple[str, Mapping[str, Any]]]) -> list[Observation]:
        """Make several calls in one decision; virtual time moves by the longest.

        Args:
            calls: (tool, arguments) pairs.

        Returns:
            One observation per call, in the order of the calls.
        """
        return self.__run.decide(calls)

    def submit(self, answer: "Answer | Mapping[str, Any]") -> Observation:
        """Submit an answer: the tool `submit_answer`."""
        return self.__run.submit(answer)

    @property
    def elapsed_ms(self) -> int:
        """Virtual milliseconds since the run began; needed to tell a stale figure and a spent budget."""
        return self.__run.elapsed_ms

    def report_tokens(self, tokens_in: int, tokens_out: int) -> None:
        """Add to the tokens that the agent says it used; both whole numbers, 0 or more."""
        self.__run.report_tokens(tokens_in, tokens_out)

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a desk belongs to one run and cannot be copied or pickled")

    def __getstate__(self) -> NoReturn:
        raise TypeError("a desk belongs to one run and cannot be copied or pickled")

    def __repr__(self) -> str:
        return "Desk()"


Agent = Callable[[Task, Desk], Answer | None]


def play(
    agent: Agent,
    scenario: Scenario,
    *,
    world: Callable[[Scenario], Warehouse] = Warehouse,
    recorder: Callable[[], Recorder] = Recorder,
) -> Trace:
    """Run one agent on one scenario.

    Args:
        agent: a function of the task and a desk; what it returns is submitted unless the run is over, None keeps
            the last submission.
        scenario: the case. It is not changed.
        world: makes the world of the run.
        recorder: makes the recorder of the run.

    Returns:
        The trace. Whatever the agent, the world or the machinery did wrong is told in it, not raised.
    """
    run = Run(scenario)
    run.open(world, recorder)
    try:
        if not run.over:
            answer = agent(scenario.task, Desk(run))
            if answer is not None and not run.over:
                run.submit(answer)
            run.end(Stop.RETURNED)
    except KeyboardInterrupt:  # the person at the keyboard, who wants to stop us all
        raise
    except BaseException as error:  # whatever an agent raises is data
        run.end(Stop.AGENT_CRASH, intake.told(error))
    return run.trace()
