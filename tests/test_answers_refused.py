"""Nothing ambiguous is taken silently, failures are no refusals, and how generations end (RUN, section 6)."""

import io
import json
import re
from datetime import datetime, time
from typing import Any

import pytest

from puma_answers import answers_of
from puma_answers.endings import REFUSED, TRUNCATED
from puma_metrics import Given
from puma_metrics.errors import InputError
from puma_metrics.sentence import in_language


def lines(*records: Any) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def given(*records: Any, prediction: str = "") -> list[Given]:
    return [row.given for row in answers_of("a.jsonl", lines(*records), prediction).rows]


GOLD = {"id": "kot", "answer": "Leliwa", "output": "nie wiem"}
CHOICES = [{"message": {"content": "Leliwa"}}, {"message": {"content": "Szreniawa"}}]
REFUSALS: list[tuple[list[Any], str]] = [
    (
        [GOLD],
        "a.jsonl:1, 'kot': the answer could be 'answer' (\"Leliwa\") and 'output' (\"nie wiem\"); choose one with "
        "--prediction output, or call the model's 'prediction'",
    ),
    (
        [{"id": "kot", "answer": "a", "output": "a"}, {"id": "dom", "answer": "Leliwa", "output": None}],
        "a.jsonl:2, 'dom': the answer could be 'answer' (\"Leliwa\") and 'output' (null); choose one with "
        "--prediction output, or call the model's 'prediction'",
    ),
    (
        [{"id": "kot", "prediction": "a"}, {"id": "dom", "answer": "b"}],
        "a.jsonl:2, 'dom': has no 'prediction', which other rows have, but 'answer'; write all answers in one column",
    ),
    (
        [{"id": "kot", "prediction": "a", "error": "timeout"}],
        "a.jsonl:1, 'kot': has an error (\"timeout\") and an answer too; leave one of them empty",
    ),
    (
        [{"id": "kot", "choices": CHOICES}],
        'a.jsonl:1, \'kot\', choices: holds 2 different answers ("Leliwa", "Szreniawa"); keep one',
    ),
    (
        [{"doc": {"id": "kot"}, "resps": [["raz", "dwa"]]}],
        'a.jsonl:1: resps: holds 2 different answers ("raz", "dwa"); keep one',
    ),
    (
        [{"doc": {"id": "kot"}, "resps": [["Odpowiedź: A"]], "filtered_resps": ["A"]}],
        "a.jsonl:1, 'kot': the answer could be 'filtered_resps' (\"A\") and 'resps' (\"Odpowiedź: A\"); choose one "
        "with --prediction resps, or call the model's 'prediction'",
    ),
    (
        [{"doc": {"question": "Co to?"}, "resps": [["raz"]]}],
        'a.jsonl:1: doc: has no id ({"question": "Co to?"}); the task\'s id must stand in the harness\'s document '
        "as 'id'",
    ),
    (
        [{"id": "kot", "prediction": {"nazwa": "Leliwa"}}],
        'a.jsonl:1, \'kot\', prediction: is no text ({"nazwa": "Leliwa"}); write the JSON as text',
    ),
    (
        [{"id": "kot", "candidates": [{"content": ["x"], "finishReason": "STOP"}]}],
        "a.jsonl:1, 'kot', candidates: has the fields of a response and not its form ('list' object has no attribute "
        "'get')",
    ),
    (
        [{"id": "kot", "strict": 0, "soft": 0.0, "answer": None, "task_digest": "0", "missing": True}],
        "a.jsonl:1: is a missing answer in what puma grade has written; name the file of answers, or puma rescore",
    ),
    ([{"custom_id": "kot", "result": "x"}], "a.jsonl:1: has the fields of Anthropic batch results and not its form"),
]


@pytest.mark.parametrize(("records", "message"), REFUSALS)
def test_what_could_mean_two_things_is_refused_by_name(records, message):
    with pytest.raises(InputError) as refused:
        answers_of("a.jsonl", lines(*records))
    assert str(refused.value).startswith(message)
    assert str(refused.value) == message or message.endswith("form")


