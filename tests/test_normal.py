"""Normalised answers: the vectors of NORMALISE, the sample's recordings written with digits, and decided points."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics import normal, word_accuracy
from puma_metrics.normal import best1, read_numbers, spoken1, spoken_readings, structure1
from puma_metrics.text import words1

GOLDEN = Path(__file__).with_name("golden")
VECTORS = [json.loads(line) for line in (GOLDEN / "normal.jsonl").read_text("utf-8").splitlines()]
OURS = [json.loads(line) for line in (GOLDEN / "normal_ours.jsonl").read_text("utf-8").splitlines()]
DIGITS = [json.loads(line) for line in (GOLDEN / "sample_digits.jsonl").read_text("utf-8").splitlines()]


def of_kind(kind: str, *lists: list[dict[str, Any]]) -> list[Any]:
    chosen = [vector for vectors in lists for vector in vectors if vector["kind"] == kind]
    return [pytest.param(vector, id=f"{vector['id']}: {vector['why']}") for vector in chosen]


SPOKEN, TIDY = of_kind("spoken", VECTORS, OURS), of_kind("tidy", VECTORS, OURS)


@pytest.mark.parametrize("vector", SPOKEN)
def test_spoken1_reads_as_one_of_the_truths(vector: dict[str, Any]):
    if vector.get("only") != "best":
        assert words1(spoken1(vector["in"])) in [words1(out) for out in vector["out"]]


@pytest.mark.parametrize("vector", SPOKEN)
def test_best1_accepts_every_truth_and_no_wrong_value(vector: dict[str, Any]):
    assert {out: best1(vector["in"], out) for out in vector["out"]} == dict.fromkeys(vector["out"], 1.0)
    wrong = [(wrong, out) for wrong in vector["wrong"] for out in vector["out"] if best1(wrong, out) == 1]
    assert wrong == []


@pytest.mark.parametrize("vector", TIDY)
def test_structure1_is_exact(vector: dict[str, Any]):
    assert structure1(vector["in"]) == vector["out"][0]


def test_the_vectors_are_all_there():
    assert len(VECTORS) == 89
    assert {vector["kind"] for vector in VECTORS} == {"spoken", "tidy", "convert"}


# ---------------------------------------------------------------- the sample
REFERENCES = {
    task.id: task.rules[0].reference for task in read_tasks(SAMPLE, validate=False)[0] if task.category == "asr"
}


def test_the_samples_recordings_written_with_digits_are_whole_when_read():
    raw = [word_accuracy(line["digits"], REFERENCES[line["id"]]) for line in DIGITS]
    assert [line["id"] for line in DIGITS] == ["as_001", "as_002", "as_004", "as_005"]
    assert [round(value, 4) for value in raw] == RAW_OF_DIGITS
    assert all(value < 0.9 for value in raw)
    assert [word_accuracy(spoken1(line["digits"]), REFERENCES[line["id"]]) for line in DIGITS] == [1.0] * 4
    assert [best1(line["digits"], REFERENCES[line["id"]]) for line in DIGITS] == [1.0] * 4


RAW_OF_DIGITS = [0.8923, 0.8923, 0.8644, 0.8387]


def test_no_reference_of_the_sample_is_changed():
    texts = [*REFERENCES.values()]
    for task in read_tasks(SAMPLE, validate=False)[0]:
        texts += [block for rule in task.rules if task.category == "ocr" for block in rule.blocks]
    assert [text for text in texts if structure1(text) != text] == []
    assert [text for text in REFERENCES.values() if spoken1(text) != text] == []


# ---------------------------------------------------------------- what the readings are, for reports
def test_the_readings_have_their_places_in_the_raw_text():
    text = "Cena: 125zł\u200b, o 8:30."
    assert spoken_readings(text) == [(6, 11, "sto dwadzieścia pięć złotych"), (16, 20, "ósmej trzydzieści")]
    assert spoken1(text) == "Cena: sto dwadzieścia pięć złotych\u200b, o ósmej trzydzieści."


def test_a_reading_stays_apart_from_the_letters_that_touch_it():
    assert spoken1("5kotów") == "pięć kotów"
    assert spoken1("kot5 12kg") == "kot pięć dwanaście kilogramów"


def test_reading_stops_after_so_many_expressions_and_says_where():
    text = "1 " * (normal.MOST_EXPRESSIONS + 2)
    numbers = read_numbers(text)
    assert (len(numbers.expressions), numbers.unread) == (normal.MOST_EXPRESSIONS, 2 * normal.MOST_EXPRESSIONS)
    assert spoken1(text).endswith("jeden 1 1 ")
    assert read_numbers("1 1").unread == 3


def test_a_reference_without_words_has_no_best():
    with pytest.raises(ValueError) as raised:
        best1("5 psów", "…")
    assert str(raised.value) == "the reference has no words ('…'); expected at least one"


def test_an_answer_twice_as_long_as_the_reference_is_not_aligned():
    assert best1("trzy trzy trzy", "trzy") == 0
    assert best1("3 3 3", "trzy") == 0
    assert best1("3 3", "trzy trzy trzy") == pytest.approx(2 / 3)


# ---------------------------------------------------------------- the same always
TEXTS = [vector["in"] for vector in VECTORS if vector["kind"] == "spoken"]
CODE = (
    "import json, sys; from puma_metrics.normal import best1, spoken1; "
    "print(json.dumps([[spoken1(text), best1(text, 'dwa psy i pięć osób')] for text in json.load(sys.stdin)]))"
)


def test_hash_seeds_do_not_matter():
    root = Path(__file__).parents[1] / "metrics"
    printed = set()
    for seed in ("0", "1", "12345"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root), "PYTHONIOENCODING": "utf-8"}
        run = subprocess.run(
            [sys.executable, "-c", CODE], input=json.dumps(TEXTS), capture_output=True, text=True, env=env, check=True
        )
        printed.add(run.stdout)
    assert len(printed) == 1
    assert len(json.loads(printed.pop())) == len(TEXTS)


def test_threads_do_not_matter():
    def both(text: str) -> tuple[str, float]:
        return spoken1(text), best1(text, "dwa psy i pięć osób")

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(both, TEXTS)) == list(map(both, TEXTS))


# ---------------------------------------------------------------- sentences of a writer who has not seen the code
SET = [json.loads(line) for line in (GOLDEN / "spoken_set.jsonl").read_text("utf-8").splitlines()]


def test_the_ceiling_holds_every_truth_of_the_set_and_no_wrong_value():
    missed = [line["id"] for line in SET if max(best1(line["digits"], said) for said in line["spoken"]) < 1]
    assert missed == []
    assert [line["id"] for line in SET for said in line["spoken"] if best1(line["wrong"], said) == 1] == []


def test_spoken1_reads_the_set_as_its_writer_but_for_what_context_does_not_say():
    """Eight of 215: an hour after na, `jutro 23.`, a height, dwadzieścioro czworo, ranges without do, an attribute."""
    other = [
        line["id"] for line in SET if words1(spoken1(line["digits"])) not in [words1(said) for said in line["spoken"]]
    ]
    assert other == ["n043", "n066", "n088", "n105", "n131", "n170", "n180", "n200"]
