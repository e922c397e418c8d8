"""Whether differences are real: against scipy, statsmodels and scikit-learn."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, bootstrap
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from puma_metrics.comparison import Outcome, Run, agreement, compare, compare_all, detectable, mcnemar, verdict
from puma_metrics.errors import InputError
from puma_metrics.rubric.statistics import Settings
from puma_metrics.tally import wilson

SIGNATURE = "puma|n:1|tasks:abc|scoring:1|version:0.1.0"
QUICK = Settings(resamples=500)
bounded = settings(deadline=None, derandomize=True, max_examples=100)


def run(name: str, passed: Any, category: str = "asr", signature: str = SIGNATURE, **more: Any) -> Run:
    outcomes = {f"t{n}": Outcome(category, int(strict), float(strict), **more) for n, strict in enumerate(passed)}
    return Run(name, signature, outcomes)


@given(st.integers(0, 400), st.integers(0, 400))
@bounded
def test_mcnemar_is_scipys_binomial_test(only_a: int, only_b: int):
    expected = binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1.0
    assert mcnemar(only_a, only_b) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("only_a", "only_b"), [(10, 2), (166, 141), (5, 5), (0, 7), (40, 12)])
def test_mcnemar_is_that_of_statsmodels(only_a: int, only_b: int):
    expected = statsmodels_mcnemar([[100, only_a], [only_b, 50]], exact=True).pvalue
    assert mcnemar(only_a, only_b) == pytest.approx(expected, rel=1e-9)


def test_the_interval_of_79_7_percent_over_900_tasks():
    expected = [100 * bound for bound in proportion_confint(717, 900, method="wilson")]
    assert wilson(717, 900) == pytest.approx(expected)
    assert [round(bound, 1) for bound in wilson(717, 900)] == [76.9, 82.2]


@given(st.integers(1, 2_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
@bounded
def test_the_interval_of_a_rate_is_that_of_statsmodels(counts: tuple[int, int]):
    expected = [100 * bound for bound in proportion_confint(*counts, method="wilson")]
    assert wilson(*counts) == pytest.approx(expected, abs=1e-9)


def independent(passed_a: int, passed_b: int, n: int) -> tuple[Run, Run]:
    """Two models that pass so many tasks, as often together as if they had nothing to do with each other."""
    both = round(passed_a * passed_b / n)
    a = [1] * passed_a + [0] * (n - passed_a)
    b = [1] * both + [0] * (passed_a - both) + [1] * (passed_b - both) + [0] * (n - passed_a - passed_b + both)
    return run("A", a), run("B", b)


def test_79_7_and_76_9_percent_with_independent_errors_cannot_be_told_apart():
    found = compare(*independent(717, 692, 900))
    assert (found.overall.only_a, found.overall.only_b) == (166, 141)
    assert found.overall.p == pytest.approx(statsmodels_mcnemar([[551, 166], [141, 42]], exact=True).pvalue)
    assert round(found.overall.p, 3) == 0.171
    assert found.is_tied
    assert found.overall.interval and found.overall.interval[0] < 0 < found.overall.interval[1]
    assert verdict("A", "B", found.overall).startswith("A and B are tied: 79.7 % against 76.9 %; a difference of 2.8")


def test_the_same_scores_can_be_told_apart_where_errors_are_shared():
    a, b = run("A", [1] * 717 + [0] * 183), run("B", [1] * 692 + [0] * 208)
    found = compare(a, b, QUICK)
    assert not found.is_tied
    assert verdict("A", "B", found.overall).startswith("A is better than B: 79.7 % against 76.9 %; 2.8 points")
    assert verdict("B", "A", compare(b, a, QUICK).overall).startswith("A is better than B: 79.7 % against 76.9 %")


def test_the_interval_of_a_difference_is_scipys_paired_bootstrap():
    a, b = independent(60, 48, 80)
    low, high = compare(a, b).overall.interval or (0, 0)
    sides = [np.array([o.strict for o in side.outcomes.values()]) for side in (a, b)]
    expected = bootstrap(
        sides, lambda x, y, axis=-1: 100 * (x.mean(axis) - y.mean(axis)), paired=True, method="percentile",
        n_resamples=10_000, rng=np.random.default_rng(1),
    ).confidence_interval  # fmt: skip
    # two bootstraps with different draws; a step between neighbouring means is 1.25 points
    assert (low, high) == pytest.approx((expected.low, expected.high), abs=1.3)


def test_holm_over_categories_is_that_of_statsmodels():
    chance = random.Random(3)
    names = ("asr", "ocr", "speech_qa", "document_qa")
    sides: list[dict[str, Outcome]] = [{}, {}]
    for place, name in enumerate(names):
        for task in range(30):
            for side, skill in ((0, 0.5 + 0.12 * place), (1, 0.5)):
                strict = int(chance.random() < skill)
                sides[side][f"{name}{task}"] = Outcome(name, strict, strict)
    found = compare(*(Run(name, SIGNATURE, side) for name, side in zip("AB", sides, strict=True)), QUICK)
    assert list(found.categories) == ["asr", "speech_qa", "ocr", "document_qa"]
    corrected = multipletests([d.p for d in found.categories.values()], method="holm")[1]
    assert [d.p_holm for d in found.categories.values()] == pytest.approx(list(corrected))


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40))
@bounded
def test_a_comparison_turned_round_is_its_mirror(pairs: list[tuple[bool, bool]]):
    a, b = run("A", [x for x, _ in pairs]), run("B", [y for _, y in pairs])
    one, other = compare(a, b, QUICK).overall, compare(b, a, QUICK).overall
    assert (one.strict, one.only_a, one.p) == (-other.strict, other.only_b, other.p)
    assert one.soft == pytest.approx(-other.soft)
    if one.interval and other.interval:
        assert one.interval == pytest.approx([-bound for bound in reversed(other.interval)])


def test_who_wins_which_tasks():
    found = compare(run("A", [1, 1, 0, 0]), run("B", [0, 1, 1, 0]), QUICK)
    assert (found.only_a, found.only_b) == (("t0",), ("t2",))
    assert (found.overall.passed_a, found.overall.passed_b, found.overall.n) == (2, 2, 4)


def test_a_tie_is_said_in_words():
    same = compare(run("A", [1, 0]), run("B", [1, 0]), QUICK).overall
    assert same.interval is None
    assert verdict("A", "B", same) == "A and B are tied: they pass the same tasks, 50.0 % against 50.0 %"
    few = compare(run("A", [1, 1, 1, 0]), run("B", [0, 0, 1, 0]), QUICK).overall
    assert verdict("A", "B", few).endswith("(p = 0.5); 2 discordant tasks, where at least 6 are needed to decide")


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_fewer_discordant_tasks_than_detectable_can_never_be_significant(confidence: float):
    needed = detectable(confidence)
    assert mcnemar(needed, 0) < 1 - confidence <= mcnemar(needed - 1, 0)


REFUSED = {
    "other tasks": (
        run("B", [1, 0], signature=SIGNATURE.replace("abc", "def"), digest="y"),
        "  tasks:abc against tasks:def\n  2 tasks with the same id and other contents: 't0', 't1'\n"
        "The way out: grade both against the same tasks.",
    ),
    "another scoring": (
        run("B", [1, 0], signature=SIGNATURE.replace("scoring:1", "scoring:2"), digest="x"),
        "  scoring:1 against scoring:2\n"
        "The way out: puma rescore grades saved answers again with the grader that is installed.",
    ),
    "more tasks": (
        run("B", [1, 0, 1], digest="x"),
        "  1 task only of B: 't2'\nThe way out: grade both against the same tasks.",
    ),
}


@pytest.mark.parametrize("why", REFUSED)
def test_what_cannot_be_compared_is_refused_and_said(why: str):
    other, message = REFUSED[why]
    head = "A and B cannot be compared: their results differ in more than the model\n"
    with pytest.raises(InputError) as raised:
        compare(run("A", [1, 0], digest="x"), other, QUICK)
    assert str(raised.value) == head + message
    with pytest.raises(InputError):
        compare_all([run("A", [1, 0], digest="x"), other], QUICK)


def test_all_pairs_best_first_with_holm_over_the_pairs():
    runs = [run("C", [1] * 10 + [0] * 40), run("A", [1] * 40 + [0] * 10), run("B", [1] * 38 + [0] * 12)]
    found = compare_all(runs, QUICK)
    assert list(found) == [("A", "B"), ("A", "C"), ("B", "C")]
    corrected = multipletests([d.p for d in found.values()], method="holm")[1]
    assert [d.p_holm for d in found.values()] == pytest.approx(list(corrected))
    alone = compare(runs[1], runs[2], QUICK).overall
    assert found["A", "B"].interval == alone.interval


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=40))
@bounded
def test_agreement_is_that_of_scikit_learn(pairs: list[tuple[bool, bool]]):
    a, b = [int(x) for x, _ in pairs], [int(y) for _, y in pairs]
    found = agreement(run("A", a), run("B", b))
    assert (found.n, found.same) == (len(pairs), sum(x == y for x, y in pairs))
    if found.kappa is None:
        assert len({*a, *b}) == 1
    else:
        assert found.kappa == pytest.approx(cohen_kappa_score(a, b))


def test_agreement_is_about_tasks_that_both_answered():
    assert agreement(run("A", [1, 0]), run("B", [1, 1], is_missing=True)).n == 0
