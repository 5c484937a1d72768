"""Who is still at work when all is done? Threads that an agent has left behind; nobody waits for them."""

import os
import sys
import threading

# As it was before anything that we run could replace it.
_LEAVE = os._exit


def leave(status: int) -> None:
    """Let this process end at once: nothing is flushed, no thread is waited for."""
    _LEAVE(status)


def lingering() -> tuple[str, ...]:
    """Names of the threads that Python would wait for before it ends."""
    main = threading.main_thread()
    return tuple(one.name for one in threading.enumerate() if one is not main and not one.daemon)


def leave_without(status: int) -> None:
    """Let this process end where threads linger, after what was said is written; else do nothing."""
    if lingering():
        for stream in (sys.stdout, sys.stderr):
            if stream is not None and not stream.closed:
                stream.flush()
        leave(status)
