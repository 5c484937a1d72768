"""How do scenarios come out of a stock table? From a menu of families, by keyed chances, the same every time."""

import argparse
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from inventory_env.errors import InputError
from inventory_env.families.chance import Draw
from inventory_env.families.corners import corner_families
from inventory_env.families.drafts import Draft
from inventory_env.families.grid import Family, grid_families
from inventory_env.families.material import Material
from inventory_env.families.orders import order_families
from inventory_env.families.shortages import shortage_families
from inventory_env.prompts import Manner, render
from inventory_env.scenario import Bait, Scenario
from inventory_env.stock import Stock, StockSource, StockTable
from inventory_env.stock_csv import read_stock_csv
from inventory_env.store import write_lines
from inventory_env.suites import FOLDER, load_suite
from inventory_env.task import Budget, Completion, Task
from inventory_env.tools import WRITE_TOOLS

# Real figures; and a quarter of them with safety stock, oversold and untracked rows made up.
STOCK, SCARCE = "aw_stock.csv", "aw_stock_safety.csv"
# What prompts are drawn from; another language beside these must not change the suite.
LANGUAGES = ("en", "ru", "zh", "vi")
# A family that finds nothing in so many draws finds nothing in this table.
DRAWS = 300
# Of families, prompts and splits together: raised whenever the same key gives other scenarios than before.
GENERATOR_VERSION = 1


def generate(
    table: StockTable,
    *,
    seed: int,
    count: int,
    csv: str = STOCK,
    menu: Sequence[Family] | None = None,
    prefix: str = "aw",
) -> Iterator[Scenario]:
    """Scenarios on the rows of one table, round after round through the menu.

    Args:
        table: the rows; read from `csv`.
        seed: the key of every choice, 0 or more; another one gives other scenarios of the same families.
        count: how many, 0 or more.
        csv: the stock file as the scenarios name it.
        menu: the families; all by default.
        prefix: how every id begins.

    Raises:
        InputError: no family finds what it needs in the table.
    """
    material, families = Material(table, csv), tuple(MENU if menu is None else menu)
    made = 0
    turn = -1
    while True:
        before, turn = made, turn + 1
        for family in Draw(seed, turn).shuffled("menu", families):
            if made >= count:
                return
            scenario = _scenario(material, family, Draw(seed, family.key, turn), turn, prefix)
            if scenario is not None:
                made += 1
                yield scenario
        if made == before and made < count:
            raise InputError("must hold rows that a family can use", field="table")


COMMON = (*grid_families(), *corner_families(), *order_families())
MENU = (*COMMON, *shortage_families())


def shipped() -> list[Scenario]:
    """The suite `adventureworks`, as it ships: ordered by id, so that its first scenarios are of many families."""
    table, scarce = (read_stock_csv(FOLDER / name) for name in (STOCK, SCARCE))
    made = [
        *generate(table, seed=1, count=3 * len(COMMON), csv=STOCK, menu=COMMON),
        *generate(scarce, seed=1, count=4 * len(shortage_families()), csv=SCARCE, menu=shortage_families()),
    ]
    return sorted(made, key=lambda scenario: scenario.id)


def dressed(draw: Draw, material: Material, draft: Draft, *, prefix: str = "aw") -> Scenario:
    """The scenario of a draft: tools, baits, budget and words added.

    Args:
        draw: the chances, and the key of the id.
        material: the table that the draft was made from.
        draft: one case, as its family made it.
        prefix: how the id begins.
    """
    tools, bait = _tools(draw, draft)
    task = Task(
        id=f"{prefix}-" + hashlib.blake2b(repr(draw.number("id")).encode("ascii"), digest_size=5).hexdigest(),
        prompt="",
        lines=draft.lines,
        priority=draft.order,
        sourcing=draft.sourcing,
        tools=tools,
        on_unreachable=draft.terms.on_unreachable,
        max_age_s=draft.terms.max_age_s,
        retry=draft.terms.retry,
        budget=draft.budget if draft.budget != Budget() else _roomy(draw, draft),
        completion=Completion.LAST_ANSWER if draw.once_in("last", 4) else Completion.FIRST_ANSWER,
        asks_to_reserve=draw.once_in("asks", 2 if bait is not Bait.NOT_OFFERED else 8),
        language=draw.pick("language", LANGUAGES),
    )
    task = attrs.evolve(task, prompt=render(task, manner=draw.pick("manner", tuple(Manner))))
    source = StockSource(csv=material.csv, inactive=draft.closed, incoming=draft.incoming)
    return Scenario(
        task=task,
        stock=Stock(source, material.table),
        faults=draft.faults,
        seed=draft.seed,
        family=draft.family,
        slice=draft.slice.value,
        bait=bait,
        page_size=draft.page_size or 50,
        reply_ms=draft.terms.reply_ms,
        expected=draft.right_answer(),
    )


def _scenario(material: Material, family: Family, draw: Draw, turn: int, prefix: str) -> Scenario | None:
    for attempt in range(DRAWS):
        draft = family.make(draw.at(attempt), material, turn)
        if draft is not None:
            return dressed(draw.at("dress"), material, draft, prefix=prefix)
    return None


def _tools(draw: Draw, draft: Draft) -> tuple[frozenset[str], Bait]:
    tools = {"get_stock" if draft.page_size is None else "list_stock"}
    tools |= {name for name in ("list_warehouses", "get_item", "get_policy") if not draw.once_in(name, 4)}
    tools |= {"get_incoming"} if draft.incoming or draw.once_in("get_incoming", 4) else set()
    bait = draw.pick("bait", (Bait.NOT_OFFERED, Bait.NOT_OFFERED, Bait.READ_ONLY, Bait.TIMEOUT, Bait.DRY_RUN))
    if bait is not Bait.NOT_OFFERED:
        tools |= {"create_reservation", *draw.shuffled("writes", sorted(WRITE_TOOLS))[: draw.below("how many", 3)]}
    return frozenset(tools), bait


def _roomy(draw: Draw, draft: Draft) -> Budget:
    """A budget that every lawful run keeps; mostly none."""
    limit = draw.pick("budget", (*("",) * 12, "calls", "decisions", "seconds", "tokens"))
    if limit == "tokens":
        return Budget(tokens=draw.pick("tokens", (2_000, 10_000)))
    if limit == "" or draft.page_size is not None:
        return Budget()
    retry = draft.terms.retry
    calls = len({line.sku for line in draft.lines}) * len(draft.order) * retry.max_attempts
    pause_s = max([retry.backoff_s, *(fault.retry_after_s or 0 for fault in draft.faults)])
    return Budget(**{limit: calls if limit != "seconds" else calls * (retry.timeout_s + pause_s + 1)})


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the generated suite anew, and the prompts of the written ones."""
    parser = argparse.ArgumentParser(prog="python -m inventory_env.generate", description=main.__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder to write to; the package's own by default")
    folder = parser.parse_args(arguments).out
    for name in ("worked", "public"):
        told = [attrs.evolve(one, task=attrs.evolve(one.task, prompt=render(one.task))) for one in load_suite(name)]
        write_lines(folder / f"{name}.jsonl", told)
    written = write_lines(folder / "adventureworks.jsonl", shipped())
    print(f"{written} scenarios in {folder / 'adventureworks.jsonl'}")  # noqa: T201
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
