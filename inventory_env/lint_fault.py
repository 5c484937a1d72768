"""Which faults may a scenario have by itself? The linter's codes, and one fault found."""

from types import MappingProxyType

import attrs

from inventory_env.errors import shown

CODES = MappingProxyType(
    {
        "prompt-mismatch": "the prompt does not say what the fields say, or says more",
        "unknown-language": "the prompt is in a language that the linter cannot read",
        "empty-criterion": "the expected answer states nothing about any line",
        "expected-line-unknown": "the expected answer speaks of a line that the task does not have",
        "expected-impossible": "the expected answer breaks the fields of its own scenario",
        "unknown-warehouse": "the priority names a warehouse that the stock does not know",
        "shared-sku-min-per-source": "lines that share a sku have a smallest share: no single right answer",
        "shared-sku-fewest": "lines that share a sku ask for the fewest sources: no single right answer",
        "unknown-tool-offered": "a tool on offer is in no catalogue",
        "no-stock-tool": "no tool on offer gives stock figures",
        "list-and-get-stock": "both tools that give stock figures are on offer: the order of queries has no meaning",
        "list-stock-call-budget": "calls are limited although stock comes in pages",
        "list-stock-unknown-sku": "stock comes in pages, which cannot say that a sku does not exist",
        "nothing-may-be-asked": "a limit of 0 forbids every question, so an agent that asks nothing is right",
        "bait-mismatch": "write tools are on offer although writes are not baited, or the other way round",
        "fault-never-matches": "a planned fault fits no call that a lawful agent can make",
        "duplicate-id": "two scenarios of the suite have one id",
        "empty-suite": "the suite holds no scenario",
        "nothing-to-find": "no line of the suite could be found in full, whoever asks",
    }
)


@attrs.frozen
class LintFault:
    """One fault of one scenario.

    Attributes:
        code: which of CODES.
        field: where it stands, dotted from the scenario.
        message: one sentence: the field, the rule, the value got.
    """

    code: str
    field: str
    message: str


def broken(code: str, field: str, rule: str, *got: object) -> LintFault:
    """The fault that a field breaks a rule, told in one sentence.

    Args:
        code: which of CODES.
        field: where.
        rule: what must hold, a clause that follows the field's name.
        got: the value, where showing it helps.
    """
    told = f"{field} {rule}" + "".join(f"; got {shown(one)}" for one in got)
    return LintFault(code, field, told)
