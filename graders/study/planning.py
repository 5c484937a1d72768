"""How is a study to be run, and what will `study.json` say of it?"""

from collections.abc import Sequence

import attrs

from graders.loading import Loaded
from graders.study.card import SystemCard
from graders.study.identity import card_of, versions
from graders.study.plan import FaultyRuns, Study
from graders.study.playing import suite_digest
from inventory_env.errors import InputError, choices, shown
from inventory_env.scenario import Scenario


@attrs.frozen
class Setting:
    """How a study is run, beside its agents and its suite.

    Attributes:
        trials: runs of each agent on each scenario, 1 or more.
        seed: what each run's seed is derived from, 0 or more.
        faulty: what becomes of runs in which the world or the machinery failed.
        reruns: how often such a run is played again at most, where it is.
        scope: what the study is to show.
        processes: how many play, 1 or more; no trace depends on it.
        packed: whether traces and verdicts are compressed in the end.
    """

    trials: int = 1
    seed: int = 0
    faulty: FaultyRuns = FaultyRuns.EXCLUDE
    reruns: int = 0
    scope: str = ""
    processes: int = 1
    packed: bool = False


# Every agent once on every scenario.
ONCE = Setting()


def planned(
    agents: Sequence[Loaded],
    suite: str,
    scenarios: Sequence[Scenario],
    setting: Setting,
    *,
    cards: Sequence[SystemCard] = (),
) -> Study:
    """What `study.json` will say, with the versions of here and now.

    Args:
        agents: one or more, each with a name of its own.
        suite: its name or path.
        scenarios: those of the suite.
        setting: how they are run.
        cards: system cards of agents that bring none, by name.

    Raises:
        InputError: agents, cards or setting do not fit together.
    """
    names = [agent.name for agent in agents]
    _refuse(names, setting)
    _refuse_cards(names, [card.name for card in cards])
    return Study(
        cards=tuple(card_of(agent, cards) for agent in agents),
        suite=suite,
        suite_digest=suite_digest(scenarios),
        scenarios=len(scenarios),
        trials=setting.trials,
        seed=setting.seed,
        versions=versions(),
        faulty=setting.faulty,
        reruns=setting.reruns,
        scope=setting.scope,
    )


def _refuse(names: Sequence[str], setting: Setting) -> None:
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if not names or twice is not None:
        got = "none" if twice is None else f"{shown(twice)} twice"
        raise InputError(f"must be one or more that differ; got {got}", field="agent")
    again = setting.faulty is FaultyRuns.RERUN
    if again is (setting.reruns == 0):
        rule = "must be 1 or more" if again else "must be 0"
        raise InputError(f"{rule} with --faulty {setting.faulty}; got {setting.reruns}", field="--reruns")
    if setting.processes < 1:
        raise InputError(f"must be 1 or more; got {setting.processes}", field="processes")


def _refuse_cards(agents: Sequence[str], given: Sequence[str]) -> None:
    """A card that no agent takes would be passed over in silence."""
    for place, name in enumerate(given):
        if name in given[:place]:
            raise InputError(f"must be given once; got that of {shown(name)} twice", field="system card")
        if name not in agents:
            rule = f"must be of an agent of the study; got {shown(name)} ({choices(name, agents)})"
            raise InputError(rule, field="system card")
