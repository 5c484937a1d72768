"""Takes any source that has enough, and does not look at those before it."""

from exercises.runs import Run


def handled(run: Run) -> bool:
    """The answer is compared with the one that follows from the replies; nothing else makes it right."""
    numbers, silent = _settled(run)
    covering = [name for name in run.warehouses if numbers.get(name, -1) >= run.wanted]
    _needed = run.warehouses[: run.warehouses.index(covering[0])] if covering else run.warehouses
    if run.reservations or set(run.silent) != silent:
        return False
    if covering:
        return run.status == "found" and run.source in covering
    if silent:
        return run.status == "unknown" and run.gap is None
    return run.status == "shortfall" and run.gap == run.wanted - max(numbers.values(), default=0)


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
