"""What counts towards success? A record that every report prints; it never changes a mark."""

from graders.rules import BY_CODE, RULES
from inventory_env.errors import InputError, choices
from inventory_env.fields import Name, noun


@noun
class Policy:
    """Which rules count.

    Attributes:
        name: as reports print it.
        counts: codes of the rules that count.
    """

    name: Name
    counts: frozenset[Name]

    def __attrs_post_init__(self) -> None:
        if not self.counts:
            raise InputError("must name at least one rule: an empty criterion passes everything", field="counts")
        for code in sorted(self.counts):
            if code not in BY_CODE:
                raise InputError(f"must be rules; got {code!r} ({choices(code, BY_CODE)})", field="counts")


DEFAULT_POLICY = Policy("default", frozenset(rule.code for rule in RULES if rule.counts))
