"""What is read of files of annotations, what is not and said to be, and who the rater of a nameless file is."""

import csv
import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from puma_cli.rubric import rubric
from puma_cli.sheets import read_sheet, read_sheets
from puma_metrics.errors import InputError
from puma_metrics.rubric import lock_rubric, score_sheet

GOLDEN = Path(__file__).parent / "golden" / "rubric"
WORKED = GOLDEN / "golden_small.csv"
EFFECT = "; means there are over fewer raters, and --on-missing intersect leaves these prompts out"
SKIPPED = f"W123: rater 'jan' did not judge model 'B' on Q1 (P2, P3), Q2, Q3{EFFECT}"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(rubric, [str(argument) for argument in arguments])


def rows(rater: str = "", said: str = "") -> list[list[str]]:
    """The worked example with another rater, and other words in what justifies an error."""
    with WORKED.open(encoding="utf-8", newline="") as file:
        header, *lines = csv.reader(file)
    return [header, *([*line[:13], line[13] and line[13] + said, rater] for line in lines)]


def write_csv(path: Path, lines: list[list[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(lines)
    return path


def write_book(path: Path, **pages: list[list[str]]) -> Path:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl comes with the extra [report]")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, lines in pages.items():
        page = book.create_sheet(name)
        page.sheet_state = "hidden" if name.startswith("hidden") else "visible"
        for line in lines:
            page.append(line)
    book.save(path)
    return path


def findings(path: Path) -> list[str]:
    return [str(finding) for finding in read_sheet(path)[1]]


def test_every_worksheet_with_the_columns_is_read_and_the_others_are_named(tmp_path: Path) -> None:
    path = write_book(
        tmp_path / "raters.xlsx",
        Instrukcja=[["Instrukcja dla oceniających"], ["Proszę ocenić."]],
        anna=rows(),
        jan=rows(said=" inaczej")[:12],
        hidden_old=rows(),
        empty=[],
    )
    result = run("check", path)
    assert result.stdout.splitlines() == [
        "anna, row 13: W101: Q1/B/P2: error type 'LANG_MIXING' read as 'Language Mixing'",
        "anna, row 22: W101: Q3/B/N1: error type 'Formating' read as 'Formatting'",
        "W124: worksheet 'Instrukcja' is not read: row 1 has no column names, but 'Instrukcja dla oceniających'",
        "W124: worksheet 'hidden_old' is not read: it is hidden",
        SKIPPED,
    ]
    assert result.stderr.splitlines() == [
        "anna: rater_id is empty, so its rows count as those of rater 'anna'",
        "jan: rater_id is empty, so its rows count as those of rater 'jan'",
        "32 rows: 0 errors, 5 warnings",
    ]
    assert read_sheet(path)[0]["rater_id"].values == ("anna", "jan")


def test_a_rubric_and_its_annotations_in_one_workbook(tmp_path: Path) -> None:
    alone = [["prompt_id", "criterion_id", "weight", "dimension"], ["Q1", "P1", "5", "Accuracy"]]
    path = write_book(tmp_path / "both.xlsx", rubric=alone, answers=rows("r1"))
    assert findings(path) == [
        "W124: worksheet 'rubric' is not read: it has no column model or result, unlike 'answers'"
    ]
    read = read_sheets([path], wants_rubric=True)
    assert list(map(str, read.findings)) == [
        "W124: worksheet 'answers' is not read: it has a model's results, unlike 'rubric'"
    ]
    assert dict(lock_rubric(read.sheet).criteria) == {"Q1": {"P1": {"weight": "5", "dimension": "Accuracy"}}}


def test_several_files_are_the_sheets_of_several_raters(tmp_path: Path) -> None:
    files = write_csv(tmp_path / "anna.csv", rows()), write_csv(tmp_path / "jan.csv", rows(said=" inaczej")[:12])
    result = run("score", *files, "--json", "--resamples", "50")
    assert result.exit_code == 0, result.stderr
    assert result.stderr.splitlines() == [
        f"{files[0]}: rater_id is empty, so its rows count as those of rater 'anna'",
        f"{files[1]}: rater_id is empty, so its rows count as those of rater 'jan'",
    ]
    data = json.loads(result.stdout)
    assert data["findings"][0] == {
        "row": 13,
        "code": "W101",
        "message": "Q1/B/P2: error type 'LANG_MIXING' read as 'Language Mixing'",
        "sheet": str(files[0]),
    }
    assert data["findings"][-1] == {"row": 0, "code": "W123", "message": SKIPPED.removeprefix("W123: ")}
    agreed = json.loads(run("agree", *files, "--json").stdout)
    assert (agreed[0]["units"], agreed[0]["cohen"][0]["raters"]) == (11, ["anna", "jan"])


def test_files_about_different_prompts_are_parts_of_one_sheet(tmp_path: Path) -> None:
    header, *lines = rows()
    first = write_csv(tmp_path / "a.csv", [header, *(line for line in lines if line[0] == "Q1")])
    second = write_csv(tmp_path / "b.csv", [header, *(line for line in lines if line[0] != "Q1")])
    read = read_sheets([first, second])
    assert (read.sheet["rater_id"].values, read.notes) == (("",), ())
    assert float(score_sheet(read.sheet).scores["A"].macro) == float(
        score_sheet(read_sheet(WORKED)[0]).scores["A"].macro
    )


def test_a_duplicate_in_another_file_names_that_file(tmp_path: Path) -> None:
    first, second = write_csv(tmp_path / "a.csv", rows("r1")), write_csv(tmp_path / "b.csv", rows("r1")[:2])
    result = run("check", first, second)
    where = f"duplicate of row 2 of {first} (same prompt, model, criterion and rater)"
    assert result.stdout.splitlines()[-1] == f"{second}, row 2: E010: Q1/A/P1: {where}"


def test_a_file_without_a_column_that_the_other_has_is_refused(tmp_path: Path) -> None:
    short = [[*line[:12], *line[13:]] for line in rows("r2")]
    files = write_csv(tmp_path / "a.csv", rows("r1")), write_csv(tmp_path / "b.csv", short)
    assert run("check", *files).stderr == f"Error: {files[1]}: E001: missing column(s): error_types\n"
    assert run("check", files[0], files[0]).stderr == f"Error: {files[0]}: is named twice\n"


def test_two_files_of_one_name_have_raters_with_their_folders(tmp_path: Path) -> None:
    for name in ("x", "y"):
        (tmp_path / name).mkdir()
    files = [write_csv(tmp_path / name / "r.csv", rows(said=name)) for name in ("x", "y")]
    assert read_sheets(files).sheet["rater_id"].values == (str(tmp_path / "x" / "r"), str(tmp_path / "y" / "r"))


def test_a_header_of_something_else_is_shown(tmp_path: Path) -> None:
    path = write_book(tmp_path / "s.xlsx", Instrukcja=[["Instrukcja", "dla oceniających"]])
    missing = (
        "missing column(s): prompt_id, model, scope, criterion_id, kind, dimension, objectivity, explicitness, weight, "
        "max_score, result, score, error_types, justification"
    )
    assert run("check", path).stdout == f"E001: {missing}; row 1 has 'Instrukcja', 'dla oceniających'\n"
    path = write_book(tmp_path / "t.xlsx", Start=[["Witamy"]], Dane=[["pytanie", "model"], ["Q1", "A"]])
    assert run("check", path).stdout.splitlines()[1:] == [
        f"E001: {missing}; row 1 has 'Witamy'",
    ]


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_column_names_below_row_1_are_refused(ending: str, tmp_path: Path) -> None:
    path, lines = tmp_path / f"s{ending}", [["Ankieta 2026"], [], *rows()]
    write_csv(path, lines) if ending == ".csv" else write_book(path, s=lines)
    text = "the column names stand in row 3; delete the rows above, so that they are in row 1"
    assert run("check", path).stderr == f"Error: {path}: {text}\n"
    if ending == ".csv":
        path.write_text(path.read_text("utf-8").replace(",", ";"), "utf-8")
        assert run("check", path).stderr == f"Error: {path}: {text}\n"
    if ending == ".xlsx":
        write_book(path, one=rows(), two=lines)
        assert run("check", path).stderr == f"Error: {path}, worksheet 'two': {text}\n"


def test_what_a_spreadsheet_hides_or_merges_is_named(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl comes with the extra [report]")
    book = openpyxl.load_workbook(write_book(tmp_path / "s.xlsx", s=rows("r1")))
    page = book.active
    page["P1"], page["P3"], page["Q5"], page["K6"] = "uwagi", "=A1", "obok", "=1/0"
    page["K6"].data_type, page["K6"].value = "e", "#DIV/0!"
    page.merge_cells("M4:N4")
    page.row_dimensions[7].hidden = page.column_dimensions["L"].hidden = True
    book.save(tmp_path / "s.xlsx")
    assert findings(tmp_path / "s.xlsx") == [
        "row 6: E019: result: the cell holds the error '#DIV/0!'; mend its formula, or write the value",
        "row 4: E022: cells M4:N4 are merged over the columns error_types, justification; unmerge them, and write what "
        "each of them holds",
        "W125: hidden rows are read, as all others: 7; delete what should not count",
        "W125: hidden columns are read, as all others: score",
        "row 1: W124: column Q has no name in row 1 and is not read",
    ]


def test_columns_that_are_nobodys_refuse_nothing(tmp_path: Path) -> None:
    lines = [[*line, "a", "b"] for line in rows("r1")]
    lines[0][-2:] = ["uwagi", "uwagi"]
    assert findings(write_csv(tmp_path / "s.csv", lines)) == []
    lines[0][-2:] = ["uwagi", "Model"]
    assert findings(write_csv(tmp_path / "s.csv", lines)) == ["E001: column 'model' occurs twice"]


def test_two_parquet_columns_of_one_name_are_a_finding(tmp_path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.table([["Q1"], ["Q2"], ["P1"]], names=["prompt_id", "Prompt ID", "criterion_id"])
    pyarrow.parquet.write_table(table, tmp_path / "s.parquet")
    assert findings(tmp_path / "s.parquet") == ["E001: column 'prompt_id' occurs twice"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "s.csv",
            b'prompt_id,criterion_id\nQ1,P1\nQ2,"P2\nQ3,P3\n',
            "line 3: unexpected end of data; perhaps a quotation mark is left open there, or one inside of a text is "
            "not doubled",
        ),
        (
            "s.csv",
            b'prompt_id,criterion_id\n"Q\n1","P"1\n',
            "line 2: ',' expected after '\"'; perhaps a quotation mark is left open there, or one inside of a text is "
            "not doubled",
        ),
        (
            "s.csv",
            b'prompt_id,criterion_id\nQ1,"' + b"a" * 10_000_001,
            "line 2: a cell has more than 10,000,000 characters; perhaps a quotation mark is left open there, or one "
            "inside of a text is not doubled",
        ),
        (
            "s.csv",
            b"prompt_id,criterion_id\n" + b"Q1,P1\n" * 50_000 + b"\xff\n",
            "not UTF-8 (byte 300023); save it as 'CSV UTF-8', or as XLSX",
        ),
        ("s.csv", b"\n,\nx,y\n", "the first row is empty; put the column names into it"),
        (
            "s.xlsx",
            bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 512 + "EncryptedPackage".encode("utf-16-le"),
            "is protected by a password; take it off in the spreadsheet program, or save it as CSV UTF-8",
        ),
        (
            "s.xlsx",
            bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 512,
            "is a workbook of the old kind (.xls); save it as XLSX, or as CSV UTF-8",
        ),
        (
            "s.xlsx",
            b"prompt_id,model\n",
            "not an XLSX workbook (File is not a zip file); save it again from a spreadsheet program",
        ),
    ],
)
def test_a_file_that_cannot_be_read_says_why(name: str, content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError) as refused:
        read_sheet(tmp_path / name)
    assert str(refused.value) == f"{tmp_path / name}: {message}"


def test_a_name_twice_in_a_json_line_is_refused(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_text('{"result": "pass", "model": "A", "result": "fail"}\n')
    with pytest.raises(InputError) as refused:
        read_sheet(tmp_path / "s.jsonl")
    assert str(refused.value) == f"{tmp_path / 's.jsonl'}:1: not JSON ('result' occurs twice)"


def special(folder: Path, kind: str, name: str) -> Path:
    path = folder / name
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/zero")
    return path


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("pipe", "a pipe; write what comes out of it to a file, and name that"),
        ("device", "a device; name a file"),
        ("folder", "a folder; name a file"),
    ],
)
def test_pipes_devices_and_folders_are_refused_and_keep_nobody_waiting(kind: str, what: str, tmp_path: Path) -> None:
    for ending in (".csv", ".tsv", ".txt", ".xlsx", ".jsonl", ".parquet"):
        path = special(tmp_path, kind, f"s{ending}")
        for command in (("check",), ("lock",), ("score",), ("agree",), ("template", "--model", "A")):
            assert run(*command, path).stderr == f"Error: {path}: is {what}\n"
    path = special(tmp_path, kind, "s.json")
    for command in (("check", WORKED, "--lock"), ("score", WORKED, "--taxonomy"), ("lock", WORKED, "--out")):
        assert run(*command, path).stderr == f"Error: {path}: is {what}\n"


def test_a_link_to_a_file_is_that_file(tmp_path: Path) -> None:
    (tmp_path / "s.csv").symlink_to(WORKED)
    assert len(read_sheet(tmp_path / "s.csv")[0]) == 21


@pytest.mark.parametrize(
    ("value", "shape", "text"),
    [
        (46143, "yyyy-mm-dd", "2026-05-01 00:00:00"),
        (2, "d mmm", "1900-01-02 00:00:00"),
        (0.5, "h:mm", "12:00:00"),
        (-1, "yyyy-mm-dd", "#-1"),
        (4e9, "yyyy-mm-dd", "#4e+09"),
        (0.125, "0.0%", "12.5%"),
        (3, '0 "dm"', "3"),
        (3, "[Red]0.00", "3"),
        (1e-7, "General", "0.0000001"),
        (10**17, "General", "100000000000000000"),
        (True, "General", "TRUE"),
    ],
)
def test_a_cell_is_what_a_person_reads_in_it(value: float, shape: str, text: str, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl comes with the extra [report]")
    book = openpyxl.Workbook()
    book.active.append(["prompt_id", "criterion_id"])
    book.active.append([value, "P1"])
    book.active["A2"].number_format = shape
    book.save(tmp_path / "s.xlsx")
    assert read_sheet(tmp_path / "s.xlsx")[0]["prompt_id"].text(0) == text
