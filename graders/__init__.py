"""Judges: who was right, on what evidence, by which path."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graders.grading import grade

__all__ = ["grade"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """A public name, imported when it is first asked for: a command that needs none starts sooner."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from graders import grading

        globals()[name] = getattr(grading, name)
        return globals()[name]
