"""How do style, script and text get into one file without breaking it? Own files whole, all else as words."""

import base64
import functools
import hashlib
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from graders.printing import plain
from graders.report.page.charts.drawing import missing

if TYPE_CHECKING:
    from jinja2 import Environment

_STYLES = ("tokens", "page", "viewer", "print")
_SCRIPTS = ("theme", "making", "unpack", "search", "list", "steps", "words", "run", "viewer", "start")
# Nothing is fetched, sent or framed; scripts run only if they are the one that was put in.
_POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src 'unsafe-inline'; "
    "script-src 'sha256-{}'"
)


@functools.cache
def style() -> str:
    """The style sheet of every page."""
    return "\n".join(_own(f"{name}.css") for name in _STYLES)


@functools.cache
def script() -> str:
    """The script of every page, in a scope of its own."""
    body = "\n".join(_own(f"{name}.js") for name in _SCRIPTS)
    return f'(() => {{\n"use strict";\n{body}}})();'


def policy() -> str:
    """What the page allows itself: its own style and its one script, and no address outside."""
    digest = hashlib.sha256(script().encode("utf-8")).digest()
    return _POLICY.format(base64.b64encode(digest).decode("ascii"))


def environment() -> "Environment":
    """The templates of the package; whatever is put into them is text, told on one line.

    Raises:
        MissingExtra: the template library is not installed.
    """
    try:
        import jinja2
    except ImportError:
        raise missing("jinja2") from None
    return jinja2.Environment(
        loader=jinja2.PackageLoader("graders.report.page"),
        autoescape=True,
        finalize=_told,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _told(value: Any) -> Any:
    """Text with everything that could hide a word written out; markup that is our own stays as it is."""
    return plain(value) if type(value) is str else value


def _own(name: str) -> str:
    return (files(__package__) / "static" / name).read_text(encoding="utf-8")
