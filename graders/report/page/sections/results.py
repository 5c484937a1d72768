"""What was counted? The summary with floor and ceiling, then one picture or table for each question."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from graders.report.agent_results import AgentResults, CostRow, Role
from graders.report.document import Results
from graders.report.figure import Figure
from graders.report.page import charting
from graders.report.page.charts.chart import percent
from graders.report.page.parts import Cell, Part, Picture, Section, Table, Tiles, Words
from graders.report.page.wording import figure_table, number_cell, runs_link, share_cell

# More agents than this are not told in big numbers.
_MOST_TILES = 4
# Of these a picture is drawn; of the others the table is enough.
_DRAWN = {"calls": "calls", "virtual_s": "virtual seconds"}
_SECONDS = {"virtual_s": "virtual seconds", "wall_s": "wall seconds"}
COST_HEADS = ("total", "mean of a run", "per success", "against the reference path", "median", "90 %", "95 %", "most")
_ENDS = "Where a run could not be judged or is left to a person, the rate lies between the two bounds."
_COSTS = "Over all runs, failed ones too. Per success: total by successes, amortised; undefined where none succeeded."
_ToCell = Callable[[Figure], Cell]


def results(one: Results, evidence: Mapping[str, str]) -> Section:
    """The results of every agent, floor first.

    Args:
        one: what was counted.
        evidence: the kind of evidence of each agent.
    """
    agents = one.agents
    parts: list[Part] = [*(Words(warning, "notice") for warning in one.warnings), *_tiles(agents)]
    parts.append(_summary(agents, evidence))
    parts.append(Picture(charting.endings_chart(agents)))
    parts.append(_endings(agents, evidence))
    parts.append(_coverage(agents, evidence))
    parts += _trials(agents, evidence)
    parts += _slices(agents)
    parts += _costs(agents, evidence)
    parts.append(
        Picture(charting.faults_chart(agents), "Runs of all agents that are studied, floor and ceiling apart.")
    )
    return Section("results", "Results", tuple(parts))


def _tiles(agents: Sequence[AgentResults]) -> Iterator[Tiles]:
    studied = [one for one in agents if one.role is Role.STUDIED]
    if 0 < len(studied) <= _MOST_TILES:
        floor = max((one.success.value or 0 for one in agents if one.role is Role.FLOOR), default=None)
        ceiling = max((one.success.value or 0 for one in agents if one.role is Role.CEILING), default=None)
        rows = [(f"success of {one.agent}", _tile(one.success)) for one in studied]
        rows += [("highest floor", Cell(percent(floor)))] if floor is not None else []
        rows += [("ceiling", Cell(percent(ceiling)))] if ceiling is not None else []
        yield Tiles(tuple(rows))


def _tile(one: Figure) -> Cell:
    cell = share_cell(one)
    return Cell(cell.words, cell.small, tag=one.status.value)


def _summary(agents: Sequence[AgentResults], evidence: Mapping[str, str]) -> Table:
    heads = (
        "success",
        "one-sided bound",
        "information obtained",
        "coverage",
        "timeouts of calls",
        "families",
        "ms of grading",
    )
    rows = []
    for one in agents:
        bound = one.one_sided
        figures = [
            (one.success, share_cell(one.success, runs_link(agent=one.agent, mark="pass"))),
            (bound or one.success, share_cell(bound) if bound else Cell("not needed", number=True)),
            *((figure, share_cell(figure)) for figure in (one.information, one.coverage.coverage, one.timeouts)),
            (one.coverage.planned, Cell(str(one.families), number=True)),
            (one.grading_ms, number_cell(one.grading_ms)),
        ]
        rows.append((one.agent, one.role, evidence[one.agent], figures))
    note = "A rate of 0 or 1 is shown with its one-sided 95 % bound. Intervals resample families, not runs."
    return figure_table("Success, with floor and ceiling", heads, rows, note=note)


def _endings(agents: Sequence[AgentResults], evidence: Mapping[str, str]) -> Table:
    heads = [ending.label.replace("_", " ") for ending in agents[0].endings]
    rows = []
    for one in agents:
        cells = [(ending.share, _ending(one.agent, ending.label, ending.share, ending.runs)) for ending in one.endings]
        rows.append((one.agent, one.role, evidence[one.agent], cells))
    return figure_table("Endings as shares of all runs", heads, rows, folded=True)


def _ending(agent: str, label: str, share: Figure, runs: Figure) -> Cell:
    cell = share_cell(share, runs_link(agent=agent, label=label))
    return Cell(cell.words, f"{runs.value} runs; {cell.small}", cell.link, number=True)


def _coverage(agents: Sequence[AgentResults], evidence: Mapping[str, str]) -> Table:
    counts = ("planned", "missing", "faulty", "crashed", "out_of_budget", "uncertain", "reruns")
    rows = []
    for one in agents:
        told = [(getattr(one.coverage, name), number_cell(getattr(one.coverage, name))) for name in counts]
        told += [(figure, share_cell(figure)) for figure in (one.coverage.least, one.coverage.most)]
        rows.append((one.agent, one.role, evidence[one.agent], told))
    heads = (*(name.replace("_", " ") for name in counts), "success at least", "success at most")
    return figure_table("Coverage and bounds", heads, rows, note=_ENDS, folded=True)


def _trials(agents: Sequence[AgentResults], evidence: Mapping[str, str]) -> list[Part]:
    trials = agents[0].trials
    most = max(len(one.trials.by_trial) for one in agents)
    if most < 2:
        return [Words("Each task was run once: there is no pass@k or pass^k beyond k = 1, and no spread over trials.")]
    return [
        Picture(charting.pass_at_k_chart(agents), f"Selector: {trials.selector}"),
        Picture(charting.pass_hat_k_chart(agents), trials.independence),
        Picture(charting.by_trial_chart(agents)),
        Picture(charting.spread_chart(agents), _unspread(agents)),
        _paths(agents, evidence),
    ]


def _paths(agents: Sequence[AgentResults], evidence: Mapping[str, str]) -> Table:
    """How many tasks were done in one way, in two, ..."""
    most = max((row.c for one in agents for row in one.trials.path_bins), default=0)
    rows = []
    for one in agents:
        mean = one.trials.paths
        counts = [sum(row.tasks for row in one.trials.path_bins if row.c == c) for c in range(1, most + 1)]
        cells = [number_cell(mean), *(Cell(str(count), number=True) for count in counts)]
        rows.append((one.agent, one.role, evidence[one.agent], [(mean, cell) for cell in cells]))
    heads = ("per task", *(f"tasks with {c}" for c in range(1, most + 1)))
    return figure_table("Distinct paths over the trials of a task", heads, rows, folded=True)


def _unspread(agents: Sequence[AgentResults]) -> str:
    """Whose tasks are not all in the picture; empty where all are."""
    short = [(_short_of_runs(one), one.agent) for one in agents]
    told = ", ".join(f"{tasks} of {agent}" for tasks, agent in short if tasks)
    return f"Tasks of which not every run counts are left out: {told}." if told else ""


def _short_of_runs(one: AgentResults) -> int:
    return sum(row.tasks for row in one.trials.spread if row.n < len(one.trials.by_trial))


def _slices(agents: Sequence[AgentResults]) -> Iterator[Picture]:
    kinds = dict.fromkeys(row.kind for one in agents for row in one.slices)
    for chosen in (("slice",), tuple(kind for kind in kinds if kind != "slice")):
        if kinds.keys() & set(chosen):
            yield Picture(charting.slices_chart(agents, chosen))


def _costs(agents: Sequence[AgentResults], evidence: Mapping[str, str]) -> Iterator[Part]:
    yield from (Picture(charting.cost_chart(agents, name, of)) for name, of in _DRAWN.items())
    for name in dict.fromkeys(row.name for one in agents for row in one.costs):
        rows = [
            (one.agent, one.role, evidence[one.agent], cost_cells(row))
            for one in agents
            for row in one.costs
            if row.name == name
        ]
        yield figure_table(f"Cost: {cost_name(name)}", COST_HEADS, rows, note=_COSTS, folded=True)


def cost_cells(row: CostRow) -> list[tuple[Figure, Cell]]:
    """The figures of one cost, under COST_HEADS."""
    figures = (row.total, row.mean, row.per_success, row.to_reference, row.p50, row.p90, row.p95, row.most)
    return [(figure, number_cell(figure)) for figure in figures]


def cost_name(name: str) -> str:
    """A cost as a reader calls it."""
    return _SECONDS.get(name, name.replace("_", " "))
