"""How far is the work? A bar on standard error, for a person who has waited a second."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
# Work that is over sooner needs no bar.
PATIENCE_S = 1.0


def watched(items: Iterable[T], total: int, about: str | Callable[[], str]) -> Iterator[T]:
    """The same items; a bar follows them on a terminal once they take longer than a second.

    Args:
        items: the work, one after the other.
        total: how many there are.
        about: what is done, before the bar; asked anew with every item where it is a function.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield from items
        return
    began, source = time.monotonic(), enumerate(items, 1)
    for done, item in source:
        yield item
        if time.monotonic() - began > PATIENCE_S:
            yield from _with_bar(source, done, total, about)


def _with_bar(source: Iterator[tuple[int, T]], done: int, total: int, about: str | Callable[[], str]) -> Iterator[T]:
    try:
        from rich.console import Console
        from rich.progress import Progress
    except ImportError:  # a bar is a comfort, no need
        yield from (item for _, item in source)
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        words = about if callable(about) else lambda: about
        task = bar.add_task(words(), total=total, completed=done)
        for number, item in source:
            yield item
            bar.update(task, completed=number, description=words())
