"""What do two suites share? Ids, names, prompts, and cases that differ by their names only."""

import re
from collections.abc import Callable, Iterable, Iterator

import attrs

from inventory_env.codec import builtins, encode
from inventory_env.scenario import Scenario

# What stands for a name: no text of a scenario holds it.
_MARK = "\x00{}\x00"


@attrs.frozen
class Overlap:
    """What stands in both of two suites, each ordered.

    Attributes:
        ids: of scenarios.
        names: of warehouses and articles.
        prompts: as they are told.
        cases: ids in the second suite of scenarios that are one of the first with other names.
    """

    ids: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything is shared."""
        return bool(self.ids or self.names or self.prompts or self.cases)

    def told(self) -> str:
        """The counts, and the first of each."""
        kinds = {"ids": self.ids, "names": self.names, "prompts": self.prompts, "cases under other names": self.cases}
        return ", ".join(f"{len(found)} {kind} ({found[0][:40]!r})" for kind, found in kinds.items() if found)


def overlap(one: Iterable[Scenario], other: Iterable[Scenario]) -> Overlap:
    """What two suites share."""
    first, second = tuple(one), tuple(other)
    seen = {canonical(scenario) for scenario in first}
    return Overlap(
        ids=_both(first, second, lambda scenario: (scenario.id,)),
        names=_both(first, second, _names),
        prompts=_both(first, second, lambda scenario: (scenario.task.prompt,)),
        cases=tuple(sorted(scenario.id for scenario in second if canonical(scenario) in seen)),
    )


def canonical(scenario: Scenario) -> bytes:
    """What a scenario asks once its names are gone: lines, rules, figures and faults.

    Warehouses and articles are numbered in the order in which the task names them; the id, the words of the
    prompt, the language, the seed and what an agent can never see are left out.
    """
    task, stock = scenario.task, scenario.stock
    places = {name: _MARK.format(f"w{place}") for place, name in enumerate(task.priority)}
    goods = {name: _MARK.format(f"s{place}") for place, name in enumerate(task.skus())}
    renamed = _renaming(goods | places)
    lines = [(line.line, goods[line.sku], line.quantity) for line in task.lines]
    figures = [[stock.table.figures(warehouse, sku) for sku in goods] for warehouse in places]
    unstocked = [sku in stock.skus for sku in goods]
    arriving = [one for warehouse in places for sku in goods for one in stock.incoming(warehouse, sku)]
    closed = sorted(places[name] for name in stock.source.inactive & places.keys())
    rules = (task.sourcing, task.on_unreachable, task.max_age_s, task.retry, task.budget, task.completion)
    world = (sorted(task.tools), scenario.bait, scenario.page_size, scenario.reply_ms)
    told = (lines, len(places), figures, unstocked, closed, renamed(arriving), rules, world, renamed(scenario.faults))
    return encode(told)


def _renaming(names: dict[str, str]) -> Callable[[object], object]:
    """Puts another name in the place of each, longer ones first, wherever a text holds it."""

    def renamed(value: object) -> object:
        if isinstance(value, str):
            held = sorted((name for name in names if name in value), key=len, reverse=True)
            anyone = "|".join(map(re.escape, held))
            return re.sub(anyone, lambda found: names[found[0]], value) if held else value
        if isinstance(value, dict):
            return {key: renamed(one) for key, one in value.items()}
        return [renamed(one) for one in value] if isinstance(value, list | tuple) else value

    return lambda value: renamed(builtins(value))


def _names(scenario: Scenario) -> Iterator[str]:
    yield from scenario.stock.warehouses
    yield from scenario.stock.skus
    yield from scenario.task.priority
    yield from scenario.task.skus()


def _both(
    first: tuple[Scenario, ...], second: tuple[Scenario, ...], of: Callable[[Scenario], Iterable[str]]
) -> tuple[str, ...]:
    ours, theirs = ({name for scenario in suite for name in of(scenario)} for suite in (first, second))
    return tuple(sorted(ours & theirs))
