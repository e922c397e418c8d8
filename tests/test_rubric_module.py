"""The `evaluate` module gives the results of the library."""

import csv
from pathlib import Path

import pytest

from puma_metrics.errors import InvalidSheet
from puma_metrics.rubric import Sheet, results_as_dict, score_sheet

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden" / "rubric"


@pytest.fixture(scope="module")
def metric():
    evaluate = pytest.importorskip("evaluate")
    return evaluate.load(str(ROOT / "metrics" / "puma_rubric"))


def columns_of(name: str) -> dict[str, list[str]]:
    with (GOLDEN / name).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {column: [row[column] for row in rows] for column in rows[0]}


def test_the_module_gives_the_librarys_results(metric) -> None:
    columns = columns_of("golden_small.csv")
    assert metric.compute(**columns) == results_as_dict(score_sheet(Sheet.of(columns)))
    assert metric.compute(**columns, ddof=0, on_missing="intersect")["sd_ddof"] == 0


def test_rows_can_be_added_in_batches(metric) -> None:
    columns = columns_of("golden_small.csv")
    columns.pop("rater_id")
    for part in (slice(0, 9), slice(9, None)):
        metric.add_batch(**{name: texts[part] for name, texts in columns.items()})
    assert metric.compute()["ranking"] == ["B", "A"]


def test_errors_are_refused_and_the_module_stays_usable(metric) -> None:
    with pytest.raises(InvalidSheet, match="row 3: E010"):
        metric.compute(**columns_of("dirty.csv"))
    with pytest.raises(ValueError, match=r"missing column\(s\): model, scope"):
        metric.compute(prompt_id=["Q1"])
    with pytest.raises(TypeError, match="unknown argument"):
        metric.compute(**columns_of("golden_small.csv"), on_mising="intersect")
    assert metric.compute(**columns_of("golden_small.csv"))["ranking"] == ["B", "A"]


def test_the_shell_is_thin() -> None:
    assert len((ROOT / "metrics" / "puma_rubric" / "puma_rubric.py").read_text("utf-8").splitlines()) <= 40
