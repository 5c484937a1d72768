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


SCOPE = "Whether the agent finds stock for single orders by the shop's rules, for those who decide on its use there."
SUCCESS = "The report names the warehouses that the rules demand, after looking each of them up in the right order."
NOT_SHOWN = [
    "Nothing was shown of orders with several lines, or of worlds whose stock changes while the agent looks.",
    "One program was tested; another version of it is another agent.",
]


def results(study: Study) -> Report:
    """Faulty runs are neither right nor wrong: they are coverage, and two bounds."""
    judged, planned = study.right + study.wrong, study.scenarios * study.trials
    rate = study.right / judged if judged else None
    low, high = wilson(study.right, judged) if judged else (None, None)
    price = study.calls / study.right if study.right else None
    agent = {
        "name": study.agent,
        "success": figure(rate, judged, "estimate", "right by judged runs, Wilson", low, high),
        "coverage": figure(judged / planned, planned, "known", "judged by planned runs"),
        "least": figure(study.right / planned, planned, "known", "faulty runs taken for wrong"),
        "most": figure((study.right + study.faulty) / planned, planned, "known", "faulty runs taken for right"),
        "calls_per_success": figure(price, judged, "known", "calls of all judged runs by right runs"),
    }
    return {"agents": [agent]}


def make_report(study: Study) -> Report:
    """The order of SECTIONS decides."""
    sections = ready_made(study) | {
        "scope": {"text": SCOPE, "success": SUCCESS},
        "results": results(study),
        "not_shown": {"sentences": NOT_SHOWN},
    }
    return {name: sections[name] for name in SECTIONS}


def acceptable(report: Report) -> bool:
    """Whatever is missing is refused: first the form, then each figure, then whether figures fit each other."""
    try:
        return _whole(report) and all(map(_sound, _counted(report))) and all(_fits(report))
    except (KeyError, TypeError):
        return False


def _whole(report: Report) -> bool:
    said = bool(report["scope"]["success"].strip()) and bool(report["not_shown"]["sentences"])
    kind = report["split"]["kind"] in ("dev", "test", "unsplit")
    return tuple(report) == SECTIONS and all(report.values()) and said and kind


def _counted(report: Report) -> Iterator[Any]:
    yield from figures(report["results"])
    yield from figures(report["read_by_hand"])


def _sound(one: Any) -> bool:
    if isinstance(one, float) or type(one["n"]) is not int or one["n"] < 0:
        return False
    if one["status"] not in ("known", "estimate") or (one["n"] == 0 and one["value"] is not None):
        return False
    if one["status"] == "known" or one["value"] is None:
        return True
    low, high = one["low"], one["high"]
    return bool(one["method"]) and 0 <= low < high <= 1 and low <= one["value"] <= high


def _fits(report: Report) -> Iterator[bool]:
    planned = report["split"]["scenarios"] * report["environment"]["trials"]
    for agent in report["results"]["agents"]:
        success, coverage = agent["success"], agent["coverage"]
        yield coverage["n"] == planned and abs(coverage["value"] - success["n"] / planned) < 1e-9
        yield bool(success["value"]) or agent["calls_per_success"]["value"] is None
