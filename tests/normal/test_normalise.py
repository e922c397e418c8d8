"""`puma normalise`, `puma grade --normalise`, `puma table recognisers` and the modules (NORMALISE, 12.6 and 12.7)."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics import Given, grade_all, modules
from puma_metrics.errors import InputError
from puma_metrics.grade import grade_normalised
from puma_metrics.normal import best1, normalise, signature_parts, spoken1, structure1
from puma_metrics.shapes import document_text
from puma_metrics.signature import parts_of
from puma_metrics.speech import word_accuracy

DIGITS = [
    json.loads(line) for line in (Path(__file__).parents[1] / "golden/sample_digits.jsonl").open(encoding="utf-8")
]
"""Four recordings of the sample, transcribed without a wrong word but with digits."""
PAGES = SAMPLE / "predictions/predictions_tesseract.jsonl"
SPEECH = SAMPLE / "predictions/predictions_whisper_base.jsonl"
TASKS = {task.id: task for task in read_tasks(SAMPLE, validate=False)[0]}


def lines(*rows: dict[str, Any]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


@pytest.fixture
def digits(tmp_path) -> str:
    (tmp_path / "digits.jsonl").write_text(
        lines(*({"id": d["id"], "prediction": d["digits"]} for d in DIGITS)), "utf-8"
    )
    return "digits.jsonl"


def graded(run, *arguments: str) -> dict[str, Any]:
    code, out, err = run("grade", *arguments, "--json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def test_digits_are_no_fault_of_a_recogniser(run, digits):
    results = graded(run, digits, "--normalise", "--category", "asr")["categories"]["asr"]
    raw = sum(word_accuracy(d["digits"], TASKS[d["id"]].rules[0].reference) for d in DIGITS)
    assert results["strict"] == results["soft"] == 80.0  # four of five recordings were transcribed
    assert results["raw"] == {"strict": 0.0, "soft": pytest.approx(20 * raw)}
    assert results["best"] == {"strict": 80.0, "soft": 80.0}


def test_a_normalised_file_grades_as_grading_normalises_on_the_way(run, digits):
    assert run("normalise", digits, "--to", "n.jsonl") == (0, "Written: n.jsonl, 4 rows, 4 normalised\n", "")
    one, other = graded(run, digits, "--normalise"), graded(run, "n.jsonl")
    for results in (one, other):
        del results["input"]
    assert one == other
    assert parts_of(one["signature"])["normal"] == "spoken1" and parts_of(one["signature"])["numbers"] == "always"


def test_the_answers_before_stand_beside_and_lose_nothing(run, digits, tmp_path):
    run("normalise", digits, "--to", "n.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "n.jsonl").read_text("utf-8").splitlines()]
    assert [(row["raw_prediction"], row["prediction"]) for row in rows] == [
        (d["digits"], spoken1(d["digits"])) for d in DIGITS
    ]


ENDINGS = [
    {"id": "as_001", "prediction": "Peron 2.", "finish_reason": "length"},
    {"id": "as_002", "prediction": "", "finish_reason": "content_filter"},
    {"id": "as_003", "prediction": None, "error": "timeout"},
    {"id": "as_004", "prediction": None},
    {"id": "hc_001", "prediction": "1. Leliwa, 2. Słowacki"},
]


def test_endings_failures_and_answers_to_questions_stay(run, tmp_path):
    (tmp_path / "a.jsonl").write_text(lines(*ENDINGS), "utf-8")
    assert run("normalise", "a.jsonl", "--to", "n.jsonl")[0] == 0
    before, after = graded(run, "a.jsonl"), graded(run, "n.jsonl")
    counts = ("n", "attempted", "missing", "failed", "refused", "truncated", "empty")
    assert [before["overall"][name] for name in counts] == [after["overall"][name] for name in counts]
    (question,) = [row for row in map(json.loads, (tmp_path / "n.jsonl").open()) if row["id"] == "hc_001"]
    assert question == {"id": "hc_001", "model": "a", "prediction": "1. Leliwa, 2. Słowacki"}


def test_the_samples_say_what_was_read_how(run, digits, tmp_path):
    graded(run, digits, "--normalise", "--out", "out")
    (sample,) = [s for s in map(json.loads, (tmp_path / "out/samples.jsonl").open()) if s["id"] == "as_004"]
    raw = DIGITS[2]["digits"]
    assert [raw[start:end] for start, end, _ in sample["readings"]] == ["0,5 kg", "25 dag", "2", "3"]
    assert sample["readings"][0][2] == "pół kilograma"
    assert (sample["best_soft"], sample["raw_answer"], sample["normaliser"]) == (1.0, raw, "spoken1,numbers:always")
    assert sample["raw_soft"] == word_accuracy(raw, TASKS["as_004"].rules[0].reference)
    assert run("rescore", "out")[1].splitlines()[2] == "0 of 52 scores moved"


def test_documents_are_read_by_their_shape_and_tidied(run, tmp_path):
    raw = '[[[[0, 0], [9, 0], [9, 5], [0, 5]], "Remi-", 0.98], [[[0, 6], [9, 6], [9, 9], [0, 9]], "za OSP", 0.98]]'
    (tmp_path / "a.jsonl").write_text(lines({"id": "oc_001", "prediction": raw}), "utf-8")
    assert run("normalise", "a.jsonl", "--to", "n.jsonl")[0] == 0
    row = json.loads((tmp_path / "n.jsonl").read_text("utf-8"))
    assert row["prediction"] == structure1(document_text(raw)[1]) == "Remiza OSP"
    assert row["normaliser"] == "structure1+shapes1,order:given"


def test_a_shape_that_is_not_there_is_named(run, tmp_path):
    (tmp_path / "a.jsonl").write_text(lines({"id": "oc_001", "prediction": "tekst"}), "utf-8")
    code, _, err = run("normalise", "a.jsonl", "--to", "n.jsonl", "--format", "alto")
    said = "format 'alto' was asked for, but no <alto> element was found; read as text"
    assert (code, err) == (0, f"'oc_001': {said}\n")


def test_digits_only_is_the_papers_trigger(run, tmp_path):
    (tmp_path / "a.jsonl").write_text(lines({"id": "as_001", "prediction": "Rozdział XIV."}), "utf-8")
    run("normalise", "a.jsonl", "--to", "n.jsonl", "--digits-only")
    row = json.loads((tmp_path / "n.jsonl").read_text("utf-8"))
    assert (row["prediction"], row["normaliser"]) == ("Rozdział XIV.", "spoken1,numbers:digits")


REFUSALS = [
    (["normalise", "n.jsonl", "--to", "m.jsonl"], 2, "n.jsonl: 4 answers normalised already (spoken1,numbers:always)"),
    (["grade", "n.jsonl", "--normalise"], 2, "n.jsonl: 4 answers normalised already (spoken1,numbers:always)"),
    (["normalise", "digits.jsonl", "--to", "digits.jsonl"], 2, "--to digits.jsonl: is the file of the answers itself"),
    (["normalise", "digits.jsonl", "--to", "m.jsonl", "--with", "spoken"], 3,
     "puma: --with: unknown normaliser 'spoken'; did you mean 'spoken1'?"),
    (["normalise", "digits.jsonl", "--to", "m.jsonl", "--with", "structure1"], 3,
     "puma: digits.jsonl: has no answer to a task that structure1 is for"),
    (["normalise", "digits.jsonl", "--to", "m.jsonl", "--format", "altoo"], 2, "'altoo' is none; did you mean 'alto'?"),
    (["normalise", "digits.jsonl", "--to", "m.jsonl", "--with", "llm:"], 2, "--with llm:MODEL: expected one model"),
    (["grade", "digits.jsonl", "--digits-only"], 2, "say how to normalise: add --normalise"),
    (["grade", "digits.jsonl", "--normalise", "--jobs", "1", "--out", "o"], 2, "--normalise is not for grading"),
    (["grade", "questions.jsonl", "--normalise"], 3, "answers to questions are never normalised"),
    (["grade", "unknown.jsonl"], 3,
     "puma: unknown.jsonl:1, 'as_001': unknown normaliser 'spoken'; did you mean 'spoken1'?\n"),
    (["grade", "half.jsonl", "--normalise"], 2, "half.jsonl: 1 answer normalised already (they have a raw_prediction)"),
    (["grade", "other.jsonl"], 3, "other.jsonl:1, 'as_001': has a normaliser, and no raw_prediction that is text"),
    (["grade", "mixed.jsonl"], 3, "some answers were normalised with numbers:always and numbers:digits"),
    (["table", "recognisers", "saved"], 3, "'digits': its answers to speech recognition were not normalised"),
    (["table", "recognisers", "questions.jsonl"], 3, "answers to questions are never normalised"),
    (["table", "recognisers", "n.jsonl", "n.jsonl"], 3, "the model 'digits' stands in another of these too"),
    (["table", "recognisers", "n.jsonl", "only.jsonl"], 3,
     "'digits' has numbers:always and 'only' numbers:digits, which no table compares; grade both alike"),
]  # fmt: skip


@pytest.fixture
def files(run, digits, tmp_path) -> None:
    run("normalise", digits, "--to", "n.jsonl")
    run("normalise", digits, "--to", "only.jsonl", "--digits-only")
    only = (tmp_path / "only.jsonl").read_text("utf-8")
    (tmp_path / "only.jsonl").write_text(only.replace('"model": "digits"', '"model": "only"'), "utf-8")
    run("grade", digits, "--out", "saved")
    row = {"id": "as_001", "prediction": "dwa"}
    (tmp_path / "questions.jsonl").write_text(lines({"id": "hc_001", "prediction": "Leliwa"}), "utf-8")
    (tmp_path / "unknown.jsonl").write_text(lines(row | {"raw_prediction": "2", "normaliser": "spoken"}), "utf-8")
    (tmp_path / "half.jsonl").write_text(lines(row | {"raw_prediction": "2"}), "utf-8")
    (tmp_path / "other.jsonl").write_text(lines(row | {"normaliser": "spoken1,numbers:always"}), "utf-8")
    both = [{"raw_prediction": "2", "normaliser": f"spoken1,numbers:{which}"} for which in ("always", "digits")]
    (tmp_path / "mixed.jsonl").write_text(lines(row | both[0], {**row, "id": "as_002"} | both[1]), "utf-8")


@pytest.mark.parametrize(("arguments", "code", "message"), REFUSALS)
def test_what_is_refused_and_why(run, files, tmp_path, arguments, code, message):
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    left, out, err = run(*arguments)
    assert (left, out) == (code, "") and message in err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_normalised_answers_are_not_graded_in_parts(run, files, tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [json.loads(line) for line in (tmp_path / "n.jsonl").open(encoding="utf-8")]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "n.parquet")
    code, _, err = run("grade", "n.parquet", "--jobs", "1", "--out", "parts")
    said = "n.parquet:1, 'as_001': was normalised (spoken1,numbers:always), which is graded in one piece"
    assert (code, err) == (3, f"puma: {said}; leave out --jobs and --ray\n")


# the flag


def reading(answer: str, reference: str) -> Any:
    task = {"id": "t1", "category": "asr", "rules": [{"type": "asr", "reference": reference}]}
    return grade_normalised(task, normalise(answer, "spoken1").text, answer)


def test_a_verdict_that_hangs_on_a_reading_is_flagged():
    contested = reading("Spotkanie o 8:30.", "spotkanie o wpół do dziewiątej")
    assert (contested.strict, contested.best, contested.best_strict) == (0, 1.0, 1)
    assert str(contested.flagged[-1]) == "number reading: the best reading has 1.000, this one 0.400"
    assert reading("Kupił 2 psy.", "kupił dwa psy").flags == ()


def test_the_best_is_never_below_the_reading():
    for digits in DIGITS:
        reference = TASKS[digits["id"]].rules[0].reference
        score = reading(digits["digits"], reference)
        assert score.raw.soft <= score.soft <= score.best == best1(digits["digits"], reference)


def test_an_answer_that_was_not_normalised_has_nothing_beside():
    report = grade_all([TASKS["as_001"]], {"as_001": "Peron 2."})
    assert report.beside("asr") == {} and report.samples[0].score.best is None
    report = grade_all([TASKS["as_001"]], {"as_001": Given("Peron drugi.", raw="Peron 2.", normaliser="spoken1")})
    assert set(report.beside("asr")) == {"raw", "best"} and parts_of(report.signature)["normal"] == "spoken1"


# Tables 2 and 3


def test_tables_2_and_3_of_the_samples_recognisers(run):
    found = run("table", "recognisers", str(SPEECH), str(PAGES), "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(found[1])))
    assert [(row["category"], row["model"]) for row in rows] == [
        ("asr", "whisper-base-ct2-int8"), ("ocr", "tesseract-5.3.0-pol"),
    ]  # fmt: skip
    assert [round(float(row["soft_before"]), 2) for row in rows] == [33.0, 59.26]
    assert round(float(rows[0]["soft"]), 2) == 35.2 and rows[1]["best_strict"] == ""


def test_the_table_of_results_is_that_of_their_answers(run, digits):
    run("grade", digits, "--normalise", "--out", "saved")
    ours = run("table", "recognisers", "saved")
    assert ours == run("table", "recognisers", digits)
    assert ours[1].splitlines()[2:4] == [
        "Speech recognition  answered  Strict   Soft  Soft BN  Best strict  Best soft",
        "digits                4 of 5   80.00  80.00    69.75        80.00      80.00",
    ]


def test_markdown_and_latex_have_the_same_numbers(run, digits):
    markdown = run("table", "recognisers", digits, "--format", "markdown")[1]
    latex = run("table", "recognisers", digits, "--format", "latex")[1]
    assert "| digits | 4 of 5 | 80.00 | 80.00 | 69.75 | 80.00 | 80.00 |\n" in markdown
    assert "digits & 4 of 5 & 80.00 & 80.00 & 69.75 & 80.00 & 80.00 \\\\\n" in latex


# modules


def test_a_module_normalises_what_it_is_told_to():
    references = ["kupił dwa psy za pięć złotych", "tak"]
    rules = modules.rule_for("asr", references, "reference")
    found = modules.results("puma_asr", ["Kupił 2 psy za 5 zł", None], rules, references, normaliser="spoken1")
    assert (found["strict_scores"], found["raw"]["strict"], found["best"]["strict"]) == ([1, 0], 0.0, 50.0)
    assert parts_of(found["signature"])["normal"] == "spoken1"


@pytest.mark.parametrize("name", ["structure1", "spoken", "", True])
def test_a_module_refuses_a_normaliser_that_is_none_of_its_own(name):
    rules = modules.rule_for("asr", ["tak"], "reference")
    with pytest.raises(InputError, match=r"^normalise: puma_asr takes 'spoken1' or nothing, not "):
        modules.results("puma_asr", ["tak"], rules, ["tak"], normaliser=name)


def test_the_signature_names_every_part_once():
    made = ["structure1+shapes1,order:columns,format:alto", "spoken1,numbers:digits", "spoken1,numbers:digits"]
    assert signature_parts(made) == {
        "normal": "spoken1,structure1+shapes1", "numbers": "digits", "order": "columns", "format": "alto",
    }  # fmt: skip


# what people look at


def test_explain_says_what_was_read_how(run, digits):
    code, out, _ = run("explain", "as_004", digits, "--normalise")
    assert code == 0
    assert "    before it was normalised: strict 0, soft 0.864; by the best reading: strict 1, soft 1.000\n" in out
    assert '  42-48  "0,5 kg" → "pół kilograma"\n' in out
    run("normalise", digits, "--to", "n.jsonl")
    assert run("explain", "as_004", "n.jsonl")[1] == out
    assert run("explain", "hc_001", "--answer", "Leliwa", "--normalise")[0] == 2


def test_the_report_shows_the_raw_answer_and_each_reading(run, digits, tmp_path):
    assert run("report", digits, "--normalise", "--category", "asr", "--out", "r.html")[0] == 0
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "potrzebujemy <del>0,5 kg</del> <ins>pół kilograma</ins> ugotowanych" in page
    run("grade", digits, "--normalise", "--category", "asr", "--out", "saved")
    run("report", "saved", "--category", "asr", "--out", "s.html")
    assert "<del>0,5 kg</del> <ins>pół kilograma</ins>" in (tmp_path / "s.html").read_text("utf-8")


@pytest.mark.parametrize(("language", "said"), [("pl", "po odczytaniu liczb"), ("en", "with numbers in words")])
def test_the_demo_reads_numbers(language, said):
    from puma_demo.views import speech_view

    page = speech_view("Kupił 2 psy.", "kupił dwa psy", language)
    assert said in page and "<td><code>2</code></td><td><code>dwa</code></td>" in page
    assert said not in speech_view("Kupił dwa psy.", "kupił dwa psy", language)
    assert said not in speech_view("12 " * 5_000, "kupił dwa psy", language)
