"""The examples in the docstrings of the rubric's modules are true."""

import doctest
import importlib

import pytest

MODULES = (
    *("agreement", "consistency", "errors", "findings", "lock", "raters", "reliability", "results", "scores"),
    *("sheet", "similar", "statistics", "taxonomy", "wording"),
)
FILES = ("sheet_files", "workbooks")
EXAMPLES = {"puma_metrics.rubric", *(f"puma_metrics.rubric.{name}" for name in MODULES)}
EXAMPLES |= {f"puma_cli.{name}" for name in FILES}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_examples_of(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_package_names_exactly_what_it_offers() -> None:
    package = importlib.import_module("puma_metrics.rubric")
    modules = {*MODULES}
    offered = {name for name in vars(package) if not name.startswith("_") and name not in modules}
    assert offered == set(package.__all__)
