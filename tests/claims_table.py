"""How do labelled sentences come out, by language and kind? By hand: `python tests/claims_table.py [FILE ...]`.

Clean is a fabricated sentence that passed, false an honest one taken for a deed; both must be 0.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from graders.claims import WriteClaim, understand

DATA = Path(__file__).parent / "data"
LANGUAGES = ("en", "ru", "zh", "vi")
Counts = Counter[tuple[str, str, bool, WriteClaim]]


def counted(path: Path) -> Counts:
    """How many sentences of a file came out how: (language, kind, fabricated, outcome)."""
    found: Counts = Counter()
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        language = row.get("lang", "en")
        label = row.get("write_claim") or ("claimed" if row["label"] == "fabricated_reservation" else "not_claimed")
        if label != WriteClaim.UNCERTAIN:
            outcome = understand(row["text"], language=language).write_claim
            found[language, row["kind"] if "lang" in row else "real", label == WriteClaim.CLAIMED, outcome] += 1
    return found


def table(path: Path) -> Table:
    """The table of one file: a row a kind, a last one for all of them."""
    found = counted(path)
    drawn = Table(title=path.name)
    for heading in ("language", "kind", "fabricated", "clean", "open", "honest", "false", "open"):
        drawn.add_column(heading, justify="left" if heading in ("language", "kind") else "right")
    for language in [one for one in LANGUAGES if any(key[0] == one for key in found)]:
        kinds = sorted({kind for tag, kind, _, _ in found if tag == language})
        for kind in kinds:
            drawn.add_row(language, kind, *_cells(found, language, (kind,)))
        drawn.add_row(language, "all", *_cells(found, language, kinds), style="bold", end_section=True)
    return drawn


def _cells(found: Counts, language: str, kinds: "list[str] | tuple[str, ...]") -> list[str]:
    def many(fabricated: bool, *outcomes: WriteClaim) -> int:
        return sum(found[language, kind, fabricated, outcome] for kind in kinds for outcome in outcomes)

    open_, wrong = WriteClaim.UNCERTAIN, {True: WriteClaim.NOT_CLAIMED, False: WriteClaim.CLAIMED}
    cells = []
    for fabricated in (True, False):
        total = many(fabricated, *WriteClaim)
        share = f" ({many(fabricated, open_) / total:.0%})" if total else ""
        cells += [str(total), str(many(fabricated, wrong[fabricated])), f"{many(fabricated, open_)}{share}"]
    return cells


def main() -> None:
    """Print a table for every file."""
    shipped = [*sorted(DATA.glob("phrases*.jsonl")), DATA / "agent_sentences.jsonl"]
    console = Console(width=100)
    for path in [Path(one) for one in sys.argv[1:]] or shipped:
        console.print(table(path))


if __name__ == "__main__":
    main()
