"""How does a specification become a picture? Vega-Lite draws it, as SVG, while the page is built."""

import json

from graders.report.page.charts.chart import Spec
from inventory_env.errors import MissingExtra


def svg(spec: Spec) -> str:
    """The picture as one SVG element that takes its colours from the page and is hidden from screen readers.

    The same specification always gives the same text.

    Raises:
        MissingExtra: the drawing library is not installed.
    """
    try:
        import vl_convert
    except ImportError:
        raise missing("vl-convert-python") from None
    drawn: str = vl_convert.vegalite_to_svg(json.dumps(spec))
    return drawn.replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1)


def missing(package: str) -> MissingExtra:
    """The error that says how to install what draws the page."""
    return MissingExtra(f'needs {package}: pip install "inventory-env[report]"', field="html")
