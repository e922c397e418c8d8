"""What a task's author is told: every error and warning that one record alone can show, message for message."""

from typing import Any

import pytest

from puma_metrics import parse_task
from puma_metrics.authoring import task_findings
from puma_metrics.errors import InvalidTask
from puma_metrics.rules import RULES, pattern_rule

RULE_TYPES = ", ".join(f"'{kind}'" for kind in RULES)
INCLUDE = {"type": "include", "clauses": [["t1"]]}


def messages(record: object) -> list[str]:
    return [str(finding) for finding in task_findings(record)]


def rule_errors(rule: Any, **changed: Any) -> list[str]:
    task = {"id": "t1", "category": "contemporary_life", "rules": [rule], **changed}
    try:
        parse_task(task)
    except InvalidTask as error:
        return [str(finding) for finding in error.findings]
    return []


def test_a_sound_task_has_no_findings(task):
    assert messages(task("t1")) == []


CATEGORIES = (
    "'history_and_culture', 'contemporary_life', 'geography_and_environment', 'asr', 'speech_qa', "
    "'sound_and_music_qa', 'ocr', 'document_qa', 'structured_extraction'"
)
FIELDS = [
    ({"rulez": []}, "'t1': unknown field 'rulez'; did you mean 'rules'?"),
    ({"prompt": ...}, "'t1': missing field 'prompt'"),
    ({"notes": ...}, "'t1': missing field 'notes'"),
    ({"category": "speechqa"}, "'t1', category: is unknown (\"speechqa\"); did you mean 'speech_qa'?"),
    ({"category": 5}, f"'t1', category: is unknown (5); expected one of {CATEGORIES}"),
    ({"modality": "audio"}, "'t1', modality: does not fit category contemporary_life (\"audio\"); expected 'image'"),
    ({"modality": "imag"}, "'t1', modality: is unknown (\"imag\"); did you mean 'image'?"),
    ({"prompt": None}, "'t1', prompt: is null; expected a question: only asr and ocr have a default prompt"),
    ({"prompt": 5}, "'t1', prompt: is no text (5); expected a string"),
    ({"tags": "a"}, "'t1', tags: is no list (\"a\"); expected a list of strings"),
    ({"tags": ["a", 5]}, "'t1', tags: holds what is no text (5); expected strings"),
    ({"media": []}, "'t1', media: is empty ([]); expected at least one file"),
    ({"media": 5}, "'t1', media: is no list (5); expected a list such as [{\"path\": ..., \"type\": ...}]"),
    ({"media": [5]}, "'t1', media: holds what is no object (5); expected a path and a type"),
    ({"media": [{"path": "a.png"}]}, "'t1', media: missing field 'type'"),
    ({"media": [{"path": 5, "type": "image"}]}, "'t1', media.path: is no text (5); expected a string"),
    ({"media": [{"path": "a", "type": "imag"}]}, "'t1', media.type: is unknown (\"imag\"); did you mean 'image'?"),
    ({"rules": []}, "'t1', rules: is empty ([]); expected at least one rule"),
    ({"rules": "x"}, "'t1', rules: is no list (\"x\"); expected a list of rules"),
    ({"answers_ok": "kot"}, "'t1', answers_ok: is no list (\"kot\"); expected a list of strings"),
    ({"answers_bad": [None]}, "'t1', answers_bad: holds what is no text (null); expected strings"),
    ({"notes": None}, "'t1', notes: is no text (null); expected a string"),
    (
        {"rules": [{"type": "asr", "reference": "a"}]},
        "'t1', rule 1, type: is not for this category ('asr'); expected one of include, exclude, regex, order",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "message"), FIELDS, ids=str)
def test_errors_of_fields(changed: dict[str, Any], message: str, task):
    assert messages(task("t1", **changed)) == [message]


IDS = ["", "a b", "ą", "a" * 65, "a\n", 5, None]


@pytest.mark.parametrize("wrong", IDS)
def test_errors_of_ids(wrong: Any, task):
    (message,) = [m for m in messages(task("t1") | {"id": wrong}) if "is no id" in m]
    assert message.endswith("; expected 1 to 64 of the characters A-Z, a-z, 0-9, '_', '.' and '-'")


@pytest.mark.parametrize("record", [5, None, [], "x"])
def test_a_record_that_is_no_object(record: Any):
    (message,) = messages(record)
    assert message.startswith("is no object (")
    assert message.endswith('; expected a task such as {"id": ..., "rules": ...}')


