"""Which runs should a person read, and what does that person say of them?"""

from pathlib import Path
from typing import Annotated

import typer

from graders.printing import say, say_json
from inventory_env.errors import InputError

EXAMPLES = (
    "inventory-env review out --list",
    "inventory-env review out --of failed --sample 5 --seed 1 --json",
)


def command(
    traces: Annotated[Path, typer.Argument(metavar="DIR", help="The folder that run wrote, or a file of traces.")],
    of: Annotated[str, typer.Option("--of", help="uncertain, failed or passed runs.")] = "uncertain",
    sample: Annotated[int | None, typer.Option("--sample", min=1, help="Draw so many of them.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Of the draw; 0 if not given.")] = None,
    reader: Annotated[str | None, typer.Option("--reader", help="Who reads, kept with each mark.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Show those that are read already too.")] = False,
    as_list: Annotated[bool, typer.Option("--list", help="Print the list and ask nothing.")] = False,
    suite: Annotated[str | None, typer.Option("--suite", help="Their suite; the folder of run knows its own.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the list as JSON and ask nothing.")] = False,
) -> None:
    """Read runs by hand and mark them.

    Shows one run after the other, with the words that each finding is about marked in its message, and asks whether
    the automatic mark is right. A key answers: r right, w wrong, c cannot tell, s skip, b back, n note, q quit; of
    an uncertain run also p, it should pass, and f, it should fail. Where standard input is no terminal a line is an
    answer: the key or its word, then perhaps a note. The end of the input quits.

    Each mark is at once appended to marks.jsonl beside the traces; no trace and no verdict is changed. A later mark
    of the same run by the same reader counts in the place of the earlier one. A disagreement is a run that some
    reader calls wrong.
    """
    from graders.keys import keys_here
    from graders.records import traces_path
    from graders.review_session import Session
    from graders.reviewing import Of, summary, to_json, to_read, told
    from graders.show import page_here
    from graders.study.folder import suite_named
    from inventory_env.fields import Name, conform

    if seed is not None and sample is None:
        raise InputError("must come with --sample: without a draw there is nothing to seed", field="--seed")
    wanted, name = conform(Of, "--of")(of), None if reader is None else conform(Name, "--reader")(reader)
    path = traces_path(traces)
    _readable(path)
    reading = to_read(path, suite_named(suite, path), wanted, sample=sample, seed=seed or 0)
    if as_json:
        say_json(to_json(reading, name))
        return
    if not as_list and reading.entries:
        reading.by_hand.marks.writable()
        with keys_here() as keys:
            Session(reading, keys, page_here(brief=True), name, again=again).run()
    for line in told(reading, name) if as_list else summary(reading, name):
        say(line)


def _readable(path: Path) -> None:
    try:
        path.stat()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=str(path)) from None
