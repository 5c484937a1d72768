"""Who is this agent, and what stands around it? Fingerprints of its source, its system card, and versions."""

import functools
import hashlib
import platform
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import attrs

import baselines
from graders.certificate import PACKAGES, code_digest
from graders.loading import Loaded
from graders.study.card import NOT_STATED, SystemCard, rule_program
from graders.study.plan import Versions
from graders.version import PACKAGE, package_version
from inventory_env.codec import convert, parse
from inventory_env.errors import InputError, shown


def versions() -> Versions:
    """What could change a trace or a verdict, as it is here and now."""
    python = f"{platform.python_implementation()} {'.'.join(platform.python_version_tuple()[:2])}"
    return Versions(environment=package_version(), code_digest=_code(PACKAGES), python=python)


def card_of(agent: Loaded, cards: Sequence[SystemCard] = ()) -> SystemCard:
    """The system card of an agent: a built-in one fills it itself, another's is given or stays unstated.

    Args:
        agent: as it was asked for.
        cards: those that were given; one of a built-in agent must not be among them.

    Raises:
        InputError: the card that was given says another code than the one that runs.
    """
    given = next((card for card in cards if card.name == agent.name), None)
    if agent.source is None:
        if given is not None:
            raise InputError(f"must not be given: {agent.name} fills it itself", field="system card")
        return rule_program(
            agent.name, f"{PACKAGE} {package_version()}: {agent.name}", _code((baselines,)), seeded=_seeded(agent)
        )
    digest = hashlib.sha256(agent.source.read_bytes()).hexdigest()
    if given is None:
        return SystemCard(name=agent.name, code_digest=digest)
    if given.code_digest not in (NOT_STATED, digest):
        rule = f"must be {digest}, or be left out; got {shown(given.code_digest)}"
        raise InputError(rule, field=f"system card of {agent.name}: code_digest")
    return attrs.evolve(given, code_digest=digest)


def read_cards(path: Path) -> tuple[SystemCard, ...]:
    """The system cards of a JSON file: one, or a list of them.

    Raises:
        InputError: with path, field, rule and value got.
    """
    try:
        plain = parse(path.read_bytes())
        return tuple(convert(one, SystemCard) for one in (plain if isinstance(plain, list) else [plain]))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=str(path)) from None
    except InputError as error:
        raise error.at(str(path)) from None


@functools.cache
def _code(packages: tuple[ModuleType, ...]) -> str:
    """A fingerprint of the code as this process found it."""
    return code_digest(packages)


def _seeded(agent: Loaded) -> bool:
    """Whether the agent depends on its seed: one that does not is the same object for every seed."""
    return agent.make(0) is not agent.make(1)
