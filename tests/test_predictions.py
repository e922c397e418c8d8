"""Reading files of answers: kinds of files, columns, and what they say of each answer."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from puma_cli.predictions import read_models, read_predictions
from puma_metrics.errors import InputError


def lines(*records: Any) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


COLUMNS = ["prediction", "answer", "response", "output", "completion", "generated_text"]
GIVEN = {"kot": "Zażółć „gęślą”, jaźń\nkoty", "dom": "Dom."}


def write_as(file: Path, column: str) -> None:
    rows = [{"id": name, column: text, "extra": "x"} for name, text in GIVEN.items()]
    if file.suffix == ".parquet":
        import pyarrow
        import pyarrow.parquet

        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), file)
    elif file.suffix == ".json":
        file.write_text(json.dumps(rows), "utf-8")
    elif file.suffix in (".csv", ".tsv"):
        with file.open("w", encoding="utf-8", newline="") as opened:
            writer = csv.DictWriter(opened, list(rows[0]), delimiter="\t" if file.suffix == ".tsv" else ",")
            writer.writeheader()
            writer.writerows(rows)
    else:
        file.write_text(lines(*rows), "utf-8")


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("kind", [".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".parquet", ".JSONL"])
def test_reads_the_usual_files_and_columns(kind: str, column: str, tmp_path):
    file = tmp_path / f"model{kind}"
    write_as(file if kind != ".JSONL" else tmp_path / "model.JSONL", column)
    found = read_predictions(file, list(GIVEN))
    assert {name: given.text for name, given in found.answers.items()} == GIVEN
    assert (found.model, found.rows, found.extra, found.duplicate, found.null) == ("model", 2, 0, 0, 0)


@pytest.mark.parametrize("kind", [".jsonl", ".csv", ".json"])
def test_reads_past_a_byte_order_mark(kind: str, tmp_path):
    file = tmp_path / f"a{kind}"
    write_as(file, "prediction")
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert read_predictions(file, list(GIVEN)).answers["dom"].text == "Dom."


def test_reads_an_object_of_answers_and_lines_under_the_name_of_json(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps(GIVEN), "utf-8")
    (tmp_path / "b.json").write_text(lines(*({"id": k, "answer": v} for k, v in GIVEN.items())), "utf-8")
    for name in ("a.json", "b.json"):
        assert {k: v.text for k, v in read_predictions(tmp_path / name, list(GIVEN)).answers.items()} == GIVEN


@pytest.mark.parametrize("odd", ["raz\u2028dwa\u2029trzy\x85cztery", "a\x0bb\x0cc\x1cd"])
@pytest.mark.parametrize("kind", [".jsonl", ".csv", ".json"])
def test_odd_line_separators_inside_an_answer_are_kept(kind: str, odd: str, tmp_path):
    file = tmp_path / f"a{kind}"
    if kind == ".csv":
        file.write_text(f'id,answer\nkot,"{odd}"\npies,{odd}\n', "utf-8")
        assert read_predictions(file, ["kot", "pies"]).answers["pies"].text == odd
    else:
        record = json.dumps({"id": "kot", "answer": odd}, ensure_ascii=False)
        file.write_text(f"[{record}]" if kind == ".json" else record, "utf-8")
    assert read_predictions(file, ["kot", "pies"]).answers["kot"].text == odd


def test_windows_line_ends_are_line_ends(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(
        lines(*({"id": name, "answer": name} for name in ("kot", "pies", "dom"))).replace("\n", "\r\n").encode()
    )
    (tmp_path / "a.csv").write_bytes(b'id,answer\r\nkot,"a\r\nb"\r\n')
    assert len(read_predictions(tmp_path / "a.jsonl", ["kot", "pies", "dom"]).answers) == 3
    assert read_predictions(tmp_path / "a.csv", ["kot"]).answers["kot"].text == "a\r\nb"


def test_null_refused_and_truncated_answers_are_accounted_for(tmp_path):
    rows = [
        {"id": "kot", "answer": None},
        {"id": "pies", "answer": "x", "finish_reason": "length"},
        {"id": "dom", "answer": "x", "finish_reason": "content_filter"},
        {"id": "las", "answer": "", "error": "timeout"},
    ]
    (tmp_path / "a.jsonl").write_text(lines(*rows))
    found = read_predictions(tmp_path / "a.jsonl", ["kot", "pies", "dom", "las"])
    assert found.null == 1
    assert [(g.text, g.truncated, g.refused) for g in found.answers.values()] == [
        (None, False, False), ("x", True, False), ("x", False, True), ("", False, True),
    ]  # fmt: skip


def test_the_model_is_named_by_its_column_or_by_the_file(tmp_path):
    (tmp_path / "a.jsonl").write_text(lines({"id": "kot", "answer": "", "model": "m"}, {"id": "dom", "answer": ""}))
    assert read_predictions(tmp_path / "a.jsonl", ["kot", "dom"]).model == "m"


def test_extra_answers_are_left_out_when_asked(tmp_path):
    (tmp_path / "a.jsonl").write_text(lines({"id": "kot", "answer": "x"}, {"id": "obcy", "answer": "x"}))
    found = read_predictions(tmp_path / "a.jsonl", ["kot"], extra="ignore")
    assert (list(found.answers), found.rows, found.extra) == (["kot"], 2, 1)


@pytest.mark.parametrize(("policy", "text"), [("first", "raz"), ("last", "trzy")])
def test_of_duplicates_the_one_asked_for_counts(policy: str, text: str, tmp_path):
    (tmp_path / "a.jsonl").write_text(lines(*({"id": "kot", "answer": t} for t in ("raz", "dwa", "trzy"))))
    found = read_predictions(tmp_path / "a.jsonl", ["kot"], duplicates=policy)
    assert (found.answers["kot"].text, found.duplicate) == (text, 2)


def test_input_errors_are_errors_of_the_project():
    with pytest.raises(InputError):
        read_predictions(Path("/nowhere.jsonl"), [])


def several(tmp_path: Path) -> Path:
    rows = [
        {"id": "kot", "answer": "1", "model": "a"},
        {"id": "kot", "answer": "2", "model": "b"},
        {"id": "dom", "answer": None, "model": "b"},
    ]
    (tmp_path / "a.jsonl").write_text(lines(*rows), "utf-8")
    return tmp_path / "a.jsonl"


def test_a_column_of_several_models_is_several_models(tmp_path):
    a, b = read_models(several(tmp_path), ["kot", "dom"])
    assert (a.model, a.rows, a.null, {name: given.text for name, given in a.answers.items()}) == (
        "a",
        1,
        0,
        {"kot": "1"},
    )
    assert (b.model, b.rows, b.null, {name: given.text for name, given in b.answers.items()}) == (
        "b", 2, 1, {"kot": "2", "dom": None},
    )  # fmt: skip


def test_where_one_model_is_needed_several_are_refused(tmp_path):
    file = several(tmp_path)
    with pytest.raises(InputError) as raised:
        read_predictions(file, ["kot", "dom"])
    assert str(raised.value) == f"{file}: answers of 2 models ('a', 'b'); write one file for each"
