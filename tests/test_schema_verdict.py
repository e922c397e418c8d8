"""Whether an answer is valid against a schema, as results are told: the rule is asked, and no score moves by it."""

import json

import pytest

from puma_metrics.phrases import Answer
from puma_metrics.rules import parse_rule, score_rule

SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": False}


@pytest.mark.parametrize(
    "answer, valid",
    [('{"a": 1.0}', True), ('{"a": 1.5}', False), ('{"a": 1e9999}', True), ("{}", False), ("tekst", False)],
)
def test_schema_validity_is_reported_beside_the_score(answer, valid):
    """It was asked of a function that nobody calls, so that the one whose verdict is written could say anything."""
    rule = {"type": "extraction", "reference": {"a": 1}}
    under, without = score_rule({**rule, "schema": SCHEMA}, answer), score_rule(rule, answer)
    assert under.rule.schema_valid(under.answer) is valid
    assert under.rule.beside_score(under.answer) == {"schema_valid": valid}
    assert without.rule.schema_valid(without.answer) is None
    assert without.rule.beside_score(without.answer) == {"schema_valid": None}


def test_an_array_within_an_object_is_unwrapped_for_the_schema_too():
    rows = {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "integer"}}}}
    rule = parse_rule({"type": "extraction", "reference": [{"a": 1}], "schema": rows})
    wrapped = '{"wiersze": [{"a": 1}]}'
    assert (score_rule(rule, wrapped).strict, rule.schema_valid(Answer(wrapped))) == (0, False)
    assert (score_rule(rule.unwrapping, wrapped).strict, rule.unwrapping.schema_valid(Answer(wrapped))) == (1, True)
    single = parse_rule({"type": "extraction", "reference": {"a": [1]}, "schema": {"type": "object"}}).unwrapping
    assert (score_rule(single, '{"a": [1]}').strict, single.schema_valid(Answer('{"a": [1]}'))) == (1, True)


def test_what_cannot_be_judged_is_called_so():
    schema = {"type": "object", "properties": {"a": {"type": "string", "pattern": "^(a|aa)+$"}}}
    rule = parse_rule({"type": "extraction", "reference": {"a": "x"}, "schema": schema})
    assert rule.beside_score(Answer(json.dumps({"a": "a" * 5_000 + "b"}))) == {"schema_valid": "not judged"}
