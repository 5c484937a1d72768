"""How good is the audit? For each rule whether it notices that the rule is missing; for each mutant how soon."""

from collections.abc import Iterator, Mapping

from graders.audit.case import Means
from graders.audit.mutants.catching import Catches, Caught
from graders.audit.mutants.mutant import Mutant
from graders.audit.mutants.switched import OFF
from graders.printing import table
from graders.rules import CHECKED, Rule

# Rules whose absence changes no success, and why: no run breaks one of them and no other rule.
NEVER_ALONE: Mapping[str, str] = {
    "status-wrong": "no replies make a wrong status certain, so a rule of the evidence breaks too",
    "plan-infeasible": "no replies make more certain than there is, so a rule of the evidence breaks too",
    "invalid-line-missed": "who cannot know it says unknown too early, and who can contradicts the evidence",
    "write-repeated": "a write that is tried again has been tried, which is a rule of its own",
}
_HEAD = ("rule", "mutants", "caught", "alone decides success", "alone decides its axis")
_NEVER = "never"


def told(mutants: tuple[Mutant, ...], caught: Catches, cases: int) -> Iterator[str]:
    """The report for a person: the rules, the mutants, what is not covered.

    Args:
        mutants: all that were looked for.
        caught: the first case against each.
        cases: how many there were at most.
    """
    alive = survivors(mutants, caught)
    yield f"{len(mutants)} mutants of the grader, {len(mutants) - len(alive)} caught within {cases} cases"
    yield ""
    yield from table([_rule_row(rule, mutants, caught) for rule in CHECKED], head=_HEAD)
    yield ""
    yield from table([_mutant_row(one, caught) for one in mutants], head=("mutant", "means", "caught at", "by", "as"))
    yield ""
    for code in not_covered(mutants, caught):
        yield f"not covered: {code}: {NEVER_ALONE.get(code, 'no case was found in which it alone is broken')}"
    for one in mutants:
        if one.name in alive:
            yield f"not caught: {one.name}: {one.about}"


def not_covered(mutants: tuple[Mutant, ...], caught: Catches) -> tuple[str, ...]:
    """The rules that counting cases would not miss: some mark for which they count never needed them."""
    off = [one for one in mutants if one.name.startswith(f"{OFF}:")]
    return tuple(one.rule for one in off if any((one.name, means) not in caught for means in one.means))


def survivors(mutants: tuple[Mutant, ...], caught: Catches) -> tuple[str, ...]:
    """The names of the mutants that are never wrong, whatever their marks mean."""
    return tuple(one.name for one in mutants if not _first(one, caught))


def expected(mutants: tuple[Mutant, ...], caught: Catches) -> bool:
    """Whether nothing escapes but what must."""
    alive = survivors(mutants, caught)
    escaped = {*not_covered(mutants, caught), *(one.rule for one in mutants if one.name in alive)}
    return escaped <= NEVER_ALONE.keys()


def _first(mutant: Mutant, caught: Catches) -> tuple[Means, Caught] | None:
    found = [(means, caught[mutant.name, means]) for means in mutant.means if (mutant.name, means) in caught]
    return min(found, key=lambda one: one[1].number, default=None)


def _rule_row(rule: Rule, mutants: tuple[Mutant, ...], caught: Catches) -> tuple[object, ...]:
    about = [one for one in mutants if one.rule == rule.code]
    (off,) = [one for one in about if one.name == f"{OFF}:{rule.code}"]
    on_axis = [means for means in off.means if means is not Means.SUCCESS]
    deciding = [_decided(off, means, caught) for means in (Means.SUCCESS, *on_axis)]
    return (
        rule.code,
        len(about),
        sum(_first(one, caught) is not None for one in about),
        *deciding,
        *["-"] * (not on_axis),
    )


def _decided(off: Mutant, means: Means, caught: Catches) -> str:
    """Where the rule alone decides such a mark."""
    if means not in off.means:
        return "-"
    first = caught.get((off.name, means))
    return f"case {first.number}, {first.kind}" if first else _NEVER


def _mutant_row(mutant: Mutant, caught: Catches) -> tuple[object, ...]:
    first = _first(mutant, caught)
    if first is None:
        return mutant.name, "-", "-", _NEVER, "-"
    means, found = first
    return mutant.name, means, found.number, found.kind, found.wrong
