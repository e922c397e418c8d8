"""What flags catch and what they leave alone: judged answers, ways to cheat, and the sample's own right answers."""

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics import Task, TaskScore, grade

from .strategies import STRATEGIES
from .strategies.frames import HEDGES, HONEST, filled
from .strategies.texts import TEXTS

GOLDEN = Path(__file__).with_name("golden")
STYLES = "verdicts_styles.jsonl"
"""Answers in the styles of real models, judged twice and blind to the rules."""


@pytest.fixture(scope="module")
def tasks() -> dict[str, Task]:
    return {task.id: task for task in read_tasks(SAMPLE, validate=False)[0]}


def judged(name: str, tasks: dict[str, Task]) -> list[tuple[TaskScore, bool]]:
    lines = [json.loads(line) for line in (GOLDEN / name).read_text("utf-8").splitlines()]
    scores = [(grade(tasks[line["id"]], line["answer"]), line["verdict"] == "right") for line in lines]
    return [(score, is_right) for score, is_right in scores if score.strict]


def test_the_samples_own_right_answers_carry_none_but_a_few(tasks):
    right = [grade(task, text) for task in tasks.values() for text in task.record.get("answers_ok", ())]
    flagged = [(score.task.id, score.answer.text, list(map(str, score.flagged))) for score in right if score.flags]
    assert len(right) >= 100
    assert len(flagged) <= 0.03 * len(right), flagged


def test_at_most_one_in_twenty_ways_to_cheat_passes_without_a_flag(tasks):
    passing = [
        (name, score)
        for id, (right, wrong) in TEXTS.items()
        for name, strategy in STRATEGIES.items()
        if (score := grade(tasks[id], strategy(right, wrong))).strict
    ]
    missed = [(name, score.answer.text) for name, score in passing if not score.flags]
    assert (len(STRATEGIES) >= 40, len(TEXTS) == 35, len(passing) >= 1000) == (True, True, True)
    assert len(missed) <= 0.05 * len(passing), missed


def framed(frames: tuple[str, ...], tasks: dict[str, Task]) -> list[TaskScore]:
    """What the rules accept of every frame filled in for every question."""
    scores = [grade(tasks[id], filled(frame, *texts)) for id, texts in TEXTS.items() for frame in frames]
    return [score for score in scores if score.strict]


def test_at_most_one_in_twenty_hedging_frames_passes_without_a_flag(tasks):
    passing = framed(HEDGES, tasks)
    missed = [score.answer.text for score in passing if not score.flags]
    assert len(passing) >= 3_000
    assert len(missed) <= 0.05 * len(passing), missed


def test_at_most_three_in_a_hundred_honest_frames_carry_a_flag(tasks):
    passing = framed(HONEST, tasks)
    flagged = [(score.answer.text, list(map(str, score.flagged))) for score in passing if score.flags]
    assert len(passing) >= 1_000
    assert len(flagged) <= 0.03 * len(passing), flagged


def test_the_right_text_alone_carries_no_flag(tasks):
    scores = [grade(tasks[id], right) for id, (right, _) in TEXTS.items()]
    assert [(score.task.id, score.strict, score.flags) for score in scores if score.flags or not score.strict] == []


VARIANTS: dict[str, Callable[[str], str]] = {
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "zero width": lambda text: text.replace("ie", "i\u200be").replace("an", "a\u00adn"),
    "entities": lambda text: "".join(f"&#{ord(char)};" if char in "óąęńżłśćźN" else char for char in text),
    "emphasis": lambda text: text.replace("nie ", "n**ie** ").replace("Nie ", "N**ie** "),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_the_same_answer_written_otherwise_has_the_same_flags(name: str, tasks):
    different = [
        (score.answer.text, score.flags, again.flags)
        for file in (STYLES, "verdicts.jsonl")
        for score, _ in judged(file, tasks)
        if (again := grade(score.task, VARIANTS[name](score.answer.text))).strict and again.flags != score.flags
    ]
    assert different == []
