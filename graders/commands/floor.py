"""How many tasks of a benchmark pass without being done?"""

from typing import Annotated

import typer

from graders.printing import say, say_json

EXAMPLES = ("inventory-env floor agentdojo", "inventory-env floor bfcl --json")


def command(
    benchmark: Annotated[str, typer.Argument(metavar="BENCHMARK", help="agentdojo or bfcl; each in its own package.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the rows as JSON.")] = False,
) -> None:
    """Count the tasks of a benchmark that pass undone.

    The agents that must never pass: one that does nothing, one that dumps all that it can read, and two that make the
    right calls and then deny the answer, or all that they did. They are put to the benchmark's own checks, without a
    model. Needs the benchmark itself: pip install 'inventory-env[foreign]'.
    """
    import attrs

    from graders.audit.foreign.benchmarks import measured
    from graders.audit.foreign.floor import floor_table

    rows = measured(benchmark)
    if as_json:
        say_json([attrs.asdict(row) for row in rows])
        return
    for line in floor_table(rows):
        say(line)
