"""How are results written? Every agent is a row, floor and ceiling too; each question has a table of its own."""

from collections.abc import Iterator, Sequence

from graders.report.agent_results import AgentResults, FaultRow
from graders.report.blocks import (
    Block,
    Grid,
    Heading,
    Points,
    Sentence,
    column,
    fraction,
    grid,
    number,
    percent,
    whole_percent,
)
from graders.report.document import Environment, Results
from graders.report.figure import Figure

# The matrix of each agent is written for so many; in the other forms it is there for all.
MOST_MATRICES = 6
_KINDS = {"slice": "kind of task", "lines": "lines of the order", "language": "language", "faults": "faults delivered"}
_SHARES = "Successes / runs by kind of fault delivered"


def result_blocks(results: Results, environment: Environment) -> Iterator[Block]:
    """All tables of the results."""
    agents = results.agents
    if results.warnings:
        yield Points(tuple(f"Beware: {one}" for one in results.warnings))
    yield _success(agents)
    yield Sentence(f"Intervals hold at 95 %. {_methods([one.success for one in agents])}")
    yield _coverage(agents)
    yield _bounds(agents)
    yield _endings(agents)
    if environment.trials > 1:
        yield from _trials(agents)
    yield from _slices(agents)
    yield from fault_blocks(agents)
    yield from _costs(agents)
    yield Sentence("What each agent did on each task, and the distribution of each cost, is in the JSON and the page.")


def names(agents: Sequence[AgentResults]) -> list[str]:
    """The agents' names, each with its role where that is not to be studied."""
    return [one.agent if one.role == "studied" else f"{one.agent} ({one.role})" for one in agents]


def _success(agents: Sequence[AgentResults]) -> Grid:
    columns = [
        column("agent", names(agents)),
        column("success rate", [one.success for one in agents], percent),
        column("information obtained", [one.information for one in agents], percent),
        column("runs", [str(one.success.n) for one in agents]),
        column("families", [str(one.families) for one in agents]),
    ]
    if any(one.one_sided for one in agents):
        columns.append(column("one-sided 95 % bound", [_bound(one) for one in agents]))
    return grid("Success", columns)


def _bound(one: AgentResults) -> str:
    figure = one.one_sided
    return "" if figure is None else f"{figure.note.partition(',')[0]} {percent(figure)}"


def _methods(figures: Sequence[Figure]) -> str:
    methods = sorted({figure.method for figure in figures if figure.value is not None})
    return f"Made by: {'; '.join(methods)}." if methods else "No run counts."


def _coverage(agents: Sequence[AgentResults]) -> Grid:
    found = [one.coverage for one in agents]
    columns = [
        column("agent", names(agents)),
        column("planned", [one.planned for one in found]),
        column("missing", [one.missing for one in found]),
        column("faulty", [one.faulty for one in found]),
        column("crashed", [one.crashed for one in found]),
        column("over budget", [one.out_of_budget for one in found]),
        column("uncertain", [one.uncertain for one in found]),
        column("put aside and played again", [one.reruns for one in found]),
    ]
    return grid("Runs that are there, and those that are open", columns)


def _bounds(agents: Sequence[AgentResults]) -> Grid:
    found = [one.coverage for one in agents]
    columns = [
        column("agent", names(agents)),
        column("coverage", [one.coverage for one in found], percent),
        column("success rate if every open run failed", [one.least for one in found], percent),
        column("if every open run succeeded", [one.most for one in found], percent),
    ]
    return grid("Coverage, and what the open runs may hide", columns)


def _endings(agents: Sequence[AgentResults]) -> Grid:
    columns = [column("agent", names(agents))]
    for place, ending in enumerate(agents[0].endings):
        figures = [one.endings[place].runs for one in agents]
        if ending.right or any(figure.value for figure in figures):
            columns.append(column(ending.label.replace("_", " "), figures))
    return grid("Runs by ending; the right endings stand apart, and none of them is success by itself", columns)


def _trials(agents: Sequence[AgentResults]) -> Iterator[Block]:
    found = [one.trials for one in agents]
    ks = range(len(found[0].every))

    def of_k(name: str, table: str) -> Grid:
        curves = [getattr(one, table) for one in found]
        columns = [column(f"{name}{curves[0][k].k}", [curve[k].figure for curve in curves], fraction) for k in ks]
        return grid(_TITLES[table], [column("agent", names(agents)), *columns])

    yield of_k("pass^", "every")
    yield of_k("pass@", "at_least_one")
    yield Sentence(found[0].selector)
    yield Sentence(found[0].independence)
    rates = [column(f"trial {k + 1}", [one.by_trial[k].figure for one in found], percent) for k in ks]
    yield grid("Success by trial index", [column("agent", names(agents)), *rates])
    yield _spread(agents)


