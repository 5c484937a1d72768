"""Are other frameworks' graders right? Our cases are put to their checkers, and to their tasks what must never pass.

Each file needs the framework that it is named after, and imports it only when a grader of it is first used.
"""

_HERE = "graders.audit.foreign"
# Their names, as `audit` takes them.
GRADERS: tuple[str, ...] = (
    *(f"{_HERE}.agentevals:{name}" for name in ("strict", "unordered", "subset", "superset")),
    *(f"{_HERE}.inspect_ai:{name}" for name in ("includes", "match", "answer", "exact")),
    *(f"{_HERE}.bfcl:{name}" for name in ("agentic", "multi_turn")),
)
