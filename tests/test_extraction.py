"""Structured extraction: golden vectors, the sample, a brute force oracle for pairing, bounds, reasons, validation."""

import base64
import json
import os
import random
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puma_metrics.errors import InputError
from puma_metrics.extraction import compare_json
from puma_metrics.json_reader import read_json, read_reference
from puma_metrics.rules import Extraction, score_rule
from puma_metrics.schema import extraction_problems, is_schema_valid

GOLDEN = Path(__file__).parent / "golden"
CONFORMANCE = os.environ.get("PUMA_CONFORMANCE_DIR")


def score(answer, reference, **options):
    return compare_json(answer, read_reference(reference), **options)


def vectors(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("vector", [pytest.param(v, id=v["why"]) for v in vectors(GOLDEN / "extraction_answers.jsonl")])
def test_golden_answers(vector):
    assert score(vector["answer"], vector["reference"]).soft == pytest.approx(vector["soft"], abs=1e-12)


@pytest.mark.parametrize(
    "vector",
    [pytest.param(v, id=v["why"]) for v in vectors(GOLDEN / "rules.jsonl") if v["rule"]["type"] == "extraction"],
)
def test_golden_rules(vector):
    result = score(vector["answer"], vector["rule"]["reference"])
    assert result.soft == pytest.approx(vector["soft"], abs=1e-12)
    assert (result.soft == 1) == vector["strict"]


def test_sample_answers(sample_tasks):
    for task in (task for task in sample_tasks if task["category"] == "structured_extraction"):
        for rule in task["rules"]:
            assert extraction_problems(rule["reference"], rule["schema"]) == []
            for answer in task["answers_ok"]:
                result = score(answer, rule["reference"], schema=rule["schema"])
                assert (result.soft, result.schema_valid) == (1, True), task["id"]
            for answer in task["answers_bad"]:
                assert score(answer, rule["reference"]).soft < 1, task["id"]


@pytest.mark.skipif(not CONFORMANCE, reason="PUMA_CONFORMANCE_DIR is not set")
def test_json_test_suite():
    for vector in vectors(Path(CONFORMANCE) / "json_test_suite.jsonl"):
        try:
            read = not read_json(base64.b64decode(vector["base64"]).decode("utf-8"))[1]
        except UnicodeDecodeError:
            read = False
        assert vector["expect"] == "i" or read == (vector["expect"] == "y"), vector["name"]


@pytest.mark.parametrize(
    "answer, problem",
    [
        ('\ufeff \n{"a":1}\n', ""),
        ('```\r\n{"a":1}\r\n```\n', ""),
        ("```json\n[]```", ""),
        ("  ```json\n{}", ""),
        ("````json\n{}\n````", ""),
        ("~~~\n[]\n~~~", ""),
        ("~~~~~ json `x`\r{}", ""),
        ("```\n{}\n`````", ""),
        ("`````json\n{}\n```", "not JSON: Extra data at line 2 column 1"),
        ("```json\n{}\n~~~", "not JSON: Extra data at line 2 column 1"),
        ("~~~json\n{}\n```", "not JSON: Extra data at line 2 column 1"),
        ("``\n{}\n``", "not JSON: Expecting value at line 1 column 1"),
        ("``` a`b\n{}", "not JSON: Expecting value at line 1 column 1"),
        ("```json {}```", "not JSON: Expecting value at line 1 column 1"),
        ("```\n{}\n```\nGotowe", "not JSON: Extra data at line 2 column 1"),
        ("\ufeff\ufeff{}", "not JSON: Expecting value at line 1 column 1"),
        ("\u00a0{}", "not JSON: Expecting value at line 1 column 1"),
        ("", "no JSON: empty"),
        ("[-Infinity]", "not JSON: -Infinity"),
        ("[01]", None),
        ("[" + "1" * 1000 + "]", ""),
        ("[" + "1" * 1001 + "]", "a number of 1001 characters; at most 1000 are read"),
        ("[1e9999, -1E-9999]", ""),
        ("[1e+10000]", "exponent out of range: 1e+10000; at most 9999 is read"),
        ("[" * 64 + "]" * 64, ""),
        ("[" * 65 + "]" * 65, "nested deeper than 64"),
        ('["' + "[" * 100 + '\\"{"]', ""),
        ('["\\ud83d"]', ""),
    ],
)
def test_reading_json(answer, problem):
    assert read_json(answer)[1] == problem if problem is not None else read_json(answer)[1]


@pytest.mark.parametrize(
    "reference, answer, soft",
    [
        ({"a": 0.1}, '{"a": 0.1}', 1),
        ({"a": 0.1}, '{"a": 0.1000000000000000055511151231257827}', 0),
        ({"a": 0}, '{"a": -0.0e9}', 1),
        ({"a": 1e22}, '{"a": 10000000000000000000000}', 1),
        ({"a": None}, '{"a": null}', 1),
        ({"a": ""}, '{"a": null}', 0),
        ({"a": "—"}, '{"a": "!"}', 1),
        ({"a": [1, "x"]}, '{"a": [1, "X"]}', 1),
        ({"a": []}, '{"a": []}', 1),
        ({"a": [1]}, '{"a": [true]}', 0),
        ({"a": [1]}, '{"a": [[1]]}', 0),
        ({"a": "1"}, '{"a": 1}', 0),
        ({"a": 1}, '{"a": 2, "a": 1}', 1),
        ({"é": 1}, '{"e\\u0301": 1}', 0),
        ({}, '{"a": 1}', 0),
        ([{}], "[{}]", 1),
        ([{"a": 1}], "[1]", 0),
        ([{"a": 1}, {"a": 1}], '[{"a": 1}]', 0.5),
        ([], "{}", 0),
        ('{"a": 1.0}', '{"a": 1}', 1),
    ],
)
def test_comparing_values(reference, answer, soft):
    assert score(answer, reference).soft == soft


def test_unwrapping_arrays():
    reference = [{"a": 1}]
    assert score('{"items": [{"a": 1}]}', reference, unwrap_array=True).soft == 1
    assert score('{"items": [{"a": 1}], "n": 1}', reference, unwrap_array=True).soft == 0
    assert score('{"items": {"a": 1}}', reference, unwrap_array=True).soft == 0
    assert score('{"a": [1]}', {"a": [1]}, unwrap_array=True).soft == 1


OBJECTS = st.lists(st.dictionaries(st.sampled_from("abcd"), st.integers(0, 2), max_size=4), max_size=5)


@settings(max_examples=300, deadline=None)
@given(OBJECTS, OBJECTS)
def test_properties(left, right):
    assert score(json.dumps(left[::-1]), left).soft == 1
    result = score(json.dumps(right), left)
    assert 0 <= result.soft <= 1
    assert (result.soft == 1) == (
        len(left) == len(right) and all(left.count(item) == right.count(item) for item in left)
    )
    assert result.soft == pytest.approx(score(json.dumps(left), right).soft, abs=1e-12)
    assert score_rule(Extraction(left), json.dumps(right)).reason


@settings(max_examples=500, deadline=None)
@given(st.text(alphabet='[]{}",:0123456789eE+-.`\n \\utrefalsn\ufeff\ud800', max_size=40))
def test_any_text_is_read_like_the_standard_library_or_refused(text):
    value, problem = read_json(text)
    if not problem and "`" not in text and "\ufeff" not in text:
        assert value == json.loads(text, parse_float=Decimal)
    assert 0 <= score(text, {"a": 1}).soft <= 1


def test_scipy_and_jsonschema_are_imported_only_when_needed():
    code = (
        "import sys; from puma_metrics.extraction import compare_json; from puma_metrics.json_reader import "
        "read_reference as r; compare_json('[{\"a\": 1}]', r([{'a': 1}])); compare_json('{\"a\": 1}', r({'a': 2})); "
        "print([m for m in ('scipy', 'jsonschema') if m in sys.modules])"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert result.stdout.strip() == "[]"


def reason(answer, reference):
    return score_rule(Extraction(reference), answer).reason


def test_reasons():
    reference = {"nip": "123-456", "suma": 45.67, "rabat": None, "pozycje": ["Chleb", "Ser"]}
    answer = '{"nip": "123456", "suma": 45.76, "pozycje": ["Chleb"], "uwagi": true}'
    assert reason(answer, reference) == (
        "fields: 1 of 5 right; field: 'suma': 45.67 expected, 45.76 found; field: 'rabat' missing: null expected; "
        'field: \'pozycje\': ["Chleb", "Ser"] expected, ["Chleb"] found; field: \'uwagi\' not expected: true found'
    )
    assert reason('[{"a": 1, "b": 3}, {"a": 9}]', [{"a": 1, "b": 2}]) == (
        "fields: 1 of 2 right; elements: no partner for element 2 of the answer; "
        "field: element 1, 'b': 2 expected, 3 found"
    )
    assert reason("[]", {"a": 1}) == "answer: an array found, an object expected"
    odd = reason('{"a\\ud83d\\n": "\\ud83d"}', {})
    assert odd == "fields: 0 of 1 right; field: 'a\ufffd\ufffd' not expected: \"\ufffd\" found"
    many = reason("{}", {f"pole {number}": number for number in range(22)})
    assert many.startswith("fields: 0 of 22 right; field: 'pole 0' missing: 0 expected; ")
    assert many.endswith("; fields: 2 more differ")


SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": False}


@pytest.mark.parametrize(
    "answer, valid",
    [('{"a": 1.0}', True), ('{"a": 1.5}', False), ('{"a": 1e9999}', True), ("{}", False), ("tekst", False)],
)
def test_schema_validity_is_reported_beside_the_score(answer, valid):
    assert score(answer, {"a": 1}, schema=SCHEMA).schema_valid is valid
    assert score(answer, {"a": 1}).schema_valid is None


def test_large_answers_are_not_checked_against_the_schema():
    assert is_schema_valid([1] * 10_001, SCHEMA) is None


@pytest.mark.parametrize(
    "reference, schema, problems",
    [
        ({"a": 1}, SCHEMA, []),
        ([{"a": 1}], {"type": "array", "items": SCHEMA}, []),
        ({"a": [1]}, {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "number"}}}}, []),
        ({"a": 1}, {"type": "object", "properties": {"a": {"anyOf": [{"type": "null"}, {"enum": [1, "x"]}]}}}, []),
        ([1], None, ["reference: element 1, no object (1); a flat object or a list of them is expected"]),
        (
            "{",
            None,
            [
                "reference: not JSON: Expecting property name enclosed in double quotes at line 1 column 2 ({); "
                "JSON is expected"
            ],
        ),
        ({"a": float("nan")}, None, ["reference: no JSON value (nan); JSON is expected"]),
        (
            {"a": "x"},
            SCHEMA,
            ["reference: fails its own schema at $.a ('x' is not of type 'integer'); a valid reference is expected"],
        ),
        (
            {"a": 1},
            {"type": "string"},
            ["schema: type 'string'; an object, or an array whose items are objects, is expected"],
        ),
        (
            {"a": 1},
            {"type": "objekt"},
            ["schema: 'objekt' is not valid under any of the given schemas (at $.type); a JSON Schema is expected"],
        ),
        (
            {"a": 1},
            {"type": "object", "properties": {"a": {"type": "object"}}},
            [
                "schema: field 'a' is not flat ({'type': 'object'}); "
                "a type among string, number, integer, boolean, null, or an array of them, is expected"
            ],
        ),
        (
            {"a": 1},
            {"type": "object", "allOf": [{"$ref": "http://localhost:1/x"}]},
            ["schema: refers to 'http://localhost:1/x'; a schema without references is expected"],
        ),
    ],
)
def test_problems(reference, schema, problems):
    assert extraction_problems(reference, schema) == problems


