"""SECURITY.md says what the code does: its bounds are the constants, and its proofs are tests."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "SECURITY.md").read_text("utf-8")
BOUNDS = re.findall(r"^\| [^|]+ \| ([\d,.]+) \| `([\w.]+)` \|$", TEXT, re.MULTILINE)
PROOFS = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT)


def test_the_tables_are_there():
    bounds, proofs = TEXT.split("## Bounds")[1].split("## ")[0], TEXT.split("## Bounds")[0]
    assert len(BOUNDS) == bounds.count("\n| ") - 1 > 20
    assert all("`tests/" in line for line in proofs.splitlines() if line.startswith("| ") and "attack" not in line)


@pytest.mark.parametrize(("value", "constant"), BOUNDS, ids=[name for _, name in BOUNDS])
def test_a_bound_is_the_codes(value: str, constant: str):
    module, _, name = constant.rpartition(".")
    bound = getattr(import_module(module), name)
    assert value == (f"{bound:g}" if isinstance(bound, float) else f"{bound:,}")


@pytest.mark.parametrize(("file", "name"), PROOFS)
def test_a_proof_is_a_test(file: str, name: str):
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    assert name in {*names, "TestCommands"} and (
        name in names or "\nTestCommands = " in (ROOT / file).read_text("utf-8")
    )


def test_it_is_linked_from_the_readme():
    assert "](SECURITY.md)" in (ROOT / "README.md").read_text("utf-8")