@pytest.mark.parametrize(("records", "message"), REFUSALS)
def test_it_is_said_in_polish_too(records, message, english_in):
    with pytest.raises(InputError) as refused:
        answers_of("a.jsonl", lines(*records))
    polish = in_language(refused.value.sentence, "pl")
    assert polish.startswith("a.jsonl, wiersz ")
    assert english_in(re.sub(r"\([^)]*\)|--prediction \w+", " ", polish)) == []


def test_prediction_wins_and_the_others_are_named():
    found = answers_of("a.jsonl", lines({**GOLD, "prediction": "Leliwa", "raw_prediction": "x", "response": None}))
    assert (found.rows[0].given, found.ignored) == (Given("Leliwa", raw="x"), ("answer", "output"))


def test_the_user_chooses_the_column():
    assert given(GOLD, prediction="output") == [Given("nie wiem")]
    with pytest.raises(InputError) as refused:
        given(GOLD, prediction="outptu")
    assert str(refused.value) == "a.jsonl: has no column 'outptu'; it has 'answer', 'id', 'output'"


def test_a_column_without_any_value_is_no_candidate():
    rows = [
        {"id": name, "answer": nothing, "output": "x"}
        for name, nothing in zip("abcd", (None, "", False, "None"), strict=True)
    ]
    assert given(*rows) == [Given("x")] * 4


FAILURES = [
    {"id": "kot", "prediction": None, "error": "timeout"},
    {"id": "kot", "prediction": "", "error": {"message": "slow down", "code": 429}},
    {"id": "kot", "error": "timeout"},
    {"id": "kot", "prediction": "", "status_code": 503},
    {"id": "kot", "prediction": "", "finish_reason": "error"},
    {"custom_id": "kot", "response": None, "error": {"code": "batch_expired", "message": "expired"}},
    {"custom_id": "kot", "response": {"status_code": 500, "body": {"error": {"message": "x"}}}, "error": None},
    {"custom_id": "kot", "result": {"type": "errored", "error": {"type": "error", "error": {"message": "x"}}}},
    {"custom_id": "kot", "result": {"type": "expired"}},
    {"key": "kot", "error": {"code": 13, "message": "x"}},
    {"id": "kot", "epoch": 1, "error": {"message": "x"}, "output": {"model": "m", "choices": []}},
    {"vars": {"id": "kot"}, "provider": {"id": "m"}, "response": {"error": "x"}, "failureReason": 2, "error": "x"},
    {"id": "kot", "sample": 0, "request": "r", "kind": "rate", "status": 429, "message": "slow down"},
    {"doc": {"id": "kot"}, "resps": [["[LMMS_EVAL_REQUEST_FAILED after 5 retries] Connection error."]]},
]


SAID_OF_FAILURES = [
    *("timeout", "slow down", "timeout", "status 503", "", "expired", "x", "x", "expired", "x", "x", "x", "slow down"),
    "LMMS_EVAL_REQUEST_FAILED after 5 retries: Connection error.",
]


@pytest.mark.parametrize(("record", "error"), list(zip(FAILURES, SAID_OF_FAILURES, strict=True)))
def test_a_failed_request_is_neither_an_answer_nor_a_refusal(record, error):
    assert given(record) == [Given(None, failed=True, error=error)]


NOTHING = [None, "", False, "None", "nan", [], {}]


@pytest.mark.parametrize("nothing", NOTHING)
def test_nothing_in_an_optional_column_is_nothing(nothing):
    row = {
        "id": "kot",
        "prediction": "x",
        "error": nothing,
        "refusal": nothing,
        "model": nothing,
        "stop_reason": nothing,
    }
    found = answers_of("a.jsonl", lines(row)).rows[0]
    assert (found.given, found.model) == (Given("x"), "")


