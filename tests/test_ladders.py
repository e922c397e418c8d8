"""No room but the rules' own asks what type a rule is: a new type would fall through in silence."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from puma_metrics import rules

ROOT = Path(__file__).parents[1]
SOURCES = [file for root in ("metrics", "dataset_builder", "scripts") for file in (ROOT / root).glob("puma_*/**/*.py")]
OUTSIDE = [file for file in SOURCES if "puma_metrics/rules/" not in file.as_posix()]


def ladders(source: str) -> Iterator[str]:
    """Where a source asks what type a rule is: by its class, or by comparing `type` with a name."""
    classes = {rule.__name__ for rule in rules.RULES.values()}
    for node in ast.walk(ast.parse(source)):
        asked_of = node.args[1] if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance" else None
        if isinstance(node, ast.MatchClass):
            asked_of = node.cls
        if isinstance(node, ast.Compare) and getattr(node.left, "attr", "") == "type":
            asked_of = node if {getattr(one, "value", None) for one in node.comparators} & set(rules.RULES) else None
        names = {getattr(one, "id", getattr(one, "attr", "")) for one in ast.walk(asked_of)} if asked_of else set()
        if names & classes or (asked_of is node):
            yield ast.unparse(node)


def test_nobody_outside_asks_what_type_a_rule_is():
    """A new type fell through such ladders in silence: release, flags, attacks, advice, report, demo."""
    found = {file.relative_to(ROOT).as_posix(): list(ladders(file.read_text("utf-8"))) for file in OUTSIDE}
    assert len(found) > 200
    assert {name: asked_there for name, asked_there in found.items() if asked_there} == {}


@pytest.mark.parametrize(
    "source",
    [
        "isinstance(rule, Include | Order)",
        "isinstance(r, rules.Ocr)",
        'rule.type == "regex"',
        "match r:\n case Asr(): 1",
    ],
)
def test_a_ladder_is_seen(source):
    assert list(ladders(source))
