"""How does a record look to a person? As the call that makes it, without what is there by default.

Hypothesis prints falsifying examples, and notebooks print results, by the method `_repr_pretty_`.
"""

import enum
from typing import Any, Protocol

import attrs

_INDENT = 4
# A prompt has two thousand characters, all of which follow from the fields beside it.
_LONGEST = 60


class Printer(Protocol):
    """What this module needs of a pretty printer."""

    def text(self, obj: str) -> None: ...

    def breakable(self) -> None: ...

    def pretty(self, obj: Any) -> None: ...

    def begin_group(self, indent: int = 0, open: str = "") -> None: ...  # noqa: A002 - the printer's own word

    def end_group(self, dedent: int = 0, close: str = "") -> None: ...


def differing(record: Any, printer: Printer, cycle: bool) -> None:
    """Print an attrs record with those of its fields that differ from their defaults, long texts cut short.

    Args:
        record: an instance of an attrs class.
        printer: what is printed on.
        cycle: whether the record is inside itself; a frozen record never is.
    """
    printer.begin_group(_INDENT, f"{type(record).__name__}(")
    shown = [field for field in attrs.fields(type(record)) if getattr(record, field.name) != _default(field)]
    for place, field in enumerate(shown):
        if place:
            printer.text(",")
            printer.breakable()
        printer.text(f"{field.name}=")
        _value(getattr(record, field.name), printer)
    printer.end_group(_INDENT, ")")


def _default(field: "attrs.Attribute[Any]") -> Any:
    make = getattr(field.default, "factory", None)
    return make() if make else field.default


def _value(value: Any, printer: Printer) -> None:
    if isinstance(value, enum.Enum):
        printer.text(f"{type(value).__name__}.{value.name}")
    elif isinstance(value, str) and len(value) > _LONGEST:
        printer.text(repr(f"{value[:_LONGEST]}..."))
    else:
        printer.pretty(value)
