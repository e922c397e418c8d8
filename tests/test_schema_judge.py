"""No schema and no answer keeps the judging going: steps are bounded, patterns have one deadline together."""

import json
from decimal import Decimal
from typing import Any

import pytest

from puma_metrics import schema_judge
from puma_metrics.rules import parse_rule, score_rule
from puma_metrics.schema import extraction_problems, is_schema_valid
from puma_metrics.schema_judge import STEPS, Unjudged, Work, checked, is_valid

OBJECT = {"type": "object", "properties": {"a": {"type": "string"}}}
FIRST = "https://json-schema.org/draft/2020-12/schema"
FOURTH = "http://json-schema.org/draft-04/schema#"


def steps_of(schema: dict[str, Any], value: object, monkeypatch) -> int:
    """Steps that are taken before the verdict, or before there is none."""
    kept: list[Work] = []
    made = Work.__init__

    def remembered(self: Work, value: object) -> None:
        made(self, value)
        kept.append(self)

    validator = checked(schema)
    monkeypatch.setattr(Work, "__init__", remembered)
    try:
        is_valid(validator, value)
    except Unjudged:
        assert kept[0].steps < 0
    return STEPS - kept[0].steps


@pytest.mark.parametrize("place", ["allOf", "anyOf", "oneOf", "prefixItems"])
@pytest.mark.parametrize("keyword", ["patternProperties", "$ref", "$dynamicRef", "pattern"])
def test_what_cannot_be_bounded_is_refused_at_any_depth(keyword: str, place: str):
    value, problem = {
        "patternProperties": (
            {"^(a+)+$": {}},
            "has patternProperties; a schema that names its fields in properties is",
        ),
        "$ref": ("#/$defs/a", "refers to '#/$defs/a'; a schema without references is"),
        "$dynamicRef": ("#a", "refers to '#a'; a schema without references is"),
        "pattern": ("(", "pattern ( does not compile (missing ) at position 1); a regular expression is"),
    }[keyword]
    for inner in ({keyword: value}, {"if": {"not": {keyword: value}}}, {"dependentSchemas": {"a": {keyword: value}}}):
        schema = {**OBJECT, place: [{"$defs": {"b": {"properties": {"c": inner}}}}]}
        assert extraction_problems({"a": "x"}, schema) == [f"schema: {problem} expected"]
        assert is_schema_valid({"a": "x"}, schema) is None


def test_fields_that_are_called_like_keywords_are_fields():
    names = ("$ref", "patternProperties", "pattern", "properties", "allOf", "$defs")
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in names}}
    assert extraction_problems(dict.fromkeys(names, "x"), schema) == []
    assert extraction_problems({"a": "x"}, {**OBJECT, "default": {"$ref": "#"}}) == []


@pytest.mark.parametrize(
    ("pattern", "fits", "not_fits"),
    [(r"^\p{L}+$", "Łódź", "Łódź 1"), (r"^\p{Lu}", "Ł", "ł"), (r"^\d{2}-\d{3}$", "00-950", "a")],
)
def test_a_pattern_of_our_engine_judges(pattern: str, fits: str, not_fits: str):
    schema = {"type": "object", "properties": {"a": {"type": "string", "pattern": pattern}}}
    assert extraction_problems({"a": fits}, schema) == []
    assert [is_schema_valid({"a": text}, schema) for text in (fits, not_fits)] == [True, False]


def test_a_pattern_that_explodes_is_not_compiled():
    schema = {"type": "object", "properties": {"a": {"type": "string", "pattern": "((((a{99}){99}){99}){99}){99}"}}}
    assert extraction_problems({"a": "x"}, schema) == [
        "schema: pattern ((((a{99}){99}){99}){99}){99} writes out to more than 20,000 items; "
        "nest fewer counted repetitions"
    ]
    assert is_schema_valid({"a": "x"}, schema) is None


def test_all_patterns_of_an_answer_have_one_deadline(monkeypatch):
    """The deadline was each value's own: a hundred of them took 39 s."""
    schema = {
        "type": "object",
        "properties": {"a": {"type": "array", "items": {"type": "string", "pattern": "^(a|aa)+$"}}},
    }
    asked: list[float] = []

    class Spent(schema_judge.Deadline):
        @property
        def left(self) -> float:
            asked.append(1.0)
            return 0.001

    monkeypatch.setattr(schema_judge, "Deadline", Spent)
    assert is_schema_valid({"a": ["a" * 5_000 + "b"] * 100}, schema) is None
    assert len(asked) == 1  # the first ends it: what is over is over for all values


UNIQUE = {"type": "array", "items": {"type": "object", "properties": {}}, "uniqueItems": True}


