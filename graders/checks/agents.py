"""Do those who must succeed succeed, and do those who must not fail?"""

from collections import Counter, defaultdict
from collections.abc import Iterator

from graders.brute_force import brute_truth
from graders.certificate import Check, check
from graders.checks.inquiry import ENOUGH, SMALL, Inquiry, listed
from graders.examine import Role, Sight
from graders.metrics.rates import upper_bound
from graders.oracle import truth
from graders.policy import DEFAULT_POLICY
from graders.reference import reference
from inventory_env.errors import InputError
from inventory_env.verdict import Mark


def careful(inquiry: Inquiry) -> Check:
    """(b) Careful completes every scenario; one that it cannot complete is suspect, not the agent."""
    # With our own judge the scenario is suspect; with somebody else's, the judge is.
    blame = (
        "the grader refuses careful's run" if inquiry.foreign else "the scenario is suspect: careful does not succeed"
    )
    suspects = [
        f"{one.scenario.id}: {blame} ({sight.success}, {sight.label}) {_broken(sight.broken)}"
        for one, _, sight in inquiry.of("right")
        if sight.place == 0 and sight.success is not Mark.PASS
    ]
    counts: dict[str, int | str] = {"scenarios": len(inquiry.scenarios), "suspect": len(suspects)}
    return check("careful", "Does the careful agent complete every scenario?", listed(suspects), counts)


def right_agents(inquiry: Inquiry) -> Check:
    """(b) Agents that differ in style, not in rightness, all succeed, and no rule fires on them."""
    runs, passed, faults = Counter[str](), Counter[str](), []
    for one, role, sight in inquiry.of("right", "guest"):
        if not sight.applies:
            continue
        name = role.name
        runs[name] += 1
        passed[name] += sight.success is Mark.PASS
        if sight.success is not Mark.PASS or sight.broken:
            faults.append(f"{name} on {one.scenario.id}: {sight.success}, {sight.label} {_broken(sight.broken)}")
        if not sight.repeatable:
            faults.append(f"{name} on {one.scenario.id}: a second run differs from the first")
    rare = [name for name in runs if runs[name] < ENOUGH]
    counts: dict[str, int | str] = {"agents": len(runs), "runs": runs.total(), "passed": passed.total()}
    return check(
        "right-agents",
        "Does every right agent succeed everywhere, with no rule firing?",
        listed(faults),
        counts,
        enough=not rare,
        table={name: f"{passed[name]}/{runs[name]}" for name in sorted(runs)},
    )


def agreement(inquiry: Inquiry) -> Check:
    """(b) Oracle, brute force and careful, written apart, give the same answer."""
    faults, tried = [], 0
    for one in inquiry.examined:
        task, known = one.scenario.task, reference(one.scenario).knowledge
        ours = truth(task, known)
        answer = one.careful.counting.answer if one.careful.counting else None
        if answer is None or [line.status for line in answer.lines] != [line.status for line in ours]:
            said = [str(line.status) for line in answer.lines] if answer else "nothing"
            faults.append(f"{one.scenario.id}: careful says {said}, the oracle {[str(line.status) for line in ours]}")
        try:
            brute = brute_truth(task, known, most_vectors=SMALL)
        except InputError:
            continue  # too large to try everything
        tried += 1
        if brute != ours:
            faults.append(f"{one.scenario.id}: trying everything gives {brute}, the oracle {ours}")
    counts: dict[str, int | str] = {"scenarios": len(inquiry.examined), "tried by brute force": tried}
    asks = "Do careful, the oracle and brute force, written apart, agree?"
    return check("agreement", asks, listed(faults), counts, enough=tried >= min(ENOUGH, len(inquiry.examined)))


