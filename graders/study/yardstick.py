"""How low is the floor of a suite, how high its ceiling? Known agents are run on it once, and kept beside the study."""

import shutil
from pathlib import Path

from graders.loading import load_agent
from graders.records import STUDY
from graders.study.folder import read_study, study_suite
from graders.study.plan import Study
from graders.study.planning import Setting, planned
from graders.study.running import run
from inventory_env.errors import InputError

# Agents that know nothing or do nothing: whoever is not above them has shown nothing.
FLOOR = ("do-nothing", "refuser", "spammer", "guesser")
CEILING = ("careful",)
# The folder within the study's; it is made again whenever it no longer fits.
YARDSTICK = "floor_and_ceiling"


def missing_yardsticks(study: Study) -> tuple[str, ...]:
    """The agents of floor and ceiling that a study has not run itself."""
    return tuple(name for name in (*CEILING, *FLOOR) if name not in study.agents)


def yardstick_study(folder: Path, *, processes: int = 1) -> Path | None:
    """The folder of the floor and the ceiling of a study that has not run them all itself; None where it has.

    They are run on the study's suite with its trials and its seed, once; what an earlier version of the code left
    is made anew.

    Raises:
        InputError: the study cannot be read, its suite has changed, or the folder cannot be written.
    """
    study = read_study(folder)
    names = missing_yardsticks(study)
    if not names:
        return None
    out, agents = folder / YARDSTICK, [load_agent(name) for name in names]
    setting = Setting(trials=study.trials, seed=study.seed, processes=processes)
    wanted = planned(agents, study.suite, study_suite(folder, study), setting)
    if (out / STUDY).exists() and read_study(out) != wanted:
        try:
            shutil.rmtree(out)  # of another version of the code
        except OSError as error:
            raise InputError(f"cannot be made anew: {error.strerror or error}", path=str(out)) from None
    run(agents, study.suite, out, setting)
    return out
