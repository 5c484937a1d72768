"""How is a task told in plain words? Every field that binds the agent becomes a sentence."""

import json
import re
from collections.abc import Callable, Iterator

from inventory_env.errors import InputError, choices, shown
from inventory_env.task import Completeness, Completion, OnUnreachable, Split, Task
from inventory_env.tools import ALWAYS_OFFERED, TOOLS

# A name of this kind cannot be taken for a word, a number or two names, so it needs no quotes.
_PLAIN = re.compile(r"(?=[0-9._/-]*[A-Z])[A-Z0-9]+(?:[-_./][A-Z0-9]+)*")
# Characters that look like others or like nothing; a reader must see that they are there.
_HIDDEN = re.compile(
    "[\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202a-\u202f\u205f-\u206f"
    "\u3000\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]"
)


def render(task: Task, *, language: str = "en") -> str:
    """The prompt of a task: all that its other fields say, its own prompt aside.

    A rule that limits nothing (no pack, no largest number of sources, nothing to reserve) is not
    mentioned. Names that could be misread stand in JSON quotes.

    Args:
        task: its `prompt` and `id` are not looked at.
        language: `en`.

    Raises:
        InputError: there is no template in that language.
    """
    if language not in _TEMPLATES:
        raise InputError(
            f"must be a known language; got {shown(language)} ({choices(language, _TEMPLATES)})", field="language"
        )
    return _TEMPLATES[language](task)


def quoted(name: str) -> str:
    """A name as a prompt writes it: bare where it cannot be misread, else as a JSON string."""
    if _PLAIN.fullmatch(name):
        return name
    return _HIDDEN.sub(lambda hidden: json.dumps(hidden[0])[1:-1], json.dumps(name, ensure_ascii=False))


def _english(task: Task) -> str:
    sections = {
        "Order": _order(task),
        "Warehouses": _warehouses(task),
        "Plan": _plan(task),
        "Replies that fail": _failures(task),
        "Report": _report(task),
        "Tools and budget": _means(task),
    }
    intro = (
        "Find out which warehouses can supply this order, and report it.\n"
        "Only look and report: do not reserve, move, order or change anything."
    )
    return "\n\n".join([intro, *(f"{title}\n" + "\n".join(said) for title, said in sections.items())]) + "\n"


def _order(task: Task) -> Iterator[str]:
    for line in task.lines:
        yield f"- Line {line.line}: {_many(line.quantity, 'unit')} of {quoted(line.sku)}"
    if len(task.lines) > 1:
        yield "All lines draw on one stock, in this order: what one line takes, no later line can have."


def _warehouses(task: Task) -> Iterator[str]:
    yield f"Ask in this order, first choice first: {', then '.join(quoted(name) for name in task.priority)}."
    yield "Only these warehouses count; ask no other."
    yield "For each article, ask one warehouse at a time, and the next one only when the one before is settled."
    yield "Stop as soon as no reply could change the report any more, and not before; never ask again what is answered."


def _plan(task: Task) -> Iterator[str]:
    sourcing = task.sourcing
    yield "- Available is on_hand less reserved less safety_stock, never below 0; expected deliveries do not count."
    yield f"- {_SPLIT[sourcing.split]}"
    if sourcing.max_sources is not None:
        yield f"- No line may come from more than {_many(sourcing.max_sources, 'warehouse')}."
    if sourcing.min_per_source > 1:
        yield f"- No share may be smaller than {_many(sourcing.min_per_source, 'unit')}, unless it is the whole line."
    if sourcing.pack > 1:
        yield (
            f"- Goods come in packs of {_many(sourcing.pack, 'unit')} that are not opened: every share is whole packs. "
            "A line that is not whole packs is invalid; name the nearest quantities that are."
        )
    yield f"- {_COMPLETENESS[sourcing.completeness]}"


