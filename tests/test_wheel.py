"""Does everything that the packages need ship in the wheel, and nothing else?"""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parent.parent
PACKAGES = ("inventory_env", "baselines", "graders", "exercises")
META = "inventory_env-0.1.0.dist-info/"

if not (ROOT / "pyproject.toml").is_file():
    pytest.skip("no project to build beside the tests", allow_module_level=True)


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of all files in the wheel."""
    built = next(WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("wheel")), versions=["standard"]))
    with zipfile.ZipFile(built) as wheel:
        return set(wheel.namelist())


def test_every_file_of_the_packages_ships(shipped: set[str]) -> None:
    """Modules, data, licences and type markers; an ignore rule must not drop one silently."""
    assert {name for name in shipped if not name.startswith(META)} == set(_kept())


def test_data_is_named_one_by_one(shipped: set[str]) -> None:
    """Written down, so that a file that vanishes from the tree is missed too."""
    suites = ("adventureworks.jsonl", "worked.jsonl", "public.jsonl", "aw_stock.csv", "LICENSE.adventureworks.txt")
    assert {f"inventory_env/suites/{name}" for name in (*suites, "README.md")} <= shipped
    assert {f"{package}/py.typed" for package in PACKAGES if package != "exercises"} <= shipped


def test_licences_and_the_command_ship(shipped: set[str]) -> None:
    """Ours, that of the stock figures, and the entry point."""
    assert {META + "licenses/LICENSE", META + "licenses/inventory_env/suites/LICENSE.adventureworks.txt"} <= shipped
    assert META + "entry_points.txt" in shipped


def _kept() -> Iterator[str]:
    """Every file of the packages, compiled ones aside."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(ROOT).as_posix()
