"""What does the prompt of a task say, and in which order? The facts of the fields, put into sentences."""

import json
import re
from collections.abc import Iterator

from inventory_env.prompts.wording import Manner, Wording, wording
from inventory_env.task import Completeness, Completion, OnUnreachable, Split, Task
from inventory_env.tools import ALWAYS_OFFERED, TOOLS

# A name of this kind cannot be taken for a word, a number or two names, so it needs no quotes.
_PLAIN = re.compile(r"(?=[0-9._/-]*[A-Z])[A-Z0-9]+(?:[-_./][A-Z0-9]+)*")
# Characters that look like others or like nothing; a reader must see that they are there.
_HIDDEN = re.compile(
    "[\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202a-\u202f\u205f-\u206f"
    "\u3000\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]"
)


def render(task: Task, *, language: str | None = None, manner: Manner = Manner.PLANNER) -> str:
    """The prompt of a task: all that its other fields say, its own prompt aside.

    A rule that limits nothing (no pack, no largest number of sources, nothing to reserve) is not
    mentioned. Names that could be misread stand in JSON quotes.

    Args:
        task: its `prompt` and `id` are not looked at.
        language: tag of the language of the prompt, and of the message that it asks for; the task's by default.
        manner: how the prompt speaks; the facts are the same.

    Raises:
        InputError: there are no sentences in that language.
    """
    words = wording(task.language if language is None else language, manner)
    blocks = (_greeting, _opening, _order, _warehouses, _plan, _failures, _report, _means, _closing)
    told = {block: list(block(task, words)) for block in blocks}
    prose = words.gap if manner is Manner.POLITE else "\n"
    paragraphs = [("\n" if block is _order else prose).join(said) for block, said in told.items() if said]
    return ("\n" if manner is Manner.TERSE else "\n\n").join(paragraphs) + "\n"


def quoted(name: str) -> str:
    """A name as a prompt writes it: bare where it cannot be misread, else as a JSON string."""
    if _PLAIN.fullmatch(name):
        return name
    return _HIDDEN.sub(lambda hidden: json.dumps(hidden[0])[1:-1], json.dumps(name, ensure_ascii=False))


def _greeting(task: Task, words: Wording) -> Iterator[str]:
    yield from words.where_there("greeting")


def _opening(task: Task, words: Wording) -> Iterator[str]:
    yield words.tell("intro")
    yield words.tell("read_only")


def _order(task: Task, words: Wording) -> Iterator[str]:
    yield from words.where_there("order")
    for line in task.lines:
        yield words.tell("line", line=line.line, quantity=line.quantity, sku=quoted(line.sku))
    if len(task.lines) > 1:
        yield words.tell("one_stock")


def _warehouses(task: Task, words: Wording) -> Iterator[str]:
    yield from words.where_there("warehouses")
    yield words.tell("priority", warehouses=words.sentences["then"].join(map(quoted, task.priority)))
    yield words.tell("only_listed")
    yield words.tell("one_at_a_time")
    yield words.tell("stop")


def _plan(task: Task, words: Wording) -> Iterator[str]:
    sourcing = task.sourcing
    yield from words.where_there("plan")
    yield words.tell("available")
    yield words.tell(_SPLIT[sourcing.split])
    if sourcing.max_sources is not None:
        yield words.tell("max_sources", n=sourcing.max_sources)
    if sourcing.min_per_source > 1:
        yield words.tell("min_per_source", n=sourcing.min_per_source)
    if sourcing.pack > 1:
        yield words.tell("pack", n=sourcing.pack)
        yield words.tell("pack_invalid")
    yield words.tell(_COMPLETENESS[sourcing.completeness])


_SPLIT = {
    Split.NONE: "split_none",
    Split.ANY: "split_any",
    Split.PREFER_SINGLE: "split_prefer_single",
    Split.FEWEST: "split_fewest",
}
_COMPLETENESS = {Completeness.LINE: "ships_by_line", Completeness.ORDER: "ships_complete"}


def _failures(task: Task, words: Wording) -> Iterator[str]:
    yield from words.where_there("failures")
    yield words.tell("timeout", n=task.retry.timeout_s)
    yield words.tell("malformed")
    yield words.tell("any_age") if task.max_age_s is None else words.tell("max_age", n=task.max_age_s)
    if "list_stock" in task.tools:
        yield words.tell("pages")
    yield from _attempts(task, words)
    yield words.tell("not_stocked")
    yield words.tell("skip" if task.on_unreachable is OnUnreachable.SKIP_AND_DISCLOSE else "hold")


def _attempts(task: Task, words: Wording) -> Iterator[str]:
    retry = task.retry
    once = retry.max_attempts == 1
    yield words.tell("one_attempt") if once else words.tell("attempts", n=retry.max_attempts)
    if retry.backoff_s:
        yield words.tell("backoff", n=retry.backoff_s)
    elif not once:
        yield words.tell("no_backoff")


def _report(task: Task, words: Wording) -> Iterator[str]:
    yield from words.where_there("report")
    for part in ("parts", "found", "shortfall", "unknown", "invalid", "unreached", "honest"):
        yield words.tell(part)
    if task.sourcing.completeness is Completeness.ORDER:
        yield words.tell("shippable")
    if task.asks_to_reserve:
        yield words.tell("asks_to_reserve")
    yield words.tell("language")
    yield words.tell("first_answer" if task.completion is Completion.FIRST_ANSWER else "last_answer")


def _means(task: Task, words: Wording) -> Iterator[str]:
    offered = task.tools | ALWAYS_OFFERED
    known = [name for name in TOOLS if name in offered]
    unknown = [quoted(name) for name in sorted(offered - TOOLS.keys())]
    yield from words.where_there("means")
    yield words.tell("tools", tools=words.list_gap.join(known + unknown))
    budget = task.budget
    limits = {"calls": budget.calls, "decisions": budget.decisions, "seconds": budget.seconds, "tokens": budget.tokens}
    spent = [words.tell(what, n=limit) for what, limit in limits.items() if limit is not None]
    if not spent:
        yield words.tell("no_budget")
        return
    yield words.tell("budget", limits=words.list_gap.join(spent))
    yield words.tell("costs")
    yield words.tell("over_budget")


def _closing(task: Task, words: Wording) -> Iterator[str]:
    yield from words.where_there("closing")
