"""Is the framework there? It is imported when it is first used, never before."""

import functools
import importlib
import warnings
from types import ModuleType

from inventory_env.errors import MissingExtra

EXTRA = "the extra `foreign`: pip install 'inventory-env[foreign]'"


@functools.cache
def needs(module: str, what: str = EXTRA) -> ModuleType:
    """A module of somebody else's package.

    Args:
        module: its dotted name.
        what: to install, and the command for it.

    Raises:
        MissingExtra: it cannot be imported; the message says what to install.
    """
    try:
        # What their packages are warned of on import is not for our users to mend.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(module)
    except ImportError as error:
        raise MissingExtra(f"needs {what} ({error})", field=module) from None
