"""What is ready made of a small report? Its sections, the form of a figure, and the parts that need no thought."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from graders.metrics.rates import wilson

__all__ = ["SECTIONS", "Report", "Study", "figure", "figures", "ready_made", "wilson"]

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
