"""How is one call, one reply, one rule told in a few words?"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from graders.printing import plain, short
from inventory_env.answer import Answer, LineAnswer
from inventory_env.codec import builtins
from inventory_env.faults import Fault
from inventory_env.frozen_json import thaw
from inventory_env.task import OnUnreachable, Split, Task
from inventory_env.trace import Call, Code, Failure

_FIGURES = ("on_hand", "reserved", "safety_stock", "available")
_SPLITS = {
    Split.NONE: "no split",
    Split.ANY: "split over any number",
    Split.PREFER_SINGLE: "split only where no single one covers",
    Split.FEWEST: "split over as few as can be",
}
# Enough for every reply of a sound world; longer ones are shown whole by --json.
_MOST = 110


def seconds(ms: int) -> str:
    """Virtual milliseconds as seconds."""
    return f"{ms // 1000}.{ms % 1000:03}"


def call_words(call: Call) -> str:
    """What was asked."""
    arguments = dict(call.arguments)
    sku, warehouse = arguments.pop("sku", None), arguments.pop("warehouse", None)
    named = [str(one) for one in (call.tool, sku) if isinstance(one, str)]
    named += [f"at {warehouse}"] if isinstance(warehouse, str) else []
    if sku is not None and not isinstance(sku, str):
        arguments["sku"] = sku
    if warehouse is not None and not isinstance(warehouse, str):
        arguments["warehouse"] = warehouse
    if call.tool == "wait" and type(arguments.get("seconds")) is int:
        named.append(f"{arguments.pop('seconds')} s")
    named += [f"{name}={_json(value)}" for name, value in sorted(arguments.items())]
    if call.attempt > 1 and call.tool != "wait":
        named.append(f"({_ordinal(call.attempt)} attempt)")
    return short(plain(" ".join(named)), _MOST)


def reply_words(call: Call, skus: Sequence[str] = ()) -> str:
    """What came back; of a page, the rows of those skus, or every row where none is named."""
    observation = call.observation
    if observation.error is not None:
        return short(plain(_failure(observation.error)), _MOST)
    body = thaw(observation.body)
    return short(plain(_body(call, body, skus)), _MOST)


def _failure(failure: Failure) -> str:
    said = [f"{failure.code}: {failure.message}"]
    if failure.retryable and failure.code is not Code.RATE_LIMITED:
        said.append("may be retried")
    if failure.effect.value == "unknown":
        said.append("effect unknown")
    return "; ".join(said)


def _body(call: Call, body: dict[str, Any], skus: Sequence[str]) -> str:
    if call.tool == "get_stock" and _whole_figures(body):
        old_s = call.arrived_ms // 1000 - body["as_of_s"]
        note = f"; note {_json(body['note'])}" if "note" in body else ""
        age = f", {old_s} s old" if old_s else ""
        return f"available {body['available']} ({_parts(body)}){age}{note}"
    if call.tool == "get_stock" and body.get("tracked") is False and body.get("on_hand") is None:
        return "untracked: no number"
    if call.tool == "list_stock" and isinstance(body.get("rows"), list) and type(body.get("total")) is int:
        return _page(body, skus)
    if call.tool == "wait":
        return ""
    return _json(body)


def _page(body: dict[str, Any], skus: Sequence[str]) -> str:
    rows = [row for row in body["rows"] if not skus or not isinstance(row, dict) or row.get("sku") in (*skus, None)]
    others = f" and {len(body['rows']) - len(rows)} of other articles" if len(rows) < len(body["rows"]) else ""
    more = "; a next page" if body.get("next_cursor") is not None else "; the last page"
    told = ", ".join(map(_row, rows)) or "none asked for"
    return f"{len(body['rows'])} of {body['total']} rows: {told}{others}{more}"


def _whole_figures(body: dict[str, Any]) -> bool:
    """Whether every figure is there and fits the others; what does not is shown as it came."""
    if any(type(body.get(name)) is not int for name in (*_FIGURES, "as_of_s")):
        return False
    derived: int = body["on_hand"] - body["reserved"] - body["safety_stock"]
    return bool(body["available"] == max(0, derived))


def _parts(body: dict[str, Any]) -> str:
    parts = [f"on_hand {body['on_hand']}"]
    parts += [f"{name} {body[name]}" for name in ("reserved", "safety_stock") if body[name]]
    return ", ".join(parts)


def _row(row: Any) -> str:
    if isinstance(row, dict) and isinstance(row.get("sku"), str) and _whole_figures(row):
        return f"{row['sku']} {row['available']}"
    return _json(row)


def answer_words(line: LineAnswer) -> tuple[str, str, str]:
    """A line's report as status, plan, and everything else that it says."""
    plan = " + ".join(f"{warehouse} {quantity}" for warehouse, quantity in line.plan) or "-"
    rest = [f"gap {line.gap}"] if line.gap is not None else []
    rest += [f"confirmed {line.confirmed}"] if line.confirmed is not None else []
    rest += [f"nearest {' or '.join(map(str, line.nearest))}"] if line.nearest else []
    rest += [f"no number from {', '.join(line.unreached)}"] if line.unreached else []
    rest += (
        [f"saw {', '.join(f'{name} {what}' for name, what in line.seen) or 'nothing'}"] if line.seen is not None else []
    )
    rest += [f"cites {', '.join(line.evidence) or 'nothing'}"] if line.evidence is not None else []
    return line.status.value, plain(plan), plain("; ".join(rest))


