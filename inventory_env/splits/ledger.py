"""Who has looked at a test split, and how often? One line for each evaluation, beside the suite, only ever appended."""

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import attrs

from inventory_env.codec import decode, encode
from inventory_env.errors import InputError, shown
from inventory_env.fields import Count, Name, Positive, noun
from inventory_env.frozen_json import FrozenJson
from inventory_env.splits.commitment import Commitment, digest_of, read_commitment, split_path
from inventory_env.splits.making import SplitKind
from inventory_env.store import locked, mend, whole, write

_MOMENT = "%Y-%m-%dT%H:%M:%SZ"


@noun
class Look:
    """One evaluation on a split.

    Attributes:
        date: when it began, as the caller's clock says: UTC, `2030-01-31T09:30:00Z`.
        key: tells the study from every other; a study that is taken up again keeps it, and is one look.
        study: the name of its folder.
        agents: the name of each agent with its system card.
        trials: runs of each agent on each scenario.
        runs: how many are planned.
        note: who looks, and why.
        suite_digest: of what was looked at; `look` fills it in.
    """

    date: Name
    key: Name
    study: Name
    agents: FrozenJson
    trials: Positive
    runs: Count
    note: str = ""
    suite_digest: str = ""

    def __attrs_post_init__(self) -> None:
        try:
            fits = datetime.strptime(self.date, _MOMENT).strftime(_MOMENT) == self.date
        except ValueError:
            fits = False
        if not fits:
            rule = f"must be a moment in UTC, such as 2030-01-31T09:30:00Z; got {shown(self.date)}"
            raise InputError(rule, field="date")


@attrs.frozen
class Standing:
    """What a suite is good for.

    Attributes:
        kind: what it was made for; None = it is no split, and everybody may know it.
        looks: how many evaluations the ledger holds; 0 unless it is a test split.
        allowed: how many were declared beforehand; None unless it is a test split.
        effective: what it counts as now: a test split that was looked at more often than declared is a dev split.
        number: which of these looks the study asked about is, from 1; None where it is not among them.
    """

    kind: SplitKind | None
    looks: int = 0
    allowed: int | None = None
    effective: SplitKind | None = None
    number: int | None = None

    def told(self) -> str:
        """The standing in one sentence."""
        if self.kind is None:
            return "no split: everybody may know it, and looks are not counted"
        if self.kind is SplitKind.DEV:
            return "a dev split: looks are not counted"
        said = f"a test split, looked at {self.looks} of {self.allowed} times"
        return said if self.effective is SplitKind.TEST else f"{said}: counts as a dev split now"


def ledger_path(suite: Path) -> Path:
    """Where the looks at a suite are written down."""
    return suite.with_name(f"{suite.stem}.ledger.jsonl")


def look(suite: Path, entry: Look) -> Standing:
    """Write an evaluation down before it begins, and say what the suite is good for with it.

    Nothing is written where the suite is no test split, or where the same study is written down already.

    Args:
        suite: the suite's file.
        entry: the evaluation; its `suite_digest` is filled in here.

    Raises:
        InputError: the suite is not the one that was committed to, its split file or ledger is damaged, or the
            ledger cannot be written.
    """
    commitment = _commitment(suite)
    if commitment is None or commitment.kind is not SplitKind.TEST:
        return _standing(commitment, (), entry.key)
    digest = digest_of(suite)
    if digest != commitment.suite_digest:
        rule = f"must be the suite that {split_path(suite).name} commits to; its digest is another: {digest[:16]}..."
        raise InputError(rule, path=str(suite))
    path = ledger_path(suite)
    with locked(path) as file:
        mend(file)
        seen = read_ledger(suite)
        if entry.key not in [one.key for one in seen]:
            entry = attrs.evolve(entry, suite_digest=digest)
            write(file, encode(entry) + b"\n")
            os.fsync(file)
            seen = (*seen, entry)
    return _standing(commitment, seen, entry.key)


def standing_of(suite: Path, key: str | None = None) -> Standing:
    """What a suite is good for by now; nothing is written.

    Args:
        suite: the suite's file; what stands beside it tells.
        key: the study that is asked about, if any.

    Raises:
        InputError: the split file or the ledger is damaged; with path and line.
    """
    commitment = _commitment(suite)
    return _standing(commitment, read_ledger(suite), key)


def read_ledger(suite: Path) -> tuple[Look, ...]:
    """Every look at a suite in the order written; what a killed write left at the end is none.

    Raises:
        InputError: the ledger cannot be read, or a line of it is no look; with path and line.
    """
    path = ledger_path(suite)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=str(path)) from None
    return tuple(_looks(data, path))


def _looks(data: bytes, path: Path) -> Iterator[Look]:
    *lines, rest = data.split(b"\n")
    for number, line in enumerate([*lines, rest] if whole(rest) else lines, 1):
        if text := line.strip():
            try:
                yield decode(text, Look)
            except InputError as error:
                raise error.at(str(path), number) from None


def _commitment(suite: Path) -> Commitment | None:
    path = split_path(suite)
    return read_commitment(path) if os.path.lexists(path) else None


def _standing(commitment: Commitment | None, seen: tuple[Look, ...], key: str | None) -> Standing:
    if commitment is None:
        return Standing(None)
    if commitment.looks is None:
        return Standing(commitment.kind, effective=commitment.kind)
    keys = tuple(dict.fromkeys(one.key for one in seen))
    used_up = len(keys) > commitment.looks
    number = keys.index(key) + 1 if key in keys else None
    effective = SplitKind.DEV if used_up else SplitKind.TEST
    return Standing(SplitKind.TEST, len(keys), commitment.looks, effective, number)
