"""Tables for papers and sheets: what they hold, and that no name becomes a command."""

import csv
import io
import re
from typing import Any

import pytest

from puma_metrics import exports, grade_all

EVIL = "=A|B_1\n<script> \\input{x} $y$ 100% & #~^[l](u)"


QUESTION = {"category": "speech_qa", "rules": [{"type": "include", "clauses": [["kot"]]}], "tags": ["=tag"]}
SPEECH = {"category": "asr", "rules": [{"type": "asr", "reference": "raz dwa"}]}
TASKS = [{"id": "a", **QUESTION}, {"id": "b", **QUESTION}, {"id": "c", **SPEECH}]


def results(**answers: str) -> dict[str, Any]:
    return grade_all(TASKS, answers).results()


@pytest.fixture
def models() -> dict[str, Any]:
    return {"A": results(a="kot", b="nie", c="raz"), EVIL: results(a="kot", b="kot")}


def test_csv_is_tidy_and_unrounded(models):
    rows = list(csv.DictReader(io.StringIO(exports.csv_table(models))))
    first = next(row for row in rows if row["model"] == "A" and row["category"] == "speech_qa")
    assert (first["group"], first["n"], first["strict"], first["missing"]) == ("Audio", "2", "50.0", "0")
    assert float(first["low"]) == models["A"]["categories"]["speech_qa"]["interval"][0]
    assert [row["category"] for row in rows if row["model"] == "A"][-2:] == ["all", "category_mean"]
    assert {row["signature"] for row in rows} == {models["A"]["signature"]}
    empty = next(row for row in rows if row["model"] != "A" and row["category"] == "asr")
    assert (empty["strict"], empty["attempted"]) == ("", "0")


def test_no_cell_of_a_csv_is_a_formula(models):
    for text in (exports.csv_table(models), exports.tags_csv(models)):
        cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "@", "+"))]


@pytest.mark.parametrize("name", ["\n=1+1", "\r=1+1", "\t@x", "\uff1d1", "a\rb", "a\n=1", "\x85-2", "\u2028+3", " =1"])
def test_a_name_is_one_cell_of_one_line_and_no_formula(name: str):
    text = exports.to_csv([name, "b"], [[name, -1.5]])
    header, row = csv.reader(io.StringIO(text, newline=""))
    assert header[0] == row[0] and text.count("\n") == len(text.splitlines()) == 2
    assert not row[0].startswith(("=", "+", "-", "@", "\uff1d"))
    assert row[1] == "-1.5"


def test_latex_has_no_character_that_is_none():
    assert exports.escape_latex("a\0b\ud800c\x1b") == "a?b?c?"


def test_markdown_has_one_row_for_each_model(models):
    table, notes = exports.markdown_table(models).split("\n\n")
    lines = table.splitlines()
    assert len(lines) == 2 + len(models)
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines} == {12}
    assert "**100.0** (100.0)" in lines[3] and "| 50.0 (50.0) |" in lines[2]
    assert "<script>" not in table and models["A"]["signature"] in notes


def test_latex_escapes_and_marks_the_best(models):
    table = exports.latex_table(models)
    body = table[table.index(r"\midrule") :].splitlines()[1:3]
    assert all(len(re.findall(r"(?<!\\)&", line)) == 10 for line in body)
    assert r"\textbf{100.0} {\footnotesize(100.0)}" in body[1]
    assert r"\input" not in table and r"\textbackslash{}input\{x\} \$y\$ 100\% \&" in body[1]
    assert "--" in body[1]


def test_every_kind_of_table_of_no_model_is_still_a_table():
    for table in exports.TABLES.values():
        assert table({}).endswith("\n")
