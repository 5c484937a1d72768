"""Who was evaluated? The system card: everything that makes an agent the one that it is."""

import enum

import attrs

from inventory_env.errors import InputError
from inventory_env.fields import Count, Name, noun

# What nobody has stated. A report is not rendered while a card holds it.
NOT_STATED = "not stated"
# What is stated to be absent.
NONE = "none"


class Evidence(enum.StrEnum):
    """What kind of evidence a number is."""

    RULE_PROGRAM = "rule program"
    MODEL_RUN = "model run"
    TEACHING_CALCULATION = "teaching calculation"
    NOT_RUN = "not run"


class Origin(enum.StrEnum):
    """Where the answers come from; only those of an agent may be compared."""

    AGENT = "agent"
    ORACLE = "oracle"  # it was given the right answers
    REPLAY = "replay"  # it repeats stored runs


@noun
class UserSimulator:
    """Who played the customer.

    Attributes:
        version: of the simulator.
        prompt_digest: fingerprint of what it was told.
        sampling: how its words were drawn.
    """

    version: Name
    prompt_digest: Name
    sampling: Name


@noun
class SystemCard:
    """The parts of the system behind an agent's name; texts are in the owner's words, NONE where a part is absent.

    Attributes:
        name: the agent's, as it was asked for.
        evidence: what kind of evidence its runs are; None where nobody has stated it.
        program: base model or program, with its version.
        code_digest: fingerprint of the program's source.
        prompt_digest: fingerprint of the instructions beside the task's prompt.
        tool_parser: what turns its words into calls.
        automatic_repair: what mends its calls or answers before they are made.
        memory: what it keeps from run to run.
        selector: what picks one of several tries.
        decoding: how its words are drawn: temperature, top-p, limits.
        training_seed: None where nothing was trained, or its seed is not known.
        takes_decoding_seed: whether each run's seed, derived from the study's, decides its chances.
        prices: (what, price) pairs, such as ("USD per million tokens in", "2.50"); empty where it costs nothing.
        user_simulator: None where no person is simulated.
        origin: where its answers come from.
    """

    name: Name
    evidence: Evidence | None = None
    program: Name = NOT_STATED
    code_digest: Name = NOT_STATED
    prompt_digest: Name = NOT_STATED
    tool_parser: Name = NOT_STATED
    automatic_repair: Name = NOT_STATED
    memory: Name = NOT_STATED
    selector: Name = NOT_STATED
    decoding: Name = NOT_STATED
    training_seed: Count | None = None
    takes_decoding_seed: bool = True
    prices: tuple[tuple[Name, Name], ...] = ()
    user_simulator: UserSimulator | None = None
    origin: Origin = Origin.AGENT

    def unstated(self) -> tuple[str, ...]:
        """The fields that somebody still has to state."""
        return tuple(
            field.name for field in attrs.fields(SystemCard) if getattr(self, field.name) in (NOT_STATED, None)
            and field.name not in _MAY_BE_NONE
        )  # fmt: skip

    def differing(self, other: "SystemCard") -> tuple[str, ...]:
        """The parts, apart from the name, in which two systems differ."""
        parts = (field.name for field in attrs.fields(SystemCard) if field.name != "name")
        return tuple(part for part in parts if getattr(self, part) != getattr(other, part))


_MAY_BE_NONE = frozenset({"training_seed", "user_simulator"})


def rule_program(name: str, program: str, code_digest: str, *, seeded: bool) -> SystemCard:
    """The card of a handwritten program, which has none of the parts of a model.

    Args:
        name: the agent's.
        program: with its version.
        code_digest: fingerprint of its source.
        seeded: whether it draws chances from the run's seed.
    """
    return SystemCard(
        name=name,
        evidence=Evidence.RULE_PROGRAM,
        program=program,
        code_digest=code_digest,
        prompt_digest=NONE,
        tool_parser=NONE,
        automatic_repair=NONE,
        memory=NONE,
        selector=NONE,
        decoding=NONE,
        takes_decoding_seed=seeded,
    )


def refuse_unstated(card: SystemCard) -> None:
    """Make sure that a card says everything.

    Raises:
        InputError: naming what is missing.
    """
    if missing := card.unstated():
        absent = f"write {NONE!r} where a part is absent"
        rule = f"must state {', '.join(missing)}, in a JSON file that is given with --card ({absent})"
        raise InputError(rule, field=f"system card of {card.name}")
