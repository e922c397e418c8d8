import json
import sys

import pytest
from datasets import Audio, Features, Image, List, Value, load_dataset

from puma_dataset.builder import Puma, fingerprint, row_tables
from puma_dataset.features import features, row, rules_column
from puma_dataset.parquet import to_parquet
from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics.errors import InvalidTask


@pytest.fixture(scope="module")
def records():
    return [task.record for task in read_tasks(SAMPLE, validate=False)[0]]


@pytest.fixture(scope="module")
def sample(records, tmp_path_factory):
    builder = Puma(SAMPLE, records, hash="0" * 64, cache_dir=str(tmp_path_factory.mktemp("cache")))
    builder.download_and_prepare()
    return builder.as_dataset(split="test")


def undecoded(dataset):
    pages = List(Image(decode=False))
    return dataset.cast_column("images", pages).cast_column("documents", pages)


def test_the_columns_are_those_of_the_specification():
    text = Value("string")
    provenance = dict.fromkeys(("path", "type", "license", "source", "source_url", "author"), text)
    assert features() == Features(
        {
            "id": text,
            "category": text,
            "modality": text,
            "prompt": text,
            "images": List(Image()),
            "audio": List(Audio(decode=False)),
            "documents": List(Image()),
            "tags": List(text),
            "media": List(provenance),
            "rules": text,
        }
    )


def test_the_card_describes_the_columns():
    import yaml

    card = (SAMPLE.parent / "README.md").read_text(encoding="utf-8").split("---\n")[1]
    assert Features._from_yaml_list(yaml.safe_load(card)["dataset_info"]["features"]) == features()


def test_every_row_holds_its_task_and_the_bytes_of_its_media(sample, records):
    rows = undecoded(sample)
    assert [rows[n] for n in range(len(rows))] == [row(record, SAMPLE) for record in records]
    for record, published in zip(records, rows, strict=True):
        stored = [medium for name in ("images", "audio", "documents") for medium in published[name]]
        assert [(m["path"], m["bytes"]) for m in stored] == [
            (m["path"], (SAMPLE / m["path"]).read_bytes()) for m in record["media"]
        ]


def test_images_and_pages_are_decoded(sample):
    assert sample[0]["images"][0].size == (520, 600)
    assert sample[50]["documents"][0].size[0] > 0


def test_rules_come_back_as_they_are_in_the_tasks_and_answers_do_not(sample, records):
    assert [json.dumps(json.loads(rules)) for rules in sample["rules"]] == [json.dumps(r["rules"]) for r in records]
    assert not {"answers_ok", "answers_bad", "notes"} & set(sample.column_names)


def test_canonical_rules_keep_order_nulls_and_letters():
    rules = [{"type": "include", "clauses": [["Łódź"]], "include_min": None, "include_max": 0}]
    assert rules_column(rules) == '[{"type":"include","clauses":[["Łódź"]],"include_min":null,"include_max":0}]'


def test_neither_torch_nor_torchcodec_is_needed(sample):
    assert sample[16]["audio"][0]["bytes"][:4] == b"OggS"
    assert not {"torch", "torchcodec"} & set(sys.modules)


def test_parquet_reads_back_with_the_same_features_and_bytes(records, tmp_path):
    out = tmp_path / "data" / "test-00000-of-00001.parquet"
    assert to_parquet(SAMPLE, out) == 52
    read = load_dataset("parquet", data_files={"test": str(out)}, split="test", cache_dir=str(tmp_path / "cache"))
    assert read.features == features()
    rows = undecoded(read)
    assert [rows[n] for n in range(len(rows))] == [row(record, SAMPLE) for record in records]
    assert [file.name for file in out.parent.iterdir()] == [out.name]


def test_wrong_tasks_make_no_parquet(task_folder, task, tmp_path):
    out = tmp_path / "out" / "test.parquet"
    with pytest.raises(InvalidTask):
        to_parquet(task_folder(task("a", prompt=...)), out)
    assert not out.exists()


def test_a_set_with_a_pdf_gives_documents_as_bytes(task_folder, task):
    page = {"license": "CC0-1.0", "source": "rysunek własny"}
    pdf = {"category": "document_qa", "modality": "document", "tags": ["a", "b", "c"]}
    folder = task_folder(
        task("a", **pdf, media=[{"path": "a.pdf", "type": "pdf", **page}, {"path": "a.png", "type": "image", **page}])
    )
    records = [t.record for t in read_tasks(folder, validate=False)[0]]
    (table,) = row_tables(records, folder)
    assert table.schema.equals(features().arrow_schema)
    assert features(has_pdf=True)["documents"] == List(Image(decode=False))
    documents = table["documents"].to_pylist()[0]
    assert [(d["path"], d["bytes"][:4]) for d in documents] == [("a.pdf", b"%PDF"), ("a.png", b"\x89PNG")]


def test_the_fingerprint_changes_with_tasks_media_and_version(task_folder, task, monkeypatch):
    folder = task_folder(task("a"))
    records = [t.record for t in read_tasks(folder, validate=False)[0]]
    found = [fingerprint(folder, records)]
    (folder / "a.png").write_bytes(b"other")
    found.append(fingerprint(folder, records))
    (folder / "tasks.jsonl").write_bytes((folder / "tasks.jsonl").read_bytes() + b"\n")
    found.append(fingerprint(folder, records))
    monkeypatch.setattr("puma_metrics.__version__", "0.0.1")
    found.append(fingerprint(folder, records))
    assert len(set(found)) == 4
    assert {len(name) for name in found} == {64}