def order_words(answer: Answer) -> Iterator[str]:
    """What an answer says of the order as a whole."""
    if answer.shippable is not None:
        yield f"the whole order can ship: {answer.shippable}"
    if answer.reservations:
        yield plain(f"reservations: {', '.join(answer.reservations)}")


def fault_words(index: int, fault: Fault) -> str:
    """One fault of the plan: what, where, when."""
    said = {name: value for name, value in builtins(fault).items() if value is not None and name != "kind"}
    said = {name: value for name, value in said.items() if (name, value) not in (("from_s", 0), ("retryable", True))}
    return plain(" ".join([f"#{index}", fault.kind.value, *(f"{name}={value}" for name, value in said.items())]))


def rule_words(task: Task) -> Iterator[tuple[str, str]]:
    """What binds the agent, as (name, words); limits that limit nothing are left out."""
    for line in task.lines:
        yield f"line {line.line}", f"{line.quantity} x {line.sku}"
    yield "ask", " > ".join(task.priority)
    yield "sourcing", _sourcing(task)
    yield "retry", _retry(task)
    spending = [f"{name} {limit}" for name, limit in builtins(task.budget).items() if limit is not None]
    if spending:
        yield "budget", ", ".join(spending)
    if task.asks_to_reserve:
        yield "also", "the customer asks for a reservation"


def _sourcing(task: Task) -> str:
    sourcing = task.sourcing
    said = [_SPLITS[sourcing.split]]
    said += [f"at most {sourcing.max_sources} sources"] if sourcing.max_sources is not None else []
    said += [f"{sourcing.min_per_source} or more from each"] if sourcing.min_per_source > 1 else []
    said += [f"in packs of {sourcing.pack}"] if sourcing.pack > 1 else []
    said += ["ship complete"] if sourcing.completeness.value == "order" else []
    silent = "stop there" if task.on_unreachable is OnUnreachable.HOLD else "skip and say so"
    return ", ".join([*said, f"a silent warehouse: {silent}"])


def _retry(task: Task) -> str:
    retry = task.retry
    said = [f"{retry.max_attempts} attempts", f"timeout {retry.timeout_s} s"]
    said += [f"{retry.backoff_s} s between"] if retry.backoff_s else []
    said += [f"figures at most {task.max_age_s} s old"] if task.max_age_s is not None else []
    return ", ".join(said)


def _json(value: object) -> str:
    return json.dumps(thaw(value), ensure_ascii=False, sort_keys=True)


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"
