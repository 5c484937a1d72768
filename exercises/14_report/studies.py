"""Which studies does the learner report on, and what is right to say of them?"""

from typing import Any

from exercises.reporting import Report, Study, wilson
from graders.metrics.bounds import Outcomes

_PARTS = ("code_digest", "prompt_digest", "tool_parser", "automatic_repair", "memory", "selector", "decoding")


STUDIES = {
    "plain": Study("careful", "shop", "test", 20, 1, 18, 2, 0, 63, 5, 1),
    "faulty": Study("careful", "shop", "test", 10, 1, 5, 2, 3, 21, 7, 0),
    "all right": Study("careful", "shop", "dev", 5, 1, 5, 0, 0, 12, 0, 0),
    "none right": Study("hasty", "shop", "test", 5, 1, 0, 3, 2, 9, 3, 0),
    "none judged": Study("hasty", "shop", "unsplit", 3, 1, 0, 0, 3, 0, 0, 0),
}


def outcomes(study: Study) -> Outcomes:
    """How the planned runs ended."""
    return Outcomes(successes=study.right, failures=study.wrong, faulty=study.faulty)


def right_figures(study: Study) -> dict[str, Report]:
    """What is right to say of the agent, by the name of the figure."""
    runs = outcomes(study)
    low, high = wilson(study.right, runs.decided) if runs.decided else (None, None)
    price = study.calls / study.right if study.right else None
    return {
        "success": _figure(_float(runs.rate), runs.decided, "estimate", "Wilson", low, high),
        "coverage": _figure(_float(runs.coverage), runs.total, "known", "judged by planned runs"),
        "least": _figure(_float(runs.low), runs.total, "known", "faulty as wrong"),
        "most": _figure(_float(runs.high), runs.total, "known", "faulty as right"),
        "calls_per_success": _figure(price, runs.decided, "known", "calls by successes"),
    }


def right_report(study: Study) -> Report:
    """A whole report that may be published."""
    card = {"name": study.agent, "program": f"{study.agent} 1.0", "takes_decoding_seed": False}
    read = study.disagreements if study.read else None
    return {
        "scope": {"text": "The agent in the shop.", "success": "The answer is right and rests on what was looked up."},
        "cards": [{"role": "studied", "evidence": "rule program", "card": card | dict.fromkeys(_PARTS, "none")}],
        "split": {
            "suite": study.suite,
            "digest": "9c1e",
            "scenarios": study.scenarios,
            "kind": study.kind,
            "sentence": "As many tasks.",
        },
        "environment": {
            "versions": {"rules": 1},
            "isolation": "a process of its own",
            "budget": "20 calls",
            "trials": study.trials,
            "seed": 0,
            "faulty_rule": "A faulty run is not judged.",
            "certificate": "none",
        },
        "results": {"agents": [{"name": study.agent, **right_figures(study)}]},
        "failures": {"weights": [{"failure_class": "wrong"}], "agents": [{"name": study.agent}]},
        "read_by_hand": {
            "read": _figure(study.read, outcomes(study).total, "known", "counted"),
            "disagreements": _figure(read, study.read, "known", "counted"),
        },
        "not_shown": {"sentences": ["Orders with several lines."]},
    }


def _float(value: Any) -> float | None:
    return None if value is None else float(value)


def _figure(value: Any, n: int, status: str, method: str, low: Any = None, high: Any = None) -> Report:
    known = {"value": value, "n": n, "status": status, "evidence": "rule program"}
    return known | {"method": method, "low": low, "high": high}
