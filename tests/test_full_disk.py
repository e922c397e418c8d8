"""A disk that is full, under every command that writes: the old files or the new ones, never half, and a sentence."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from puma_cli import files
from puma_dataset.read import SAMPLE

ANSWERS = SAMPLE / "predictions" / "predictions_written.jsonl"
SIZE = 24_000_000
NO_ROOM = "No space left on device"


@pytest.fixture(scope="module")
def small_disk(tmp_path_factory) -> Iterator[Path]:
    """A file system of 24 megabytes, which only root can make."""
    place = tmp_path_factory.mktemp("disk")
    if not sys.platform.startswith("linux") or os.getuid():
        pytest.skip("only root on Linux can mount a small file system")
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place)], capture_output=True)
    if made.returncode:
        pytest.skip(f"no file system can be mounted here ({made.stderr.decode().strip()})")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.fixture
def disk(small_disk) -> Iterator[Path]:
    """A folder on the small disk, which is empty again after a test."""
    folder = small_disk / "work"
    folder.mkdir()
    yield folder
    subprocess.run(["rm", "-rf", *map(str, small_disk.iterdir())], check=True)


def fill(disk: Path, left: int) -> None:
    """Leave about so many bytes."""
    filler = disk.parent / "filler"
    with filler.open("wb", buffering=0) as opened:
        try:
            while True:
                opened.write(b"\0" * 4096)
        except OSError:
            opened.truncate(max(0, opened.tell() - left))


def content(folder: Path) -> dict[str, bytes]:
    """Every file but locks, which are empty, and journals of work that the next command finishes."""
    found = {str(file.relative_to(folder)): file for file in folder.rglob("*") if file.is_file()}
    return {name: file.read_bytes() for name, file in found.items() if not name.endswith(".lock")}


COMMANDS = {
    "grade": ["grade", "NEW", "--out", "DISK/out"],
    "grade of several models": ["grade", "OLD", "NEW", "--out", "DISK/out"],
    "report": ["report", "NEW", "--out", "DISK/report.html"],
    "rescore": ["rescore", "RUN", "--out", "DISK/out"],
    "release": ["release", str(SAMPLE), "--out", "DISK/released"],
    "rubric lock": ["rubric", "lock", "--sample", "--out", "DISK/lock.json"],
}
if importlib.util.find_spec("puma_cli.opening"):  # before, they wrote file by file
    COMMANDS["rubric template"] = ["rubric", "template", "--sample", "--model", "m", "--out", "DISK/sheet"]
    COMMANDS["rubric score"] = ["rubric", "score", "--sample", "--resamples", "10", "--out", "DISK/scores"]
ROOM = [0, 4096, 3 * 4096]
"""Bytes that are left: none, one block, three blocks."""


@pytest.fixture
def answers(run, tmp_path) -> dict[str, str]:
    """Two files of answers and a run, on the large disk."""
    lines = ANSWERS.read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "old.jsonl").write_text("".join(lines[:3]).replace("written-by-hand", "old"), "utf-8")
    (tmp_path / "new.jsonl").write_text("".join(lines).replace("written-by-hand", "new"), "utf-8")
    (tmp_path / "before.jsonl").write_text("".join(lines[:3]).replace("written-by-hand", "new"), "utf-8")
    assert run("grade", "new.jsonl", "--out", "run")[0] == 0
    return {"OLD": "old.jsonl", "NEW": "new.jsonl", "RUN": "run"}


def words(command: list[str], answers: dict[str, str], disk: Path) -> list[str]:
    return [answers.get(word, word).replace("DISK", str(disk)) for word in command]


ONCE = {"release"}
"""What takes long."""


@pytest.mark.parametrize("left", ROOM)
@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - ONCE))
def test_a_full_disk_keeps_what_was_there(name: str, left: int, run, answers, disk):
    (disk / "out").mkdir()
    if name.startswith("grade") or name == "rescore":
        # what stands there is the same model's, or the same models', since another's results are never replaced
        earlier = {"grade": ["before.jsonl"], "grade of several models": ["old.jsonl", "before.jsonl"]}
        assert run("grade", *earlier.get(name, ["old.jsonl"]), "--out", str(disk / "out"))[0] == 0
    before = content(disk)
    fill(disk, left)
    code, _, err = run(*words(COMMANDS[name], answers, disk))
    if code == 0:  # it needed no more than that
        return
    assert code == 3, err
    assert NO_ROOM in err.splitlines()[-1]
    assert err.splitlines()[-1].startswith(f"puma: {disk}")
    assert content(disk) == before
    (disk.parent / "filler").unlink()
    assert run(*words(COMMANDS[name], answers, disk))[0] == 0


def test_something_was_refused_for_each_command(run, answers, disk):
    """So that the test above does not pass because everything had room."""
    fill(disk, 0)
    for command in COMMANDS.values():
        assert run(*words(command, answers, disk))[0] == 3
    assert content(disk) == {}


def test_a_full_disk_leaves_verdicts_as_they_were(disk):
    (disk / "verdicts.jsonl").write_text("{}\n")
    fill(disk, 0)
    with pytest.raises(files.InputError) as refused:
        files.write_text(disk / "verdicts.jsonl", "{}\n" * 10_000)
    way_out = "make room, and run it again"
    assert str(refused.value) == f"{disk}/verdicts.jsonl: cannot be written ({NO_ROOM}); {way_out}"
    assert content(disk) == {"verdicts.jsonl": b"{}\n"}


def prepare(folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HF_HOME": str(folder), "HF_HUB_OFFLINE": "1", "HF_EVALUATE_OFFLINE": "1"}
    command = [sys.executable, "-m", "puma_cli", "prepare"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("left", [0, 40_000])
def test_prepare_on_a_full_disk_leaves_nothing_half(left: int, disk):
    fill(disk, left)
    done = prepare(disk)
    assert (done.returncode, done.stdout) == (3, "")
    said = done.stderr.splitlines()[-1]
    assert said.startswith("puma: ")
    assert said.endswith(("; make room, or set HF_HOME to another disk", "; set HF_HOME to a folder of yours"))
    assert "Traceback" not in done.stderr
    assert content(disk) == {}


@pytest.mark.parametrize("arguments", [["--help"], ["tokens", "kot"], ["explain", "hc_001", "--answer", "Leliwa"]])
def test_output_that_finds_no_room_is_a_sentence(arguments: list[str]):
    if not Path("/dev/full").exists():
        pytest.skip("this system has no device that is always full")
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "puma_cli", *arguments]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, f"puma: {NO_ROOM}\n")
