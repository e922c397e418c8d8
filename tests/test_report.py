"""Rates, intervals and means, from counts."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puma_metrics import Given, grade_all
from puma_metrics.errors import InputError
from puma_metrics.rules import pattern_rule
from puma_metrics.tally import wilson


def task(name: str, category: str = "speech_qa", **more: Any) -> dict[str, Any]:
    return {"id": name, "category": category, "rules": [{"type": "include", "clauses": [["kot"], ["pies"]]}], **more}


def asr(name: str) -> dict[str, Any]:
    return {"id": name, "category": "asr", "rules": [{"type": "asr", "reference": "raz dwa trzy cztery"}]}


def test_counts_are_of_all_tasks():
    tasks = [task(name) for name in "abcdefg"]
    answers = {
        "a": "kot i pies",
        "b": "kot",
        "c": Given(None),
        "d": Given("kot, pies", truncated=True),
        "e": Given("", refused=True),
        "f": " ",
    }
    overall = grade_all(tasks, answers).overall
    assert {name: overall[name] for name in ("n", "attempted", "missing", "empty", "refused", "truncated")} == {
        "n": 7, "attempted": 6, "missing": 1, "empty": 3, "refused": 1, "truncated": 1,
    }  # fmt: skip
    assert overall["strict"] == pytest.approx(100 * 2 / 7)
    assert overall["soft"] == pytest.approx(100 * 2.5 / 7)
    assert overall["interval"] == wilson(2, 7)
    assert overall["rule_errors"] == 0


# published values: R's binom.confint(x, n, method = "wilson"), Newcombe 1998 (81/263, 15/148, 0/20, 1/29)
WILSON = {
    (81, 263): (25.53, 36.62),
    (15, 148): (6.24, 16.05),
    (0, 20): (0.0, 16.11),
    (1, 29): (0.61, 17.18),
    (5, 10): (23.66, 76.34),
    (10, 10): (72.25, 100.0),
    (1, 1): (20.65, 100.0),
    (0, 1): (0.0, 79.35),
}


@pytest.mark.parametrize(("passed", "n"), WILSON)
def test_the_interval_is_wilsons(passed: int, n: int):
    assert [round(bound, 2) for bound in wilson(passed, n)] == list(WILSON[passed, n])


@given(st.integers(1, 3_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
@settings(deadline=None, derandomize=True, max_examples=100)
def test_the_interval_holds_the_rate_and_stays_within_percent(counts: tuple[int, int]):
    low, high = wilson(*counts)
    assert 0 <= low <= 100 * counts[0] / counts[1] <= high <= 100


def test_the_category_mean_weighs_categories_alike():
    tasks = [task("a"), task("b"), task("c"), asr("d")]
    report = grade_all(tasks, {"a": "kot i pies", "b": "nie", "c": "kot", "d": "raz dwa trzy cztery"})
    assert report.overall["strict"] == 50
    assert report.categories["speech_qa"]["strict"] == pytest.approx(100 / 3)
    assert report.category_mean["strict"] == pytest.approx((100 / 3 + 100) / 2)
    assert report.category_mean["soft"] == pytest.approx((50 + 100) / 2)


def test_a_category_without_any_answer_has_no_rate_and_the_mean_none():
    report = grade_all([task("a"), asr("b")], {"a": "kot i pies"})
    assert (
        report.categories["asr"] | {"n": 1, "attempted": 0, "strict": None, "soft": None, "interval": None}
        == (report.categories["asr"])
    )
    assert report.category_mean == {"strict": None, "soft": None}
    assert report.overall["strict"] == 50


def test_no_answer_at_all_makes_no_rate():
    assert grade_all([task("a")], {}).overall["strict"] is None
    assert grade_all([], {}).category_mean == {"strict": None, "soft": None}
    assert grade_all([], {}).overall["n"] == 0


def test_tags_are_groups_of_their_own():
    tasks = [task("a", tags=["mapy", "wojna"]), task("b", tags=["mapy"]), task("c", tags=[])]
    tags = grade_all(tasks, {"a": "kot, pies", "b": "kot", "c": "kot i pies"}).tags
    assert list(tags) == ["mapy", "wojna"]
    assert [(tag["n"], tag["strict"]) for tag in tags.values()] == [(2, 50), (1, 100)]


def test_categories_stand_in_the_papers_order():
    report = grade_all([asr("a"), task("b"), task("c", "history_and_culture")], {})
    assert list(report.categories) == ["history_and_culture", "asr", "speech_qa"]


NAMES = [f"t{number}" for number in range(8)]
TASKS = [*(task(name) for name in NAMES[:5]), *(asr(name) for name in NAMES[5:])]
ANSWERS = st.sampled_from(["kot i pies", "kot", "nie wiem", "", None, "raz dwa trzy cztery", "raz dwa"])
bounded = settings(deadline=None, derandomize=True, max_examples=60, suppress_health_check=list(HealthCheck))


@given(st.dictionaries(st.sampled_from(NAMES), ANSWERS), st.data())
@bounded
def test_deleting_an_answer_never_raises_a_score(answers: dict[str, str | None], data: st.DataObject):
    deleted = data.draw(st.sets(st.sampled_from(NAMES)))
    fewer = {name: answer for name, answer in answers.items() if name not in deleted}
    before, after = grade_all(TASKS, answers), grade_all(TASKS, fewer)
    for score in ("strict", "soft"):
        for name, group in after.categories.items():
            assert (group[score] or 0) <= (before.categories[name][score] or 0)
        assert (after.overall[score] or 0) <= (before.overall[score] or 0)
        assert (after.category_mean[score] or 0) <= (before.category_mean[score] or 0)


@given(st.dictionaries(st.sampled_from(NAMES), ANSWERS), st.randoms(use_true_random=False))
@bounded
def test_the_order_of_tasks_and_of_answers_does_not_count(answers: dict[str, str | None], chance: random.Random):
    tasks, shuffled = chance.sample(TASKS, len(TASKS)), chance.sample(list(answers.items()), len(answers))
    assert grade_all(tasks, dict(shuffled)).results() == grade_all(TASKS, answers).results()


def test_an_answer_to_no_task_is_refused():
    with pytest.raises(InputError) as raised:
        grade_all([task("a")], {"a": "kot", "x": "pies"})
    assert str(raised.value) == "1 answer to no task ('x'); leave it out or add its task"


def test_only_the_first_ten_unknown_ids_are_named():
    with pytest.raises(InputError) as raised:
        grade_all([], {f"x{number}": "" for number in range(12)})
    named = ", ".join(f"'x{number}'" for number in range(10))
    assert str(raised.value) == f"12 answers to no task ({named}); leave them out or add their tasks"


def test_two_tasks_of_one_id_are_refused():
    with pytest.raises(InputError) as raised:
        grade_all([task("a"), task("a")], {})
    assert str(raised.value) == "two tasks have the same id; every id must be unique"


def test_a_deadline_marks_the_run(monkeypatch):
    record = {"id": "a", "category": "speech_qa", "rules": [{"type": "regex", "pattern": "(a+)+$"}]}
    answer = "a" * 3_000 + "b"
    monkeypatch.setattr(pattern_rule, "DEADLINE", -1.0)
    report = grade_all([record, task("b")], {"a": answer, "b": "kot"})
    assert (report.reproducible, report.overall["rule_errors"]) == (False, 1)
    assert report.results()["reproducible"] is False
    assert grade_all([task("b")], {"b": "kot"}).reproducible


def test_results_hold_what_the_specification_names():
    results = grade_all([task("a", tags=["x"])], {"a": "kot i pies"}).results()
    assert list(results) == ["format", "signature", "reproducible", "overall", "categories", "category_mean", "tags"]
    assert results["format"] == 1
    for group in (results["overall"], results["categories"]["speech_qa"], results["tags"]["x"]):
        assert set(group) == {
            *("n", "attempted", "strict", "soft", "interval"),
            *("missing", "empty", "refused", "truncated", "rule_errors", "failed"),
        }


def test_samples_stand_in_the_order_of_the_tasks_and_keep_what_was_given():
    given = Given("<think>pies</think>kot", truncated=True)
    report = grade_all([task("b"), task("a")], {"a": given})
    assert [(s.task.id, s.given) for s in report.samples] == [("b", None), ("a", given)]
    assert report.samples[1].score.answer.text == "kot"


def test_options_reach_every_task():
    answers = {"a": "<think>kot</think> pies"}
    assert grade_all([task("a")], answers).overall["soft"] == 50
    assert grade_all([task("a")], answers, keep_thinking=True).overall["soft"] == 100
