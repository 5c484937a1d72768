"""How does a split come into the world? Checked first, its commitment before its scenarios, nothing overwritten."""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from inventory_env.codec import encode
from inventory_env.errors import InputError
from inventory_env.splits.commitment import Commitment, split_path
from inventory_env.splits.making import DEFAULT_COUNT, Made, SplitKind, dev_split
from inventory_env.splits.overlapping import Overlap, overlap
from inventory_env.suites import load_suite, suite_names

# A file, and what is to stand in it.
File = tuple[Path, bytes]


def overlaps(made: Made) -> dict[str, Overlap]:
    """What a split shares with every suite that anybody can know: the shipped ones, and the development split."""
    known = {name: load_suite(name) for name in suite_names()}
    if made.kind is SplitKind.TEST:
        known["dev"] = dev_split(max(DEFAULT_COUNT, len(made.scenarios))).scenarios
    found = {name: overlap(scenarios, made.scenarios) for name, scenarios in known.items()}
    return {name: shared for name, shared in found.items() if shared}


def commitment_file(out: Path, commitment: Commitment) -> File:
    """The commitment to the suite at `out`, as it stands beside it."""
    return split_path(out), encode(commitment) + b"\n"


def suite_files(out: Path, made: Made) -> tuple[File, ...]:
    """The stock file and the suite, in the order in which they are to be written."""
    return (out.with_name(made.csv), made.stock), (out, made.suite)


def put(files: Sequence[File]) -> tuple[Path, ...]:
    """Write files one after the other, each whole or not at all; what stands there already stays.

    Returns:
        The files that were not there before.

    Raises:
        InputError: one is there already with other bytes, and then nothing is written; or one cannot be written.
    """
    missing = [(path, data) for path, data in files if not _stands(path, data)]
    for path, data in missing:
        _write(path, data)
    return tuple(path for path, _ in missing)


def _stands(path: Path, data: bytes) -> bool:
    try:
        found = path.read_bytes()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=str(path)) from None
    if found != data:
        raise InputError("must not be there yet, or hold the same bytes: it is never overwritten", path=str(path))
    return True


def _write(path: Path, data: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            with beside.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        finally:
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=str(path)) from None
