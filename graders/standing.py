"""What vouches for the grader in use? The certificate that lies here, and the error table in it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from graders.audit.rows import lines_of
from graders.certificate import FILE, code_digest, read_certificate
from inventory_env.errors import InputError

_NONE = "(run `inventory-env validate`)"


@attrs.frozen
class Standing:
    """What a report says of the grader that made its marks.

    Attributes:
        line: whether a valid, stale or no certificate of this grader is there.
        errors: rows of its error table on labelled cases, as JSON values; None where there is none that counts.
    """

    line: str
    errors: list[dict[str, Any]] | None = None

    def told(self) -> Iterator[str]:
        """The certificate and the error table, line by line."""
        yield self.line
        if self.errors is not None:
            yield "errors of the grader on labelled cases:"
            yield from (f"  {line}" for line in lines_of(self.errors))


def standing(folder: Path, grader: str = "") -> Standing:
    """What the certificate in a folder says of a grader.

    Args:
        folder: where `validate` was run.
        grader: as it was named there; empty for ours.
    """
    path = folder / FILE
    if not path.is_file():
        return Standing(f"certificate: none {_NONE}")
    try:
        stored = read_certificate(path)
    except InputError as error:
        return Standing(f"certificate: none that counts ({error})")
    if stored["about"]["parts"].get("grader", "") != grader:
        return Standing(f"certificate: none of this grader {_NONE}")
    if stored["about"]["code_digest"] != code_digest():
        return Standing(f"certificate: {stored['verdict']}, but stale: the code has changed since")
    errors = next((one.get("table") for one in stored["checks"] if one["name"] == "audit"), None)
    return Standing(f"certificate: {stored['verdict']}", errors)
