"""Which JSON does each record look like?"""

from typing import Annotated

import typer

from graders.printing import say_json

EXAMPLES = ("inventory-env schema scenario", "inventory-env schema tools")


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="scenario, task, trace, answer, verdict, ... or tools.")],
    as_json: Annotated[bool, typer.Option("--json", help="Changes nothing: a schema is JSON.")] = False,
) -> None:
    """Print the JSON Schema (draft-04) of a record.

    Or of the arguments of every tool, for the name tools. What no schema can say - a warehouse twice in a
    plan, a fault that ends before it begins - the reader checks by itself.
    """
    from inventory_env.schema import schema

    say_json(schema(name))