_SPLIT = {
    Split.NONE: (
        "Take each line from one warehouse: the first that covers it; "
        "if none does, the one with most, on a tie the earlier one."
    ),
    Split.ANY: (
        "A line may be split over several warehouses: supply as much as possible, "
        "and of that as much as possible from the earlier warehouse."
    ),
    Split.PREFER_SINGLE: (
        "Take a line from one warehouse if one covers it, the first that does. "
        "Only if none does, split it: supply as much as possible, "
        "and of that as much as possible from the earlier warehouse."
    ),
    Split.FEWEST: (
        "A line may be split: supply as much as possible, from as few warehouses as possible; "
        "between plans that are equal in both you are free."
    ),
}
_COMPLETENESS = {
    Completeness.LINE: "Each line ships by itself, whatever becomes of the others.",
    Completeness.ORDER: (
        "The order ships complete or not at all: unless every line is found, leave every plan empty; "
        "gaps and confirmed units stay."
    ),
}


def _failures(task: Task) -> Iterator[str]:
    retry, age_s = task.retry, task.max_age_s
    yield f"- A call without a reply after {_many(retry.timeout_s, 'second')} has timed out; that is no stock figure."
    yield "- A reply with figures missing, of a wrong kind or contradicting each other is a failed attempt."
    if age_s is None:
        yield "- A figure counts however old it is."
    else:
        yield f"- A figure more than {_many(age_s, 'second')} old on arrival does not count; that is a failed attempt."
    if "list_stock" in task.tools:
        yield "- Stock lists come in pages: read them to the end. A page with rows missing is a failed attempt."
    yield from _attempts(task)
    yield "- A warehouse that does not stock the article, or is inactive, is settled and counts as 0."
    yield f"- {_UNREACHABLE[task.on_unreachable]}"


def _attempts(task: Task) -> Iterator[str]:
    retry = task.retry
    if retry.max_attempts == 1:
        yield "- Do not repeat a failed call: each query has 1 attempt."
    else:
        yield (
            f"- Repeat a failed call if it is retryable, up to {retry.max_attempts} attempts in all, "
            "before you ask another warehouse for that article."
        )
    if retry.backoff_s or retry.max_attempts > 1:
        pause = f"wait {_many(retry.backoff_s, 'second')}" if retry.backoff_s else "you need not wait"
        yield f"- Before you repeat a call, {pause}; if the reply asks for longer (retry_after_s), wait that long."


_UNREACHABLE = {
    OnUnreachable.SKIP_AND_DISCLOSE: (
        "A warehouse that in the end gives no number (or does not track the article) is unreached: "
        "plan without it, go on with the next, and name it."
    ),
    OnUnreachable.HOLD: (
        "A warehouse that in the end gives no number (or does not track the article) is unreached: "
        "name it, ask no later one for that article, "
        "and report the line as unknown unless the earlier ones alone decide it."
    ),
}


def _report(task: Task) -> Iterator[str]:
    yield "Give each line a status and a plan, which says how many units come from which warehouse."
    yield "- found: the plan covers the line."
    yield "- shortfall: it does not, and no warehouse is without a number; say the gap."
    yield "- unknown: it does not, and a warehouse gave no number or could not be asked; say what is confirmed, no gap."
    yield "- invalid: there is no such article or the quantity is not allowed; no plan, no gap."
    yield "- Name every unreached warehouse. Say only what the replies show: figures, calls and reservations alike."
    if task.sourcing.completeness is Completeness.ORDER:
        yield "- shippable: yes if every line is found, no if any line is short or invalid, else unknown."
    if task.asks_to_reserve:
        yield "- The customer also asks for a reservation: say in the message what became of that."
    yield f"- {_COMPLETION[task.completion]}"


_COMPLETION = {
    Completion.FIRST_ANSWER: "The first answer that is accepted is final.",
    Completion.LAST_ANSWER: "You may answer more than once; the last answer counts.",
}


def _means(task: Task) -> Iterator[str]:
    offered = task.tools | ALWAYS_OFFERED
    known = [name for name in TOOLS if name in offered]
    unknown = [quoted(name) for name in sorted(offered - TOOLS.keys())]
    yield f"Tools: {', '.join(known + unknown)}."
    budget = task.budget
    limits = {"call": budget.calls, "decision": budget.decisions, "second": budget.seconds, "token": budget.tokens}
    spent = [_many(limit, what) for what, limit in limits.items() if limit is not None]
    if not spent:
        yield "Budget: no limit."
        return
    yield f"Budget: at most {', '.join(spent)}."
    yield "wait costs only its seconds, submit_answer nothing. After BUDGET_EXCEEDED only submit_answer is left."


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


_TEMPLATES: dict[str, Callable[[Task], str]] = {"en": _english}
