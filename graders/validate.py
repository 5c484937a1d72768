"""Is the whole test bed sound? `certify` puts every question and writes down what it found."""

from collections.abc import Callable, Iterable

from graders.certificate import Certificate, Check, about
from graders.checks import agents, determinism, grading, isolation, suite, world
from graders.checks.inquiry import Inquiry
from graders.examine import Examined, cast, examine_all
from graders.fingerprints import evenly
from graders.grading import grade
from graders.judging import Judge
from inventory_env.episode import Agent
from inventory_env.suites import DEFAULT, load_suite

Question = Callable[[Inquiry], Check]
# Passes the scenarios on as they are examined; a command hangs its progress bar here.
Watch = Callable[[Iterable[Examined], int], Iterable[Examined]]

QUESTIONS: tuple[Question, ...] = (
    suite.lint,
    agents.careful,
    agents.right_agents,
    agents.agreement,
    agents.controls,
    agents.zoo,
    grading.alternatives,
    determinism.repeated,
    determinism.sensitive,
    determinism.golden,
    isolation.isolation,
    world.faults,
    world.figures,
    grading.purity,
    suite.coverage,
    world.planted,
    suite.discriminates,
)

NOT_SHOWN = (
    "No person is simulated: nobody asks back, changes their mind or misunderstands.",
    "Nothing is written: whether an agent writes well is not asked, only whether it tries.",
    "Agents run in this process: one that digs through Python's memory is not kept out.",
    "Prompts are in English; other languages are not examined.",
    "The words of a message are not judged yet: see not_checked in every verdict.",
    "Passing here is no proof of competence in any other world.",
)


def certify(
    suite_name: str = DEFAULT,
    *,
    limit: int | None = None,
    judge: Judge | None = None,
    guest: tuple[str, Callable[[int], Agent]] | None = None,
    parts: dict[str, str] | None = None,
    watch: Watch | None = None,
) -> Certificate:
    """The certificate of environment, graders and suite.

    Args:
        suite_name: a shipped suite, or the path of a JSON-lines file.
        limit: examine at most so many scenarios, evenly spread; None = all.
        judge: somebody else's grader; ours by default.
        guest: name and maker of somebody else's agent, held to what right agents are held to.
        parts: names of somebody else's parts, by role, for the record.
        watch: sees every scenario as it is examined.

    Raises:
        InputError: the suite cannot be read, or a foreign grader gives no verdict.
    """
    scenarios = load_suite(suite_name)
    chosen = scenarios if limit is None else evenly(scenarios, limit)
    roles = cast(guest)
    examined = examine_all(chosen, roles, judge or grade)
    inquiry = Inquiry(
        suite=suite_name,
        scenarios=chosen,
        examined=tuple(watch(examined, len(chosen)) if watch else examined),
        roles=roles,
        judge=judge or grade,
        foreign=judge is not None,
    )
    checks = tuple(ask(inquiry) for ask in QUESTIONS)
    return Certificate(checks, about(suite_name, chosen, parts or {}), NOT_SHOWN)
