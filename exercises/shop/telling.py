"""How is a run told to a reader? A line for each event, and what differs at the end."""

from collections.abc import Iterator

from exercises.shop.desk import told
from exercises.shop.state import diff
from exercises.shop.trace import Speaker, Trace, Turn
from inventory_env.trace import Call


def shown(trace: Trace) -> str:
    """A run in a few lines: what was said and called, and what the two states differ in."""
    return "\n".join((*(_turn(one) if isinstance(one, Turn) else _call(one) for one in trace.events), *_diff(trace)))


def _turn(turn: Turn) -> str:
    if turn.change is not None and turn.speaker is Speaker.AGENT:
        return f"{turn.turn_id} agent asks about: {told(turn.change)}"
    if turn.change is not None:
        return f"{turn.turn_id} customer: {'yes' if turn.yes else 'no'}, to: {told(turn.change)}"
    claims = "".join(f" [claims: {said.claim}, {said.order}]" for said in turn.claims)
    return f"{turn.turn_id} {turn.speaker}: {turn.text}{claims}"


def _call(call: Call) -> str:
    arguments = ", ".join(_argument(name, value) for name, value in call.arguments.items())
    error = call.observation.error
    return f"{call.call_id} {call.tool}({arguments}) -> {'ok' if error is None else f'{error.code}: {error.message}'}"


def _argument(name: str, value: object) -> str:
    if isinstance(value, dict):
        return f"{name}={', '.join(str(value[part]) for part in ('street', 'postcode', 'city') if part in value)}"
    return f"{name}={'+'.join(map(str, value)) if isinstance(value, tuple) else value}"


def _diff(trace: Trace) -> Iterator[str]:
    found = diff(trace.before, trace.after)
    parts = [
        f"{word} {', '.join(names)}"
        for word, names in (("created", found.created), ("deleted", found.deleted))
        if names
    ]
    yield f"state: {'; '.join([*parts[:1], *_modified(found.modified), *parts[1:]]) or 'as before'}"


def _modified(paths: tuple[str, ...]) -> Iterator[str]:
    """The paths, each record named once."""
    fields: dict[str, list[str]] = {}
    for path in paths:
        kind, name, field = path.split("/", 2)
        fields.setdefault(f"{kind}/{name}", []).append(field)
    yield from (f"modified {record}: {', '.join(names)}" for record, names in fields.items())
