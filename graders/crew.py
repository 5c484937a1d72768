"""Who does the work? Processes that each do one task after another; what they find comes back in order."""

import contextlib
import itertools
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, cast

import attrs

from graders.lingering import leave, leave_without
from inventory_env.errors import InputError

# Takes what was prepared and a task.
Work = Callable[[Any, Any], Any]
# So many tasks a process are done ahead of the one whose result is waited for.
_AHEAD = 4
# Real seconds that a process has to leave by itself.
_LEAVE_S = 5.0


@attrs.define
class Crew:
    """Processes at work.

    Attributes:
        members: each process with our end of its pipe.
        ended: what is said where one of them ends by itself.
        field: whose fault that is, as messages call it.
    """

    members: dict[Connection, BaseProcess]
    ended: str
    field: str = "grader"
    _doing: dict[Connection, int] = attrs.field(factory=dict, init=False)
    _numbers: Iterator[int] = attrs.field(factory=itertools.count, init=False)

    def map(self, work: Work, tasks: Iterable[Any]) -> Iterator[Any]:
        """The results in the order of the tasks; tasks are taken as they are needed, so there may be no end of them.

        Whoever needs no more results may leave the rest.

        Raises:
            InputError: a process has ended; else whatever the work raises.
        """
        source, begun, done = iter(tasks), deque[int](), dict[int, Any]()
        while True:
            while not begun or begun[0] not in done:
                room = max(0, _AHEAD * len(self.members) - len(begun))
                for pipe, task in zip(self.idle()[:room], source, strict=False):
                    self._doing[pipe] = next(self._numbers)
                    begun.append(self._doing[pipe])
                    self._send(pipe, (work, task))
                if not begun and self.idle():
                    return
                for pipe in cast(list[Connection], wait(list(self._doing))):
                    done[self._doing.pop(pipe)] = self._receive(pipe)
            good, result = done.pop(begun.popleft())
            if not good:
                raise result
            yield result

    def idle(self) -> list[Connection]:
        """The pipes of those that have no task."""
        return [pipe for pipe in self.members if pipe not in self._doing]

    def _send(self, pipe: Connection, told: Any) -> None:
        try:
            pipe.send(told)
        except OSError:
            raise self._lost(pipe) from None

    def _receive(self, pipe: Connection) -> tuple[bool, Any]:
        """Whether the work was done, and its result or what it raised."""
        try:
            return cast(tuple[bool, Any], pipe.recv())
        except (EOFError, OSError):
            raise self._lost(pipe) from None

    def _lost(self, pipe: Connection) -> InputError:
        process = self.members[pipe]
        process.join(_LEAVE_S)
        return InputError(f"{self.ended} ({_how(process.exitcode)})", field=self.field)


@contextlib.contextmanager
def crew(
    prepare: Callable[[Any], Any], order: Any, workers: int, *, ended: str, field: str = "grader"
) -> Iterator[Crew]:
    """Processes that have prepared themselves; in the end none of them is left, nor what it started.

    Args:
        prepare: makes from the order what every task needs, with a method `close`; a function of a module.
        order: what to prepare, in words that another process understands.
        workers: how many, 1 or more.
        ended: what is said where one of them ends by itself.
        field: whose fault that is, as messages call it.

    Raises:
        InputError: from the preparation, or a process has ended.
    """
    # A fresh interpreter each: it inherits no thread, no open file and no cache of this one.
    context = multiprocessing.get_context("spawn")
    members: dict[Connection, BaseProcess] = {}
    try:
        for _ in range(workers):
            ours, theirs = context.Pipe()
            process: BaseProcess = context.Process(target=_member, args=(theirs, prepare, order))
            with _deaf():
                process.start()
                members[ours] = process
            theirs.close()
        made = Crew(members, ended, field)
        for pipe in members:  # whoever waits for the first result must not wait for it to start as well
            good, error = made._receive(pipe)
            if not good:
                raise error
        yield made
        for pipe in made.idle():
            pipe.close()
            members[pipe].join(_LEAVE_S)
    finally:
        for one in members.values():
            one.terminate()
        for one in members.values():
            one.join(_LEAVE_S)
            one.kill()
            one.join()


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C waits, and does nothing to a process that is started here: it may still be importing."""
    if hasattr(signal, "pthread_sigmask"):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    else:
        yield


def _member(pipe: Connection, prepare: Callable[[Any], Any], order: Any) -> None:
    """One process, from its start to its end: it leaves with the pipe that it is told its tasks through."""
    signal.signal(signal.SIGINT, lambda *_: None)  # the one that asks us ends us; a command of ours hears it still
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    with contextlib.suppress(OSError):  # what a grader writes past Python is no output of ours either
        os.dup2(2, 1)
    ready: list[Any] = []
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_leave_after, args=(parent, ready), daemon=True).start()
    try:
        prepared = prepare(order)
    except BaseException as error:  # noqa: BLE001 - somebody else's module may raise anything
        _report(pipe, False, error)
        return

    ready.append(prepared)
    # Nothing is raised: a grader that is being asked would catch it.
    signal.signal(signal.SIGTERM, lambda *_: _leave_now(ready))
    _report(pipe, True, None)
    with contextlib.suppress(EOFError, OSError):
        while True:
            work, task = pipe.recv()
            try:
                result = work(prepared, task)
            except BaseException as error:  # noqa: BLE001 - it is raised where it was asked
                _report(pipe, False, error)
            else:
                _report(pipe, True, result)
    prepared.close()
    if parent is not None:
        leave_without(0)


def _leave_after(parent: BaseProcess, ready: list[Any]) -> None:
    """Whoever asks us may be killed while we are at work: nobody waits for the result any more."""
    if hasattr(signal, "pthread_sigmask"):  # a signal that this thread took would not wake the one that works
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM])
    parent.join()
    _leave_now(ready)


def _leave_now(ready: list[Any]) -> None:
    for one in ready:
        one.close()
    leave(1)


def _report(pipe: Connection, good: bool, result: Any) -> None:
    try:
        pipe.send((good, result))
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - what cannot be sent is told
        pipe.send((False, RuntimeError(f"{type(error).__name__}: {error}; {result!r}")))


def _how(status: int | None) -> str:
    return "it was ended" if status is None else f"exit status {status}" if status >= 0 else f"signal {-status}"
