"""How do ten thousand runs fit into one file? Compressed, a hundred to a block, opened one block at a time."""

import base64
import gzip
import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

# So many runs are opened at once: a few milliseconds in a browser, and still a good ratio of compression.
RUNS_IN_BLOCK = 100


def packed(value: Any) -> str:
    """Plain JSON as text of letters, digits, `+`, `/` and `=`: nothing in it can end or open an element.

    The same value always gives the same text; a lone surrogate stays one.
    """
    raw = json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")
    return base64.b64encode(gzip.compress(raw, 6, mtime=0)).decode("ascii")


def packed_blocks(values: Iterable[Any], *, each: int = RUNS_IN_BLOCK) -> Iterator[str]:
    """The values in their order, `each` to a block, packed one block at a time."""
    coming = iter(values)
    while block := list(islice(coming, each)):
        yield packed(block)
