"""What one visitor of the demo may send to keep the others waiting: an answer and rules, by name."""

import json
from typing import Any

Sent = tuple[str, str]


def pattern(text: str, answer: str = "tak", **options: Any) -> Sent:
    return answer, json.dumps([{"type": "regex", "pattern": text, **options}])


def schema(value: dict[str, Any], answer: Any) -> Sent:
    return json.dumps(answer), json.dumps([{"type": "extraction", "reference": {"a": "x"}, "schema": value}])


def fields(value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": value}}


EXPLODING: dict[str, Sent] = {
    "nested counts": pattern("((((a{99}){99}){99}){99}){99}"),
    "nested counts with deleted characters": pattern("((((a{9\u00ad9}){9\u200b9}){99}){99}){99}"),
    "nested counts with blanks": pattern("(?x)((((a{9 9}){99}){99}){99}){99}"),
    "nested counts with comments": pattern("(?x)((((a{9#\n9}){99}){99}){99}){99}"),
    "empty groups": pattern("(?:" + "()" * 78 + "){500}"),
    "nested plus signs": pattern("(?:a?" * 20 + "b" + ")+" * 20),
    "a class that is folded": pattern("(?fi)(?:[ß-ﬆ]){50}"),
}
SLOW: dict[str, Sent] = {
    "a pattern that backtracks": pattern("(a|aa)+$", "a" * 4_000 + "b"),
    "a pattern that calls itself": pattern("(?R)?a", "ab" * 40_000, normalize=False),
    "a schema's slow pattern": schema(
        fields({"type": "array", "items": {"type": "string", "pattern": "^(a|aa)+$"}}), {"a": ["a" * 900 + "b"] * 100}
    ),
    "a schema's exploding pattern": schema(fields({"type": "string", "pattern": "(?:(?:a{99}){99}){99}"}), {"a": "a"}),
    "patterns of fields": schema({"type": "object", "patternProperties": {"^(a+)+$": {}}}, {"a" * 40 + "b": 1}),
    "patterns of fields in choices": schema(
        {"type": "object", "allOf": [{"anyOf": [{"patternProperties": {"^(a+)+$": {}}}]}]}, {"a" * 40 + "b": 1}
    ),
    "a schema that refers to itself": schema({"type": "object", "allOf": [{"$ref": "#"}, {"$ref": "#"}]}, {"a": 1}),
    "unique objects": schema(fields({"uniqueItems": True}), {"a": [{"b": n} for n in range(4_990)]}),
    "many objects, and no schema": (
        json.dumps({"a": [{"b": n} for n in range(4_990)]}),
        json.dumps([{"type": "extraction", "reference": {"a": "x"}}]),
    ),
    "unique values of an enum": schema(
        {"$schema": "http://json-schema.org/draft-04/schema#", "allOf": [{"enum": [{"b": n} for n in range(1_500)]}]},
        {"a": 1},
    ),
    "choices for each value": schema(
        fields({"items": {"anyOf": [{"const": n} for n in range(1_000)]}}), {"a": ["x"] * 9_000}
    ),
    "choices of choices": schema(
        json.loads(
            '{"type": "object", "unevaluatedProperties": false, "allOf": ['
            + '{"unevaluatedProperties": false, "allOf": [' * 20
            + "]}" * 21
        ),
        {"a": 1},
    ),
}
