"""One name for one thing: the classes and functions that stood in several rooms under one name stand there once."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = [file for root in ("metrics", "dataset_builder", "scripts") for file in (ROOT / root).glob("puma_*/**/*.py")]
ONCE = ("canonical", "Found", "Graded", "Table", "report", "tables", "differences", "results_record", "read_task")


def names() -> Iterator[str]:
    """What the modules define at their tops: classes, functions, and other names of types."""
    for file in SOURCES:
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                yield node.name
            elif isinstance(node, ast.Assign):
                yield from (target.id for target in node.targets if isinstance(target, ast.Name))


NAMES = Counter(names())


@pytest.mark.parametrize("name", ONCE)
def test_a_name_stands_for_one_thing(name):
    assert NAMES[name] <= 1
