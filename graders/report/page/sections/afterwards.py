"""What went wrong, what a person read, and what nobody may conclude? The sections after the results."""

from collections.abc import Mapping

from graders.report.agent_results import Role
from graders.report.document import Failures, NotShown, ReadByHand
from graders.report.page.parts import Cell, Column, Facts, Line, Listed, Part, Section, Table
from graders.report.page.wording import agent_cell, figure_table, number_cell, run_link, runs_link, share_cell

_YES = {True: "yes", False: "no"}


def failures(one: Failures, roles: Mapping[str, Role], evidence: Mapping[str, str]) -> Section:
    """What went wrong, by class with its weight, by rule, and by deed."""
    weights = tuple(
        Line((Cell(_spaced(row.failure_class)), Cell(row.matters, tag=_weight(row.matters)), Cell(row.sentence)))
        for row in one.weights
    )
    columns = (Column("class"), Column("matters to a user"), Column("to whom, and why"))
    parts: list[Part] = [
        Table("Which failures matter", columns, weights),
        _classes(one, roles, evidence),
        _deeds(one, roles),
        _violations(one, roles),
    ]
    return Section("failures", "Failures", tuple(parts))


def read_by_hand(one: ReadByHand) -> Section:
    """What a person read, and what is left to one."""
    facts = Facts((
        ("runs read", number_cell(one.read)),
        ("of them, the judge is wrong", number_cell(one.disagreements)),
        ("runs left to a person", number_cell(one.to_review)),
    ))  # fmt: skip
    parts: list[Part] = [facts]
    parts += [Listed("", one.sentences)] if one.sentences else []
    if one.review:
        lines = tuple(
            Line((
                Cell(run.task, link=run_link(run.agent, run.task, run.trial)),
                Cell(run.agent), Cell(str(run.trial), number=True), Cell(", ".join(run.because)),
            ))
            for run in one.review
        )  # fmt: skip
        columns = tuple(map(Column, ("task", "agent", "trial", "open")))
        parts.append(Table(f"The first {len(lines):,} runs left to a person", columns, lines, folded=True))
    return Section("read-by-hand", "Read by hand", tuple(parts))


def not_shown(one: NotShown) -> Section:
    """What nobody may conclude."""
    parts: list[Part] = [Listed("", one.sentences)]
    if one.rules:
        lines = tuple(Line((Cell(row.rule), Cell(row.meaning))) for row in one.rules)
        parts.append(Table("Rules that were not checked", (Column("rule"), Column("what it would demand")), lines))
    return Section("not-shown", "Not shown", tuple(parts))


def _classes(one: Failures, roles: Mapping[str, Role], evidence: Mapping[str, str]) -> Table:
    heads = ("failed runs", *(_spaced(weight.failure_class) for weight in one.weights))
    rows = []
    for agent in one.agents:
        link = runs_link(agent=agent.agent, mark="fail")
        figures = [(agent.failed, number_cell(agent.failed, link))]
        figures += [(row.share, share_cell(row.share)) for row in agent.classes]
        rows.append((agent.agent, roles[agent.agent], evidence[agent.agent], figures))
    note = "Shares are of all runs; a run may have failed for reasons of several classes."
    return figure_table("Failed runs by class", heads, rows, note=note)


def _deeds(one: Failures, roles: Mapping[str, Role]) -> Table:
    lines = tuple(
        Line(
            (
                agent_cell(agent.agent, roles[agent.agent]),
                Cell(deed.name),
                number_cell(deed.runs),
                number_cell(deed.events),
                Cell(_YES[deed.counted]),
            ),
            roles[agent.agent] is not Role.STUDIED,
        )
        for agent in one.agents
        for deed in agent.deeds
    )
    columns = (Column("agent"), Column("deed"), Column("runs", "known"), Column("calls", "known"), Column("in success"))
    return Table("What agents tried or said they did", columns, lines, folded=True)


def _violations(one: Failures, roles: Mapping[str, Role]) -> Table:
    lines = tuple(
        Line(
            (
                agent_cell(agent.agent, roles[agent.agent]),
                Cell(row.rule, link=runs_link(agent=agent.agent, rule=row.rule)),
                Cell(", ".join(map(_spaced, row.classes))),
                number_cell(row.runs),
                share_cell(row.share),
                number_cell(row.open),
                Cell(_YES[row.counted]),
            ),
            roles[agent.agent] is not Role.STUDIED,
        )
        for agent in one.agents
        for row in agent.violations
    )
    heads = (
        Column("runs", "known"),
        Column("of judged runs", "estimate"),
        Column("left open", "known"),
        Column("in success"),
    )
    columns = (Column("agent"), Column("rule"), Column("class"), *heads)
    return Table("Broken rules, agent by agent", columns, lines, folded=True)


def _weight(matters: str) -> str:
    return {"yes": "fail", "sometimes": "uncertain"}.get(matters, "")


def _spaced(name: str) -> str:
    return name.replace("_", " ")
