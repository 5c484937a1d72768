"""Which rules are there, and what does each one mean?"""

from typing import Annotated, Any

import typer

from graders.printing import say, say_json, table

EXAMPLES = ("inventory-env rules", "inventory-env rules status-wrong")


def command(
    code: Annotated[str | None, typer.Argument(metavar="CODE", help="Code of one rule.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the rules, or tell all about one.

    Its meaning, axis and class, whether it counts, an example, and the agents that must break it.
    """
    from graders.rules import RULES, find_rule

    rules = [_plain(rule) for rule in (RULES if code is None else (find_rule(code),))]
    if as_json:
        say_json({"rules": rules})
    elif code is None:
        rows = [(one["code"], one["axis"], _counts(one), one["meaning"]) for one in rules]
        for line in table(rows, head=("rule", "axis", "counts", "what must hold")):
            say(line)
    else:
        one = rules[0]
        told = [("rule", one["code"]), ("axis", one["axis"]), ("class", ", ".join(one["classes"]))]
        told += [("counts", _counts(one)), ("must hold", one["meaning"]), ("broken by", one["example"])]
        for line in table([*told, ("agents", ", ".join(one["agents"]) or "none")]):
            say(line)


def _plain(rule: Any) -> dict[str, Any]:
    from baselines import ZOO

    return {
        "code": rule.code,
        "axis": rule.axis.value,
        "classes": [one.value for one in rule.classes],
        "counts": rule.counts,
        "checked": rule.check is not None,
        "meaning": rule.meaning,
        "example": rule.example,
        "agents": [specimen.name for specimen in ZOO if rule.code in specimen.must],
    }


def _counts(rule: dict[str, Any]) -> str:
    return "not checked" if not rule["checked"] else "yes" if rule["counts"] else "no"
