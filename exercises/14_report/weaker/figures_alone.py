"""Makes a right report, but looks at the figures of others one by one, and never at the rest."""

from exercises.reporting import SECTIONS, figure, figures, ready_made, wilson

SCOPE, SUCCESS, NOT_SHOWN = "The agent in the shop.", "The report is right.", ["Nothing of other shops."]


def results(study):
    judged, planned = study.right + study.wrong, study.scenarios * study.trials
    low, high = wilson(study.right, judged) if judged else (None, None)
    rate, price = (study.right / judged if judged else None), (study.calls / study.right if study.right else None)
    agent = {
        "name": study.agent,
        "success": figure(rate, judged, "estimate", "Wilson", low, high),
        "coverage": figure(judged / planned, planned, "known", "judged by planned"),
        "least": figure(study.right / planned, planned, "known", "faulty as wrong"),
        "most": figure((study.right + study.faulty) / planned, planned, "known", "faulty as right"),
        "calls_per_success": figure(price, judged, "known", "calls by successes"),
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
    for one in figures(report.get("results")):
        if isinstance(one, float) or "n" not in one or one.get("status") not in ("known", "estimate"):
            return False
        if one["status"] == "estimate" and one["value"] is not None:
            if one["low"] is None or not one["low"] <= one["value"] <= one["high"]:
                return False
    return True
