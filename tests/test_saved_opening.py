"""Results of somebody else: no link in them is followed, no pipe waited for, no device read."""

import os
from pathlib import Path

import pytest

COMMANDS = (("compare", "out", "out"), ("report", "out"), ("rescore", "out", "--tasks", "tasks"))
LINK = "is a symbolic link; put the file itself there"
NO_CONTENT = "is no file with content; put the file itself there"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("name", ["results.json", "samples.jsonl", ".puma-unfinished.json"])
def test_saved_results_are_files_of_their_own(name: str, command: tuple[str, ...], run, tasks, answers, tmp_path: Path):
    run("grade", answers, "--tasks", str(tasks), "--out", "out")
    file = tmp_path / "out" / name
    content = file.read_bytes() if file.exists() else b"{}"
    (tmp_path / "elsewhere").write_bytes(content)
    for kind in ("link", "device", "pipe", "folder"):
        file.unlink(missing_ok=True)
        if kind == "pipe":
            os.mkfifo(file)
        elif kind == "folder":
            file.mkdir()
        else:
            file.symlink_to({"link": tmp_path / "elsewhere", "device": Path("/dev/zero")}[kind])
        what = {"pipe": NO_CONTENT, "folder": "is a folder; name a file"}.get(kind, LINK)
        assert run(*command) == (3, "", f"puma: out: '{name}' {what}\n")


def test_a_model_is_not_a_link_to_another_folder(run, tasks, answers, tmp_path: Path):
    run("grade", answers, "--tasks", str(tasks), "--out", "elsewhere")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "model").symlink_to(tmp_path / "elsewhere")
    assert run("compare", "out", "out") == (3, "", f"puma: out: 'model' {LINK}\n")


def test_a_folder_of_results_that_the_user_names_may_be_a_link(run, tasks, answers, tmp_path: Path):
    run("grade", answers, "--tasks", str(tasks), "--out", "elsewhere")
    (tmp_path / "out").symlink_to(tmp_path / "elsewhere")
    assert run("rescore", "out", "--tasks", str(tasks))[0] == 0
