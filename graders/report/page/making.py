"""How does a report become one file for a browser? Its sections in their order, then every run."""

import itertools
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from graders.report.agent_results import AgentResults, Role
from graders.report.checking import refuse_flawed
from graders.report.choosing import Judged
from graders.report.compared import Comparison
from graders.report.document import Report
from graders.report.page.charts.drawing import svg
from graders.report.page.embedding import environment, policy, script, style
from graders.report.page.parts import Part, Picture, Section
from graders.report.page.runs import Block, blocks
from graders.report.page.sections import afterwards, compared, grounds, results
from graders.report.page.viewer.blocks import RUNS_IN_BLOCK
from graders.report.page.viewer.index import MOST_SEARCHED

if TYPE_CHECKING:
    from markupsafe import Markup


def page(report: Report, runs: Iterable[Judged] = ()) -> str:
    """A report as one HTML file that needs nothing else; see `write_page` for many runs.

    Args:
        report: whole; its sections stand in its order.
        runs: every run that it counts, with scenario and verdict; without any there is no part to look at them.

    Raises:
        InputError: the report does not say all that it has to say.
        MissingExtra: what draws or lays out is not installed.
    """
    return "".join(pieces_of(report, runs))


def write_page(report: Report, runs: Iterable[Judged], path: Path, *, choice: str = "") -> None:
    """Write the same file; no more than a hundred runs are held at a time, and no half of a file is ever left.

    Args:
        report: whole.
        runs: to look at.
        path: the file.
        choice: which runs are not among them; empty where all are.

    Raises:
        InputError: the report does not say all that it has to say.
        MissingExtra: what draws or lays out is not installed.
        OSError: it cannot be written.
    """
    half = path.with_name(f"{path.name}.part")
    try:
        with half.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(pieces_of(report, runs, choice=choice))
        os.replace(half, path)  # noqa: PTH105 - the same on every system
    finally:
        half.unlink(missing_ok=True)


def pieces_of(report: Report, runs: Iterable[Judged], *, choice: str = "") -> Iterator[str]:
    """The file piece by piece.

    Raises:
        InputError: the report does not say all that it has to say.
        MissingExtra: what draws or lays out is not installed.
    """
    refuse_flawed(report)
    data = blocks_of(runs, report.results.agents)
    return laid_out(f"Report on {_agents(report)}", report.scope.text, sections(report), data, choice=choice)


def comparison_page(
    comparison: Comparison, first: Iterable[Judged] = (), second: Iterable[Judged] = (), *, choice: str = ""
) -> str:
    """A comparison of two agents as one HTML file that needs nothing else.

    Args:
        comparison: whole.
        first: every run of the agent compared with; without any there is no part to look at runs.
        second: every run of the agent that is judged.
        choice: which runs are not among them; empty where all are.

    Raises:
        MissingExtra: what draws or lays out is not installed.
    """
    names = compared.labels(comparison)
    runs = itertools.chain.from_iterable(_called(name, side) for name, side in zip(names, (first, second), strict=True))
    title = f"{names[1]} against {names[0]}"
    told = compared.sections(comparison)
    return "".join(laid_out(title, comparison.change, told, blocks_of(runs), choice=choice))


def _called(name: str, runs: Iterable[Judged]) -> Iterator[Judged]:
    """The runs under the name by which the page tells the two apart."""
    return ((scenario, attrs.evolve(record, agent=name), verdict) for scenario, record, verdict in runs)


def sections(report: Report) -> tuple[Section, ...]:
    """The sections of a report, in its order."""
    evidence = {player.card.name: player.evidence.value for player in report.cards}
    roles = {one.agent: one.role for one in report.results.agents}
    return (
        grounds.scope(report.scope),
        grounds.cards(report.cards),
        grounds.split(report.split),
        grounds.environment(report.environment),
        results.results(report.results, evidence),
        afterwards.failures(report.failures, roles, evidence),
        afterwards.read_by_hand(report.read_by_hand),
        afterwards.not_shown(report.not_shown),
    )


def blocks_of(runs: Iterable[Judged], results: Sequence[AgentResults] = ()) -> Iterator[Block] | None:
    """The blocks of all runs, beside them the profiles of their tasks; None where there is no run."""
    coming = iter(runs)
    first = next(coming, None)
    return None if first is None else blocks(_again(first, coming), results)


def _again(first: Judged, rest: Iterator[Judged]) -> Iterator[Judged]:
    yield first
    yield from rest


def laid_out(
    title: str, subtitle: str, told: Sequence[Section], data: Iterator[Block] | None, *, choice: str = ""
) -> Iterator[str]:
    """A page piece by piece.

    Args:
        title: what it is called.
        subtitle: a sentence.
        told: its sections, in order.
        data: the blocks of its runs, taken as they are written; None where it has none.
        choice: which runs are not among them; empty where all are.

    Raises:
        MissingExtra: what draws or lays out is not installed.
    """
    template = environment().get_template("page.html")
    from markupsafe import Markup  # comes with the templates

    return template.generate(
        title=title,
        subtitle=subtitle,
        sections=told,
        drawn=_drawn,
        blocks=data,
        choice=choice,
        each=RUNS_IN_BLOCK,
        searched=MOST_SEARCHED,
        policy=policy(),
        style=Markup(style()),
        script=Markup(script()),
    )


def _drawn(part: Part) -> "Markup | None":
    """The picture of a part that has one."""
    from markupsafe import Markup

    spec = part.chart.spec if isinstance(part, Picture) else None
    return None if spec is None else Markup(svg(spec))


def _agents(report: Report) -> str:
    names = [one.agent for one in report.results.agents if one.role is Role.STUDIED]
    return names[0] if len(names) == 1 else f"{len(names)} agents"
