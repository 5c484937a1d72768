"""How are failures written? What they mean to a user first, then how many there are of each kind."""

from collections.abc import Iterator, Sequence

from graders.report.blocks import Block, Column, Grid, column, grid, number, percent
from graders.report.document import Failures
from graders.report.figure import Figure


def failure_blocks(failures: Failures, names: Sequence[str]) -> Iterator[Block]:
    """All tables of the failures.

    Args:
        failures: of every agent.
        names: of the agents, in their order, as tables call them.
    """
    yield _weights(failures)
    yield _classes(failures, names)
    yield _deeds(failures, names)
    yield from _violations(failures, names)


def _weights(failures: Failures) -> Grid:
    rows = tuple((_words(one.failure_class), one.matters, one.sentence) for one in failures.weights)
    return Grid("Which failures matter to a user", ("class", "matters", "because"), rows)


def _classes(failures: Failures, names: Sequence[str]) -> Grid:
    columns: list[Column] = [
        column("agent", names),
        column("failed runs", [one.failed for one in failures.agents]),
    ]
    for place, weight in enumerate(failures.weights):
        found = [one.classes[place] for one in failures.agents]
        columns.append(column(_words(weight.failure_class), [one.runs for one in found]))
    return grid("Failed runs by class; a run may be in several", columns)


def _deeds(failures: Failures, names: Sequence[str]) -> Grid:
    columns: list[Column] = [column("agent", names)]
    for place, deed in enumerate(failures.agents[0].deeds):
        counted = "counted" if deed.counted else "not counted"
        figures = [one.deeds[place] for one in failures.agents]
        columns.append(column(f"{deed.name} ({counted}), runs", [one.runs for one in figures]))
        if any(one.events.value is not None for one in figures):
            columns.append(column("calls", [one.events for one in figures]))
    return grid("Writes tried and told, fabrications, wrong objects; counted in success or not", columns)


def _violations(failures: Failures, names: Sequence[str]) -> Iterator[Block]:
    rows = [(name, one) for name, agent in zip(names, failures.agents, strict=True) for one in agent.violations]
    if not rows:
        return
    shares: list[Figure] = [one.share for _, one in rows]
    yield grid(
        "Rules broken",
        [
            column("agent", [name for name, _ in rows]),
            column("rule", [one.rule for _, one in rows]),
            column("counted in success", ["yes" if one.counted else "no" for _, one in rows]),
            column("class", [", ".join(map(_words, one.classes)) for _, one in rows]),
            column("runs", [one.runs for _, one in rows], number),
            column("share of judged runs", shares, percent),
            column("open", [one.open for _, one in rows], number),
        ],
    )


def _words(name: str) -> str:
    return name.replace("_", " ")