REFUSED_RESPONSES = [
    {"id": "kot", "prediction": "Nie mogę.", "finish_reason": "content_filter"},
    {
        "custom_id": "kot",
        "response": {"status_code": 400, "body": {"error": {"code": "content_filter"}}},
        "error": None,
    },
    {"id": "kot", "candidates": [{"finishReason": "SAFETY", "index": 0}]},
    {"id": "kot", "promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}},
    {"id": "kot", "type": "message", "role": "assistant", "content": [], "stop_reason": "refusal"},
    {"id": "kot", "choices": [{"message": {"content": None, "refusal": "I can't."}, "finish_reason": "stop"}]},
]


@pytest.mark.parametrize("record", REFUSED_RESPONSES)
def test_a_refusal_is_an_answer(record):
    (found,) = given(record)
    assert (found.refused, found.failed) == (True, False)


@pytest.mark.parametrize("word", ["length", "max_tokens", "MAX_TOKENS", "model_length", "FinishReason.MAX_TOKENS"])
def test_words_for_an_answer_that_was_cut(word: str):
    assert given({"id": "kot", "prediction": "x", "finish_reason": word}) == [Given("x", truncated=True)]


@pytest.mark.parametrize("word", ["content_filter", "refusal", "SAFETY", "RECITATION", "guardrail_intervened", "SPII"])
def test_words_for_a_refusal(word: str):
    assert given({"id": "kot", "prediction": "x", "stop_reason": word}) == [Given("x", refused=True)]


def test_no_word_means_both():
    assert frozenset() == TRUNCATED & REFUSED


CSV = [
    ("id;prediction\nkot;a, b\n", ["a, b"]),
    ("note|id|prediction\nx,y,z|kot|a\n", ["a"]),
    ('"id"\t"prediction"\nkot\ta;b\n', ["a;b"]),
    ("id,prediction\nkot,a;b\n", ["a;b"]),
]


@pytest.mark.parametrize(("text", "texts"), CSV)
@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_csv_of_any_separator(name: str, text: str, texts: list[str]):
    assert [row.given.text for row in answers_of(name, text.encode()).rows] == texts


def workbook(value: Any, number_format: str) -> bytes:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl comes with the extra [report]")
    book = openpyxl.Workbook()
    for row in (("id", "prediction"), ("kot", "x"), (value, "y")):
        book.active.append(row)
    book.active["A3"].number_format = number_format
    book.save(content := io.BytesIO())
    return content.getvalue()


@pytest.mark.parametrize(
    ("value", "number_format", "shown", "polish"),
    [
        (datetime(2024, 1, 5), "yyyy-mm-dd", "a date or time to the spreadsheet (2024-01-05 00:00:00)", "datę"),
        (time(10, 30), "h:mm", "a date or time to the spreadsheet (10:30:00)", "godzinę"),
        (7, "000", "a number with leading zeros to the spreadsheet (007)", "zerami"),
        (1.5, "000", "a number with leading zeros to the spreadsheet (1.5)", "zerami"),
        (0.5, "0%", "a percentage to the spreadsheet (50%)", "procent"),
    ],
)
def test_an_id_that_the_spreadsheet_has_made_a_number_is_refused(value, number_format, shown, polish):
    with pytest.raises(InputError) as refused:
        answers_of("a.xlsx", workbook(value, number_format))
    way = "format the column as text, and write the ids as they stand in the tasks"
    assert str(refused.value) == f"a.xlsx:3, id: is {shown}, not text; {way}"
    said = in_language(refused.value.sentence, "pl")
    assert polish in said and "nadaj kolumnie format tekstowy" in said


def test_an_id_of_text_keeps_its_zeros_whatever_the_format():
    assert [row.id for row in answers_of("a.xlsx", workbook("007", "000")).rows] == ["kot", "007"]


def test_packed_files_have_bounds(tmp_path):
    import gzip

    from puma_answers import records

    with pytest.raises(InputError) as refused:
        list(records("a.jsonl.gz", gzip.compress(b" " * 2_000), most=1_000))
    assert str(refused.value) == "a.jsonl.gz: unpacks to more than 1,000 bytes; divide it into several files"


def test_a_harness_without_samples_says_where_they_are():
    scores = json.dumps({"results": {"puma": {"strict": 1.0}}, "configs": {}}).encode()
    with pytest.raises(InputError) as refused:
        answers_of("results.json", scores)
    said = "holds a harness's scores and no answers; name its samples_*.jsonl (--log_samples)"
    assert str(refused.value) == f"results.json: {said}"


# as a user sees them


def test_failures_and_refusals_are_counted_apart(run, tasks, tmp_path):
    rows = [
        {"id": "kot", "prediction": "Koty.", "error": float("nan"), "finish_reason": None},
        {"id": "pies", "prediction": None, "error": "timeout"},
        {"id": "dom", "prediction": "Nie mogę.", "finish_reason": "SAFETY"},
    ]
    (tmp_path / "a.jsonl").write_bytes(lines(*rows))
    code, out, _ = run("grade", "a.jsonl", "--tasks", str(tasks))
    assert code == 0 and "a.jsonl, model a, 3 rows, 1 missing (1 of them failed), 1 refused\n" in out
    overall = json.loads(run("grade", "a.jsonl", "--tasks", str(tasks), "--json")[1])["overall"]
    assert (overall["attempted"], overall["missing"], overall["failed"], overall["refused"]) == (2, 1, 1, 1)


def test_a_category_of_which_nothing_was_answered_is_a_dash(run, tasks, tmp_path):
    rows = [{"id": name, "prediction": "", "error": "timeout"} for name in ("kot", "pies", "dom")]
    (tmp_path / "a.jsonl").write_bytes(lines(*rows))
    results = json.loads(run("grade", "a.jsonl", "--tasks", str(tasks), "--json")[1])
    assert (results["overall"]["strict"], results["category_mean"]["strict"]) == (None, None)


def test_a_gold_answer_is_not_graded(run, tasks, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(lines({**GOLD, "answer": "Koty."}))
    code, out, err = run("grade", "a.jsonl", "--tasks", str(tasks))
    assert (code, out) == (3, "") and err.startswith("puma: a.jsonl:1, 'kot': the answer could be 'answer' (\"Koty.\")")
    code, out, _ = run("grade", "a.jsonl", "--tasks", str(tasks), "--prediction", "output", "--json")
    assert (code, json.loads(out)["overall"]["strict"]) == (0, 0.0)


def test_the_shape_and_what_was_left_out_are_named(run, tasks, tmp_path):
    batch = {"custom_id": "kot", "response": {"status_code": 200, "body": {"choices": CHOICES[:1]}}, "error": None}
    (tmp_path / "a.jsonl").write_bytes(lines(batch))
    out = run("grade", "a.jsonl", "--tasks", str(tasks))[1]
    assert "a.jsonl, model a, 1 row, read as OpenAI batch output, 2 missing\n" in out
    (tmp_path / "b.jsonl").write_bytes(lines({**GOLD, "prediction": "Koty."}))
    assert "not read beside 'prediction': 'answer', 'output'\n" in run("grade", "b.jsonl", "--tasks", str(tasks))[1]


def test_models_in_a_folder_that_answer_the_same_tasks_are_refused(run, tasks, tmp_path):
    (tmp_path / "out").mkdir()
    for name in ("a", "b"):
        (tmp_path / "out" / f"{name}.jsonl").write_bytes(lines({"id": "kot", "prediction": "Koty."}))
    message = (
        "puma: out: 'kot' is answered in a.jsonl and in b.jsonl, and neither names its model; they are parts of one "
        "model or two models: name each row's model, or name the files themselves\n"
    )
    assert run("grade", "out", "--tasks", str(tasks)) == (3, "", message)


def test_a_folder_of_puma_run_is_read_with_its_failures(run, tasks, tmp_path):
    (tmp_path / "R").mkdir()
    (tmp_path / "R" / "run.json").write_text('{"asked": {}}')
    (tmp_path / "R" / "answers.jsonl").write_bytes(
        lines({"id": "kot", "prediction": "Koty.", "model": "m", "refusal": ""})
    )
    (tmp_path / "R" / "failures.jsonl").write_bytes(lines(FAILURES[-2] | {"id": "dom"}))
    out = run("grade", "R", "--tasks", str(tasks))[1]
    assert "Answers: R, model m, 2 rows, read as rows and failures of puma run, 2 missing (1 of them failed)\n" in out


def test_a_log_of_lmms_eval_needs_the_id_that_our_task_puts_there():
    logged = {"doc_id": 0, "doc_hash": "x", "target": "", "filtered_resps": "Koty.", "strict": 1.0, "soft": 1.0}
    found = answers_of("a.jsonl", lines({**logged, "id": "kot"}))
    assert (found.read_as, found.rows[0].id, found.rows[0].given) == ("lmms-eval samples", "kot", Given("Koty."))
    with pytest.raises(InputError) as refused:
        answers_of("a.jsonl", lines(logged))
    assert str(refused.value) == (
        "a.jsonl:1: has no id: lmms-eval leaves the document out of its log; ask with the files that "
        "`python -m puma_harness lmms-eval` names, which put the id there"
    )
