"""The judges: what is right, what a trace proves, what a run is worth."""

# Not imported: under `python -m graders` the user's files stand before the standard library until this is read.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from graders.grading import grade
    from graders.policy import Policy

__all__ = ["Policy", "grade"]

if not TYPE_CHECKING:  # pragma: no branch
    _HOMES = {"grading": {"grade"}, "policy": {"Policy"}}

    def __getattr__(name: str) -> object:
        """A public name, imported when it is first asked for: a command that judges nothing starts sooner."""
        import importlib

        for home, names in _HOMES.items():
            if name in names:
                globals()[name] = getattr(importlib.import_module(f"{__name__}.{home}"), name)
                return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
