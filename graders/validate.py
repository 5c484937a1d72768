"""Is the whole test bed sound? `certify` puts every question and writes down what it found."""

from collections.abc import Callable, Iterable

from graders.certificate import Certificate, Check, about, check
from graders.checks import agents, determinism, files, grading, isolation, labelled, suite, world
from graders.checks.inquiry import Examined, Inquiry
from graders.examine import Seen
from graders.examining import Order, examine_all, gather
from inventory_env.errors import InventoryEnvError

Question = Callable[[Inquiry], Check]
# Passes the scenarios on as they are examined; a command hangs its progress bar here.
Watch = Callable[[Iterable[Seen], int], Iterable[Seen]]

# By the name of the check that each gives, in the order asked.
QUESTIONS: dict[str, Question] = {
    "suite-lint": suite.lint,
    "careful": agents.careful,
    "right-agents": agents.right_agents,
    "agreement": agents.agreement,
    "controls": agents.controls,
    "zoo": agents.zoo,
    "alternatives": grading.alternatives,
    "determinism": determinism.repeated,
    "sensitivity": determinism.sensitive,
    "golden-digests": determinism.golden,
    "isolation": isolation.isolation,
    "faults-delivered": world.faults,
    "figures": files.figures,
    "grader-purity": grading.purity,
    "audit": labelled.audit,
    "coverage": suite.coverage,
    "planted-breakdowns": world.planted,
    "discriminates": suite.discriminates,
}

NOT_SHOWN = (
    "No person is simulated: nobody asks back, changes their mind or misunderstands.",
    "Nothing is written: whether an agent writes well is not asked, only whether it tries.",
    "Agents run in this process: one that digs through Python's memory is not kept out.",
    "Prompts and messages are in English, Russian, Chinese and Vietnamese; other languages are not examined.",
    "No native speaker has reviewed the Russian, Chinese and Vietnamese texts.",
    "Words are read by patterns and word lists: what they do not know stays open, what they misread does not.",
    "A message is held to its clauses: what it leaves out or only suggests is judged where a rule names it, else not.",
    "Passing here is no proof of competence in any other world.",
)


def certify(order: Order, *, workers: int = 1, watch: Watch | None = None) -> Certificate:
    """The certificate of environment, graders and suite.

    Args:
        order: which suite, how much of it, and whose grader or agent is put to the test.
        workers: processes that examine; every one loads the suite for itself.
        watch: sees every scenario as it is examined.

    Raises:
        InputError: the suite cannot be read, or a foreign part cannot be loaded or gives no verdict.
    """
    party = gather(order)
    seen = examine_all(order, party, workers=workers)
    watched = watch(seen, len(party.scenarios)) if watch else seen
    inquiry = Inquiry(
        suite=order.suite,
        scenarios=party.scenarios,
        examined=tuple(Examined(scenario, *one) for scenario, one in zip(party.scenarios, watched, strict=True)),
        roles=party.roles,
        judge=party.judge,
        foreign=bool(order.grader),
    )
    checks = tuple(_answer(name, ask, inquiry) for name, ask in QUESTIONS.items())
    parts = {role: name for role, name in (("grader", order.grader), ("agent", order.agent)) if name}
    return Certificate(checks, about(order.suite, party.scenarios, parts), NOT_SHOWN)


def _answer(name: str, ask: Question, inquiry: Inquiry) -> Check:
    """The answer to one question; a test bed so broken that asking fails is unsound, and says why."""
    try:
        return ask(inquiry)
    except InventoryEnvError:
        raise
    except Exception as error:  # noqa: BLE001 - a broken copy may break anywhere
        told = f"asking failed: {type(error).__name__}: {error}"
        return check(name, "Can the question be asked at all?", (told,), {})
