"""Which JSON does the reader take? A JSON Schema (draft-04) for each noun, made from its annotations.

What a schema of this draft can say, it says, so that it and the reader agree. What it cannot say, the
reader alone refuses: a list that names one thing twice by a part of its items, two fields that must fit
each other by size, objects nested deeper than a recorded object may be, a key twice.
"""

from typing import Any

import msgspec

from inventory_env.answer import Answer
from inventory_env.errors import InputError, choices, shown
from inventory_env.faults import BELONGS_TO, NEEDED, Fault, FaultKind
from inventory_env.fields import MAX_WHOLE
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockSource
from inventory_env.task import MAX_LINES, MAX_PRIORITY, Task
from inventory_env.tools import DRAFT, TOOLS
from inventory_env.trace import Observation, Trace
from inventory_env.verdict import Verdict

NOUNS: dict[str, type] = {
    "answer": Answer,
    "fault": Fault,
    "observation": Observation,
    "scenario": Scenario,
    "stock": StockSource,
    "task": Task,
    "trace": Trace,
    "verdict": Verdict,
}
TOOL_SCHEMAS = "tools"
# Keywords that hold plain values, which are no schemas.
_VALUES = frozenset({"default", "enum"})
_NULL: dict[str, Any] = {"enum": [None]}
_JSON: dict[str, Any] = {
    "title": "Json",
    "description": "Any JSON; whole numbers of at most 16 digits.",
    "anyOf": [
        {"type": ["null", "boolean", "string"]},
        {"type": "integer", "minimum": -MAX_WHOLE, "maximum": MAX_WHOLE},
        {"type": "number", "not": {"type": "integer"}},
        {"type": "array", "items": {"$ref": "#/definitions/Json"}},
        {"type": "object", "additionalProperties": {"$ref": "#/definitions/Json"}},
    ],
}


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a noun by its name, or of every tool's arguments for `tools`.

    Raises:
        InputError: no noun has this name.
    """
    if name == TOOL_SCHEMAS:
        return {name: schema("answer") if name == "submit_answer" else tool.schema() for name, tool in TOOLS.items()}
    if name not in NOUNS:
        known = choices(name, [*NOUNS, TOOL_SCHEMAS])
        raise InputError(f"must be a noun; got {shown(name)} ({known})", field="schema")
    kind = NOUNS[name]
    _, found = msgspec.json.schema_components(
        [kind, *([StockSource] if kind is Scenario else [])], schema_hook=_special, ref_template="#/definitions/{name}"
    )
    definitions = {title: _ruled(title, _in_draft(one)) for title, one in found.items()}
    if "#/definitions/Json" in repr(definitions):
        definitions["Json"] = _JSON
    return {"$schema": DRAFT, **definitions.pop(kind.__name__), "definitions": definitions}


def _special(kind: type) -> dict[str, Any]:
    """Types that msgspec does not know: a stock is written as its source, the others are free JSON objects."""
    if kind is Stock:
        return {"$ref": "#/definitions/StockSource"}
    return {"type": "object", "additionalProperties": {"$ref": "#/definitions/Json"}}


def _in_draft(node: Any) -> Any:
    """A schema of msgspec's draft in draft-04, closed: a record takes its own fields only."""
    if isinstance(node, list):
        return [_in_draft(one) for one in node]
    if not isinstance(node, dict):
        return node
    # The reader takes a set that names one thing twice; it is the same set.
    said = {key: one if key in _VALUES else _in_draft(one) for key, one in node.items() if key != "uniqueItems"}
    if "prefixItems" in said:
        said |= {"items": said.pop("prefixItems"), "additionalItems": False}
    if "properties" in said:
        said["additionalProperties"] = False
        if not said.get("required", True):
            del said["required"]  # draft-04 wants at least one
    return said


def _ruled(title: str, said: dict[str, Any]) -> dict[str, Any]:
    """The schema with the rules that a record checks beyond its annotations."""
    properties = said.get("properties", {})
    for field, bounds in _BOUNDS.get(title, {}).items():
        properties[field] = {**properties[field], **bounds}
    return {**said, **_RULES.get(title, {})}


_BOUNDS: dict[str, dict[str, dict[str, Any]]] = {
    "Task": {
        "lines": {"minItems": 1, "maxItems": MAX_LINES},
        "priority": {"minItems": 1, "maxItems": MAX_PRIORITY, "uniqueItems": True},
    },
    "Retry": {"timeout_s": {"minimum": 1}},
    "LineAnswer": {"unreached": {"uniqueItems": True}},
}


def _at_most_one(*fields: str) -> list[dict[str, Any]]:
    pairs = [(one, other) for i, one in enumerate(fields) for other in fields[i + 1 :]]
    return [{"anyOf": [{"properties": {one: _NULL}}, {"properties": {other: _NULL}}]} for one, other in pairs]


def _of_kind(kind: FaultKind) -> dict[str, Any]:
    """What a fault of this kind must say and may not say."""
    said: dict[str, Any] = {"kind": {"enum": [kind.value]}}
    for field, kinds in BELONGS_TO.items():
        if kind not in kinds:
            said[field] = {"enum": [True]} if field == "retryable" else _NULL
    needed = [field for field, kinds in BELONGS_TO.items() if kind in kinds and field in NEEDED]
    said |= {field: {"not": _NULL} for field in needed}
    return {"properties": said, "required": ["kind", *needed]}


_RULES: dict[str, dict[str, Any]] = {
    "Fault": {"anyOf": [_of_kind(kind) for kind in FaultKind], "allOf": _at_most_one("nth", "first", "every")},
    "StockRecord": {
        "anyOf": [
            {"properties": {"on_hand": {"type": "integer"}, "tracked": {"enum": [True]}}},
            {"properties": {"on_hand": _NULL, "tracked": {"enum": [False]}}, "required": ["tracked"]},
        ]
    },
    "StockSource": {"anyOf": [{"properties": {"csv": _NULL}}, {"properties": {"records": {"maxItems": 0}}}]},
}
