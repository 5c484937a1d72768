"""How does a shell reach all this? One command a module, imported when it is asked for.

Exit codes: 0 done, 1 faults found, 2 wrong use or bad input, 3 our own fault, 130 Ctrl-C.
"""

import importlib
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from graders.lingering import leave_without
from graders.printing import STDOUT, PipeClosed, flush, plain, say, tell, unsaid
from graders.version import PACKAGE as PROGRAM
from graders.version import package_version
from inventory_env.errors import InputError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# In the order of the help; each is the module of that name in graders/commands.
COMMANDS = (
    "validate", "audit", "floor", "run", "report", "compare", "grade", "show", "review", "claims", "replay", "generate",
    "ledger", "lint", "suites", "agents", "rules", "schema",
)  # fmt: skip
# Where other packages hang their commands: a name and a function, or a typer app.
GROUP = "inventory_env.commands"
TRACEBACK = "INVENTORY_ENV_TRACEBACK"
SOUND, FAULTS, WRONG_USE, OWN_FAULT, PIPE_CLOSED, INTERRUPTED = 0, 1, 2, 3, 141, 130


def main() -> None:
    """Run the command line that the shell gave, and leave with its exit code."""
    code = status(sys.argv[1:])
    leave_without(code)
    sys.exit(code)


def status(arguments: Sequence[str]) -> int:
    """Run one command line; everything that goes wrong becomes one line on standard error.

    Args:
        arguments: what stands after the program's name.

    Returns:
        The exit code.
    """
    _never_fail_to_print()
    try:
        code = app(arguments)(list(arguments), standalone_mode=False, prog_name=PROGRAM)
        flush()
        if code == INTERRUPTED:  # typer makes this of Ctrl-C, without a word
            tell("interrupted")
        return code if isinstance(code, int) else SOUND
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else OWN_FAULT
    except (KeyboardInterrupt, typer.Abort):
        tell("interrupted")
        return INTERRUPTED
    except PipeClosed:
        unsaid()
        return PIPE_CLOSED
    except InputError as error:
        if error.field == STDOUT:
            unsaid()
        return _wrong(error)
    except Exception as error:  # noqa: BLE001 - the last net: a traceback is no answer
        return _usage(error) if hasattr(error, "exit_code") else _own_fault(error)


def app(arguments: Sequence[str] = ()) -> typer.Typer:
    """The command line as a typer app: with the one command asked for, or with all of them.

    Args:
        arguments: what stands after the program's name.
    """
    whole = typer.Typer(
        help="Does an agent that says 'in stock' know it? A read-only warehouse, and judges of what is said about it.",
        epilog=_epilog((f"{PROGRAM} validate", f"{PROGRAM} show --agent careful --suite worked --id E01")),
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    whole.callback(invoke_without_command=True)(_top)
    if "--version" in arguments[:1]:
        return whole
    asked = next((one for one in arguments if not one.startswith("-")), None)
    for name in COMMANDS:
        if name == asked or asked not in COMMANDS:
            _hang_own(whole, name)
    if asked not in COMMANDS:
        for entry in _entry_points():
            _hang_foreign(whole, entry, asked=asked == entry.name)
    return whole


def _top(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    if version:
        say(f"{PROGRAM} {package_version()}")
    elif context.invoked_subcommand is None:
        say(context.get_help())
    if version:
        raise typer.Exit


def _hang_own(whole: typer.Typer, name: str) -> None:
    module = importlib.import_module(f"graders.commands.{name}")
    whole.command(name, epilog=_epilog(module.EXAMPLES))(module.command)


def _epilog(examples: Sequence[str]) -> str:
    # \b keeps the lines apart: help texts are wrapped otherwise.
    return "\n".join(("\b", "Example:" if len(examples) == 1 else "Examples:", *(f"  {one}" for one in examples)))


def _entry_points() -> "Iterator[EntryPoint]":
    """What other packages hang here, ordered; a name that is taken is passed over."""
    from importlib import metadata

    taken = set(COMMANDS)
    for entry in sorted(metadata.entry_points(group=GROUP), key=lambda one: (one.name, one.value)):
        if entry.name not in taken:
            taken.add(entry.name)
            yield entry


def _hang_foreign(whole: typer.Typer, entry: "EntryPoint", *, asked: bool) -> None:
    try:
        command = entry.load()
    except Exception as error:  # noqa: BLE001 - another package may raise anything
        rule = f"cannot be loaded from {entry.value}; {type(error).__name__}: {plain(str(error))}"
        if asked:
            raise InputError(rule, field=f"command {entry.name}") from None
        whole.command(entry.name, help=f"({rule})")(_nothing)
        return
    if isinstance(command, typer.Typer):
        whole.add_typer(command, name=entry.name)
    else:
        whole.command(entry.name)(command)


def _nothing() -> None:
    """Stands in the help for a command that cannot be loaded."""


def _never_fail_to_print() -> None:
    """Let what the terminal's encoding cannot say be written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _wrong(error: InputError) -> int:
    """A user's mistake, on one line, or on one for each bad row of a file; a name may hold anything."""
    field, path = (None if one is None else plain(one) for one in (error.field, error.path))
    told = InputError("\n".join(map(plain, error.rule.split("\n"))), field=field, path=path, line=error.line)
    tell(f"error: {told}")
    return WRONG_USE


def _usage(error: Exception) -> int:
    """Typer's own errors, told by what they carry: where their class lives differs between its versions."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else PROGRAM
    tell(f"error: {plain(error.format_message())} (try '{path} --help')")  # type: ignore[attr-defined]
    return WRONG_USE


def _own_fault(error: Exception) -> int:
    if os.environ.get(TRACEBACK):
        traceback.print_exception(error)
    first = plain(str(error).split("\n")[0])
    hint = "" if os.environ.get(TRACEBACK) else f"; set {TRACEBACK}=1 for the traceback"
    tell(f"fault of {PROGRAM} itself: {type(error).__name__}: {first}{hint}")
    return OWN_FAULT
