"""Is the second agent better than the first, and at what price? The sections of a comparison."""

from collections.abc import Sequence

import attrs

from graders.report.agent_results import AgentResults
from graders.report.compared import Comparison, PairedTable, RuleChange, Side
from graders.report.figure import Figure
from graders.report.page import charting
from graders.report.page.charts.chart import percent
from graders.report.page.charts.differences import Difference, differences, points
from graders.report.page.parts import (
    Cell,
    Column,
    Facts,
    Line,
    Links,
    Listed,
    Part,
    Picture,
    Section,
    Table,
    Tiles,
    Words,
)
from graders.report.page.sections.results import COST_HEADS, cost_cells, cost_name
from graders.report.page.wording import figure_table, number_cell, runs_link, share_cell
from inventory_env.codec import builtins

_YES = {True: "yes", False: "no"}
_BESIDE_FAULTS = ("put aside and played again", "calls without a reply in time")


def labels(one: Comparison) -> tuple[str, str]:
    """What the two are called: their names, told apart where they are the same."""
    first, second = one.first.agent, one.second.agent
    return (first, second) if first != second else (f"{first}, first", f"{second}, second")


def sections(one: Comparison) -> tuple[Section, ...]:
    """Everything that a comparison holds, what nobody may conclude last."""
    return (_change(one), _outcome(one), _tasks(one), _kinds(one), _rules(one), _beside(one), _not_shown(one))


def _change(one: Comparison) -> Section:
    cards = [builtins(side.player.card) for side in (one.first, one.second)]
    versions = [builtins(side.versions) for side in (one.first, one.second)]
    lines = [_both(name, cards, changed=name in one.parts) for name in cards[0]]
    lines += [_both(name, versions, changed=versions[0][name] != versions[1][name]) for name in versions[0]]
    lines.append(Line((Cell("seed of the study"), Cell(str(one.first.seed)), Cell(str(one.second.seed)), Cell(""))))
    columns = (Column("part"), *(Column(label) for label in labels(one)), Column("changed"))
    facts = (
        ("suite", Cell(one.split.suite)),
        ("data split", Cell(one.split.sentence)),
        ("trials of each task", Cell(str(one.trials))),
        ("grading policy", Cell(one.policy)),
        ("faulty runs", Cell(one.faulty_rule)),
        ("a task counts as a success when", Cell(one.rule)),
    )
    parts = (
        Words(one.change, "key"),
        Facts(facts),
        Table("System cards beside each other", columns, tuple(lines), folded=True),
    )
    return Section("change", "What was changed", parts)


def _both(name: str, plain: "Sequence[dict[str, object]]", *, changed: bool) -> Line:
    told = [Cell("none" if each[name] in (None, [], "") else str(each[name])) for each in plain]
    return Line(
        (Cell(name.replace("_", " ")), *told, Cell("changed" if changed else "", tag="uncertain" if changed else ""))
    )


def _outcome(one: Comparison) -> Section:
    first, second = labels(one)
    tiles = Tiles((
        (f"success of {first}", _tile(one.first.results.success)),
        (f"success of {second}", _tile(one.second.results.success)),
        ("difference over trials, by family", _points(one.rate_difference)),
    ))  # fmt: skip
    table = one.table
    columns = (Column("tasks"), Column(f"{second} succeeds", "known"), Column(f"{second} fails", "known"))
    lines = (
        Line((Cell(f"{first} succeeds"), _count(table.both), _count(table.lost))),
        Line((Cell(f"{first} fails"), _count(table.gained), _count(table.neither))),
    )
    note = f"{table.open} tasks are left out, because the runs of a side do not tell."
    facts = Facts((
        ("exact McNemar, two-sided p", _told(number_cell(one.mcnemar), one.mcnemar)),
        ("difference of tasks, families ignored", _told(_points(one.difference), one.difference)),
        ("difference over trials, by family", _told(_points(one.rate_difference), one.rate_difference)),
    ))  # fmt: skip
    warnings = tuple(Words(words, "notice") for words in one.warnings)
    return Section(
        "outcome", "Outcome", (*warnings, tiles, Table("The same tasks, paired", columns, lines, note), facts)
    )


def _tasks(one: Comparison) -> Section:
    parts = [
        _named(f"{len(names)} tasks {what}", names)
        for what, names in (("lost", one.lost), ("gained", one.gained), ("open", one.open))
    ]
    return Section("tasks", "Tasks lost and gained", tuple(parts))


def _named(title: str, names: Sequence[str]) -> Links:
    return Links(title, tuple(Cell(name, link=runs_link(q=name)) for name in names))


