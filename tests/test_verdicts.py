"""Answers to the sample's tasks, judged blind to the rules: what rules and flags make of them.

`right` and `wrong` are the verdicts; the answers were written to be hard, with denials, lists and corrections.
"""

import json
from pathlib import Path

import pytest

from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics import TaskScore, grade

VERDICTS = Path(__file__).with_name("golden") / "verdicts.jsonl"


@pytest.fixture(scope="module")
def judged() -> list[tuple[TaskScore, bool]]:
    tasks = {task.id: task for task in read_tasks(SAMPLE, validate=False)[0]}
    lines = [json.loads(line) for line in VERDICTS.read_text(encoding="utf-8").splitlines()]
    return [(grade(tasks[line["id"]], line["answer"]), line["verdict"] == "right") for line in lines]


def test_rules_seldom_reject_a_right_answer(judged):
    right = [score for score, is_right in judged if is_right]
    rejected = [score.answer.text for score in right if not score.strict]
    assert len(rejected) <= 0.03 * len(right), rejected


def test_flags_catch_nine_of_ten_wrongly_accepted_answers(judged):
    wrong = [score for score, is_right in judged if score.strict and not is_right]
    missed = [score.answer.text for score in wrong if not score.flags]
    assert len(wrong) >= 50
    assert len(missed) <= 0.1 * len(wrong), missed


def test_flags_leave_rightly_accepted_answers_alone(judged):
    right = [score for score, is_right in judged if score.strict and is_right]
    flagged = [(score.flags, score.answer.text) for score in right if score.flags]
    assert len(right) >= 200
    assert len(flagged) <= 0.05 * len(right), flagged


def test_a_rejected_right_answer_is_a_near_miss(judged):
    rejected = [score for score, is_right in judged if is_right and not score.strict]
    assert all("near miss" in score.flags for score in rejected)
