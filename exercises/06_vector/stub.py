"""What happened in a run, before anybody boils it down to one number?"""

from typing import Any

from exercises.shop import Change, Trace, change_of, diff

# What you may need of a trace:
#   trace.calls           each with .tool, .arguments and .observation (.ok; where it is False: .error.code)
#   change_of(call)       the Change that a write call asks for, its key apart; None for a read
#   trace.before, .after  the shop; .audit holds one row for each write that was done, and row.change says which
#   trace.stop            why the run ended
#   diff(before, after)   .created, .modified, .deleted


def complete(record: dict[str, Any]) -> bool:
    """Whether a record, as it was read from a JSON file, holds what a grader needs: exactly if

    - "calls" is a list (it may be empty), and each of it is a dict with
        - "tool": a text that is not empty,
        - "arguments": a dict (it may be empty),
        - "observation": a dict whose "ok" is True or False; where it is False, "error" is a dict with a text "code";
    - "before" and "after" are dicts that are not empty: the whole state at the start and at the end;
    - "stop" is a text that is not empty: why the run ended.
    """
    raise NotImplementedError("complete is still to be written")


def vector(trace: Trace, wanted: Change) -> dict[str, Any]:
    """What happened, one key each:

    - "tried": how many calls asked for the wanted change, whatever came of them;
    - "refused": how many of those the shop refused (an error whose code is not TIMEOUT);
    - "unanswered": how many of those had no reply (TIMEOUT: they may have been done, or not);
    - "done": how many times the wanted change was really made;
    - "created", "modified", "deleted": tuples of paths;
    - "stop": why the run ended.
    """
    raise NotImplementedError("vector is still to be written")


def exactly_once(trace: Trace, wanted: Change) -> bool:
    """Whether the wanted change was really made once, and no other write was made beside it."""
    raise NotImplementedError("exactly_once is still to be written")
