"""How is a comparison written? What was changed, then the tasks, then what it costs elsewhere."""

from collections.abc import Iterator

import attrs

from graders.report.agent_results import AgentResults
from graders.report.blocks import Block, Grid, Heading, Points, Sentence, column, grid, number, percent, told
from graders.report.compared import Comparison, PairedSlice, PairedTable
from graders.report.figure import Figure
from graders.report.result_tables import fault_blocks

# So many ids of tasks are written out.
_MOST_NAMED = 40
_CELLS = ("both", "gained", "lost", "neither", "open")


def comparison_blocks(comparison: Comparison) -> Iterator[Block]:
    """The whole comparison."""
    first, second = comparison.first, comparison.second
    yield Heading(f"{second.agent} against {first.agent} on {comparison.split.suite}", 1)
    yield Sentence(comparison.change)
    yield Sentence(f"{comparison.split.sentence} Digest {comparison.split.digest}.")
    runs = "1 run" if comparison.trials == 1 else f"{comparison.trials} runs"
    yield Sentence(f"{runs} of each task; policy {comparison.policy}. {comparison.faulty_rule}")
    if comparison.warnings:
        yield Points(tuple(f"Beware: {one}" for one in comparison.warnings))
    yield Heading("Tasks")
    yield from _tasks(comparison)
    yield Heading("Kinds of task")
    yield from _slices(comparison)
    yield Heading("Rules broken")
    yield _rules(comparison)
    yield Heading("Side by side")
    yield from _sides(first.results, second.results)
    yield Heading("What was not shown")
    yield Points(comparison.not_shown)


def _tasks(comparison: Comparison) -> Iterator[Block]:
    yield Sentence(comparison.rule)
    rates = comparison.rate_difference
    head = ("both", "gained", "lost", "neither", "left out: a side's runs do not tell")
    yield Grid("Tasks (known)", head, (tuple(map(str, _row(comparison.table))),), frozenset(range(5)))
    yield Points(
        (
            f"gained: {_named(comparison.gained)}",
            f"lost: {_named(comparison.lost)}",
            f"left out: {_named(comparison.open)}",
            f"difference of success rates, {rates.method}: {_points(rates)}",
            f"difference of shares of tasks, {comparison.difference.method}: {_points(comparison.difference)}",
            f"p, {comparison.mcnemar.method}: {told(comparison.mcnemar)}",
        )
    )


def _slices(comparison: Comparison) -> Iterator[Block]:
    for kind in dict.fromkeys(one.kind for one in comparison.slices):
        rows: list[PairedSlice] = [one for one in comparison.slices if one.kind == kind]
        counts = [_row(one.table) for one in rows]
        columns = [column(kind, [one.name.replace("_", " ") for one in rows])]
        columns += [column(name, [str(one[place]) for one in counts]) for place, name in enumerate(_CELLS)]
        columns.append(column("difference of success rates", [one.difference for one in rows], _signed))
        yield grid(f"Tasks by {kind}", columns)


def _rules(comparison: Comparison) -> Block:
    if not comparison.rules:
        return Sentence("Neither broke a rule.")
    rules = comparison.rules
    columns = [
        column("rule", [one.rule for one in rules]),
        column("counted in success", ["yes" if one.counted else "no" for one in rules]),
        column(f"runs of {comparison.first.agent}", [one.first for one in rules]),
        column(f"runs of {comparison.second.agent}", [one.second for one in rules]),
        column("rose", [_rose(rose=one.rose, although=one.although) for one in rules]),
    ]
    return grid("Runs that broke a rule", columns)


def _sides(first: AgentResults, second: AgentResults) -> Iterator[Block]:
    sides = (first, second)
    names = [one.agent for one in sides]
    yield grid(
        "Success",
        [
            column("agent", names),
            column("success rate", [one.success for one in sides], percent),
            column("information obtained", [one.information for one in sides], percent),
            column("runs there", [str(one.runs) for one in sides]),
            column("coverage", [one.coverage.coverage for one in sides], percent),
        ],
    )
    yield _went_wrong(sides)
    endings = [column("agent", names)]
    for place, ending in enumerate(first.endings):
        endings.append(column(ending.label.replace("_", " "), [one.endings[place].runs for one in sides]))
    yield grid("Runs by ending", endings)
    costs = [column("agent", names)]
    for place, cost in enumerate(first.costs):
        costs.append(column(cost.name.replace("_", " "), [one.costs[place].mean for one in sides], number))
    yield grid("Costs per run, the mean over all runs", costs)
    yield _spread(sides)
    yield from fault_blocks(sides)


def _went_wrong(sides: tuple[AgentResults, AgentResults]) -> Grid:
    kinds = ("faulty", "missing", "uncertain", "crashed", "out_of_budget")
    columns = [column("agent", [one.agent for one in sides])]
    for kind in kinds:
        figures = [getattr(one.coverage, kind) for one in sides]
        columns.append(column(kind.replace("_", " "), figures, _of_planned))
    columns.append(column("put aside and played again", [one.coverage.reruns for one in sides]))
    columns.append(column("calls without a reply in time", [one.timeouts for one in sides], percent))
    return grid("Fault rates, of the planned runs", columns)


def _of_planned(figure: Figure) -> str:
    """A count of runs with its share of those planned."""
    share = attrs.evolve(figure, value=(figure.value or 0) / figure.n)
    return f"{number(figure)} = {percent(share)}"


def _spread(sides: tuple[AgentResults, AgentResults]) -> Grid:
    bins = sorted({(one.n, one.c) for side in sides for one in side.trials.spread})
    rows = []
    for side in sides:
        counts = {(one.n, one.c): one.tasks for one in side.trials.spread}
        rows.append((side.agent, *(str(counts.get(one, 0)) for one in bins)))
    head = ("agent", *(f"{c} of {n}" for n, c in bins))
    return Grid("Tasks by successes, c of n (known)", head, tuple(rows), frozenset(range(1, len(head))))


def _row(table: PairedTable) -> tuple[int, ...]:
    return tuple(getattr(table, name) for name in _CELLS)


def _rose(*, rose: bool, although: bool) -> str:
    return "although the score rose" if although else "yes" if rose else "no"


def _named(tasks: tuple[str, ...]) -> str:
    if not tasks:
        return "none"
    more = f" and {len(tasks) - _MOST_NAMED} more" if len(tasks) > _MOST_NAMED else ""
    return f"{len(tasks)}: {', '.join(tasks[:_MOST_NAMED])}{more}"


def _points(figure: Figure) -> str:
    return told(figure, _signed)


def _signed(figure: Figure) -> str:
    """A difference of rates in percentage points, with its sign."""
    if figure.value is None:
        return "undefined"
    ends = (
        "" if figure.low is None or figure.high is None else f" ({100 * figure.low:+.1f} to {100 * figure.high:+.1f})"
    )
    return f"{100 * figure.value:+.1f} points{ends}"
