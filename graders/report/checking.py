"""Does a report say all that it has to say, in its order? Ours and one that a person wrote are held to the same."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from graders.report.agent_results import Role
from graders.report.document import SECTIONS, Report, SplitKind, report_json
from graders.report.figure import Status
from graders.study.card import NOT_STATED, Evidence, SystemCard
from inventory_env.errors import InputError, shown

# What a section may not leave out; `cards` is a list and has rules of its own.
REQUIRED = {
    "scope": ("text", "success"),
    "split": ("suite", "digest", "scenarios", "kind", "sentence"),
    "environment": ("versions", "isolation", "budget", "trials", "seed", "faulty_rule", "certificate"),
    "results": ("agents",),
    "failures": ("weights", "agents"),
    "read_by_hand": ("read", "disagreements"),
    "not_shown": ("sentences",),
}
# In these, a number that is no count stands in a figure.
_COUNTED = ("results", "failures", "read_by_hand")
_FIGURE = ("value", "n", "status", "evidence")
_PICTURE = "histogram"
# Of what a card has, these may be absent; the kind of evidence stands beside the card.
_MAY_BE_ABSENT = frozenset({"training_seed", "user_simulator", "prices", "origin", "evidence"})
_STATED = tuple(field.name for field in attrs.fields(SystemCard) if field.name not in _MAY_BE_ABSENT)
_ROUNDING = 1e-9
_ABSENT = "nothing"


@attrs.frozen
class Flaw:
    """One place in which a report does not say what it has to say.

    Attributes:
        path: where, such as `results.agents[0].success.n`.
        rule: what must hold.
        got: what stands there, shortened.
    """

    path: str
    rule: str
    got: str


def check_document(plain: Any) -> list[Flaw]:
    """Every place in which a report falls short; of none it is whole.

    The keys of the JSON object are its sections, in the order in which they are written.

    Args:
        plain: JSON as `inventory_env.codec.parse` gives it.
    """
    return list(_checked(plain))


def refuse_flawed(report: Report) -> None:
    """Make sure that a report may be rendered.

    Raises:
        InputError: naming the first thing that misses, and how many there are.
    """
    if flaws := check_document(report_json(report)):
        first = flaws[0]
        more = f" (and {len(flaws) - 1} more)" if len(flaws) > 1 else ""
        raise InputError(f"{first.rule}; got {first.got}{more}", field=first.path)


def _checked(plain: Any) -> Iterator[Flaw]:
    if not isinstance(plain, Mapping):
        yield Flaw("", "must be an object with the sections of a report", shown(plain))
        return
    yield from _sections(plain)
    for name in SECTIONS:
        section = plain.get(name)
        if _blank(section):
            continue  # told already
        if name == "cards":
            yield from _cards(section)
        else:
            yield from _required(name, section)
        yield from _figures(name, section, counted=name in _COUNTED)
    split = plain.get("split")
    if isinstance(split, Mapping) and "kind" in split and split["kind"] not in list(SplitKind):
        yield Flaw("split.kind", f"must be one of {', '.join(SplitKind)}", shown(split["kind"]))


def _sections(plain: Mapping[str, Any]) -> Iterator[Flaw]:
    for name in SECTIONS:
        if name not in plain:
            yield Flaw(name, "must be there: a report without it is not rendered", _ABSENT)
        elif _blank(plain[name]):
            yield Flaw(name, "must not be empty", shown(plain[name]))
    for name in plain:
        if name not in SECTIONS:
            yield Flaw(str(name), f"must be a section: {', '.join(SECTIONS)}", shown(name))
    there = [name for name in plain if name in SECTIONS]
    wanted = [name for name in SECTIONS if name in plain]
    if there != wanted:
        place = next(i for i in range(len(there)) if there[i] != wanted[i])
        yield Flaw(there[place], f"must stand in the order {', '.join(SECTIONS)}", f"it where {wanted[place]} belongs")


def _required(name: str, section: Any) -> Iterator[Flaw]:
    if not isinstance(section, Mapping):
        yield Flaw(name, f"must be an object with {', '.join(REQUIRED[name])}", shown(section))
        return
    for field in REQUIRED[name]:
        if _blank(section.get(field)):
            yield Flaw(f"{name}.{field}", "must be there and not empty", shown(section.get(field, _ABSENT)))


def _cards(section: Any) -> Iterator[Flaw]:
    if not isinstance(section, Sequence) or isinstance(section, str):
        yield Flaw("cards", "must be a list of one or more cards", shown(section))
        return
    for place, player in enumerate(section):
        path = f"cards[{place}]"
        if not isinstance(player, Mapping) or not isinstance(player.get("card"), Mapping):
            yield Flaw(path, "must be an object with role, evidence and card", shown(player))
            continue
        yield from _one_of(player, path, "role", list(Role))
        yield from _one_of(player, path, "evidence", list(Evidence))
        yield from _stated(player["card"], f"{path}.card")


def _stated(card: Mapping[str, Any], path: str) -> Iterator[Flaw]:
    for part in _STATED:
        if _blank(card.get(part)) or card[part] == NOT_STATED:
            rule = "must be stated (write 'none' where the part is absent)"
            yield Flaw(f"{path}.{part}", rule, shown(card.get(part, _ABSENT)))


def _figures(path: str, value: Any, *, counted: bool) -> Iterator[Flaw]:
    """The flaws of every figure below a place, and the numbers there that stand in none."""
    if isinstance(value, Mapping):
        if "value" in value or sum(key in value for key in _FIGURE) > 1:
            yield from _figure(path, value)
            return
        for key, one in value.items():
            yield from _figures(f"{path}.{key}", one, counted=counted and key != _PICTURE)
    elif isinstance(value, list | tuple):
        for place, one in enumerate(value):
            yield from _figures(f"{path}[{place}]", one, counted=counted)
    elif isinstance(value, float) and counted:
        yield Flaw(path, "must stand in a figure, with n, status, evidence and method", shown(value))


def _figure(path: str, figure: Mapping[str, Any]) -> Iterator[Flaw]:
    value = figure.get("value", _ABSENT)
    if value is not None and not _is_number(value):
        yield Flaw(f"{path}.value", "must be a number, or null where it is undefined", shown(value))
    number = figure.get("n", _ABSENT)
    if type(number) is not int or number < 0:
        yield Flaw(f"{path}.n", "must be a whole number, 0 or more: over how many it was counted", shown(number))
    yield from _one_of(figure, path, "status", list(Status))
    yield from _one_of(figure, path, "evidence", list(Evidence))
    if value is not None and figure.get("evidence") == Evidence.NOT_RUN:
        yield Flaw(f"{path}.value", "must be null where nothing was run", shown(value))
    if figure.get("status") == Status.ESTIMATE and _blank(figure.get("method")):
        yield Flaw(f"{path}.method", "must name how it was estimated", shown(figure.get("method", _ABSENT)))
    yield from _ends(path, value, figure.get("low"), figure.get("high"))


def _ends(path: str, value: Any, low: Any, high: Any) -> Iterator[Flaw]:
    if low is None and high is None:
        return
    if not _is_number(low) or not _is_number(high):
        yield Flaw(f"{path}.low", "must be a number beside high, or both null", shown((low, high)))
    elif not _is_number(value) or not low - _ROUNDING <= value <= high + _ROUNDING:
        yield Flaw(f"{path}.value", f"must lie between its ends {low} and {high}", shown(value))


def _one_of(plain: Mapping[str, Any], path: str, key: str, known: Sequence[str]) -> Iterator[Flaw]:
    if plain.get(key) not in known:
        yield Flaw(f"{path}.{key}", f"must be one of {', '.join(known)}", shown(plain.get(key, _ABSENT)))


def _is_number(value: Any) -> bool:
    return type(value) is int or (type(value) is float and math.isfinite(value))


def _blank(value: Any) -> bool:
    """Whether nothing is said; 0 and false say something."""
    return value is None or value in ([], {}, ()) or (isinstance(value, str) and not value.strip())