RULES_WRONG = [
    (5, 'is no object (5); expected a rule such as {"type": "include", ...}'),
    ({}, f"missing field 'type'; expected one of {RULE_TYPES}"),
    ({"type": "includ"}, "type: is unknown (\"includ\"); did you mean 'include'?"),
    ({"type": "include"}, "missing field 'clauses'"),
    ({**INCLUDE, "clauzes": 1}, "unknown field 'clauzes'; did you mean 'clauses'?"),
    ({**INCLUDE, "clauses": []}, "clauses: is empty ([]); expected at least one clause"),
    ({**INCLUDE, "clauses": ""}, 'clauses: is empty (""); expected at least one clause'),
    ({**INCLUDE, "clauses": 5}, "clauses: is no list (5); expected a list of clauses, each a list of phrases"),
    ({**INCLUDE, "clauses": ["a"]}, 'clauses: holds a phrase where a clause is due ("a"); expected ["a"]'),
    ({**INCLUDE, "clauses": [[]]}, "clauses: holds a clause that is empty ([]); expected at least one string"),
    ({**INCLUDE, "clauses": [[5]]}, "clauses: holds a clause that holds what is no text (5); expected strings"),
    ({**INCLUDE, "clauses": [["!"]]}, 'clauses: has no letter or digit ("!"); expected a word or a number'),
    ({**INCLUDE, "clauses": [[""]], "normalize": False}, 'clauses: is empty (""); expected a phrase'),
    ({**INCLUDE, "include_min": 2}, "include_min: is above the number of clauses (2 > 1); expected at most 1"),
    ({**INCLUDE, "include_min": 1, "include_max": 0}, "include_min: is above include_max (1 > 0); expected at most 0"),
    ({**INCLUDE, "include_min": -1}, "include_min: is no count (-1); expected a whole number from 0, or null"),
    ({**INCLUDE, "include_max": True}, "include_max: is no count (true); expected a whole number from 0, or null"),
    ({**INCLUDE, "include_max": 1.0}, "include_max: is no count (1.0); expected a whole number from 0, or null"),
    ({**INCLUDE, "normalize": "no"}, 'normalize: is no truth value ("no"); expected true or false'),
    ({"type": "exclude", "phrases": []}, "phrases: is empty ([]); expected at least one string"),
    ({"type": "exclude", "phrases": ["<!-- kot -->"], "normalize": False},
     'phrases: holds nothing that a reader sees ("<!-- kot -->"); expected a phrase'),
    ({"type": "exclude", "phrases": ["…"]}, 'phrases: has no letter or digit ("…"); expected a word or a number'),
    ({"type": "exclude", "phrase": ["a"]}, "unknown field 'phrase'; did you mean 'phrases'?"),
    ({"type": "order", "phrases": ["a"], "occurrence": "lst"},
     "occurrence: is unknown (\"lst\"); did you mean 'last'?"),
    ({"type": "regex", "pattern": 5}, "pattern: is no text (5); expected a string"),
    ({"type": "regex", "pattern": "a", "regex_max": 0}, "regex_min: is above regex_max (1 > 0); expected at most 0"),
    (
        {"type": "regex", "pattern": "a", "match_min_length": 3, "match_max_length": 2},
        "match_min_length: is above match_max_length (3 > 2); expected at most 2",
    ),
    ({"type": "regex", "pattern": "a", "valid_words": 1}, "valid_words: is no truth value (1); expected true or false"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "message"), RULES_WRONG, ids=str)
def test_errors_of_rules(rule: Any, message: str):
    found = [m for m in rule_errors(rule) if "missing field 'phrases'" not in m]
    between = ", " if message.split(":")[0].isidentifier() else ": "
    assert found == [f"'t1', rule 1{between}{message}"]


def test_a_transcript_without_words():
    assert rule_errors({"type": "asr", "reference": "…"}, category="asr") == [
        "'t1', rule 1, reference: has no words (\"…\"); expected a transcript"
    ]


def test_all_errors_come_at_once(task):
    record = task("t1", tags=5, rules=[{"type": "order", "phrases": []}, INCLUDE, {"type": "includ"}], prompt=...)
    assert sorted(messages(record)) == [
        "'t1', rule 1, phrases: is empty ([]); expected at least one string",
        "'t1', rule 3, type: is unknown (\"includ\"); did you mean 'include'?",
        "'t1', tags: is no list (5); expected a list of strings",
        "'t1': missing field 'prompt'",
    ]


# a task's own answers


def test_own_answers_that_score_otherwise_are_errors(task):
    assert messages(task("kot", answers_ok=["pies"], answers_bad=["Koty."])) == [
        '\'kot\', answers_ok: scores strict 0 ("pies"); expected 1: clause 1 of 1: "kot" not found',
        "'kot', answers_bad: scores strict 1 (\"Koty.\"); expected 0: every rule is met",
    ]


def test_a_right_answer_that_cannot_be_judged_is_an_error(task, monkeypatch):
    monkeypatch.setattr(pattern_rule, "DEADLINE", -1.0)
    answer = "a" * 3_000 + "b"
    (message,) = messages(
        task("t1", rules=[{"type": "regex", "pattern": "(a+)+$"}], answers_ok=[answer], answers_bad=[])
    )
    assert message.endswith(
        '; expected 1: rule error: the pattern "(a+)+$" ran for more than -1 s; write it with less backtracking'
    )


