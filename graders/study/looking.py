"""When does a study look at a test split? Before its first run, and once: the ledger beside the suite keeps it."""

import hashlib
from datetime import UTC, datetime
from pathlib import Path

from graders.printing import tell
from graders.study.plan import Study
from inventory_env.codec import builtins, encode
from inventory_env.frozen_json import freeze
from inventory_env.splits.ledger import Look, Standing, look, standing_of
from inventory_env.suites import suite_path


def look_at(study: Study, *, out: Path, note: str = "") -> Standing:
    """Write the look down where the suite is a test split, and say on standard error what the split is good for.

    Args:
        study: about to be run, or gone on with.
        out: its folder.
        note: who looks, and why.

    Raises:
        InputError: the suite is not the one that was committed to, or its ledger is damaged or cannot be written.
    """
    entry = Look(
        date=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        key=key_of(study),
        study=out.resolve().name or "/",
        agents=freeze({card.name: builtins(card) for card in study.cards}),
        trials=study.trials,
        runs=study.runs,
        note=note,
    )
    standing = look(suite_path(study.suite), entry)
    if standing.allowed is not None:
        tell(standing.told())
    return standing


def looks_of(study: Study) -> Standing:
    """What the suite of a study is good for by now, and which look the study is; nothing is written.

    Raises:
        InputError: its split file or its ledger is damaged.
    """
    return standing_of(suite_path(study.suite), key_of(study))


def key_of(study: Study) -> str:
    """What tells a study from every other; one that is gone on with keeps it."""
    return hashlib.sha256(encode(study)).hexdigest()
