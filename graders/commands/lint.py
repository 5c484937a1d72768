"""What is wrong with the scenarios of a suite?"""

from typing import Annotated

import typer

from graders.printing import plain, say, say_json

EXAMPLES = ("inventory-env lint worked", "inventory-env lint public --json")


def command(
    suite: Annotated[str, typer.Argument(metavar="SUITE", help="Name of a suite, or path of a JSON-lines file.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Name every fault of the scenarios of a suite.

    Each on one line. Leaves with 0 where there is none, and with 1 where there are some.
    """
    from graders.progress import watched
    from inventory_env.lint import lint_suite
    from inventory_env.suites import load_suite, suite_path

    scenarios = load_suite(suite)
    faults = lint_suite(watched(scenarios, len(scenarios), "reading"))
    if as_json:
        told = [{"scenario": one, "code": fault.code, "field": fault.field, "message": fault.message}
                for one, fault in faults]  # fmt: skip
        say_json({"suite": suite, "scenarios": len(scenarios), "faults": told})
    else:
        for one, fault in faults:
            say(plain(f"{suite_path(suite).name}: {one or 'the whole suite'}: {fault.code}: {fault.message}"))
        say(f"{len(scenarios)} scenarios, {len(faults)} faults")
    return 1 if faults else 0
