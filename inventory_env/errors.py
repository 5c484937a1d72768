"""Every error this project raises: whose fault is it?

    InventoryEnvError
    ├── InputError          the user's file, argument or record breaks a rule
    │   └── MissingExtra    what was asked for needs a package that is not installed
    ├── EnvironmentFault    the world broke its own contract
    └── HarnessFault        the machinery around agent and world broke

An agent's fault is no exception of ours: it is data, recorded in the trace.
"""

import difflib
from collections.abc import Iterable


class InventoryEnvError(Exception):
    """The root of the tree; catching it catches everything that we raise on purpose."""


class InputError(InventoryEnvError, ValueError):
    """Something that a user wrote breaks a rule.

    The message reads `path:line: field must rule; got value`, each part where it is known.

    Attributes:
        rule: what must hold, a clause that follows the field's name.
        field: the dotted name of the field, `lines[0].quantity`, or None for the whole.
        path: the file, or None when the value was made in Python.
        line: the line in that file, counted from 1, or None.
    """

    def __init__(
        self, rule: str, *, field: str | None = None, path: str | None = None, line: int | None = None
    ) -> None:
        self.rule = rule
        self.field = field
        self.path = path
        self.line = line
        where = ":".join(str(part) for part in (path, line) if part is not None)
        what = f"{field} {rule}" if field else rule
        super().__init__(f"{where}: {what}" if where else what)

    def at(self, path: str, line: int | None = None) -> "InputError":
        """The same error, told with the file and the line it came from."""
        return InputError(self.rule, field=self.field, path=path, line=line)


class MissingExtra(InputError):
    """What was asked for needs a package that is not installed."""


class EnvironmentFault(InventoryEnvError):
    """The world broke its contract; the run says nothing about the agent."""


class HarnessFault(InventoryEnvError):
    """The machinery that runs and records broke; the run says nothing about the agent."""


def shown(value: object) -> str:
    """A short, one-line writing of a value for a message, never longer than 60 characters."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 256:
        return f"a whole number of about {value.bit_length() * 3 // 10} digits"
    try:
        text = repr(value[:60] if isinstance(value, str | bytes) else value)
    except (ValueError, RecursionError):  # numbers of thousands of digits, lists within lists
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def choices(name: str, options: Iterable[str]) -> str:
    """The list to choose from, with the nearest match first where there is one."""
    known = sorted(options)
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    return f"{hint}known: {', '.join(known) if known else 'none'}"
