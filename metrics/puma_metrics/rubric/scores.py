"""Scores of prompts and models, exact: weights become whole numbers of a common unit, and only the last line divides.

Per prompt and model (RUBRIC.md, "Scores"): S = weights of passed positive criteria + weights of present negative ones,
M = sum of the positive weights, percentage = 100 S / M, never clipped. With several raters a criterion's score is the
mean over its raters.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puma_metrics.rubric.sheet import Codes, Sheet, natural

EXACT = 2**53
"""Below this, whole numbers are exact as floats too, so that a quotient is rounded only once."""


@dataclass(frozen=True, eq=False)
class Grid:
    """Points per prompt (row) and model (column), as whole numbers of one unit.

    Attributes:
        prompts, models: names, in natural order.
        earned: S of each cell; negative where the errors cost more than the rest earned.
        maximum: M of each cell, above 0.
        unit: how many of the numbers above make one point.
    """

    prompts: tuple[str, ...]
    models: tuple[str, ...]
    earned: NDArray[Any]
    maximum: NDArray[Any]
    unit: int

    @property
    def percentages(self) -> NDArray[np.float64]:
        """100 S / M of each cell, rounded once; from minus infinity to 100."""
        return np.asarray(100 * self.earned / self.maximum, np.float64)


@dataclass(frozen=True)
class ModelScores:
    """What is said about one model. Percentages, unrounded; `sd` is None where there are too few prompts for one."""

    prompts: int
    macro: Fraction
    micro: Fraction
    sd: float | None
    median: Fraction
    minimum: Fraction
    maximum: Fraction
    at_least_50: int
    negative: int


def points(sheet: Sheet) -> tuple[NDArray[Any], int]:
    """The weight of each row, divided by the number of its criterion's raters, in whole numbers of a common unit.

    Returns:
        Per row the signed share of the weight, and how many units make one point.
    """
    weights = [Fraction(value) for value in sheet.amounts.numbers]
    used = np.unique(sheet.amounts.weight)
    criterion = sheet.groups("prompt_id", "model", "criterion_id")
    raters = np.bincount(criterion)[criterion]
    unit = math.lcm(*(weights[place].denominator for place in used)) * math.lcm(*map(int, np.unique(raters)))
    table = [int(weights[place] * unit) if place in used else 0 for place in range(len(weights))]
    fits = 100 * len(sheet) * max(map(abs, table), default=0) < EXACT
    whole = np.array(table, np.int64 if fits else object)
    return whole[sheet.amounts.weight] // raters, unit


def earned(sheet: Sheet) -> NDArray[np.bool_]:
    """Per row, whether its weight counts: a positive criterion passed, or a negative one's error present."""
    return sheet.result == sheet.kind


def score_grid(sheet: Sheet) -> Grid:
    """S and M of every prompt and model of a sheet without errors.

    >>> sheet = Sheet.of({"prompt_id": ["Q"] * 3, "model": ["A"] * 3, "criterion_id": ["P1", "P2", "P3"],
    ...     "kind": ["positive"] * 3, "weight": [".1", ".2", ".3"], "result": ["pass", "pass", "fail"]})
    >>> score_grid(sheet).percentages.tolist()
    [[50.0]]
    """
    share, unit = points(sheet)
    prompts, models = sheet["prompt_id"].ordered(), sheet["model"].ordered()
    shape = len(prompts.values), len(models.values)
    cell = prompts.codes * shape[1] + models.codes
    total = _sums(share, cell, earned(sheet), shape)
    maximum = _sums(share, cell, sheet.kind == 0, shape)
    return Grid(prompts.values, models.values, total, maximum, unit)


def _sums(share: NDArray[Any], cell: Codes, rows: NDArray[np.bool_], shape: tuple[int, int]) -> NDArray[Any]:
    total = np.zeros(shape[0] * shape[1], share.dtype)
    np.add.at(total, cell[rows], share[rows])
    return total.reshape(shape)


def score_models(grid: Grid, ddof: int = 1) -> dict[str, ModelScores]:
    """Each model's scores (RUBRIC.md, "Scores").

    Args:
        grid: the points of at least one prompt and model.
        ddof: 1 for the standard deviation of a sample, 0 for that of a population.
    """
    return {model: _score_model(grid, place, ddof) for place, model in enumerate(grid.models)}


def _score_model(grid: Grid, place: int, ddof: int) -> ModelScores:
    total, maximum, percentages = grid.earned[:, place], grid.maximum[:, place], grid.percentages[:, place]
    size = len(total)
    order = np.argsort(percentages, kind="stable")
    exact = [Fraction(100 * int(total[row]), int(maximum[row])) for row in order[_middle(size)]]
    return ModelScores(
        prompts=size,
        macro=_mean_percentage(total, maximum),
        micro=Fraction(100 * int(total.sum()), int(maximum.sum())),
        sd=float(np.std(percentages, ddof=ddof)) if size > ddof else None,
        median=sum(exact[1:-1], Fraction(0)) / len(exact[1:-1]),
        minimum=exact[0],
        maximum=exact[-1],
        at_least_50=int((2 * total >= maximum).sum()),
        negative=int((total < 0).sum()),
    )


def _middle(size: int) -> list[int]:
    """Places of the smallest, the one or two in the middle, and the largest of sorted values."""
    return [0, *range((size - 1) // 2, size // 2 + 1), size - 1]


def _mean_percentage(total: NDArray[Any], maximum: NDArray[Any]) -> Fraction:
    """The mean of 100 S / M; cells with the same M are added first, which leaves few fractions."""
    values, group = np.unique(maximum, return_inverse=True)
    sums = np.zeros(len(values), total.dtype)
    np.add.at(sums, group, total)
    mean = sum((Fraction(int(part), int(value)) for part, value in zip(sums, values, strict=True)), Fraction(0))
    return 100 * mean / len(total)


def ranking(scores: dict[str, ModelScores]) -> list[str]:
    """The models by macro, best first; equal ones by name."""
    return sorted(scores, key=lambda model: (-scores[model].macro, natural(model)))


def difficulty(grid: Grid) -> dict[str, float]:
    """Each prompt's mean percentage over the models: the lower, the harder."""
    means = [_mean_percentage(grid.earned[row], grid.maximum[row]) for row in range(len(grid.prompts))]
    return dict(zip(grid.prompts, map(float, means), strict=True))