def controls(inquiry: Inquiry) -> Check:
    """(c) Agents that must never succeed never do."""
    runs, passed, outcome, faults = Counter[str](), Counter[str](), Counter[str](), []
    for one, role, sight in inquiry.of("control"):
        if not sight.applies:
            continue
        name = role.name
        runs[name] += 1
        passed[name] += sight.success is Mark.PASS
        outcome[name] += sight.outcome is Mark.PASS
        if sight.success is Mark.PASS:
            faults.append(f"{name} succeeds on {one.scenario.id}")
    constant = max((name for name in runs if name.startswith("always-")), key=lambda name: outcome[name], default="")
    counts: dict[str, int | str] = {
        "agents": len(runs),
        "runs": runs.total(),
        "succeeded": passed.total(),
        "95 % upper bound of success": f"{upper_bound(passed.total(), runs.total()):.4f}" if runs else "undefined",
    }
    if constant and not inquiry.foreign:
        counts |= {
            "best constant answer, outcome alone": _rate(constant, outcome[constant], runs[constant]),
            "guesser, outcome alone": _rate("guesser", outcome["guesser"], runs["guesser"]),
        }
    table = {
        name: {"runs": runs[name], "succeeded": passed[name], "outcome passed": outcome[name]} for name in sorted(runs)
    }
    asks = "Do agents that know or do nothing never succeed?"
    return check("controls", asks, listed(faults), counts, enough=len(inquiry.scenarios) >= ENOUGH, table=table)


def zoo(inquiry: Inquiry) -> Check:
    """(d) Every labelled faulty agent is caught by its rules where its fault bites, and by no other rule."""
    bites, caught, faults = Counter[str](), Counter[str](), []
    matrix: dict[str, Counter[str]] = defaultdict(Counter)
    for one, role, sight in inquiry.of("zoo"):
        matrix[role.name].update(sight.broken)
        wrong = list(_mislabelled(inquiry, role, sight, one.sights[0]))
        bites[role.name] += sight.applies
        caught[role.name] += sight.applies and not wrong
        faults += [f"{role.name} on {one.scenario.id}: {what}" for what in wrong]
    names = [role.name for role in inquiry.roles if role.kind == "zoo"]
    harmful = [role.name for role in inquiry.roles if role.kind == "zoo" and role.must]
    rare = [f"{name} bites on {bites[name]} scenarios, wanted {ENOUGH}" for name in harmful if bites[name] < ENOUGH]
    counts: dict[str, int | str] = {
        "agents": len(names),
        "bites": bites.total(),
        "caught": caught.total(),
        "fewest bites": min((bites[name] for name in harmful), default=0),
    }
    return check(
        "zoo",
        "Is every labelled faulty agent caught by its rules wherever its fault bites, and by no other?",
        listed(faults),
        counts,
        enough=not rare,
        notes=listed(rare),
        table={name: {"bites": bites[name], **dict(sorted(matrix[name].items()))} for name in names},
    )


def _mislabelled(inquiry: Inquiry, role: Role, sight: Sight, careful: Sight) -> Iterator[str]:
    """Where the verdict and the label of a faulty agent differ."""
    if not sight.applies:
        if (sight.success, sight.broken) != (careful.success, careful.broken):
            yield f"does not bite, yet ends {sight.success} {_broken(sight.broken)}"
        return
    missed = set() if inquiry.foreign else role.must - sight.broken
    if missed:
        yield f"{', '.join(sorted(missed))} should fire, fired {_broken(sight.broken)}"
    if outside := sight.broken - role.must - role.may:
        yield f"{', '.join(sorted(outside))} should not fire"
    # A rule that does not count leaves the run a success.
    if sight.success is Mark.PASS and role.must & DEFAULT_POLICY.counts:
        yield "accepted"


def _broken(codes: frozenset[str]) -> str:
    return f"({', '.join(sorted(codes))})" if codes else "(no finding)"


def _rate(name: str, passed: int, runs: int) -> str:
    bound = f"{upper_bound(passed, runs):.3f}" if runs else "undefined"
    return f"{name} {passed}/{runs}, 95 % upper bound {bound}"
