"""The README names every command and option, as the command line itself says them."""

import importlib.util
import re
from pathlib import Path

import pytest

from puma_cli.main import COMMANDS

ROOT = Path(__file__).parents[1]
spec = importlib.util.spec_from_file_location("reference", ROOT / "scripts" / "reference.py")
assert spec and spec.loader
reference = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reference)

README = (ROOT / "README.md").read_text("utf-8")


def test_the_reference_is_not_stale():
    assert reference.with_reference(README) == README, "write it again: python scripts/reference.py"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_stands_in_it(command: str):
    assert re.search(rf"\*\*`puma {command}\b", README)


def test_a_readme_without_markers_is_refused():
    with pytest.raises(ValueError, match="has no"):
        reference.with_reference("text")
