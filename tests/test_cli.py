"""The `puma` command as a user sees it: what it prints, writes and refuses, and its exit codes."""

import json
import os
from typing import Any

import pytest

from puma_cli import files
from puma_metrics import grade_all

EXAMPLE = '{"id": "hc_001", "prediction": "To herb Leliwa."}'


def lines(*records: Any) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


AS_TEXT = "write it as text, as it stands elsewhere: 1.10 and 1.1 are one number (pandas: dtype=str)"
ANSWERS = [
    {"id": "kot", "prediction": "Koty."},
    {"id": "pies", "prediction": "Kot."},
    {"id": "dom", "prediction": "Dom."},
]


# what is refused, message for message

CONTENTS: dict[str, tuple[str, bytes, str]] = {
    "empty": ("a.jsonl", b"", f"a.jsonl: holds no answer; expected one object a line, such as {EXAMPLE}"),
    "blank lines": ("a.jsonl", b"\n \n", f"a.jsonl: holds no answer; expected one object a line, such as {EXAMPLE}"),
    "no JSON at line 7": (
        "a.jsonl",
        b'{"id": "kot", "prediction": "x"}\n' * 6 + b'{"id": "pies", "prediction": x}\n',
        "a.jsonl:7: is no JSON (Expecting value at column 30, "
        'near ies", "prediction": x}); expected ' + EXAMPLE,
    ),
    "no object": ("a.jsonl", b"[1]\n", f"a.jsonl:1: is no object ([1]); expected one such as {EXAMPLE}"),
    "no id": (
        "a.jsonl",
        b'{"prediction": "x", "task": "kot"}\n',
        f"a.jsonl:1: has no id; expected an object such as {EXAMPLE}; "
        "it has 'task': rename the right one to 'id'",
    ),
    "empty id": (
        "a.jsonl",
        b'{"id": "", "prediction": "x"}\n',
        f"a.jsonl:1: has no id; expected an object such as {EXAMPLE}",
    ),
    "no answer": (
        "a.jsonl",
        b'{"id": "kot", "text": "x"}\n',
        "a.jsonl:1, 'kot': has no answer; expected one of 'prediction', 'answer', 'response', 'output', 'completion', "
        "'generated_text'; it has 'text': rename the right one to 'prediction'",
    ),
    "an object as answer": (
        "a.jsonl",
        b'{"id": "kot", "answer": {"a": 1}}\n',
        "a.jsonl:1, 'kot', answer: is no text ({\"a\": 1}); write the JSON as text",
    ),
    "a number as answer": (
        "a.jsonl",
        b'{"id": "kot", "answer": 5}\n',
        "a.jsonl:1, 'kot', answer: is no text (5); expected text or null",
    ),
    "a fraction as id": (
        "a.jsonl",
        b'{"id": 1.10, "answer": "x"}\n',
        f"a.jsonl:1, id: is no text (1.1); {AS_TEXT}",
    ),
    "a whole number as id": (
        "a.json",
        b'[{"id": "kot", "answer": "x"}, {"id": 7, "answer": "x"}]',
        f"a.json:2, id: is no text (7); {AS_TEXT}",
    ),
    "true as id": ("a.jsonl", b'{"id": true, "answer": "x"}\n', "a.jsonl:1, id: is no text (true); expected text"),
    "a list as id": (
        "a.jsonl",
        b'{"id": ["kot"], "answer": "x"}\n',
        'a.jsonl:1, id: is no text (["kot"]); expected text',
    ),
    "NaN as id": (
        "a.jsonl",
        b'{"id": NaN, "answer": "x"}\n',
        f"a.jsonl:1: has no id; expected an object such as {EXAMPLE}",
    ),
    "a number as model": (
        "a.jsonl",
        b'{"id": "kot", "answer": "x", "model": 1.10}\n',
        f"a.jsonl:1, 'kot', model: is no text (1.1); {AS_TEXT}",
    ),
    "a CSV record that goes on after a quote": (
        "a.csv",
        b'id,answer\nkot,"a\nb"\n\npies,"raz" dwa\n',
        "a.csv:5: is no CSV (',' expected after '\"'); quote answers as \"...\"",
    ),
    "a CSV record of several lines with a comma too many": (
        "a.csv",
        b'id,answer\nkot,"a\nb"\n\npies,"a\nb",c\n',
        "a.csv:5: has another number of columns than the header (2); quote answers that hold commas or line breaks",
    ),
    "unknown id": (
        "a.jsonl",
        b'{"id": "kto", "answer": "x"}\n',
        "a.jsonl: 1 answer to no task of this set: 'kto' (line 1); did you mean 'kot'?\n"
        "Name the tasks that were answered with --tasks FOLDER, or leave these answers out with "
        "puma grade --extra ignore.",
    ),
    "ids that print like others": (
        "a.jsonl",
        "".join(f'{{"id": "{name}\u200b", "answer": "x"}}\n' for name in ("kot", "pies", "dom")).encode(),
        "a.jsonl: 3 answers to no task of this set: 'kot\u200b' (line 1), 'pies\u200b' (line 2), 'dom\u200b' (line 3); "
        "did you mean 'kot'? It is another name without U+200B\n"
        "Name the tasks that were answered with --tasks FOLDER, or leave these answers out with "
        "puma grade --extra ignore.",
    ),
    "duplicate": (
        "a.jsonl",
        b'{"id": "kot", "answer": "x"}\n{"id": "dom", "answer": "x"}\n{"id": "kot", "answer": "y"}\n',
        "a.jsonl: more than one answer to 1 task: 'kot' (lines 1, 3)\n"
        "Say which one counts with puma grade --duplicates first or --duplicates last; to count them all, as a model's "
        "several samples, write Parquet and add --duplicates all --jobs 1 --out FOLDER.",
    ),
    "a model without a name": (
        "a.jsonl",
        b'{"id": "kot", "answer": "x", "model": "a"}\n{"id": "dom", "answer": "x", "model": "b"}\n'
        b'{"id": "pies", "answer": "x"}\n',
        "a.jsonl:3, 'pies', model: is missing, and the file holds answers of 2 models; name each row's model",
    ),
    "not UTF-8": (
        "a.jsonl",
        b'{"id": "kot", "answer": "x"}\n{"id": "dom", "answer": "\xb3"}\n',
        "a.jsonl:2: is not UTF-8 (byte 54); save the file as UTF-8",
    ),
    "JSON that is no list": (
        "a.json",
        b'"kot"',
        'a.json: is no list ("kot"); expected [' + EXAMPLE + '] or {"hc_001": "..."}',
    ),
    "CSV with a comma too many": (
        "a.csv",
        b"id,answer\nkot,raz, dwa\n",
        "a.csv:2: has another number of columns than the header (2); quote answers that hold commas or line breaks",
    ),
    "CSV with a header alone": (
        "a.csv",
        b"id,answer\n",
        "a.csv: holds no answer; expected a header with id and prediction, and a row for each answer",
    ),
    "JSON that is cut off": (
        "a.jsonl",
        b'{"id": "kot", "answer":\n',
        'a.jsonl:1: is no JSON (Expecting value at column 24, near d": "kot", "answer":); expected ' + EXAMPLE,
    ),
    "JSON in which a string never ends": (
        "a.jsonl",
        b'{"id": "kot',
        'a.jsonl:1: is no JSON (Unterminated string starting at column 8, near {"id": "kot); expected ' + EXAMPLE,
    ),
    "a workbook": (
        "a.xlsx",
        b"PK",
        "a.xlsx: not an XLSX workbook (File is not a zip file); save it again from a spreadsheet program",
    ),
    "a compressed file": (
        "a.jsonl.gz",
        b"\x1f\x8b\x08",
        "a.jsonl.gz: is no gzip file (Compressed file ended before the end-of-stream marker was reached); "
        "pack it again",
    ),
    "an unknown kind of file": (
        "a.txt",
        b"kot",
        "a.txt: unknown kind of file; expected .jsonl, .ndjson, .json, .csv, .tsv, .parquet, .xlsx, .eval, .gz, .zip",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CONTENTS)
def test_refuses_predictions(name: str, run, tasks, tmp_path):
    file, content, message = CONTENTS[name]
    (tmp_path / file).write_bytes(content)
    assert run("grade", file, "--tasks", str(tasks)) == (3, "", f"puma: {message}\n")


def test_refuses_a_file_that_is_not_there(run, tasks):
    message = "puma: nowhere.jsonl: no such file; expected a file of answers, or - for JSONL from standard input\n"
    assert run("grade", "nowhere.jsonl", "--tasks", str(tasks)) == (3, "", message)


def test_refuses_a_folder(run, tasks):
    message = "puma: tasks: is a folder of tasks; name a file of answers, and the tasks with --tasks\n"
    assert run("grade", "tasks", "--tasks", str(tasks)) == (3, "", message)


def test_refuses_what_is_no_parquet(run, tasks, tmp_path):
    (tmp_path / "a.parquet").write_bytes(b"kot")
    code, out, err = run("grade", "a.parquet", "--tasks", str(tasks))
    assert (code, out) == (3, "")
    assert err.startswith("puma: a.parquet: is no Parquet file (")
    assert err.endswith("); write it again\n")


def test_names_the_first_ten_of_many_unknown_ids(run, tasks, tmp_path):
    (tmp_path / "a.jsonl").write_text(lines(*({"id": f"x{n}", "answer": ""} for n in range(1, 13))))
    named = ", ".join(f"'x{n}' (line {n})" for n in range(1, 11))
    assert run("grade", "a.jsonl", "--tasks", str(tasks)) == (
        3,
        "",
        f"puma: a.jsonl: 12 answers to no task of this set: {named} and 2 more\n"
        "Name the tasks that were answered with --tasks FOLDER, or leave these answers out with "
        "puma grade --extra ignore.\n",
    )


def test_refuses_tasks_that_are_not_there(run, answers):
    code, out, err = run("grade", answers, "--tasks", "nowhere")
    assert (code, out) == (3, "")
    assert err == "puma: nowhere: no such folder; give a folder that holds tasks.jsonl\n"


# grade


def test_json_is_what_results_json_holds(run, tasks, answers, tmp_path):
    code, out, err = run("grade", answers, "--tasks", str(tasks), "--out", "out", "--json")
    assert (code, err) == (0, "")
    assert out == (tmp_path / "out" / "results.json").read_text("utf-8")
    results = json.loads(out)
    assert results["written"] == ["out/results.json", "out/samples.jsonl"]
    assert results["input"] == {"file": "answers.jsonl", "rows": 3, "extra": 0, "duplicate": 0, "null": 0, "cut": 0}
    assert (results["format"], results["model"], results["reproducible"]) == (1, "answers", True)
    assert results["overall"]["strict"] == pytest.approx(200 / 3)


def test_results_are_those_of_the_grader(run, tasks, answers):
    from puma_dataset import read_tasks

    results = json.loads(run("grade", answers, "--tasks", str(tasks), "--json")[1])
    report = grade_all(read_tasks(tasks)[0], {row["id"]: row["prediction"] for row in ANSWERS})
    expected = json.loads(json.dumps(report.results()))
    assert {name: results[name] for name in expected} == expected


def test_samples_hold_every_rule_with_its_reason(run, tasks, answers, tmp_path):
    run("grade", answers, "--tasks", str(tasks), "--out", "out")
    samples = [json.loads(line) for line in (tmp_path / "out" / "samples.jsonl").read_text("utf-8").splitlines()]
    assert [(s["id"], s["strict"], s["answer"]) for s in samples] == [
        ("kot", 1, "Koty."), ("pies", 0, "Kot."), ("dom", 1, "Dom."),
    ]  # fmt: skip
    assert set(samples[0]) >= {"id", "category", "strict", "soft", "answer", "words", "flags", "rules"}
    (rule,) = samples[0]["rules"]
    assert (rule["type"], rule["strict"], rule["soft"]) == ("include", 1, 1.0)
    assert rule["reason"] == 'clause 1 of 1: "kot" found as "Koty" at 0-4'
    assert rule["details"][0]["places"] == [[0, 4]]


def test_the_set_its_digest_and_the_accounting_come_first(run, tasks, tmp_path):
    (tmp_path / "a.jsonl").write_text(lines({"id": "kot", "answer": None}, {"id": "obcy", "answer": "x"}))
    code, out, _ = run("grade", "a.jsonl", "--tasks", str(tasks), "--extra", "ignore")
    first, second, *_ = out.splitlines()
    assert code == 0
    assert first.startswith(f"Tasks: {tasks}, 3 tasks, digest ")
    assert second == "Answers: a.jsonl, model a, 2 rows, 2 missing, 1 empty, 1 null, 1 extra"
    assert out.splitlines()[-1].startswith("puma|n:3|tasks:")


def test_the_exit_code_says_below(run, tasks, answers):
    assert run("grade", answers, "--tasks", str(tasks), "--fail-under", "66")[0] == 0
    assert run("grade", answers, "--tasks", str(tasks), "--fail-under", "67")[0] == 4
    assert run("grade", answers, "--tasks", str(tasks), "--fail-under", "67", "--json")[0] == 4


def test_thinking_is_graded_when_asked(run, tasks, tmp_path):
    (tmp_path / "a.jsonl").write_text(lines({"id": "kot", "answer": "<think>kot</think> pies"}))
    for option, strict in (([], 0), (["--keep-thinking"], 1)):
        results = json.loads(run("grade", "a.jsonl", "--tasks", str(tasks), "--json", *option)[1])
        assert results["overall"]["strict"] == pytest.approx(100 * strict / 3)


def test_lone_surrogates_are_graded_and_written(run, tasks, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id": "kot", "answer": "kot \\ud800"}\n')
    code, _, err = run("grade", "a.jsonl", "--tasks", str(tasks), "--out", "out")
    assert (code, err) == (0, "")
    first = (tmp_path / "out" / "samples.jsonl").read_text("utf-8").splitlines()[0]
    assert json.loads(first)["answer"] == "kot \ud800"


@pytest.mark.parametrize(
    "arguments", [["grade"], ["grade", "a", "--extra", "some"], ["grade", "a", "--nothing"], ["nothing"], ["explain"]]
)
def test_wrong_usage_has_a_code_of_its_own(arguments: list[str], run):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "Usage: puma" in err


def test_a_wrong_place_to_write_is_refused(run, tasks, answers, tmp_path):
    (tmp_path / "file").touch()
    code, out, err = run("grade", answers, "--tasks", str(tasks), "--out", "file")
    assert (code, out) == (3, "")
    assert err == ("puma: file/samples.jsonl: cannot be written (File exists); choose another place with --out\n")


# files are whole


def test_a_killed_write_leaves_the_old_file(tmp_path, monkeypatch):
    file = tmp_path / "results.json"
    files.write_text(file, "old")

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        files.write_text(file, "new")
    assert file.read_text() == "old"
    assert [item.name for item in tmp_path.iterdir()] == ["results.json"]


def test_a_written_file_obeys_the_umask(tmp_path):
    before = os.umask(0o027)
    try:
        files.write_text(tmp_path / "a", "x")
    finally:
        os.umask(before)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640
