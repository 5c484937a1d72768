"""Which agents have a short name?"""

from typing import Annotated, Any

import typer

from graders.printing import say, say_json, table

EXAMPLES = ("inventory-env agents", "inventory-env agents --json")

TITLES = {
    "right": "right agents: they must always succeed",
    "control": "controls: they must never succeed",
    "zoo": "zoo: each must break the rules named, where its fault bites",
}


def command(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the agents that have a short name.

    An agent of your own is given to a command as module:name or file.py:name.
    """
    kinds = _kinds()
    if as_json:
        say_json({"agents": [one for members in kinds.values() for one in members]})
        return
    for kind, members in kinds.items():
        say(TITLES[kind])
        for line in table([(one["name"], ", ".join(one["must"]), one["about"]) for one in members]):
            say(f"  {line}")


def _kinds() -> dict[str, list[dict[str, Any]]]:
    from baselines import CONTROLS, RIGHT, ZOO

    told: dict[str, list[dict[str, Any]]] = {}
    for kind, entries in (("right", RIGHT), ("control", CONTROLS)):
        told[kind] = [_plain(one, kind) for one in entries]
    told["zoo"] = [
        _plain(one, "zoo") | {"must": sorted(one.must), "may": sorted(one.may), "mirrors": one.mirrors} for one in ZOO
    ]
    return told


def _plain(one: Any, kind: str) -> dict[str, Any]:
    return {"name": one.name, "kind": kind, "about": one.about, "must": [], "may": [], "mirrors": ""}
