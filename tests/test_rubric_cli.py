"""`puma rubric`: only the result on stdout, 3 for a refused sheet, whole files or none."""

import csv
import json
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from puma_cli.files import write_bytes, write_text
from puma_cli.rubric import rubric
from puma_cli.sheets import read_sheet
from puma_metrics.errors import InputError
from puma_metrics.rubric import check_sheet

GOLDEN = Path(__file__).parent / "golden" / "rubric"
WORKED, DIRTY = str(GOLDEN / "golden_small.csv"), str(GOLDEN / "dirty.csv")
COMMANDS = ("check", "lock", "score", "agree", "template")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(rubric, [str(argument) for argument in arguments])


def test_check_prints_findings_and_refuses_errors() -> None:
    result = run("check", DIRTY)
    assert result.exit_code == 3
    assert result.stdout.splitlines()[0] == (
        "row 3: E010: D1/A/P1: duplicate of row 2 (same prompt, model, criterion and rater)"
    )
    assert len(result.stdout.splitlines()) == 25
    assert result.stderr == "16 rows: 22 errors, 3 warnings\n"


def test_check_prints_json() -> None:
    result = run("check", DIRTY, "--json")
    lines = (GOLDEN / "dirty_expected.tsv").read_text("utf-8").splitlines()
    expected = [
        {"row": int(row), "code": code, "message": message}
        for row, code, message in (line.split("\t") for line in lines)
    ]
    assert (result.exit_code, json.loads(result.stdout)) == (3, expected)


def test_warnings_alone_are_no_refusal() -> None:
    result = run("check", WORKED)
    assert (result.exit_code, result.stderr) == (0, "21 rows: 0 errors, 2 warnings\n")


def test_score_prints_json_only() -> None:
    result = run("score", WORKED, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout)["ranking"] == ["B", "A"]


def test_score_prints_tables() -> None:
    result = run("score", WORKED)
    assert result.exit_code == 0
    for text in ("Leaderboard (3 prompts", "40.8", "60.5", "70.7", "Ambiguous Framing", "0.7500", "signature: "):
        assert text in result.stdout
    assert "row 13: W101" in result.stderr


