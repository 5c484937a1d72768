"""What does a report of an evaluation say, and when must it be refused?"""

from collections.abc import Iterator
from typing import Any

from exercises.reporting import SECTIONS, Report, Study, figure, figures, ready_made, wilson

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
