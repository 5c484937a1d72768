"""Which numbers of a report are drawn? The rows of each chart, taken from the results as they stand."""

from collections import Counter
from collections.abc import Iterator, Sequence

from graders.report.agent_results import NOT_JUDGED, AgentResults, CostRow, FaultRow, OfK, Role
from graders.report.figure import Figure
from graders.report.page.charts import costs, curves, endings, maps, spread
from graders.report.page.charts.chart import Chart
from graders.report.page.charts.rows import Cell, Cost, Count, Curve, Endings, Share, Spread
from inventory_env.verdict import LineLabel

_LABELS = frozenset(LineLabel)
_NO_RUN = Share(None, 0)


def endings_chart(agents: Sequence[AgentResults]) -> Chart:
    """How runs ended."""
    return endings.endings([_endings(one) for one in agents])


def pass_at_k_chart(agents: Sequence[AgentResults]) -> Chart:
    """At least one of k."""
    return curves.pass_at_k([_curve(one, one.trials.at_least_one) for one in agents])


def pass_hat_k_chart(agents: Sequence[AgentResults]) -> Chart:
    """All of k."""
    return curves.pass_hat_k([_curve(one, one.trials.every) for one in agents])


def by_trial_chart(agents: Sequence[AgentResults]) -> Chart:
    """Success by trial index."""
    return curves.by_trial([_curve(one, one.trials.by_trial) for one in agents])


def spread_chart(agents: Sequence[AgentResults]) -> Chart:
    """Tasks by successes."""
    return spread.spread([_spread(one) for one in agents])


def cost_chart(agents: Sequence[AgentResults], name: str, of: str) -> Chart:
    """What runs cost in one unit."""
    rows = [_cost(one, row) for one in agents for row in one.costs if row.name == name]
    return costs.costs(rows, of=of, name=f"cost-{name.replace('_', '-')}")


def slices_chart(agents: Sequence[AgentResults], kinds: Sequence[str]) -> Chart:
    """Success by one kind of slice or by several; where an agent has no run of one, its field is hollow."""
    columns = list(dict.fromkeys((row.kind, row.name) for one in agents for row in one.slices if row.kind in kinds))
    columns.sort(key=lambda column: kinds.index(column[0]))
    cells = []
    for one in agents:
        known = {(row.kind, row.name): share(row.success) for row in one.slices}
        cells += [Cell(one.agent, _short(name), known.get((kind, name), _NO_RUN), one.role) for kind, name in columns]
    return maps.slices(cells, by=_listed(kinds))


def faults_chart(agents: Sequence[AgentResults]) -> Chart:
    """Kind of fault by ending, over the runs of all agents that are studied."""
    studied = [one for one in agents if one.role is Role.STUDIED]
    return maps.faults(list(_counts([row for one in studied for row in one.faults])))


def _listed(kinds: Sequence[str]) -> str:
    return kinds[0] if len(kinds) == 1 else f"{', '.join(kinds[:-1])} and {kinds[-1]}"


def _short(name: str) -> str:
    """The name of a slice without what explains it."""
    return name.partition(";")[0].replace("_", " ")


def share(figure: Figure) -> Share:
    """A figure as a chart takes it."""
    value = None if figure.value is None else float(figure.value)
    return Share(value, figure.n, figure.low, figure.high)


def _endings(one: AgentResults) -> Endings:
    counts = tuple(
        (LineLabel(ending.label), int(ending.runs.value or 0)) for ending in one.endings if ending.label in _LABELS
    )
    unjudged = sum(int(ending.runs.value or 0) for ending in one.endings if ending.label == NOT_JUDGED)
    return Endings(one.agent, counts, share(one.success), unjudged, one.role)


def _curve(one: AgentResults, points: Sequence[OfK]) -> Curve:
    return Curve(one.agent, tuple(share(point.figure) for point in points), one.role)


def _spread(one: AgentResults) -> Spread:
    """Tasks by c; those with a run that does not count are left out, for it might have been the only success."""
    trials = len(one.trials.by_trial)
    tasks = [0] * (trials + 1)
    for each in one.trials.spread:
        if each.n == trials:
            tasks[each.c] += each.tasks
    return Spread(one.agent, tuple(tasks), one.role)


def _cost(one: AgentResults, row: CostRow) -> Cost:
    least = row.histogram[0][0] if row.histogram else None
    most = row.most.value
    return Cost(
        one.agent,
        row.most.n if most is not None else 0,
        least,
        row.p50.value,
        row.p90.value,
        row.p95.value,
        most,
        one.role,
    )


def _counts(rows: Sequence[FaultRow]) -> Iterator[Count]:
    runs: Counter[tuple[str, str]] = Counter()
    for row in rows:
        runs.update({(row.fault, label): count for label, count in row.endings})
    faults = dict.fromkeys(fault for fault, _ in runs)
    labels = [
        label for label in dict.fromkeys(label for _, label in runs) if any(runs[fault, label] for fault in faults)
    ]
    for fault in faults:
        for label in labels:
            yield Count(fault.replace("_", " "), label.replace("_", " "), runs[fault, label])
