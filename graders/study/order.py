"""In which order are the runs of a study played? By agent, scenario, trial; each has a number."""

from collections.abc import Sequence

import attrs

from graders.study.playing import start_digest
from inventory_env.scenario import Scenario


@attrs.frozen
class RunOrder:
    """Every planned run, numbered from 0.

    Attributes:
        agents: names, in the order run.
        scenarios: of the suite, in its order.
        trials: runs of each agent on each scenario.
        starts: for each scenario the fingerprint of its stock, taken before the first run.
    """

    agents: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    trials: int
    starts: tuple[str, ...]
    _agent_places: dict[str, int]
    _scenario_places: dict[str, int]

    def __len__(self) -> int:
        return len(self.agents) * len(self.scenarios) * self.trials

    def number(self, agent: str, scenario: str, trial: int) -> int | None:
        """The number of a run; None where it is not planned."""
        first, second = self._agent_places.get(agent), self._scenario_places.get(scenario)
        if first is None or second is None or not 1 <= trial <= self.trials:
            return None
        return (first * len(self.scenarios) + second) * self.trials + trial - 1

    def run(self, number: int) -> tuple[int, int, int]:
        """The place of the agent, the place of the scenario, and the trial, counted from 1."""
        pair, trial = divmod(number, self.trials)
        agent, scenario = divmod(pair, len(self.scenarios))
        return agent, scenario, trial + 1

    def words(self, number: int) -> str:
        """The run as messages tell it."""
        agent, scenario, trial = self.run(number)
        return f"trial {trial} of {self.agents[agent]} on {self.scenarios[scenario].id}"


def run_order(agents: Sequence[str], scenarios: Sequence[Scenario], trials: int) -> RunOrder:
    """The runs of a study."""
    return RunOrder(
        tuple(agents),
        tuple(scenarios),
        trials,
        tuple(map(start_digest, scenarios)),
        {name: place for place, name in enumerate(agents)},
        {scenario.id: place for place, scenario in enumerate(scenarios)},
    )
