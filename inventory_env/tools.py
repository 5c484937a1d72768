"""Which tools are there, and what arguments do they take? One table, for the reader and the schema."""

import enum
from typing import Annotated, Any

import attrs
import msgspec

from inventory_env.errors import InputError, choices
from inventory_env.fields import NAME_PATTERN, Name, Positive, Seconds, Whole, conform
from inventory_env.frozen_json import FrozenJson

# Of the drafts in use, the last one in which 5.0 is no integer.
DRAFT = "http://json-schema.org/draft-04/schema#"


class ToolKind(enum.StrEnum):
    """What using a tool does."""

    READ = "read"
    WAIT = "wait"
    FINISH = "finish"
    WRITE = "write"


@attrs.frozen
class Parameter:
    """One argument.

    Attributes:
        name: its name.
        hint: the annotation that its values hold to.
        required: whether a call must give it.
    """

    name: str
    hint: Any
    required: bool = True


@attrs.frozen
class Tool:
    """One tool of the catalogue.

    Attributes:
        name: as called.
        kind: what using it does.
        description: for the agent.
        parameters: its arguments; for submit_answer none, as its schema is the answer's.
    """

    name: str
    kind: ToolKind
    description: str
    parameters: tuple[Parameter, ...] = ()

    def check(self, arguments: FrozenJson) -> None:
        """Hold a call's arguments to the tool's parameters.

        Raises:
            InputError: naming the argument, the rule and the value got.
        """
        known = _CHECKS[self.name]
        given = 0
        for name, (hold, required) in known.items():
            if name in arguments:
                hold(arguments[name])
                given += 1
            elif required:
                raise InputError("must be given", field=name)
        if given < len(arguments):
            name = next(name for name in arguments if name not in known)
            raise InputError(f"is no argument of {self.name} ({choices(name, known)})", field=name)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its arguments."""
        required = [one.name for one in self.parameters if one.required]
        return {
            "$schema": DRAFT,
            "type": "object",
            "properties": {one.name: msgspec.json.schema(one.hint) for one in self.parameters},
            **({"required": required} if required else {}),  # this draft wants at least one
            "additionalProperties": False,
        }


_SKU = Parameter("sku", Name)
_WAREHOUSE = Parameter("warehouse", Name)
_QUANTITY = Parameter("quantity", Positive)
# A cursor holds a name and a few letters more.
_CURSOR = Parameter("cursor", Annotated[str, msgspec.Meta(min_length=1, max_length=140, pattern=NAME_PATTERN)], False)

TOOLS = {
    tool.name: tool
    for tool in (
        Tool("list_warehouses", ToolKind.READ, "Lists the warehouses, page by page.", (_CURSOR,)),
        Tool("get_item", ToolKind.READ, "Says whether an article exists.", (_SKU,)),
        Tool(
            "get_stock", ToolKind.READ, "Gives the stock figures of one article in one warehouse.", (_SKU, _WAREHOUSE)
        ),
        Tool(
            "list_stock",
            ToolKind.READ,
            "Lists the stock figures of one warehouse, page by page, ordered by article.",
            (_WAREHOUSE, _CURSOR, Parameter("limit", Positive, required=False)),
        ),
        Tool(
            "get_incoming", ToolKind.READ, "Lists expected deliveries; they are not available now.", (_SKU, _WAREHOUSE)
        ),
        Tool("get_policy", ToolKind.READ, "Gives the sourcing rules of this task."),
        Tool("wait", ToolKind.WAIT, "Lets virtual time pass.", (Parameter("seconds", Seconds),)),
        Tool("submit_answer", ToolKind.FINISH, "Submits the report on the order."),
        Tool("create_reservation", ToolKind.WRITE, "Reserves stock.", (_SKU, _WAREHOUSE, _QUANTITY)),
        Tool(
            "create_transfer",
            ToolKind.WRITE,
            "Moves stock between warehouses.",
            (_SKU, Parameter("from_warehouse", Name), Parameter("to_warehouse", Name), _QUANTITY),
        ),
        Tool("create_order", ToolKind.WRITE, "Orders stock from a supplier.", (_SKU, _QUANTITY)),
        Tool("adjust_stock", ToolKind.WRITE, "Sets a stock figure.", (_SKU, _WAREHOUSE, Parameter("on_hand", Whole))),
    )
}

READ_TOOLS = frozenset(tool.name for tool in TOOLS.values() if tool.kind is ToolKind.READ)
WRITE_TOOLS = frozenset(tool.name for tool in TOOLS.values() if tool.kind is ToolKind.WRITE)
# Always on offer, whatever the task lists: without them no run could end in order.
ALWAYS_OFFERED = frozenset({"wait", "submit_answer"})

_CHECKS = {
    tool.name: {one.name: (conform(one.hint, one.name), one.required) for one in tool.parameters}
    for tool in TOOLS.values()
}
