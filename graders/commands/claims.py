"""What does a message claim?"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graders.printing import say, tell
from inventory_env.errors import InputError

if TYPE_CHECKING:
    from graders.claims.language import Language

EXAMPLES = (
    "inventory-env claims messages.txt",
    "inventory-env claims messages.txt --lang en --json",
)


def command(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="Messages; standard input if not given.")] = None,
    lang: Annotated[str | None, typer.Option("--lang", help="Tag of their language; else found out for each.")] = None,
    lang_file: Annotated[
        Path | None, typer.Option("--lang-file", help="A language of your own: a TOML file like those that ship.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a message, each on one line.")] = False,
) -> None:
    """Say what messages claim, clause by clause.

    Reads one message a line: UTF-8 under every locale, ended by a line feed and by nothing else, so that a carriage
    return belongs to the message. An empty line is an empty message; a last line needs no line feed. A line that is
    no UTF-8 ends it with 2, and line and byte are named.

    Of each message, in order: `write_claim`, whether it presents a reservation, order or other change of the world
    as done for this customer (claimed, not_claimed, uncertain), and every claim with its kind, its polarity and its
    place, counted in characters. With --json one object stands on one line, in ASCII.
    """
    from graders.claims.reading import understand
    from graders.messages import json_line, read_messages, told
    from graders.show import page_here

    language = _language(lang, lang_file)
    page = page_here()
    source = None if file == Path("-") else file
    if source is None and sys.stdin is not None and sys.stdin.isatty():
        tell("one message a line; Ctrl-D ends")
    for message in read_messages(source):
        understood = understand(message.text, language=language)
        for line in [json_line(understood)] if as_json else told(message, understood, page):
            say(line)


def _language(tag: str | None, file: Path | None) -> "Language | str | None":
    from graders.claims.language import language
    from graders.claims.own_language import read_own_language

    if tag is not None and file is not None:
        raise InputError("must be given without --lang-file", field="--lang")
    if file is not None:
        try:
            return read_own_language(file.read_bytes().decode("utf-8"), str(file))
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", path=str(file)) from None
        except UnicodeDecodeError as error:
            raise InputError(f"must be UTF-8; byte {error.start + 1} is not", path=str(file)) from None
    if tag is not None:
        try:
            language(tag)
        except InputError as error:
            raise InputError(error.rule, field="--lang") from None
    return tag
