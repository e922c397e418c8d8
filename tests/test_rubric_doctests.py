"""The examples in the docstrings of the rubric's modules are true."""

import doctest
import importlib

import pytest

MODULES = (
    *("agreement", "consistency", "errors", "findings", "lock", "reliability", "results", "scores", "sheet"),
    *("statistics", "taxonomy", "wording"),
)
EXAMPLES = {"puma_metrics.rubric", "puma_cli.sheets", *(f"puma_metrics.rubric.{name}" for name in MODULES)}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_examples_of(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_package_names_exactly_what_it_offers() -> None:
    package = importlib.import_module("puma_metrics.rubric")
    modules = {*MODULES}
    offered = {name for name in vars(package) if not name.startswith("_") and name not in modules}
    assert offered == set(package.__all__)
