"""What grading in parts refuses, and how it says so."""

import pickle

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from puma_cli import parts
from puma_metrics.errors import Finding, InputError, InvalidSheet, InvalidTask, SheetFinding

REFUSED = {
    "nothing": ({"id": pa.array([], pa.string()), "answer": pa.array([], pa.string())}, "a.parquet: holds no answer"),
    "no id": (
        {"task": ["kot"], "answer": ["x"]},
        "a.parquet: has no column 'id'; it has 'task': rename the right one to 'id'",
    ),
    "no answer": (
        {"id": ["kot"], "said": ["x"]},
        "a.parquet: has no column of answers; expected one of 'prediction', 'answer', 'response', 'output', "
        "'completion', 'generated_text'; it has 'said': rename the right one to 'prediction'",
    ),
    "an id that is no text": (
        {"id": [b"kot"], "answer": ["x"]},
        "a.parquet: the column 'id' holds binary; expected text",
    ),
    "no id at all": (
        {"id": pa.nulls(2), "answer": ["x", "y"]},
        'a.parquet:1: has no id; expected an object such as {"id": "hc_001", "prediction": "To herb Leliwa."}',
    ),
    "an extra id": (
        {"id": ["kot", "kto", "kto"], "answer": ["x"] * 3},
        "a.parquet: 2 answers to no task of this set: 'kto' (line 2); did you mean 'kot'?\n"
        "Name the tasks that were answered with --tasks FOLDER, or leave these answers out with puma grade --extra "
        "ignore.",
    ),
    "duplicates": (
        {"id": ["kot", "pies", "kot"], "answer": ["x"] * 3},
        "a.parquet: more than one answer to 1 task: 'kot' (2 times, from line 1 to 3)\n"
        "Say which one counts with puma grade --duplicates first or --duplicates last, or count them all, as a model's "
        "several samples, with --samples 2 (of millions with --duplicates all --jobs N --out FOLDER).",
    ),
    "a row without an id": (
        {"id": ["kot", None], "answer": ["x", "y"]},
        'a.parquet:2: has no id; expected an object such as {"id": "hc_001", "prediction": "To herb Leliwa."}',
    ),
    "an answer that is no text": (
        {"id": ["kot"], "answer": [["x"]]},
        "a.parquet:1, 'kot', answer: is no text ([\"x\"]); write the JSON as text",
    ),
    "a model without a name": (
        {"id": ["kot", "kot", "pies"], "answer": ["x"] * 3, "model": ["m", "n", None]},
        "a.parquet:3, model: is missing, and the file holds answers of 2 models; name each row's model",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str, run, tasks, parquet, tmp_path):
    columns, message = REFUSED[name]
    command = ["grade", parquet(**columns), "--tasks", str(tasks), "--jobs", "1", "--out", "out"]
    assert run(*command) == (3, "", f"puma: {message}\n")
    assert not (tmp_path / "out" / "results.json").exists()


def test_a_file_that_is_no_parquet(run, tasks, answers, tmp_path):
    pandas = "pandas.read_json('answers.jsonl', lines=True).to_parquet('answers.parquet')"
    command = ["--tasks", str(tasks), "--jobs", "2", "--out", "out"]
    said = f"is no Parquet file; --jobs reads Parquet, which pandas writes: {pandas}"
    assert run("grade", answers, *command) == (3, "", f"puma: {answers}: {said}\n")
    (tmp_path / "b.parquet").write_bytes(b"PAR1 and more")
    assert run("grade", "b.parquet", *command)[2].startswith("puma: b.parquet: is no Parquet file (")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--jobs", "2"], "--jobs and --ray write the scores of each answer: say where with --out FOLDER"),
        (["--jobs", "2", "--out", "o", "--pair", "a=b+c"], "--pair and --before are not for grading in parts"),
        (
            ["--jobs", "2", "--ray", "local", "--out", "o"],
            "--jobs grades on this machine, --ray on a cluster: give one",
        ),
        (["--jobs", "2", "--out", "o", "--duplicates", "last"], "--duplicates last is not for grading in parts"),
        (["--jobs", "0", "--out", "o"], "Invalid value for '--jobs': 0 is not in the range x>=1."),
        (["--duplicates", "all"], "--duplicates all and --reasons are for grading in parts"),
        (["--reasons"], "--duplicates all and --reasons are for grading in parts"),
    ],
)
def test_options_that_do_not_go_together(options: list[str], message: str, run, parquet, many):
    code, out, err = run("grade", parquet(**many(3)), *options)
    assert (code, out) == (2, "") and f"Error: {message}" in err


def test_broken_parquet_is_told(run, tasks, parquet, tmp_path):
    columns = {"id": ["kot", "pies"], "answer": ["zażółć", "gęślą"]}
    whole = (tmp_path / parquet(**columns)).read_bytes()
    command = ["grade", "a.parquet", "--tasks", str(tasks), "--jobs", "1", "--out", "out"]
    half = "ż".encode()[:1]
    for changed in (whole.replace("zażółć".encode(), b"za" + half + b"xx" + "łć".encode()), whole[:100] + whole[160:]):
        (tmp_path / "a.parquet").write_bytes(changed)
        code, out, err = run(*command)
        assert (code, out) == (3, "") and err.startswith("puma: a.parquet: is no Parquet file (")
    pq.write_table(pa.Table.from_arrays([pa.array(["kot"])] * 3, ["id", "answer", "answer"]), tmp_path / "a.parquet")
    assert run(*command) == (3, "", "puma: a.parquet: the column 'answer' stands twice; keep one of them\n")


def test_tasks_that_change_during_a_run(run, tasks, parquet, small, task_folder, task, tmp_path, many):
    changed = parts.Run("puma|n:3|tasks:0000000000000000|scoring:1", str(tasks), (), False, False, False, 10)
    name = str(tmp_path / parquet(**many(3)))
    part = parts.Part(parts.Source(name, 3, "", "a"), 0, 3, "part.parquet", parts.stamp_of(name))
    with pytest.raises(InputError, match=f"{tasks}: the tasks were changed while they were in use; grade into a new"):
        parts.grade_part(changed, part, tmp_path)


def test_errors_come_whole_out_of_another_process():
    for error in (InvalidTask([Finding("is bad", rule=1)]), InvalidSheet([SheetFinding(2, "E01", "is bad")])):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.findings) == (type(error), str(error), error.findings)
