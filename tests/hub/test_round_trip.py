"""Grading against what was published: from the hub on the loopback interface, from Parquet files, and by `prepare`."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from loopback import TOKEN, Hub

from puma_dataset.parquet import to_parquet
from puma_dataset.published import lay_out, published, read_published
from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics.errors import InputError
from puma_metrics.signature import tasks_digest

COMMAND = "from puma_cli.main import main; main()"
PLAIN = Path(__file__).parents[1] / "answers" / "plain.jsonl"


@pytest.fixture(scope="module")
def machine(offline, tmp_path_factory):
    """A function that runs `puma` or Python with a home of its own and the hub on the loopback interface."""
    with Hub() as hub:
        home = tmp_path_factory.mktemp("machine")

        def run(*arguments: str, code: str = COMMAND, **environment: str) -> subprocess.CompletedProcess[str]:
            kept = {name: value for name, value in offline.items() if not name.startswith("HF_")}
            own = {"HOME": str(home), "HF_HOME": str(home / "hf"), **hub.environment(), **environment}
            command = [sys.executable, "-c", code, *arguments]
            return subprocess.run(command, env={**kept, **own}, cwd=home, capture_output=True, text=True, check=False)

        done = run("publish", "dataset", "--org", "org", HF_TOKEN=TOKEN)
        assert done.returncode == 0, done.stderr
        yield run


NAMES = ["org/puma", "hf://datasets/org/puma@main/data/test-00000-of-00001.parquet"]


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_graded_against_what_was_uploaded(machine, run, name: str):
    done = machine("grade", str(PLAIN), "--json", "--tasks", name)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(run("grade", str(PLAIN), "--json")[1])


def test_the_commit_is_named(machine):
    out = machine("grade", str(PLAIN), "--tasks", "org/puma").stdout
    assert out.startswith("Tasks: org/puma@") and ", 52 tasks, digest c7d1afe9d4623336\n" in out


@pytest.mark.parametrize(
    "arguments",
    [["explain", "hc_001", str(PLAIN)], ["report", str(PLAIN)], ["prompts", "--out", "asked.jsonl", "--limit", "3"]],
    ids=lambda arguments: arguments[0],
)
def test_other_commands_take_a_published_set_too(machine, run, arguments: list[str]):
    there = machine(*arguments, "--tasks", "org/puma")
    assert (there.returncode, there.stderr) == (0, "")
    assert there.stdout == run(*arguments)[1]


def test_prepare_makes_the_published_rows_those_of_puma(machine):
    done = machine("prepare", "org/puma")
    assert done.returncode == 0, done.stderr
    assert "52 tasks" in done.stdout
    code = """
