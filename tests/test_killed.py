"""A run that is killed at any moment leaves whole results: the old ones or the new ones."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from puma_cli.files import EVAL_RESULTS, JOURNAL, PUT, finish
from puma_cli.models import FILES
from puma_cli.saved import read_saved

TIMES = 25


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no signal that cannot be caught")
def test_a_run_killed_at_random_moments_leaves_old_or_new_results(tmp_path: Path, offline, task_folder, task):
    tasks = task_folder(*(task(f"t{number}") for number in range(200)))
    states = []
    for name, text in (("good", "t{} t{}"), ("bad", "nie wiem")):
        rows = [{"id": f"t{n}", "model": "m", "answer": text.format(n, n) * 20} for n in range(200)]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
        took = grade(tmp_path, tasks, name, offline)
        states.append((tmp_path / "out" / "results.json").read_bytes())
    chance = random.Random(0)
    for number in range(TIMES):
        # from the middle of a run, since the files are written at its end, to well after it
        grade(tmp_path, tasks, ("good", "bad")[number % 2], offline, took * chance.uniform(0.5, 1.5))
        content = (tmp_path / "out" / "results.json").read_bytes()
        assert content in states
        finish(tmp_path / "out")  # what the next run does first
        (saved,) = read_saved(tmp_path / "out")  # which refuses results and samples of two runs
        assert len(saved.samples) == 200
    for number, name in enumerate(("good", "bad")):
        grade(tmp_path, tasks, name, offline)
        assert (tmp_path / "out" / "results.json").read_bytes() == states[number]


@pytest.mark.parametrize("renames", range(9))
def test_a_kill_between_any_two_renames_is_finished_by_the_next_run(renames, run, tasks, tmp_path, monkeypatch):
    """Of two models: both folders and the tables are of one run, the old one until the journal stands.

    Who only reads finishes nothing, and is told so, of the folder of one of the models too.
    """
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_text('{"id": "kot", "prediction": "Koty."}')
    run("grade", "a.jsonl", "b.jsonl", "--tasks", str(tasks), "--out", "out")
    old = {file: file.read_bytes() for file in (tmp_path / "out").rglob("*.*") if file.is_file()}
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_text('{"id": "pies", "prediction": "Psy."}')
    left, replace = iter([True] * renames + [False] * 99), Path.replace

    def killed(self: Path, target: Path) -> Path:
        if next(left):
            return replace(self, target)
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", killed)
    run("grade", "a.jsonl", "b.jsonl", "--tasks", str(tasks), "--out", "out")
    monkeypatch.setattr(Path, "replace", replace)
    if renames:
        message = "out: a killed run is unfinished there; finish it with the same puma grade --out out"
        for command in (("compare", "out", "out"), ("report", "out"), ("rescore", "out"), ("rescore", "out/a")):
            assert run(*command) == (3, "", f"puma: {message}\n")
        finish(tmp_path / "out")
    saved = read_saved(tmp_path / "out")
    passed = [{s["id"] for s in one.samples if s["strict"]} for one in saved]
    assert passed == ([{"kot"}] * 2 if renames == 0 else [{"pies"}] * 2)
    assert not (tmp_path / "out" / JOURNAL).exists()
    now = {file: file.read_bytes() for file in (tmp_path / "out").rglob("*.*") if file.is_file()}
    assert now.keys() == old.keys()
    assert (now == old) == (renames == 0)


def test_models_beside_an_earlier_single_run_replace_it_and_older_ones_are_named(run, tasks, tmp_path):
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.jsonl").write_text('{"id": "kot", "prediction": "Koty."}')
    run("grade", "a.jsonl", "--tasks", str(tasks), "--out", "out")
    run("grade", "a.jsonl", "b.jsonl", "--tasks", str(tasks), "--out", "out")
    assert not (tmp_path / "out" / "results.json").exists()
    assert run("grade", "a.jsonl", "c.jsonl", "--tasks", str(tasks), "--out", "out")[2] == (
        f"out also holds results of earlier runs, which compare and report read: {Path('out') / 'b'}\n"
    )


def grade(folder: Path, tasks: Path, name: str, env: dict[str, str], seconds: float | None = None) -> float:
    """Seconds of a whole run; or one that is killed after so many."""
    main = "import puma_cli.main as m; m.main()"
    command = [sys.executable, "-c", main, "grade", f"{name}.jsonl", "--tasks", str(tasks), "--out", "out"]
    start = time.perf_counter()
    run = subprocess.Popen(command, cwd=folder, env={**env, "LANG": "C.UTF-8"}, stdout=subprocess.DEVNULL)
    if seconds is None:
        assert run.wait() == 0
    else:
        time.sleep(seconds)
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
    return time.perf_counter() - start


@pytest.mark.parametrize(
    ("journal", "named"),
    [
        ({"renames": [[".a-x", "../kept.txt"]], "gone": []}, "../kept.txt"),
        ({"renames": [["../.kept.txt-x", "../kept.txt"]], "gone": []}, "../kept.txt"),
        ({"renames": [["link/.kept.txt-x", "link/kept.txt"]], "gone": []}, "link/kept.txt"),
        ({"renames": [["samples.jsonl", "results.json"]], "gone": []}, "results.json"),
        ({"renames": [], "gone": ["../kept.txt"]}, "../kept.txt"),
        ({"renames": [], "gone": ["mine.txt"]}, "mine.txt"),
        ({"renames": [], "gone": ["models.csv"]}, "models.csv"),
        ({"renames": [[".mine.txt-x", "mine.txt"]], "gone": []}, "mine.txt"),
        ({"renames": [["a/b/.results.json-x", "a/b/results.json"]], "gone": []}, "a/b/results.json"),
        ({"renames": [[".puma.yaml-x", "puma.yaml"]], "gone": []}, "puma.yaml"),
        ({"renames": [], "gone": ["link/kept.txt"]}, "link/kept.txt"),
        ({"renames": [], "gone": [".."]}, ".."),
    ],
)
def test_a_journal_of_somebody_else_moves_and_removes_nothing_outside(journal, named, run, tmp_path):
    """A folder of results may come from anybody; a path in its journal may not lead out of it."""
    folder, kept = tmp_path / "results", tmp_path / "kept.txt"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path)
    (folder / "a" / "b").mkdir(parents=True)
    mine = (folder / "mine.txt", folder / ".mine.txt-x", folder / "models.csv", folder / "a" / "b" / ".results.json-x")
    for file in (kept, tmp_path / ".kept.txt-x", folder / ".a-x", folder / "samples.jsonl", *mine):
        file.write_text("mine")
    (folder / JOURNAL).write_text(json.dumps(journal))
    before = sorted(tmp_path.rglob("*"))
    message = f"puma: results/{JOURNAL}: names '{named}', which no run of puma writes there; remove the journal\n"
    assert run("report", "results") == (3, "", message)
    assert sorted(tmp_path.rglob("*")) == before and kept.read_text() == "mine"


def test_a_journal_in_the_folder_around_moves_and_removes_nothing(run, tmp_path):
    """Results may be unpacked anywhere, and what stands around them is nobody's run."""
    folder, work = tmp_path / "results", tmp_path / "results.json"
    folder.mkdir()
    for file in (work, tmp_path / ".results.json-x"):
        file.write_text("mine")
    for journal in (
        {"renames": [[".results.json-x", "results.json"]], "gone": []},
        {"renames": [], "gone": [work.name]},
    ):
        (tmp_path / JOURNAL).write_text(json.dumps(journal))
        code, out, err = run("compare", "results", "results")
        assert (code, out) == (3, "") and "holds no results.json" in err
        assert work.read_text() == (tmp_path / ".results.json-x").read_text() == "mine"


def test_a_journal_may_name_whatever_a_run_puts_in_place():
    assert {*FILES.values(), "results.json", "samples.jsonl", "tags.csv"} == {*PUT, "/".join(EVAL_RESULTS)}


@pytest.mark.parametrize(
    "journal", ["", "[]", "{}", '{"renames": [1], "gone": []}', '{"renames": [], "gone": 1}', "\udcff"]
)
def test_a_broken_journal_is_refused(journal: str, run, tmp_path):
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / JOURNAL).write_text(journal, errors="surrogateescape")
    code, out, err = run("compare", "results", "results")
    assert (code, out) == (3, "")
    assert err.startswith(f"puma: results/{JOURNAL}: is no journal of puma (") and err.endswith("); remove it\n")
