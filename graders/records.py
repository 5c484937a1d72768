"""How are many runs kept in files?

A study is a folder: `study.json` says what was run, `traces.jsonl` holds one Record a line, and
`verdicts.jsonl` the judgement on each, in the same order.
"""

import itertools
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from inventory_env.errors import InputError, choices, shown
from inventory_env.fields import Count, Name, Positive, noun
from inventory_env.scenario import Scenario
from inventory_env.store import GZ, MAX_LINE_BYTES, decoded, numbered_lines, opened
from inventory_env.suites import load_suite
from inventory_env.trace import Trace

STUDY, TRACES, VERDICTS, LOCK = "study.json", "traces.jsonl", "verdicts.jsonl", "lock"
# What the agent of a trace that stands alone goes by.
UNNAMED = "unnamed"


@noun
class Record:
    """One run of one agent.

    Attributes:
        agent: its name.
        trial: which run of this agent on this scenario, counted from 1.
        seed: what the agent was made with.
        trace: what happened.
    """

    agent: Name
    trial: Positive
    seed: Count
    trace: Trace


def traces_path(path: Path) -> Path:
    """The file of traces that a path means: itself, or the one in a study's folder."""
    try:
        return file_of(path, TRACES) if path.is_dir() else path
    except OSError:  # whoever opens it says why it cannot be looked at
        return path


def file_of(folder: Path, name: str) -> Path:
    """The file of that name in a study's folder: plain, or compressed where only that is there."""
    plain, packed = folder / name, folder / f"{name}{GZ}"
    return packed if packed.exists() and not plain.exists() else plain


def read_records(path: Path) -> Iterator[Record]:
    """The runs of a file: Records, or traces that stand alone, one a line.

    Raises:
        InputError: with path, line, field, rule and value got; a run that is there twice is refused.
    """
    return (record for _, record in numbered_records(path))


def numbered_records(path: Path, *, growing: bool = False) -> Iterator[tuple[int, Record]]:
    """The runs of a file, each with the number of its line.

    Args:
        path: the file.
        growing: whether the beginning of a line may stand at its end, and is passed over.

    Raises:
        InputError: as `read_records`.
    """
    seen: set[tuple[str, str, int]] = set()
    for line, record in _records(path, growing=growing) if _holds_records(path) else _named(path):
        run = (record.agent, record.trace.scenario, record.trial)
        if run in seen:
            rule = f"must be there once; got trial {record.trial} of {record.agent} on {record.trace.scenario} twice"
            raise InputError(rule, field="run", path=str(path), line=line)
        seen.add(run)
        yield line, record
    if not seen:
        raise InputError("must hold at least one run", path=str(path))


def with_scenarios(records: Iterable[Record], suite: str, path: Path) -> Iterator[tuple[Scenario, Record]]:
    """Each run beside its scenario.

    Raises:
        InputError: the suite cannot be read, or has no scenario of that id.
    """
    known = {scenario.id: scenario for scenario in load_suite(suite)}
    for number, record in enumerate(records, 1):
        name = record.trace.scenario
        if name not in known:
            rule = f"must be of the suite {suite}; got {shown(name)} in run {number} ({_nearest(name, list(known))})"
            raise InputError(rule, field="scenario", path=str(path))
        yield known[name], record


def _records(path: Path, *, growing: bool) -> Iterator[tuple[int, Record]]:
    for line, text in numbered_lines(path, growing=growing):
        yield line, decoded(text, Record, path, line)


def _named(path: Path) -> Iterator[tuple[int, Record]]:
    trials: Counter[str] = Counter()
    for line, text in numbered_lines(path):
        trace = decoded(text, Trace, path, line)
        trials[trace.scenario] += 1
        yield line, Record(agent=UNNAMED, trial=trials[trace.scenario], seed=0, trace=trace)


def _holds_records(path: Path) -> bool:
    """Whether the first line is a Record; where it is nothing that can be told, the reader of traces says why."""
    try:
        with opened(path) as file:
            lines = iter(lambda: file.readline(MAX_LINE_BYTES), b"")
            first = next((text for line in itertools.islice(lines, 1000) if (text := line.strip())), b"")
        return "trace" in msgspec.json.decode(first.removeprefix(b"\xef\xbb\xbf"), type=dict[str, msgspec.Raw])
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False


def _nearest(name: str, known: Sequence[str]) -> str:
    return choices(name, known) if len(known) <= 50 else f"it has {len(known)} scenarios"
