"""Does the rule agent follow the rules, and is a wrong answer key reported as the test's fault?"""

from collections.abc import Callable
from types import ModuleType
from typing import cast

from exercises.course.checking import Checked, Question, asked, required
from exercises.warehouse import answer_of, answer_told, call_told, request_told, world
from inventory_env import Answer, Desk, Task
from inventory_env.episode import Agent, play
from inventory_env.scenario import Expected, ExpectedLine, Scenario
from inventory_env.trace import Stop, Trace

SUSPECT, PASS, FAILED = "environment suspect", "pass", "agent failed"
ON_HAND = "Reserved units lie there, but cannot be had: believe `available`, not `on_hand`."
EXACT = "Exactly as many as are wanted are enough."
TOO_MANY = "It asked on after a warehouse had covered the line; no further reply could change the answer."
WORLDS: tuple[tuple[Scenario, str, str], ...] = (
    (
        world({"W1": 9, "W2": 4}),
        "asks W1; found, 5 from W1",
        "The first warehouse covers it: take all from there.",
    ),
    (world({"W1": 2, "W2": 7}), "asks W1, W2; found, 5 from W2", "The first warehouse does not cover the line."),
    (world({"W1": 2, "W2": 5, "W3": 9}), "asks W1, W2; found, 5 from W2", EXACT),
    (world({"W1": (9, 6), "W2": 8}), "asks W1, W2; found, 5 from W2", ON_HAND),
    (world({"W1": 2, "W2": 4, "W3": 3}), "asks W1, W2, W3; shortfall, 4 from W2, gap 1", "No single one has 5."),
    (world({"W1": 0, "W2": 0}), "asks W1, W2; shortfall, gap 5", "Nobody has any."),
)
# The key says W1, where 2 of the 5 lie: whoever follows the rules misses it.
PLANTED = world(
    {"W1": 2, "W2": 7}, expected=Expected((ExpectedLine(1, "found", plan=(("W1", 5),), gap=0),), queries=("W1",))
)
PLANTED_KEY = "found, 5 from W1"


def check(learner: ModuleType) -> Checked:
    """The rule agent on six scenarios, then reports of runs, then the planted scenario from end to end."""
    return asked(learner, (*_runs(), *_reports(), _planted()))


def told(trace: Trace) -> str:
    """Whom the agent asked, and what it says; or how its code failed."""
    if trace.stop is Stop.AGENT_CRASH:
        kind, _, words = trace.stop_reason.partition(": ")
        if kind == "NotImplementedError":
            raise NotImplementedError(words)
        raise RuntimeError(f"in agent: {trace.stop_reason}")
    asks = ", ".join(call_told(call).partition(" ")[0] for call in trace.calls)
    return f"asks {asks or 'nobody'}; {answer_told(answer_of(trace))}"


def _runs() -> tuple[Question, ...]:
    return tuple(
        Question(f"agent on: {request_told(scenario)}", _playing(scenario), right, _traps(scenario, right), why)
        for scenario, right, why in WORLDS
    )


def _traps(scenario: Scenario, right: str) -> tuple[tuple[str, str], ...]:
    everybody = f"asks {', '.join(scenario.task.priority)}; {right.partition('; ')[2]}"
    return ((everybody, TOO_MANY),) if everybody != right else ()


def _playing(scenario: Scenario) -> Callable[[ModuleType], str]:
    def ask(module: ModuleType) -> str:
        raised: list[Exception] = []

        def agent(task: Task, desk: Desk) -> Answer:
            try:
                return cast("Answer", _agent(module)(task, desk))
            except Exception as error:
                raised.append(error)
                raise

        trace = play(agent, scenario)
        if raised:
            raise raised[0]  # with its line, which the trace does not tell
        return told(trace)

    return ask


def _agent(module: ModuleType) -> Agent:
    return required(module, "agent")


def _reports() -> tuple[Question, ...]:
    first, second, less = "found at W1", "found at W2", "short by 3"
    blames = "The rule agent misses the key too. Then the scenario is suspect, and the run says nothing of the agent."
    lucky = "The agent agrees with a key that the rules contradict. That is no pass: mend the scenario first."
    clean = "Baseline and key agree, so the scenario is in order."
    rows = (
        (first, first, first, PASS, ((SUSPECT, clean),), clean),
        (less, first, first, FAILED, ((SUSPECT, clean),), clean),
        (first, first, second, SUSPECT, ((FAILED, blames), (PASS, blames)), blames),
        (second, first, second, SUSPECT, ((PASS, lucky), (FAILED, lucky)), lucky),
        (less, first, second, SUSPECT, ((FAILED, blames),), blames),
    )
    return tuple(
        Question(
            f"report(got={got!r}, baseline={baseline!r}, expected={expected!r})",
            _reporting(got, baseline, expected),
            right,
            traps,
            why,
        )
        for got, baseline, expected, right, traps, why in rows
    )


def _reporting(got: str, baseline: str, expected: str) -> Callable[[ModuleType], str]:
    return lambda module: required(module, "report")(got, baseline, expected)


def _planted() -> Question:
    """The scenario whose key contradicts its stock, with the learner's agent as the one under test."""

    def ask(module: ModuleType) -> str:
        got = answer_told(answer_of(play(_agent(module), PLANTED)))
        return str(required(module, "report")(got, "found, 5 from W2", PLANTED_KEY))

    why = "W1 holds 2 of 5, and the key says that it gives 5: no agent that keeps the rules can meet it."
    said = f"report of your agent on: {request_told(PLANTED)}; the key: {PLANTED_KEY}; the baseline: found, 5 from W2"
    return Question(said, ask, SUSPECT, ((FAILED, why),), why)
