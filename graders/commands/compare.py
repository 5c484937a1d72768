"""Is one agent better than another?"""

from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = (
    "inventory-env compare two two --agent do-nothing --agent careful --html compared.html",
    "inventory-env compare out out --agent careful --json",
)


def command(
    first: Annotated[Path, typer.Argument(metavar="A", help="Folder that `run` wrote: what is compared with.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="Folder that `run` wrote: what is judged.")],
    agent: Annotated[
        list[str] | None, typer.Option("--agent", help="Agent of both studies; or twice, of A and then of B.")
    ] = None,
    card: Annotated[
        list[Path] | None, typer.Option("--card", help="JSON file that states what the studies do not know of agents.")
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Write one page, with every run, into this file.")] = None,
    markdown: Annotated[Path | None, typer.Option("--markdown", help="Write it as Markdown into this file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Compare two agents of studies, task by task.

    Two studies are refused where they were run on other suites, other rules, or another number of trials, and so is
    an agent whose system card leaves something unstated; `--card` states it.
    """
    from graders.report.compared import comparison_json
    from graders.report.comparison_blocks import comparison_blocks
    from graders.report.reading import comparison_of, runs_to_show
    from graders.report.showing import show, write_markdown, write_text, writing
    from graders.study.identity import read_cards
    from inventory_env.errors import InputError

    if len(agent or ()) > 2:
        raise InputError(f"must be given once or twice; got {len(agent or ())} times", field="--agent")
    cards = [one for path in card or () for one in read_cards(path)]
    comparison = comparison_of(first, second, agent or (), cards)
    blocks = tuple(comparison_blocks(comparison))
    write_markdown(markdown, blocks)
    if html is not None:
        from graders.report.page.making import comparison_page

        choice, runs = runs_to_show((first, comparison.first.agent), (second, comparison.second.agent))
        with writing(html):
            write_text(html, comparison_page(comparison, *runs, choice=choice))
    show(blocks, comparison_json(comparison) if as_json else None, (markdown, html))