import json
from datasets import load_dataset
rows = load_dataset("puma", split="test")
print(json.dumps([rows.num_rows, rows[0]["id"], rows[0]["images"][0].size, rows[0]["media"][0]["path"]]))
"""
    read = machine(code=code, HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1")
    assert read.returncode == 0, read.stderr
    n, name, size, path = json.loads(read.stdout)
    from PIL import Image

    assert (n, name) == (52, "hc_001") and tuple(size) == Image.open(SAMPLE / path).size


NOT_THERE = (
    "no such folder here, and no such dataset on the Hub (404); of a private dataset log in with `hf auth login`, "
    "or set HF_TOKEN"
)
REFUSED = {
    "org/nothing": f"org/nothing: {NOT_THERE}",
    "org/puma@nothing": f"org/puma: {NOT_THERE}",
    "hf://datasets/org/puma/no.parquet": (
        "org/puma: holds no Parquet file; expected what puma publish dataset has uploaded"
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_on_the_hub_is_refused(machine, name: str):
    done = machine("grade", str(PLAIN), "--tasks", name)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", f"puma: {REFUSED[name]}\n")


def test_offline_it_says_why(machine):
    done = machine("grade", str(PLAIN), "--tasks", "org/puma", HF_HUB_OFFLINE="1")
    told = "org/puma: no such folder here, and HF_HUB_OFFLINE keeps from looking for it on the Hub; unset it"
    assert (done.returncode, done.stderr) == (3, f"puma: {told}\n")


# files


@pytest.fixture(scope="module")
def parquet(tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("rows") / "test-00000-of-00001.parquet"
    to_parquet(SAMPLE, file)
    return file


def test_a_file_and_a_folder_of_files_are_read(run, parquet, tmp_path):
    (tmp_path / "set" / "data").mkdir(parents=True)
    table = pq.read_table(parquet)
    for number, part in enumerate((table[:20], table[20:])):
        pq.write_table(part, tmp_path / "set" / "data" / f"test-{number:05}-of-00002.parquet")
    (tmp_path / "link.parquet").symlink_to(parquet)
    expected = json.loads(run("grade", str(PLAIN), "--json")[1])
    for place in (str(parquet), "set", "set/data", "link.parquet"):
        assert json.loads(run("grade", str(PLAIN), "--json", "--tasks", place)[1]) == expected


def test_a_folder_that_is_laid_out_holds_the_tasks_and_media_of_the_sample(parquet, tmp_path, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HOME", str(tmp_path / "hf"))
    folder = lay_out(published(parquet))
    tasks, originals = read_tasks(folder, validate=False)[0], read_tasks(SAMPLE, validate=False)[0]
    assert tasks_digest(tasks) == tasks_digest(originals)
    for task, original in zip(tasks, originals, strict=True):
        assert (task.id, task.tags, task.prompt) == (original.id, original.tags, original.prompt)
        for medium in original.record["media"]:
            assert (folder / medium["path"]).read_bytes() == (SAMPLE / medium["path"]).read_bytes()
    assert lay_out(published(parquet)) == folder


def test_a_splits_name_is_asked_for(run, parquet, tmp_path):
    (tmp_path / "set").mkdir()
    for name in ("dev-00000-of-00001.parquet", "train-00000-of-00001.parquet"):
        shutil.copy(parquet, tmp_path / "set" / name)
    told = "set: holds several sets (dev-00000-of-00001.parquet, train-00000-of-00001.parquet); name one of the files"
    assert run("grade", str(PLAIN), "--tasks", "set") == (3, "", f"puma: {told}\n")
    assert run("grade", str(PLAIN), "--tasks", "set/dev-00000-of-00001.parquet")[0] == 0


def changed(parquet: Path, **columns: object) -> pa.Table:
    """The first two rows, with other values in some columns."""
    rows = pq.read_table(parquet)[:2].to_pylist()
    return pa.Table.from_pylist([{**row, **columns} for row in rows])


WRONG = {
    "an id twice": ({"id": "t"}, "1 error in x.parquet:\n't', id: stands twice; every id must be unique\n"),
    "no rules": (
        {"rules": "[]"},
        "2 errors in x.parquet:\n'hc_001', rules: is empty ([]); expected at least one rule\n",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_rows_that_cannot_be_graded_are_refused(run, parquet, tmp_path, name: str):
    columns, message = WRONG[name]
    pq.write_table(changed(parquet, **columns), tmp_path / "x.parquet")
    code, out, err = run("grade", str(PLAIN), "--tasks", "x.parquet")
    assert (code, out) == (3, "") and err.startswith(f"puma: {message}"), err


@pytest.mark.parametrize("path", ["../secret.png", "/etc/passwd", "a\\b.png", "images/\x1b.png"])
def test_no_medium_of_a_row_leads_out_of_the_folder(parquet, tmp_path, monkeypatch, path: str):
    monkeypatch.setattr("huggingface_hub.constants.HF_HOME", str(tmp_path / "hf"))
    media = [{"path": path, "type": "image"}]
    pq.write_table(changed(parquet, media=media)[:1], tmp_path / "x.parquet")
    with pytest.raises(InputError) as refused:
        lay_out(published(tmp_path / "x.parquet"))
    assert "'hc_001', media: " in str(refused.value)
    assert not [
        name for _, _, files in os.walk(tmp_path) for name in files if name not in ("x.parquet", "puma-prepare.lock")
    ]


def test_a_table_of_something_else_is_refused(run, tmp_path):
    pq.write_table(pa.table({"question": ["x"]}), tmp_path / "x.parquet")
    told = "x.parquet: has no column 'id', 'category', 'rules'; expected what puma publish dataset has uploaded"
    assert run("grade", str(PLAIN), "--tasks", "x.parquet") == (3, "", f"puma: {told}\n")
    (tmp_path / "y.parquet").write_bytes(b"PAR1 and nothing")
    assert run("grade", str(PLAIN), "--tasks", "y.parquet")[2].startswith("puma: y.parquet: is no Parquet file (")


def test_tasks_are_read_without_their_media(parquet):
    tasks = read_published(published(parquet))
    assert len(tasks) == 52 and not any("images" in task.record for task in tasks)