def test_a_reference_without_a_form_in_json_is_an_error_of_the_user():
    with pytest.raises(InputError):
        read_reference({"a": float("inf")})
    with pytest.raises(InputError):
        read_reference({1: "a"})


def objects(count, make):
    return "[" + ",".join(make(number) for number in range(count)) + "]"


FEW = [{"imie": f"a{number}", "wiek": number % 7, "x": number % 2 == 0} for number in range(100)]
MIXED = random.Random(7)
HOSTILE = {
    "duplicates": (FEW, objects(120_000, lambda _: '{"a":1}')),
    "different": (FEW, objects(70_000, lambda number: f'{{"x":{number}}}')),
    "empty objects": (FEW, objects(300_000, lambda _: "{}")),
    "no objects": (FEW, objects(490_000, lambda _: "1")),
    "equal": (objects(80_000, lambda number: f'{{"a":{number}}}'),) * 2,
    "one value shared": (
        objects(40_000, lambda number: f'{{"a":1,"b":{number}}}'),
        objects(40_000, lambda number: f'{{"a":1,"b":-{number + 1}}}'),
    ),
    "mixed": (
        [{MIXED.choice("abcdefgh"): MIXED.randint(0, 2) for _ in range(6)} for _ in range(100)],
        objects(30_000, lambda _: json.dumps({MIXED.choice("abcdefgh"): MIXED.randint(0, 2) for _ in range(4)})),
    ),
    "many fields": (
        "{" + ",".join(f'"a{number}":{number}' for number in range(70_000)) + "}",
        "{" + ",".join(f'"a{number}":-{number}' for number in range(70_000)) + "}",
    ),
    "long string": ({"a": "ą"}, '{"a":"' + "ą" * 990_000 + '"}'),
    "long array": ({"a": [1]}, '{"a":[' + "1," * 490_000 + "1]}"),
    "exponents": ({"a": [1]}, '{"a":[' + "1e9999," * 130_000 + "1]}"),
    "brackets": ({"a": 1}, "[" * 1_000_000),
    "quotes": ({"a": 1}, '"' * 1_000_000),
    "backslashes": ({"a": 1}, '"' + "\\" * 1_000_000),
    "backticks": ({"a": 1}, "```\n" + "`" * 1_000_000),
    "digits": ({"a": 1}, "1" * 1_000_000),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_answers_stay_within_bounds(name):
    reference, answer = HOSTILE[name]
    start = time.process_time()
    result = score(answer, reference, schema=SCHEMA)
    assert 0 <= result.soft <= 1
    assert len(score_rule(Extraction(reference), answer).reason) < 20_000
    assert time.process_time() - start < 20  # a safety net