def test_unique_items_are_found_in_linear_time(monkeypatch):
    """4,990 objects were compared with each other in twelve seconds, twice."""
    compared: list[object] = []
    monkeypatch.setattr("jsonschema._utils.equal", lambda *two: compared.append(two))
    objects = [{"a": number} for number in range(4_990)]
    assert is_schema_valid(objects, UNIQUE) is True
    assert is_schema_valid([*objects, {"a": 7}], UNIQUE) is False
    assert compared == []


@pytest.mark.parametrize(
    ("items", "is_unique"),
    [
        ([1, Decimal("1.0")], False),
        ([1, True], True),
        ([0, False], True),
        ([Decimal("0.5"), Decimal("0.50")], False),
        ([{"a": 1, "b": 2}, {"b": 2, "a": 1}], False),
        ([[1, 2], [2, 1]], True),
        (["1", 1], True),
        ([None, "null"], True),
        ([], True),
    ],
)
def test_unique_items_are_told_apart_as_in_json(items: list[object], is_unique: bool):
    schema = {"type": "object", "properties": {"a": {"uniqueItems": True}}}
    assert is_schema_valid({"a": items}, schema) is is_unique


HOSTILE: dict[str, tuple[dict[str, Any], object]] = {
    "choices that each fail with a long value": (
        {"anyOf": [{"type": "integer"}] * 1_000},
        {"a": "x" * 900_000},
    ),
    "many choices for many values": (
        {"type": "array", "items": {"anyOf": [{"enum": [n]} for n in range(500)]}},
        ["x"] * 9_000,
    ),
    "a long list for many values": ({"items": {"enum": [str(n) for n in range(50_000)]}}, ["x"] * 9_000),
    "large values in a list": ({"enum": [{"a": [n] * 90} for n in range(1_000)]}, {"a": [0] * 9_000}),
    "fields that are required of many objects": (
        {"items": {"required": [f"f{n}" for n in range(5_000)]}},
        [{f"f{n}": 0 for n in range(2)}] * 3_000,
    ),
    "evaluated again at each level": (
        json.loads('{"unevaluatedProperties": false, "allOf": [' * 24 + "{}" + "]}" * 24),
        {"a": 1},
    ),
    "if in if": (json.loads('{"if": ' * 60 + '{"type": "object"}' + ', "then": {}}' * 60), {"a": 1}),
}


@pytest.mark.parametrize(("schema", "value"), HOSTILE.values(), ids=HOSTILE)
def test_every_schema_ends_within_its_steps(schema: dict[str, Any], value: object, monkeypatch):
    assert steps_of(schema, value, monkeypatch) <= STEPS + 1


def test_a_schema_itself_is_checked_within_steps(monkeypatch):
    """Earlier versions ask that the values of an enum differ, which the validator compares two by two."""
    compared: list[object] = []
    monkeypatch.setattr("jsonschema._utils.equal", lambda *two: compared.append(two))
    for version in (FIRST, FOURTH):  # a version within, whose own class would count nothing
        list(schema_judge.schema_problems({**OBJECT, "allOf": [{"$schema": version, "enum": [{}] * 5_000}]}))
        enum = {"enum": [{"a": number} for number in range(5_000)]}
        list(schema_judge.schema_problems({"$schema": version, "type": "object", "allOf": [enum]}))
    assert compared == []


def test_an_ordinary_schema_judges_ten_thousand_values(monkeypatch):
    field = {"anyOf": [{"type": "string", "maxLength": 100, "pattern": "^k"}, {"type": "null"}], "description": "Nazwa"}
    item = {
        "type": "object",
        "properties": dict.fromkeys("abcde", field),
        "required": ["a"],
        "additionalProperties": False,
    }
    schema = {"type": "array", "items": item, "$schema": FIRST}
    rows = [dict.fromkeys("abcde", "kot")] * 1_600
    assert is_schema_valid(rows, schema) is True
    assert steps_of(schema, rows, monkeypatch) < STEPS / 2
    assert is_schema_valid([*rows, {"a": "kot", "f": 1}], schema) is False


def test_what_is_not_judged_is_judged_once_and_called_so(monkeypatch):
    schema = {"type": "object", "properties": {"a": {"type": "string", "pattern": "^(a|aa)+$"}}}
    rule = parse_rule({"type": "extraction", "reference": {"a": "x"}, "schema": schema})
    score = score_rule(rule, json.dumps({"a": "a" * 5_000 + "b"}))
    assert score.reason.startswith("fields: 0 of 1 right")  # which asks for the verdict
    judged: list[object] = []
    monkeypatch.setattr(schema_judge, "is_valid", lambda *given: judged.append(given))
    assert (score.strict, rule.schema_valid(score.answer), judged) == (0, None, [])
