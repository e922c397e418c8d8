"""Bootstrap, permutation test, Holm, ranks; scipy and statsmodels are the oracles."""

import itertools
import math

import numpy as np
import pytest

from puma_metrics.rubric.statistics import (
    Pair,
    Settings,
    bootstrap_means,
    bootstrap_standard_error,
    compare_pairs,
    holm,
    intervals,
    permutation_p_values,
    rank_probabilities,
    tied_with_best,
)

A, B = [60, -37.5, 100], [70, 37.5, 50]
WORKED = np.array([A, B]).T


def table_of(prompts: int, models: int, seed: int = 1) -> np.ndarray:
    return np.round(np.random.default_rng(seed).normal(50, 25, (prompts, models)), 1)


def test_the_worked_examples_standard_error_is_that_of_all_resamples() -> None:
    means = [np.mean(draw) for draw in itertools.product(A, repeat=3)]
    assert bootstrap_standard_error(np.array(A)) == pytest.approx(np.std(means), abs=1e-12)
    assert round(bootstrap_standard_error(np.array(A)), 4) == 33.3403


def test_the_worked_examples_p_value() -> None:
    assert permutation_p_values(WORKED, Settings())[0, 1] == 0.75


def test_the_same_seed_gives_the_same_draws_for_all_models() -> None:
    settings = Settings(resamples=2500, seed=7)
    means = bootstrap_means(np.column_stack([A, A]), settings)
    assert means.shape == (2500, 2)
    assert (means[:, 0] == means[:, 1]).all()
    assert (means == bootstrap_means(np.column_stack([A, A]), settings)).all()
    assert (means != bootstrap_means(np.column_stack([A, A]), Settings(2500, 8))).any()


def test_the_bootstrap_spreads_as_theory_says() -> None:
    table = table_of(40, 3)
    means = bootstrap_means(table, Settings(20_000, 3))
    for column in range(3):
        assert means[:, column].std() == pytest.approx(bootstrap_standard_error(table[:, column]), rel=0.03)
        low, high = intervals(means, 0.95)[column]
        assert low < table[:, column].mean() < high


def test_an_interval_narrows_with_its_confidence() -> None:
    means = bootstrap_means(table_of(30, 1), Settings())
    (low, high), (inner_low, inner_high) = intervals(means, 0.95)[0], intervals(means, 0.5)[0]
    assert low < inner_low < inner_high < high


@pytest.mark.parametrize("prompts", [2, 5, 9, 12, 16])
def test_the_exact_permutation_test_is_scipys(prompts: int) -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is an oracle of the extra [test]")
    table = table_of(prompts, 3, prompts)
    for one, other in itertools.combinations(range(3), 2):
        oracle = stats.permutation_test(
            (table[:, one], table[:, other]),
            lambda a, b, axis: np.mean(a - b, axis=axis),
            permutation_type="samples",
            n_resamples=np.inf,
            vectorized=True,
        )
        assert permutation_p_values(table, Settings())[one, other] == pytest.approx(oracle.pvalue, abs=1e-12)


def test_the_drawn_permutation_test_is_near_scipys() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is an oracle of the extra [test]")
    table = table_of(40, 2, 5)
    table[:, 1] += 6
    oracle = stats.permutation_test(
        (table[:, 0], table[:, 1]),
        lambda a, b, axis: np.mean(a - b, axis=axis),
        permutation_type="samples",
        n_resamples=20_000,
        vectorized=True,
        rng=np.random.default_rng(1),
    )
    mine = permutation_p_values(table, Settings(20_000, 2))[0, 1]
    assert mine == pytest.approx(oracle.pvalue, abs=0.02)


def test_no_drawn_p_value_is_zero() -> None:
    table = np.column_stack([np.full(30, 90.0), np.full(30, 10.0)])
    assert permutation_p_values(table, Settings(999))[0, 1] == 1 / 1000


def test_equal_models_cannot_be_told_apart() -> None:
    table = np.column_stack([A, A])
    assert (permutation_p_values(table, Settings()) == 1).all()


def test_flips_that_give_the_same_sum_count_although_floats_differ() -> None:
    # 0.1 + 0.2 - 0.3 is not 0 in floats; the observed sum 0.3 + 0.2 + 0.1 must still equal its mirror image
    table = np.column_stack([[0.1, 0.2, 0.3], [0.0, 0.0, 0.0]])
    assert permutation_p_values(table, Settings())[0, 1] == 0.25


def test_holms_correction_is_statsmodels() -> None:
    multitest = pytest.importorskip(
        "statsmodels.stats.multitest", reason="statsmodels is an oracle of the extra [test]"
    )
    values = np.random.default_rng(4).uniform(0, 0.2, 12).tolist()
    assert holm(values) == pytest.approx(multitest.multipletests(values, method="holm")[1].tolist())
    assert holm([]) == []


def test_every_pair_is_compared_once() -> None:
    table = table_of(10, 4)
    means = bootstrap_means(table, Settings())
    pairs = compare_pairs(table, "ABCD", means, Settings())
    assert [(pair.a, pair.b) for pair in pairs] == list(itertools.combinations("ABCD", 2))
    for pair in pairs:
        difference = table[:, "ABCD".index(pair.a)] - table[:, "ABCD".index(pair.b)]
        assert math.isclose(pair.difference, difference.mean(), abs_tol=1e-9)
        assert pair.interval is not None
        assert pair.interval[0] < pair.difference < pair.interval[1]
        assert pair.p <= pair.p_holm <= 1


def test_ranks_are_probabilities() -> None:
    shares = rank_probabilities(bootstrap_means(table_of(10, 5), Settings(1000)))
    assert shares.sum(1) == pytest.approx(np.ones(5))


def test_a_model_is_tied_unless_the_best_beats_it() -> None:
    pairs = [Pair("A", "B", 1, None, 0.5, 0.5), Pair("A", "C", 9, None, 0.001, 0.01), Pair("B", "C", 8, None, 0.2, 0.2)]
    assert tied_with_best(["A", "B", "C"], pairs, 0.95) == ["A", "B"]


@pytest.mark.parametrize("options", [{"resamples": 0}, {"confidence": 0}, {"confidence": 1}])
def test_settings_without_meaning_are_refused(options: dict) -> None:
    with pytest.raises(ValueError, match="resamples must be at least 1"):
        Settings(**options)
