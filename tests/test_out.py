"""`--out` at a place that cannot be written: each command says so with the exit code of a refused input.

The tests may run as root, whom no permission stops; so the place lies below a file, in /proc, or has too long a name.
"""

import sys

import pytest

from puma_dataset.read import SAMPLE

ANSWERS = str(SAMPLE / "predictions" / "predictions_written.jsonl")
SHEET = str(SAMPLE / "rubric_sample.csv")
COMMANDS = {
    "grade": ("grade", ANSWERS),
    "report": ("report", ANSWERS),
    "review": ("review", ANSWERS),
    "rubric lock": ("rubric", "lock", SHEET),
    "rubric score": ("rubric", "score", SHEET, "--resamples", "10"),
    "rubric template": ("rubric", "template", SHEET, "--model", "A"),
}
PLACES = ["file/x", pytest.param("/proc/x", marks=pytest.mark.skipif(sys.platform != "linux", reason="no /proc"))]


@pytest.mark.parametrize("place", [*PLACES, "x" * 300])
@pytest.mark.parametrize("command", COMMANDS)
def test_it_is_refused(command, place, run, tmp_path):
    (tmp_path / "file").write_text("x")
    code, _, err = run(*COMMANDS[command], "--out", place)
    assert code == 3, err
    assert f"puma: {place}" in err
    assert "choose another" in err.splitlines()[-1]
    assert (tmp_path / "file").read_text() == "x"


@pytest.mark.parametrize("command", ["report", "review", "rubric lock"])
def test_a_folder_is_no_file(command, run, tmp_path):
    (tmp_path / "folder").mkdir()
    code, _, err = run(*COMMANDS[command], "--out", "folder")
    assert code == 3
    assert err.startswith("puma: folder: ") and "name a file" in err
    assert list((tmp_path / "folder").iterdir()) == []


@pytest.mark.parametrize("command", ["grade", "rubric score"])
def test_a_file_is_no_folder(command, run, tmp_path):
    (tmp_path / "file").write_text("x")
    code, _, _ = run(*COMMANDS[command], "--out", "file")
    assert code in (2, 3)  # click itself refuses a file where only a folder can be
    assert (tmp_path / "file").read_text() == "x"
