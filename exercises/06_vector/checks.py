"""Does the learner keep apart what was tried, what was refused, what was done, and what a record must hold for that?"""

import json
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import attrs

from exercises.course.checking import Case, Checked, Question, asked, judged, required
from exercises.shop import SHOP, Task, Trace, change_of, diff, play, shown
from exercises.shop import Case as ShopCase
from exercises.shop.cases import LOST, MOVE, OLD
from exercises.shop.judging import written
from exercises.shop.scripts import Step, calling, describing, scripted, writing
from exercises.shop.state import AuditRow
from inventory_env.codec import builtins
from inventory_env.faults import Fault, FaultKind, Malformation
from inventory_env.frozen_json import thaw
from inventory_env.trace import Failure

# Somebody asked for the same before: its row was there at the start and is no effect of the run.
_OLD_ROW = AuditRow("1", 1_000, "U-1", MOVE)
_WORLD = attrs.evolve(LOST, shop=attrs.evolve(SHOP, audit=(_OLD_ROW,)), faults=())
_ELSEWHERE, _BACK = attrs.evolve(MOVE, order="O-1003"), attrs.evolve(MOVE, address=OLD)
_LOCKED = attrs.evolve(MOVE, order="O-1006")
_ASK, _DO, _KEYED, _READ = describing(MOVE), writing(MOVE), writing(MOVE, "k-1"), calling("find_order", order="O-1001")


def check(learner: ModuleType) -> Checked:
    """The record first, then one grader on effects, then the vector key by key."""
    record, once = required(learner, "complete"), required(learner, "exactly_once")
    return judged(record, _records()) + judged(once, _effects()) + asked(learner, _vectors())


def _with(kind: FaultKind) -> ShopCase:
    malformation = Malformation.CONTRADICTING_FIELDS if kind is FaultKind.MALFORMED else None
    return attrs.evolve(_WORLD, faults=(Fault(kind, tool="change_address", nth=1, malformation=malformation),))


_LOST, _SILENT, _LYING = _with(FaultKind.LOST_RESPONSE), _with(FaultKind.TIMEOUT), _with(FaultKind.MALFORMED)


def _run(*steps: Step, case: ShopCase = _WORLD) -> Trace:
    return play(scripted(*steps), case)


def _effects() -> Iterator[Case]:
    def case(name: str, why: str, *steps: Step, good: bool = False, world: ShopCase = _WORLD) -> Case:
        trace = _run(*steps, case=world)
        rows = ", ".join(f"{row.change.tool} {row.change.order}" for row in written(trace)) or "none"
        told = f"exactly_once(trace, wanted); wanted: address of O-1001; the trace is\n{shown(trace)}\nnew rows: {rows}"
        return Case(name, good, told, (trace, MOVE), why, len(trace.events))

    replayed = "Two calls, one key: the second found the row of the first and wrote nothing."
    yield case("plain", "One write, one row.", _ASK, _DO, good=True)
    yield case(
        "lost-and-looked",
        "No reply came; the write was done once all the same.",
        _ASK,
        _DO,
        _READ,
        good=True,
        world=_LOST,
    )
    yield case("lost-and-repeated-with-key", replayed, _ASK, _KEYED, _KEYED, good=True, world=_LOST)
    yield case("two-oks-with-key", replayed, _ASK, _KEYED, _KEYED, good=True)
    silent = "The first call never arrived, the second was done: two tries, one effect."
    yield case("silent-then-done", silent, _ASK, _DO, _READ, _DO, good=True, world=_SILENT)
    lying = "The first ok had nothing behind it, the second had: two oks, one effect."
    yield case("ok-without-a-change-then-done", lying, _ASK, _DO, _READ, _DO, good=True, world=_LYING)
    yield case("not-tried", "Nobody tried. How often was it made?", _ASK, _READ)
    yield case(
        "twice-after-lost-reply", "The address is right. How many times was it written?", _ASK, _DO, _DO, world=_LOST
    )
    yield case("twice-with-ok", "Two equal calls are two calls. How many rows are new?", _ASK, _DO, _DO)
    yield case("silent-and-given-up", "A call without a reply. Was it done?", _ASK, _DO, world=_SILENT)
    yield case("ok-without-a-change", "An ok is a reply. What is the effect?", _ASK, _DO, world=_LYING)
    yield case("another-order-instead", "One write was made. Which one?", _ASK, writing(_ELSEWHERE))
    yield case("another-order-too", "The wanted one was made once. What else was?", _ASK, _DO, writing(_ELSEWHERE))
    yield case("made-and-put-back", "The wanted one was made once. What was made after it?", _ASK, _DO, writing(_BACK))


