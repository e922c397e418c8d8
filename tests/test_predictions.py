"""Reading files of answers: kinds of files, columns, and what they say of each answer."""

import csv
import datetime
import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from puma_answers.values import AS_TEXT
from puma_cli.predictions import read_models, read_predictions
from puma_cli.survey import survey
from puma_metrics import Given
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
    assert [(g.text, g.truncated, g.refused, g.failed) for g in found.answers.values()] == [
        (None, False, False, False), ("x", True, False, False), ("x", False, True, False), (None, False, False, True),
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


@pytest.mark.parametrize(
    ("ids", "shown", "way_out"),
    [
        ([1.1], "1.1", AS_TEXT),
        ([7], "7", AS_TEXT),
        ([datetime.date(2024, 5, 1)], '"2024-05-01"', "expected text"),
    ],
)
def test_ids_of_parquet_that_are_no_text_are_refused(ids: list[Any], shown: str, way_out: str, tmp_path):
    file = tmp_path / "a.parquet"
    pq.write_table(pa.table({"id": ids, "answer": ["x"]}), file)
    with pytest.raises(InputError) as raised:
        read_predictions(file, ["1.1"])
    assert str(raised.value) == f"{file}:1, id: is no text ({shown}); {way_out}"
    with pytest.raises(InputError) as raised:
        survey(file)
    kind = pa.array(ids).type
    assert str(raised.value) == f"{file}: the column 'id' holds {kind}; {way_out}"


def test_ids_of_csv_are_the_text_that_stands_there(tmp_path):
    (tmp_path / "a.csv").write_text("id,answer\n1.10,a\n007,b\n")
    assert list(read_predictions(tmp_path / "a.csv", ["1.10", "007"]).answers) == ["1.10", "007"]


NAMES = ["Bielik", "Bielik ", " Bielik", "Bielik\u00a0", "Biel\u200bik"]


def test_models_whose_names_print_alike_are_one(tmp_path):
    ids = [f"t{n}" for n in range(len(NAMES))]
    rows = [{"id": name, "answer": "x", "model": model} for name, model in zip(ids, NAMES, strict=True)]
    (tmp_path / "a.jsonl").write_text(lines(*rows), "utf-8")
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "a.parquet")
    for file in (tmp_path / "a.jsonl", tmp_path / "a.parquet"):
        assert [(found.model, found.rows) for found in read_models(file, ids)] == [("Bielik", 5)]
    assert {model for model, _ in survey(tmp_path / "a.parquet")[1]} == {"Bielik"}


def test_composed_and_decomposed_names_of_models_are_one(tmp_path):
    rows = [{"id": "a", "answer": "x", "model": "Żuraw"}, {"id": "b", "answer": "x", "model": "Z\u0307uraw"}]
    (tmp_path / "a.jsonl").write_text(lines(*rows), "utf-8")
    assert [found.model for found in read_models(tmp_path / "a.jsonl", ["a", "b"])] == ["Żuraw"]


@pytest.mark.parametrize("nothing", [None, float("nan"), "", False, "None", "nan", "false"])
def test_an_optional_column_may_say_nothing_in_many_ways(nothing: object, tmp_path):
    row = {"id": "kot", "answer": "x", "model": nothing, "error": nothing, "finish_reason": nothing}
    (tmp_path / "a.jsonl").write_text(lines(row))
    found = read_predictions(tmp_path / "a.jsonl", ["kot"])
    assert (found.model, found.answers["kot"]) == ("a", Given("x"))


def test_a_missing_answer_is_null_as_pandas_has_it(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id": "kot", "answer": NaN}\n')
    assert read_predictions(tmp_path / "a.jsonl", ["kot"]).null == 1


IGNORED = {
    "a.jsonl": '{"id": "kot", "answer": "x", "usage": {"a": 1, "a": 2, "id": "b", "id": "c"}, "n": 1, "n": 2}',
    "b.jsonl": '{"id": "kot", "answer": "x", "seed": ' + "9" * 5000 + "}",
    "a.json": '[{"id": "kot", "answer": "x", "log": {"a": 1, "a": 2}}]',
    "a.csv": "id,answer,note,note,,\nkot,x,1,2,,\n",
    "b.csv": f"id,answer,note\nkot,x,{'a' * 200_000}\n",
}


@pytest.mark.parametrize("name", IGNORED)
def test_what_is_not_read_refuses_nothing(name: str, tmp_path):
    (tmp_path / name).write_text(IGNORED[name], "utf-8")
    assert read_predictions(tmp_path / name, ["kot"]).answers == {"kot": Given("x")}


def test_columns_of_parquet_that_are_not_read_refuse_nothing(tmp_path):
    columns = [pa.array(["kot"]), pa.array(["x"]), pa.array([1]), pa.array([2]), pa.array([2**62], pa.timestamp("ms"))]
    pq.write_table(pa.Table.from_arrays(columns, ["id", "answer", "n", "n", "when"]), tmp_path / "a.parquet")
    assert read_predictions(tmp_path / "a.parquet", ["kot"]).answers == {"kot": Given("x")}


def test_an_id_of_thousands_of_digits_is_refused(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id": ' + "9" * 5000 + ', "answer": "x"}')
    with pytest.raises(InputError) as raised:
        read_predictions(tmp_path / "a.jsonl", ["kot"])
    assert str(raised.value) == f'{tmp_path}/a.jsonl:1, id: is no text ("{"9" * 56}...); {AS_TEXT}'


@pytest.mark.parametrize("name", ["bielik-11b.jsonl", "bielik-11b.jsonl.gz"])
def test_a_file_without_a_model_is_called_as_itself_without_what_packed_it(name: str, tmp_path):
    row = b'{"id": "kot", "prediction": "tak"}\n'
    (tmp_path / name).write_bytes(gzip.compress(row) if name.endswith(".gz") else row)
    assert [found.model for found in read_models(tmp_path / name, ["kot"])] == ["bielik-11b"]
