"""How is a study run? What is missing is played, graded and appended; whoever is interrupted runs it again."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from graders.crew import crew
from graders.loading import Loaded, load_agent
from graders.progress import watched
from graders.study.card import SystemCard
from graders.study.guarding import Interrupts, kept_from_stdout, listening
from graders.study.identity import source_digest
from graders.study.keeping import keeping, pack
from graders.study.order import RunOrder, run_order
from graders.study.plan import Study
from graders.study.planning import ONCE, Setting, planned
from graders.study.playing import Played, play_and_judge, suite_digest
from graders.tally import Tally
from inventory_env.errors import InputError
from inventory_env.suites import load_suite


@attrs.frozen
class Finished:
    """A study that is complete.

    Attributes:
        study: what was run.
        tallies: the counts for each agent.
        before: how many of its runs were finished already.
        mended: what was put in order in the folder, a sentence each.
    """

    study: Study
    tallies: tuple[Tally, ...]
    before: int
    mended: tuple[str, ...]


def run(
    agents: Sequence[Loaded],
    suite: str,
    out: Path,
    setting: Setting = ONCE,
    *,
    cards: Sequence[SystemCard] = (),
    begun: Callable[[Study], object] = lambda study: None,
) -> Finished:
    """Play every agent on every scenario, grade every run, keep all of it in a folder; or go on with one.

    Args:
        agents: one or more, each with a name of its own.
        suite: name or path.
        out: the folder; made where it is missing.
        setting: how.
        cards: system cards of agents that bring none, by name.
        begun: called when the folder is ready, before the first run.

    Raises:
        InputError: the suite cannot be read, the folder cannot be written, is in use, damaged, or of another study.
        EnvironmentFault: a run did not begin with its scenario's stock.
    """
    scenarios = load_suite(suite)
    study = planned(agents, suite, scenarios, setting, cards=cards)
    order = run_order(study.agents, scenarios, setting.trials)
    tallies = {name: Tally(name) for name in study.agents}
    with keeping(out, study, order, lambda one: tallies[one.agent].add(one.verdict)) as kept:
        begun(study)
        before = kept.done.count
        missing = (number for number in range(len(order)) if not kept.done.marks[number])
        with listening() as interrupts, kept_from_stdout():
            player = Player(agents, study, order, interrupts)
            played = _played(player, missing, setting.processes)
            for number, one in watched(played, len(order) - before, "playing"):
                kept.keep(number, one)
                tallies[one.judgement.agent].add(one.judgement.verdict)
        kept.settle()
        if setting.packed:
            pack(out)
        return Finished(study, tuple(tallies.values()), before, tuple(kept.done.mended))


def _played(player: "Player", missing: Iterable[int], processes: int) -> Iterator[tuple[int, Played]]:
    if processes == 1:
        yield from map(player.numbered, missing)
        return
    told = "the process in which agents play must go on; it ended by itself"
    with crew(_prepared, player.study, processes, ended=told, field="agent") as players:
        yield from players.map(Player.numbered, missing)


@attrs.frozen
class Player:
    """Who plays the runs of a study, in this process.

    Attributes:
        agents: in the order of the study.
        study: what is run.
        order: its runs.
        interrupts: tells whether a person wants to stop; in a process of a crew nobody does.
    """

    agents: Sequence[Loaded]
    study: Study
    order: RunOrder
    interrupts: Interrupts = attrs.Factory(Interrupts)

    def play(self, number: int) -> Played:
        """Play one run."""
        agent, scenario, trial = self.order.run(number)
        return play_and_judge(
            self.agents[agent],
            self.order.scenarios[scenario],
            trial,
            self.study.seed,
            start=self.order.starts[scenario],
            interrupts=self.interrupts,
            reruns=self.study.reruns,
        )

    def numbered(self, number: int) -> tuple[int, Played]:
        """A run with its number."""
        return number, self.play(number)

    def close(self) -> None:
        """Nothing is left open."""


def _prepared(study: Study) -> Player:
    scenarios = load_suite(study.suite)
    if suite_digest(scenarios) != study.suite_digest:
        raise InputError("must not change while it is run", field="suite")
    agents = [load_agent(name) for name in study.agents]
    if [source_digest(agent) for agent in agents] != [card.code_digest for card in study.cards]:
        raise InputError("must not change while they are run", field="agents")
    return Player(agents, study, run_order(study.agents, scenarios, study.trials))
