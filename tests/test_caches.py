import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from puma_dataset.caches import MODULES, in_the_way

SESSION = Path(__file__).with_name("cache_session.py")
Run = Callable[..., Any]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the session forks")


@pytest.fixture(scope="module")
def session(offline: dict[str, str]) -> Iterator[Callable[[list[dict[str, Any]]], list[dict[str, Any]]]]:
    """A function that runs commands at the same time, each in a process of its own with both libraries imported."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, str(SESSION)], stdin=pipe, stdout=pipe, text=True, env=offline) as child:

        def run(commands: list[dict[str, Any]]) -> list[dict[str, Any]]:
            print(json.dumps(commands), file=child.stdin, flush=True)
            return json.loads(child.stdout.readline())

        yield run
        child.stdin.close()


@pytest.fixture
def run(session, tmp_path) -> Run:
    """A function that runs one command, in an empty directory unless told otherwise."""
    (tmp_path / "elsewhere").mkdir()

    def one(command: str, directory: Path | str = tmp_path / "elsewhere", **arguments: Any) -> dict[str, Any]:
        return session([{"command": command, "directory": str(directory), **arguments}])[0]

    return one


@pytest.fixture
def small(task_folder, task) -> Path:
    return task_folder(task("alfa"), task("beta"), name="small")


@pytest.fixture
def other(task_folder, task) -> Path:
    return task_folder(task("gamma"), name="other")


def loaded(answer: dict[str, Any]) -> tuple[Any, Any]:
    assert "error" not in answer, answer["error"]
    assert answer["split"] == "test"
    return answer["ids"], answer["strict"]


def test_the_literal_lines_work_from_any_directory(run, offline, tmp_path):
    prepared = run("prepare")
    assert prepared["tasks"] == 52
    assert prepared["warnings"] == []
    crowded = tmp_path / "crowded"
    (crowded / "puma_rules").mkdir(parents=True)
    (crowded / "puma").write_text("a file")
    for directory in ("/", offline["HOME"], crowded):
        ids, _ = loaded(run("load", directory))
        assert len(ids) == 52
        assert ids[0] == "hc_001"


@pytest.mark.parametrize("name", MODULES)
def test_the_example_of_a_modules_card_runs(run, name):
    run("prepare")
    card = (SESSION.parents[1] / "metrics" / name / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", card, re.DOTALL)
    promised = re.findall(r"^# (.*)$", code, re.MULTILINE)
    assert run("example", code=code)["printed"].splitlines() == promised


@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_a_thin_shell(name):
    folder = SESSION.parents[1] / "metrics" / name
    assert len((folder / f"{name}.py").read_text(encoding="utf-8").splitlines()) <= 40
    assert (folder / "requirements.txt").read_text() == "puma-bench[demo]\n"
    assert len((folder / "__init__.py").read_text(encoding="utf-8").splitlines()) <= 1


def test_grades_as_the_grader_does(run):
    run("prepare")
    code = """
