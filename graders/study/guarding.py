"""What may an agent not do to the study that plays it? End it, copy it, move it, interrupt it, or print for it."""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import NoReturn

import attrs


@attrs.define
class Interrupts:
    """Whether a person has pressed Ctrl-C.

    Attributes:
        heard: so far.
    """

    heard: bool = False


@contextlib.contextmanager
def listening() -> Iterator[Interrupts]:
    """Note a Ctrl-C: what an agent raises by itself is none, and what it swallows is one.

    Signals reach the main thread alone: in another one, none is heard.
    """
    interrupts, before = Interrupts(), signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield interrupts
        return
    answer: Callable[[int, FrameType | None], object] = before

    def hear(number: int, frame: FrameType | None) -> None:
        interrupts.heard = True
        answer(number, frame)

    signal.signal(signal.SIGINT, hear)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)


class Guarded:
    """While an agent plays in here, it cannot end us; after it we are where we were, and only once.

    `os._exit` raises SystemExit. A copy of this process that the agent has forked ends here: it would go on with
    the study as well. The working directory is set back. A class, because a generator takes twice as long, each run.
    """

    __slots__ = ("_folder", "_leave", "_own")

    def __enter__(self) -> None:
        own, leave = os.getpid(), os._exit

        def refuse(status: int) -> NoReturn:
            if os.getpid() != own:
                leave(status)
            raise SystemExit(status)

        self._own, self._leave, self._folder = own, leave, _folder()
        os._exit = refuse

    def __exit__(self, *_: object) -> None:
        if os.getpid() != self._own:
            self._leave(0)
        os._exit = self._leave
        if self._folder is not None and _folder() != self._folder:
            with contextlib.suppress(OSError):
                os.chdir(self._folder)


def _folder() -> str | None:
    try:
        return os.getcwd()  # noqa: PTH109 - a path object takes three times as long
    except OSError:  # it was deleted
        return None


@contextlib.contextmanager
def kept_from_stdout() -> Iterator[None]:
    """What an agent, or a program that it starts, writes past Python to standard output goes to standard error."""
    if sys.stdout is not None:
        sys.stdout.flush()
    try:
        before = os.dup(1)
    except OSError:  # it is closed
        yield
        return
    with contextlib.suppress(OSError):
        os.dup2(2, 1)
    try:
        yield
    finally:
        os.dup2(before, 1)
        os.close(before)