_TITLES = {"every": "All of k runs succeed: pass^k", "at_least_one": "One of k runs succeeds: pass@k"}


def _spread(agents: Sequence[AgentResults]) -> Grid:
    bins = sorted({(one.n, one.c) for agent in agents for one in agent.trials.spread})
    columns = [column("agent", names(agents))]
    for n, c in bins:
        counts = [{(one.n, one.c): one.tasks for one in agent.trials.spread}.get((n, c), 0) for agent in agents]
        columns.append(column(f"{c} of {n}", map(str, counts)))
    columns.append(column("distinct paths per task", [agent.trials.paths for agent in agents]))
    return grid("Tasks by successes, c of n", columns)


def _slices(agents: Sequence[AgentResults]) -> Iterator[Block]:
    for kind, words in _KINDS.items():
        tables = [{one.name: one.success for one in agent.slices if one.kind == kind} for agent in agents]
        every = sorted({name for table in tables for name in table})
        if len(every) > 1:
            columns = [
                column(name.replace("_", " "), [_there(one, name) for one in tables], whole_percent) for name in every
            ]
            yield grid(f"Success rate by {words}", [column("agent", names(agents)), *columns])


def _there(table: dict[str, Figure], name: str) -> Figure | str:
    return table.get(name, "no run")


def fault_blocks(agents: Sequence[AgentResults]) -> Iterator[Block]:
    """What became of the runs in which a kind of fault was delivered."""
    kinds = list(dict.fromkeys(row.fault for one in agents for row in one.faults))
    columns = [column(kind.replace("_", " "), [_recovered(one.faults, kind) for one in agents]) for kind in kinds]
    yield grid(_SHARES, [column("agent", names(agents)), *columns])
    if len(agents) > MOST_MATRICES:
        yield Sentence("Which fault led to which ending is in the JSON and the page.")
        return
    for one in agents:
        endings = [label for label, _ in one.faults[0].endings] if one.faults else []
        used = [place for place in range(len(endings)) if any(row.endings[place][1] for row in one.faults)]
        rows = tuple((row.fault, *(str(row.endings[place][1]) for place in used)) for row in one.faults)
        head = ("fault", *(endings[place].replace("_", " ") for place in used))
        yield Grid(
            f"{one.agent}: runs by fault delivered and ending (known)", head, rows, frozenset(range(1, len(head)))
        )


def _recovered(rows: Sequence[FaultRow], kind: str) -> str:
    return next((f"{row.successes}/{row.runs}" for row in rows if row.fault == kind), "")


def _costs(agents: Sequence[AgentResults]) -> Iterator[Block]:
    yield Heading("Costs, over all runs, successful or not", 3)
    zeros = []
    for place, cost in enumerate(agents[0].costs):
        rows = [one.costs[place] for one in agents]
        if not any(row.total.value for row in rows):
            zeros.append(f"{cost.name.replace('_', ' ')} {number(cost.total)}")
            continue
        numbers = {row.mean.n for row in rows}
        beside = [column("n", [str(row.mean.n) for row in rows])] if len(numbers) > 1 else []
        columns = [
            column("agent", names(agents)),
            *beside,
            column("mean", [row.mean for row in rows]),
            column("per success", [row.per_success for row in rows]),
            column("to reference", [row.to_reference for row in rows]),
            column("p50", [row.p50 for row in rows]),
            column("p90", [row.p90 for row in rows]),
            column("p95", [row.p95 for row in rows], _tail),
            column("most", [row.most for row in rows]),
        ]
        common = "" if beside else f"; n = {rows[0].mean.n}"
        yield grid(f"{cost.name.replace('_', ' ')} ({cost.unit}{common})", columns)
    if zeros:
        yield Sentence(f"The same for every agent, known: {', '.join(zeros)}.")
    yield Sentence("Quantiles are observed values (inverted CDF). A cost per success is all runs by the successes.")
    yield grid(
        "Calls without a reply in time",
        [column("agent", names(agents)), column("rate", [one.timeouts for one in agents], percent)],
    )


def _tail(figure: Figure) -> str:
    return f"{number(figure)} ({figure.note})" if figure.note and figure.value is not None else number(figure)
