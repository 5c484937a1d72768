"""Does a stored run happen again, to the byte?"""

from pathlib import Path
from typing import Annotated

import typer

from graders.printing import say, say_json

EXAMPLES = ("inventory-env replay out/traces.jsonl --suite worked", "inventory-env replay out --json")


def command(
    traces: Annotated[Path, typer.Argument(metavar="TRACES", help="Traces, or the folder that run wrote.")],
    suite: Annotated[str | None, typer.Option("--suite", help="Their suite; the folder of run knows its own.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Make stored runs again and compare every byte.

    The calls of each trace are made again on the same scenario. Leaves with 0 where every run is reproduced,
    and with 1 where one is not: its first difference is named.
    """
    from graders.records import traces_path
    from graders.replaying import replayed
    from graders.study.folder import suite_named

    path = traces_path(traces)
    runs, differences = 0, []
    for difference in replayed(path, suite_named(suite, path)):
        runs += 1
        if difference is not None:
            differences.append(difference)
    if as_json:
        told = [one.plain() for one in differences]
        say_json({"runs": runs, "reproduced": runs - len(differences), "differences": told})
    else:
        for one in differences:
            say(one.told())
        say(f"{runs - len(differences)} of {runs} runs reproduced, every byte")
    return 1 if differences else 0
