"""The sample set grades its own answers as its authors say, and its bundled predictions."""

import json

import pytest

from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics import Task, grade

TASKS = read_tasks(SAMPLE, validate=False)[0]
OWN = [
    pytest.param(task, answer, strict, id=f"{task.id}-{field}-{number}")
    for task in TASKS
    for field, strict in (("answers_ok", 1), ("answers_bad", 0))
    for number, answer in enumerate(task.record[field])
]


def test_all_tasks_are_there_and_have_no_finding():
    tasks, findings = read_tasks(SAMPLE)
    assert len(tasks) == 52
    assert list(map(str, findings)) == []


QUESTIONS = [
    task for task in TASKS if not {rule["type"] for rule in task.record["rules"]} & {"asr", "ocr", "extraction"}
]


@pytest.mark.parametrize("task", QUESTIONS, ids=lambda task: task.id)
def test_a_question_shows_the_ways_in_which_people_answer(task: Task):
    assert len(task.record["answers_ok"]) >= 8
    assert len(task.record["answers_bad"]) >= 6


def test_patterns_are_short_enough_to_be_read_and_copied():
    patterns = [rule["pattern"] for task in TASKS for rule in task.record["rules"] if rule["type"] == "regex"]
    assert max(map(len, patterns)) <= 60
    assert [pattern for pattern in patterns if "(?=" in pattern or "(?!" in pattern or "(?<" in pattern] == []


@pytest.mark.parametrize("task, answer, strict", OWN)
def test_own_answers_score_as_the_task_says(task: Task, answer: str, strict: int):
    score = grade(task, answer)
    if any("this version has no rule" in rule.error for rule in score.rules):
        pytest.skip(score.rules[0].error)
    assert score.strict == strict, [rule.reason for rule in score.rules]


@pytest.mark.parametrize("file", sorted((SAMPLE / "predictions").glob("*.jsonl")), ids=lambda file: file.stem)
def test_bundled_predictions_answer_tasks_of_the_sample(file):
    ids = [json.loads(line)["id"] for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(set(ids)) == len(ids)
    assert set(ids) <= {task.id for task in TASKS}


def test_media_of_the_sample_stay_under_four_megabytes():
    size = sum(file.stat().st_size for file in SAMPLE.rglob("*") if file.suffix in (".png", ".jpg", ".ogg"))
    assert size <= 4_000_000
