"""Answers to the sample's tasks, judged blind to the rules: what rules and flags make of them.

`right` and `wrong` are the verdicts; the answers were written to be hard, with denials, lists and corrections.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics import TaskScore, grade

GOLDEN = Path(__file__).with_name("golden")
SETS = {
    "verdicts.jsonl": (100, 230),
    "answers.jsonl": (140, 480),
    "styles.jsonl": (340, 370),
    "verdicts_styles.jsonl": (50, 100),
    "verdicts_answers.jsonl": (14, 90),
}
"""Sets by different writers, each with how many wrong and right passes it has at least."""


@dataclass(frozen=True)
class Judged:
    """A set's answers as graded, right and wrong ones."""

    right: list[TaskScore]
    wrong: list[TaskScore]
    fewest: tuple[int, int]

    @property
    def passes(self) -> tuple[list[TaskScore], list[TaskScore]]:
        """The wrong and the right ones among what the rules accept."""
        return [score for score in self.wrong if score.strict], [score for score in self.right if score.strict]


@pytest.fixture(scope="module", params=SETS)
def judged(request: pytest.FixtureRequest) -> Judged:
    tasks = {task.id: task for task in read_tasks(SAMPLE, validate=False)[0]}
    lines = [json.loads(line) for line in (GOLDEN / request.param).read_text(encoding="utf-8").splitlines()]
    scores = [(grade(tasks[line["id"]], line["answer"]), line["verdict"] == "right") for line in lines]
    right = [score for score, is_right in scores if is_right]
    return Judged(right, [score for score, is_right in scores if not is_right], SETS[request.param])


def test_rules_seldom_reject_a_right_answer(judged):
    rejected = [score.answer.text for score in judged.right if not score.strict]
    assert len(rejected) <= 0.03 * len(judged.right), rejected


def test_flags_catch_nine_of_ten_wrongly_accepted_answers(judged):
    wrong, _ = judged.passes
    missed = [score.answer.text for score in wrong if not score.flags]
    assert len(wrong) >= judged.fewest[0]
    assert len(missed) <= 0.1 * len(wrong), missed


def test_flags_leave_rightly_accepted_answers_alone(judged):
    _, right = judged.passes
    flagged = [(score.flags, score.answer.text) for score in right if score.flags]
    assert len(right) >= judged.fewest[1]
    assert len(flagged) <= 0.03 * len(right), flagged


def test_a_rejected_right_answer_is_a_near_miss(judged):
    rejected = [score for score in judged.right if not score.strict]
    unexplained = [score.answer.text for score in rejected if "near miss" not in score.flags]
    assert len(unexplained) <= 0.01 * len(judged.right), unexplained
