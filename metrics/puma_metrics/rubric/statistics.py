"""Whether differences are real: bootstrap intervals, paired permutation tests, ranks (RUBRIC.md, "Statistics").

All of it works on the table of percentages, prompts by models. Only prompts are drawn anew: the results speak about
other prompts of the same kind, not about other raters.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

EXACT_PROMPTS = 16
"""Up to so many prompts every one of the 2^n sign flips is counted."""

_CHUNK = 1000
_ROUNDING = 1e-9
"""Sums closer than this, relative to the largest, are the same number computed in another order."""


@dataclass(frozen=True)
class Settings:
    """What the random parts of the statistics depend on; all of it is in the results' signature."""

    resamples: int = 10_000
    seed: int = 0
    confidence: float = 0.95

    def __post_init__(self) -> None:
        if self.resamples < 1 or not 0 < self.confidence < 1:
            raise ValueError("resamples must be at least 1, and confidence between 0 and 1")


@dataclass(frozen=True)
class Pair:
    """Two models on the same prompts; `difference` is macro of `a` minus macro of `b`, both percentages."""

    a: str
    b: str
    difference: float
    interval: tuple[float, float] | None
    p: float
    p_holm: float


def bootstrap_means(table: Floats, settings: Settings) -> Floats:
    """Means of each model over prompts drawn with replacement, the same draw for all models.

    Args:
        table: percentages, prompts by models.
        settings: how many draws, and the seed.

    Returns:
        Draws by models.
    """
    generator = np.random.default_rng(settings.seed)
    prompts = len(table)
    means = []
    for start in range(0, settings.resamples, _CHUNK):
        draws = min(_CHUNK, settings.resamples - start)
        drawn = generator.integers(0, prompts, (draws, prompts)) + prompts * np.arange(draws)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=draws * prompts).reshape(draws, prompts)
        means.append(counts.astype(np.float64) @ table / prompts)
    return np.concatenate(means)


def intervals(means: Floats, confidence: float) -> list[tuple[float, float]]:
    """The percentile interval of each column."""
    bounds = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)
    return [(float(low), float(high)) for low, high in bounds.T]


def bootstrap_standard_error(values: Floats) -> float:
    """The standard deviation of the mean over all n^n resamples, which is the population's SD / sqrt(n).

    >>> round(bootstrap_standard_error(np.array([60, -37.5, 100])), 4)
    33.3403
    """
    return float(np.std(values) / math.sqrt(len(values)))


def permutation_p_values(table: Floats, settings: Settings) -> Floats:
    """Two-sided p of each pair of models by flipping the signs of their differences per prompt.

    Exact up to 16 prompts, where every flip is counted; beyond, flips are drawn and p = (hits + 1) / (draws + 1).

    Args:
        table: percentages, prompts by models.
        settings: how many draws, and the seed.

    Returns:
        Models by models; 1 on the diagonal.

    >>> permutation_p_values(np.array([[60, 70], [-37.5, 37.5], [100, 50]]), Settings())[0, 1].item()
    0.75
    """
    prompts, models = table.shape
    exact = prompts <= EXACT_PROMPTS
    tolerance = _ROUNDING * (np.abs(table).sum() + 1)
    observed = np.abs(table.sum(0)[:, None] - table.sum(0)[None, :]) - tolerance
    hits, draws = np.zeros((models, models)), 0
    for signs in [_all_signs(prompts)] if exact else _drawn_signs(prompts, settings):
        flipped = signs @ table
        hits += [(np.abs(flipped[:, [model]] - flipped) >= observed[model]).sum(0) for model in range(models)]
        draws += len(signs)
    return hits / draws if exact else (hits + 1) / (draws + 1)


def _all_signs(prompts: int) -> Floats:
    """Every flip whose first sign is plus; the others mirror them and give the same two-sided count."""
    flips = np.arange(2 ** (prompts - 1))
    return np.asarray(1 - 2 * ((flips[:, None] >> np.arange(prompts)) & 1), np.float64)


def _drawn_signs(prompts: int, settings: Settings) -> Iterator[Floats]:
    generator = np.random.default_rng(settings.seed)
    for start in range(0, settings.resamples, _CHUNK):
        draws = min(_CHUNK, settings.resamples - start)
        yield np.asarray(1 - 2 * generator.integers(0, 2, (draws, prompts)), np.float64)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down correction for testing several pairs at once.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    values = np.asarray(p_values, np.float64)
    order = np.argsort(values, kind="stable")
    steps = np.maximum.accumulate(np.minimum(1, values[order] * np.arange(len(values), 0, -1)))
    corrected = np.empty_like(values)
    corrected[order] = steps
    return [float(value) for value in corrected]


def compare_pairs(table: Floats, models: Sequence[str], means: Floats, settings: Settings) -> list[Pair]:
    """Every pair of models: difference of their macros, bootstrap interval, p, and p after Holm's correction.

    Args:
        table: percentages, prompts by models.
        models: the names of the columns.
        means: of the same table, from `bootstrap_means`.
        settings: as for the means.
    """
    p_values = permutation_p_values(table, settings)
    macros = table.mean(0)
    places = [(a, b) for a in range(len(models)) for b in range(a + 1, len(models))]
    bounds = [
        bound
        for a in range(len(models) - 1)
        for bound in intervals(means[:, [a]] - means[:, a + 1 :], settings.confidence)
    ]
    corrected = holm([float(p_values[place]) for place in places])
    return [
        Pair(models[a], models[b], float(macros[a] - macros[b]), bound, float(p_values[a, b]), p_holm)
        for (a, b), bound, p_holm in zip(places, bounds, corrected, strict=True)
    ]


def rank_probabilities(means: Floats) -> Floats:
    """How often each model takes each rank over the bootstrap's draws; equal models share the better rank.

    Args:
        means: draws by models, from `bootstrap_means`.

    Returns:
        Models by ranks, each row adding up to 1.

    >>> rank_probabilities(np.array([[60.0, 50.0], [50.0, 50.0]])).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    models = means.shape[1]
    ranks = np.stack([(means > means[:, [model]] + _ROUNDING).sum(1) for model in range(models)], 1)
    return np.stack([np.bincount(ranks[:, model], minlength=models) for model in range(models)]) / len(means)


def tied_with_best(ranked: Sequence[str], pairs: Sequence[Pair], confidence: float) -> list[str]:
    """The best model, and those that it does not beat significantly (p after Holm's correction >= 1 - confidence)."""
    open_pairs = {frozenset((pair.a, pair.b)) for pair in pairs if pair.p_holm >= 1 - confidence}
    return [model for model in ranked if model == ranked[0] or frozenset((model, ranked[0])) in open_pairs]
