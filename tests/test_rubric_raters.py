"""Raters who judged different things, and a rater for each worksheet: no average over different sets without a word."""

import csv
import json
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from puma_cli.rubric import rubric
from puma_cli.sheets import read_sheet
from puma_metrics.rubric import score_sheet
from puma_metrics.rubric.sheet import REQUIRED

EFFECT = "; means there are over fewer raters, and --on-missing intersect leaves these prompts out"
ALL = ("P1", "P2", "P3")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(rubric, [str(argument) for argument in arguments])


def write_csv(path: Path, lines: list[list[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(lines)
    return path


def design(drop: set[tuple[str, str, str]]) -> list[list[str]]:
    """Two raters who disagree on Q1/A/P1; of the second, the rows of these prompts, models and criteria are missing."""
    lines = [[*REQUIRED, "rater_id"]]
    for rater, prompt, model, criterion in product(("anna", "jan"), ("Q1", "Q2"), "AB", ALL):
        failed = (rater, prompt, model, criterion) == ("jan", "Q1", "A", "P1")
        judged = ["fail", "0", "Omission", "brak"] if failed else ["pass", "2", "", ""]
        plain = ["cultural", criterion, "positive", "Accuracy", "objective", "explicit", "2", "2"]
        if rater == "anna" or (prompt, model, criterion) not in drop:
            lines.append([prompt, model, *plain, *judged, rater])
    return lines


@pytest.mark.parametrize(
    ("drop", "macro", "left_out", "found"),
    [
        ((), 91.7, [], []),
        ([("Q1", "A", "P1")], 100.0, ["Q1"], ["rater 'jan' did not judge model 'A' on Q1 (P1)"]),
        (
            [("Q1", "A", name) for name in ALL],
            100.0,
            ["Q1"],
            ["rater 'jan' did not judge model 'A' on Q1"],
        ),
        ([("Q1", model, name) for model in "AB" for name in ALL], 100.0, [], []),
    ],
    ids=["in balance", "one row", "a model", "a prompt of all models"],
)
def test_a_rater_who_skips_something_is_named_or_the_prompt_is_left_out(
    drop: list[tuple[str, str, str]], macro: float, left_out: list[str], found: list[str], tmp_path: Path
) -> None:
    path = write_csv(tmp_path / "s.csv", design(set(drop)))
    results = {}
    for on_missing in ("error", "intersect"):
        result = run("score", path, "--json", "--resamples", "20", "--on-missing", on_missing)
        assert result.exit_code == 0, result.stderr
        results[on_missing] = json.loads(result.stdout)
    assert round(results["error"]["models"]["A"]["macro"], 1) == macro
    assert [(item["code"], item["message"]) for item in results["error"]["findings"]] == [
        ("W123", text + EFFECT) for text in found
    ]
    assert results["intersect"]["left_out"] == left_out
    assert [(item["code"], item["message"]) for item in results["intersect"]["findings"]] == [
        ("W120", f"{text}; left out for every model") for text in found
    ]


def test_nothing_is_left_of_a_sheet_in_which_every_prompt_was_judged_in_part(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "s.csv", design({("Q1", "A", "P1"), ("Q2", "B", "P3")}))
    result = run("score", path, "--on-missing", "intersect")
    text = "no prompt was judged in full by each of its raters; leave out a rater who skipped models"
    assert (result.exit_code, result.stderr) == (3, f"Error: {text}\n")


def test_a_worksheet_for_each_rater_is_scored_as_one_file_with_their_rows(tmp_path: Path) -> None:
    header, *lines = design(set())
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl comes with the extra [report]")
    book = openpyxl.Workbook()
    book.active.title = "anna"
    book.create_sheet("jan")
    for page in book:
        page.append(header)
        for line in lines:
            if line[-1] == page.title:
                page.append([*line[:-1], None])
    book.save(tmp_path / "s.xlsx")
    paths = tmp_path / "s.xlsx", write_csv(tmp_path / "s.csv", [header, *lines])
    scored = [score_sheet(read_sheet(path)[0]).scores for path in paths]
    assert scored[0] == scored[1]
    assert round(float(scored[0]["A"].macro), 1) == 91.7