def test_score_refuses_errors_with_all_of_them() -> None:
    result = run("score", DIRTY, "--json")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.count("\n") == 22


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_shows_something_with_the_sample(command: str, tmp_path: Path) -> None:
    out = {"lock": ["--out", tmp_path / "l.json"], "template": ["--out", tmp_path / "t"]}.get(command, [])
    result = run(command, "--sample", *out)
    assert result.exit_code == 0, result.stderr
    assert result.stdout
    assert result.stderr.startswith("the sample sheet: its answers, raters and judgements are made up\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_without_a_sheet_says_what_to_do(command: str) -> None:
    options = ["--model", "A"] if command == "template" else []
    result = run(command, *options)
    assert result.exit_code == 2
    assert "name a SHEET, or use --sample" in result.stderr


def test_lock_score_and_the_refusal_of_another_rubric(tmp_path: Path) -> None:
    lock = tmp_path / "rubric.lock.json"
    first = run("lock", WORKED, "--out", lock)
    assert first.exit_code == 0
    assert json.loads(lock.read_text("utf-8"))["sha256"] == first.stdout.strip()
    assert run("score", WORKED, "--lock", lock, "--json").exit_code == 0
    changed = tmp_path / "changed.csv"
    text = (
        Path(WORKED)
        .read_text("utf-8")
        .replace("Completeness,objective,explicit,6,6,pass,6", "Accuracy,objective,explicit,6,6,pass,6")
    )
    changed.write_text(
        text.replace("Completeness,objective,explicit,6,6,fail", "Accuracy,objective,explicit,6,6,fail"), "utf-8"
    )
    refused = run("score", changed, "--lock", lock)
    assert refused.exit_code == 3
    assert refused.stderr == (
        "Error: E020: differs from the lock: Q3/P2: dimension was locked as 'Completeness' and is 'Accuracy'\n"
    )
    again = run("lock", changed, "--out", lock)
    assert (again.exit_code, "--force" in again.stderr) == (3, True)
    assert run("lock", changed, "--out", lock, "--force").exit_code == 0


def test_a_lock_beside_the_sheet_is_mentioned(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_bytes(Path(WORKED).read_bytes())
    run("lock", sheet, "--out", tmp_path / "rubric.lock.json")
    assert "is not compared; name it with --lock" in run("score", sheet, "--json").stderr


def test_agree_needs_two_raters() -> None:
    result = run("agree", WORKED)
    assert (result.exit_code, "at least two raters" in result.stderr) == (3, True)
    data = json.loads(run("agree", "--sample", "--json").stdout)
    assert data[0]["part"] == "all"
    assert 0.8 < data[0]["alpha"]["value"] < 1


def test_a_template_is_the_rubric_for_each_model_and_rater(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl", reason="openpyxl comes with the extra [report]")
    result = run(
        "template", WORKED, "--model", "X", "--model", "Ż", "--rater", "r1", "--rater", "r2", "--out", tmp_path / "t"
    )
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines() == [str(tmp_path / "t.csv"), str(tmp_path / "t.xlsx")]
    sheets = [read_sheet(tmp_path / name)[0] for name in ("t.csv", "t.xlsx")]
    assert [len(sheet) for sheet in sheets] == [8 * 2 * 2] * 2
    for name in sheets[0].columns:
        assert [sheets[0][name].text(row) for row in range(32)] == [sheets[1][name].text(row) for row in range(32)]
    assert {finding.code for finding in check_sheet(sheets[1])} == {"E008"}  # only the results are missing
    refused = run("template", WORKED, "--model", "X", "--out", tmp_path / "t")
    assert (refused.exit_code, "perhaps filled in" in refused.stderr) == (3, True)


def test_a_templates_cells_offer_the_words_and_are_no_formulas(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl comes with the extra [report]")
    sheet = tmp_path / "rubric.csv"
    sheet.write_text("prompt_id,criterion_id,weight,dimension,criterion_text\nQ1,P1,5,Accuracy,=1+1\n", "utf-8")
    assert run("template", sheet, "--model", "A", "--out", tmp_path / "t").exit_code == 0
    book = openpyxl.load_workbook(tmp_path / "t.xlsx")
    header = [cell.value for cell in book["annotations"][1]]
    cell = book["annotations"].cell(2, header.index("criterion_text") + 1)
    assert (cell.value, cell.data_type) == ("=1+1", "s")
    rules = {
        next(iter(rule.sqref.ranges)).min_col: rule.formula1
        for rule in book["annotations"].data_validations.dataValidation
    }
    assert rules[header.index("result") + 1] == "lists!$F$1:$F$4"
    assert [book["lists"].cell(row, 6).value for row in range(1, 5)] == ["pass", "fail", "present", "absent"]
    assert book["lists"].sheet_state == "hidden"


def test_a_formula_without_a_value_is_a_finding(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl comes with the extra [report]")
    book = openpyxl.Workbook()
    with Path(WORKED).open(encoding="utf-8", newline="") as file:
        for row in csv.reader(file):
            book.active.append(row)
    book.active["L2"] = "=2+3"
    book.save(tmp_path / "sheet.xlsx")
    result = run("check", tmp_path / "sheet.xlsx")
    assert result.exit_code == 3
    assert result.stdout.splitlines()[0] == (
        "row 2: E019: score: the formula '=2+3' has no stored value; open and save the file in a spreadsheet program, "
        "or write the value"
    )
    assert run("score", tmp_path / "sheet.xlsx").exit_code == 3


def test_percent_cells_are_percentages(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl comes with the extra [report]")
    book = openpyxl.Workbook()
    book.active.append(["prompt_id", "score", "weight"])
    book.active.append(["Q1", 0.6, 0.1 + 0.2])
    book.active["B2"].number_format = "0%"
    book.save(tmp_path / "sheet.xlsx")
    sheet, _ = read_sheet(tmp_path / "sheet.xlsx")
    assert (sheet["score"].text(0), sheet["weight"].text(0)) == ("60%", "0.3")


def test_rows_are_numbered_as_in_the_spreadsheet(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text('prompt_id,"Criterion ID",response\nQ1,P1,"two\nlines"\n,,\n\nQ2,P1\nQ3,P1,x,more\n', "utf-8")
    sheet, findings = read_sheet(path)
    assert sheet.rows.tolist() == [2, 5, 6]
    assert sheet["criterion_id"].text(1) == "P1"
    assert [str(finding) for finding in findings] == [
        "row 6: E021: 4 cells under 3 column names; a text with the separator in it needs quotation marks"
    ]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("s.csv", "prompt_id\nżółć\n".encode("cp1250"), "not UTF-8 (byte 10); save it as 'CSV UTF-8', or as XLSX"),
        ("s.jsonl", b'{"prompt_id": "Q1"}\n{"prompt_id": \n', ":2: not JSON"),
        ("s.jsonl", b'["Q1"]\n', ":1: expected an object with the sheet's columns, found '[\"Q1\"]'"),
        ("s.jsonl", b'{"response": {"a": 1}}\n', "'response': expected text, a number or a list of texts"),
        ("s.xlsx", b"PK", "not an XLSX workbook"),
        ("s.parquet", b"PAR", "cannot be read as Parquet"),
        ("s.ods", b"", "a sheet's name ends in .csv, .tsv, .txt, .xlsx, .jsonl, .parquet; this one ends in '.ods'"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(name: str, content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    result = run("check", path)
    assert (result.exit_code, result.stdout) == (3, "")
    assert message in result.stderr
    assert str(path) in result.stderr


def test_a_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.csv: cannot be read: No such file or directory"):
        read_sheet(tmp_path / "none.csv")


def test_a_misspelt_column_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text(Path(WORKED).read_text("utf-8").replace("rater_id", "rater", 1), "utf-8")
    result = run("check", path)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "row 1: W122: column 'rater' is not used; did you mean 'rater_id'?"


def test_many_models_still_fit_the_terminal(tmp_path: Path) -> None:
    with Path(WORKED).open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["model"] == "A"]
    lines = [",".join(rows[0])]
    lines += [",".join([*row.values()]).replace(",A,", f",m{model},", 1) for model in range(12) for row in rows]
    path = tmp_path / "sheet.csv"
    path.write_text("\n".join(lines), "utf-8")
    result = run("score", path, "--resamples", "50")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count(" − ") == 11
    assert "identical annotations" in result.stderr


def test_another_taxonomy(tmp_path: Path) -> None:
    path = tmp_path / "taxonomy.json"
    path.write_text('{"names": ["Zmyślenie"], "aliases": {"Hallucination": "Zmyślenie"}}', "utf-8")
    result = run("check", WORKED, "--taxonomy", path, "--json")
    assert result.exit_code == 3
    messages = [finding["message"] for finding in json.loads(result.stdout)]
    assert "Q1/A/N1: error type 'Hallucination' read as 'Zmyślenie'" in messages
    path.write_text('{"names": [], "aliases": {}}', "utf-8")
    assert run("check", WORKED, "--taxonomy", path).exit_code == 3


def test_numbers_of_the_files_are_those_of_the_json(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib comes with the extra [report]")
    result = run("score", WORKED, "--json", "--out", tmp_path / "out")
    assert result.exit_code == 0, result.stderr
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        *("distribution.png", "error_types.csv", "errors.png", "findings.csv", "heatmap.png", "leaderboard.csv"),
        *(
            "leaderboard.png",
            "macro_micro.png",
            "pairs.csv",
            "profiles.png",
            "prompts.csv",
            "report.html",
            "results.json",
        ),
    ]
    assert json.loads((tmp_path / "out" / "results.json").read_text("utf-8")) == json.loads(result.stdout)
    with (tmp_path / "out" / "leaderboard.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["rank"], row["model"], float(row["macro"])) for row in rows] == [("1", "B", 52.5), ("2", "A", 245 / 6)]


def test_files_are_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file.txt"
    write_text(path, "zażółć")
    write_text(path, "gęślą")
    assert path.read_text("utf-8") == "gęślą"
    with pytest.raises(TypeError):
        write_bytes(path, "no bytes")
    assert [item.name for item in path.parent.iterdir()] == ["file.txt"]
    assert path.read_text("utf-8") == "gęślą"


def test_the_sample_is_marked_as_made_up_and_has_what_it_promises() -> None:
    with resources.as_file(resources.files("puma_dataset") / "sample" / "rubric_sample.csv") as path:
        sheet, _ = read_sheet(path)
    assert [len(sheet[name].values) for name in ("prompt_id", "model", "rater_id")] == [8, 3, 2]
    assert all(model.startswith("przykład ") for model in sheet["model"].values)
    assert {finding.code for finding in check_sheet(sheet)} == {"W101"}


def test_without_the_extra_the_message_says_what_to_install(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['openpyxl'] = sys.modules['matplotlib'] = None; "
        "from puma_cli.rubric import rubric; rubric(sys.argv[1:])"
    )
    paths = [str(Path(__file__).parents[1] / name) for name in ("metrics", "dataset_builder", "scripts")]
    for arguments in (
        ["score", WORKED, "--out", str(tmp_path / "out")],
        ["template", WORKED, "--model", "A", "--out", str(tmp_path / "t")],
    ):
        start = f"import sys; sys.path[:0] = {paths!r}; "
        done = subprocess.run(
            [sys.executable, "-c", start + code, *arguments], capture_output=True, text=True, check=False
        )
        assert done.returncode == 3
        assert 'pip install "puma-bench[report]"' in done.stderr
    assert (tmp_path / "out" / "results.json").exists()


def test_every_option_is_explained() -> None:
    guide = (Path(__file__).parents[1] / "metrics" / "puma_rubric" / "README.md").read_text("utf-8")
    for name in COMMANDS:
        assert f"`puma rubric {name} SHEET`" in guide
        options = [text for parameter in rubric.commands[name].params for text in parameter.opts if text[:2] == "--"]
        assert [option for option in options if option not in guide] == []
        for parameter in rubric.commands[name].params:
            assert parameter.name == "sheet" or getattr(parameter, "help", ""), f"{name} {parameter.name}"
