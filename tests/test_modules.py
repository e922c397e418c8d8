"""Every evaluate module: imports that evaluate can read, the same result keys, clear refusals."""

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from puma_dataset.caches import MODULES
from puma_metrics import grade
from puma_metrics.errors import InputError
from puma_metrics.signature import canonical

METRICS = Path(__file__).parents[1] / "metrics"
KEYS = ["strict", "soft", "n", "strict_scores", "soft_scores", "reasons", "signature"]
INPUTS = {
    "puma_rules": ("To herb Leliwa.", '[{"type": "include", "clauses": [["Leliwa"], ["Słowacki"]]}]', 50.0),
    "puma_asr": ("dzień dobry", "Dzień dobry, panie doktorze!", 50.0),
    "puma_ocr": ("Cennik", ["Cennik dnia"], 50.0),
    "puma_extraction": ('{"a": 1}', '{"a": 1, "b": null}', 50.0),
}


@pytest.fixture(scope="module")
def load(tmp_path_factory):
    import evaluate

    cache = str(tmp_path_factory.mktemp("evaluate"))
    return lambda name: evaluate.load(str(METRICS / name), cache_dir=cache)


def code(name: str) -> str:
    return (METRICS / name / f"{name}.py").read_text(encoding="utf-8")


def test_every_module_is_in_the_table():
    found = {file.parent.name for file in METRICS.glob("puma_*/puma_*.py") if file.stem == file.parent.name}
    assert found == set(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_imports_are_what_evaluate_can_read(name):
    imports = [line for line in code(name).splitlines() if re.match(r"\s*(?:from|import)\b", line)]
    allowed = re.compile(r"import (?:json|datasets|evaluate|puma_metrics(?:\.\w+)*  # From: puma-bench)")
    assert all(allowed.fullmatch(line) for line in imports), imports


@pytest.mark.parametrize("name", [name for name in MODULES if name in INPUTS])
def test_results_are_plain_python_with_the_same_keys(load, name):
    prediction, reference, soft = INPUTS[name]
    result = load(name).compute(predictions=[prediction, ""], references=[reference, reference])
    assert list(result) == KEYS
    assert (result["strict"], result["soft"], result["n"]) == (0.0, soft / 2, 2)
    assert result["strict_scores"] == [0, 0]
    assert result["soft_scores"] == [soft / 100, 0.0]
    assert len(result["reasons"]) == 2
    assert result["signature"].startswith(f"{name}|n:2|tasks:")
    assert {type(value) for value in result["strict_scores"] + result["soft_scores"]} == {int, float}


@pytest.mark.parametrize("name", [name for name in MODULES if name in INPUTS])
def test_a_broken_reference_is_named(load, name):
    prediction, reference, _ = INPUTS[name]
    broken = [""] if isinstance(reference, list) else " "
    with pytest.raises(InputError, match=r"^references\[1\]: "):
        load(name).compute(predictions=[prediction] * 2, references=[reference, broken])


def test_ocr_takes_one_string_for_a_document_of_one_block(load):
    result = load("puma_ocr").compute(predictions=["Cennik dnia"], references=["Cennik dnia"])
    assert result["strict"] == 100.0


def test_extraction_unwraps_an_array_only_when_asked(load):
    metric = load("puma_extraction")
    inputs = {"predictions": ['{"dane": [{"a": 1}]}'], "references": ['[{"a": 1}]']}
    assert metric.compute(**inputs)["soft"] == 0.0
    asked = metric.compute(**inputs, unwrap_array=True)
    assert asked["soft"] == 100.0
    assert "unwrap_array:true" in asked["signature"]


REFUSED = [
    ("tak", ["t", "a", "k"], "predictions: is one str; expected a list"),
    (None, ["tak"], "predictions: is no sequence (None); expected a list"),
    ({"a": "tak"}, ["tak"], "predictions: is one dict; expected a list"),
    ({"tak"}, ["tak"], "predictions: is one set; expected a list"),
    (pd.DataFrame({"tak": [1]}), ["tak"], "predictions: is one DataFrame; expected a list"),
    (["tak"], "tak", "references: is one str; expected a list"),
    (["tak", 5], ["tak"] * 2, "predictions[1]: is no text (5); expected text or null"),
    (["tak", True], ["tak"] * 2, "predictions[1]: is no text (true); expected text or null"),
    (["tak", {"a": 1}], ["tak"] * 2, 'predictions[1]: is no text ({"a": 1}); write the JSON as text'),
    (["tak", ["a"]], ["tak"] * 2, 'predictions[1]: is no text (["a"]); write the JSON as text'),
    (["tak", b"a"], ["tak"] * 2, "predictions[1]: is no text (\"b'a'\"); expected text or null"),
    (["tak"] * 2, ["tak", None], "references[1]: is no text (null); expected text"),
    (["tak"] * 2, ["tak", float("nan")], "references[1]: is no text (NaN); expected text"),
    (["tak"], ["tak \ud83d"], "references[0]: half of a surrogate pair (\\ud83d) is no character; remove it"),
    (["tak", "nie"], ["tak"], "2 predictions and 1 reference; expected one reference for each prediction"),
]


@pytest.mark.parametrize(("predictions", "references", "message"), REFUSED)
@pytest.mark.parametrize("name", [name for name in MODULES if name in INPUTS])
def test_what_is_no_text_is_refused_by_its_place(load, name, predictions, references, message):
    with pytest.raises(InputError) as refused:
        load(name).compute(predictions=predictions, references=references)
    assert str(refused.value) == message


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, ""])
@pytest.mark.parametrize("name", [name for name in MODULES if name in INPUTS])
def test_a_missing_prediction_is_an_empty_answer_wherever_it_stands(load, name, missing):
    prediction, reference, soft = INPUTS[name]
    result = load(name).compute(predictions=[missing, prediction, missing], references=[reference] * 3)
    assert result["soft_scores"] == [0.0, soft / 100, 0.0]


