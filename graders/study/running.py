"""How is a study run? What is missing is played, graded and appended; whoever is interrupted runs it again."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from graders.crew import crew
from graders.loading import Loaded, load_agent
from graders.progress import watched
from graders.study.card import SystemCard
from graders.study.keeping import keeping, pack
from graders.study.order import RunOrder, run_order
from graders.study.plan import Study
from graders.study.planning import ONCE, Setting, planned
from graders.study.playing import Played, play_and_judge, suite_digest
from graders.tally import Tally
from inventory_env.errors import InputError
from inventory_env.suites import load_suite

# Runs that a process does before it reports: few enough that little is lost, many enough that reports cost little.
_PIECE = 16


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
        played = _played(agents, study, order, missing, setting.processes)
        for number, one in watched(played, len(order) - before, "playing"):
            kept.keep(number, one)
            tallies[one.judgement.agent].add(one.judgement.verdict)
        if setting.packed:
            pack(out)
        return Finished(study, tuple(tallies.values()), before, tuple(kept.done.mended))


def _played(
    agents: Sequence[Loaded], study: Study, order: RunOrder, missing: Iterable[int], processes: int
) -> Iterator[tuple[int, Played]]:
    if processes == 1:
        player = Player(agents, study, order)
        yield from ((number, player.play(number)) for number in missing)
        return
    source = iter(missing)
    pieces = iter(lambda: list(itertools.islice(source, _PIECE)), [])
    told = "the process in which agents play must go on; it ended by itself"
    with crew(_prepared, study, processes, ended=told, field="agent") as players:
        for piece in players.map(Player.play_all, pieces):
            yield from piece


@attrs.frozen
class Player:
    """Who plays the runs of a study, in this process.

    Attributes:
        agents: in the order of the study.
        study: what is run.
        order: its runs.
    """

    agents: Sequence[Loaded]
    study: Study
    order: RunOrder

    def play(self, number: int) -> Played:
        """Play one run."""
        agent, scenario, trial = self.order.run(number)
        return play_and_judge(
            self.agents[agent],
            self.order.scenarios[scenario],
            trial,
            self.study.seed,
            start=self.order.starts[scenario],
            reruns=self.study.reruns,
        )

    def play_all(self, numbers: Sequence[int]) -> list[tuple[int, Played]]:
        """Play several."""
        return [(number, self.play(number)) for number in numbers]

    def close(self) -> None:
        """Nothing is left open."""


def _prepared(study: Study) -> Player:
    scenarios = load_suite(study.suite)
    if suite_digest(scenarios) != study.suite_digest:
        raise InputError("must not change while it is run", field="suite")
    return Player([load_agent(name) for name in study.agents], study, run_order(study.agents, scenarios, study.trials))
