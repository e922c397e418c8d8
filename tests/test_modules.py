"""Every evaluate module: imports that evaluate can read, the same result keys, clear refusals."""

import re
from pathlib import Path

import pytest

from puma_dataset.caches import MODULES

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
    from puma_metrics.errors import InputError

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
