"""Grading in parts: the same results however the work is divided."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from puma_cli import jobs, parts
from puma_metrics import grade


def test_each_answer_has_its_row(run, tasks, task, parquet, small, tmp_path, many):
    columns = many(33)
    name = parquet(**columns)
    code, out, err = run("grade", name, "--tasks", str(tasks), "--jobs", "1", "--duplicates", "all", "--out", "out")
    assert (code, err) == (0, f"33 of 33 answers, {err.split()[4]} a second, 0 s left\n")
    assert out.startswith(f"Tasks: {tasks}, 3 tasks, digest ") and "33 rows, 10 empty, 5 null, 30 duplicate" in out
    files = sorted((tmp_path / "out" / "parts").iterdir())
    assert [file.name for file in files] == [f"part-{n:05}-of-00004.parquet" for n in range(4)]
    rows = [row for file in files for row in pq.read_table(file).to_pylist()]
    expected = []
    for line, (task_id, answer) in enumerate(zip(columns["id"], columns["answer"], strict=True), 1):
        score = grade(task(task_id), answer)
        place = {"file": "a.parquet", "row": line, "id": task_id, "model": "a"}
        expected.append({**place, "strict": score.strict, "soft": score.soft, "error": None})
    assert rows == expected


def test_the_results_are_those_of_grading_in_one_piece(run, tasks, parquet, small, tmp_path):
    """Missing, null, empty, refused and truncated answers, extra ids, tags, and two models."""
    columns = {
        "id": ["kot", "pies", "x", "kot", "dom"],
        "prediction": ["<think>a</think>kot", None, "y", " ", "dom"],
        "model": ["m", "m", "m", "n", "n"],
        "finish_reason": ["length", None, None, "content_filter", "stop"],
        "error": [None, "timeout", None, None, None],
    }
    name = parquet(groups=2, **columns)
    options = ["--tasks", str(tasks), "--extra", "ignore", "--keep-thinking"]
    assert run("grade", name, *options, "--out", "whole")[0] == 0
    assert run("grade", name, *options, "--out", "parts", "--jobs", "1")[0] == 0
    for model in "mn":
        whole, divided = (json.loads((tmp_path / d / model / "results.json").read_text()) for d in ("whole", "parts"))
        assert {**whole, "written": []} == {**divided, "written": []}
    assert (tmp_path / "whole" / "models.csv").read_bytes() == (tmp_path / "parts" / "models.csv").read_bytes()


def test_neither_jobs_nor_row_groups_change_a_byte(run, tasks, parquet, tmp_path, offline, many, written):
    columns = many(21_000)
    options = ["--tasks", str(tasks), "--duplicates", "all", "--reasons"]
    for number, (groups, count) in enumerate([(100_000, "1"), (100_000, "2"), (999, "1")]):
        name = parquet(groups=groups, **columns)
        assert run("grade", name, *options, "--jobs", count, "--out", f"out{number}")[0] == 0
    one, two, three = (written(tmp_path / f"out{number}") for number in range(3))
    assert one == two
    # the parts and run.json hold the digest of the answers' file, which row groups change
    assert one["results.json"] == three["results.json"]
    for name in (f"parts/part-{n:05}-of-00003.parquet" for n in range(3)):
        assert pq.read_table(tmp_path / "out0" / name).equals(pq.read_table(tmp_path / "out2" / name))
    first = pq.read_table(tmp_path / "out0" / "parts" / "part-00000-of-00003.parquet").slice(1, 1).to_pylist()[0]
    assert (first["id"], first["flags"], first["reasons"]) == (
        "pies",
        [],
        ['clause 1 of 1: "pies" found as "Psy" at 1-4'],
    )


def test_the_same_command_goes_on(run, tasks, parquet, small, tmp_path, many, written):
    name, out = parquet(**many(33)), tmp_path / "out"
    command = ["grade", name, "--tasks", str(tasks), "--jobs", "1", "--duplicates", "all", "--out", "out", "--json"]
    first = run(*command)[1]
    before = written(out)
    lost = out / "parts" / "part-00002-of-00004.parquet"
    lost.unlink()
    (out / "parts" / ".part-00002-of-00004.parquet-x1").write_bytes(b"half")  # of a worker that was killed
    kept = {file: file.stat().st_mtime_ns for file in (out / "parts").glob("part-*")}
    code, second, err = run(*command)
    assert (code, second) == (0, first)
    assert err.startswith("23 of 33 answers were graded before\n33 of 33 answers, ")
    assert written(out) == before
    assert kept == {file: file.stat().st_mtime_ns for file in kept}


def test_another_run_is_not_mixed_in(run, tasks, parquet, small, tmp_path, many, written):
    name = parquet(**many(33))
    command = ["grade", name, "--tasks", str(tasks), "--jobs", "1", "--duplicates", "all", "--out", "out"]
    assert run(*command)[0] == 0
    before = written(tmp_path / "out")
    told = "puma: out/run.json: holds another run, which differs in {}; grade into a new folder\n"
    assert run(*command, "--keep-thinking") == (3, "", told.format("signature, keep_thinking"))
    parquet(**many(32))
    assert run(*command) == (3, "", told.format("sources"))
    assert written(tmp_path / "out") == before
    for broken, message in (("{", "is no JSON ("), ("[]", "says of no run what it grades; grade into a new folder")):
        (tmp_path / "out" / "run.json").write_text(broken)
        code, out, err = run(*command)
        assert (code, out) == (3, "") and err.startswith(f"puma: out/run.json: {message}")
    (tmp_path / "out" / "run.json").unlink()
    told = "puma: out/parts: is there, and no run.json of a run in parts; grade into a new folder\n"
    assert run(*command) == (3, "", told)


def test_runs_in_parts_and_in_one_piece_are_not_mixed(run, tasks, answers, parquet, small, tmp_path, many, written):
    name = parquet(**many(3))
    assert run("grade", answers, "--tasks", str(tasks), "--out", "whole")[0] == 0
    assert run("grade", name, "--tasks", str(tasks), "--out", "parts", "--jobs", "1")[0] == 0
    before = written(tmp_path / "whole"), written(tmp_path / "parts")
    assert run("grade", name, "--tasks", str(tasks), "--out", "whole", "--jobs", "1") == (
        3, "", "puma: whole/results.json: is there, and no run.json of a run in parts; grade into a new folder\n"
    )  # fmt: skip
    told = "puma: parts: holds a run in parts; grade into a new folder\n"
    assert run("grade", answers, "--tasks", str(tasks), "--out", "parts") == (3, "", told)
    told = "puma: parts: was graded in parts, which keep no answers; grade it without --jobs to go on with it\n"
    assert run("compare", "whole", "parts") == (3, "", told)
    assert (written(tmp_path / "whole"), written(tmp_path / "parts")) == before


def break_copy(room: Path) -> None:
    (room / "part-00001-of-00004.parquet").write_bytes((room / "part-00000-of-00004.parquet").read_bytes())


def break_cut(room: Path) -> None:
    file = room / "part-00002-of-00004.parquet"
    file.write_bytes(file.read_bytes()[:500])


def break_scores(room: Path) -> None:
    file = room / "part-00000-of-00004.parquet"
    table = pq.read_table(file)
    place = table.schema.get_field_index("strict")
    pq.write_table(table.set_column(place, table.schema.field(place), pa.array([1] * len(table), pa.int8())), file)


@pytest.mark.parametrize("break_one", [break_copy, break_cut, break_scores])
def test_a_part_that_somebody_changed_is_graded_again(break_one, run, tasks, parquet, small, tmp_path, many, written):
    name = parquet(**many(33))
    command = ["grade", name, "--tasks", str(tasks), "--jobs", "1", "--duplicates", "all", "--out", "out"]
    assert run(*command)[0] == 0
    before = written(tmp_path / "out")
    break_one(tmp_path / "out" / "parts")
    code, _, err = run(*command)
    assert code == 0 and err.startswith("23 of 33 answers were graded before\n")
    assert written(tmp_path / "out") == before


def test_answers_that_change_during_a_run(run, tasks, parquet, small, monkeypatch, many):
    name = parquet(**many(33))
    grade_part = jobs.grade_part

    def changing(run: parts.Run, part: parts.Part, folder: Path) -> int:
        if part.start == 20:
            parquet(**{**many(33), "answer": ["x"] * 33})
        return grade_part(run, part, folder)

    monkeypatch.setattr(jobs, "grade_part", changing)
    command = ["grade", name, "--tasks", str(tasks), "--jobs", "1", "--duplicates", "all", "--out", "out"]
    told = "puma: a.parquet: was changed while it was graded; grade it into a new folder\n"
    assert run(*command) == (3, "", told)
    code, _, err = run(*command)
    assert (code, err) == (
        3,
        "puma: out/run.json: holds another run, which differs in sources; grade into a new folder\n",
    )


def test_rows_without_a_name_are_those_of_the_only_model(run, tasks, parquet, small):
    columns = {"id": ["kot", "kot"], "answer": ["x", "Kot."], "model": ["m", None]}
    command = ["grade", parquet(**columns), "--tasks", str(tasks), "--jobs", "1", "--out", "out"]
    assert run(*command)[2].startswith(
        "puma: a.parquet: more than one answer to 1 task: 'kot' (2 times, from line 1 to 2)"
    )
    code, out, _ = run(*command, "--duplicates", "all")
    assert code == 0
    assert "a.parquet, model m, 2 rows, 2 missing, 1 duplicate" in out
    assert "m: answers to one task depend on each other, so that the intervals are too narrow" in out


def test_several_files_of_one_model(run, tasks, parquet, small):
    first = parquet("a.parquet", id=["kot"], answer=["Kot."], model=["m"])
    second = parquet("b.parquet", id=["kot", "pies"], answer=["x", "Psy."], model=["m", "m"])
    command = ["grade", first, second, "--tasks", str(tasks), "--jobs", "1", "--out", "out"]
    told = "puma: b.parquet: more than one answer to 1 task: 'kot' (line 1, and in a.parquet)"
    assert run(*command)[2].startswith(told)
    out = run(*command, "--duplicates", "all", "--json")[1]
    found = json.loads(out)
    assert (found["input"]["file"], found["overall"]["n"], found["overall"]["strict"]) == (
        "a.parquet+b.parquet",
        4,
        50.0,
    )
    again = ["grade", first, f"./{first}", "--tasks", str(tasks), "--jobs", "1", "--out", "o"]
    assert run(*again)[2] == "puma: a.parquet: is named twice; name it once\n"


def test_only_answers_to_no_task(run, tasks, parquet, small):
    name = parquet(id=["x"], answer=["y"])
    command = ["grade", name, "--tasks", str(tasks), "--extra", "ignore", "--json"]
    whole, divided = (json.loads(run(*command, *more)[1]) for more in ([], ["--jobs", "1", "--out", "out"]))
    assert {**divided, "written": []} == whole


def test_long_answers_are_graded_few_at_a_time(parquet, tmp_path):
    name = str(tmp_path / parquet(id=["kot"] * 30, answer=["a" * 1_000_000] * 30))
    part = parts.Part(parts.Source(name, 30, "", "a", "answer"), 0, 30, "part.parquet", parts.stamp_of(name))
    sizes = [len(batch) for batch in parts._batches(part)]
    assert sizes == [5] * 6 + [0]


def test_durations():
    spoken = {0: "0 s", 59.6: "1 min 0 s", 3599: "59 min 59 s", 3600: "1 h 0 min", 90061: "25 h 1 min"}
    assert {seconds: jobs.spoken(seconds) for seconds in spoken} == spoken
