"""What does the certificate say, what stands behind it, and does it still hold?"""

import enum
import hashlib
import json
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

import baselines
import graders
import inventory_env
from inventory_env.codec import encode, parse
from inventory_env.errors import InputError
from inventory_env.scenario import Scenario
from inventory_env.trace import SCHEMA_VERSION, TOOLS_VERSION
from inventory_env.verdict import RULES_VERSION

FILE = "certificate.json"
PACKAGES = (inventory_env, baselines, graders)


class Found(enum.StrEnum):
    """How a check, or the whole certificate, came out."""

    SOUND = "sound"
    UNSOUND = "unsound"
    NOT_SHOWN = "not shown"


@attrs.frozen
class Check:
    """One question put to the test bed.

    Attributes:
        name: short and stable.
        asks: the question, in a sentence.
        found: how it came out; too few instances are `not shown`, never sound.
        counts: what was counted, by name.
        faults: what is wrong, or missing, a sentence each.
        notes: what a reader should know besides.
        table: rows for a reader who wants everything, JSON values only.
    """

    name: str
    asks: str
    found: Found
    counts: dict[str, int | str]
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    table: Any = None

    def to_json(self) -> dict[str, Any]:
        """The check as `validate --json` prints it: `passed` is true, false, or null where it is not shown."""
        passed = {Found.SOUND: True, Found.UNSOUND: False, Found.NOT_SHOWN: None}[self.found]
        plain = {
            "name": self.name,
            "asks": self.asks,
            "passed": passed,
            "counts": self.counts,
            "faults": list(self.faults),
            "notes": list(self.notes),
        }
        return plain if self.table is None else {**plain, "table": self.table}


@attrs.frozen
class Certificate:
    """What one run of `validate` found.

    Attributes:
        checks: in the order asked.
        about: what was examined: suite, code, rules, versions, each with its digest.
        not_shown: what no certificate of this kind shows, a sentence each.
    """

    checks: tuple[Check, ...]
    about: dict[str, Any]
    not_shown: tuple[str, ...]

    @property
    def found(self) -> Found:
        """Unsound if any check is, else not shown if any check is, else sound."""
        results = {check.found for check in self.checks}
        return next((one for one in (Found.UNSOUND, Found.NOT_SHOWN) if one in results), Found.SOUND)

    def to_json(self) -> dict[str, Any]:
        """The certificate as it is printed and stored, sealed with a digest over all of it."""
        plain = {
            "sound": self.found is Found.SOUND,
            "verdict": self.found.value,
            "about": self.about,
            "checks": [check.to_json() for check in self.checks],
            "does_not_show": list(self.not_shown),
        }
        return {**plain, "seal": _seal(plain)}


def check(
    name: str,
    asks: str,
    faults: Iterable[str],
    counts: dict[str, int | str],
    *,
    enough: bool = True,
    notes: Iterable[str] = (),
    table: Any = None,
) -> Check:
    """A check that is sound when nothing is wrong and enough was looked at.

    Args:
        enough: whether there were enough instances to show anything.
    """
    wrong = tuple(faults)
    found = Found.UNSOUND if wrong else Found.SOUND if enough else Found.NOT_SHOWN
    return Check(name, asks, found, counts, wrong, tuple(notes), table)


def about(suite: str, scenarios: Iterable[Scenario], parts: dict[str, str]) -> dict[str, Any]:
    """What stands behind a certificate.

    Args:
        suite: its name or path.
        scenarios: the ones examined.
        parts: other people's agent or grader under test, by role.
    """
    listed = tuple(scenarios)
    return {
        "suite": suite,
        "scenarios": len(listed),
        "suite_digest": digest(encode(one) for one in listed),
        "code_digest": code_digest(),
        "versions": {
            "schema": SCHEMA_VERSION,
            "tools": TOOLS_VERSION,
            "rules": RULES_VERSION,
            "python": platform.python_version(),
        },
        "isolation": "in_process",
        "languages": sorted({one.task.language for one in listed}),
        "parts": parts,
    }


def digest(chunks: Iterable[bytes]) -> str:
    """One fingerprint of many pieces, in order."""
    state = hashlib.sha256()
    for chunk in chunks:
        state.update(len(chunk).to_bytes(8, "big") + chunk)
    return state.hexdigest()


def code_digest(packages: Sequence[ModuleType] = PACKAGES) -> str:
    """A fingerprint of every source and data file of packages; the three of this project by default."""
    files = [
        (f"{package.__name__}/{path.relative_to(root).as_posix()}", path)
        for package in packages
        for root in (Path(package.__path__[0]),)
        for path in root.rglob("*")
        if path.is_file() and path.suffix in (".py", ".toml", ".jsonl", ".csv", ".json")
    ]
    return digest(part for name, path in sorted(files) for part in (name.encode("utf-8"), path.read_bytes()))


def read_certificate(path: Path) -> dict[str, Any]:
    """A stored certificate whose seal is unbroken.

    Raises:
        InputError: it cannot be read, is no certificate, or was changed.
    """
    try:
        plain = parse(path.read_bytes())
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=str(path)) from None
    except InputError as error:
        raise error.at(str(path)) from None
    if not isinstance(plain, dict) or not {"sound", "verdict", "about", "checks", "seal"} <= plain.keys():
        raise InputError("must be a certificate written by `validate`", path=str(path))
    if plain["seal"] != _seal({key: value for key, value in plain.items() if key != "seal"}):
        raise InputError("must be as it was written; its seal is broken", path=str(path), field="seal")
    return plain


def stale_because(stored: dict[str, Any], now: dict[str, Any]) -> tuple[str, ...]:
    """What differs between a stored certificate and the test bed as it is now, a sentence each."""
    told = []
    for key, words in (("code_digest", "the code"), ("suite_digest", "the suite"), ("versions", "a version")):
        if stored["about"].get(key) != now.get(key):
            told.append(f"{words} has changed since")
    return tuple(told)


def _seal(plain: dict[str, Any]) -> str:
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
