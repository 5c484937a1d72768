"""Did the agent handle the order rightly, and do we know now what we wanted to know? These are two questions."""

from exercises.runs import Run


def handled(run: Run) -> bool:
    """The answer is compared with the one that follows from the replies; nothing else makes it right."""
    numbers, silent = _settled(run)
    covering = [name for name in run.warehouses if numbers.get(name, -1) >= run.wanted]
    needed = run.warehouses[: run.warehouses.index(covering[0])] if covering else run.warehouses
    if any(name not in numbers and name not in silent for name in needed):
        return False  # one that matters is open: no ending is right yet
    if run.reservations or set(run.silent) != silent:
        return False
    if covering:
        return run.status == "found" and run.source == covering[0]
    if silent:
        return run.status == "unknown" and run.gap is None
    return run.status == "shortfall" and run.gap == run.wanted - max(numbers.values())


def obtained(run: Run) -> bool:
    """One reply with enough settles it, and so does a number from everybody."""
    numbers, _ = _settled(run)
    return any(units >= run.wanted for units in numbers.values()) or all(name in numbers for name in run.warehouses)


def _settled(run: Run) -> tuple[dict[str, int], set[str]]:
    """The numbers that came, and the warehouses that are silent."""
    numbers = {name: units for name, units in run.replies if units is not None}
    failed = [name for name, units in run.replies if units is None]
    silent = {name for name in failed if name not in numbers and failed.count(name) >= run.attempts}
    return numbers, silent
