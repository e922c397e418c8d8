"""The results of a sheet: the worked example, and the same results from every form of the same sheet."""

import csv
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puma_cli.sheets import read_sheet
from puma_metrics.errors import InputError, InvalidSheet
from puma_metrics.rubric import Settings, Sheet, results_as_dict, score_sheet

GOLDEN = Path(__file__).parent / "golden" / "rubric"
SAMPLE = Path(__file__).parents[1] / "dataset_builder" / "puma_dataset" / "sample" / "rubric_sample.csv"
Rows = list[dict[str, str]]


def rows_of(path: Path) -> Rows:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def write_csv(rows: Rows, path: Path, encoding: str = "utf-8", delimiter: str = ",") -> Path:
    with path.open("w", encoding=encoding, newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return path


def write_xlsx(rows: Rows, folder: Path) -> Path:
    """Numbers as numbers, and equal prompts of neighbouring rows merged, as people do."""
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl comes with the extra [report]")
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(list(rows[0]))
    for row in rows:
        cells = {
            name: float(text) if name in ("weight", "score", "max_score") and text else text
            for name, text in row.items()
        }
        sheet.append(list(cells.values()))
    start = 2
    for number in range(3, len(rows) + 3):
        if number == len(rows) + 2 or rows[number - 2]["prompt_id"] != rows[start - 2]["prompt_id"]:
            sheet.merge_cells(start_row=start, end_row=number - 1, start_column=1, end_column=1)
            start = number
    book.save(folder / "sheet.xlsx")
    return folder / "sheet.xlsx"


def write_jsonl(rows: Rows, folder: Path) -> Path:
    lines = []
    for row in rows:
        cells: dict[str, Any] = {
            **row,
            "weight": float(row["weight"]),
        }
        cells["error_types"] = [tag.strip() for tag in row["error_types"].split(";") if tag]
        lines.append(json.dumps(cells, ensure_ascii=False))
    (folder / "sheet.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder / "sheet.jsonl"


def write_parquet(rows: Rows, folder: Path) -> Path:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pa.Table.from_pylist([{**row, "weight": float(row["weight"]), "score": None} for row in rows])
    parquet.write_table(table, folder / "sheet.parquet")
    return folder / "sheet.parquet"


def shuffled(rows: Rows, folder: Path) -> Path:
    rows = list(rows)
    random.Random(5).shuffle(rows)
    return write_csv(rows, folder / "sheet.csv")


def foreign(rows: Rows, folder: Path) -> Path:
    """Arabic-Indic digits, Unicode minus, decimal comma's Arabic sister, and direction marks."""
    digits = str.maketrans("0123456789-.", "٠١٢٣٤٥٦٧٨٩\u2212٫")
    names = ("weight", "max_score", "score")
    changed = [
        row | {name: f"\u200f{row[name].translate(digits)}\u200e" for name in names if row[name]} for row in rows
    ]
    return write_csv([row | {"model": f"\u2067{row['model']}\u2069 "} for row in changed], folder / "sheet.csv")


FORMS: dict[str, Callable[[Rows, Path], Path]] = {
    "csv": lambda rows, folder: write_csv(rows, folder / "sheet.csv"),
    "csv with a byte order mark": lambda rows, folder: write_csv(rows, folder / "sheet.csv", "utf-8-sig"),
    "csv with semicolons": lambda rows, folder: write_csv(rows, folder / "sheet.csv", delimiter=";"),
    "tsv": lambda rows, folder: write_csv(rows, folder / "sheet.tsv", delimiter="\t"),
    "xlsx with merged cells": write_xlsx,
    "jsonl": write_jsonl,
    "parquet": write_parquet,
    "shuffled": shuffled,
    "Arabic-Indic digits, Unicode minus, direction marks": foreign,
}


@pytest.mark.parametrize("source", [GOLDEN / "golden_small.csv", SAMPLE], ids=["worked example", "sample"])
@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_sheet_gives_the_same_results(form: str, source: Path, tmp_path: Path) -> None:
    rows = rows_of(source)
    settings = Settings(resamples=200)
    expected = results_as_dict(
        score_sheet(Sheet.of({name: [row[name] for row in rows] for name in rows[0]}), settings=settings)
    )
    sheet, in_file = read_sheet(FORMS[form](rows, tmp_path))
    found = results_as_dict(score_sheet(sheet, settings=settings))
    assert in_file == []
    if form == "shuffled":  # the same findings in other rows
        for results in (expected, found):
            results["findings"] = sorted(finding["message"] for finding in results["findings"])
    assert found == expected


def test_the_worked_example() -> None:
    data = results_as_dict(score_sheet(read_sheet(GOLDEN / "golden_small.csv")[0]))
    a = {name: value for name, value in data["models"]["A"].items() if name not in ("sd", "interval")}
    assert a == {
        **{"prompts": 3, "macro": 245 / 6, "micro": 100 * 23 / 38, "median": 60.0, "minimum": -37.5, "maximum": 100.0},
        **{"at_least_50": 2, "negative": 1, "errors": 5},
    }
    assert data["ranking"] == ["B", "A"]
    assert data["prompts"]["Q2"] == {"mean": 0.0, "models": {"A": -37.5, "B": 37.5}}
    assert (data["hardest"], data["easiest"]) == (["Q2"], ["Q3"])
    framing = data["error_types"]["Ambiguous Framing"]
    assert (framing["count"], framing["share"]) == (3, 0.3)
    assert framing["models"]["A"] == {"count": 2, "share": 0.4, "prevalence": 1 / 3, "points_lost": 8.0}
    (pair,) = data["pairs"]
    assert (pair["a"], pair["b"], pair["p"], pair["p_holm"]) == ("A", "B", 0.75, 0.75)
    assert pair["difference"] == pytest.approx(-35 / 3)
    assert json.loads(json.dumps(data, allow_nan=False)) == data


def test_the_keys_of_the_specification() -> None:
    data = results_as_dict(score_sheet(read_sheet(GOLDEN / "golden_small.csv")[0]))
    assert {"format", "signature", "models", "ranking", "prompts", "error_types", "pairs", "findings"} <= data.keys()
    assert list(data["models"]["A"]) == [
        *("prompts", "macro", "micro", "sd", "median", "minimum", "maximum", "at_least_50", "negative", "errors"),
        "interval",
    ]
    assert list(data["findings"][0]) == ["row", "code", "message"]


def without(rows: Rows, prompt: str, model: str) -> Sheet:
    kept = [row for row in rows if (row["prompt_id"], row["model"]) != (prompt, model)]
    return Sheet.of({name: [row[name] for row in kept] for name in rows[0]})


def test_a_missing_prompt_is_refused_or_left_out_for_all() -> None:
    sheet = without(rows_of(GOLDEN / "golden_small.csv"), "Q3", "B")
    with pytest.raises(InvalidSheet, match="E012: Q3: no rows for model 'B'"):
        score_sheet(sheet)
    results = score_sheet(sheet, on_missing="intersect")
    assert results.left_out == ("Q3",)
    assert results.scores["A"].prompts == results.scores["B"].prompts == 2
    assert float(results.scores["A"].macro) == (60 - 37.5) / 2
    assert [str(finding) for finding in results.findings if finding.code == "W120"] == [
        "W120: Q3: no rows for model 'B'; the prompt is left out for every model"
    ]
    assert "|missing:intersect|" in results.signature


def test_models_without_a_common_prompt_cannot_be_compared() -> None:
    rows = [row for row in rows_of(GOLDEN / "golden_small.csv") if (row["prompt_id"] == "Q3") == (row["model"] == "B")]
    with pytest.raises(InputError, match="no prompt is common to all models"):
        score_sheet(Sheet.of({name: [row[name] for row in rows] for name in rows[0]}), on_missing="intersect")


def test_one_prompt_has_no_interval() -> None:
    rows = [row for row in rows_of(GOLDEN / "golden_small.csv") if row["prompt_id"] == "Q1"]
    data = results_as_dict(score_sheet(Sheet.of({name: [row[name] for row in rows] for name in rows[0]})))
    assert [data["models"][name]["interval"] for name in "AB"] == [None, None]
    assert (data["pairs"][0]["interval"], data["pairs"][0]["p"]) == (None, 1.0)
    assert data["models"]["A"]["sd"] is None


def test_one_model_alone_has_no_pairs() -> None:
    rows = [row for row in rows_of(GOLDEN / "golden_small.csv") if row["model"] == "A"]
    data = results_as_dict(score_sheet(Sheet.of({name: [row[name] for row in rows] for name in rows[0]})))
    assert (data["pairs"], data["ranking"]) == ([], ["A"])


def test_the_standard_deviation_is_named() -> None:
    results = score_sheet(read_sheet(GOLDEN / "golden_small.csv")[0], ddof=0)
    assert results_as_dict(results)["sd_ddof"] == 0
    assert round(results.scores["A"].sd or 0, 4) == 57.7471
    assert "|sd:ddof0|" in results.signature
