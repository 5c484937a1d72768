"""Which suites are there, and how is one read? JSON-lines files beside this one, or a user's own."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inventory_env.errors import InputError, choices, shown

if TYPE_CHECKING:
    from inventory_env.scenario import Scenario

FOLDER = Path(__file__).parent
DEFAULT = "adventureworks"


def suite_names() -> tuple[str, ...]:
    """The names of the suites that ship with the package, ordered."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.jsonl")))


def suite_path(name: str) -> Path:
    """The file of a suite: a shipped one by its name, a user's own by its path.

    Raises:
        InputError: neither a suite nor a file has this name.
    """
    shipped = FOLDER / f"{name}.jsonl"
    if name in suite_names():
        return shipped
    try:
        if Path(name).is_file():
            return Path(name)
    except (OSError, ValueError):  # a path too long, or one that may not be looked at
        pass
    raise InputError(
        f"must be a suite or a JSON-lines file; got {shown(name)} ({choices(name, suite_names())})", field="suite"
    )


def load_suite(name: str = DEFAULT) -> "tuple[Scenario, ...]":
    """The scenarios of a suite, in the order of its file.

    Args:
        name: a shipped suite (`worked`, `public`, `adventureworks`) or the path of a JSON-lines file.

    Raises:
        InputError: with path, line, field, rule and value got; nothing is half-loaded.
    """
    path = suite_path(name)
    scenarios = tuple(read_scenarios(path))
    if not scenarios:
        raise InputError("must hold at least one scenario", path=str(path))
    first: dict[str, int] = {}
    for number, scenario in enumerate(scenarios, 1):
        if scenario.id in first:
            rule = f"must be unique; got {shown(scenario.id)} in scenarios {first[scenario.id]} and {number}"
            raise InputError(rule, field="task.id", path=str(path))
        first[scenario.id] = number
    return scenarios


def read_scenarios(path: Path) -> "Iterator[Scenario]":
    """The scenarios of a file, one after the other; stock files are named relative to it.

    Raises:
        InputError: with path, line, field, rule and value got.
    """
    # Imported here, because whoever only lists the suites must not wait for what reads them.
    from inventory_env.codec import convert
    from inventory_env.scenario import Scenario
    from inventory_env.stock import Stock, StockSource, StockTable
    from inventory_env.stock_csv import read_stock_csv
    from inventory_env.store import read_lines

    tables: dict[str, StockTable] = {}

    def build(_kind: type, plain: Any) -> Stock:  # a stock is all that a scenario holds beside plain records
        source = convert(plain, StockSource)
        if source.csv is None:
            return Stock(source)
        if source.csv not in tables:
            tables[source.csv] = read_stock_csv(path.parent / source.csv)
        return Stock(source, tables[source.csv])

    return read_lines(path, Scenario, hook=build)
