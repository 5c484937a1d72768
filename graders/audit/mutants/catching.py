"""Which mutants does the audit catch, and in which case first? Each case is made once for all of them."""

from collections.abc import Iterable, Mapping, Sequence

import attrs

from graders.audit.case import Case, Means
from graders.audit.draws import Seeded
from graders.audit.hunt import Wrong, wrong_of
from graders.audit.judge import Judge
from graders.audit.kinds import Kind
from graders.audit.mutants.mutant import Mutant


@attrs.frozen
class Caught:
    """The first case in which a mutant is wrong.

    Attributes:
        number: how many cases came before it.
        kind: of the case.
        wrong: in which way the mutant is.
    """

    number: int
    kind: str
    wrong: Wrong


Catches = Mapping[tuple[str, Means], Caught]


def catch(mutants: Sequence[Mutant], kinds: Sequence[Kind], seed: int, numbers: Iterable[int]) -> Catches:
    """The first case against each mutant, by its name and by what its result is taken to mean.

    It ends early once all are caught. The cases are those of an audit with the same seed.

    Args:
        mutants: each asked about every case, until it is caught by all that it can mean.
        kinds: they take turns.
        seed: of the search.
        numbers: of the cases, 0 or more each.
    """
    caught: dict[tuple[str, Means], Caught] = {}
    alive = {mutant: list(mutant.means) for mutant in mutants}
    for number in numbers:
        if not alive:
            break
        case = kinds[number % len(kinds)].build(Seeded(seed, number))
        for mutant, means in [*alive.items()]:
            for one, wrong in _wrong(mutant, case, means):
                caught[mutant.name, one] = Caught(number, case.kind, wrong)
                means.remove(one)
            if not means:
                del alive[mutant]
    return caught


def _wrong(mutant: Mutant, case: Case, means: Iterable[Means]) -> list[tuple[Means, Wrong]]:
    answered = mutant.grader(case.scenario, case.trace)
    judges = [Judge(mutant.name, mutant.grader, one) for one in means]
    found = [(judge.means, wrong_of(case.right(judge.means), judge.read(answered).said)) for judge in judges]
    return [(one, wrong) for one, wrong in found if wrong]
