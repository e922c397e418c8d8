"""A rubric alone: checked before it is locked, made into an empty sheet; and what a full disk leaves."""

import csv
import errno
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from puma_cli.rubric import rubric
from puma_cli.sheets import read_sheet
from puma_metrics.rubric import lock_rubric

WORKED = Path(__file__).parent / "golden" / "rubric" / "golden_small.csv"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(rubric, [str(argument) for argument in arguments])


RUBRIC = "prompt_id,criterion_id,weight,dimension,scope,criterion_text\n"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (
            "Q1,P1,5,Accuracy,cultural,a\nQ1,P2,5,Accuracy,linguistic,b\nQ1,P3,5,Accuracy,linguistic,c\n",
            "row 2: E013: Q1/P1: scope 'cultural' must be 'cultural' or 'linguistic' and the same for the whole prompt",
        ),
        (
            "Q1,P1,5,Accuracy,cultural,a\nQ1,P1,5,Accuracy,cultural,a\n",
            "row 3: E010: Q1/P1: duplicate of row 2 (same prompt, model, criterion and rater)",
        ),
        (
            "Q1,P1,5,Accuracy,cultural,a\nQ1,P1,4,Accuracy,cultural,a\n",
            "row 3: E011: Q1/P1: weight is '4' here and '5' in an earlier row",
        ),
        (
            "Q1,P1,5,Acuracy,cultural,a\n",
            "row 2: E014: Q1/P1: dimension 'Acuracy' is not one of ['Accuracy', 'Context Awareness', 'Completeness', "
            "'Communication Quality']",
        ),
        (",P1,5,Accuracy,cultural,a\n", "row 2: E002: prompt_id is empty"),
    ],
)
def test_what_needs_the_rubric_alone_is_checked_before_it_is_locked(lines: str, found: str, tmp_path: Path) -> None:
    path = tmp_path / "rubric.csv"
    path.write_text(RUBRIC + lines)
    checked = run("check", path)
    assert (checked.exit_code, checked.stdout.splitlines()[0]) == (3, found)
    assert checked.stderr.splitlines()[0] == "no columns model and result: checked as a rubric alone"
    for command in (("lock", "--out", tmp_path / "lock"), ("template", "--model", "A", "--out", tmp_path / "t")):
        refused = run(command[0], path, *command[1:])
        assert (refused.exit_code, refused.stderr.splitlines()[0]) == (3, f"Error: {found}")
    assert [file.name for file in tmp_path.iterdir()] == ["rubric.csv"]


def test_warnings_about_a_rubric_are_said_when_it_is_locked(tmp_path: Path) -> None:
    path = tmp_path / "rubric.csv"
    path.write_text(f"{RUBRIC}Q1,P1,5,Accuracy,cultural,Podaje rok.\nQ1,P2,5,Accuracy,cultural,podaje  rok.\n")
    result = run("lock", path, "--out", tmp_path / "lock")
    said = "row 3: W102: Q1/P2: says nearly the same as criterion 'P1' in row 2; one slip counts twice"
    assert (result.exit_code, result.stderr.splitlines()[0]) == (0, said)


def test_a_rubric_is_compared_with_its_lock_before_any_answer(tmp_path: Path) -> None:
    path, lock = tmp_path / "rubric.csv", tmp_path / "lock"
    path.write_text(f"{RUBRIC}Q1,P1,5,Accuracy,cultural,a\n")
    assert run("lock", path, "--out", lock).exit_code == 0
    assert run("check", path, "--lock", lock).stdout == ""
    path.write_text(f"{RUBRIC}Q1,P1,4,Accuracy,cultural,a\n")
    found = "E020: differs from the lock: Q1/P1: weight was locked as '5' and is '4'\n"
    assert run("check", path, "--lock", lock).stdout == found


@pytest.mark.parametrize("start", ["=1+1", "+a", "-ować", "@x", "\uff1d1", "'=x", "'a"])
def test_no_cell_of_a_template_is_a_formula_and_all_are_read_back(start: str, tmp_path: Path) -> None:
    pytest.importorskip("openpyxl", reason="openpyxl comes with the extra [report]")
    path = tmp_path / "rubric.csv"
    path.write_text(f"{RUBRIC}{start},{start},5,Accuracy,cultural,{start}\n", "utf-8")
    result = run("template", path, "--model", start, "--rater", start, "--out", tmp_path / "t")
    assert result.exit_code == 0, result.stderr
    text = (tmp_path / "t.csv").read_text("utf-8-sig")
    assert [cell for line in csv.reader(text.splitlines()) for cell in line if re.match("[=+@\t\r\uff1d-]", cell)] == []
    sheets = [read_sheet(tmp_path / name)[0] for name in ("t.csv", "t.xlsx")]
    for name in ("prompt_id", "model", "criterion_id", "rater_id", "criterion_text"):
        assert [sheet[name].text(0) for sheet in sheets] == [read_sheet(path)[0]["prompt_id"].text(0)] * 2
    assert lock_rubric(sheets[0]) == lock_rubric(sheets[1])


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a\x01b", "the control character U+0001, which no workbook can hold; remove it"),
        ("a" * 32_768, "32,768 characters, and a cell of a workbook at most 32,767; shorten it"),
    ],
)
def test_what_no_workbook_can_hold_is_refused_before_a_template_is_written(
    text: str, what: str, tmp_path: Path
) -> None:
    path = tmp_path / "rubric.csv"
    path.write_text(f"{RUBRIC}Q1,P1,5,Accuracy,cultural,{text}\n")
    result = run("template", path, "--model", "A", "--out", tmp_path / "t")
    assert (result.exit_code, result.stderr) == (3, f"Error: Q1/A/P1: criterion_text has {what}\n")
    assert [file.name for file in tmp_path.iterdir()] == ["rubric.csv"]


@pytest.mark.parametrize(
    ("command", "written"),
    [("score", 0), ("score", 6), ("score", 13), ("template", 0), ("template", 1), ("template", 2), ("lock", 0)],
)
def test_a_full_disk_leaves_the_old_files_or_none(command: str, written: int, tmp_path: Path, monkeypatch) -> None:
    """The disk is full after so many files, of which the last is the journal where there are several."""
    pytest.importorskip("matplotlib", reason="matplotlib comes with the extra [report]")
    arguments = {"score": ["--resamples", "20"], "template": ["--model", "A"], "lock": []}[command]
    left, sync = iter([True] * written), os.fsync

    def full(handle: int) -> None:
        if not next(left, False):
            raise OSError(errno.ENOSPC, "No space left on device")
        sync(handle)

    monkeypatch.setattr(os, "fsync", full)
    result = run(command, WORKED, *arguments, "--out", tmp_path / "out")
    assert result.exit_code == 3
    said = r"Error: \S+: cannot be written \(No space left on device\); make room, and run it again"
    assert re.fullmatch(said, result.stderr.splitlines()[-1])
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == []
