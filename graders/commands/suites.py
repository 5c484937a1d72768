"""Which suites ship with the package?"""

from typing import Annotated

import typer

from graders.printing import say, say_json, table

EXAMPLES = ("inventory-env suites", "inventory-env suites --json")

ABOUT = {
    "adventureworks": "generated from the stock of a sample database; what validate and run take by default",
    "public": "public reports of faulty graders, harnesses and stock logic, each told as a scenario",
    "worked": "thirty examples worked out by hand, each with its right answer",
}


def command(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the suites that ship with the package.

    A suite of your own is given to a command by the path of its file.
    """
    from inventory_env.suites import DEFAULT, suite_names, suite_path

    found = []
    for name in suite_names():
        with suite_path(name).open("rb") as file:
            scenarios = sum(1 for line in file if line.strip())
        found.append({"name": name, "scenarios": scenarios, "default": name == DEFAULT, "about": ABOUT.get(name, "")})
    if as_json:
        say_json({"suites": found})
        return
    rows = [(one["name"], one["scenarios"], one["about"]) for one in found]
    for line in table(rows, head=("suite", "scenarios", "")):
        say(line)
