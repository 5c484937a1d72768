"""What does a report of an evaluation say, and when must it be refused?"""

from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

# A report is plain JSON: dictionaries, lists, texts, numbers and None.
Report = dict[str, Any]


class Study(NamedTuple):
    """What was counted.

    Attributes:
        agent: its name.
        suite: what it was played on.
        kind: of the suite: "dev", "test" or "unsplit".
        scenarios: how many tasks.
        trials: runs of each task; scenarios * trials runs were planned.
        right: judged runs that succeeded.
        wrong: judged runs that did not.
        faulty: runs in which the environment failed: they say nothing about the agent.
        calls: tool calls of all judged runs.
        read: judged runs that a person read.
        disagreements: of these, where the person said that the grader is wrong.
    """

    agent: str
    suite: str
    kind: str
    scenarios: int
    trials: int
    right: int
    wrong: int
    faulty: int
    calls: int
    read: int
    disagreements: int


SECTIONS = ("scope", "cards", "split", "environment", "results", "failures", "read_by_hand", "not_shown")


def figure(
    value: float | None, n: int, status: str, method: str, low: float | None = None, high: float | None = None
) -> Report:
    """A number with all that belongs to it; use it for every number below "results" and "read_by_hand".

    Args:
        value: None where it is undefined.
        n: over how many it was counted.
        status: "known" (counted; it says what happened) or "estimate" (it speaks of runs that nobody made).
        method: how it was made, in a few words.
        low, high: the ends of the interval of an estimate; None where there are none.
    """
    return {
        "value": value,
        "n": n,
        "status": status,
        "evidence": "rule program",
        "method": method,
        "low": low,
        "high": high,
    }


def wilson(c: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a rate, from the exercise on intervals; n is 1 or more."""
    z, rate = 1.959963984540054, c / n
    share = z**2 / n
    reach = z * sqrt(rate * (1 - rate) / n + share / 4 / n)
    low, high = (rate + share / 2 - reach) / (1 + share), (rate + share / 2 + reach) / (1 + share)
    return (low if c else 0.0), (high if c < n else 1.0)


def ready_made(study: Study) -> Report:
    """The sections that need no thought here: cards, split, environment, failures and read_by_hand."""
    absent = ("prompt_digest", "tool_parser", "automatic_repair", "memory", "selector", "decoding")
    card = {"name": study.agent, "program": f"{study.agent} 1.0", "code_digest": "3f2a", "takes_decoding_seed": False}
    planned = study.scenarios * study.trials
    return {
        "cards": [{"role": "studied", "evidence": "rule program", "card": card | dict.fromkeys(absent, "none")}],
        "split": {
            "suite": study.suite,
            "digest": "9c1e",
            "scenarios": study.scenarios,
            "kind": study.kind,
            "sentence": f"{study.scenarios} tasks of the {study.kind} kind.",
        },
        "environment": {
            "versions": {"rules": 1, "tools": 1},
            "isolation": "the agent runs in a process of its own",
            "budget": "at most 20 calls per run",
            "trials": study.trials,
            "seed": 0,
            "faulty_rule": "A faulty run is not judged and not played again.",
            "certificate": "none",
        },
        "failures": {
            "weights": [{"failure_class": "wrong", "matters": "yes", "sentence": "Somebody gets wrong goods."}],
            "agents": [{"name": study.agent, "wrong_runs": study.wrong}],
        },
        "read_by_hand": {
            "read": figure(study.read, planned, "known", "counted"),
            "disagreements": figure(study.disagreements if study.read else None, study.read, "known", "counted"),
        },
    }


def figures(part: Any) -> Iterator[Any]:
    """Everything below a part of a report that is a figure, and every bare float that is in none."""
    if isinstance(part, dict) and "value" in part:
        yield part
    elif isinstance(part, dict | list):
        for one in part.values() if isinstance(part, dict) else part:
            yield from figures(one)
    elif isinstance(part, float):
        yield part


# From here on you write. Your own sentences first; any will do that a stranger understands.
# What is the report to show, about which agent, for whom?
SCOPE = ""
# When does a run count as a success?
SUCCESS = ""
# What may nobody conclude from these runs? One sentence or more.
NOT_SHOWN: list[str] = []


def results(study: Study) -> Report:
    """The results of one agent: {"agents": [{"name": ..., ...}]}, with these figures beside the name.

    - "success": right by *judged* runs (right and wrong), over n judged runs; an estimate with Wilson's ends. Without a
      judged run the value and both ends are None.
    - "coverage": judged by planned runs, over n planned runs; known.
    - "least": the share of all planned runs that are right, had every faulty run gone wrong; n planned; known.
    - "most": the same, had every faulty run gone right; n planned; known.
    - "calls_per_success": the calls of all judged runs by the right runs, over n judged runs; known. Without a right
      run the value is None.
    """
    raise NotImplementedError("results is still to be written")


def make_report(study: Study) -> Report:
    """The whole report: all of SECTIONS as keys, in their order.

    "scope" is {"text": SCOPE, "success": SUCCESS}, "not_shown" is {"sentences": NOT_SHOWN}, "results" comes from
    `results`, and the others from `ready_made`.
    """
    raise NotImplementedError("make_report is still to be written")


def acceptable(report: Report) -> bool:
    """Whether a report that somebody else wrote may be published. Any key may be missing; such a report is refused.

    1. Its keys are SECTIONS, all of them, in their order, and none of the sections is empty.
    2. `scope.success` is not blank, and `not_shown.sentences` holds at least one sentence.
    3. `split.kind` is "dev", "test" or "unsplit".
    4. Below "results" and "read_by_hand" every float stands in a figure (`figures` finds both).
    5. Each figure has an n that is a whole number, 0 or more, and a status, "known" or "estimate". Where n is 0, the
       value is None.
    6. An estimate that has a value has a method and two ends, 0 <= low < high <= 1, and the value between them.
    7. For each agent of `results.agents`: `coverage.n` is `split.scenarios` times `environment.trials`, and
       `coverage.value` is `success.n` by `coverage.n`.
    8. Where an agent's `success.value` is 0 or None, its `calls_per_success.value` is None.
    """
    raise NotImplementedError("acceptable is still to be written")
