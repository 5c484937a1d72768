"""Writes 0 where a figure is undefined, and wants every figure to have a value and two ends."""

from exercises.reporting import SECTIONS, figure, figures, ready_made, wilson

SCOPE, SUCCESS, NOT_SHOWN = "The agent in the shop.", "The report is right.", ["Nothing of other shops."]


def results(study):
    judged, planned = study.right + study.wrong, study.scenarios * study.trials
    low, high = wilson(study.right, judged) if judged else (0.0, 1.0)
    agent = {
        "name": study.agent,
        "success": figure(study.right / max(judged, 1), judged, "estimate", "Wilson", low, high),
        "coverage": figure(judged / planned, planned, "known", "judged by planned"),
        "least": figure(study.right / planned, planned, "known", "faulty as wrong"),
        "most": figure((study.right + study.faulty) / planned, planned, "known", "faulty as right"),
        "calls_per_success": figure(study.calls / max(study.right, 1), judged, "known", "calls by successes"),
    }
    return {"agents": [agent]}


def make_report(study):
    rest = {
        "scope": {"text": SCOPE, "success": SUCCESS},
        "results": results(study),
        "not_shown": {"sentences": NOT_SHOWN},
    }
    sections = ready_made(study) | rest
    return {name: sections[name] for name in SECTIONS}


def acceptable(report):
    if tuple(report) != SECTIONS or not all(report.values()):
        return False
    return all(not isinstance(one, float) and one["value"] is not None for one in figures(report["results"]))
