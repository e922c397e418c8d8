"""Several answers to each task: estimates against brute force, intervals against numpy and a bootstrap."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from puma_metrics import Given, grade_all, parse_task
from puma_metrics.comparison import Outcome, Run, compare, mcnemar, sign_flips
from puma_metrics.repeated import Repeated, all_of, clustered, pass_at, shown_k
from puma_metrics.rubric.statistics import Settings
from puma_metrics.tally import wilson


@pytest.mark.parametrize("n", range(1, 8))
def test_pass_at_k_is_the_share_of_all_ways_to_take_k_answers(n: int):
    for passed, k in product(range(n + 1), range(1, n + 1)):
        answers = [1] * passed + [0] * (n - passed)
        taken = list(combinations(answers, k))
        assert pass_at(k, passed, n) == Fraction(sum(map(any, taken)), len(taken))
        assert all_of(k, passed, n) == Fraction(sum(map(all, taken)), len(taken))


@pytest.mark.parametrize("k", [0, 4])
def test_no_more_answers_are_taken_than_there_are(k: int):
    with pytest.raises(ValueError, match=f"k is {k}; expected 1 to 3"):
        pass_at(k, 1, 3)


def test_estimates_are_unbiased():
    """Their mean over all outcomes of five answers, each passing with probability p, is what they estimate."""
    for p, k in product((0.1, 0.5, 0.8), (1, 2, 3, 5)):
        outcomes = [
            (np.prod([p if one else 1 - p for one in found]), sum(found)) for found in product((0, 1), repeat=5)
        ]
        assert sum(w * float(pass_at(k, c, 5)) for w, c in outcomes) == pytest.approx(1 - (1 - p) ** k)
        assert sum(w * float(all_of(k, c, 5)) for w, c in outcomes) == pytest.approx(p**k)


def test_the_interval_of_one_answer_a_task_is_wilsons():
    for passed in range(11):
        values = [Fraction(1)] * passed + [Fraction(0)] * (10 - passed)
        assert clustered(values, 1) == wilson(passed, 10)


def of_numpy(values: np.ndarray, k: int) -> list[float]:
    """Wilson's formula for as many answers as have the standard error of the tasks' means."""
    mean, se = values.mean(), values.std() / np.sqrt(len(values))
    n = min(mean * (1 - mean) / se**2, len(values) * k)
    z = 1.959963984540054
    half = z * np.sqrt(mean * (1 - mean) / n + z**2 / (4 * n * n)) / (1 + z**2 / n)
    middle = (mean + z**2 / (2 * n)) / (1 + z**2 / n)
    return [100 * (middle - half), 100 * (middle + half)]


@pytest.mark.parametrize("seed", range(20))
def test_the_interval_is_that_of_the_formula(seed: int):
    passed = np.random.default_rng(seed).integers(0, 5, 30)
    assert clustered([Fraction(int(one), 4) for one in passed], 4) == pytest.approx(of_numpy(passed / 4, 4))


def test_the_interval_is_near_the_bootstrap_of_the_tasks_and_not_of_the_answers():
    """Tasks that a model always or never answers: ten answers each say no more than one."""
    values = np.repeat([1.0, 0.0], [140, 60])
    drawn = np.random.default_rng(0).choice(values, (20_000, 200)).mean(1)
    low, high = clustered([Fraction(int(one)) for one in values], 10)
    assert (low, high) == pytest.approx(tuple(100 * np.quantile(drawn, [0.025, 0.975])), abs=0.6)
    naive = wilson(1400, 2000)
    assert high - low > 3 * (naive[1] - naive[0])


def test_nothing_that_varies_shows_no_independence():
    assert clustered([Fraction(1)] * 10, 100) == wilson(10, 10)
    assert clustered([Fraction(1, 2)] * 10, 4) == wilson(20, 40)


def test_which_k_are_shown():
    assert [shown_k(k) for k in (1, 2, 3, 4, 10)] == [[], [2], [2, 3], [2, 4], [2, 4, 8, 10]]


def outcomes(differences: list[int]) -> float:
    """The share of all signs with a sum as far from 0, counted one by one."""
    total = abs(sum(differences))
    signs = list(product((1, -1), repeat=len(differences)))
    return sum(abs(sum(s * d for s, d in zip(one, differences, strict=True))) >= total for one in signs) / len(signs)


@pytest.mark.parametrize("seed", range(30))
def test_the_test_of_signs_counts_all_signs(seed: int):
    generator = np.random.default_rng(seed)
    differences = [int(one) for one in generator.integers(-4, 5, int(generator.integers(1, 11)))]
    assert sign_flips(differences) == pytest.approx(outcomes(differences), abs=1e-12)


def test_the_test_of_signs_of_one_answer_a_task_is_mcnemars():
    for a, b in product(range(12), repeat=2):
        assert sign_flips([1] * a + [-1] * b + [0] * 5) == pytest.approx(mcnemar(a, b), abs=1e-12)


def test_the_test_of_signs_is_never_above_one():
    assert sign_flips([]) == sign_flips([1, -1]) == sign_flips([0]) == 1.0


# models compared


def shares(name: str, *passed: int, k: int = 3) -> Run:
    found = {f"t{n}": Outcome("asr", Fraction(one, k), one / k) for n, one in enumerate(passed)}
    return Run(name, f"puma|tasks:x|samples:{k}|scoring:2", found)


def test_models_are_compared_by_the_shares_of_their_tasks():
    a, b = shares("A", 3, 3, 2, 1, 3, 3, 2), shares("B", 1, 0, 2, 2, 1, 0, 0)
    found = compare(a, b, Settings(resamples=2000)).overall
    assert (found.only_a, found.only_b, found.passed_a, found.passed_b) == (5, 1, 17 / 3, 2.0)
    assert found.p == pytest.approx(outcomes([2, 3, 0, -1, 2, 3, 2]))
    assert found.strict == pytest.approx(100 * (17 - 6) / 21)
    differences = np.array([2, 3, 0, -1, 2, 3, 2]) / 3
    drawn = np.random.default_rng(1).choice(differences, (20_000, 7)).mean(1)
    assert found.interval == pytest.approx(tuple(100 * np.quantile(drawn, [0.025, 0.975])), abs=5)


def test_runs_of_other_numbers_of_answers_are_compared_by_shares_too():
    found = compare(shares("A", 3, 0, k=3), shares("B", 1, 1, k=2), Settings(resamples=100)).overall
    assert (found.passed_a, found.passed_b, found.p) == (1.0, 1.0, 1.0)


# a report of several answers


@pytest.fixture
def tasks():
    rules = [{"type": "include", "clauses": [["kot"]]}]
    return [parse_task({"id": name, "category": "speech_qa", "prompt": "Co?", "rules": rules}) for name in "abcd"]


def test_a_missing_answer_counts_as_wrong_and_a_task_without_any_as_missing(tasks):
    given = [{"a": "kot", "b": "kot", "c": Given(None, failed=True)}, {"a": "kot", "b": "pies"}, {"a": "kot"}]
    reports = tuple(grade_all(tasks, one) for one in given)
    overall = Repeated(reports, "puma|samples:3").results()["overall"]
    assert (overall["n"], overall["attempted"], overall["samples"]) == (4, 2, 3)
    assert (overall["missing"], overall["failed"]) == (7, 1)
    assert overall["strict"] == pytest.approx(100 * 4 / 12)
    assert overall["pass_at"]["3"]["rate"] == 50.0 and overall["all_of"]["3"]["rate"] == 25.0
    assert overall["pass_at"]["2"]["rate"] == pytest.approx(100 * (1 + 2 / 3) / 4)
    assert overall["interval"] == pytest.approx(of_numpy(np.array([1, 1 / 3, 0, 0]), 3))


def test_of_what_nobody_answered_there_is_no_rate(tasks):
    overall = Repeated(tuple(grade_all(tasks, {}) for _ in range(2)), "puma|samples:2").results()["overall"]
    assert (overall["strict"], overall["interval"], overall["pass_at"], overall["all_of"]) == (None, None, {}, {})


def test_one_answer_a_task_gives_the_rates_of_a_report(tasks):
    report = grade_all(tasks, {"a": "kot", "b": "x"})
    found = Repeated((report,), report.signature).results()["overall"]
    assert {name: found[name] for name in report.overall} == report.overall


def test_the_samples_stand_task_by_task(tasks):
    reports = tuple(grade_all(tasks, {"a": text}) for text in ("kot", "pies"))
    found = Repeated(reports, "puma|samples:2").samples
    assert [(s.task.id, s.score.strict) for s in found[:3]] == [("a", 1), ("a", 0), ("b", 0)]
