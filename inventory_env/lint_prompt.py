"""Does the prompt say what the fields say, all of it and nothing else?"""

from collections.abc import Iterator

from inventory_env.errors import choices, shown
from inventory_env.lint_fault import LintFault, broken
from inventory_env.prompt_reader import LANGUAGES, read
from inventory_env.scenario import Scenario
from inventory_env.task import Completeness, Task
from inventory_env.tools import ALWAYS_OFFERED

# A fact with this for its silence must be stated; any other fact may be left out where it is that value.
_MUST_BE_SAID = object()


def prompt_faults(scenario: Scenario) -> Iterator[LintFault]:
    """Where prompt and fields differ; a rule counts against an agent only if the prompt states it."""
    task = scenario.task
    if task.language not in LANGUAGES:
        rule = f"must be a language whose prompts can be read back; got {shown(task.language)}"
        yield broken("unknown-language", "task.language", f"{rule} ({choices(task.language, LANGUAGES)})")
        return
    places = {*task.priority, *scenario.stock.warehouses}
    reading = read(task.prompt, language=task.language, warehouses=places, skus=task.skus())
    lines = tuple((line.line, line.sku, line.quantity) for line in task.lines)
    said_lines = reading.said.get("lines", ())
    if said_lines != lines:
        yield _mismatch("task.lines", _lines_differ(lines, said_lines))
    for field, (value, silence) in _fields(task).items():
        said = reading.said.get(field, ())
        if difference := _difference(field, value, silence, said):
            yield _mismatch(f"task.{field}", difference)
    for excluded in reading.said.get("excluded", ()):
        for warehouse in task.priority:
            if isinstance(excluded, tuple) and warehouse in excluded:
                yield _mismatch("task.priority", f"rules out {_shown(warehouse)}, which the field lists")
    for rule, meaning in _rules(task).items():
        if rule not in reading.said:
            yield _mismatch("task.prompt", f"does not state a rule that counts: {meaning}")
    for sentence in reading.unread:
        yield _mismatch("task.prompt", f"says something that no field says: {shown(sentence)}")


def _mismatch(field: str, what: str) -> LintFault:
    subject = "task.prompt" if field == "task.prompt" else f"task.prompt must agree with {field}; the prompt"
    return LintFault("prompt-mismatch", field, f"{subject} {what}")


def _difference(field: str, value: object, silence: object, said: tuple[object, ...]) -> str | None:
    if not said:
        return None if value == silence else f"does not say it, the field says {_shown(value)}"
    if len(said) > 1:
        return f"says it in {len(said)} ways: {', '.join(_shown(one) for one in said)}"
    return None if said[0] == value else f"says {_shown(said[0])}, the field {_shown(value)}"


def _lines_differ(lines: tuple[object, ...], said: tuple[object, ...]) -> str:
    if len(lines) != len(said):
        return f"has {len(said)} lines, the field {len(lines)}"
    place = next(i for i, (one, other) in enumerate(zip(lines, said, strict=True)) if one != other)
    return f"says (line, sku, quantity) {_shown(said[place])}, the field {_shown(lines[place])}"


def _shown(value: object) -> str:
    if isinstance(value, frozenset):
        value = sorted(value)
    return shown(str(value) if isinstance(value, str) else value)


def _fields(task: Task) -> dict[str, tuple[object, object]]:
    """Each field that the prompt speaks of: its value, and the value that silence means."""
    sourcing, retry, budget = task.sourcing, task.retry, task.budget
    return {
        "priority": (task.priority, _MUST_BE_SAID),
        "sourcing.split": (sourcing.split, _MUST_BE_SAID),
        "sourcing.max_sources": (sourcing.max_sources, None),
        "sourcing.min_per_source": (sourcing.min_per_source, 1),
        "sourcing.pack": (sourcing.pack, 1),
        "sourcing.completeness": (sourcing.completeness, _MUST_BE_SAID),
        "on_unreachable": (task.on_unreachable, _MUST_BE_SAID),
        "max_age_s": (task.max_age_s, None),
        "retry.timeout_s": (retry.timeout_s, _MUST_BE_SAID),
        "retry.max_attempts": (retry.max_attempts, _MUST_BE_SAID),
        "retry.backoff_s": (retry.backoff_s, 0),
        "budget.calls": (budget.calls, None),
        "budget.decisions": (budget.decisions, None),
        "budget.seconds": (budget.seconds, None),
        "budget.tokens": (budget.tokens, None),
        "completion": (task.completion, _MUST_BE_SAID),
        "asks_to_reserve": (task.asks_to_reserve, False),
        "language": (task.language, _MUST_BE_SAID),
        "tools": (task.tools | ALWAYS_OFFERED, _MUST_BE_SAID),
    }


_ALWAYS = {
    "read_only": "only look and report",
    "only_listed": "only the listed warehouses count",
    "one_at_a_time": "ask one warehouse at a time, in order",
    "stop": "stop when no reply could change the report, and not before",
    "available": "what is available",
    "malformed": "a malformed reply is a failed attempt",
    "not_stocked": "a warehouse that does not stock the article counts as 0",
    "parts": "each line has a status and a plan",
    "found": "what found means",
    "shortfall": "what shortfall means",
    "unknown": "what unknown means",
    "invalid": "what invalid means",
    "unreached": "name every unreached warehouse",
    "honest": "say only what the replies show",
}


def _rules(task: Task) -> dict[str, str]:
    """The standing rules that the prompt of this task must state."""
    budget, complete = task.budget, task.sourcing.completeness is Completeness.ORDER
    limited = (budget.calls, budget.decisions, budget.seconds, budget.tokens) != (None,) * 4
    further = {
        "one_stock": (len(task.lines) > 1, "all lines draw on one stock, in order"),
        "pack_invalid": (task.sourcing.pack > 1, "a quantity that is not whole packs is invalid"),
        "pages": ("list_stock" in task.tools, "read the pages to the end"),
        "retry_after": (task.retry.max_attempts > 1, "wait as long as a reply asks"),
        "ships_complete": (complete, "an order that is not found as a whole has no plan"),
        "shippable": (complete, "when the order is shippable"),
        "costs": (limited, "what costs nothing"),
        "over_budget": (limited, "what is left after BUDGET_EXCEEDED"),
    }
    return _ALWAYS | {rule: meaning for rule, (applies, meaning) in further.items() if applies}
