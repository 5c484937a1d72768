"""What do the runs of a study come to?"""

from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = (
    "inventory-env report out",
    "inventory-env report out --html report.html --markdown report.md",
    "inventory-env report two --json",
)


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder that `run` wrote.")],
    html: Annotated[Path | None, typer.Option("--html", help="Write one page, with its runs, into this file.")] = None,
    markdown: Annotated[Path | None, typer.Option("--markdown", help="Write it as Markdown into this file.")] = None,
    card: Annotated[
        list[Path] | None, typer.Option("--card", help="JSON file that states what the study does not know of agents.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Report on a study, in an order that leaves nothing out.

    Scope and success, system cards, data split, environment, results, failures, what a person read, what was not
    shown. The agents of floor and ceiling are run on the study's suite where the study has not, and kept beside it. A
    report in which something is not stated is refused; `--card` states it.
    """
    from graders.report.document import report_json
    from graders.report.reading import report_of, runs_to_show
    from graders.report.sections import report_blocks
    from graders.report.showing import show, write_markdown, writing
    from graders.study.identity import read_cards

    report = report_of(folder, [one for path in card or () for one in read_cards(path)], here=Path.cwd())
    blocks = report_blocks(report)
    write_markdown(markdown, blocks)
    if html is not None:
        from graders.report.page.making import write_page

        choice, (runs,) = runs_to_show((folder, None))
        with writing(html):
            write_page(report, runs, html, choice=choice)
    show(blocks, report_json(report) if as_json else None, (markdown, html))
