"""Faults that a first reader found: what is refused now, and in which words."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from file_targets import MAIN, workbook

from puma_cli.predictions import read_predictions
from puma_cli.sheets import read_sheet
from puma_dataset.lines import parse_lines
from puma_metrics import grade, modules, parse_rule, parse_task, score_extraction, score_rule
from puma_metrics.errors import InputError, InvalidTask
from puma_metrics.rubric import Sheet, check_sheet
from puma_metrics.rubric.sheet import REQUIRED
from puma_metrics.schema import is_schema_valid

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("kind", [["include"], {"a": 1}, 5, None, True])
def test_a_rules_type_that_is_no_text_is_named(kind):
    with pytest.raises(InvalidTask) as refused:
        parse_rule({"type": kind})
    assert str(refused.value).startswith(f"type: is unknown ({json.dumps(kind)}); ")


EXAMPLE = 'expected {"id": "hc_001", "prediction": "To herb Leliwa."}'
LOST = [
    (
        "a.csv",
        'id,prediction\nkot,"abc\ndom,d\n',
        'a.csv:2: is no CSV (a quote is never closed); quote answers as "..."',
    ),
    (
        "a.csv",
        "id,prediction,prediction\nkot,a,b\n",
        "a.csv:1: the column 'prediction' stands twice; keep one of them",
    ),
    (
        "a.jsonl",
        '{"id": "kot", "id": "dom", "prediction": "x"}\n',
        "a.jsonl:1: the field 'id' stands twice in one object; keep one of them",
    ),
    (
        "a.jsonl",
        '{"id": "kot", "prediction": ' + "[" * 100_000 + "\n",
        f"a.jsonl:1: is nested too deeply to be an answer; {EXAMPLE}",
    ),
]


@pytest.mark.parametrize(("name", "content", "message"), LOST)
def test_files_in_which_an_answer_could_get_lost_are_refused(name, content, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(content, "utf-8")
    with pytest.raises(InputError) as refused:
        read_predictions(tmp_path.relative_to(tmp_path) / name, ["kot", "dom"])
    assert str(refused.value) == message


def test_a_polish_spreadsheets_csv_is_read(tmp_path):
    (tmp_path / "a.csv").write_text('ID;Prediction\nkot;"Kot, a nie pies"\n', "utf-8")
    assert read_predictions(tmp_path / "a.csv", ["kot"]).answers["kot"].text == "Kot, a nie pies"


def test_one_record_in_a_json_file_is_one_answer(tmp_path):
    (tmp_path / "a.json").write_text('{"id": "kot", "prediction": "Kot."}', "utf-8")
    assert read_predictions(tmp_path / "a.json", ["kot"]).answers["kot"].text == "Kot."


def test_verdicts_of_an_earlier_review_are_kept(run, tasks, answers, tmp_path):
    (tmp_path / "verdicts.jsonl").write_text('{"id": "kot", "verdict": "right"}\n', "utf-8")
    assert run("review", answers, "--tasks", str(tasks), "--out", "verdicts.jsonl")[0] == 0
    assert (tmp_path / "verdicts.jsonl").read_text("utf-8") == '{"id": "kot", "verdict": "right"}\n'


@pytest.mark.parametrize("percent", ["nan", "-1", "101", "x"])
def test_a_limit_that_is_no_percentage_is_a_usage_error(percent, run, tasks, answers):
    assert run("grade", answers, "--tasks", str(tasks), "--fail-under", percent)[0] == 2


def test_an_unknown_flag_is_a_usage_error(run, tasks, answers):
    code, _, err = run("review", answers, "--tasks", str(tasks), "--flag", "nope")
    assert (code, "'near miss'" in err) == (2, True)


def test_a_schemas_pattern_has_a_deadline():
    schema = {"type": "object", "properties": {"a": {"type": "string", "pattern": "^(a+)+$"}}}
    start = time.process_time()
    assert is_schema_valid({"a": "a" * 40 + "b"}, schema) in (False, None)  # None: it cannot be told in time
    assert is_schema_valid({"a": "aaa"}, schema) is True
    assert time.process_time() - start < 20  # a safety net; without a deadline this takes hours


def test_flags_of_a_long_answer_without_punctuation_come_soon():
    rules = [{"type": "include", "clauses": [["Leliwa"]]}]
    task = {"id": "t", "category": "speech_qa", "prompt": "Jaki herb widać na rysunku i kto go miał?", "rules": rules}
    start = time.process_time()
    assert "negated" in grade(task, "nie Leliwa albo Słowacki lecz " * 33_000).flags
    assert time.process_time() - start < 20  # a safety net


def test_a_reference_has_the_number_of_its_literal():
    text = '{"a": 0.12345678901234567890123}'
    rules = modules.rule_for("extraction", modules.loaded([text]), "reference")
    assert modules.results("puma_extraction", [text], rules, [text])["strict"] == 100.0
    near = '{"a": 0.12345678901234568}'
    assert modules.results("puma_extraction", [near], rules, [text])["strict"] == 0.0


@pytest.mark.parametrize("unreadable", ["", "5 pkt", "inf"])
def test_a_sheet_in_which_no_amount_can_be_read_has_findings(unreadable):
    columns = {name: ["x", "y"] for name in REQUIRED}
    columns |= {"kind": ["positive"] * 2, "result": ["correct"] * 2}
    columns |= {"weight": [unreadable] * 2, "max_score": [unreadable] * 2, "score": [unreadable] * 2}
    assert {finding.row for finding in check_sheet(Sheet.of(columns)) if finding.is_error} >= {2, 3}


def test_one_stray_cell_far_away_is_refused_before_millions_are_read(tmp_path):
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl comes with the extra [report]")
    book = openpyxl.Workbook()
    book.active.append(list(REQUIRED))
    book.active["XFD1048576"] = "x"
    book.save(tmp_path / "sheet.xlsx")
    with pytest.raises(InputError, match=r"the sheet reaches to cell XFD1048576; delete the empty rows and columns"):
        read_sheet(tmp_path / "sheet.xlsx")


def test_half_a_surrogate_pair_is_printed_as_its_escape(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id": "hc_001", "model": "\\ud800", "prediction": "\\ud800"}\n', "utf-8")
    paths = os.pathsep.join(str(ROOT / name) for name in ("metrics", "dataset_builder", "scripts"))
    command = [sys.executable, "-c", "from puma_cli.main import main; main()", "grade", "a.jsonl"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths}
    )
    assert (done.returncode, "model \\ud800" in done.stdout, done.stderr) == (0, True, "")


# what fuzzing found: tests/fuzz/corpus holds the inputs


def test_a_quote_in_the_header_of_a_csv_is_refused(run, tasks, tmp_path):
    (tmp_path / "a.csv").write_text('id,prediction,"a"b\nkot,x,y\n')
    message = "puma: a.csv:1: is no CSV (',' expected after '\"'); quote answers as \"...\"\n"
    assert run("grade", "a.csv", "--tasks", str(tasks)) == (3, "", message)


def test_a_parquet_file_broken_anywhere_is_refused(run, tasks, tmp_path):
    import pyarrow
    import pyarrow.parquet

    file = tmp_path / "a.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"id": ["kot"], "answer": ["Koty."]}), file)
    whole = file.read_bytes()
    codes = set()
    for place in range(4, len(whole), 41):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0x15]) + whole[place + 1 :])
        code, out, err = run("grade", "a.parquet", "--tasks", str(tasks), "--json")
        assert code == 0 or (out == "" and err.startswith("puma: a.parquet"))
        codes.add(code)
    assert codes == {0, 3}


def test_a_saved_sample_without_its_answer_is_refused(run, tasks, answers, tmp_path):
    run("grade", answers, "--tasks", str(tasks), "--out", "out")
    file = tmp_path / "out" / "samples.jsonl"
    first, *rest = file.read_text("utf-8").splitlines()
    record = json.loads(first)
    del record["answer"]
    file.write_text("\n".join([json.dumps(record), *rest]))
    message = "puma: out/samples.jsonl:1, answer: is missing or of another type; grade again with puma grade --out\n"
    assert run("rescore", "out", "--tasks", str(tasks)) == (3, "", message)


def test_a_sheet_without_any_column_of_ours_is_refused(tmp_path):
    (tmp_path / "s.csv").write_text("a,b\n,\n1,2\n")
    sheet, _ = read_sheet(tmp_path / "s.csv")
    assert len(sheet) == 0 and [finding.code for finding in check_sheet(sheet)] == ["E001"]


def test_a_workbook_with_a_text_that_is_not_there_is_refused(tmp_path):
    cell = '<c r="A1" t="s"><v>99</v></c>'
    xml = f'<worksheet xmlns="{MAIN}"><sheetData><row r="1">{cell}</row></sheetData></worksheet>'
    (tmp_path / "s.xlsx").write_bytes(workbook(xml.encode()))
    with pytest.raises(InputError) as refused:
        read_sheet(tmp_path / "s.xlsx")
    what = "not an XLSX workbook (list index out of range); save it again from a spreadsheet program"
    assert str(refused.value) == f"{tmp_path / 's.xlsx'}: {what}"


@pytest.mark.parametrize("number", ["9" * 400, "-" + "9" * 400, "1e999"])
def test_a_cell_with_a_number_beyond_all_measure_is_a_text(number: str, tmp_path):
    head = '<c r="A1" t="inlineStr"><is><t>weight</t></is></c>'
    rows = f'<row r="1">{head}</row><row r="2"><c r="A2"><v>{number}</v></c></row>'
    (tmp_path / "s.xlsx").write_bytes(
        workbook(f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'.encode())
    )
    sheet, _ = read_sheet(tmp_path / "s.xlsx")
    assert len(sheet) == 1 and sheet.amounts.weight.tolist() == [-1]


UNSOUND = {
    "an unknown type": {"type": "~umber"},
    "no map of fields": {"type": "object", "properties": 5},
    "a type that is a number": {"type": 5},
    "itself": {"type": "object", "$ref": "#"},
    "another schema": {"$ref": "http://x.invalid/"},
    "a broken pattern": {"type": "object", "properties": {"a": {"type": "string", "pattern": "("}}},
    "a version that is a list": {"$schema": [], "type": "object", "properties": {"a": {"type": "string"}}},
}


@pytest.mark.parametrize("schema", UNSOUND.values(), ids=UNSOUND)
def test_no_schema_keeps_an_answer_from_being_graded(schema):
    """Schemas are checked where tasks are validated; a rule that is graded without has its score, and its reason."""
    rule = parse_rule({"type": "extraction", "reference": {"a": "x"}, "schema": schema})
    score = score_rule(rule, '{"a": "x"}')
    assert (score.strict, rule.schema_valid(score.answer)) == (1, None)
    assert score.reason == "fields: 1 of 1 right"
    assert len(list(rule.author_problems())) == 1


def nested(levels: int, leaf: Any = 0) -> Any:
    for _ in range(levels):
        leaf = [leaf]
    return leaf


@pytest.mark.parametrize("levels", [100, 300, 900, 990, 5_000])
def test_a_record_is_never_too_deep_to_be_refused(levels: int):
    """Through Python or as a dataset's row, where no reader of files has counted the levels before."""
    with pytest.raises(InvalidTask, match="is nested deeper than 100 levels; expected no more than six"):
        parse_rule({"type": "include", "clauses": nested(levels)})
    with pytest.raises(InvalidTask, match=r"nested deeper|is no list"):
        parse_task({"id": "t", "category": "asr", "rules": "[" * levels + "]" * levels})
    with pytest.raises(InvalidTask, match="nested deeper"):
        parse_task(
            {"id": "t", "category": "asr", "rules": [{"type": "asr", "reference": "a"}], "notes": nested(levels)}
        )
    with pytest.raises(InputError):
        modules.rules_of(["[" * levels + "]" * levels])
    assert score_rule({"type": "extraction", "reference": {"a": 1}}, "[" * levels + "]" * levels).strict == 0


def test_a_reference_that_is_too_deep_for_python_is_refused():
    with pytest.raises(InputError, match="nested deeper than 64"):
        score_extraction("{}", {"a": nested(5_000)})


def test_a_number_that_cannot_be_written_is_refused():
    with pytest.raises(InvalidTask, match="holds a whole number of more than 1,000 digits"):
        parse_rule({"type": "include", "clauses": [["a"]], "include_min": 10**5_000})
    assert parse_rule({"type": "extraction", "reference": {"a": 10**999}})


@pytest.mark.parametrize("number", ["0e99999999999999999999", "1e-99999999999999999999", "-0.0e+99999999999999999999"])
def test_an_exponent_that_no_decimal_has_is_refused(number: str):
    _, (finding,) = parse_lines(f'{{"id": {number}}}'.encode())
    assert str(finding) == (f"tasks.jsonl:1: the number {number} has too large an exponent; write it as a string")
    with pytest.raises(InputError, match="is no JSON"):
        modules.loaded([f'{{"a": {number}}}'])
    assert score_rule({"type": "extraction", "reference": {"a": 0}}, f'{{"a": {number}}}').strict == 0
