"""What does the reader say? One key on a terminal, one line from anywhere else."""

import contextlib
import enum
import io
import os
import re
import sys
from collections.abc import Iterator
from typing import IO, Protocol

import attrs

from graders.printing import STDIN, flush, plain, say
from inventory_env.errors import InputError

if sys.platform != "win32":  # pragma: no branch
    import termios
    import tty

_END = "\x04"
# An arrow, or another key that types several signs at once.
_SEVERAL = re.compile(rb"(?:\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|.)?)+", re.DOTALL)


class Key(enum.StrEnum):
    """What a reader may do, each by the key of its first letter."""

    RIGHT = "right"
    WRONG = "wrong"
    CANNOT_TELL = "cannot"
    PASS = "pass"
    FAIL = "fail"
    SKIP = "skip"
    BACK = "back"
    NOTE = "note"
    QUIT = "quit"


_KEYS = {one.value: one for one in Key} | {one.value[0]: one for one in Key}
KNOWN = "r right, w wrong, c cannot tell, p should pass, f should fail, s skip, b back, n note, q quit"


class Keys(Protocol):
    """Where a reader's answers come from."""

    def ask(self) -> tuple[Key, str] | None:
        """The next answer with the note that goes with it; None at the end of the input."""


@attrs.frozen
class Lines:
    """Answers from a file or pipe: a line is a key or its word, and behind it a note for that run."""

    source: IO[bytes]

    def ask(self) -> tuple[Key, str] | None:
        """The next answer; lines that are none are told and passed over.

        Raises:
            InputError: the source cannot be read.
        """
        flush()
        for line in iter(self._line, b""):
            word, _, rest = _text(line).partition(" ")
            key = _KEYS.get(word.lower())
            if key is Key.CANNOT_TELL and rest.split(" ")[0].lower() == "tell":
                rest = rest[len("tell") :]
            if key is Key.NOTE and not rest.strip():
                rest = _text(self._line())
            if key is not None:
                return key, rest.strip()
            if word:
                say(f"no such key: {plain(word[:20])}; known: {KNOWN}")
                flush()
        return None

    def _line(self) -> bytes:
        try:
            return self.source.readline()
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror or error}", field=STDIN) from None


@attrs.define
class Terminal:
    """Answers from a keyboard, a key each; only a note is a whole line.

    Attributes:
        file: descriptor of the terminal.
    """

    file: int
    _ahead: bytes = attrs.field(default=b"", init=False)

    def ask(self) -> tuple[Key, str] | None:
        """The next answer; other keys are told what there is."""
        flush()
        while (key := self._key()) not in ("", _END):
            found = _KEYS.get(key.lower())
            if found is Key.NOTE:
                say("note, ended by Enter:")
                flush()
                return found, self._line()
            if found is not None:
                return found, ""
            if key.strip():
                say(f"keys: {KNOWN}")
                flush()
        return None

    def _key(self) -> str:
        # Anew for each key: whoever stops the program and goes on finds the terminal as the shell left it.
        with contextlib.suppress(termios.error):  # a terminal that is gone has no more to say: that is read next
            tty.setcbreak(self.file, termios.TCSADRAIN)
        while not self._ahead:
            if not (typed := self._typed()):
                return ""
            self._ahead = _SEVERAL.sub(b"", typed)
        key, self._ahead = self._ahead[:1], self._ahead[1:]
        return key.decode("latin-1")

    def _line(self) -> str:
        with self._as_usual():
            while b"\n" not in self._ahead and (more := self._typed()):
                self._ahead += more
        line, _, self._ahead = self._ahead.partition(b"\n")
        return _text(line)

    def _typed(self) -> bytes:
        """What is typed next; nothing where the terminal is gone."""
        try:
            return os.read(self.file, 1024)
        except OSError:
            return b""

    @contextlib.contextmanager
    def _as_usual(self) -> Iterator[None]:
        """Whole lines, shown while they are typed."""
        keys = termios.tcgetattr(self.file)
        lines = termios.tcgetattr(self.file)
        lines[3] |= termios.ICANON | termios.ECHO
        termios.tcsetattr(self.file, termios.TCSADRAIN, lines)
        try:
            yield
        finally:
            termios.tcsetattr(self.file, termios.TCSADRAIN, keys)


@contextlib.contextmanager
def keys_here() -> Iterator[Keys]:
    """Answers from standard input; a terminal is left as it was found, whatever happens."""
    if sys.stdin is None:
        yield Lines(io.BytesIO())
    elif sys.platform == "win32" or not sys.stdin.isatty():
        yield Lines(sys.stdin.buffer)
    else:
        file = sys.stdin.fileno()
        before = termios.tcgetattr(file)
        try:
            yield Terminal(file)
        finally:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(file, termios.TCSADRAIN, before)


def _text(line: bytes) -> str:
    return line.decode("utf-8", "backslashreplace").strip()
