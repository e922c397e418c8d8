"""Grading in parts: the same results however the work is divided and however often it is killed."""

import json
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from puma_cli import jobs, parts
from puma_metrics import grade
from puma_metrics.errors import Finding, InputError, InvalidSheet, InvalidTask, SheetFinding

SAID = ["Koty.", "Kot i pies.", "", None, "Dom!", "<think>kot</think> Psy."]


@pytest.fixture
def parquet(tmp_path: Path) -> Callable[..., str]:
    """A function that writes columns as a Parquet file and gives its name."""

    def write(name: str = "a.parquet", groups: int = 7, **columns: list[Any]) -> str:
        pq.write_table(pa.table(columns), tmp_path / name, row_group_size=groups)
        return name

    return write


@pytest.fixture
def small(monkeypatch) -> None:
    """Parts of ten answers, read four at a time."""
    monkeypatch.setattr(jobs, "PART", 10)
    monkeypatch.setattr(parts, "BATCH", 4)


def many(n: int) -> dict[str, list[Any]]:
    return {"id": [("kot", "pies", "dom")[i % 3] for i in range(n)], "answer": [SAID[i * 5 % 6] for i in range(n)]}


def written(folder: Path) -> dict[str, bytes]:
    """The content of each file of a run; the lists of what was written name the folder."""
    found = {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    return {name: content.replace(str(folder.name).encode() + b"/", b"") for name, content in found.items()}


def test_each_answer_has_its_row(run, tasks, task, parquet, small, tmp_path):
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


def test_neither_jobs_nor_row_groups_change_a_byte(run, tasks, parquet, tmp_path, offline):
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


def test_the_same_command_goes_on(run, tasks, parquet, small, tmp_path):
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


def test_another_run_is_not_mixed_in(run, tasks, parquet, small, tmp_path):
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


def test_runs_in_parts_and_in_one_piece_are_not_mixed(run, tasks, answers, parquet, small, tmp_path):
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
def test_a_part_that_somebody_changed_is_graded_again(break_one, run, tasks, parquet, small, tmp_path):
    name = parquet(**many(33))
    command = ["grade", name, "--tasks", str(tasks), "--jobs", "1", "--duplicates", "all", "--out", "out"]
    assert run(*command)[0] == 0
    before = written(tmp_path / "out")
    break_one(tmp_path / "out" / "parts")
    code, _, err = run(*command)
    assert code == 0 and err.startswith("23 of 33 answers were graded before\n")
    assert written(tmp_path / "out") == before


def test_answers_that_change_during_a_run(run, tasks, parquet, small, monkeypatch):
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
    part = parts.Part(parts.Source(name, 30, "", "a"), 0, 30, "part.parquet", parts.stamp_of(name))
    sizes = [len(batch) for batch in parts._batches(part)]
    assert sizes == [5] * 6 + [0]


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
        "Say which one counts with puma grade --duplicates first or --duplicates last; to count them all, as a model's "
        "several samples, write Parquet and add --duplicates all --jobs 1 --out FOLDER.",
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
def test_options_that_do_not_go_together(options: list[str], message: str, run, parquet):
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


def test_tasks_that_change_during_a_run(run, tasks, parquet, small, task_folder, task, tmp_path):
    changed = parts.Run("puma|n:3|tasks:0000000000000000|scoring:1", str(tasks), (), False, False, False, 10)
    name = str(tmp_path / parquet(**many(3)))
    part = parts.Part(parts.Source(name, 3, "", "a"), 0, 3, "part.parquet", parts.stamp_of(name))
    with pytest.raises(InputError, match=f"{tasks}: the tasks were changed while they were in use; grade into a new"):
        parts.grade_part(changed, part, tmp_path)


def test_errors_come_whole_out_of_another_process():
    for error in (InvalidTask([Finding("is bad", rule=1)]), InvalidSheet([SheetFinding(2, "E01", "is bad")])):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.findings) == (type(error), str(error), error.findings)


def start(folder: Path, environment: dict[str, str], *options: str) -> subprocess.Popen:
    command = [sys.executable, "-c", "if __name__ == '__main__': from puma_cli.main import main; main()"]
    arguments = ["grade", "a.parquet", "--tasks", "tasks", "--duplicates", "all", *options]
    # a session of its own, so that what is left of it can be found and ended
    return subprocess.Popen([*command, *arguments], cwd=folder, env=environment, stderr=subprocess.PIPE,
                            stdout=subprocess.DEVNULL, start_new_session=True)  # fmt: skip


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task/{pid}/children")
    return list(map(int, tasks.read_text().split())) if tasks.exists() else []


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes through Linux's /proc")
def test_a_run_killed_at_random_moments_ends_as_one_that_was_not(tasks, parquet, tmp_path, offline):
    parquet(**many(60_000))
    assert start(tmp_path, offline, "--jobs", "2", "--out", "calm").wait() == 0
    chance, kills = random.Random(0), 0
    while not (tmp_path / "out" / "results.json").exists():
        going = start(tmp_path, offline, "--jobs", "2", "--out", "out")
        time.sleep(chance.uniform(0.5, 2.5))
        workers = children(going.pid)
        if kills < 4:
            going.send_signal(signal.SIGKILL)
            kills += 1
        going.communicate()
        wait_for(lambda workers=workers: not any(Path(f"/proc/{pid}").exists() for pid in workers))
    assert written(tmp_path / "out") == written(tmp_path / "calm")


def wait_for(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end, "still not so after a minute"
        time.sleep(0.05)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes through Linux's /proc")
def test_a_killed_worker_is_told_and_the_run_goes_on(tasks, parquet, tmp_path, offline):
    parquet(**many(60_000))
    going = start(tmp_path, offline, "--jobs", "2", "--out", "out")
    room = tmp_path / "out" / "parts"
    wait_for(lambda: bool(list(room.glob("part-*"))) or going.poll() is not None)
    os.kill(max(children(going.pid)), signal.SIGKILL)
    error = going.communicate()[1].decode()
    assert going.returncode == 1
    assert error.endswith(
        "puma: a process that graded was killed, perhaps for want of memory; what it had finished is in out/parts: "
        "the same command goes on from there, perhaps with fewer --jobs\n"
    )
    again = start(tmp_path, offline, "--jobs", "1", "--out", "out")
    assert b"answers were graded before" in again.communicate()[1] and again.returncode == 0


def test_durations():
    spoken = {0: "0 s", 59.6: "1 min 0 s", 3599: "59 min 59 s", 3600: "1 h 0 min", 90061: "25 h 1 min"}
    assert {seconds: jobs.spoken(seconds) for seconds in spoken} == spoken
