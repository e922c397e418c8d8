"""The golden vectors of the specification: what they say of a phrase or a rule is what the grader must do."""

import json
from pathlib import Path
from typing import Any

import pytest

from puma_metrics import parse_rule, phrase_matches, score_rule
from puma_metrics.rules import RULES

GOLDEN = Path(__file__).with_name("golden")


def vectors(name: str) -> list[Any]:
    lines = (GOLDEN / name).read_text("utf-8").splitlines()
    return [pytest.param(record, id=record["why"]) for record in map(json.loads, lines)]


PHRASES, RULE_VECTORS = vectors("phrase_match.jsonl"), vectors("rules.jsonl")


@pytest.mark.parametrize("vector", PHRASES)
def test_phrase(vector: dict[str, Any]):
    assert phrase_matches(vector["phrase"], vector["answer"]) is vector["match"]


@pytest.mark.parametrize("vector", RULE_VECTORS)
def test_rule(vector: dict[str, Any]):
    score = score_rule(vector["rule"], vector["answer"])
    if score.error == f"this version has no rule {vector['rule']['type']}":
        pytest.skip(score.error)
    assert (score.strict, round(score.soft, 9)) == (vector["strict"], vector["soft"])
    assert score.error == ""


def test_every_rule_type_has_a_passing_and_a_failing_vector():
    seen = {(param.values[0]["rule"]["type"], param.values[0]["strict"]) for param in RULE_VECTORS}
    assert seen == {(kind, strict) for kind in RULES for strict in (0, 1)}


def test_phrases_have_matching_and_failing_vectors():
    assert {param.values[0]["match"] for param in PHRASES} == {True, False}


@pytest.mark.parametrize("vector", RULE_VECTORS)
def test_a_parsed_rule_scores_as_its_record(vector: dict[str, Any]):
    rule = parse_rule(vector["rule"])
    assert parse_rule(rule) is rule
    parsed, plain = score_rule(rule, vector["answer"]), score_rule(vector["rule"], vector["answer"])
    assert (parsed.strict, parsed.soft, parsed.error) == (plain.strict, plain.soft, plain.error)
