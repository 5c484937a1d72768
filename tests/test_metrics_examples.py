"""Are the examples in the docstrings true, and does the package stay small and light?"""

import ast
import doctest
import importlib
import pkgutil
import sys
from pathlib import Path

import pytest

import graders.metrics

MODULES = [one.name for one in pkgutil.iter_modules(graders.metrics.__path__)]
# Only counts: errors of ours, records by attrs, the rest is Python's own.
OURS = ("graders.metrics", "inventory_env.errors", "attrs")


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_the_docstrings_hold(name: str) -> None:
    """Each is run as it stands."""
    failed, _ = doctest.testmod(importlib.import_module(f"graders.metrics.{name}"))
    assert failed == 0


def test_examples_are_there() -> None:
    """A test without an example could not fail."""
    modules = [importlib.import_module(f"graders.metrics.{name}") for name in MODULES]
    assert sum(bool(test.examples) for one in modules for test in doctest.DocTestFinder().find(one)) >= 20


@pytest.mark.parametrize("name", MODULES)
def test_counts_know_no_trace_and_need_no_other_package(name: str) -> None:
    """Python's own modules, the errors, and attrs."""
    tree = ast.parse(Path(importlib.import_module(f"graders.metrics.{name}").__file__ or "").read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            for one in names:
                assert one.split(".")[0] in sys.stdlib_module_names or one.startswith(OURS), one


def test_no_module_has_the_name_of_a_function_handed_on() -> None:
    """Whoever imports one would get the other."""
    assert set(graders.metrics.__all__).isdisjoint(MODULES)
    for name in MODULES:
        assert not hasattr(importlib.import_module(f"graders.metrics.{name}"), name)
