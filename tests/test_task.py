"""Parsing a task: from a line, from a dataset row, and what it refuses."""

import json
from typing import Any

import numpy as np
import pandas as pd
import pytest

from puma_metrics import grade, parse_rule, parse_task
from puma_metrics.errors import Finding, InputError, InvalidTask, PumaError, did_you_mean
from puma_metrics.task import CATEGORIES, MEDIA_CHECKS

RULE = {"type": "include", "clauses": [["kot"]]}
MODALITIES = {
    "history_and_culture": "image",
    "contemporary_life": "image",
    "geography_and_environment": "image",
    "asr": "audio",
    "speech_qa": "audio",
    "sound_and_music_qa": "audio",
    "ocr": "document",
    "document_qa": "document",
    "structured_extraction": "document",
}
RULES_OF = {
    "asr": {"type": "asr", "reference": "kot"},
    "ocr": {"type": "ocr", "blocks": ["kot"]},
    "structured_extraction": {"type": "extraction", "reference": {"a": 1}},
}


@pytest.mark.parametrize("category", MODALITIES)
def test_the_modality_follows_from_the_category(category: str):
    task = parse_task({"id": "t1", "category": category, "rules": [RULES_OF.get(category, RULE)]})
    assert task.modality == MODALITIES[category]


def test_the_paper_has_nine_categories():
    assert list(CATEGORIES) == list(MODALITIES)


@pytest.mark.parametrize("category", MODALITIES)
@pytest.mark.parametrize("kind", ["include", "asr", "ocr", "extraction"])
def test_a_category_takes_its_own_rule_types_only(category: str, kind: str):
    rule = next((rule for rule in RULES_OF.values() if rule["type"] == kind), RULE)
    own = RULES_OF.get(category, RULE)["type"]
    record = {"id": "t1", "category": category, "rules": [rule]}
    if kind == own:
        assert parse_task(record).rules[0].type == kind
        return
    with pytest.raises(InvalidTask) as raised:
        parse_task(record)
    allowed = "include, exclude, regex, order" if own == "include" else own
    assert str(raised.value) == f"'t1', rule 1, type: is not for this category ('{kind}'); expected one of {allowed}"


def test_a_parsed_task_is_itself():
    task = parse_task({"id": "t1", "category": "speech_qa", "rules": [RULE]})
    assert parse_task(task) is task


def test_a_task_keeps_its_record_as_it_was():
    record = {"notes": "", "rules": [RULE], "id": "t1", "category": "speech_qa", "tags": ["a"]}
    before = json.dumps(record)
    task = parse_task(record)
    assert json.dumps(task.record) == before
    assert (task.prompt, task.tags) == (None, ("a",))


def test_a_row_of_the_dataset_is_a_task():
    row: dict[str, Any] = {
        "id": "t1", "category": "speech_qa", "modality": "audio", "prompt": "Kto?", "tags": [],
        "rules": json.dumps([RULE]),
        "images": [], "audio": [{"bytes": b"", "path": None}], "documents": [],
        "media": [{"path": "a", "type": "audio"}],
    }  # fmt: skip
    assert grade(row, "Koty.").strict == 1


def test_a_row_has_nulls_where_its_line_has_no_field():
    medium = {"path": "a", "type": "audio", "license": None, "source": None, "source_url": None, "author": None}
    row = {"id": "t1", "category": "speech_qa", "rules": json.dumps([RULE]), "media": [medium]}
    assert grade(row, "Koty.").strict == 1
    with pytest.raises(InvalidTask) as refused:
        parse_task({**row, "media": [{**medium, "path": None}]})
    assert str(refused.value) == "'t1', media: missing field 'path'"
    with pytest.raises(InvalidTask, match=r"media\.license: is no text \(null\)"):
        parse_task({**row, "rules": [RULE]})


@pytest.mark.parametrize("media", [None, 5, [5], [None]])
def test_a_row_whose_media_are_none_is_refused(media):
    with pytest.raises(InvalidTask, match="media: "):
        parse_task({"id": "t1", "category": "speech_qa", "rules": json.dumps([RULE]), "media": media})


@pytest.mark.parametrize("record", [None, 5, "x", []])
def test_what_is_no_object_is_refused(record: Any):
    with pytest.raises(InvalidTask, match=r"^is no object"):
        parse_task(record)


@pytest.mark.parametrize("rules", ["[", "", "null", '"x"', "5"])
def test_rules_that_are_no_json_list_are_refused(rules: str):
    with pytest.raises(InvalidTask):
        parse_task({"id": "t1", "category": "speech_qa", "rules": rules})


def test_three_fields_are_enough_to_grade():
    with pytest.raises(InvalidTask) as raised:
        parse_task({})
    assert sorted(map(str, raised.value.findings)) == [
        "missing field 'category'", "missing field 'id'", "missing field 'rules'",
    ]  # fmt: skip


def test_a_rules_errors_come_all_at_once():
    with pytest.raises(InvalidTask) as raised:
        parse_rule({"type": "exclude", "phrase": ["a"], "normalize": 1})
    assert [str(finding) for finding in raised.value.findings] == [
        "unknown field 'phrase'; did you mean 'phrases'?",
        "missing field 'phrases'",
        "normalize: is no truth value (1); expected true or false",
    ]


def test_errors_are_input_errors():
    assert issubclass(InvalidTask, InputError) and issubclass(InputError, PumaError)


def test_a_finding_shows_as_much_of_its_address_as_is_known():
    finding = Finding("is wrong")
    assert str(finding) == "is wrong"
    assert str(finding.at(field="tags")) == "tags: is wrong"
    assert str(finding.at(file="tasks.jsonl", line=7, id="hc_004", rule=1, field="phrase")) == (
        "tasks.jsonl:7, 'hc_004', rule 1, phrase: is wrong"
    )
    assert str(finding.at(file="tasks.jsonl")) == "tasks.jsonl: is wrong"


def test_did_you_mean_the_closest_or_any():
    assert did_you_mean("normalise", ["normalize", "phrases"]) == "did you mean 'normalize'?"
    assert did_you_mean("x", ["normalize", "phrases"]) == "expected one of 'normalize', 'phrases'"


def test_a_row_of_the_dataset_is_a_task_in_every_form_that_people_have_it(sample_tasks):
    record = {name: sample_tasks[0][name] for name in ("id", "category", "prompt", "tags", "media", "rules")}
    media = [{**dict.fromkeys(MEDIA_CHECKS), **medium} for medium in record["media"]]  # as Arrow has it
    row = {**record, "media": media, "rules": json.dumps(record["rules"])}
    table = pd.DataFrame([row, {**row, "id": "other", "prompt": float("nan")}])
    table["tags"] = table["tags"].map(np.array)
    forms = (
        *(row, {**row, "rules": record["rules"], "images": []}, table.iloc[0]),
        *(table.to_dict("records")[0], next(table.itertuples())),
    )
    for form in forms:
        assert parse_task(form) == parse_task(record)
    assert (
        parse_task({**row, "category": "asr", "prompt": float("nan"), "rules": json.dumps([RULES_OF["asr"]])}).prompt
        is None
    )
