"""The lock: the same rubric gives the same hash, another one is refused with the difference."""

import csv
import random
from pathlib import Path

import pytest

from puma_cli.sheets import read_sheet
from puma_metrics.errors import InputError, InvalidSheet
from puma_metrics.rubric import Lock, Sheet, check_lock, lock_as_dict, lock_from_dict, lock_rubric, score_sheet

GOLDEN = Path(__file__).parent / "golden" / "rubric"
RUBRIC = {
    "prompt_id": ["Q1", "Q1", "Q2"],
    "criterion_id": ["P1", "P2", "P1"],
    "weight": ["5", "3", "0.5"],
    "dimension": ["Accuracy", "Completeness", "Accuracy"],
    "criterion_text": ["Podaje znaczenie.", "Podaje przykład.", "يذكر المعنى"],
}


def changed(**columns: list[str]) -> Sheet:
    return Sheet.of(RUBRIC | columns)


def test_the_canonical_form_is_pinned() -> None:
    assert lock_rubric(changed()).sha256 == "9a894a6498d647ea413ef99db92289aaa2ee59e24304035ca74c603d79bb1948"


@pytest.mark.parametrize(
    "columns",
    [
        {"weight": ["5.0", "٣", "0,5"]},
        {"criterion_text": ["\u200fPodaje  znaczenie. ", "Podaje przykład.", "يذكر المعنى"]},
        {"kind": ["positive"] * 3},
        {"model": ["A"] * 3, "result": ["pass"] * 3},
    ],
)
def test_what_does_not_change_the_rubric(columns: dict) -> None:
    assert lock_rubric(changed(**columns)) == lock_rubric(changed())


def test_rows_of_models_raters_and_negatives_do_not_change_the_rubric() -> None:
    with (GOLDEN / "golden_small.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    first = lock_rubric(Sheet.of({name: [row[name] for row in rows] for name in rows[0]}))
    random.Random(2).shuffle(rows)
    one_model = [row for row in rows if row["model"] == "A" and row["kind"] == "positive"]
    for some in (rows, one_model):
        assert lock_rubric(Sheet.of({name: [row[name] for row in some] for name in rows[0]})) == first


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"weight": ["5", "4", "0.5"]}, "Q1/P2: weight was locked as '3' and is '4'"),
        (
            {"dimension": ["Accuracy", "Completeness", "Completeness"]},
            "Q2/P1: dimension was locked as 'Accuracy' and is 'Completeness'",
        ),
        (
            {"criterion_text": ["Podaje znaczenie.", "Podaje przykład!", "يذكر المعنى"]},
            "Q1/P2: criterion_text was locked as 'Podaje przykład.' and is 'Podaje przykład!'",
        ),
        ({"criterion_id": ["P1", "P2", "P1"], "prompt_id": ["Q1", "Q1", "Q3"]}, "Q2: the prompt is not in the sheet"),
        ({"criterion_id": ["P1", "P3", "P1"]}, "Q1/P2: the criterion is not in the sheet"),
        ({"criterion_text": ["", "", ""]}, "the locked column(s) criterion_text are missing"),
    ],
)
def test_a_difference_is_shown(columns: dict, message: str) -> None:
    found = check_lock(changed(**columns), lock_rubric(changed()))
    assert (found[0].row, found[0].code, found[0].message) == (0, "E020", f"differs from the lock: {message}")


def test_a_lock_survives_its_file() -> None:
    lock = lock_rubric(changed())
    assert lock_from_dict(lock_as_dict(lock)) == lock
    assert check_lock(changed(), lock) == ()


def test_an_edited_lock_is_refused() -> None:
    data = lock_as_dict(lock_rubric(changed()))
    data["prompts"]["Q1"]["criteria"]["P2"]["weight"] = "4"
    with pytest.raises(InputError, match="do not give its hashes: it was edited"):
        lock_from_dict(data)


@pytest.mark.parametrize("data", [None, [], {}, {"prompts": {"Q1": 1}}, {"prompts": {}, "columns": []}])
def test_something_else_is_no_lock(data: object) -> None:
    with pytest.raises(InputError, match="this is not a rubric lock"):
        lock_from_dict(data)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"weight": ["5", "three", "0.5"]}, "row 3: E004: Q1/P2: weight 'three' is not a finite number"),
        ({"weight": ["5", "-3", "0.5"]}, "row 3: E005: Q1/P2: positive criterion has weight -3; it must be > 0"),
        ({"criterion_id": ["P1", "", "P1"]}, "row 3: E002: criterion_id is empty"),
        ({"kind": ["positive", "positiv", ""]}, "row 3: E003: Q1/P2: kind 'positiv' must be 'positive' or 'negative'"),
        ({"kind": ["negative"] * 3}, "E001: the sheet has no positive criterion"),
        (
            {"prompt_id": ["Q1"] * 3, "dimension": ["Accuracy"] * 3},
            "row 4: E011: Q1/P1: weight is '0.5' here and '5' in an earlier row",
        ),
    ],
)
def test_what_cannot_be_locked(columns: dict, message: str) -> None:
    with pytest.raises(InvalidSheet) as caught:
        lock_rubric(changed(**columns))
    assert str(caught.value).splitlines()[0] == message


def test_a_lock_needs_few_columns() -> None:
    with pytest.raises(InvalidSheet, match="E001: missing column\\(s\\): weight, dimension"):
        lock_rubric(Sheet.of({"prompt_id": ["Q1"], "criterion_id": ["P1"]}))


def test_scoring_refuses_another_rubric() -> None:
    sheet = read_sheet(GOLDEN / "golden_small.csv")[0]
    lock = lock_rubric(sheet)
    assert f"|lock:{lock.sha256[:8]}|" in score_sheet(sheet, lock=lock).signature
    criteria = {prompt: {**entry} for prompt, entry in lock.criteria.items()}
    criteria["Q1"]["P1"] = {**criteria["Q1"]["P1"], "weight": "6"}
    with pytest.raises(InvalidSheet) as caught:
        score_sheet(sheet, lock=Lock(lock.columns, criteria))
    assert str(caught.value) == "E020: differs from the lock: Q1/P1: weight was locked as '6' and is '5'"
