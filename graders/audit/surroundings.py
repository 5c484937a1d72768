"""What does a grader change in the process around it? It is put back, and named."""

import contextlib
import decimal
import locale
import os
import random
from collections.abc import Iterator
from typing import Any

# What is looked at of the context for decimals; its flags are raised by every sum.
_DECIMAL = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp", "traps")


@contextlib.contextmanager
def kept() -> Iterator[list[str]]:
    """Puts back the working directory, Python's random numbers, the locale and the context for decimals.

    Yields:
        a list, filled at the end with what had been changed, in words.
    """
    changed: list[str] = []
    folder, chance, language, context = _folder(), random.getstate(), locale.setlocale(locale.LC_ALL), _context()
    try:
        yield changed
    finally:
        if _folder() != folder:
            changed.append("the working directory")
            with contextlib.suppress(OSError):  # it may have been removed
                os.chdir(folder)
        if random.getstate() != chance:
            changed.append("the state of random")
            random.setstate(chance)
        if locale.setlocale(locale.LC_ALL) != language:
            changed.append("the locale")
            locale.setlocale(locale.LC_ALL, language)
        if _context() != context:
            changed.append("the context of decimal")
            for name, value in context.items():
                setattr(decimal.getcontext(), name, value)


def _folder() -> str:
    try:
        return os.getcwd()  # noqa: PTH109 - as a text it can be empty
    except OSError:  # it has been removed
        return ""


def _context() -> dict[str, Any]:
    context = decimal.getcontext()
    return {name: getattr(context, name) for name in _DECIMAL} | {"traps": dict(context.traps)}
