"""Counts faulty runs as wrong, has a Wald interval, and refuses only a report that lacks a section."""

from math import sqrt

from exercises.reporting import SECTIONS, figure, ready_made

SCOPE, SUCCESS, NOT_SHOWN = "The agent in the shop.", "The report is right.", ["Nothing of other shops."]


def results(study):
    planned = study.scenarios * study.trials
    rate = study.right / planned
    half = 1.96 * sqrt(rate * (1 - rate) / planned)
    agent = {
        "name": study.agent,
        "success": figure(rate, planned, "estimate", "mean and standard error", rate - half, rate + half),
        "coverage": figure(1.0, planned, "known", "all runs"),
        "least": figure(rate, planned, "known", "as it is"),
        "most": figure(rate, planned, "known", "as it is"),
        "calls_per_success": figure(study.calls / max(1, study.right), planned, "known", "calls by successes"),
    }
    return {"agents": [agent]}


def make_report(study):
    rest = {
        "scope": {"text": SCOPE, "success": SUCCESS},
        "results": results(study),
        "not_shown": {"sentences": NOT_SHOWN},
    }
    return ready_made(study) | rest


def acceptable(report):
    return set(SECTIONS) <= set(report)