def test_predictions_come_in_any_kind_of_sequence(load):
    given = ["tak", None, "nie"]
    expected = [1, 0, 0]
    for kind in (list, tuple, iter, pd.Series, lambda items: pd.Series(items, index=[7, 8, 9])):
        assert load("puma_asr").compute(predictions=kind(given), references=["tak"] * 3)["strict_scores"] == expected
    assert load("puma_asr").compute(predictions=np.array(["tak"]), references=np.array(["tak"]))["strict"] == 100.0


def test_half_an_emoji_stops_nothing_and_is_graded_as_grade_does(load):
    task = {"id": "t", "category": "asr", "rules": [{"type": "asr", "reference": "tak"}]}
    for text in ("tak \ud83d", "t\ud83dak"):
        result = load("puma_asr").compute(predictions=[text], references=["tak"])
        assert result["soft_scores"] == [grade(task, text).soft]


def test_add_looks_at_every_value_too(load):
    metric = load("puma_asr")
    metric.add(prediction="tak", reference="tak")
    metric.add(predictions=None, references="tak")  # so evaluate.combine calls it
    with pytest.raises(InputError) as refused:
        metric.add(prediction=5, reference="tak")
    assert str(refused.value) == "prediction: is no text (5); expected text or null"
    metric.add_batch(predictions=["nie"], references=["tak"])
    assert metric.compute()["strict_scores"] == [1, 0, 0]


def test_ocr_takes_blocks_and_single_texts_side_by_side(load):
    result = load("puma_ocr").compute(predictions=["a", "b"], references=[["a"], "b"])
    assert result["strict"] == 100.0
    assert load("puma_ocr").compute(predictions=[], references=[])["n"] == 0
    with pytest.raises(InputError) as refused:
        load("puma_ocr").compute(predictions=["a", "b"], references=["a", ["b", None]])
    assert str(refused.value) == "references[1][1]: is no text (null); expected text"


RULE = {"type": "include", "clauses": [["Leliwa"]]}
RULES = (
    'rules such as [{"type": "include", "clauses": [["Leliwa"]]}], as JSON text, as a list, or the row that has them'
)
FORMS = [
    [RULE],
    (RULE,),
    np.array([RULE]),
    {"id": "t1", "rules": canonical([RULE])},
    {"id": "t1", "rules": [RULE]},
    pd.Series({"id": "t1", "rules": canonical([RULE])}),
]


@pytest.mark.parametrize("reference", FORMS, ids=lambda form: type(form).__name__)
def test_rules_come_as_rows_have_them(load, reference):
    metric = load("puma_rules")
    result = metric.compute(predictions=[None, "Leliwa"], references=[reference, canonical([RULE])])
    assert result["strict_scores"] == [0, 1]
    # the digest is that of the text that the dataset publishes
    assert result["signature"] == metric.compute(predictions=["", ""], references=[canonical([RULE])] * 2)["signature"]


NO_RULES = [
    ("Leliwa", f"references[0]: is no JSON (Expecting value: line 1 column 1 (char 0)); expected {RULES}"),
    ('"Leliwa"', f'references[0]: is no list of rules ("Leliwa"); expected {RULES}'),
    (["Leliwa"], f'references[0]: is no list of rules (["Leliwa"]); expected {RULES}'),
    (RULE, f"references[0]: is no list of rules ({json.dumps(RULE)}); expected {RULES}"),
]


@pytest.mark.parametrize(("reference", "message"), NO_RULES)
def test_what_is_no_list_of_rules_is_told_what_is_wanted(load, reference, message):
    with pytest.raises(InputError) as refused:
        load("puma_rules").compute(predictions=["a"], references=[reference])
    assert str(refused.value) == message