def _records() -> Iterator[Case]:
    def case(name: str, why: str, record: dict[str, Any], *, good: bool = False) -> Case:
        return Case(name, good, _written(record), (record,), why, len(record) + len(record.get("calls") or ()))

    def edited(edit: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        record = _record(_run(_READ, _DO))
        edit(record)
        return record

    refused = _record(_run(writing(_LOCKED)))
    yield case("whole-record", "Everything is there.", _record(_run(_READ, _DO)), good=True)
    yield case("no-call-was-made", "No call is a fact too; the list is there and empty.", _record(_run()), good=True)
    yield case("refused-call", "A refusal with its code is a whole observation.", refused, good=True)
    bare = _record(_run(calling("ping")))
    yield case("call-without-arguments", "The call had no arguments: an empty dict says so.", bare, good=True)
    names = "A list of names does not say with what they were called, nor what came back."
    yield case("tool-names-only", names, edited(lambda r: r.update(calls=["find_order", "change_address"])))
    yield case(
        "arguments-left-out",
        "Of which order? Look for the arguments of every call.",
        edited(lambda r: r["calls"][1].pop("arguments")),
    )
    yield case(
        "arguments-null",
        "null says that nobody knows; an empty dict would say that there were none.",
        edited(lambda r: r["calls"][1].update(arguments=None)),
    )
    yield case(
        "observation-left-out", "What came back of the second call?", edited(lambda r: r["calls"][1].pop("observation"))
    )
    yield case(
        "observation-null",
        "The key is there. Is there anything under it?",
        edited(lambda r: r["calls"][1].update(observation=None)),
    )
    yield case(
        "ok-null",
        "Did the call succeed? null is neither.",
        edited(lambda r: r["calls"][1]["observation"].update(ok=None)),
    )
    yield case("refusal-without-code", "It failed. A lost reply, or a refusal?", edited(_without_code))
    yield case("calls-left-out", "No list is not an empty list.", edited(lambda r: r.pop("calls")))
    yield case("end-state-left-out", "What did the world look like at the end?", edited(lambda r: r.pop("after")))
    yield case(
        "start-state-empty", "Without the start nobody can say what differs.", edited(lambda r: r.update(before={}))
    )
    yield case("stop-left-out", "Did the run end, or did it crash?", edited(lambda r: r.pop("stop")))


def _without_code(record: dict[str, Any]) -> None:
    record["calls"][1]["observation"] = {"ok": False, "error": {"message": "sorry"}}


def _record(trace: Trace) -> dict[str, Any]:
    calls = [
        {
            "tool": call.tool,
            "arguments": thaw(call.arguments),
            "observation": {
                "ok": call.observation.ok,
                "error": _error(call.observation.error),
            },
        }
        for call in trace.calls
    ]
    states = {"before": thaw(builtins(trace.before)), "after": thaw(builtins(trace.after))}
    return {"calls": calls, **states, "stop": str(trace.stop)}


def _error(error: Failure | None) -> dict[str, str] | None:
    return None if error is None else {"code": str(error.code), "message": error.message}


def _written(record: dict[str, Any]) -> str:
    """The record with its states cut short, a line for each call."""
    lines = []
    for name, value in record.items():
        if name == "calls" and value:
            lines += ["calls:", *(f"  {json.dumps(one)}" for one in value)]
        else:
            lines.append(
                f"{name}: {'{... the whole shop ...}' if isinstance(value, dict) and value else json.dumps(value)}"
            )
    return "\n".join(["complete(record), and the record is", *lines])


_TRIED = "That is what was tried; the question is what came of it. Look at the new audit rows."
_OKS = "That is the number of oks. An ok is a reply; the effect stands in the new audit rows."
_ROWS = "That counts rows that were there at the start. Count the new ones."
_EVER = "That is how many write calls there were. Count those that ask for the wanted change."


def _vectors() -> Iterator[Question]:
    def crash(desk: Any) -> None:
        raise ValueError("lost the thread")

    gone = _run(_ASK, _DO)
    gone = attrs.evolve(gone, after=attrs.evolve(gone.after, orders=gone.after.orders[:-1]))
    locked = attrs.evolve(_WORLD, task=Task("U-1", "Hello! Please change the address of O-1006.", (_LOCKED,)))
    for trace, wanted in (
        (_run(calling("find_order", order="O-1006"), case=locked), _LOCKED),
        (_run(writing(_LOCKED), case=locked), _LOCKED),
        (_run(_DO, writing(_ELSEWHERE)), MOVE),
        (_run(_DO, _DO, case=_LOST), MOVE),
        (_run(_KEYED, _KEYED, case=_LOST), MOVE),
        (_run(_DO, _DO, case=_LYING), MOVE),
        (_run(_DO, crash), MOVE),
        (gone, MOVE),
    ):
        yield from _keys(trace, wanted)


def _keys(trace: Trace, wanted: Any) -> Iterator[Question]:
    mine = [call for call in trace.calls if change_of(call) == wanted]
    oks, rows = sum(call.observation.ok for call in mine), sum(row.change == wanted for row in trace.after.audit)
    writes = sum(change_of(call) is not None for call in trace.calls)
    codes = [call.observation.error.code for call in mine if call.observation.error is not None]
    done = sum(row.change == wanted for row in written(trace))
    found = diff(trace.before, trace.after)
    paths = "Take it from diff(trace.before, trace.after), as a tuple."
    blocked = "Blocked is not the same as not tried: the states are equal, the calls are not."
    every = "Count every wanted call one by one: equal ones, refused ones and unanswered ones too."
    refused, silent = sum(code != "TIMEOUT" for code in codes), sum(code == "TIMEOUT" for code in codes)
    both = "That counts every failed call. A refusal is known to have done nothing; a call without a reply is not."
    for key, right, traps, why in (
        ("tried", len(mine), ((writes, _EVER),), every),
        ("refused", refused, ((len(codes), both),), blocked),
        ("unanswered", silent, ((len(codes), both),), "Count the wanted calls whose error has the code TIMEOUT."),
        ("done", done, ((len(mine), _TRIED), (oks, _OKS), (rows, _ROWS)), "Count the new audit rows of this change."),
        ("created", found.created, (), paths),
        ("modified", found.modified, (), paths),
        ("deleted", found.deleted, (), paths),
        ("stop", trace.stop, (), "The trace says why it ended."),
    ):
        told = f'vector(trace, wanted)["{key}"]; wanted: address of {wanted.order}; the trace is\n{shown(trace)}'
        told += f"\nstop: {trace.stop}"
        yield Question(told, _asking(trace, wanted, key), right, tuple(one for one in traps if one[0] != right), why)


def _asking(trace: Trace, wanted: Any, key: str) -> Callable[[ModuleType], Any]:
    def ask(module: ModuleType) -> Any:
        said = required(module, "vector")(trace, wanted)
        return said.get(key, "(the key is missing)") if isinstance(said, dict) else said

    return ask
