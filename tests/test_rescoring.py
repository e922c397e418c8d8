"""What moved between two gradings, and why."""

import pytest

from puma_metrics.rescoring import moves, signature_changes

RULE = {"type": "include", "strict": 0, "soft": 0.5, "reason": "before"}
OLD = {"id": "t", "category": "asr", "strict": 0, "soft": 0.5, "rules": [RULE], "task_digest": "x"}
NEW = {**OLD, "strict": 1, "soft": 1.0, "rules": [{**RULE, "strict": 1, "soft": 1.0, "reason": "now"}]}


def test_only_what_moved_is_listed():
    assert moves([OLD], [{**OLD, "soft": 0.5 + 1e-12}]) == []
    (move,) = moves([OLD], [NEW])
    assert (move.strict, move.soft) == ((0, 1), (0.5, 1.0))
    assert move.why[1] == "rule 1, include: strict 0, soft 0.500 (before), now strict 1, soft 1.000 (now)"


@pytest.mark.parametrize(
    ("new", "changes", "why"),
    [
        (NEW, [], "neither the task nor the signature changed: was the file edited by hand?"),
        (NEW, ["scoring:1, now scoring:2"], "the grader changed: scoring:1, now scoring:2"),
        ({**NEW, "task_digest": "y"}, [], "the task itself changed"),
        ({**NEW, "rules": []}, [], "neither the task nor the signature changed: was the file edited by hand?"),
    ],
)
def test_the_cause_comes_first(new, changes, why):
    assert moves([OLD], [new], changes)[0].why[0] == why


def test_results_without_digests_of_tasks_are_judged_by_their_rules():
    old = {name: value for name, value in OLD.items() if name != "task_digest"}
    other = {**NEW, "rules": [{**RULE, "type": "exclude"}]}
    assert moves([old], [other])[0].why[0] == "the task has other rules"


def test_a_rule_that_is_gone_is_said():
    assert moves([OLD], [{**NEW, "rules": []}])[0].why[-1] == (
        "rule 1, include: strict 0, soft 0.500 (before), now no such rule"
    )


def test_tasks_of_one_side_only_do_not_move():
    assert moves([OLD], [{**NEW, "id": "other"}]) == []


def test_options_and_versions_are_changes_too():
    old, new = "puma|n:1|tasks:a|scoring:1|version:1", "puma|n:2|tasks:b|keep_thinking:true|scoring:1|version:2"
    assert signature_changes(old, new) == ["version:1, now version:2", "no keep_thinking, now keep_thinking:true"]
    assert signature_changes(old, old) == []
