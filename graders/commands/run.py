"""How do agents do on a suite?"""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graders.printing import say, say_json, tell

if TYPE_CHECKING:
    from graders.study.running import Finished

EXAMPLES = (
    "inventory-env run --agent careful --suite worked --trials 1 --out out",
    "inventory-env run --agent careful --agent controls --suite worked --trials 2 --seed 7 --out two --json",
)


def command(
    agent: Annotated[
        list[str], typer.Option("--agent", help="Short name, group, module:name or file.py:name; repeatable.")
    ],
    out: Annotated[Path, typer.Option("--out", help="Folder for the study; one that was interrupted goes on.")],
    suite: Annotated[
        str, typer.Option("--suite", help="Name of a suite, or path of a JSON-lines file; else adventureworks.")
    ] = "",
    trials: Annotated[int, typer.Option("--trials", min=1, help="Runs of each agent on each scenario.")] = 1,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**53 - 1, help="What the agents' seeds derive from.")] = 0,
    card: Annotated[list[Path] | None, typer.Option("--card", help="JSON file with your agents' system cards.")] = None,
    scope: Annotated[str, typer.Option("--scope", help="What the study is to show, for its reports.")] = "",
    note: Annotated[str, typer.Option("--note", help="Who looks at a test split and why, for its ledger.")] = "",
    faulty: Annotated[str, typer.Option("--faulty", help="Runs of a broken world: count, exclude, rerun.")] = "exclude",
    reruns: Annotated[int, typer.Option("--reruns", min=0, help="Further tries, with --faulty rerun.")] = 0,
    processes: Annotated[int, typer.Option("--processes", min=1, max=64, help="How many play at once.")] = 1,
    gz: Annotated[bool, typer.Option("--gz", help="Compress traces and verdicts in the end.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")] = False,
) -> None:
    """Play agents on a suite and grade every run.

    Every agent meets every scenario; what happened, and the word on it, is appended to a folder, run by run. The
    same command goes on with a study that was interrupted, and refuses one that was begun in another way. Groups
    of agents: right, controls, zoo. A look at a test split is written into its ledger before the first run.
    """
    from graders.loading import load_agents
    from graders.study.identity import read_cards
    from graders.study.looking import look_at
    from graders.study.plan import FaultyRuns
    from graders.study.planning import Setting
    from graders.study.running import run
    from inventory_env.fields import conform
    from inventory_env.suites import DEFAULT

    setting = Setting(trials, seed, conform(FaultyRuns, "--faulty")(faulty), reruns, scope, processes, gz)
    cards = [one for path in card or () for one in read_cards(path)]
    noted = partial(look_at, out=out, note=note)
    finished = run(load_agents(agent), suite or DEFAULT, out, setting, cards=cards, begun=noted)
    _say(finished, out, as_json=as_json)


def _say(finished: "Finished", out: Path, *, as_json: bool) -> None:
    from graders.by_hand import by_hand
    from graders.standing import standing
    from graders.tally import told
    from inventory_env.codec import builtins

    for sentence in finished.mended:
        tell(f"put in order: {sentence}")
    study, behind, read = finished.study, standing(Path.cwd()), by_hand(out)
    if as_json:
        counts = {"agents": [tally.plain() for tally in finished.tallies], "by_hand": read.plain()}
        vouching = {"certificate": behind.line, "grader_errors": behind.errors}
        say_json({"study": builtins(study), "out": str(out), "before": finished.before, **counts, **vouching})
        return
    for line in (*told(finished.tallies), *read.told(), *behind.told()):
        say(line)
    before = f", {finished.before} of them finished before" if finished.before else ""
    say(f"{study.runs} runs in {out}{before}; look at one with: inventory-env show {out} --index 0")