from datasets import load_dataset
import evaluate, json
from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics import grade_all
tasks = read_tasks(SAMPLE, validate=False)[0]
answers = {task.id: (task.record["answers_ok"] + [""])[0] for task in tasks[::2]}
answers |= {task.id: (task.record["answers_bad"] + [""])[0] for task in tasks[1::2]}
report = grade_all(tasks, answers)
rows = load_dataset("puma", split="test")
result = evaluate.load("puma_rules").compute(predictions=[answers[n] for n in rows["id"]], references=rows["rules"][:])
assert result["strict"] == report.overall["strict"], (result["strict"], report.overall)
assert result["soft"] == report.overall["soft"]
assert result["strict_scores"] == [sample.score.strict for sample in report.samples]
assert result["soft_scores"] == [sample.score.soft for sample in report.samples]
assert result["reasons"] == [[rule.reason for rule in sample.score.rules] for sample in report.samples]
print(json.dumps(result) and sorted(result))
"""
    names = ["n", "reasons", "signature", "soft", "soft_scores", "strict", "strict_scores"]
    answer = run("example", code=code)
    assert answer.get("error") is None, answer["error"]
    assert answer["printed"] == f"{names}\n"


def test_the_new_rows_replace_the_old(run, small, other, task_folder, task):
    first, second = run("prepare", folder=str(small)), run("prepare", folder=str(other))
    assert loaded(run("load")) == (["gamma"], 100.0)
    task_folder(task("delta"), name="other")
    third = run("prepare", folder=str(other))
    assert loaded(run("load")) == (["delta"], 100.0)
    assert len({first["dataset"], second["dataset"], third["dataset"]}) == 3


def test_replaced_rows_are_not_chosen_again_and_go_in_time(run, small, other):
    first = Path(run("prepare", folder=str(small))["dataset"])
    run("prepare", folder=str(other))
    # a process that still has the old rows open writes into their folder, which is the newest now
    (first / "cache-0123.arrow").touch()
    assert loaded(run("load")) == (["gamma"], 100.0)
    os.utime(first / "dataset_info.json", (0, 0))
    run("prepare", folder=str(other))
    assert not first.exists()
    assert loaded(run("load")) == (["gamma"], 100.0)


def test_rows_can_come_back(run, small, other):
    for folder in (small, other, small):
        run("prepare", folder=str(folder))
    assert loaded(run("load")) == (["alfa", "beta"], 100.0)


def test_the_same_rows_are_not_built_again(run, small):
    rows = Path(run("prepare", folder=str(small))["dataset"], "puma-test.arrow")
    built = rows.stat()
    run("prepare", folder=str(small))
    assert rows.stat() == built
    assert loaded(run("load")) == (["alfa", "beta"], 100.0)


def test_rows_that_were_cut_off_are_built_again(run, small):
    rows = Path(run("prepare", folder=str(small))["dataset"], "puma-test.arrow")
    rows.write_bytes(rows.read_bytes()[:-200])
    run("prepare", folder=str(small))
    assert loaded(run("load")) == (["alfa", "beta"], 100.0)


def test_an_older_module_does_not_win(run, offline, small):
    run("prepare", folder=str(small))
    home = next(Path(offline["HF_HOME"]).rglob("evaluate-metric--puma_rules"))
    old = home / ("0" * 64)
    old.mkdir()
    (old / "puma_rules.py").write_text("raise SystemExit('old')")
    later = time.time() + 1000
    os.utime(old / "puma_rules.py", (later, later))
    run("prepare", folder=str(small))
    assert loaded(run("load")) == (["alfa", "beta"], 100.0)
    shutil.rmtree(old)


def test_a_changed_module_is_put_back(run, offline, small):
    run("prepare", folder=str(small))
    for file in Path(offline["HF_HOME"]).rglob("puma_rules.py"):
        file.write_text("raise SystemExit('changed')")
    run("prepare", folder=str(small))
    assert loaded(run("load")) == (["alfa", "beta"], 100.0)


def test_a_preparation_killed_at_any_moment_leaves_the_old_rows_or_the_new(run, offline, small, other):
    run("prepare", folder=str(small), version="0.0.1")
    moments = run("prepare", folder=str(other))["changes"]
    assert moments > 10
    states = set()
    for moment in range(1, moments + 1):
        assert run("prepare", folder=str(small), version="0.0.1")["tasks"] == 2
        assert run("prepare", folder=str(other), kill_at=moment) == {"killed": True}
        ids, strict = loaded(run("load"))
        assert strict == 100.0
        states.add(tuple(ids))
    assert states == {("alfa", "beta"), ("gamma",)}
    run("prepare", folder=str(small))
    assert loaded(run("load")) == (["alfa", "beta"], 100.0)
    left = [path for path in Path(offline["HF_HOME"]).rglob("*") if path.suffix in (".building", ".incomplete")]
    assert left == []


def test_a_first_preparation_killed_at_any_moment_can_be_repeated(run, offline, small):
    def clear() -> None:
        shutil.rmtree(offline["HF_HOME"])
        Path(offline["HF_HOME"]).mkdir()

    clear()
    moments = run("prepare", folder=str(small))["changes"]
    for moment in range(1, moments + 1, 2):
        clear()
        assert run("prepare", folder=str(small), kill_at=moment) == {"killed": True}
        run("prepare", folder=str(small))
        assert loaded(run("load")) == (["alfa", "beta"], 100.0)


def test_preparations_and_readers_at_the_same_time(session, run, tmp_path, small, other):
    run("prepare", folder=str(small))
    here = {"directory": str(tmp_path)}
    prepare = [{"command": "prepare", "folder": str(folder), **here} for folder in (other, small)]
    for _ in range(3):
        first, second, *readers = session([*prepare, *[{"command": "load", **here}] * 2])
        assert (first.get("tasks"), second.get("tasks")) == (1, 2)
        assert all(loaded(reader) in ((["alfa", "beta"], 100.0), (["gamma"], 100.0)) for reader in readers)


def test_a_folder_named_like_the_dataset_is_warned_of_and_what_it_poisoned_is_mended(run, small, tmp_path):
    run("prepare", folder=str(small))
    (tmp_path / "puma").mkdir()
    (tmp_path / "puma" / "data.jsonl").write_text('{"id": "foreign"}\n')
    assert run("load_dataset_only", tmp_path) == {"ids": ["foreign"]}
    # the folder is elsewhere now, and its rows still win
    assert run("load_dataset_only") == {"ids": ["foreign"]}
    (warning,) = run("prepare", tmp_path, folder=str(small))["warnings"]
    assert warning == (
        f'{tmp_path / "puma"}: load_dataset("puma") reads this folder before any cache, and caches it under the same '
        "name; rename it, or work in another directory, and prepare again"
    )
    assert loaded(run("load")) == (["alfa", "beta"], 100.0)


def test_a_half_written_cache_of_another_process_is_mended(run, small):
    dataset = Path(run("prepare", folder=str(small))["dataset"])
    dataset.with_name("0123.incomplete").mkdir()
    assert "dataset_info.json" in run("load")["error"]
    run("prepare", folder=str(small))
    assert loaded(run("load")) == (["alfa", "beta"], 100.0)


def test_a_module_in_the_working_directory_is_warned_of(tmp_path):
    (tmp_path / "puma_rules").mkdir()
    assert list(in_the_way(tmp_path)) == []
    (tmp_path / "puma_rules" / "puma_rules.py").touch()
    assert list(in_the_way(tmp_path)) == [
        f'{tmp_path / "puma_rules"}: evaluate.load("puma_rules") runs the module in this folder before any cache; '
        "rename it, or work in another directory"
    ]
