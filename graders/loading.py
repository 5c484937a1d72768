"""Which agent or grader does a name mean? A short name, `module:name`, or `file.py:name`."""

import contextlib
import functools
import hashlib
import importlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, cast

import attrs

from graders.printing import plain
from inventory_env.episode import Agent
from inventory_env.errors import InputError, choices, shown
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace
from inventory_env.verdict import Verdict

Grader = Callable[[Scenario, Trace], Verdict]
# Frames of these files say nothing of a user's mistake.
_IMPORTING = frozenset({__file__, importlib.__file__})
_FORMS = "a short name, module:name or file.py:name"


@attrs.frozen
class Loaded:
    """An agent as the commands use it.

    Attributes:
        name: as it was asked for.
        make: gives the agent for a seed, a whole number of 0 or more.
        source: the file of a user's own; None for one of ours.
    """

    name: str
    make: Callable[[int], Agent]
    source: Path | None = None


def load_agent(name: str) -> Loaded:
    """The agent of that name.

    A user's own may be an agent `(task, desk)`, a maker `(seed)` that returns one, a class of such
    agents, or an object whose `make` is a maker.

    Raises:
        InputError: nothing has this name, it cannot be imported, or it is no agent.
    """
    if ":" not in name:
        return _of_roster(name)
    return Loaded(name, _maker(resolve(name, "agent"), name), _source(name))


def load_agents(names: Iterable[str]) -> tuple[Loaded, ...]:
    """The agents of these names, in their order; the name of a group stands for all of its agents.

    Raises:
        InputError: as `load_agent`.
    """
    from baselines.roster import CONTROLS, RIGHT
    from baselines.zoo import ZOO

    groups = {
        "right": [one.name for one in RIGHT],
        "controls": [one.name for one in CONTROLS],
        "zoo": [one.name for one in ZOO],
    }
    return tuple(load_agent(one) for name in names for one in groups.get(name, [name]))


def _source(name: str) -> Path | None:
    """The file behind a user's own agent, as far as one can be told."""
    place = name.rpartition(":")[0]
    file = place if place.endswith(".py") else getattr(sys.modules[place], "__file__", None)
    return None if file is None else Path(file).resolve()


def load_grader(name: str) -> Grader:
    """The grader of that `module:name` or `file.py:name`.

    Raises:
        InputError: nothing has this name, it cannot be imported, or it takes no (scenario, trace).
    """
    found = resolve(name, "grader")
    if not callable(found) or not _takes(found, None, None):
        raise InputError(f"must be a function of (scenario, trace); got {shown(name)}", field="grader")
    return cast(Grader, found)


def resolve(reference: str, field: str, *, forms: str = _FORMS) -> Any:
    """What `module:name` or `file.py:name` stands for; the name may have dots.

    The working directory is searched last, so that no file there takes the place of an installed module.

    Args:
        reference: as the user wrote it.
        field: how messages call it.
        forms: what may be written here, for messages.

    Raises:
        InputError: it cannot be imported, or has nothing of that name.
    """
    place, _, dotted = reference.rpartition(":")
    is_file = place.endswith(".py")
    if not _dotted(dotted) or not (is_file or _dotted(place)):
        raise InputError(f"must be {forms}; got {shown(reference)}", field=field)
    with _told(reference, field):
        module = _from_file(Path(place), field) if is_file else _from_path(place, field)
        try:
            return functools.reduce(getattr, dotted.split("."), module)
        except AttributeError:
            raise _lacks(module, dotted, reference, field) from None


def _dotted(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))


def _of_roster(name: str) -> Loaded:
    from baselines.roster import find

    try:
        entry = find(name)
    except InputError as error:
        raise InputError(f"{error.rule}; or write module:name, or file.py:name", field=error.field) from None
    return Loaded(entry.name, entry.make)


@contextlib.contextmanager
def _told(reference: str, field: str) -> Iterator[None]:
    """Whatever a user's module raises becomes one line; what it prints goes to standard error."""
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    except (InputError, KeyboardInterrupt):
        raise
    except BaseException as error:  # noqa: BLE001 - a module may raise anything, SystemExit too
        said = plain(str(error).split("\n")[0])
        what = f"{type(error).__name__}: {said}" if said else type(error).__name__
        rule = f"cannot be imported; got {shown(reference)}, which raised {what}{_where(error)}"
        raise InputError(rule, field=field) from None


def _where(error: BaseException) -> str:
    if isinstance(error, SyntaxError) and error.filename:
        return ""  # its own words name the place
    frames = traceback.extract_tb(error.__traceback__)
    own = [one for one in frames if one.filename not in _IMPORTING and not one.filename.startswith("<frozen")]
    return f" ({plain(own[-1].filename)}, line {own[-1].lineno})" if own else ""


def _from_path(name: str, field: str) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        raise InputError(f"must name a module that can be found; got {shown(name)}", field=field) from None


def _from_file(path: Path, field: str) -> ModuleType:
    try:
        whole = path.resolve(strict=True)
        whole.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", field=field, path=plain(str(path))) from None
    # A name of its own: a user's json.py must not become the module json.
    name = f"_file_{hashlib.blake2b(str(whole).encode('utf-8', 'surrogateescape'), digest_size=6).hexdigest()}"
    if name in sys.modules:
        return sys.modules[name]
    for folder in (str(whole.parent), str(Path.cwd())):
        if folder not in sys.path:
            sys.path.append(folder)
    spec = importlib.util.spec_from_file_location(name, whole, loader=_Fresh(name, str(whole)))
    assert spec is not None  # a file with a loader has a spec
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


class _Fresh(SourceFileLoader):
    """Reads the file itself: what Python keeps compiled is stale where a file of one size changed within a second."""

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of the module."""
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code


def _lacks(module: ModuleType, dotted: str, reference: str, field: str) -> InputError:
    own = [name for name, one in vars(module).items() if callable(one) and not name.startswith("_")]
    defined = [name for name in own if getattr(vars(module)[name], "__module__", None) == module.__name__]
    known = choices(dotted, defined or own)
    return InputError(f"must be in its module; got {shown(reference)} ({known})", field=field)


def _maker(found: Any, name: str) -> Callable[[int], Agent]:
    if callable(getattr(found, "make", None)):
        return cast(Callable[[int], Agent], found.make)
    if callable(found) and not inspect.iscoroutinefunction(found):
        if inspect.isclass(found) and not _takes(found, 0) and _takes(found):
            return lambda seed: cast(Agent, found())
        if not inspect.isclass(found) and _takes(found, None, None):
            return lambda seed: cast(Agent, found)
        if _takes(found, 0):
            return cast(Callable[[int], Agent], found)
    raise InputError(f"must be an agent (task, desk) or a maker (seed); got {shown(name)}", field="agent")


def _takes(function: Callable[..., Any], *arguments: object) -> bool:
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:  # a built-in tells nothing of what it takes
        return True
    return True