# warnings


def warnings(record: dict[str, Any]) -> list[str]:
    found = task_findings({**record, "answers_ok": [], "answers_bad": []})
    assert all(finding.is_warning for finding in found)
    return [str(finding) for finding in found]


EXCLUDE = {"type": "exclude", "phrases": ["pies"]}
NEVER = "never matches at the start of a sentence: normalize is false"
NO_MARKS = "which the normalized text never has; expected words and numbers, or normalize false"
KNOWN = "which already matches it; leave it out"
WARNINGS = [
    ({"type": "include", "clauses": [["kot"]], "include_max": 1},
     ["'t1', rule 1, include_max: without include_min: an answer that matches nothing passes"]),
    (
        {"type": "include", "clauses": [["kot"], ["Jan Paweł II", "Paweł"]]},
        ["'t1', rule 1, clauses: clause 2: \"Jan Paweł II\" adds nothing to \"Paweł\", " + KNOWN],
    ),
    (
        {"type": "include", "clauses": [["pies", "psem"]]},
        ["'t1', rule 1, clauses: clause 1: \"psem\" adds nothing to \"pies\", " + KNOWN],
    ),
    ({"type": "include", "clauses": [["Innocenty", "Innocent"], ["1:50", "1,5"]]}, []),
    (
        {"type": "include", "clauses": [["Kotem", "Kot", "kotek"]], "normalize": False},
        ["'t1', rule 1, clauses: clause 1: \"Kotem\" adds nothing to \"Kot\", " + KNOWN,
         "'t1', rule 1, clauses: \"kotek\" " + NEVER],
    ),
    (
        {"type": "regex", "pattern": "raz, dwa"},
        ["'t1', rule 1, pattern: looks for , (\"raz, dwa\"), " + NO_MARKS],
    ),
    (
        {"type": "regex", "pattern": r"50%|€"},
        ["'t1', rule 1, pattern: looks for % € (\"50%|€\"), " + NO_MARKS],
    ),
    ({"type": "regex", "pattern": r"raz, dwa", "normalize": False}, []),
    (
        {"type": "regex", "pattern": r"5 km²"},
        ["'t1', rule 1, pattern: looks for \"5 km²\", which the text never has; the text has \"5 km2\" in its place "
         "(\"5 km²\")"],
    ),
    (
        {"type": "regex", "pattern": r"\u00a0zł", "normalize": False},
        ["'t1', rule 1, pattern: looks for \\u00a0 (U+00A0), which the text never has; the text has \" \" in its place "
         "(\"\\\\u00a0zł\")"],
    ),
    (
        {"type": "regex", "pattern": "Roztocze(?!.*(?:nie|zamiast))", "normalize": False},
        ["'t1', rule 1, pattern: lists words in a lookaround (\"Roztocze(?!.*(?:nie|zamiast))\"); expected a short "
         "pattern: ask for words with include, forbid them with exclude, their sequence with order"],
    ),
    ({"type": "regex", "pattern": r"\b(?:raz|dwa)\s[^,]+\d{1,3}\.5"}, []),
    ({"type": "include", "clauses": [["Kot", "pies"]], "normalize": False},
     [f"'t1', rule 1, clauses: \"pies\" {NEVER}"]),
    ({"type": "order", "phrases": ["A", "b"], "normalize": False}, [f"'t1', rule 1, phrases: \"b\" {NEVER}"]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "expected"), WARNINGS, ids=str)
def test_warnings_of_rules(rule: dict[str, Any], expected: list[str], task):
    found = warnings(task("t1", rules=[rule], prompt="Pytanie?"))
    assert [message for message in found if "rule 1" in message] == expected


def test_warnings_of_tasks(task):
    assert warnings(task("t1", rules=[EXCLUDE], prompt=" ?")) == [
        "'t1': only exclude rules, which most wrong answers pass; expected a rule that asks for the right one"
    ]
    assert warnings(task("t1", prompt="Czy to t1?")) == [
        "'t1', prompt: the question itself, given as an answer, scores strict 1"
    ]
    paper = {"category": "document_qa", "modality": "document", "prompt": "Pytanie?"}
    assert warnings(task("t1", **paper, tags=["a", "b"])) == [
        "'t1', tags: are 2 of at least 3; expected document type, image quality and time of creation"
    ]
    bare = {"path": "t1.png", "type": "image", "source": ""}
    assert warnings(task("t1", prompt="Pytanie?", media=[bare])) == [
        "'t1', media: has no license (\"t1.png\")", "'t1', media: has no source (\"t1.png\")",
    ]  # fmt: skip
