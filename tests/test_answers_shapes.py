"""Files as inference stacks write them: each scores as the plain file with the same answers."""

import json
from pathlib import Path

import pytest

from puma_answers import answers_of
from puma_answers.shapes import SHAPES
from puma_cli.answer_files import read_answers
from puma_metrics import Given, grade_all, parse_task

HERE = Path(__file__).parent / "answers"
READ_AS = {
    "inspect.eval": "Inspect log",
    "inspect.json": "Inspect log",
    "openai_batch.jsonl": "OpenAI batch output",
    "chat.jsonl": "chat completions",
    "parts.jsonl": "rows",
    "anthropic_batch.jsonl": "Anthropic batch results",
    "anthropic.jsonl": "messages of Anthropic",
    "gemini_batch.jsonl": "Gemini batch output",
    "gemini.jsonl": "Gemini responses",
    "vllm.jsonl": "vLLM outputs",
    "conversations.jsonl": "conversations",
    "lm_eval.jsonl": "lm-eval samples",
    "lmms_eval.jsonl": "lm-eval samples",
    "promptfoo.json": "promptfoo results",
    "lighteval.parquet": "lighteval details",
    "vlmevalkit.xlsx": "VLMEvalKit table",
    "plain.jsonl.gz": "rows",
    "plain.zip": "rows",
}
"""Every fixture, and what it is read as."""
WITHOUT_ENDINGS = {"lm_eval.jsonl", "lmms_eval.jsonl", "lighteval.parquet", "vlmevalkit.xlsx"}
"""Harnesses that do not write how a generation ended."""


def given(name: str) -> dict[str, Given]:
    return {row.id: row.given for row in answers_of(name, (HERE / name).read_bytes()).rows}


@pytest.mark.parametrize("name", READ_AS)
def test_a_file_of_any_stack_holds_what_the_plain_file_holds(name: str):
    plain, found = given("plain.jsonl"), given(name)
    if name in WITHOUT_ENDINGS:
        plain = {task: Given(one.text) for task, one in plain.items()}
    if name == "inspect.json":  # written with --limit 3
        plain = {task: plain[task] for task in found}
        assert len(found) == 3
    assert found == plain
    assert answers_of(name, (HERE / name).read_bytes()).read_as == READ_AS[name]


@pytest.mark.parametrize("name", sorted(set(READ_AS) - {"inspect.json"}))
def test_a_file_of_any_stack_scores_as_the_plain_file(name: str, sample_tasks):
    tasks = [parse_task(task) for task in sample_tasks if task["id"] in given("plain.jsonl")]
    plain, found = (grade_all(tasks, given(one)).overall for one in ("plain.jsonl", name))
    scores = ("n", "attempted", "strict", "soft", "missing", "failed", "refused", "empty")
    assert {score: found[score] for score in scores} == {score: plain[score] for score in scores}
    assert plain["strict"] > 50


def test_every_fixture_is_tried():
    others = {"plain.jsonl", "make_made.py", "README.md"}
    assert {file.name for file in HERE.iterdir() if file.is_file()} - others == set(READ_AS)


def test_the_table_of_fixtures_names_them_all():
    table = (HERE / "README.md").read_text("utf-8")
    assert [name for name in READ_AS if f"`{name}`" not in table] == []


def test_the_models_name_is_that_of_the_log():
    assert {row.model for row in answers_of("a.eval", (HERE / "inspect.eval").read_bytes()).rows} == {
        "openai-api/local/model"
    }


def test_every_shape_has_a_name_that_tells_it_apart():
    names = [shape.name for shape in SHAPES if shape.name != "rows"]
    assert len(set(names)) == len(names)


def test_a_folder_of_shards_is_one_model(tmp_path):
    lines = (HERE / "plain.jsonl").read_text("utf-8").splitlines()
    rows = [{key: value for key, value in json.loads(line).items() if key != "model"} for line in lines]
    for number, part in enumerate((rows[:5], rows[5:])):
        (tmp_path / f"part-{number}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in part))
    (tmp_path / "notes.txt").write_text("x")
    found = read_answers(tmp_path)
    assert {row.id: row.given for row in found.answers.rows} == given("plain.jsonl")
    assert found.notes == (
        "2 files without a model's name are parts of one model: part-0.jsonl, part-1.jsonl",
        "not read: notes.txt",
    )
