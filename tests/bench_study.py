"""How do time, memory and disk grow with the runs of a study? By hand: `python tests/bench_study.py [EPISODES ...]`.

Each size is played in a process of its own and streamed to disk; BENCH_ROOT names a folder with room for it: a
million episodes take 5 GB.
"""

import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import attrs

from graders.loading import load_agent
from graders.printing import table
from graders.study.planning import Setting
from graders.study.running import run
from inventory_env import load_suite

SUITE, AGENT = "adventureworks", "careful"
SIZES = (10_000, 100_000)


@attrs.frozen
class Measured:
    """What one size took.

    Attributes:
        episodes: played, graded and kept: whole trials of the suite, at least as many as asked for.
        seconds: on the wall, from an empty folder to the last line on the disk.
        peak_mb: most memory that the process ever held.
        disk_mb: of the folder in the end.
    """

    episodes: int
    seconds: float
    peak_mb: float
    disk_mb: float


def measured(episodes: int, folder: Path) -> Measured:
    """Run one study of at least so many episodes in this process."""
    trials = -(-episodes // len(load_suite(SUITE)))
    begun = time.perf_counter()
    study = run([load_agent(AGENT)], SUITE, folder, Setting(trials=trials)).study
    seconds = time.perf_counter() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    disk = sum(path.stat().st_size for path in folder.iterdir())
    return Measured(study.runs, seconds, peak / 1e6, disk / 1e6)


def lines(found: list[Measured]) -> Iterator[tuple[str, ...]]:
    """A row for each size; the last cell is the time of an episode against that of the first size: linear is 1."""
    first = found[0].seconds / found[0].episodes
    for one in found:
        each = one.seconds / one.episodes
        yield (
            f"{one.episodes:,}",
            f"{one.seconds:.1f}",
            f"{1 / each:.0f}",
            f"{one.peak_mb:.1f}",
            f"{one.disk_mb:.1f}",
            f"{each / first:.3f}",
        )


def main(sizes: list[int], root: Path | None) -> None:
    """Measure each size and print the table; folders go as soon as they are measured."""
    found = []
    for size in sizes:
        # Spawned, one for each size: the peak of a process never falls.
        with tempfile.TemporaryDirectory(dir=root) as folder, get_context("spawn").Pool(1) as pool:
            found.append(pool.apply(measured, (size, Path(folder) / "study")))
    head = ("episodes", "seconds", "episodes/s", "peak MB", "disk MB", "s/episode, first = 1")
    print(f"{AGENT} on {SUITE}, one process, Python {sys.version.split()[0]}, {os.cpu_count()} processors")
    print("\n".join(table(lines(found), head=head)))


if __name__ == "__main__":
    main(
        [int(one) for one in sys.argv[1:]] or list(SIZES),
        Path(os.environ["BENCH_ROOT"]) if "BENCH_ROOT" in os.environ else None,
    )
