"""Which exercises are there? Each is a folder `NN_name` beside this package: texts, a stub, checks and a solution."""

import functools
import tomllib
from pathlib import Path

import attrs

from inventory_env.errors import InputError, choices, shown

HOME = Path(__file__).parent.parent
LANGUAGE = "en"
LEVELS = 3


@attrs.frozen
class Exercise:
    """One exercise.

    Attributes:
        name: of its folder, `01_protocol`.
        title: in the learner's words.
        file: the name of the file that the learner writes.
        minutes: how long it takes, reading included; 30 at most.
        limit_s: wall seconds that a check may take.
    """

    name: str
    title: str
    file: str
    minutes: int
    limit_s: int

    @property
    def folder(self) -> Path:
        """Where everything about it lies."""
        return HOME / self.name

    @property
    def number(self) -> str:
        """Its two digits."""
        return self.name[:2]

    def text(self, name: str) -> str:
        """One of its texts: README, hints or after.

        Raises:
            InputError: it cannot be read.
        """
        path = self.folder / "text" / LANGUAGE / f"{name}.md"
        try:
            return path.read_text(encoding="utf-8")
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", path=str(path)) from None

    def hints(self) -> tuple[str, ...]:
        """Its hints, from the gentlest to the plainest."""
        parts = self.text("hints").split("\n## ")[1:]
        return tuple(part.partition("\n")[2].strip() for part in parts)

    def source(self, name: str) -> str:
        """A Python file of it: stub or solution."""
        return (self.folder / f"{name}.py").read_text(encoding="utf-8")

    def weaker(self) -> tuple[Path, ...]:
        """Files that a learner might write, each of which lets something slip through."""
        return tuple(sorted((self.folder / "weaker").glob("*.py")))


@functools.cache
def exercises() -> tuple[Exercise, ...]:
    """All exercises in their order.

    Raises:
        InputError: a folder lacks its meta.toml, or the file says something else than it must.
    """
    return tuple(_read(path) for path in sorted(HOME.glob("[0-9][0-9]_*")) if path.is_dir())


def find(name: str) -> Exercise:
    """The exercise of that name, or of that number: `08_pass_at_k`, `08` or `8`.

    Raises:
        InputError: there is none; the message lists those that there are.
    """
    for one in exercises():
        if name in (one.name, one.number, one.number.lstrip("0"), one.name[3:]):
            return one
    known = choices(name, [one.name for one in exercises()])
    raise InputError(f"must be an exercise; got {shown(name)} ({known})", field="exercise")


def _read(folder: Path) -> Exercise:
    path = folder / "meta.toml"
    try:
        plain = tomllib.loads(path.read_text(encoding="utf-8"))
        return Exercise(folder.name, plain["title"], plain["file"], plain["minutes"], plain.get("limit_s", 10))
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise InputError(
            f"must tell title, file and minutes; {type(error).__name__}: {error}", path=str(path)
        ) from None
