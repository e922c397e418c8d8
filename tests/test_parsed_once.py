"""A record is parsed once on its way through reading and validating, and each of its rules is made once."""

from collections import Counter

import pytest

from puma_dataset.read import read_tasks
from puma_metrics import grade, parse_rule, parse_task
from puma_metrics.errors import InvalidTask
from puma_metrics.rules import Include, Regex


@pytest.fixture
def made(monkeypatch):
    """How many rules of each type were made."""
    counts: Counter[str] = Counter()
    for rule in (Include, Regex):
        of = rule.of

        def counted(values, of=of, kind=rule.type):
            counts[kind] += 1
            return of(values)

        monkeypatch.setattr(rule, "of", counted)
    return counts


RULES = [{"type": "include", "clauses": [["kot"]]}, {"type": "regex", "pattern": "kot"}]


@pytest.mark.parametrize("validate", [True, False])
def test_a_folder_makes_each_rule_once(made, validate, task, task_folder):
    """Validating made each rule four times: to look at it, to grade, to look again, and for the task itself."""
    tasks, findings = read_tasks(task_folder(task("kot", rules=RULES), task("pies")), validate=validate)
    assert ([task.id for task in tasks], [finding for finding in findings if not finding.is_warning]) == (
        ["kot", "pies"],
        [],
    )
    assert made == {"include": 2, "regex": 1}


def test_a_task_and_a_rule_are_made_once(made):
    record = {"id": "t1", "category": "speech_qa", "rules": RULES}
    grade(parse_task(record), "kot")
    assert made == {"include": 1, "regex": 1}
    parse_rule(RULES[0])
    assert made == {"include": 2, "regex": 1}


def test_of_several_rules_each_is_judged_and_none_is_made_twice(made):
    """Findings of sound and unsound rules keep their numbers, and the category is asked of sound ones only."""
    wrong = [*RULES, {"type": "regex", "pattern": ""}, {"type": "asr", "reference": "kot"}, {"type": "nothing"}]
    with pytest.raises(InvalidTask) as raised:
        parse_task({"id": "t1", "category": "speech_qa", "rules": wrong})
    assert [(finding.rule, finding.field) for finding in raised.value.findings] == [
        (3, "pattern"),
        (4, "type"),
        (5, "type"),
    ]
    assert made == {"include": 1, "regex": 2}
