"""Every slip in a sheet is found, with its row, code and message."""

import csv
import json
import random
from pathlib import Path

import pytest

from puma_cli.sheets import read_sheet
from puma_metrics.errors import InvalidSheet
from puma_metrics.rubric import Sheet, check_sheet, score_sheet
from puma_metrics.rubric.findings import __doc__ as CODES
from puma_metrics.rubric.sheet import OPTIONAL, REQUIRED

GOLDEN = Path(__file__).parent / "golden" / "rubric"
LINES = [json.loads(line) for line in (GOLDEN / "findings.jsonl").read_text("utf-8").splitlines()]
CORRECTED = [
    (13, "W101", "Q1/B/P2: error type 'LANG_MIXING' read as 'Language Mixing'"),
    (22, "W101", "Q3/B/N1: error type 'Formating' read as 'Formatting'"),
]


def rows_of(name: str) -> list[dict[str, str]]:
    with (GOLDEN / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def sheet_of(rows: list[dict[str, str]]) -> Sheet:
    names = (*REQUIRED, *OPTIONAL)
    return Sheet.of({name: [row.get(name, "") for row in rows] for name in names})


def found_in(sheet: Sheet) -> list[tuple[int, str, str]]:
    return [(finding.row, finding.code, finding.message) for finding in check_sheet(sheet)]


def expected() -> list[tuple[int, str, str]]:
    lines = (GOLDEN / "dirty_expected.tsv").read_text("utf-8").splitlines()
    return [(int(row), code, message) for row, code, message in (line.split("\t") for line in lines)]


def test_the_dirty_sheet_has_exactly_its_findings() -> None:
    assert found_in(read_sheet(GOLDEN / "dirty.csv")[0]) == expected()


def test_the_worked_example_has_two_corrected_tags() -> None:
    assert found_in(sheet_of(rows_of("golden_small.csv"))) == CORRECTED


@pytest.mark.parametrize("line", LINES, ids=[line["why"] for line in LINES])
def test_a_slip(line: dict) -> None:
    rows = rows_of("golden_small.csv")
    for place, change in line["change"].items():
        rows[int(place)] |= change
    rows += [rows[place] | change for place, change in line.get("add", ())]
    rows = [row for place, row in enumerate(rows) if place not in line.get("drop", ())]
    wanted = [tuple(finding) for finding in line["findings"]]
    found = [finding for finding in found_in(sheet_of(rows)) if finding[1] != "W101"]
    assert found == wanted


def test_every_code_is_documented() -> None:
    codes = {finding[1] for line in LINES for finding in line["findings"]} | {code for _, code, _ in expected()}
    assert {code for code in codes if code not in (CODES or "")} == set()


def test_missing_columns_are_named_together() -> None:
    sheet = Sheet.of({"prompt_id": ["Q1"], "model": ["A"], "weight": ["1"]})
    (finding,) = check_sheet(sheet)
    assert (finding.row, finding.code) == (0, "E001")
    assert finding.message == (
        "missing column(s): scope, criterion_id, kind, dimension, objectivity, explicitness, max_score, result, score, "
        "error_types, justification"
    )


def test_a_sheet_without_rows_is_refused() -> None:
    with pytest.raises(InvalidSheet, match="E001: the sheet has no rows below its header"):
        score_sheet(Sheet.of({name: [] for name in REQUIRED}))


def test_findings_do_not_depend_on_the_order_of_rows() -> None:
    rows = rows_of("dirty.csv")
    order = list(range(len(rows)))
    random.Random(3).shuffle(order)
    sheet = Sheet.of({name: [rows[place][name] for place in order] for name in rows[0]}, [place + 2 for place in order])
    # which of two copies is the duplicate, and which scope is the odd one, is decided by the order
    depend = ("E010", "E013")
    found = {finding for finding in found_in(sheet) if finding[1] not in depend}
    assert found == {finding for finding in expected() if finding[1] not in depend}


def test_an_error_stops_the_scoring_and_carries_all_findings() -> None:
    with pytest.raises(InvalidSheet) as caught:
        score_sheet(sheet_of(rows_of("dirty.csv")))
    assert [finding.code for finding in caught.value.findings] == [
        code for _, code, _ in expected() if code.startswith("E")
    ]