def _kinds(one: Comparison) -> Section:
    rows = [
        Difference(f"{row.kind}: {row.name.replace('_', ' ')}", _total(row.table), *_ends(row.difference))
        for row in one.slices
    ]
    heads = ("both", "gained", "lost", "neither", "open")
    columns = (
        Column("kind"),
        Column("name"),
        *(Column(head, "known") for head in heads),
        Column("difference", "estimate"),
    )
    lines = tuple(
        Line(
            (
                Cell(row.kind),
                Cell(row.name.replace("_", " ")),
                *(_count(getattr(row.table, head)) for head in heads),
                _points(row.difference),
            )
        )
        for row in one.slices
    )
    return Section(
        "kinds", "Kinds of task", (Picture(differences(rows)), Table("Paired by kind", columns, lines, folded=True))
    )


def _rules(one: Comparison) -> Section:
    columns = (Column("rule"), *(Column(label, "known") for label in labels(one)), Column("rose"), Column("in success"))
    lines = tuple(
        Line((
            Cell(row.rule, link=runs_link(rule=row.rule)), number_cell(row.first), number_cell(row.second),
            _rose(row), Cell(_YES[row.counted]),
        ))
        for row in one.rules
    )  # fmt: skip
    part: Part = Table("Runs that broke a rule", columns, lines) if lines else Words("Neither broke a rule.")
    return Section("rules", "Broken rules", (part,))


def _rose(row: RuleChange) -> Cell:
    if not row.rose:
        return Cell("no")
    return Cell("rose although success rose" if row.although else "rose", tag="uncertain")


def _beside(one: Comparison) -> Section:
    sides = _labelled(one)
    evidence = {side.results.agent: side.player.evidence.value for side in sides}
    results = [side.results for side in sides]
    faults = ("faulty", "crashed", "out_of_budget", "uncertain", "missing")
    rows = [
        (
            each.agent,
            each.role,
            evidence[each.agent],
            [
                *((figure, _of_planned(figure)) for figure in (getattr(each.coverage, name) for name in faults)),
                (each.coverage.reruns, number_cell(each.coverage.reruns)),
                (each.timeouts, share_cell(each.timeouts)),
            ],
        )
        for each in results
    ]
    heads = (
        *(name.replace("_", " ") for name in faults),
        "put aside and played again",
        "calls without a reply in time",
    )
    coverage = figure_table("Fault rates, of the planned runs", heads, rows)
    parts: list[Part] = [Picture(charting.endings_chart(results)), coverage, *_costs(results, evidence)]
    return Section("beside", "Beside each other", tuple(parts))


def _of_planned(one: Figure) -> Cell:
    """A count of runs, with its share of those planned below it."""
    return Cell(str(one.value), f"{percent((one.value or 0) / one.n)} of {one.n:,}", number=True)


def _costs(results: Sequence[AgentResults], evidence: dict[str, str]) -> list[Table]:
    names = dict.fromkeys(row.name for each in results for row in each.costs)
    return [
        figure_table(
            f"Cost: {cost_name(name)}",
            COST_HEADS,
            [
                (each.agent, each.role, evidence[each.agent], cost_cells(row))
                for each in results
                for row in each.costs
                if row.name == name
            ],
            folded=True,
        )
        for name in names
    ]


def _labelled(one: Comparison) -> list[Side]:
    return [
        attrs.evolve(side, results=attrs.evolve(side.results, agent=label))
        for side, label in zip((one.first, one.second), labels(one), strict=True)
    ]


def _not_shown(one: Comparison) -> Section:
    return Section("not-shown", "Not shown", (Listed("", one.not_shown),))


def _tile(one: Figure) -> Cell:
    cell = share_cell(one)
    return Cell(cell.words, cell.small, tag=one.status.value)


def _points(one: Figure) -> Cell:
    ends = f"{points(one.low)} to {points(one.high)}" if one.low is not None else ""
    small = "; ".join(each for each in (ends, one.note or f"n = {one.n:,}") if each)
    return Cell(points(None if one.value is None else float(one.value)), small, number=True, tag=one.status.value)


def _told(cell: Cell, one: Figure) -> Cell:
    small = "; ".join(each for each in (cell.small, one.status.value, one.method) if each)
    return Cell(cell.words, small)


def _ends(one: Figure) -> tuple[float | None, float | None, float | None]:
    return (None if one.value is None else float(one.value)), one.low, one.high


def _count(number: int) -> Cell:
    return Cell(f"{number:,}", number=True)


def _total(table: PairedTable) -> int:
    return table.both + table.gained + table.lost + table.neither
