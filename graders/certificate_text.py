"""How does a certificate look on a terminal? One line a check, its faults below, the matrix, the verdict."""

import string
from collections.abc import Iterator
from typing import Any

from graders.audit.rows import lines_of
from graders.certificate import Certificate, Check, Found
from graders.rules import CHECKED

_SIGNS = {Found.SOUND: "ok  ", Found.UNSOUND: "FAIL", Found.NOT_SHOWN: "?   "}
_LETTERS = string.ascii_lowercase + string.ascii_uppercase


def told(certificate: Certificate) -> Iterator[str]:
    """The certificate, line by line."""
    about = certificate.about
    yield f"certificate of {about['suite']}: {about['scenarios']} scenarios, {len(certificate.checks)} checks"
    yield ""
    for check in certificate.checks:
        yield from _check(check)
    zoo = next((check for check in certificate.checks if check.name == "zoo" and check.table), None)
    if zoo is not None:
        yield ""
        yield from _matrix(zoo.table)
    errors = next((check.table for check in certificate.checks if check.name == "audit" and check.table), None)
    if errors is not None:
        yield ""
        yield "How often the grader in use was wrong on labelled cases, with exact intervals (`audit` tries more)"
        yield from (f"  {line}" for line in lines_of(errors))
    yield ""
    yield "What this certificate does not show:"
    yield from (f"  - {sentence}" for sentence in certificate.not_shown)
    yield ""
    yield f"verdict: {certificate.found.value}"


def _check(check: Check) -> Iterator[str]:
    counts = ", ".join(f"{name} {count}" for name, count in check.counts.items())
    yield f"  {_SIGNS[check.found]} {check.name:<20} {check.asks}"
    yield f"       {'':<20} {counts}"
    for fault in check.faults:
        yield f"         ! {fault}"
    if check.found is Found.NOT_SHOWN:
        yield from (f"         ? {note}" for note in check.notes)


def _matrix(table: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Agent by rule: a letter where the rule fired at least once."""
    codes = [rule.code for rule in CHECKED]
    letter = dict(zip(codes, _LETTERS, strict=False))
    yield "Which rule caught which faulty agent: on how many scenarios the fault bit, a letter for each rule that fired"
    width = max(len(name) for name in table)
    for name, row in table.items():
        cells = "".join(letter[code] if row.get(code) else "." for code in codes)
        yield f"  {name:<{width}} {row['bites']:>5}  {cells}"
    legend = [f"{letter[code]} {code}" for code in codes]
    for start in range(0, len(legend), 4):
        yield "  " + "  ".join(f"{one:<27}" for one in legend[start : start + 4]).rstrip()
