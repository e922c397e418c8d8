"""The `puma` command as a user sees it: what it prints, writes and refuses, and its exit codes."""

import csv
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puma_cli import files
from puma_cli.main import COMMANDS, main
from puma_cli.predictions import read_predictions
from puma_metrics import __version__, grade_all
from puma_metrics.errors import InputError

IDS = ["hc_001", "hc_002", "sq_001"]
EXAMPLE = '{"id": "hc_001", "prediction": "To herb Leliwa."}'


@pytest.fixture
def run(monkeypatch, capsys, tmp_path) -> Callable[..., tuple[int, str, str]]:
    """A function that runs `puma` with arguments in an empty directory: exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["puma", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return int(left.value.code or 0), out, err

    return call


@pytest.fixture
def tasks(task_folder, task) -> Path:
    """Three tasks of which `kot` is about cats, and so on."""
    return task_folder(task("kot"), task("pies"), task("dom"))


def lines(*records: Any) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


ANSWERS = [
    {"id": "kot", "prediction": "Koty."},
    {"id": "pies", "prediction": "Kot."},
    {"id": "dom", "prediction": "Dom."},
]


@pytest.fixture
def answers(tmp_path) -> str:
    (tmp_path / "answers.jsonl").write_text(lines(*ANSWERS), "utf-8")
    return "answers.jsonl"


# what is refused, message for message

CONTENTS: dict[str, tuple[str, bytes, str]] = {
    "empty": ("a.jsonl", b"", f"a.jsonl: holds no answer; expected one object a line, such as {EXAMPLE}"),
    "blank lines": ("a.jsonl", b"\n \n", f"a.jsonl: holds no answer; expected one object a line, such as {EXAMPLE}"),
    "no JSON at line 7": (
        "a.jsonl",
        b'{"id": "kot", "prediction": "x"}\n' * 6 + b'{"id": "pies", "prediction": x}\n',
        "a.jsonl:7: is no JSON (Expecting value, column 30: "
        r'"{\"id\": \"pies\", \"prediction\": x}"); expected an object such as ' + EXAMPLE,
    ),
    "no object": ("a.jsonl", b"[1]\n", f"a.jsonl:1: is no object ([1]); expected one such as {EXAMPLE}"),
    "no id": (
        "a.jsonl",
        b'{"prediction": "x", "task": "kot"}\n',
        f"a.jsonl:1: has no id; expected an object such as {EXAMPLE}; "
        "the fields are 'prediction', 'task', so rename one of them to 'id'",
    ),
    "empty id": (
        "a.jsonl",
        b'{"id": "", "prediction": "x"}\n',
        f"a.jsonl:1: has no id; expected an object such as {EXAMPLE}; "
        "the fields are 'id', 'prediction', so rename one of them to 'id'",
    ),
    "no answer": (
        "a.jsonl",
        b'{"id": "kot", "text": "x"}\n',
        "a.jsonl:1, 'kot': has no answer; expected one of 'prediction', 'answer', 'response', 'output', 'completion', "
        "'generated_text'; the fields are 'id', 'text', so rename one of them to 'prediction'",
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
    "unknown id": (
        "a.jsonl",
        b'{"id": "kto", "answer": "x"}\n',
        "a.jsonl: 1 of the ids are in no task: 'kto' (line 1); did you mean 'kot'?\n"
        "Name the tasks that were answered with --tasks FOLDER, or leave these answers out with --extra ignore.",
    ),
    "duplicate": (
        "a.jsonl",
        b'{"id": "kot", "answer": "x"}\n{"id": "dom", "answer": "x"}\n{"id": "kot", "answer": "y"}\n',
        "a.jsonl: 1 of the ids have more than one answer: 'kot' (lines 1, 3)\n"
        "Say which one counts with --duplicates first or --duplicates last.",
    ),
    "two models": (
        "a.jsonl",
        b'{"id": "kot", "answer": "x", "model": "a"}\n{"id": "dom", "answer": "x", "model": "b"}\n',
        "a.jsonl: answers of 2 models ('a', 'b'); write one file for each",
    ),
    "not UTF-8": (
        "a.jsonl",
        b'{"id": "kot", "answer": "x"}\n{"id": "dom", "answer": "\xb3"}\n',
        "a.jsonl:2: is not UTF-8 (byte 53); save the file as UTF-8",
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
    "an unknown kind of file": (
        "a.txt",
        b"kot",
        "a.txt: unknown kind of file; expected .jsonl, .ndjson, .json, .csv, .tsv, .parquet",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CONTENTS)
def test_refuses_predictions(name: str, run, tasks, tmp_path):
    file, content, message = CONTENTS[name]
    (tmp_path / file).write_bytes(content)
    assert run("grade", file, "--tasks", str(tasks)) == (3, "", f"puma: {message}\n")


def test_refuses_a_file_that_is_not_there(run, tasks):
    message = "puma: nowhere.jsonl: no such file; expected a file of answers\n"
    assert run("grade", "nowhere.jsonl", "--tasks", str(tasks)) == (3, "", message)


def test_refuses_a_folder(run, tasks):
    message = "puma: tasks: is a folder; expected a file of answers\n"
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
        f"puma: a.jsonl: 12 of the ids are in no task: {named} and 2 more\n"
        "Name the tasks that were answered with --tasks FOLDER, or leave these answers out with --extra ignore.\n",
    )


def test_refuses_tasks_that_are_not_there(run, answers):
    code, out, err = run("grade", answers, "--tasks", "nowhere")
    assert (code, out) == (3, "")
    assert err == "puma: nowhere: no such folder; give a folder that holds tasks.jsonl\n"


# kinds of files

COLUMNS = ["prediction", "answer", "response", "output", "completion", "generated_text"]
GIVEN = {"kot": "Zażółć „gęślą”, jaźń\nkoty", "dom": "Dom."}


def write_as(file: Path, column: str) -> None:
    rows = [{"id": name, column: text, "extra": "x"} for name, text in GIVEN.items()]
    if file.suffix == ".parquet":
        import pyarrow
        import pyarrow.parquet

        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), file)
    elif file.suffix == ".json":
        file.write_text(json.dumps(rows), "utf-8")
    elif file.suffix in (".csv", ".tsv"):
        with file.open("w", encoding="utf-8", newline="") as opened:
            writer = csv.DictWriter(opened, list(rows[0]), delimiter="\t" if file.suffix == ".tsv" else ",")
            writer.writeheader()
            writer.writerows(rows)
    else:
        file.write_text(lines(*rows), "utf-8")


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("kind", [".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".parquet", ".JSONL"])
def test_reads_the_usual_files_and_columns(kind: str, column: str, tmp_path):
    file = tmp_path / f"model{kind}"
    write_as(file if kind != ".JSONL" else tmp_path / "model.JSONL", column)
    found = read_predictions(file, list(GIVEN))
    assert {name: given.text for name, given in found.answers.items()} == GIVEN
    assert (found.model, found.rows, found.extra, found.duplicate, found.null) == ("model", 2, 0, 0, 0)


@pytest.mark.parametrize("kind", [".jsonl", ".csv", ".json"])
def test_reads_past_a_byte_order_mark(kind: str, tmp_path):
    file = tmp_path / f"a{kind}"
    write_as(file, "prediction")
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert read_predictions(file, list(GIVEN)).answers["dom"].text == "Dom."


def test_reads_an_object_of_answers_and_lines_under_the_name_of_json(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps(GIVEN), "utf-8")
    (tmp_path / "b.json").write_text(lines(*({"id": k, "answer": v} for k, v in GIVEN.items())), "utf-8")
    for name in ("a.json", "b.json"):
        assert {k: v.text for k, v in read_predictions(tmp_path / name, list(GIVEN)).answers.items()} == GIVEN


@pytest.mark.parametrize("odd", ["raz\u2028dwa\u2029trzy\x85cztery", "a\x0bb\x0cc\x1cd"])
@pytest.mark.parametrize("kind", [".jsonl", ".csv", ".json"])
def test_odd_line_separators_inside_an_answer_are_kept(kind: str, odd: str, tmp_path):
    file = tmp_path / f"a{kind}"
    if kind == ".csv":
        file.write_text(f'id,answer\nkot,"{odd}"\n', "utf-8")
    else:
        record = json.dumps({"id": "kot", "answer": odd}, ensure_ascii=False)
        file.write_text(f"[{record}]" if kind == ".json" else record, "utf-8")
    assert read_predictions(file, ["kot"]).answers["kot"].text == odd


def test_windows_line_ends_are_line_ends(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(lines(*ANSWERS).replace("\n", "\r\n").encode())
    (tmp_path / "a.csv").write_bytes(b'id,answer\r\nkot,"a\r\nb"\r\n')
    assert len(read_predictions(tmp_path / "a.jsonl", ["kot", "pies", "dom"]).answers) == 3
    assert read_predictions(tmp_path / "a.csv", ["kot"]).answers["kot"].text == "a\r\nb"


def test_null_refused_and_truncated_answers_are_accounted_for(tmp_path):
    rows = [
        {"id": "kot", "answer": None},
        {"id": "pies", "answer": "x", "finish_reason": "length"},
        {"id": "dom", "answer": "x", "finish_reason": "content_filter"},
        {"id": "las", "answer": "", "error": "timeout"},
    ]
    (tmp_path / "a.jsonl").write_text(lines(*rows))
    found = read_predictions(tmp_path / "a.jsonl", ["kot", "pies", "dom", "las"])
    assert found.null == 1
    assert [(g.text, g.truncated, g.refused) for g in found.answers.values()] == [
        (None, False, False), ("x", True, False), ("x", False, True), ("", False, True),
    ]  # fmt: skip


def test_the_model_is_named_by_its_column_or_by_the_file(tmp_path):
    (tmp_path / "a.jsonl").write_text(lines({"id": "kot", "answer": "", "model": "m"}, {"id": "dom", "answer": ""}))
    assert read_predictions(tmp_path / "a.jsonl", ["kot", "dom"]).model == "m"


def test_extra_answers_are_left_out_when_asked(tmp_path):
    (tmp_path / "a.jsonl").write_text(lines({"id": "kot", "answer": "x"}, {"id": "obcy", "answer": "x"}))
    found = read_predictions(tmp_path / "a.jsonl", ["kot"], extra="ignore")
    assert (list(found.answers), found.rows, found.extra) == (["kot"], 2, 1)


@pytest.mark.parametrize(("policy", "text"), [("first", "raz"), ("last", "trzy")])
def test_of_duplicates_the_one_asked_for_counts(policy: str, text: str, tmp_path):
    (tmp_path / "a.jsonl").write_text(lines(*({"id": "kot", "answer": t} for t in ("raz", "dwa", "trzy"))))
    found = read_predictions(tmp_path / "a.jsonl", ["kot"], duplicates=policy)
    assert (found.answers["kot"].text, found.duplicate) == (text, 2)


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
    files.write(file, "old")

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        files.write(file, "new")
    assert file.read_text() == "old"
    assert [item.name for item in tmp_path.iterdir()] == ["results.json"]


def test_a_written_file_obeys_the_umask(tmp_path):
    before = os.umask(0o027)
    try:
        files.write(tmp_path / "a", "x")
    finally:
        os.umask(before)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


# explain, validate and the command itself


def test_explain_shows_each_clause(run, tasks):
    code, out, err = run("explain", "kot", "--answer", "Widzę kota.", "--tasks", str(tasks))
    assert (code, err) == (0, "")
    assert 'clause 1 of 1: "kot" found as "kota" at 6-10' in out
    assert "task: strict 1, soft 1.000" in out


def test_explain_shows_the_tasks_own_answers(run, tasks):
    code, out, _ = run("explain", "kot", "--tasks", str(tasks))
    assert code == 0
    assert "Must be right" in out and "Must be wrong" in out
    assert 'clause 1 of 1: "kot" not found' in out


def test_explain_reads_the_answer_from_a_file(run, tasks, answers):
    code, out, _ = run("explain", "pies", answers, "--tasks", str(tasks))
    assert code == 0
    assert "The answer of answers" in out and 'clause 1 of 1: "pies" not found' in out


def test_explain_refuses_an_unknown_id_and_a_missing_answer(run, tasks, tmp_path):
    (tmp_path / "a.jsonl").write_text(lines(ANSWERS[0]))
    assert run("explain", "kto", "--tasks", str(tasks)) == (
        3, "", "puma: 'kto' is no task of this set; did you mean 'kot'?\n",
    )  # fmt: skip
    assert run("explain", "dom", "a.jsonl", "--tasks", str(tasks)) == (
        3, "", "puma: a.jsonl: holds no answer to 'dom'; give one with --answer TEXT\n",
    )  # fmt: skip
    code, _, err = run("explain", "kot", "a.jsonl", "--answer", "x", "--tasks", str(tasks))
    assert code == 2
    assert "give PREDICTIONS or --answer, not both" in err


def test_validate_lists_everything_and_counts_it(run, task_folder, task):
    good = task_folder(task("kot"), name="good")
    code, out, err = run("validate", str(good))
    assert (code, err) == (0, "")
    assert out.startswith(f"{good}: 1 sound tasks, digest ") and out.endswith("; 0 errors, 0 warnings\n")
    bad = task_folder(task("kot", answers_bad=["kot"]), task("dom", tags=5), name="bad")
    code, out, err = run("validate", str(bad))
    assert (code, err) == (3, f"puma: {bad}: mend what is listed above, and validate again\n")
    assert out.splitlines()[:2] == [
        "error  tasks.jsonl:1, 'kot', answers_bad: scores strict 1 (\"kot\"); expected 0: every rule is met",
        "error  tasks.jsonl:2, 'dom', tags: is no list (5); expected a list of strings",
    ]
    assert out.endswith("; 2 errors, 0 warnings\n")


def test_validate_refuses_warnings_when_it_is_to_be_strict(run, task_folder, task):
    rule = {"type": "include", "clauses": [["kot"]], "include_max": 1}
    folder = task_folder(task("kot", rules=[rule], answers_bad=[]))
    assert run("validate", str(folder))[0] == 0
    assert run("validate", str(folder), "--strict")[0] == 3


def test_tasks_with_errors_are_not_graded(run, task_folder, task, answers):
    folder = task_folder(task("kot", rules=[]))
    code, out, err = run("grade", answers, "--tasks", str(folder))
    assert (code, out) == (3, "")
    assert err == (
        f"puma: 1 errors in {folder}:\ntasks.jsonl:1, 'kot', rules: is empty ([]); expected at least one rule\n"
        f"See them all with: puma validate {folder}\n"
    )


def test_the_command_names_its_version_and_every_command_has_help(run):
    assert run("--version") == (0, f"puma, version {__version__}\n", "")
    assert run()[0] in (0, 2)
    for name, summary in COMMANDS.items():
        assert summary
        code, out, _ = run(name, "--help")
        assert (code, out.startswith(f"Usage: puma {name}")) == (0, True)


def test_input_errors_are_errors_of_the_project():
    with pytest.raises(InputError):
        read_predictions(Path("/nowhere.jsonl"), [])
