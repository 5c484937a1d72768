"""Suites for developing and for testing: made from a key, committed to, and looked at a declared number of times."""

from inventory_env.splits.commitment import Commitment, broken_promises, committed, digest_of, read_commitment
from inventory_env.splits.ledger import Look, Standing, look, read_ledger, standing_of
from inventory_env.splits.making import Made, SplitKind, dev_names, dev_split, make
from inventory_env.splits.overlapping import Overlap, overlap

__all__ = [
    "Commitment",
    "Look",
    "Made",
    "Overlap",
    "SplitKind",
    "Standing",
    "broken_promises",
    "committed",
    "dev_names",
    "dev_split",
    "digest_of",
    "look",
    "make",
    "overlap",
    "read_commitment",
    "read_ledger",
    "standing_of",
]
