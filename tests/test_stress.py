"""`puma rules stress`: what it lists, what it does not, and that the sample withstands it."""

import json
from typing import Any

import pytest

from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics import parse_task
from puma_metrics.rules import pattern_rule
from puma_metrics.stress import Stressed, stress, summary

LAST_ONE = {"type": "regex", "pattern": r"(?s)kot\b(?!.*pies)", "normalize": False}
"""Whichever of the two is named last counts."""


@pytest.fixture(scope="module")
def stressed() -> list[Stressed]:
    return [stress(task) for task in read_tasks(SAMPLE, validate=False)[0]]


def test_the_sample_withstands_every_cheap_answer(stressed):
    about = summary(stressed)
    assert about["listed"] == []
    assert about["unjudged"] == []
    assert (about["n"], about["answers"] > 50_000) == (52, True)


def test_what_the_sample_passes_is_contested_by_a_flag(stressed):
    contested = {(one["id"], one["attack"]): one["flags"] for one in summary(stressed)["contested"]}
    assert all(contested.values())
    # twenty carols in one answer hold the right one; the rules see no more than that
    assert "listed" in contested["hc_004", "every name of a kind"]


def test_the_tasks_that_name_nothing_wrong_are_named(stressed):
    assert summary(stressed)["naming_nothing_wrong"] == [
        *("hc_002", "hc_003", "hc_004", "hc_005", "cl_002", "cl_003", "cl_005", "ge_003", "sq_001", "sq_002"),
        *("sq_004", "sq_006", "sq_007", "sm_001", "sm_002", "sm_003", "dq_001", "dq_002"),
    ]


def test_references_out_of_order_pass_nowhere(stressed):
    about = summary(stressed)["soft"]
    assert {name: scores["n"] for name, scores in about.items()} == {
        "words shuffled": 12, "words reversed": 5, "cells shuffled": 1, "values shuffled": 5, "arrays reversed": 3,
    }  # fmt: skip
    assert max(scores["mean"] for scores in about.values()) < 0.9


def test_the_order_of_tasks_and_runs_changes_nothing(stressed):
    tasks = [result.task for result in stressed[:8]]
    again = {task.id: stress(task) for task in reversed(tasks)}
    assert summary([again[task.id] for task in tasks]) == summary(stressed[:8])


def test_what_a_flag_catches_is_caught(task):
    guessed = stress(parse_task(task("Gdynia")))
    caught = [breach for breach in guessed.breaches if breach.is_blind and not breach.is_listed]
    assert caught and all(breach.score.flags for breach in caught)
    hedged = stress(parse_task(task("kot", prompt="Co to?", rules=[LAST_ONE])))
    assert [(b.attack, b.is_blind, b.is_listed) for b in hedged.breaches] == [("every phrase", False, True)]
    assert hedged.breaches[0].score.answer.text == "pies, kot"


def test_a_pattern_that_runs_too_long_is_told(task, monkeypatch):
    monkeypatch.setattr(pattern_rule, "DEADLINE", -1.0)  # a pattern with many matches looks at the clock itself
    rule = {"type": "regex", "pattern": r"\d(?!\d)", "normalize": False, "regex_min": 5000}
    result = stress(parse_task(task("kot", rules=[rule])))
    assert "years 1 to 2030" in result.unjudged
    assert {"id": "kot", "attack": "years 1 to 2030"} in summary([result])["unjudged"]


def test_all_of_it_is_json_and_answers_are_short(task):
    about = json.loads(json.dumps(summary([stress(parse_task(task("Gdynia")))])))
    assert set(about) == {
        "digest", "n", "answers", "listed", "contested", "naming_nothing_wrong", "soft", "unjudged"
    }  # fmt: skip
    assert [one["attack"] for one in about["contested"]][-1] == "everything at once"
    assert all(len(one["answer"]) <= 200 for one in about["contested"])


# the command

HARD: dict[str, Any] = {"prompt": "Co to?", "rules": [{"type": "include", "clauses": [["traktor"]]}]}


def test_the_command_lists_nothing_where_tasks_withstand(run, task_folder, task):
    folder = task_folder(task("traktor", **HARD))
    code, out, err = run("rules", "stress", str(folder))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "every phrase: no attack on 1 task, whose rules name nothing that is wrong"
    assert lines[1].startswith(f"{folder}: 1 task, ")
    assert lines[1].endswith(" cheap answers; 0 tasks listed with 0 attacks, 0 contested by a flag")
    assert len(lines) == 2


def test_the_command_lists_what_passes_and_exits_with_3(run, task_folder, task):
    folder = task_folder(task("kot", prompt="Co to?", rules=[LAST_ONE]), task("traktor", **HARD))
    code, out, err = run("rules", "stress", str(folder))
    assert (code, err) == (3, f"puma: {folder}: mend the rules of what is listed above, and stress them again\n")
    assert [line.split() for line in out.splitlines()[:2]] == [
        ["Task", "Attack", "Pass", "An", "answer", "that", "passes", "Flags"],
        ["kot", "every", "phrase", "6", "of", "11", '"pies,', 'kot"'],
    ]
    assert out.endswith(" cheap answers; 1 task listed with 1 attack, 0 contested by a flag\n")


def test_the_command_shows_what_is_contested_when_asked(run):
    code, out, _ = run("rules", "stress", "--contested")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[1:4]] == ["hc_004", "hc_004", "sq_001"]
    assert "the sample set: 52 tasks, " in out.splitlines()[-1]
    assert out.endswith("; 0 tasks listed with 0 attacks, 12 contested by a flag\n")


def test_the_command_prints_json(run, task_folder, task):
    folder = task_folder(task("kot", prompt="Co to?", rules=[LAST_ONE]))
    code, out, err = run("rules", "stress", str(folder), "--json")
    assert (code, err) == (3, f"puma: {folder}: mend the rules of what is listed above, and stress them again\n")
    about = json.loads(out)
    assert about["tasks"] == str(folder)
    assert about["listed"] == [
        {
            "id": "kot", "attack": "every phrase", "blind": False, "passing": 6, "tried": 11, "answer": "pies, kot",
            "strict": 1, "soft": 1.0, "flags": [],
        }
    ]  # fmt: skip


def test_the_command_refuses_tasks_with_errors(run, task_folder, task):
    folder = task_folder(task("kot", rules=[]))
    code, out, err = run("rules", "stress", str(folder))
    assert (code, out) == (3, "")
    assert err.startswith(f"puma: 1 error in {folder}:\n")
