"""Is each rule needed, and the right way round? Every one switched off, and every one turned."""

from graders.audit.mutants.mutant import Mutant, checking
from graders.axes.findings import Findings
from graders.rules import CHECKED, Rule
from inventory_env.verdict import Finding

OFF, TURNED = "off", "turned"


def switched() -> tuple[Mutant, ...]:
    """Two mutants for each rule checked."""
    return tuple(mutant for rule in CHECKED for mutant in (_off(rule), _turned(rule)))


def _off(rule: Rule) -> Mutant:
    return checking(
        f"{OFF}:{rule.code}",
        rule.code,
        f"It need not hold: {rule.meaning}",
        lambda _case, found: None if found is None else (),
    )


def _turned(rule: Rule) -> Mutant:
    finding = Finding(rule.code, "it holds")

    def turned(_case: object, found: Findings | None) -> Findings | None:
        if found is None:
            return None
        return () if found else (finding,)

    return checking(f"{TURNED}:{rule.code}", rule.code, f"It must not hold: {rule.meaning}", turned)
