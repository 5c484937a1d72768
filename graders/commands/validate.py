"""Is the whole test bed sound?"""

import os
from pathlib import Path
from typing import Annotated

import typer

from graders.printing import plain, say, say_json, tell

EXAMPLES = (
    "inventory-env validate",
    "inventory-env validate --suite worked --limit 10 --json",
    "inventory-env validate --check certificate.json",
)


def command(
    suite: Annotated[str, typer.Option("--suite", help="Name of a suite, or path of a JSON-lines file.")] = "",
    limit: Annotated[
        int, typer.Option("--limit", min=0, help="At most so many scenarios, evenly spread; 0 = all.")
    ] = 0,
    grader: Annotated[
        str, typer.Option("--grader", help="Put this grader to the test: module:name or file.py:name.")
    ] = "",
    agent: Annotated[str, typer.Option("--agent", help="Hold this agent to what right agents are held to.")] = "",
    out: Annotated[Path, typer.Option("--out", help="Where the certificate is written.")] = Path("certificate.json"),
    check: Annotated[str, typer.Option("--check", help="Only say whether this certificate still holds.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON only.")] = False,
) -> int:
    """Certify that environment, graders and suite are sound.

    Every check is made and the certificate written. Leaves with 0 if all is sound, with 1 if something is
    unsound or could not be shown.
    """
    if check:
        return _check(Path(check), as_json=as_json)
    from graders.certificate import Found
    from graders.certificate_text import told
    from graders.examining import Order
    from graders.progress import watched
    from graders.validate import certify
    from inventory_env.suites import DEFAULT

    order = Order(suite or DEFAULT, limit, grader, agent)
    certificate = certify(
        order,
        workers=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1,
        watch=lambda items, total: watched(items, total, "examining"),
    )
    plain_form = certificate.to_json()
    _write(out, plain_form)
    if as_json:
        say_json(plain_form)
    else:
        for line in told(certificate):
            say(plain(line))
        say(f"written to {out}; ask later with: inventory-env validate --check {out}")
    return 0 if certificate.found is Found.SOUND else 1


def _write(out: Path, plain_form: dict[str, object]) -> None:
    import json

    try:
        out.write_text(json.dumps(plain_form, indent=1, allow_nan=False) + "\n", encoding="ascii")
    except OSError as error:
        # The certificate itself is more than the file: it is still printed.
        tell(f"the certificate could not be written to {out}: {error.strerror}")


def _check(path: Path, *, as_json: bool) -> int:
    """Say whether a stored certificate still holds: 0 valid and sound, 1 stale or not sound, 2 unreadable."""
    from graders.certificate import about, read_certificate, stale_because
    from graders.fingerprints import evenly
    from inventory_env.errors import InputError
    from inventory_env.suites import load_suite

    stored = read_certificate(path)
    behind = stored["about"]
    reasons: tuple[str, ...]
    try:
        scenarios = evenly(load_suite(behind["suite"]), behind["scenarios"])
        reasons = stale_because(stored, about(behind["suite"], scenarios, behind["parts"]))
    except InputError as error:
        reasons = (f"its suite cannot be read: {error}",)
    standing = "stale" if reasons else "valid"
    if as_json:
        say_json({"file": str(path), "standing": standing, "verdict": stored["verdict"], "because": list(reasons)})
    else:
        say(f"{path}: {standing}, verdict {stored['verdict']}")
        for reason in reasons:
            say(f"  - {reason}")
    return 0 if standing == "valid" and stored["sound"] else 1
