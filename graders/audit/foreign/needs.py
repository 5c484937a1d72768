"""Is the framework there? It is imported when it is first used, never before."""

import functools
import importlib
import warnings
from types import ModuleType

from inventory_env.errors import InputError

EXTRA = "pip install 'inventory-env[foreign]'"


@functools.cache
def needs(module: str, install: str = EXTRA) -> ModuleType:
    """A module of somebody else's package.

    Args:
        module: its dotted name.
        install: the command that installs its package.

    Raises:
        InputError: it cannot be imported; the message says what to install.
    """
    try:
        # What their packages are warned of on import is not for our users to mend.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(module)
    except ImportError as error:
        raise InputError(f"needs the extra `foreign`: {install} ({error})", field=module) from None
