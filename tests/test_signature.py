"""The line that makes a result reproducible."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from puma_metrics import SCORING, __version__, grade_all, parse_task, polish
from puma_metrics.signature import canonical, digest, signature, tasks_digest

ROOT = Path(__file__).parents[1]
TASK: dict[str, Any] = {
    "id": "t1",
    "category": "speech_qa",
    "prompt": "Kto?",
    "rules": [{"type": "include", "clauses": [["kot"]]}],
}


def of(**changed: Any) -> str:
    return tasks_digest([parse_task({**TASK, **changed})])


def test_a_signature_names_everything_a_score_depends_on():
    parts = signature("puma", 52, "0123456789abcdef").split("|")
    assert parts == [
        "puma",
        "n:52",
        "tasks:0123456789abcdef",
        "text:phrase1,raw1,words1",
        f"dictionary:{polish.dictionary()}",
        f"scoring:{SCORING}",
        f"version:{__version__}",
    ]


def test_it_is_one_line_and_names_only_options_that_differ():
    report = grade_all([TASK], {"t1": "kot"})
    assert re.fullmatch(r"[\x21-\x7e]+", report.signature)
    assert "thinking" not in report.signature
    assert "|keep_thinking:true|" in grade_all([TASK], {}, keep_thinking=True).signature
    assert "|unwrap_arrays:true|" in grade_all([TASK], {}, unwrap_arrays=True).signature


CHANGES: list[dict[str, Any]] = [
    {"id": "t2"},
    {"category": "document_qa"},
    {"prompt": "Kto to?"},
    {"prompt": None, "category": "asr", "rules": [{"type": "asr", "reference": "a"}]},
    {"rules": [{"type": "include", "clauses": [["Kot"]]}]},
    {"rules": [{"type": "include", "clauses": [["kot"]], "normalize": False}]},
    {"rules": [*TASK["rules"], {"type": "exclude", "phrases": ["pies"]}]},
]


@pytest.mark.parametrize("changed", CHANGES, ids=str)
def test_the_digest_changes_with_what_a_score_depends_on(changed: dict[str, Any]):
    assert of(**changed) != of()


@pytest.mark.parametrize("changed", [{"notes": "x"}, {"tags": ["x"]}, {"answers_ok": ["kot"]}], ids=str)
def test_the_digest_does_not_change_with_what_no_score_depends_on(changed: dict[str, Any]):
    assert of(**changed) == of()


def test_the_order_of_keys_and_of_tasks_does_not_count():
    rule = {"clauses": [["kot"]], "type": "include"}
    assert of(rules=[rule]) == of()
    two = [parse_task({**TASK, "id": name}) for name in ("a", "b")]
    assert tasks_digest(two) == tasks_digest(two[::-1])


def test_the_order_of_rules_and_of_phrases_counts():
    rules = [TASK["rules"][0], {"type": "exclude", "phrases": ["pies"]}]
    assert of(rules=rules) != of(rules=rules[::-1])


def test_digests_are_of_parts_and_not_of_their_sum():
    assert digest(["ab", "c"]) != digest(["a", "bc"])
    assert re.fullmatch("[0-9a-f]{16}", digest([]))
    assert digest(["\ud800"]) != digest(["\ud801"])


def test_equal_values_give_equal_text():
    assert canonical({"b": 1, "a": ["ą", None]}) == canonical({"a": ["ą", None], "b": 1}) == '{"a":["ą",null],"b":1}'


def test_hash_seed_and_locale_change_nothing():
    code = (
        "import json; from puma_metrics import grade_all;"
        "rule = {'type': 'include', 'clauses': [['prawa', 'Rysy', 'kot'], ['Netflix']]};"
        "regex = {'type': 'regex', 'pattern': r'\\bkot\\b|zamek', 'regex_min': 2};"
        "task = {'category': 'speech_qa', 'tags': ['b', 'a'], 'rules': [rule, regex]};"
        "tasks = [{'id': str(n), **task} for n in range(9)];"
        "report = grade_all(tasks, {str(n): 'koty zamku prawem na netflixie' * (n % 3) for n in range(9)});"
        "print(json.dumps(report.results()), [s.score.flags for s in report.samples],"
        "      [[r.reason for r in s.score.rules] for s in report.samples])"
    )
    sources = str(ROOT / "metrics")
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "PYTHONPATH": sources, "PYTHONUTF8": "1"},
            capture_output=True,
            check=True,
        ).stdout
        for seed, locale in (("0", "C"), ("1", "C.UTF-8"), ("4242", "tr_TR.UTF-8"))
    ]
    assert runs[0] == runs[1] == runs[2] != b""
