"""How do agents do on a suite?"""

from pathlib import Path
from typing import Annotated

import typer

from graders.printing import say, say_json

EXAMPLES = (
    "inventory-env run --agent careful --suite worked --trials 1 --out out",
    "inventory-env run --agent careful --agent do-nothing --suite worked --trials 2 --seed 7 --out two --json",
)


def command(
    agent: Annotated[list[str], typer.Option("--agent", help="Short name, module:name or file.py:name; repeatable.")],
    out: Annotated[Path, typer.Option("--out", help="Folder for study.json, traces.jsonl and verdicts.jsonl.")],
    suite: Annotated[str, typer.Option("--suite", help="Name of a suite, or path of a JSON-lines file.")] = "",
    trials: Annotated[int, typer.Option("--trials", min=1, help="Runs of each agent on each scenario.")] = 1,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**53 - 1, help="What the agents' seeds derive from.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")] = False,
) -> None:
    """Play agents on a suite and grade every run.

    Every agent meets every scenario; what happened, and the word on it, is written into a folder.
    """
    from graders.by_hand import by_hand
    from graders.loading import load_agent
    from graders.runs import run
    from graders.standing import standing
    from graders.tally import told
    from inventory_env.codec import builtins
    from inventory_env.suites import DEFAULT

    study, tallies = run([load_agent(name) for name in agent], suite or DEFAULT, trials, out, seed=seed)
    behind, read = standing(Path.cwd()), by_hand(out)
    if as_json:
        counts = {"agents": [tally.plain() for tally in tallies], "by_hand": read.plain()}
        vouching = {"certificate": behind.line, "grader_errors": behind.errors}
        say_json({"study": builtins(study), "out": str(out), **counts, **vouching})
        return
    for line in (*told(tallies), *read.told(), *behind.told()):
        say(line)
    say(f"{study.runs} runs in {out}; look at one with: inventory-env show {out} --index 0")
