"""What was to be shown, by whom, on what and in what? The sections before the results."""

from collections.abc import Sequence

import attrs

from graders.report.agent_results import Role
from graders.report.document import DataSplit, Environment, Player, Scope, SplitKind
from graders.report.page.parts import Cell, Column, Facts, Line, Listed, Part, Section, Table, Words
from graders.report.page.wording import agent_cell, number_cell
from graders.report.telling import SEEDS
from graders.study.card import SystemCard, UserSimulator
from inventory_env.codec import builtins

_ABSENT = "none"
_DIGEST = 16


def scope(one: Scope) -> Section:
    """What the report is to show, and what success is."""
    parts: list[Part] = [
        Words(one.text),
        Words(one.success, "key"),
        Facts((("grading policy", Cell(one.policy)),)),
        Listed(f"The {len(one.counted)} rules that count", one.counted, folded=True),
    ]
    if one.not_counted:
        parts.append(Listed("Checked, and not counted", one.not_counted, folded=True))
    return Section("scope", "Scope and success", tuple(parts))


def cards(players: Sequence[Player]) -> Section:
    """Who was evaluated: what all have in common once, what differs as a table."""
    told = [{name: _told(getattr(player.card, name)) for name in _PARTS} for player in players]
    same = [name for name in _PARTS if len({one[name] for one in told}) == 1 and len(told) > 1]
    differing = [name for name in _PARTS if name not in same]
    lines = tuple(
        Line(
            (
                agent_cell(player.card.name, player.role),
                Cell(player.evidence),
                *(Cell(one[name]) for name in differing),
            ),
            player.role is not Role.STUDIED,
        )
        for player, one in zip(players, told, strict=True)
    )
    columns = (Column("agent"), Column("evidence"), *(Column(name.replace("_", " ")) for name in differing))
    parts: list[Part] = [Table("Agent by agent", columns, lines)]
    if same:
        parts += [Words("The same in all of them:"), Facts(tuple((_named(name), Cell(told[0][name])) for name in same))]
    return Section("cards", "System cards", tuple(parts))


def split(one: DataSplit) -> Section:
    """What was played on."""
    looks = "nobody counts" if one.looks is None else str(one.looks)
    allowed = "not limited" if one.looks_allowed is None else str(one.looks_allowed)
    facts = Facts((
        ("suite", Cell(one.suite)),
        ("kind", Cell(one.kind)),
        ("scenarios", Cell(f"{one.scenarios:,}")),
        ("fingerprint", Cell(one.digest)),
        ("evaluated on so far", Cell(looks)),
        ("looks before it counts as dev", Cell(allowed)),
    ))  # fmt: skip
    return Section("split", "Data split", (Words(one.sentence, "" if one.kind is SplitKind.TEST else "notice"), facts))


def environment(one: Environment) -> Section:
    """In what the agents were put, and who judged."""
    versions = tuple((_named(name), Cell(_told(value))) for name, value in builtins(one.versions).items())
    facts = (
        ("budget", Cell(one.budget)),
        ("trials of each task", Cell(str(one.trials))),
        ("seeds", Cell(SEEDS.format(one.seed))),
        ("isolation", Cell(one.isolation)),
        ("faulty runs", Cell(one.faulty_rule)),
        ("wall seconds of playing", number_cell(one.wall_s)),
        ("wall milliseconds of grading a run", number_cell(one.grading_ms)),
        ("certificate", Cell(one.certificate)),
    )
    parts: list[Part] = [Facts(facts), Words("Versions:"), Facts(versions)]
    if one.grader_errors:
        heads = list(dict.fromkeys(name for row in one.grader_errors for name in row))
        lines = tuple(Line(tuple(Cell(_told(row.get(name))) for name in heads)) for row in one.grader_errors)
        columns = tuple(Column(_named(name)) for name in heads)
        parts.append(Table("Errors of the grader on labelled cases", columns, lines))
    return Section("environment", "Environment and budget", tuple(parts))


_PARTS = tuple(field.name for field in attrs.fields(SystemCard) if field.name not in ("name", "evidence"))


def _named(name: str) -> str:
    return name.replace("_", " ")


def _told(value: object) -> str:
    """A value in words; fingerprints are shortened, for only their being the same matters here."""
    if value is None or value == ():
        return _ABSENT
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "; ".join(" ".join(map(str, one)) if isinstance(one, tuple) else str(one) for one in value)
    if isinstance(value, UserSimulator):
        return ", ".join(f"{_named(name)} {told}" for name, told in builtins(value).items())
    text = str(value)
    return f"{text[:_DIGEST]}..." if len(text) >= 40 and all(sign in "0123456789abcdef" for sign in text) else text
