"""Faults that a first reader found: what is refused now, and in which words."""

import json
import time

import pytest

from puma_cli.predictions import read_predictions
from puma_metrics import grade, parse_rule
from puma_metrics.errors import InputError, InvalidTask
from puma_metrics.schema import is_schema_valid


@pytest.mark.parametrize("kind", [["include"], {"a": 1}, 5, None, True])
def test_a_rules_type_that_is_no_text_is_named(kind):
    with pytest.raises(InvalidTask) as refused:
        parse_rule({"type": kind})
    assert str(refused.value).startswith(f"type: is unknown ({json.dumps(kind)}); ")


@pytest.mark.parametrize(
    "name, content, message",
    [
        ("a.csv", 'id,prediction\nkot,"abc\ndom,d\n', 'a.csv:1: is no CSV (a quote is never closed); quote answers as "..."'),
        ("a.csv", "id,prediction,prediction\nkot,a,b\n", "a.csv:1: the column 'prediction' stands twice; keep one of them"),
        (
            "a.jsonl",
            '{"id": "kot", "id": "dom", "prediction": "x"}\n',
            "a.jsonl:1: is no JSON (the field 'id' stands twice in one object); "
            'expected {"id": "hc_001", "prediction": "To herb Leliwa."}',
        ),
        (
            "a.jsonl",
            '{"id": "kot", "prediction": ' + "[" * 100_000 + "\n",
            'a.jsonl:1: is nested too deeply to be an answer; expected {"id": "hc_001", "prediction": "To herb Leliwa."}',
        ),
    ],
)  # fmt: skip
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
    assert is_schema_valid({"a": "a" * 40 + "b"}, schema) is False
    assert is_schema_valid({"a": "aaa"}, schema) is True
    assert time.process_time() - start < 20  # a safety net; without a deadline this takes hours


def test_flags_of_a_long_answer_without_punctuation_come_soon():
    rules = [{"type": "include", "clauses": [["Leliwa"]]}]
    task = {"id": "t", "category": "speech_qa", "prompt": "Jaki herb widać na rysunku i kto go miał?", "rules": rules}
    start = time.process_time()
    assert "negated" in grade(task, "nie Leliwa albo Słowacki lecz " * 33_000).flags
    assert time.process_time() - start < 20  # a safety net
