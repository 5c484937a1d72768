"""How do the right agent and each faulty one fare in five cases, three runs each?"""

from collections.abc import Iterator

from exercises.shop.agents import AGENTS, FAULTY
from exercises.shop.cases import CASES, TRIALS
from exercises.shop.desk import Agent, play
from exercises.shop.judging import judge
from graders.printing import table

EXERCISE = (
    "1: a run without a finding, 0: one with findings; each run in fresh state. "
    f"{len(CASES)} cases x {len(TRIALS)} runs = {len(CASES) * len(TRIALS)} runs of each agent: an exercise, "
    "no guarantee. A sixth case may break every agent here, the right one too."
)


def runs(agent: Agent) -> tuple[tuple[bool, ...], ...]:
    """Whether each run is right: one row per case, one cell per trial."""
    return tuple(tuple(not judge(case, play(agent, case, trial)) for trial in TRIALS) for case in CASES)


def rules(agent: Agent) -> tuple[str, ...]:
    """The rules that an agent breaks in any run, each once."""
    found = (one.rule for case in CASES for trial in TRIALS for one in judge(case, play(agent, case, trial)))
    return tuple(dict.fromkeys(found))


def lines() -> Iterator[str]:
    """The table: 1 is a right run, 0 is not; the finding meant for the agent comes first."""
    own = {one.name: one.rule for one in FAULTY}
    rows = []
    for name, agent in AGENTS.items():
        done, broken = runs(agent), rules(agent)
        first = sorted(broken, key=lambda rule: rule != own.get(name))
        total = sum(map(sum, done))
        cells = ["".join("1" if one else "0" for one in row) + " " for row in done]  # the blank: a word, no number
        rows.append((name, *cells, f"{total}/{len(CASES) * len(TRIALS)}", ", ".join(first)))
    yield from table(rows, head=("agent", *(case.name for case in CASES), "right", "rules broken"))
    yield EXERCISE
