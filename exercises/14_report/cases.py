"""Which reports is the learner's validator asked about? A right one, and what people did to others like it."""

import copy
from collections.abc import Callable
from typing import Any

from exercises.course.checking import Case

Report = dict[str, Any]
# Changes a right report.
Edit = Callable[[Report], Report | None]

_SECTION = "Rule 1: a reader who does not find a section cannot tell whether it was forgotten or left out."
_ORDER = "Rule 1: who meets the rate before its meaning reads nothing else; the order of the sections is fixed."
_INTERVAL = "Rule 6: an estimate speaks of runs that nobody made; its ends say how far off it may be."
_UNDEFINED = "Rules 5 and 8: what cannot be computed is undefined, None; a 0 is a statement."
_PLANNED = "Rule 7: planned runs are scenarios times trials; those that were not judged must be seen in the coverage."


def _agent(report: Report) -> Report:
    agent: Report = report["results"]["agents"][0]
    return agent


def _set(*path: str, to: Any) -> Edit:
    """Puts a value at a place; below results, in the first agent."""

    def edit(report: Report) -> None:
        place = report if path[0] in report else _agent(report)
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to

    return edit


def _without(*path: str) -> Edit:
    def edit(report: Report) -> None:
        place = report if path[0] in report else _agent(report)
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return edit


def _results_first(report: Report) -> Report:
    return {"results": report["results"]} | report


def _both(*edits: Edit) -> Edit:
    def edit(report: Report) -> None:
        for one in edits:
            one(report)

    return edit


def _same(report: Report) -> Report:
    return report


def _second_agent(report: Report) -> None:
    other = copy.deepcopy(_agent(report))
    other["name"] = "other"
    report["results"]["agents"].append(other)


def _exact(report: Report) -> None:
    # Clopper and Pearson's ends of 18 in 20.
    _agent(report)["success"] |= {"low": 0.683017, "high": 0.987651, "method": "Clopper-Pearson"}


_AS_WRONG = _both(
    _set("success", "n", to=10),
    _set("success", "value", to=0.5),
    _set("success", "low", to=0.2366),
    _set("success", "high", to=0.7634),
)
_NO_ENDS = _both(_set("success", "low", to=None), _set("success", "high", to=None))
_GONE = _both(_set("coverage", "n", to=7), _set("coverage", "value", to=1.0))

# (name, whether it may be published, which study, what was done to its report, why)
EDITS: tuple[tuple[str, bool, str, Edit, str], ...] = (
    ("eighteen-of-twenty", True, "plain", _same, "Nothing is wrong with it."),
    ("exact-ends", True, "plain", _exact, "Wilson's is not the only good interval."),
    ("two-agents", True, "plain", _second_agent, "Each agent is looked at by itself."),
    ("with-faulty-runs", True, "faulty", _same, "Three runs were not judged, and the coverage says so."),
    ("no-success", True, "none right", _same, "Without a success there is no price: None is right."),
    ("nothing-judged", True, "none judged", _same, "Nothing was judged; undefined figures are honest."),
    ("limits-left-out", False, "plain", _without("not_shown"), _SECTION),
    ("results-first", False, "plain", _results_first, _ORDER),
    (
        "nothing-not-shown",
        False,
        "plain",
        _set("not_shown", "sentences", to=[]),
        "Rule 2: no study shows everything.",
    ),
    (
        "what-is-success",
        False,
        "plain",
        _set("scope", "success", to=" "),
        "Rule 2: a rate of what?",
    ),
    ("secret-kind", False, "plain", _set("split", "kind", to="internal"), "Rule 3: a kind is dev, test or unsplit."),
    ("empty-cards", False, "plain", _set("cards", to=[]), _SECTION),
    (
        "bare-number",
        False,
        "plain",
        _set("success", to=0.9),
        "Rule 4: a float outside a figure; of how many?",
    ),
    ("of-how-many", False, "plain", _without("least", "n"), "Rule 5: a figure without n."),
    (
        "true-is-no-number",
        False,
        "plain",
        _set("most", "n", to=True),
        "Rule 5: in Python True is an int; it is no number of runs.",
    ),
    ("sure-enough", False, "plain", _set("coverage", "status", to="sure"), "Rule 5: a status is known or estimate."),
    ("no-interval", False, "plain", _NO_ENDS, _INTERVAL),
    ("no-method", False, "plain", _set("success", "method", to=""), "Rule 6: ends without a method can be anything."),
    (
        "no-width",
        False,
        "all right",
        _both(_set("success", "low", to=1.0), _set("success", "method", to="mean and standard error")),
        "Rule 6: five right runs prove no rate of 1; an interval without a width comes of Wald's formula.",
    ),
    (
        "beyond-one",
        False,
        "plain",
        _both(_set("success", "low", to=0.7685), _set("success", "high", to=1.0315)),
        "Rule 6: no rate is above 1, so no end of its interval is.",
    ),
    (
        "beside-its-ends",
        False,
        "plain",
        _set("success", "value", to=0.98),
        "Rule 6: the value lies beside its ends.",
    ),
    ("free-of-charge", False, "none right", _set("calls_per_success", "value", to=0.0), _UNDEFINED),
    ("rate-of-nothing", False, "none judged", _set("success", "value", to=0.0), _UNDEFINED),
    ("faulty-as-wrong", False, "faulty", _AS_WRONG, _PLANNED),
    ("faulty-runs-gone", False, "faulty", _GONE, _PLANNED),
)


def cases(reports: dict[str, Report]) -> list[Case]:
    """Cases for `acceptable`.

    Args:
        reports: a right report of each study, by the study's name.
    """
    found = []
    for name, good, study, edit, why in EDITS:
        report = copy.deepcopy(reports[study])
        report = edit(report) or report
        told = shown(report)
        found.append(Case(name, good, told, (report,), why, len(told.splitlines())))
    return found


def shown(report: Report) -> str:
    """What there is to see in a report, in a few lines."""
    scope, split = report.get("scope", {}), report.get("split", {})
    lines = [
        f"sections: {', '.join(name if one else f'{name} (empty)' for name, one in report.items())}",
        f"success is: {scope.get('success')!r:.60}",
        f"split: {split.get('kind')}, {split.get('scenarios')} scenarios; trials {report['environment']['trials']}",
    ]
    agents = report["results"]["agents"]
    for key, one in agents[0].items():
        lines.append(f"{agents[0]['name']}, {key}: {_figure(one)}" if key != "name" else "")
    lines += [f"(and {len(agents) - 1} agent more, with the same figures)"] if len(agents) > 1 else []
    lines += [f"read_by_hand, {key}: {_figure(one)}" for key, one in report["read_by_hand"].items()]
    sentences = report.get("not_shown", {}).get("sentences", ())
    lines.append(f"sentences on what was not shown: {len(sentences)}")
    return "\n".join(line for line in lines if line)


def _figure(one: Any) -> str:
    if not isinstance(one, dict):
        return repr(one)
    ends = f", {_number(one['low'])} to {_number(one['high'])}" if one["low"] is not None else ""
    method = f", {one['method']!r}"
    return f"{_number(one['value'])}, n {one.get('n', 'is missing')}, {one['status']}{ends}{method}"


def _number(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
