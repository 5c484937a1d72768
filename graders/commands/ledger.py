"""How often has a test split been looked at, and by whom?"""

from typing import Annotated

import typer

from graders.printing import plain, say, say_json, short, table

EXAMPLES = ("inventory-env ledger test.jsonl", "inventory-env ledger test.jsonl --json")


def command(
    suite: Annotated[str, typer.Argument(metavar="SUITE", help="Name of a suite, or path of a JSON-lines file.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List every evaluation on a test split.

    The last line says what the split is good for by now. A split that was looked at more often than declared counts
    as a development split.
    """
    from inventory_env.codec import builtins
    from inventory_env.splits import read_ledger, standing_of
    from inventory_env.suites import suite_path

    path = suite_path(suite)
    standing, looks = standing_of(path), read_ledger(path)
    if as_json:
        say_json({"suite": suite, "standing": builtins(standing), "looks": builtins(looks)})
        return
    rows = [
        (place, one.date, one.study, ", ".join(one.agents), one.trials, one.runs, short(one.note, 60))
        for place, one in enumerate(looks, 1)
    ]
    for line in table(rows, head=("look", "date", "study", "agents", "trials", "runs", "note") if rows else ()):
        say(line)
    say(plain(f"{path.name}: {standing.told()}"))
